"""Players on other pages, as the game screen shows them: a turn to send, and the company of a live game."""
