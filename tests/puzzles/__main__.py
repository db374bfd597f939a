"""Prove the answers of all puzzles again, by brute force: ``python3 tests puzzles``."""

import sys

from keyharvest.cli import main

if __name__ == "__main__":
    sys.exit(main(["puzzle", "check", *sys.argv[1:]]))
