"""A screen of the page: what it shows, its place, where it leads, and what can be done there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Any, ClassVar, Final, NamedTuple, Protocol, TypeVar

from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.forms import object_of
from keyharvest.page.core.intent import EVERYWHERE, Deed, deeds, intent
from keyharvest.page.parts import frame
from keyharvest.page.parts.scene import Scene
from keyharvest.picture.elements import Html
from keyharvest.rules.geometry import INDEX
from keyharvest.table.shortcuts import BOARD, COMPANY, PAGE, Act, act_for, chords, is_typed
from keyharvest.words.language import N_, _

#: The answer to intents of other screens in a demo.
IN_DEMO: Final = N_("You can't do that in a demo.")
#: Seconds that a search or a computer player thinks before messages are handled again.
SLICE: Final = 0.02
#: Seconds between steps that are shown, such as those of computer players, so that they can be read.
SECONDS: Final = {"slow": 2.4, "normal": 1.2, "fast": 0.1}
Marks = Mapping[str, Mapping[str, str]]
#: A class with intents, and the way from a screen to its object.
Owner = tuple[type, Callable[[Any], object]]


def steady(pace: str) -> float:
    """Return the seconds between steps on a table of its own, where they need no press at any pace."""
    return SECONDS.get(pace, SECONDS["normal"])


def pressed(value: object) -> dict[str, Any]:
    """The message of a key press. Raise ``ValueError`` if it names no key."""
    found = object_of(value)
    if not isinstance(found.get("key"), str):
        raise ValueError("expected the name of a key")
    return found


def effect(key: dict[str, Any], places: tuple[str, ...], typed: bool, row: str = "") -> Act | None:
    """Return the effect of a key; keys of the board or the phrase menu need the focus there.

    ``row`` is the row letter typed before, if any.

    >>> effect({"key": "5"}, ("table",), True, "C"), effect({"key": "4"}, ("table",), True)
    (('go', 'C5'), ('aim', 'store'))
    """
    named, scope = chords(key), key.get("scope")
    if typed and row:
        for each in named:
            if is_typed(each) and row + each in INDEX:
                return "go", row + each
    there = (scope, *places) if scope in (BOARD, COMPANY) else places
    return next(filter(None, (act_for(each, there, typed) for each in named)), None)


class OnScreen(Protocol):
    """A table on a screen."""

    def scene(self) -> Scene:
        """Return what its viewer sees."""

    def act(self, pressed: dict[str, Any], letters: bool) -> Act | None:
        """Return the effect of a key, if any."""


class Screen:
    """A screen. For another one, derive a class with a ``name`` and ``content`` in a room's ``screens.py``.

    Methods named ``do_…`` carry out intents (:mod:`keyharvest.page.core.intent`).

    Attributes:
        name: its name, on the page and in its place.
        look: the classes of its frame, besides its name: usually the cloth on which paper lies.
        aside: whether Back leads to the screen before; ``ends``: whether Back leads home, if it isn't aside.
        offers: the groups of intents that are valid on it, besides its own and those for every screen.
        parts: the paths to attributes whose intents are valid on it, too, and their classes.
        at_table: whether it shows the game on the table; ``playing``: whether that is played on it or, at the curtain,
            behind it.
        covers: the names of the dialogs that only it has.
        focus, sound: what gets the focus, and what is heard, when a move leads here.
        explains: whether a lesson opened from here leads back here.
        of: the name of the screen of which it is a part, and which stays as it was left.
        result: whether it shows the result of the game on the table.
        in_notebook: whether a notebook shows it (:mod:`keyharvest.widget`); any other leads back to the game.
        gathers: whether it shows who has been invited; ``invited``: whether it shows an invitation received;
            ``answers``: the id of its field for answers to an invitation.
    """

    name: ClassVar[str]
    look: ClassVar[str] = "cloth"
    aside: ClassVar[bool] = False
    ends: ClassVar[bool] = True
    offers: ClassVar[tuple[str, ...]] = ()
    parts: ClassVar[tuple[tuple[str, type], ...]] = ()
    at_table: ClassVar[bool] = False
    playing: ClassVar[bool] = False
    covers: ClassVar[tuple[str, ...]] = ()
    focus: ClassVar[str] = ""
    sound: ClassVar[str] = ""
    explains: ClassVar[bool] = False
    of: ClassVar[str] = ""
    result: ClassVar[bool] = False
    in_notebook: ClassVar[bool] = False
    gathers: ClassVar[bool] = False
    invited: ClassVar[bool] = False
    answers: ClassVar[str] = ""
    refusal: ClassVar[str] = N_("This screen has no such action.")

    def __init__(self, page: Any) -> None:
        """Make the screen of a :class:`~keyharvest.page.page.Page`, which each class declares for itself."""
        self.page = page

    # The content

    def draw(self) -> tuple[Html, Mapping[str, Html] | None]:
        """Draw the screen: its frame and its panels, or everything and ``None``."""
        return frame.page(self.content(), f"{self.name} {self.look}".rstrip()), None

    def content(self) -> Html:
        """Draw a screen that has no panels."""
        raise NotImplementedError

    @property
    def table(self) -> OnScreen | None:
        """The table that it shows."""
        return None

    def scene(self) -> Scene | None:
        """Return the table to be covered or described."""
        return self.table.scene() if self.table else None

    def marks(self) -> tuple[Marks, bool]:
        """Return the marks of elements at the moment shown, and whether that is past."""
        return {}, False

    def cover(self, _name: str) -> Html | None:
        """Draw one of its ``covers``; ``None`` if it isn't one."""
        return None

    # Its place

    def place(self) -> str:
        """Return its place, to which :meth:`enter` returns."""
        return self.name

    def enter(self, which: str) -> Patch | None:
        """Return to its place, of which ``which`` is what follows the colon. Raise ``ValueError`` if it is gone.

        Usually, the intent that has its name leads there.
        """
        patch: Patch | None = self.page.here.shown.carry_out(self.name, which or None)
        return patch

    def layers(self) -> list[str]:
        """Return the names of what covers the question on it, which the way back closes first."""
        return []

    def uncover(self, _kept: list[str]) -> Patch | None:
        """Close what covers the question, except for the layers ``kept``."""
        return None

    def address(self) -> str:
        """Return what a reload should open in place of the last game, as the fragment of the page's address."""
        return ""

    def returned(self) -> None:
        """Note that a side screen has led back here."""

    def after_lesson(self, rule: str) -> Patch:
        """Return what to show when a lesson about a rule has led back here."""
        raise NotImplementedError

    # What moves by itself

    def wait(self, _pace: str) -> float | None:
        """Return the seconds until :meth:`step` is due, or ``None`` if nothing moves by itself."""
        return None

    def step(self) -> tuple[Patch, bool]:
        """Do the next thing that is due; return an addition to the patch, and whether anything drawn has changed."""
        return {}, False

    # Intents

    @property
    def _intents(self) -> Mapping[str, Intent]:
        if type(self) not in _INTENTS:
            _INTENTS[type(self)] = intents_of(type(self), self.page.owners)
        return _INTENTS[type(self)]

    def carry_out(self, name: str, value: object) -> Patch | None:
        """Carry out an intent; return an addition to the next patch, if any.

        Raise ``ValueError`` and change nothing if it isn't valid on this screen, or its value is impossible.
        """
        found = self._intents.get(name)
        if found is None:
            raise ValueError(_(self.refusal))
        read = found.deed.read
        try:
            given = (read(value),) if read else ()
        except ValueError as error:
            raise ValueError(f"message: {name}: {error}") from None
        return self.do(found, lambda owner: getattr(owner, f"do_{name}")(*given))

    def do(self, found: Intent, act: Callable[[Any], Patch | None]) -> Patch | None:
        """Let the owner of an intent carry it out."""
        return act(found.owner(self))

    @intent(pressed)
    def do_key(self, key: dict[str, Any]) -> Patch | None:
        """Carry out the intent of a key on this screen, if any."""
        name, value = self.act(key) or ("", None)
        return self.carry_out(name, value) if name in self._intents else None

    def act(self, key: dict[str, Any]) -> Act | None:
        """Return the effect of a key here, if any."""
        return self.table.act(key, self.page.letters) if self.table else effect(key, (PAGE,), self.page.letters)


