"""One sitting at the table, without a browser: what a player sees, chooses and is told, as strings."""
