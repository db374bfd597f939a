"""The page: what needs a browser, and the build that puts it together."""
