"""The actions of the game screen."""
