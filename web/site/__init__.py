"""Everything that ships: the page, its shell and worker, scripts and style sheets."""
