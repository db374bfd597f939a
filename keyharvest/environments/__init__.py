"""The game as an environment for research libraries; docs/environments.md says how to use it.

The rest of the package imports nothing from here: each module needs the library in its name.
"""
