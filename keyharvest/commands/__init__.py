"""The subcommands of ``keyharvest``: each module has ``add(parsers)`` and ``run(arguments)``."""
