"""Why something wished for can't be done now: one sentence with the number of its rule."""

from __future__ import annotations

from keyharvest.rules import CHANCE, OVER, State, actor, decision, legal
from keyharvest.table.language import _
from keyharvest.table.prompts import rule_number
from keyharvest.table.terms import Names


def why_not(view: State, wish: str, names: Names = None) -> str:
    """The reason in one sentence why the seat that decides can't have its wish; empty if it can."""
    if actor(view) == OVER:
        return _("The game is over (rule 13.1).")
    if actor(view) == CHANCE:
        return _("A tile is being drawn from the bag (rule 1.8).")
    choices = legal(view)
    if wish in choices or any(choice[2:].lstrip("-") == wish for choice in choices if choice[1:2] == ":"):
        return ""
    return _("That is not among the choices now (rule {rule}).").format(rule=rule_number(decision(view)))
