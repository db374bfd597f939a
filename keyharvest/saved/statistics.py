"""Statistics on one player's finished games: wins by opponent and by number of players, leads, sources of points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from keyharvest.rules.components import CROPS, WORKER_INDEX
from keyharvest.saved.card import Card, Tally
from keyharvest.table.chairs import Chair
from keyharvest.words.language import _, n_
from keyharvest.words.terms import LEVEL_NAMES, level

SOURCES: Final = 4


@dataclass(frozen=True, slots=True)
class Rival:
    """The results against one opponent, a computer player or a person known by name; ``chair`` is their latest one."""

    chair: Chair
    won: int
    tied: int
    lost: int


@dataclass(frozen=True, slots=True)
class Share:
    """Games of one kind: how many, how many won, points on average."""

    games: int
    won: int
    points: float


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """All figures of one player; averages are over ``games``.

    Games with hints count separately: a win with them says little about the player.

    Attributes:
        name: the player's name.
        hinted: whether these are the games with hints; ``apart``: the number of games of the other kind.
        best, best_saved: the most points, and the time of that game, in milliseconds since 1970.
        leads: for each game, oldest first, its time and the lead over the best opponent.
        rivals: the opponents, the most frequent first.
        sources: points by source (rule 13.2) in games won, in games not won, and of opponents, each with its number of
            games.
        by_players: games by number of players.
        gained: counters of each crop that the hand received per game.
        played: for each worker ever played, the share of games with it.
    """

    name: str
    hinted: bool
    apart: int
    total: Share
    best: int
    best_saved: int
    leads: tuple[tuple[int, int], ...]
    rivals: tuple[Rival, ...]
    sources: dict[str, tuple[int, tuple[float, ...]]]
    by_players: dict[int, Share]
    gained: tuple[float, ...]
    played: tuple[tuple[int, float], ...]


def whose(cards: Iterable[Card]) -> list[str]:
    """Return the people who have finished games, the most frequent first."""
    found = Counter(card.chairs[seat].name for card in cards for seat in card.persons)
    return [name for name, _number in found.most_common()]


def figures(cards: Sequence[Card], name: str = "", hinted: bool = False) -> PlayerFigures | None:
    """Return the figures of a person, or of the one with the most games; ``None`` if there are none.

    ``hinted`` selects the games with hints instead of those without, unless there are none of that kind. ``cards`` are
    those of finished games. A person who has several seats in a game counts once, at the first.
    """
    names = whose(cards)
    if not names:
        return None
    name = name if name in names else names[0]
    both = [(card, seat) for card in sorted(cards, key=lambda card: card.saved) if (seat := _seat(card, name)) >= 0]
    hinted = hinted if any(card.hinted == hinted for card, _seat_ in both) else not hinted
    games = [(card, seat) for card, seat in both if card.hinted == hinted]
    own = [card.tallies[seat] for card, seat in games]
    best, best_saved = max((tally.points, card.saved) for (card, _seat_), tally in zip(games, own, strict=True))
    return PlayerFigures(
        name=name,
        hinted=hinted,
        apart=len(both) - len(games),
        total=_share(own),
        best=best,
        best_saved=best_saved,
        leads=tuple((card.saved, lead(card, seat)) for card, seat in games),
        rivals=_rivals(games),
        sources={
            "won": _sources(tally for tally in own if tally.place == 1),
            "lost": _sources(tally for tally in own if tally.place > 1),
            "others": _sources(t for card, seat in games for at, t in enumerate(card.tallies) if at != seat),
        },
        by_players={
            players: _share([card.tallies[seat] for card, seat in games if len(card.chairs) == players])
            for players in (2, 3, 4)
            if any(len(card.chairs) == players for card, _seat_ in games)
        },
        gained=tuple(sum(tally.gained[crop] for tally in own) / len(own) for crop in range(len(CROPS))),
        played=_played(own),
    )


def milestones(card: Card, cards: Iterable[Card]) -> list[str]:
    """Return what the one person in a finished game, played without hints, achieved: a best result, a first win.

    ``cards`` are those of finished games; this one is compared with that person's earlier ones.
    """
    if len(card.persons) != 1 or card.hinted or not card.counts:
        return []
    (seat,) = card.persons
    name, own = card.chairs[seat].name, card.tallies[seat]
    games = [
        (each, at) for each in cards if each.saved < card.saved and not each.hinted and (at := _seat(each, name)) >= 0
    ]
    told = []
    most = max((each.tallies[at].points for each, at in games), default=own.points)
    if own.points > most:
        best = n_(
            "Your best result so far: {number} point, up from {most}.",
            "Your best result so far: {number} points, up from {most}.",
            own.points,
        )
        told.append(best.format(number=own.points, most=most))
    first = _beaten(card, seat).difference(*(_beaten(each, at) for each, at in games))
    line = _("Your first win against this level: {level}.")
    return [*told, *(line.format(level=level(kind)) for kind in sorted(first))]


def apart(card: Card) -> list[str]:
    """Say why a finished game doesn't count in the statistics, or is counted separately."""
    if card.since:
        text = _("Continued from round {number} of another game: not in the statistics.")
        return [text.format(number=card.since)]
    if card.composed:
        return [_("It began from a position: not in the statistics.")]
    if card.second_try:
        return [_("A second try at the game of the day: not in the statistics.")]
    return [_("Played with hints: counted separately in the statistics.")] if card.hinted else []


def lead(card: Card, seat: int) -> int:
    """Return the lead over the best opponent at the end."""
    return card.tallies[seat].points - max(t.points for at, t in enumerate(card.tallies) if at != seat)


def _seat(card: Card, name: str) -> int:
    return next((seat for seat in card.persons if card.chairs[seat].name == name), -1)


def _beaten(card: Card, seat: int) -> set[str]:
    """Return the computer players, by their names, that came out behind a seat."""
    place = card.tallies[seat].place
    pairs = zip(card.chairs, card.tallies, strict=True)
    return {chair.kind for chair, tally in pairs if chair.kind in LEVEL_NAMES and tally.place > place}


def _share(tallies: Sequence[Tally]) -> Share:
    number = len(tallies)
    return Share(number, sum(t.place == 1 for t in tallies), sum(t.points for t in tallies) / number)


def _sources(tallies: Iterable[Tally]) -> tuple[int, tuple[float, ...]]:
    found = [tally.sources for tally in tallies]
    return len(found), tuple(sum(each[at] for each in found) / max(len(found), 1) for at in range(SOURCES))


def _rivals(games: Sequence[tuple[Card, int]]) -> tuple[Rival, ...]:
    """Count the results by opponent; a better place than theirs is a win against them, regardless of other players."""
    counted: dict[tuple[str, str], list[int]] = {}
    seen: dict[tuple[str, str], Chair] = {}
    for card, seat in games:
        mine = card.tallies[seat].place
        for at, chair in enumerate(card.chairs):
            if at != seat:
                key = (chair.kind, chair.name if chair.human else "")
                seen[key] = chair
                theirs = card.tallies[at].place
                counted.setdefault(key, [0, 0, 0])[0 if mine < theirs else 1 if mine == theirs else 2] += 1
    found = [Rival(seen[key], *numbers) for key, numbers in counted.items()]
    return tuple(sorted(found, key=lambda rival: -(rival.won + rival.tied + rival.lost)))


def _played(tallies: Sequence[Tally]) -> tuple[tuple[int, float], ...]:
    found = Counter(letter for tally in tallies for letter in tally.played)
    return tuple((WORKER_INDEX[letter], number / len(tallies)) for letter, number in found.most_common())
