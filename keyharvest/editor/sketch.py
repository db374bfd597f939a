"""Layouts in the making, one or all of a device: the crop of each field, the starting pairs (rules 1.3 and 1.5)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from keyharvest.editor.undo import Undoable
from keyharvest.rules.components import CROP_LETTERS, CROPS
from keyharvest.rules.foreign import showable, visible
from keyharvest.rules.geometry import INDEX, SPACES
from keyharvest.rules.json_text import parse_json
from keyharvest.rules.layout import LONGEST_NAME, NAMELESS, Layout
from keyharvest.words.language import _, n_
from keyharvest.words.terms import crop as crop_name

#: The letter of a field without a crop, and its number.
BARE: Final = "."
NONE: Final = -1
#: The starting pairs of a layout (rule 1.5).
PAIR_COUNT: Final = 4
#: The most layouts that a device keeps.
MOST: Final = 20


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that a sketch lacks, in words, and the first space that it concerns (-1 for none)."""

    text: str
    space: int = -1


@dataclass(frozen=True, slots=True)
class Sketch:
    """A layout in the making. ``crops`` has :data:`NONE` where none is known; the last pair may lack its second field.

    >>> sketch = Sketch("My box").painted(0, 3).paired(0).paired(55)
    >>> sketch.line()[:3], sketch.line()[-4:], sketch.counts()
    ('b..', 'A1G7', [0, 0, 0, 1, 0])
    >>> [gap.text for gap in sketch.gaps()]
    ['55 fields have no crop yet (rule 1.3).', 'Starting pairs: 1 of 4 (rule 1.5).']
    """

    name: str
    crops: tuple[int, ...] = (NONE,) * len(SPACES)
    pairs: tuple[tuple[int, ...], ...] = ()

    @classmethod
    def of(cls, layout: Layout) -> Sketch:
        """Return the sketch of a whole layout."""
        name = _("Shared layout") if layout.name == NAMELESS else layout.name
        return cls(name, layout.crops, layout.pairs)

    @property
    def blank(self) -> bool:
        """Whether nothing has been painted yet."""
        return not self.fields() and not self.pairs

    def fields(self) -> int:
        """Return the mask of the fields that have a crop."""
        return sum(1 << space for space, crop in enumerate(self.crops) if crop != NONE)

    def counts(self) -> list[int]:
        """Return the number of fields of each crop."""
        return [self.crops.count(crop) for crop in range(len(CROPS))]

    def pair_of(self, space: int) -> int:
        """Return the number of a field's starting pair, from 1; 0 if it is in none."""
        return next((number for number, pair in enumerate(self.pairs, 1) if space in pair), 0)

    def painted(self, space: int, crop: int) -> Sketch:
        """Give a field a crop."""
        return replace(self, crops=(*self.crops[:space], crop, *self.crops[space + 1 :]))

    def paired(self, space: int) -> Sketch:
        """Add a field to the pair begun, or begin one with it; remove the pair of a field that is in one.

        Raise ``ValueError`` if there are four pairs already (rule 1.5).
        """
        if self.pair_of(space):
            return replace(self, pairs=tuple(pair for pair in self.pairs if space not in pair))
        if self.pairs and len(self.pairs[-1]) == 1:
            first = self.pairs[-1][0]
            return replace(self, pairs=(*self.pairs[:-1], (min(first, space), max(first, space))))
        if len(self.pairs) == PAIR_COUNT:
            raise ValueError(_("There are four starting pairs already: tap one to remove it (rule 1.5)."))
        return replace(self, pairs=(*self.pairs, (space,)))

    def gaps(self) -> list[Gap]:
        """Return all that a game still needs; empty if it can be played."""
        bare = [space for space, crop in enumerate(self.crops) if crop == NONE]
        found = []
        if bare:
            told = n_(
                "{number} field has no crop yet (rule 1.3).", "{number} fields have no crop yet (rule 1.3).", len(bare)
            )
            found.append(Gap(told.format(number=len(bare)), bare[0]))
        else:
            found += [
                Gap(_("No field has this crop: {crop} (rule 1.3).").format(crop=crop_name(crop)))
                for crop, number in enumerate(self.counts())
                if not number
            ]
        if self.pairs and len(self.pairs[-1]) == 1:
            told = _("Starting pair {number} needs its second field (rule 1.5).")
            found.append(Gap(told.format(number=len(self.pairs)), self.pairs[-1][0]))
        elif len(self.pairs) < PAIR_COUNT:
            told = _("Starting pairs: {number} of {all} (rule 1.5).")
            found.append(Gap(told.format(number=len(self.pairs), all=PAIR_COUNT)))
        return found

    def layout(self) -> Layout:
        """Return the layout. Raise ``ValueError`` with the first of :meth:`gaps`."""
        for gap in self.gaps():
            raise ValueError(gap.text)
        return Layout(self.name, self.crops, tuple(sorted((one, other) for one, other in self.pairs)))

    def line(self) -> str:
        """Return it on one line, without its name: as :func:`~keyharvest.rules.layout.compact`, but with gaps."""
        letters = "".join(BARE if crop == NONE else CROP_LETTERS[crop] for crop in self.crops)
        return f"{letters}/{''.join(SPACES[space] for pair in self.pairs for space in pair)}"

    @classmethod
    def read(cls, name: object, line: object) -> Sketch:
        """Read a name and what :meth:`line` writes. Raise ``ValueError`` for anything else."""
        if not isinstance(line, str):
            raise ValueError("layouts: expected a name and a line of text")
        letters, _slash, references = line.partition("/")
        found = [references[at : at + 2] for at in range(0, len(references), 2)]
        if any(each not in INDEX for each in found) or any(letter not in CROP_LETTERS + BARE for letter in letters):
            raise ValueError(f"layouts: {line[:80]!r} can't be read")
        spaces = [INDEX[each] for each in found]
        pairs = tuple(tuple(spaces[at : at + 2]) for at in range(0, len(spaces), 2))
        crops = tuple(CROP_LETTERS.find(letter) for letter in letters)
        if len(crops) != len(SPACES) or len(set(spaces)) != len(spaces) or len(pairs) > PAIR_COUNT:
            raise ValueError(f"layouts: {line[:80]!r} can't be read")
        return cls(checked_name(name), crops, pairs)


