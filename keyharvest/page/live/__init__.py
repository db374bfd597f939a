"""Games with people elsewhere, live and by message: links, lines to other pages, and their screens."""
