"""Programs that update files kept with the sources: catalogues, pictures, heights of demos, the profile of Pyodide."""