def checked_name(name: object) -> str:
    """Return a layout's name, without spaces around it. Raise ``ValueError`` if it isn't one."""
    if not isinstance(name, str) or not visible(name) or not showable(name) or len(name.strip()) > LONGEST_NAME:
        raise ValueError(_("A layout's name has 1 to {number} characters.").format(number=LONGEST_NAME))
    return name.strip()


def sketches_text(sketches: Iterable[Sketch]) -> str:
    """Return sketches for storage, without blank ones; empty if there are no others."""
    kept = [[sketch.name, sketch.line()] for sketch in sketches if not sketch.blank]
    return json.dumps(kept, ensure_ascii=False) if kept else ""


def sketches_of(text: str) -> tuple[Sketch, ...]:
    """Read what :func:`sketches_text` writes. Raise ``ValueError`` for anything else."""
    data = parse_json(text, "layouts") if text else []
    if not isinstance(data, list) or len(data) > MOST or not all(isinstance(e, list) and len(e) == 2 for e in data):
        raise ValueError(f"layouts: expected a list of at most {MOST} names and lines")
    found = tuple(Sketch.read(*each) for each in data)
    if len({sketch.name for sketch in found}) != len(found):
        raise ValueError("layouts: a name is there twice")
    return found


def legible(text: str) -> tuple[Sketch, ...]:
    """Return the sketches of a stored text; none if it is damaged."""
    try:
        return sketches_of(text)
    except ValueError:
        return ()


def layout_named(name: str, sketches: Iterable[Sketch]) -> Layout:
    """Return a layout by its name. Raise ``ValueError`` if there is none, or if it isn't complete."""
    return _named(name, sketches).layout()


def _named(name: str, sketches: Iterable[Sketch]) -> Sketch:
    for sketch in sketches:
        if sketch.name == name:
            return sketch
    raise ValueError(_("There is no layout “{name}” any more.").format(name=name[:40]))


class Sketchbook(Undoable[tuple[tuple[Sketch, ...], int]]):
    """All layouts of a device, one of them being painted; each edit can be undone, a deletion too."""

    def __init__(self, sketches: tuple[Sketch, ...]) -> None:
        super().__init__((sketches or (_blank(()),), 0))

    @property
    def sketches(self) -> tuple[Sketch, ...]:
        """All of them; there is at least one, which may be blank."""
        return self.form[0]

    @property
    def at(self) -> int:
        """The number of the one being painted, from 0."""
        return self.form[1]

    @property
    def sketch(self) -> Sketch:
        """The one being painted."""
        return self.sketches[self.at]

    def become(self, sketch: Sketch) -> None:
        """Replace the one being painted."""
        self._keep(((*self.sketches[: self.at], sketch, *self.sketches[self.at + 1 :]), self.at))

    def rename(self, name: object) -> None:
        """Rename the one being painted. Raise ``ValueError`` if that is no name, or another one's."""
        new = checked_name(name)
        if any(new == each.name for each in self.sketches if each != self.sketch):
            raise ValueError(_("Another layout is called “{name}”.").format(name=new))
        self.become(replace(self.sketch, name=new))

    def open(self, name: str) -> None:
        """Paint another one. Raise ``ValueError`` if there is none of that name."""
        self._keep((self.sketches, self.sketches.index(_named(name, self.sketches))))

    def add(self, sketch: Sketch | None = None) -> None:
        """Paint a new one, a blank one by default; blank ones make way. Raise ``ValueError`` if there are too many.

        One that is there already is opened, and one whose name is taken gets a number.
        """
        others = tuple(each for each in self.sketches if not each.blank)
        for each in self.sketches:
            if sketch and each.line() == sketch.line():
                return self.open(each.name)
        if len(others) == MOST:
            raise ValueError(_("This device keeps {number} layouts: delete one first.").format(number=MOST))
        new = replace(sketch, name=_free(sketch.name, others)) if sketch else _blank(others)
        self._keep(((*others, new), len(others)))

    def merge(self, text: object) -> int:
        """Add the layouts of a stored text; return how many are new. Raise ``ValueError`` if it can't be read."""
        if not isinstance(text, str):
            raise ValueError("layouts: expected text")
        known = {sketch.line() for sketch in self.sketches}
        new = [sketch for sketch in sketches_of(text) if sketch.line() not in known]
        for sketch in new:
            self.add(sketch)
        return len(new)

    def drop(self) -> None:
        """Delete the one being painted."""
        others = (*self.sketches[: self.at], *self.sketches[self.at + 1 :])
        self._keep((others or (_blank(()),), max(self.at - 1, 0)))


def _blank(beside: tuple[Sketch, ...]) -> Sketch:
    return Sketch(_free(_("My layout"), beside))


def _free(name: str, beside: tuple[Sketch, ...]) -> str:
    """Return a name that no other layout has."""
    taken, number, found = {each.name for each in beside}, 1, name
    while found in taken:
        number += 1
        found = f"{name[: LONGEST_NAME - 4]} {number}"
    return found
