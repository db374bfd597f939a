"""Setting up a position by hand: a draft that may be unsound, its edits and their undo, and its faults in words."""
