"""Live games on a page: the connections ("lines") to other pages, and the screens that open them."""
