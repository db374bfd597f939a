"""The page without a browser: messages in, patches out."""
