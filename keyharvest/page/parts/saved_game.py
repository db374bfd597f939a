"""A saved game in a few words, and its board as a small picture."""

from __future__ import annotations

from keyharvest.picture.board import board
from keyharvest.picture.elements import Html
from keyharvest.picture.view import BoardView
from keyharvest.rules.layout import layout_from_word
from keyharvest.saved.card import Card
from keyharvest.words.language import _
from keyharvest.words.outcome import outcome


def picture(card: Card) -> Html:
    """Draw the board of a card as a thumbnail."""
    view = BoardView(
        crops=layout_from_word(card.layout).crops,
        seat=card.chairs[card.shown].badge,
        fields=0 if card.gathers else card.fields,
        ripe=0 if card.gathers else card.ripe,
        posts=card.posts,
        title=_("{name}'s board, small").format(name=card.names[card.shown]),
    )
    return board(view, "thumbnail")


def turn(card: Card) -> str:
    """Describe the state of a game in a few words."""
    if card.over:
        return result(card)
    if card.gathers or not card.turn:
        return _("Not started yet")
    # What counts is who has to answer, even during someone else's turn.
    seat = card.asked
    if card.persons == [seat]:
        text = _("Round {number}, your turn") if seat == card.seat else _("Round {number}, you decide")
        return text.format(number=card.round)
    return _("Round {number}, {name}'s turn").format(number=card.round, name=card.names[seat])


def result(card: Card) -> str:
    """Say who has won, and by how much (rule 13.3)."""
    winners = [seat for seat, tally in enumerate(card.tallies) if tally.place == 1]
    you = card.persons[0] if len(card.persons) == 1 else -1
    return outcome(card.names, [tally.points for tally in card.tallies], winners, you)
