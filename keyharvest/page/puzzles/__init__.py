"""The puzzles on the page: the one on the table, and the reader's results."""
