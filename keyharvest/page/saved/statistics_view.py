"""The screen of statistics on finished games: charts, each with its figures as a table."""

from __future__ import annotations

import csv
import io
import time
from collections.abc import Sequence
from typing import Final

from keyharvest import words
from keyharvest.page.parts.controls import head, hidden, named, options, select, table
from keyharvest.page.parts.icons import icon
from keyharvest.picture import tiles
from keyharvest.picture.elements import Html, h, join
from keyharvest.rules.components import CROPS, WORKERS
from keyharvest.saved.card import Card
from keyharvest.saved.statistics import PlayerFigures, Rival, figures, whose
from keyharvest.words.language import _, code, n_
from keyharvest.words.outcome import source_names
from keyharvest.words.terms import level
from keyharvest.words.when import day

_WORKERS_SHOWN: Final = 6
#: The chart of leads: its width and height, where its bars start, the height of the tallest, the most between two bars.
_WIDE, _HIGH, _LEFT, _REACH, _STEP = 590, 206, 50, 84, 45
_MIDDLE: Final = 92
_LEADS_SHOWN: Final = 40


def statistics(cards: Sequence[Card], name: str, hinted: bool, now: float) -> Html:
    """Draw the whole screen: the figures of a person's finished games, with hints or without."""
    found = figures(cards, name, hinted)
    if found is None:
        told = _("You haven't finished a game yet. Play one to the end to see its figures here.")
        return join(head(_("Statistics"), back="back"), h.p(".sheet.none")[told])
    games = n_("{number} finished game", "{number} finished games", found.total.games)
    return join(
        head(
            _("Statistics"),
            _hinted(found),
            _whose(found, whose(cards)),
            named("save", _("Export"), "table_file"),
            named("trash", _("Delete"), "delete", "finished"),
            back="back",
            beside=games.format(number=found.total.games),
        ),
        _numbers(found, now),
        _against(found),
        _leads(found, now),
        _sources(found),
        _by_players(found),
        _habits(found),
    )


def _hinted(found: PlayerFigures) -> Html:
    """Draw the choice of games with or without hints, if there are both."""
    if not found.apart:
        return h.span(".chip")[_("with hints")] if found.hinted else Html()
    sorts = {"no": _("Without hints"), "yes": _("With hints")}
    return options(_("Hints"), "hinted", sorts, "yes" if found.hinted else "no", "hinted")


def _whose(found: PlayerFigures, names: Sequence[str]) -> Html:
    if len(names) < 2:
        return Html()
    people = select("whose", {name: name for name in names}, found.name, data_intent="whose")
    return h.label(".whose")[h.span[_("Player shown")], people]


def _numbers(found: PlayerFigures, now: float) -> Html:
    total = found.total
    leads = [lead for _saved, lead in found.leads]
    told = (
        (str(total.games), n_("game", "games", total.games)),
        (str(total.won), _("won, {share}%").format(share=_percent(total.won, total.games))),
        (words.tenths(total.points), _("points on average")),
        (str(found.best), _("best, on {day}").format(day=day(found.best_saved / 1000, now))),
        (words.signed(sum(leads) / len(leads), 1), _("margin on average")),
    )
    return h.div(".figures")[(h.p(".sheet")[h.b[n], h.span[what]] for n, what in told)]


def _percent(part: float, whole: float) -> int:
    return round(100 * part / whole)


# Bars


