"""The game's own board in a notebook: clickable, with undo and hints, and an event for each move (docs/notebooks.md).

The page's session runs beside the notebook's Python; the notebook shows what it draws in a frame, in the page's style.
"""

from __future__ import annotations

import json
import pkgutil
import secrets
from collections.abc import Sequence
from itertools import takewhile
from typing import Any, Final

from keyharvest.game import SEED_DIGITS, Game
from keyharvest.page.session import Session
from keyharvest.page.tabletop.tabletop import Tabletop
from keyharvest.picture import colours, sprites
from keyharvest.picture.sprites import SHEET
from keyharvest.players import NAMES
from keyharvest.table.chairs import PERSON, Chair
from keyharvest.table.set_up import NAMES as FIRST
from keyharvest.table.set_up import named
from keyharvest.table.sitting import Sitting

try:
    import anywidget
    import traitlets
except ImportError:
    raise ImportError("keyharvest.widget needs anywidget: pip install keyharvest[notebook]") from None

#: What of a patch concerns a frame.
_SHOWN: Final = ("panels", "attributes", "screen", "over", "focus", "say", "alert")
_FRAME: Final = """<!doctype html><html lang="en" id="page"><head><meta charset="utf-8"><style>{style}</style></head>
<body data-screen="game" data-keys="page" data-shell="ready" data-game="ready">
<div id="alert" class="shell-alert" role="alert"></div><div id="news" class="shell-news" role="status"></div>
<div id="say" class="shell-say" role="status"></div><main id="main"></main>
<dialog id="over" class="over" aria-labelledby="over-title"></dialog>{drawings}</body></html>"""
#: The page's fonts aren't here, and its way out is none.
_OWN: Final = (
    ":root{--text:system-ui,sans-serif;--display:georgia,serif}.brand,[data-intent=home]{display:none!important}"
)


class Table(anywidget.AnyWidget):  # type: ignore[misc]
    """A game to play in a notebook.

    ``game``: the game, a new one by default, which is played in place. ``opponents``: the computer players of its last
    seats; people at this notebook have the others. ``height``: in pixels. Raise ``ValueError`` if they don't fit.

    Attributes:
        moves: all moves of the game; ``table.observe(function, "moves")`` calls a function after each one.
    """

    _esm = (pkgutil.get_data("keyharvest", "widget.js") or b"").decode()
    height = traitlets.Int(960).tag(sync=True)
    moves = traitlets.List(traitlets.Unicode())

    def __init__(self, game: Game | None = None, opponents: Sequence[str] = ("farmer",), height: int = 960) -> None:
        for name in opponents:
            if name not in NAMES:
                raise ValueError(f"opponents: {name!r}: expected some of {', '.join(NAMES)}")
        game = game or Game.new(1 + len(opponents), seed=secrets.randbelow(10**SEED_DIGITS))
        people = game.state.players - len(opponents)
        if people < 1:
            raise ValueError(f"opponents: {len(opponents)}, but this is a game of {game.state.players}")
        kinds = [PERSON] * people + list(opponents)
        chairs = [Chair(name, kind) for name, kind in zip(named(FIRST[0]), kinds, strict=False)]
        self._session = Session({})
        self._panels: dict[str, str] = {}
        self._attributes: dict[str, dict[str, str | None]] = {}
        self._sent = 0
        self._take(self._session.start())
        seating = self._session.seating
        seating.sit_down(Tabletop(Sitting.seated(game, chairs), seating.moved))
        self._take(self._session.handle({"intent": "visible"}))
        super().__init__(height=height, moves=list(game.moves))
        self.on_msg(self._hear)

    @property
    def game(self) -> Game:
        """The game on the table: after a rematch, another one."""
        return self._session.table.sitting.game

    def _take(self, patch: dict[str, Any]) -> dict[str, Any]:
        """Remember what is shown, for frames that open later."""
        panels = patch.get("panels", {})
        if "main" in panels:
            self._panels, self._attributes = {}, {"page": self._attributes.get("page", {})}
        self._panels |= panels
        for name, values in patch.get("attributes", {}).items():
            self._attributes[name] = self._attributes.get(name, {}) | values
        return patch

    def _hear(self, _widget: object, message: dict[str, Any], _buffers: object) -> None:
        """Answer a frame: with its page, with all that is shown, or with what its reader has changed."""
        if message.get("frame"):
            self.send({"frame": _page()})
        elif message.get("all"):
            self._tell({"panels": self._panels, "attributes": self._attributes, "screen": self._session.screen})
        elif "step" not in message:
            self._tell(self._done(message))
        elif message["step"] == self._sent:  # other frames show the same game
            self._tell(self._take(self._session.step()))

    def _done(self, message: dict[str, Any]) -> dict[str, Any]:
        """Carry out an intent; return what has changed."""
        patch = self._take(self._session.handle({"intent": message.get("intent"), "value": message.get("value")}))
        if not self._session.here.shown.in_notebook:
            patch = self._take(self._session.handle({"intent": "continue", "value": None}))
        return patch

    def _tell(self, patch: dict[str, Any]) -> None:
        self._sent += 1
        told: dict[str, Any] = {name: patch[name] for name in _SHOWN if name in patch}
        told |= {"next": self._session.wait(), "number": self._sent}
        self.send(json.loads(json.dumps(told)))  # plain strings: some notebooks take a class of strings for an object
        played = list(self.game.moves)
        common = len([*takewhile(lambda two: two[0] == two[1], zip(self.moves, played, strict=False))])
        if common < len(self.moves):
            self.moves = played[:common]
        for end in range(common + 1, len(played) + 1):
            self.moves = played[:end]


def _page() -> str:
    """Return the frame's page, with the style of the game's own."""
    sheet = pkgutil.get_data("keyharvest", "widget.css") or b""
    style = f"@layer reset,tokens;@layer tokens{{{colours.themes()}{SHEET}}}{sheet.decode()}{_OWN}"
    return _FRAME.format(style=style.replace("</", "<\\/"), drawings=sprites.sprites())
