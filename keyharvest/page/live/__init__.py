"""Live games on a page: the lines to other pages, and the screens that open them."""
