"""The panels of the page: HTML out of a scene, as strings. Nothing here changes anything."""
