"""Everything checked before a change lands: `python3 tests`."""
