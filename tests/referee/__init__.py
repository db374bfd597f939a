"""A second referee, written from the rules and the text formats alone, to check the engine against."""
