"""Print digests of games, one per line: ``python dump.py ROOT``; needs only the project at ROOT.

For every golden record: all positions, legal moves, and what each seat knows. For a few new games: the whole record.
"""

import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path


def digests(root: Path) -> Iterator[str]:
    """Yield the lines."""
    from keyharvest.knowledge import observe
    from keyharvest.lab.match import play_game
    from keyharvest.players import make_player
    from keyharvest.record import parse_record, position_text, record_text
    from keyharvest.rules import Source, final_scores, legal, ranks

    for path in sorted((root / "tests" / "golden").glob("*.txt")):
        if path.name.startswith("random-") and not path.stem.endswith("0"):
            continue  # every tenth of the random games
        dump = sha256()
        record = parse_record(path.read_text(encoding="utf-8"))
        for number, state in enumerate(record.states()):
            dump.update(f"{position_text(state)}\n{' '.join(legal(state))}\n".encode())
            if number % 16 == 0:
                sample = observe(state, number // 16 % state.players).sample(Source(number))
                dump.update(f"{position_text(sample)}\n{final_scores(state)}\n{ranks(state)}\n".encode())
        dump.update(record_text(record).encode())
        yield f"{path.name} {dump.hexdigest()}"
    for names in (["random", "greedy"], ["greedy", "random", "random"], ["random"] * 4, ["apprentice", "farmhand"]):
        game = play_game([make_player(name, seed) for seed, name in enumerate(names)], seed=len(names))
        yield f"{' '.join(names)} {sha256(record_text(game.record()).encode()).hexdigest()}"


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    for line in digests(Path(sys.argv[1])):
        print(line, flush=True)
