"""The saved games: the list, statistics, links to share, files."""
