"""The report on a game in plain words: what was checked, what couldn't be, and the findings."""

from __future__ import annotations

from keyharvest.remote.fair.findings import Finding, sentence
from keyharvest.remote.fair.ledger import Ledger


def report(ledger: Ledger) -> list[str]:
    """Return the report: what was checked, what wasn't, and everything that was found.

    >>> from keyharvest.remote.fair.ledger import Agreement
    >>> report(Ledger(Agreement("AbCdEfGh", 2)))
    ['Not checked: the game has not begun.']
    """
    found = [sentence(finding, ledger.agreement.host) for finding in findings(ledger)]
    if not ledger.begun:
        return ["Not checked: the game has not begun.", *found]
    checked = [
        f"Signatures: all {len(ledger.kept)} messages are signed by the seats that they name.",
        f"Draws: all {ledger.draws} follow from the sealed numbers of all players.",
        f"Moves: {len(ledger.course.moves)}, draws included, up to turn {ledger.course.state.turn}.",
    ]
    return [
        f"Number of the game: {ledger.fingerprint} (the players can compare it)",
        *checked,
        *_deal(ledger),
        *(f"Not checked: {point}." for point in _open_points(ledger)),
        *found,
    ]


def findings(ledger: Ledger) -> list[Finding]:
    """Return everything that was found, with a decision that can't be explained without more keys."""
    held = ledger.suspended
    unsure = [Finding("unsure", (held.seat,), (held.text,), ledger.course.state.turn)] if held else []
    return [*ledger.findings, *unsure]


def _deal(ledger: Ledger) -> list[str]:
    said = []
    if number := ledger.proven_counters:
        said.append(f"Deal: {number} counters, each step proven by the keys that their players had sealed.")
    if ledger.paid_from_hands:
        said.append("Payments: every counter paid was in the hand that paid it, by the keys opened.")
    return said


def _open_points(ledger: Ledger) -> list[str]:
    points = ledger.unchecked()
    if ledger.agreement.deal > 1:
        points.append(f"what came of {ledger.agreement.deal - 1} earlier deal(s), which were given up: this is another")
    if ledger.ended_by is not None:
        points.append(f"the rest: the joint draws had ended when seat {ledger.ended_by + 1} opened its key")
    elif not ledger.over:
        points.append("the rest: the game isn't over in this file")
    closed = [seat for seat in ledger.seats if seat not in ledger.opened]
    if ledger.opening and closed:
        names = ", ".join(f"seat {seat + 1}" for seat in closed)
        two = ledger.agreement.players == 2
        points.append(f"the end: {names} didn't sign it" if two else f"payments by the key of {names}: not open")
    return points


def complete(ledger: Ledger) -> bool:
    """Whether the whole game was checked, by the keys of all players, and nothing was found."""
    everyone = len(ledger.opened) == ledger.agreement.players
    return ledger.over and everyone and ledger.ended_by is None and not findings(ledger)
