"""At least one test for every numbered rule, chapter by chapter; positions are set up by hand."""
