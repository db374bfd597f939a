"""Everything that is checked before a change lands: `python3 tests`."""
