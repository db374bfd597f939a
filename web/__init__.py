"""The page: everything that needs a browser, and the build that puts it together."""
