"""The game as an environment of research libraries; docs/environments.md tells how to use them.

Nothing here is imported by the rest of the package: each module needs the library that it is named after.
"""
