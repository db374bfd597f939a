"""A position as one line of text (docs/formats.md, "Position")."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields as dataclass_fields
from typing import Any, Final

from keyharvest.record.soundness import fault
from keyharvest.rules import counters
from keyharvest.rules.components import EVENT_INDEX, EVENT_LETTERS, WORKER_INDEX, WORKER_LETTERS
from keyharvest.rules.engine import frame_kinds
from keyharvest.rules.foreign import check_text, plain, unquoted
from keyharvest.rules.geometry import INDEX, SPACES, names, spaces_in
from keyharvest.rules.layout import layout_from_word, layout_word
from keyharvest.rules.state import Frame, Posts, State, Store

_FIRST: Final = "kh1"
#: More characters than any position has, whatever its layout.
LONGEST: Final = 10_000


def position_text(state: State) -> str:
    """Return a position as one line.

    >>> from keyharvest.rules import new_game
    >>> position_text(new_game(2)).split()[:3]
    ['kh1', 'players=2', 'layout=standard-2']
    """
    words = [
        f"{_FIRST} players={state.players} layout={layout_word(state.layout)} turn={state.turn}"
        f" seat={_number(state.seat)} start={_number(state.start)} left={_write_left(state.left)} idle={state.idle}"
        f" stock={counters.text(state.stock)} registry={_refs(state.registry)} bag={_refs(state.bag)}"
        f" fallow={_refs(state.fallow)} town={_letters(state.town, WORKER_LETTERS)}"
        f" events={_letters(state.bag_events, EVENT_LETTERS)} removed={_letters(state.removed, EVENT_LETTERS)}"
        f" seen={_letters(state.seen, EVENT_LETTERS)} aside={_letters(state.aside, EVENT_LETTERS)}"
        f" gone={_letters(state.gone, EVENT_LETTERS)}"
        f" placed={''.join([EVENT_LETTERS[event] for event in state.placed]) or '-'}"
    ]
    for seat in range(state.players):
        n = seat + 1
        words.append(
            f"board{n}={_fields(state.fields[seat], state.ripe[seat])} workers{n}={_posts(state.posts[seat])}"
            f" hand{n}={counters.text(state.hands[seat])} known{n}={counters.text(state.known[seat])}"
            f" revealed{n}={counters.text(state.revealed[seat])} store{n}={_store(state.stores[seat])}"
        )
    words.append("stack=" + ("/".join(map(_frame, state.stack)) or "-"))
    return " ".join(words)


def parse_position(text: str) -> State:
    """Read a line that :func:`position_text` wrote. Raise ``ValueError`` with the word and the reason.

    The position must also be sound: tiles, counters, workers and events are each in one place, and the open question
    can be answered. A mail or an editor may have broken the line, or changed its dashes and spaces.
    """
    s = parse_draft(text)
    found = fault(s)
    if found:
        raise ValueError(f"position: {found}")
    if position_text(s) != " ".join(_words(text)):
        raise ValueError("position: a value is not in canonical form (another order, or a number written differently)")
    return s


def parse_draft(text: str) -> State:
    """Read a line of a position, even if it is unsound. Raise ``ValueError`` with the word and the reason."""
    if len(check_text("position", text)) > LONGEST:
        raise ValueError(f"position: {len(text)} characters; no position has more than {LONGEST}")
    words = _Words(_words(text))
    if words.take("version") != _FIRST:
        raise ValueError(f"position: word 1: expected {_FIRST!r}, the version")
    players = words.value("players", _parse_count)
    layout = words.value("layout", layout_from_word)
    try:
        s = State.empty(players, layout)
    except ValueError as error:
        raise ValueError(f"position: {error}") from None
    s.turn = words.value("turn", _parse_count)
    s.seat = words.value("seat", _parse_number)
    s.start = words.value("start", _parse_number)
    s.left = words.value("left", _parse_left)
    s.idle = words.value("idle", _parse_count)
    s.stock = words.value("stock", counters.parse)
    s.registry = words.value("registry", _parse_refs)
    s.bag = words.value("bag", _parse_refs)
    s.fallow = words.value("fallow", _parse_refs)
    s.town = words.value("town", _parse_workers)
    s.bag_events = words.value("events", _parse_events)
    s.removed = words.value("removed", _parse_events)
    s.seen = words.value("seen", _parse_events)
    s.aside = words.value("aside", _parse_events)
    s.gone = words.value("gone", _parse_events)
    s.placed = words.value("placed", _parse_placed)
    seats = [
        (
            *words.value(f"board{n}", _parse_fields),
            words.value(f"workers{n}", _parse_posts),
            words.value(f"hand{n}", counters.parse),
            words.value(f"known{n}", counters.parse),
            words.value(f"revealed{n}", counters.parse),
            words.value(f"store{n}", _parse_store),
        )
        for n in range(1, players + 1)
    ]
    s.fields, s.ripe, s.posts, s.hands, s.known, s.revealed, s.stores = zip(*seats, strict=True)
    s.stack = words.value("stack", _parse_stack)
    words.end()
    return s


def _words(text: str) -> list[str]:
    return plain(unquoted(text)).split()


class _Words:
    """The words of a position, read one after the other."""

    def __init__(self, words: list[str]) -> None:
        self._words: Iterator[tuple[int, str]] = iter(list(enumerate(words, 1)))

    def take(self, wanted: str) -> str:
        """Return the next word."""
        try:
            self._at, word = next(self._words)
        except StopIteration:
            raise ValueError(f"position: ends before {wanted}=…") from None
        return word

    def value(self, key: str, parse: Callable[[str], Any]) -> Any:
        """Return the value of the next word, which must have this key."""
        word = self.take(key)
        found, equals, value = word.partition("=")
        if found != key or not equals or not value:
            raise ValueError(f"position: word {self._at} {word[:40]!r}: expected {key}=…")
        try:
            return parse(value)
        except ValueError as error:
            raise ValueError(f"position: word {self._at} {word[:60]!r}: {error}") from None

    def end(self) -> None:
        """Raise ``ValueError`` if there is another word."""
        for at, word in self._words:
            raise ValueError(f"position: word {at} {word[:40]!r}: expected the end of the position")


# Each value has a writer and a reader.


def _number(seat: int) -> str:
    return str(seat + 1) if seat >= 0 else "-"


def _parse_number(word: str) -> int:
    if word == "-":
        return -1
    if word not in ("1", "2", "3", "4"):
        raise ValueError("expected a seat from 1, or '-'")
    return int(word) - 1


def _parse_count(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 6):
        raise ValueError("expected a number")
    return int(word)


def _write_left(left: int) -> str:
    return str(left) if left >= 0 else "-"


def _parse_left(word: str) -> int:
    return -1 if word == "-" else _parse_count(word)


def _refs(mask: int) -> str:
    return "".join(names(mask)) or "-"


def _parse_refs(word: str) -> int:
    mask = 0
    if word != "-":
        for at in range(0, len(word), 2):
            mask |= _new_bit(mask, _parse_ref(word[at : at + 2]), word[at : at + 2])
    return mask


def _new_bit(mask: int, index: int, name: str) -> int:
    if mask >> index & 1:
        raise ValueError(f"{name} twice")
    return 1 << index


def _parse_ref(word: str) -> int:
    if word not in INDEX:
        raise ValueError(f"{word[:20]!r} is not a reference from A1 to G7")
    return INDEX[word]


def _letters(mask: int, alphabet: str) -> str:
    return "".join([alphabet[index] for index in spaces_in(mask)]) or "-"


def _parse_letters(word: str, index: dict[str, int], what: str) -> list[int]:
    found: list[int] = []
    if word != "-":
        for letter in word:
            if letter not in index:
                raise ValueError(f"{letter!r} is not {what}")
            if index[letter] in found:
                raise ValueError(f"{letter} twice")
            found.append(index[letter])
    return found


def _parse_workers(word: str) -> int:
    return sum(1 << worker for worker in _parse_letters(word, WORKER_INDEX, "a worker from A to L"))


def _parse_events(word: str) -> int:
    return sum(1 << event for event in _parse_letters(word, EVENT_INDEX, "an event from M to Z"))


def _parse_placed(word: str) -> tuple[int, ...]:
    return tuple(_parse_letters(word, EVENT_INDEX, "an event from M to Z"))


def _fields(fields: int, ripe: int) -> str:
    return "".join([SPACES[s] + ("+" if ripe >> s & 1 else "-") for s in spaces_in(fields)]) or "-"


def _parse_fields(word: str) -> tuple[int, int]:
    fields = ripe = 0
    if word != "-":
        for at in range(0, len(word), 3):
            name, sign = word[at : at + 2], word[at + 2 : at + 3]
            bit = _new_bit(fields, _parse_ref(name), name)
            if sign not in ("+", "-") or not sign:
                raise ValueError(f"{name}: expected '+' (unharvested) or '-' (harvested) after it")
            fields |= bit
            ripe |= bit if sign == "+" else 0
    return fields, ripe


def _posts(posts: Posts) -> str:
    return "".join([f"{WORKER_LETTERS[worker]}@{SPACES[space]}" for worker, space in posts]) or "-"


def _parse_posts(word: str) -> Posts:
    posts = []
    if word != "-":
        for at in range(0, len(word), 4):
            post = word[at : at + 4]
            if post[:1] not in WORKER_INDEX or not post[:1] or post[1:2] != "@":
                raise ValueError(f"{post!r}: expected a worker and its space such as A@C4")
            posts.append((WORKER_INDEX[post[0]], _parse_ref(post[2:])))
    return tuple(posts)


def _store(store: Store) -> str:
    return ",".join([f"{SPACES[tile]}:{counters.text(bid)}" for tile, bid in store]) or "-"


def _parse_store(word: str) -> Store:
    store = []
    if word != "-":
        for entry in word.split(","):
            name, _, bid = entry.partition(":")
            store.append((_parse_ref(name), counters.parse(bid)))
    return tuple(store)


# Frames: the name of a field decides which codec writes and reads its value.

_Codec = tuple[Callable[[Any], str], Callable[[str], Any]]
_SEAT: Final[_Codec] = (_number, _parse_number)
_REF: Final[_Codec] = (lambda tile: SPACES[tile], _parse_ref)
_REFS: Final[_Codec] = (_refs, _parse_refs)
_COUNT: Final[_Codec] = (str, _parse_count)
_FLAG: Final[_Codec] = (lambda flag: "1" if flag else "0", lambda word: bool(_one_of(word, "01")))
_SOURCES: Final = "ad" + WORKER_LETTERS + EVENT_LETTERS
_SOURCE: Final[_Codec] = (str, lambda word: _SOURCES[_one_of(word, _SOURCES)])
_WORKER: Final[_Codec] = (lambda worker: WORKER_LETTERS[worker], lambda word: _one_of(word, WORKER_LETTERS))
_EVENT: Final[_Codec] = (lambda event: EVENT_LETTERS[event], lambda word: _one_of(word, EVENT_LETTERS))
_WORKERS: Final[_Codec] = (lambda mask: _letters(mask, WORKER_LETTERS), _parse_workers)

_CODECS: Final[dict[str, _Codec]] = {
    **dict.fromkeys(("seat", "drawer", "receiver", "payee"), _SEAT),
    **dict.fromkeys(("tile", "own"), _REF),
    **dict.fromkeys(("candidates", "picked"), _REFS),
    **dict.fromkeys(("number", "least", "room", "used", "open", "asked", "bought", "given"), _COUNT),
    **dict.fromkeys(("optional", "drawn", "chooses"), _FLAG),
    "source": _SOURCE,
    "worker": _WORKER,
    "workers": _WORKERS,
    "event": _EVENT,
}
_KINDS: Final = frame_kinds()
_ARGUMENTS: Final = {
    kind: tuple((field.name, *_CODECS[field.name]) for field in dataclass_fields(kind))  # type: ignore[arg-type]
    for kind in _KINDS.values()
}


def _one_of(word: str, letters: str) -> int:
    at = letters.find(word)
    if len(word) != 1 or at < 0:
        raise ValueError(f"{word[:20]!r}: expected one of {letters}")
    return at


def _frame(frame: Frame) -> str:
    kind = type(frame)
    return f"{kind.__name__}({','.join([write(getattr(frame, name)) for name, write, _ in _ARGUMENTS[kind]])})"


def _parse_stack(word: str) -> tuple[Frame, ...]:
    return () if word == "-" else tuple(map(_parse_frame, word.split("/")))


def _parse_frame(word: str) -> Frame:
    name, bracket, rest = word.partition("(")
    if name not in _KINDS or not bracket or not rest.endswith(")"):
        raise ValueError(f"{word[:40]!r}: no such question or step")
    kind = _KINDS[name]
    wanted = _ARGUMENTS[kind]
    given = rest[:-1].split(",") if rest != ")" else []
    if len(given) != len(wanted):
        raise ValueError(f"{name}: {len(given)} arguments, expected {len(wanted)}")
    arguments = {}
    for (argument, _, read), text in zip(wanted, given, strict=True):
        try:
            arguments[argument] = read(text)
        except ValueError as error:
            raise ValueError(f"{name}, {argument}: {error}") from None
    return kind(**arguments)