class Intent(NamedTuple):
    """An intent that is valid on a screen: how it is carried out, and by what."""

    deed: Deed
    owner: Callable[[Any], object]


#: The intents of the screens shown so far.
_INTENTS: Final[dict[type[Screen], Mapping[str, Intent]]] = {}


def intents_of(screen: type[Screen], wide: Iterable[Owner]) -> dict[str, Intent]:
    """Return the intents that are valid on a screen: its own, those of its parts, and those for other screens, too."""
    own: list[Owner] = [(screen, lambda shown: shown), *((each, attrgetter(name)) for name, each in screen.parts)]
    offered = (screen.name, EVERYWHERE, *screen.offers)
    found: dict[str, Intent] = {}
    for owners, valid in ((own, ("", *offered)), (wide, offered)):
        for owner, reach in owners:
            for name, deed in deeds(owner).items():
                if deed.on in valid:
                    found.setdefault(name, Intent(deed, reach))
    return found


def carry_out(screen: Screen, message: object) -> Patch | None:
    """Carry out a message of the shell, as :meth:`Screen.carry_out` does an intent."""
    if not isinstance(message, dict):
        raise ValueError(f"message: expected an object, not {type(message).__name__}")
    name = message.get("intent")
    if not isinstance(name, str):
        raise ValueError(f"message: intent: expected text, not {type(name).__name__}")
    return screen.carry_out(name, message.get("value"))


Kind = TypeVar("Kind", bound=Screen)


class Whereabouts:
    """The screen that is shown now, and the one behind it, to which a side screen returns.

    ``left`` is the place that the page showed before it was loaded again, until its first screen is shown.
    """

    shown: Screen
    behind: Screen

    def __init__(self, make: Callable[[str], Screen]) -> None:
        """Make each screen by its name when it is first needed."""
        self.left = ""
        self._make = make
        self._made: dict[str, Screen] = {}

    def find(self, name: str) -> Screen:
        """Return a screen. Raise ``ValueError`` if there is none of this name."""
        if name not in self._made:
            self._made[name] = self._make(name)
        return self._made[name]

    def get(self, kind: type[Kind]) -> Kind:
        """Return the screen of a class."""
        found = self.find(kind.name)
        assert isinstance(found, kind)
        return found

    def show(self, name: str) -> None:
        """Show a screen."""
        self.shown = self.find(name)

    def leave_for(self, name: str) -> None:
        """Go to a side screen, which leads back here."""
        if not self.shown.aside:
            self.behind = self.shown
        self.show(name)

    def go_back(self) -> None:
        """Return from a side screen."""
        self.shown = self.behind
        self.shown.returned()
