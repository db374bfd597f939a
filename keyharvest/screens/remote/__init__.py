"""Screens of games with people elsewhere: an invitation, its answer, and a link that was opened."""
