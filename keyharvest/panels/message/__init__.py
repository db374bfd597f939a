"""Games by message: what to send, and what was opened."""
