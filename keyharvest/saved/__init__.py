"""Games stored in the browser: their cards, their save slots, statistics on the finished ones."""
