"""One sitting at the table, without a browser: the players, what one viewer sees, the selection, the past."""
