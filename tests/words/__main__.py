"""List words and patterns that the voice avoids: ``python3 tests words [FOLDER ...]``; ``--count`` only counts them."""

from __future__ import annotations

import sys
from collections import Counter

from tests.words.voice import AVOIDED, findings


def main(arguments: list[str]) -> int:
    """Print the findings in the folders named, or everywhere."""
    places = [each for each in arguments if not each.startswith("-")]
    found = findings(*places)
    if "--count" in arguments:
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
