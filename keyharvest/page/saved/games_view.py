"""The screens of saved games, and of a link to one: unfinished games are cards, finished ones a list."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from keyharvest import words
from keyharvest.page.parts import sharing
from keyharvest.page.parts.controls import button, file_button, head, hidden, link_form, named, options
from keyharvest.page.parts.frame import storage_notes
from keyharvest.page.parts.icons import icon
from keyharvest.page.parts.saved_game import picture, result, turn
from keyharvest.page.saved.keeping import Keeping, Shared
from keyharvest.page.tabletop.panels.deal import spread
from keyharvest.picture import tiles
from keyharvest.picture.board import board
from keyharvest.picture.elements import Html, h, join
from keyharvest.picture.view import view_of
from keyharvest.rules import round_of
from keyharvest.saved.card import Card
from keyharvest.saved.shelf import PLACES, Shelf
from keyharvest.words.language import _, n_
from keyharvest.words.terms import level, series
from keyharvest.words.when import day, when

#: The number of finished games listed at first, and added on demand.
ROWS: Final = 30


def games(keeping: Keeping, players: int, shown: int) -> Html:
    """Draw the whole screen; the finished games listed are the first ``shown`` with this many players (0: any)."""
    shelf, now = keeping.shelf, keeping.clock()
    kept = bool(shelf.entries)
    tools = (
        named("chart", _("Statistics"), "statistics"),
        _opener(),
        named("save", _("Export all"), "export") if kept else "",
        button(_("New game"), "new", class_="main"),
    )
    return join(
        head(_("Your games"), *tools),
        storage_notes(),
        _notes(keeping),
        _going(shelf, now, bool(keeping.waiting)),
        _finished(shelf, now, players, shown),
        _faulty(shelf),
        deleted(shelf, now, keeping.fresh),
    )


def _opener() -> Html:
    """Draw the fields for opening a file and a link."""
    return h.details(".opener")[
        h.summary[icon("step"), h.span[_("Open file or link")]],
        h.div(".drop")[file_button(_("Choose file")), link_form(_("or paste a link"))],
    ]


def _notes(keeping: Keeping) -> Html:
    if coming := keeping.coming():
        told = n_("{number} game left to read…", "{number} games left to read…", coming)
        return h.p(".note")[told.format(number=coming)]
    if keeping.waiting:
        full = _("All ten slots are full. Which game should make room? You can restore it within a day.")
        return h.p("#choosing.note.choosing", tabindex="-1")[full, " ", button(_("Keep all"), "home", class_="main")]
    return h.p(".note")[keeping.note] if keeping.note else Html()


# Unfinished games


def _going(shelf: Shelf, now: float, choosing: bool) -> Html:
    numbers = shelf.going()
    told = _("{number} of {places} slots used. A new game never replaces one of these.").format(
        number=len(numbers), places=PLACES
    )
    cards = [_card(shelf.card(number), number, now, choosing) for number in numbers]
    free = PLACES - len(numbers)
    if free > 0:
        words = n_("{number} slot free", "{number} slots free", free).format(number=free)
        new = join(icon("add"), h.b[_("New game")], h.span[words])
        cards.append(h.li[button(new, "new", class_="add")])
    return h.section(".going", aria_labelledby="going-title")[
        h.div(".line")[h.h2("#going-title")[_("In progress")], h.span[told]], h.ul(".saves")[cards]
    ]


def _card(card: Card, number: int, now: float, choosing: bool) -> Html:
    if choosing:
        word = join(icon("trash"), h.span[_("Delete this game")])
        buttons = button(word, "replace", str(number), class_="destructive")
    else:
        buttons = join(
            button(
                _continue_label(card), "continue", str(number), class_="main" if card.waits or card.gathers else None
            ),
            (_tool(*each, number, card) for each in _tools(card)),
        )
    chip = standing(card)
    saved = _("saved {when}").format(when=when(card.saved / 1000, now))
    way = (icon("live"), _("Live")) if card.live else (icon("mail"), _("By message"))
    calls = bool(card.message) and card.waits
    return h.li(class_="sheet save calls" if calls else "sheet save")[
        h.span(".turn-flag")[_("Your turn")] if calls else "",
        picture(card),
        h.h3[h.small[_("Game {number}").format(number=number)], turn(card)],
        h.div(".row")[
            h.span(".fine.stored")[saved],
            h.span(".chip.by-message")[way] if card.message else (h.span(".chip")[chip] if chip else ""),
        ],
        _people(card),
        h.div(".row")[buttons],
    ]


def _continue_label(card: Card) -> str:
    if card.gathers:
        return _("Back to the table")
    if not card.waits:
        return _("View")
    return _("Play your turn") if card.message else _("Continue")


def _tools(card: Card) -> tuple[tuple[str, str, str], ...]:
    return (
        *([("share", "share", _("Share"))] if card.over else []),
        ("save", "export", _("Save as file")),
        ("trash", "delete", _("Delete")),
    )


def _tool(sign: str, intent: str, label: str, number: int, card: Card) -> Html:
    whole = words.under(label, words.series(card.names, " · "))
    return button(icon(sign), intent, str(number), class_="square", title=label, aria_label=whole)


def standing(card: Card) -> str:
    """Name the leader, if one person plays and the leader is known; or say that several people share the screen."""
    if len(card.persons) != 1:
        return _("one shared screen") if len(card.persons) > 1 else ""
    (seat,) = card.persons
    own, others = card.points[seat], [points for at, points in enumerate(card.points) if at != seat]
    if any(least < most for least, most in card.points):
        return ""
    ahead = own[0] - max(points[0] for points in others)
    if ahead > 0:
        return n_("{number} point ahead", "{number} points ahead", ahead).format(number=ahead)
    behind = n_("{number} point behind", "{number} points behind", -ahead).format(number=-ahead)
    return behind if ahead else _("all tied")


def _people(card: Card) -> Html:
    order = range(len(card.chairs))
    if card.over:
        order = sorted(order, key=lambda seat: card.tallies[seat].place)  # type: ignore[assignment]
    return h.p(".people")[
        (
            h.span(class_=f"kh-seat-{card.chairs[seat].badge}")[
                tiles.face(card.chairs[seat].face, card.chairs[seat].badge),
                (h.b if card.over and card.tallies[seat].place == 1 else h.span)[card.names[seat]],
                "" if card.over or card.chairs[seat].human else h.small[" ", level(card.chairs[seat].kind)],
                " ",
                h.span(".num")[spread(*card.points[seat])],
                hidden(f" {n_('point', 'points', card.points[seat][1])}"),
            ]
            for seat in order
        )
    ]


# Finished games


def _finished(shelf: Shelf, now: float, players: int, shown: int) -> Html:
    numbers = shelf.finished()
    chosen = [n for n in numbers if players in (0, len(shelf.card(n).chairs))]
    if numbers:
        told = n_("{number} game", "{number} games, newest first", len(numbers)).format(number=len(numbers))
    else:
        told = _("None yet. Finished games are listed here for you to review.")
    choice = {"0": _("All"), "2": "2", "3": "3", "4": "4"}
    rows = [_row(shelf.card(number), number, now) for number in chosen[:shown]]
    if len(chosen) > len(rows):
        rows.append(h.li(".older")[button(_("Show older games"), "older")])
    return h.section(".finished", aria_labelledby="finished-title")[
        h.div(".line")[
            h.h2("#finished-title")[_("Finished")],
            h.span[told],
            h.span(".gap"),
            h.span[_("players")] if numbers else "",
            options(_("Number of players"), "players", choice, str(players), "players") if numbers else "",
        ],
        h.ul(".sheet.shelf", tabindex="0", aria_labelledby="finished-title")[rows] if rows else "",
        h.p(".sheet.none")[_("None with that many players.")] if numbers and not chosen else "",
    ]


def _row(card: Card, number: int, now: float) -> Html:
    rounds = n_("{day}, {number} round", "{day}, {number} rounds", card.round)
    undone = n_("{number} turn undone", "{number} turns undone", card.taken_back).format(number=card.taken_back)
    chips = (
        (card.since, _("continued from round {number}").format(number=card.since)),
        (card.hinted, _("with hints")),
        (card.composed, _("from a position")),
        (card.second_try, _("second try")),
        (card.taken_back, undone),
    )
    return h.li[
        picture(card),
        h.div(".result")[
            h.h3[result(card)], h.small[rounds.format(day=day(card.saved / 1000, now), number=card.round)]
        ],
        _people(card),
        (h.span(".chip")[word] for holds, word in chips if holds),
        h.div(".row")[
            named("step", _("Review"), "continue", str(number)), (_tool(*each, number, card) for each in _tools(card))
        ],
    ]


# Unreadable games, and the last deletion


def _faulty(shelf: Shelf) -> Html:
    rows = []
    for number in shelf.faulty():
        label = _("Game {number}").format(number=number)
        fault = h.small[_("Its saved data is damaged."), " ", h.code[shelf.entries[number].fault]]
        rows.append(
            h.li[
                h.div(".result")[h.h3[label], fault],
                h.div(".row")[
                    named("save", _("Save as file"), "export", str(number)),
                    named("trash", _("Delete"), "delete", str(number)),
                ],
            ]
        )
    if not rows:
        return Html()
    return h.section(".faulty", aria_labelledby="faulty-title")[
        h.div(".line")[h.h2("#faulty-title")[_("Can't be read")]], h.ul(".sheet.shelf")[rows]
    ]


def deleted(shelf: Shelf, now: float, fresh: bool) -> Html:
    """Draw the way to restore the last deletion: a bar over the page while it is ``fresh``, then a line."""
    gone = list(shelf.deleted.values())
    if not gone:
        return Html()
    told = n_("{number} game deleted.", "{number} games deleted.", len(gone)).format(number=len(gone))
    if len(gone) == 1 and gone[0].card:
        told = _("The game from {day} was deleted.").format(day=day(gone[0].card.saved / 1000, now))
    back = button(join(icon("undo"), h.span[_("Restore")]), "restore", id="restore")
    class_ = "toast" if fresh else "note"
    return h.div(class_=class_, role="status" if fresh else None)[icon("trash"), h.span[told], " ", back]


# Sharing


def share(shared: Shared) -> Html:
    """Draw the whole screen."""
    state, seat, number = shared.state, shared.seat, shared.number
    title = _("{name}'s board, small").format(name=shared.chairs[seat].name)
    told = _("Round {round}").format(round=round_of(state.turn, state.players))
    if not state.stack:
        told = n_("After {number} round", "After {number} rounds", round_of(state.turn, state.players))
        told = told.format(number=round_of(state.turn, state.players))
    return join(
        head(_("Share this game"), back="back"),
        h.section(".sheet.sharing")[
            board(replace(view_of(state, seat), title=title, seat=shared.chairs[seat].badge), "thumbnail"),
            h.p(".who")[h.b[series((chair.name for chair in shared.chairs), " · ")], h.small[told]],
            h.p[_("The link contains the whole game. Anyone who opens it sees every move on this page.")],
            h.p(".link")[h.a("#share-link", href=f"#{shared.fragment}")[_("Link to this game")]],
            h.p(".buttons")[
                sharing.way("share", "share", _("Copy link"), "main"),
                button(_("Save as file"), "export" if number else "download", number or None),
                button(_("Create demo"), "demo", shared.moment) if shared.moment and not number else "",
            ],
            sharing.report(),
        ],
    )
