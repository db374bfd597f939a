"""One sitting at the table, without a browser: who plays, what one pair of eyes sees, what is selected."""
