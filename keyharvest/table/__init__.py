"""One sitting at the table, without a browser: the players, what a pair of eyes sees, and the selection."""
