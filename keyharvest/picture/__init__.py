"""Pictures of boards, tiles and counters as strings of SVG, independent of the rules of a turn."""
