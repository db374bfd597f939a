"""Everything that ships with the page: shell, worker, scripts and style sheets."""
