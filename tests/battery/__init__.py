"""Long batteries: broken rules, mutated inputs; `python3 tests` runs short versions."""
