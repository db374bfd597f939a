"""List words and patterns that the voice avoids: ``python3 tests words [FOLDER ...]``; ``--count`` only counts them."""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from tests.words.voice import AVOIDED, findings
from web.environment import ROOT


def main(arguments: list[str]) -> int:
    """Print the findings in the folders named, or everywhere."""
    parser = argparse.ArgumentParser(prog="python3 tests words", description=__doc__)
    parser.add_argument("places", nargs="*", metavar="FOLDER", help="a folder or file of the project, or catalogue")
    parser.add_argument("--count", action="store_true", help="only count them")
    options = parser.parse_args(arguments)
    for place in options.places:
        if place != "catalogue" and not (ROOT / place).exists():
            parser.error(f"{place}: no such file or folder")
    found = findings(*options.places)
    if options.count:
        rooms = Counter("/".join(each.path.split("/")[:2]) for each in found)
        for room, number in sorted(rooms.items()):
            print(f"{number:5}  {room}")
    else:
        for each in found:
            print(f"{each.path}:{each.line}: {each.text}  [{AVOIDED.get(each.pattern, each.pattern)}]")
    print(f"{len(found):5}  in all")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
