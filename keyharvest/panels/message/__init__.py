"""Games by message: what is sent, and what was opened."""
