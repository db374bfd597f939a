"""The build of the page: a static folder, ``build/site``, made from the wheel, Pyodide and ``web/site``."""
