"""Games kept in the browser: their cards, their places, statistics over the finished ones."""
