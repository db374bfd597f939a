"""The report on a game in plain words: what was checked, what couldn't be, and the findings."""

from __future__ import annotations

from typing import Final

from keyharvest.remote.fair.deal import EACH
from keyharvest.remote.fair.ledger import Finding, Ledger

#: A sentence for each kind of finding: a lie of seat ``{seat}``, which its own signed messages prove …
LIES: Final = {
    "two": "Seat {seat} signed two different messages for the same step.",
    "turn": "Seat {seat} sent a message that wasn't its to send.",
    "form": "Seat {seat} signed a message that makes no sense.",
    "link": "Seat {seat} gave a false number for a draw: it isn't the one sealed before the game.",
    "illegal": "Seat {seat} made an illegal move.",
    "chain": "Seat {seat} sent moves beyond its own, or an incomplete action.",
    "state": "Seat {seat} named a state of the game that its moves don't lead to.",
    "hand": "Seat {seat} paid with counters that it didn't hold.",
    "lock": "Seat {seat} didn't lock the counters with the key that it opened.",
    "unlock": "Seat {seat} didn't unlock the counters with the key that it opened.",
    "digest": "Seat {seat} signed a message that contradicts its own account of the game.",
    "call": "Seat {seat} disputed the game, but nothing was wrong.",
}
#: … or a doubt, which proves nothing against anyone.
DOUBTS: Final = {
    "silent": "Nothing that {seats} had signed arrived.",
    "fork": "A message from {seats} belongs to a different version of the game, and no account of that arrived.",
    "keys": "There are two first messages for one seat.",
    "setup": "A first message is for a game that is set up differently.",
}


def sentence(finding: Finding, host: int) -> str:
    """Say what was found, and about whom.

    >>> sentence(Finding("illegal", (2,), ("…",), turn=14), host=0)
    'Turn 14: Seat 3 made an illegal move.'
    """
    when = f"Turn {finding.turn}" if finding.turn else "Set-up"
    if finding.proof:
        return f"{when}: {LIES[finding.kind].format(seat=finding.seats[0] + 1)}"
    seats = [seat for seat in finding.seats if seat != host] or [host]
    said = DOUBTS[finding.kind].format(seats=f"seat {seats[0] + 1}")
    passed = (
        f" It was that seat or the host, seat {host + 1}, who passes messages on." if len(finding.seats) > 1 else ""
    )
    return f"{when}: {said}{passed}"


def report(ledger: Ledger) -> list[str]:
    """Return the report: what was checked, what wasn't, and everything that was found.

    >>> from keyharvest.remote.fair.ledger import Agreement
    >>> report(Ledger(Agreement("AbCdEfGh", 2)))
    ['Not checked: the game has not begun.']
    """
    if not ledger.step:
        return ["Not checked: the game has not begun."]
    checked = [
        f"Signatures: all {len(ledger.kept)} messages are signed by the seats that they name.",
        f"Draws: all {ledger.draws} follow from the sealed numbers of all players.",
        f"Moves: {len(ledger.course.moves)}, draws included, up to turn {ledger.course.state.turn}.",
    ]
    open_points = []
    if ledger.dealing is not None:
        opened = sum(seat in ledger.opened for seat in range(ledger.agreement.players))
        if opened == ledger.agreement.players:
            dealt = len(ledger.dealing.values)
            checked.append(f"Deal: all {dealt} counters, by the keys of all players, and every payment from a hand.")
        else:
            open_points.append(f"the deal in full: {opened} of {ledger.agreement.players} keys were opened")
            if opened and opened == ledger.agreement.players - 1:
                checked.append(f"Deal: {EACH * opened} counters; the rest follow, unless a key not opened hides a lie.")
    if ledger.ceased:
        seats = ", ".join(f"{seat + 1}" for seat in sorted(ledger.ceased))
        open_points.append(f"the rest: seat {seats} ended the joint draws")
    elif not ledger.over:
        open_points.append("the rest: the game isn't over in this file")
    for seat, step in sorted(ledger.out.items()):
        voters = [f"{each + 1}" for each in range(ledger.agreement.players) if ledger.out.get(each, step + 1) > step]
        said = f"the others (seat {', '.join(voters)}) continued without seat {seat + 1}"
        open_points.append(f"whether seat {seat + 1} left or was cut off: {said}")
    return [
        f"Number of the game: {ledger.fingerprint} (the players can compare it)",
        *checked,
        *(f"Not checked: {point}." for point in open_points),
        *(sentence(finding, ledger.agreement.host) for finding in ledger.findings),
    ]


def complete(ledger: Ledger) -> bool:
    """Whether the whole game was checked, by the keys of all players, and nothing was found."""
    everyone = len(ledger.opened) == ledger.agreement.players
    return ledger.over and everyone and not ledger.findings and not ledger.out