def _chart(name: str, title: str, picture: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Html:
    """Draw a chart, and its figures as a table that replaces it on demand."""
    as_table = h.details[
        h.summary(".square", title=_("As a table"))[icon("list"), hidden(_("As a table"))],
        h.div(".scroll", tabindex="0", role="group", aria_label=title)[table(heads, rows)],
    ]
    head_line = h.h2(id=f"{name}-title")[title]
    return h.section(class_=f"sheet {name}", aria_labelledby=f"{name}-title")[
        head_line, as_table, h.div(".chart")[picture]
    ]


def _bar(parts: Sequence[tuple[str, float]], whole: float) -> Html:
    """Draw the parts of a bar side by side, with lengths proportional to their shares of the whole."""
    x, drawn = 0.0, []
    for kind, count in parts:
        width = 300 * count / whole
        if count:
            length = f"{max(width - 2, 1):.1f}"
            drawn.append(h.rect(class_=kind, x=f"{x:.1f}", width=length, height=24, rx=5))
        x += width
    return h.svg(".bar", viewBox="0 0 300 24", preserveAspectRatio="none", aria_hidden=True)[drawn]


def _line(label: str, bar: str, number: str) -> Html:
    return h.li[h.span(".label")[label], bar, h.b[number]]


def _key(*kinds: tuple[str, str]) -> Html:
    return h.p(".key")[(h.span[h.i(class_=f"swatch {kind}"), what] for kind, what in kinds)]


def _rival_name(rival: Rival) -> str:
    return rival.chair.name if rival.chair.human else level(rival.chair.kind)


def _against(found: PlayerFigures) -> Html:
    most = max(rival.won + rival.tied + rival.lost for rival in found.rivals)
    lines, rows = [], []
    for rival in found.rivals:
        games = rival.won + rival.tied + rival.lost
        name = join(tiles.face(rival.chair.face, rival.chair.badge), h.span[_rival_name(rival)])
        bar = _bar((("won", rival.won), ("tied", rival.tied), ("lost", rival.lost)), most)
        lines.append(_line(name, bar, _("{won} of {games}").format(won=rival.won, games=games)))
        rows.append((_rival_name(rival), str(rival.won), str(rival.tied), str(rival.lost)))
    heads = (_("opponent"), _("won"), _("tied"), _("lost"))
    kinds = [("won", _("won")), ("tied", _("tied")), ("lost", _("lost"))]
    if not any(rival.tied for rival in found.rivals):
        del kinds[1]
    return _chart("against", _("Won against"), join(h.ul(".bars")[lines], _key(*kinds)), heads, rows)


def _leads(found: PlayerFigures, now: float) -> Html:
    leads = found.leads[-_LEADS_SHOWN:]
    most = max(5, *(abs(lead) for _saved, lead in leads))
    unit = _REACH / most
    mark = 5 if most < 20 else 10 * -(-most // 40)
    step = min(_STEP, (_WIDE - _LEFT - 10) / len(leads))
    width = min(26, 0.7 * step)
    drawn = []
    for value in range(-mark * (most // mark), most + 1, mark):
        y = f"{_MIDDLE - value * unit:.1f}"
        drawn.append(h.path(d=f"M{_LEFT - 6} {y}H{_WIDE - 10}", class_="zero" if not value else "grid"))
        beside = f"{_MIDDLE - value * unit + 5:.1f}"
        drawn.append(h.text(".axis", x=_LEFT - 12, y=beside)[words.signed(value)])
    for at, (_saved, lead) in enumerate(leads):
        x, height = f"{_LEFT + (at + 0.15) * step:.1f}", f"{abs(lead) * unit:.1f}"
        if lead:
            top = f"{_MIDDLE - lead * unit:.1f}" if lead > 0 else _MIDDLE
            drawn.append(
                h.rect(class_="won" if lead > 0 else "lost", x=x, y=top, width=f"{width:.1f}", height=height, rx=4)
            )
        else:
            drawn.append(h.circle(".tied", cx=f"{_LEFT + (at + 0.5) * step:.1f}", cy=_MIDDLE, r=6))
    if len(leads) > 1:
        drawn.append(h.text(".axis.first", x=_LEFT, y=_HIGH - 2)[_("oldest")])
        drawn.append(h.text(".axis", x=f"{_LEFT + step * len(leads):.1f}", y=_HIGH - 2)[_("newest")])
    picture = h.svg(".leads", viewBox=f"0 0 {_WIDE} {_HIGH}", aria_hidden=True)[drawn]
    rows = [(day(saved / 1000, now), words.signed(lead)) for saved, lead in reversed(found.leads)]
    title = _("Margin at the end of each game")
    return _chart("leading", title, picture, (_("day"), _("margin")), rows)


def _sources(found: PlayerFigures) -> Html:
    labels = (("won", _("{name}, won")), ("lost", _("{name}, not won")), ("others", _("Opponents")))
    told = [(label.format(name=found.name), found.sources[kind][1]) for kind, label in labels if found.sources[kind][0]]
    whole = max(1.0, *(sum(numbers) for _label, numbers in told))
    lines = [
        _line(label, _bar([(f"s{at}", n) for at, n in enumerate(numbers, 1)], whole), words.tenths(sum(numbers)))
        for label, numbers in told
    ]
    names = source_names()
    rows = [(label, *map(words.tenths, numbers), words.tenths(sum(numbers))) for label, numbers in told]
    key = _key(*((f"s{at}", name) for at, name in enumerate(names, 1)))
    picture = join(h.ul(".bars")[lines], key)
    return _chart("sources", _("Where points come from"), picture, ("", *names, _("points")), rows)


# Tables


def _by_players(found: PlayerFigures) -> Html:
    rows = [
        (
            n_("{number} player", "{number} players", players).format(number=players),
            str(share.games),
            str(share.won),
            _("{share}%").format(share=_percent(share.won, share.games)),
            _("{share}%").format(share=_percent(1, players)),
            words.tenths(share.points),
        )
        for players, share in found.by_players.items()
    ]
    heads = ("", _("games"), _("won"), _("share"), _("by chance"), _("points"))
    title = h.h2("#by-players-title")[_("By number of players")]
    return h.section(".sheet.by-players", aria_labelledby="by-players-title")[
        title, h.div(".scroll")[table(heads, rows)]
    ]


def _habits(found: PlayerFigures) -> Html:
    gained = [
        h.li[tiles.crop(at, label=words.crop(at)), h.b[words.tenths(number)]] for at, number in enumerate(found.gained)
    ]
    played = [
        h.li[
            tiles.worker(worker, None if WORKERS[worker].townsfolk else 0, label=words.worker(worker)),
            h.b[_("{share}%").format(share=round(100 * part))],
        ]
        for worker, part in found.played[:_WORKERS_SHOWN]
    ]
    return h.section(".sheet.habits")[
        h.h2[_("Counters per game")],
        h.ul(".gained")[gained],
        h.h2[_("Workers played, % of games")],
        h.ul(".played")[played],
    ]


def csv_text(cards: Sequence[Card]) -> str:
    """Return the finished games as a table: a line for each seat of each game, the newest game first.

    Where the decimal sign is a comma, spreadsheets expect semicolons between the columns.
    """
    out = io.StringIO()
    write = csv.writer(out, delimiter="," if code() == "en" else ";").writerow
    sources = ("workers", "largest group", "second group doubled", "crop majorities")
    gained = [f"gained {crop}" for crop in CROPS]
    seat_heads = ["day", "players", "seat", "name", "kind", "place", "points"]
    write([*seat_heads, *sources, *gained, "workers played", "turns", "hints"])
    for card in cards:
        date = time.strftime("%Y-%m-%d", time.localtime(card.saved / 1000))
        for seat, (chair, tally) in enumerate(zip(card.chairs, card.tallies, strict=True)):
            # Without the quote, a spreadsheet would run a name that begins like a formula.
            name = "'" + chair.name if chair.name[0] in "=+-@" else chair.name
            seats = [date, len(card.chairs), seat + 1, name, chair.kind, tally.place, tally.points]
            write([*seats, *tally.sources, *tally.gained, tally.played, card.turn, "yes" if card.hinted else "no"])
    return out.getvalue()
