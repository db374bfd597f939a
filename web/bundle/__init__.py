"""The build of the page: a static folder, ``build/site``, out of the wheel, Pyodide and ``web/site``."""
