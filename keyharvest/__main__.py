"""``python -m keyharvest``: the command line."""

import sys

from keyharvest.cli import main

if __name__ == "__main__":
    sys.exit(main())
