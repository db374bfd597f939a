"""The base of every screen: screens, intents, patches, storage, forms, language. It knows no feature."""
