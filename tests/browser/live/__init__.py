"""Live games between browsers, over real data channels."""
