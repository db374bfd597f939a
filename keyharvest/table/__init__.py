"""One sitting at the table, without a browser: the players, what one viewer sees, and the selection."""
