"""Pictures of boards, tiles and counters as SVG in strings; nothing here knows the rules of a turn."""
