"""Intents: the messages of the page, each declared beside the method that carries it out.

``@intent(space_of)`` above ``do_tap`` makes ``tap`` an intent whose value ``space_of`` reads; without a reader it has
no value. It is valid on the screen to which its class belongs (:mod:`keyharvest.page.core.screen`), or where ``on``
says.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final, NamedTuple, TypeVar, overload

from keyharvest.page.core.drawing import Patch

#: The values of ``on``, besides the name of a screen: all screens of the page, but not the demos.
EVERYWHERE: Final = "everywhere"
#: The choices at a table, which a lesson refuses while there is only text to read.
CHOICES: Final = "choices"
#: The tables of games and tasks; the table of a game, now or later; what can become an exercise.
STEPS: Final = "steps"
PLAYED: Final = "played"
ANALYSED: Final = "analysed"
#: The people on other pages: their phrases, and who plays; the invitations of a host, and what makes links.
TALK: Final = "talk"
COMPANY: Final = "company"
HOST: Final = "host"
LINKS: Final = "links"

Part = TypeVar("Part")
Value = TypeVar("Value")
Result = TypeVar("Result", bound="Patch | None")


class Deed(NamedTuple):
    """A method that carries out an intent, the reader of its value, if any, and the screens that have it."""

    method: Callable[..., Patch | None]
    read: Callable[[object], Any] | None
    on: str


_DEEDS: Final[dict[object, Deed]] = {}


@overload
def intent(*, on: str = "") -> Callable[[Callable[[Part], Result]], Callable[[Part], Result]]: ...


@overload
def intent(
    read: Callable[[object], Value], *, on: str = ""
) -> Callable[[Callable[[Part, Value], Result]], Callable[[Part, Value], Result]]: ...


def intent(
    read: Callable[[object], Any] | None = None, *, on: str = ""
) -> Callable[[Callable[..., Patch | None]], Callable[..., Patch | None]]:
    """Declare that a method named ``do_…`` carries out an intent."""

    def declare(method: Callable[..., Patch | None]) -> Callable[..., Patch | None]:
        _DEEDS[method] = Deed(method, read, on)
        return method

    return declare


@cache
def deeds(owner: type) -> dict[str, Deed]:
    """Return the intents that a class carries out, by name."""
    found: dict[str, Deed] = {}
    for each in reversed(owner.__mro__):
        found |= {name.removeprefix("do_"): _DEEDS[method] for name, method in vars(each).items() if _known(method)}
    return found


def _known(method: object) -> bool:
    return callable(method) and method in _DEEDS
