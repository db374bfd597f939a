"""The rules, the cards, and what covers a screen to look something up."""
