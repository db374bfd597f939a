"""The page without a browser: messages in, patches out. A folder a feature: its intents, and how it looks."""
