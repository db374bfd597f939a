"""What can be done on the game screen."""
