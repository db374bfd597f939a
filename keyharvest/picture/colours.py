"""All colours of the page and its pictures, as CSS custom properties.

Themes are ``light``, ``dark`` and ``contrast``. Forced colours (a colour scheme of the reader's system) use high
contrast for the pictures and the system's colours for everything else. The theme is that of the reader's system unless
the root has ``data-theme``. Drawings name their colours in presentation attributes (``fill="var(--hops-mid)"``), so
that another theme needs no other drawings, and also applies to the copies that ``<use>`` makes.
"""

from __future__ import annotations

import re
from typing import Final

THEMES: Final = ("light", "dark", "contrast")

# Name: light, dark, high contrast. With eight digits, the last two are the opacity.
_COLOURS: Final[dict[str, tuple[str, str, str]]] = {
    # The table, the panels on it, and ink. A line divides; an edge surrounds something that can be pressed.
    "table": ("#47706b", "#1a2b2b", "#0d2b28"),
    "table-deep": ("#2c4f4d", "#0e191a", "#071917"),
    "table-ink": ("#f4f8ef", "#e6eee2", "#ffffff"),
    "panel": ("#fdfaf1", "#222b29", "#ffffff"),
    "raised": ("#fffefa", "#2c3734", "#ffffff"),
    "well": ("#efe8d6", "#182120", "#ffffff"),
    "ink": ("#2a2419", "#f3eddc", "#000000"),
    "soft": ("#5d543f", "#bdb79f", "#1d1d1d"),
    "off": ("#5d543f", "#bdb79f", "#6a6a6a"),  # what can't be pressed
    "line": ("#d9cfb6", "#3b4643", "#000000"),
    "edge": ("#897b5c", "#87897a", "#000000"),
    "accent": ("#2f6a22", "#a6d86f", "#0b4a00"),
    "accent-deep": ("#1d4713", "#6f9f3e", "#000000"),
    "accent-ink": ("#ffffff", "#11200a", "#ffffff"),
    "accent-wash": ("#e3efcf", "#31442a", "#d8f3c8"),
    "warm": ("#a4481a", "#ffb27d", "#8a2a00"),
    "gold-wash": ("#ffefb8", "#4c4120", "#ffe95c"),
    "bad-wash": ("#fbe3da", "#4b2a24", "#ffffff"),
    "info-wash": ("#e2ecec", "#24383a", "#ffffff"),
    "alert": ("#a1261c", "#ff9d8c", "#9b0000"),
    # Shadows of what lies on the table and of what hovers over it; in high contrast, an edge. Glass is over the table.
    "shadow-near": ("#0c1c1a40", "#00000080", "#00000000"),
    "shadow-low": ("#0c1c1a2e", "#00000066", "#00000000"),
    "shadow-high": ("#0c1c1a4d", "#000000aa", "#00000000"),
    "shadow-edge": ("#00000000", "#00000000", "#000000"),
    "shadow-tint": ("#0c1c1a30", "#00000088", "#000000"),
    "dusk": ("#0c1c1a55", "#0c1c1a55", "#0c1c1a55"),
    "veil": ("#0c1c1a99", "#0c1c1a99", "#0c1c1a99"),
    "gleam": ("#ffffff26", "#ffffff26", "#ffffff26"),
    "glass": ("#ffffff1c", "#ffffff1c", "#ffffff1c"),
    "glass-edge": ("#ffffff60", "#ffffff60", "#ffffff60"),
    # Charts: results, and the four sources of points, with words on them or alone. Words on what is dark or bright anyway.
    "won": ("#2f6a22", "#8cc65a", "#2f6a22"),
    "lost": ("#b8652c", "#d98a4b", "#b8652c"),
    "tied": ("#897b5c", "#b4ab92", "#897b5c"),
    "source-1": ("#85592f", "#85592f", "#85592f"),
    "source-2": ("#3d7a2a", "#3d7a2a", "#3d7a2a"),
    "source-3": ("#eebb33", "#eebb33", "#eebb33"),
    "source-4": ("#a8402c", "#a8402c", "#a8402c"),
    "share-1": ("#85592f", "#c08a55", "#85592f"),
    "share-2": ("#3d7a2a", "#74b357", "#3d7a2a"),
    "share-3": ("#eebb33", "#f0c94f", "#eebb33"),
    "share-4": ("#a8402c", "#e07a68", "#a8402c"),
    "chalk": ("#ffffff", "#ffffff", "#ffffff"),
    "slate": ("#2a2419", "#2a2419", "#2a2419"),
    # Whether people on other pages are there.
    "online": ("#2f8f2a", "#8fd65a", "#0b4a00"),
    "away": ("#a87200", "#f0c94f", "#000000"),
    "gone": ("#a1261c", "#ff9d8c", "#9b0000"),
    # The land.
    "downs": ("#a9c46b", "#4a6336", "#dfe9cf"),
    "downs-deep": ("#86a652", "#34492a", "#dfe9cf"),
    "meadow-0": ("#e3ebb5", "#4c6338", "#ffffff"),
    "meadow-1": ("#d9e4a5", "#455b33", "#f7faee"),
    "meadow-2": ("#ebf0c3", "#526a3d", "#ffffff"),
    "meadow-line": ("#aebf74", "#33482a", "#6a7a4d"),
    "grass": ("#b3c67c", "#77915a", "#ffffff00"),
    "flower": ("#fffdf0", "#dfe3c0", "#ffffff00"),
    "reference": ("#4a5628", "#e4efca", "#000000"),
    "soil-edge": ("#7c5a36", "#4b3722", "#000000"),
    "soil-deep": ("#523820", "#2a1d11", "#000000"),
    "hedge": ("#4f8a34", "#5b9440", "#0b4a00"),
    "hedge-deep": ("#254e1c", "#16300f", "#000000"),
    "hedge-high": ("#86bb55", "#93c466", "#0b4a00"),
    "wood-1": ("#2f6433", "#1d4023", "#2f6433"),
    "wood-2": ("#4f8f43", "#356a33", "#4f8f43"),
    "wood": ("#7a5330", "#7a5330", "#7a5330"),
    "wood-dark": ("#5b3a1e", "#5b3a1e", "#5b3a1e"),
    "leaf": ("#5da03a", "#5da03a", "#5da03a"),
    "water": ("#8fc6d6", "#ffd97a", "#8fc6d6"),
    "wall": ("#fbf1da", "#cfc3a6", "#fbf1da"),
    "roof": ("#b2492f", "#7d3526", "#b2492f"),
    # Crops. A ripe field has a face (a gradient from high to mid), an edge, rows and a picture (t); a counter has one
    # colour (c); ink is around both. A harvested field has a face (from patch to bare), furrows and a picture (rest).
    "hops-high": ("#c98f56", "#b98050", "#9a5a20"),
    "hops-mid": ("#ab6f3a", "#935c2e", "#9a5a20"),
    "hops-edge": ("#6a3f1b", "#6a3f1b", "#000000"),
    "hops-row": ("#84521f", "#84521f", "#7d4310"),
    "hops-t": ("#e6b478", "#e0aa6a", "#f5c48a"),
    "hops-c": ("#a9682f", "#c98748", "#a9682f"),
    "hops-ink": ("#3a2008", "#3a2008", "#000000"),
    "hops-patch": ("#e0c49c", "#b3936a", "#ffffff"),
    "hops-bare": ("#c3a279", "#8d6f4b", "#e6d3bb"),
    "hops-furrow": ("#a98257", "#6b5236", "#b08a5c"),
    "hops-rest": ("#c79a67", "#c79a67", "#d9a86e"),
    "vegetables-high": ("#86c457", "#74b049", "#4fae2a"),
    "vegetables-mid": ("#5ea33c", "#4a8a31", "#4fae2a"),
    "vegetables-edge": ("#2c5e1c", "#2c5e1c", "#000000"),
    "vegetables-row": ("#3c7d28", "#3c7d28", "#3d9020"),
    "vegetables-t": ("#3f8a2c", "#3f8a2c", "#1f6b10"),
    "vegetables-c": ("#4b9a34", "#4b9a34", "#4b9a34"),
    "vegetables-deep": ("#2f6f22", "#2f6f22", "#2f6f22"),
    "vegetables-pea": ("#d9f08c", "#d9f08c", "#d9f08c"),
    "vegetables-ink": ("#12360a", "#12360a", "#000000"),
    "vegetables-patch": ("#cdd7a4", "#95a56c", "#ffffff"),
    "vegetables-bare": ("#aebb83", "#728150", "#d3e3c2"),
    "vegetables-furrow": ("#8d9c63", "#56643a", "#88a868"),
    "vegetables-rest": ("#8fb269", "#8fb269", "#9bd077"),
    "apples-high": ("#ffc673", "#e6ab5b", "#ffa53a"),
    "apples-mid": ("#f29a3e", "#cc7d2a", "#ffa53a"),
    "apples-edge": ("#9a4c0b", "#9a4c0b", "#000000"),
    "apples-row": ("#c2620f", "#c2620f", "#e57a10"),
    "apples-t": ("#f4761c", "#f4761c", "#f4761c"),
    "apples-c": ("#f08c24", "#f08c24", "#f08c24"),
    "apples-ink": ("#561f00", "#561f00", "#000000"),
    "apples-patch": ("#f0d3a3", "#c39e69", "#ffffff"),
    "apples-bare": ("#d9b37a", "#9a7846", "#f3ddb8"),
    "apples-furrow": ("#bd8f52", "#74582f", "#c99a55"),
    "apples-rest": ("#efab5c", "#efab5c", "#ffbf70"),
    "barrels-high": ("#de6a5d", "#cd5a51", "#c8202c"),
    "barrels-mid": ("#bf3d3a", "#a53232", "#c8202c"),
    "barrels-edge": ("#6d1517", "#6d1517", "#000000"),
    "barrels-row": ("#8f2425", "#8f2425", "#9c1018"),
    "barrels-t": ("#f7c9a3", "#f7c9a3", "#ffe0c4"),
    "barrels-c": ("#c4383d", "#d9535a", "#c4383d"),
    "barrels-ink": ("#35040a", "#35040a", "#000000"),
    "barrels-patch": ("#e6c0b1", "#b98a7a", "#ffffff"),
    "barrels-bare": ("#cb9d8b", "#926556", "#efc9c4"),
    "barrels-furrow": ("#ab7866", "#6f493d", "#c4857d"),
    "barrels-rest": ("#d0766a", "#d0766a", "#f0837a"),
    "wheat-high": ("#ffe272", "#f0d05d", "#ffd91f"),
    "wheat-mid": ("#f0c02f", "#d2a522", "#ffd91f"),
    "wheat-edge": ("#94700a", "#94700a", "#000000"),
    "wheat-row": ("#c49512", "#c49512", "#d6a800"),
    "wheat-t": ("#fff3b4", "#fff3b4", "#fff3b4"),
    "wheat-c": ("#f3c52f", "#f3c52f", "#f3c52f"),
    "wheat-ink": ("#4a3300", "#4a3300", "#000000"),
    "wheat-patch": ("#f3e6b4", "#c7b679", "#ffffff"),
    "wheat-bare": ("#ddcb86", "#9e8e54", "#f5ebb4"),
    "wheat-furrow": ("#bea95e", "#786a3a", "#c9b455"),
    "wheat-rest": ("#ecd37a", "#ecd37a", "#ffe56a"),
    "plate": ("#fffaea", "#f6ecd2", "#ffffff"),
    "plate-ink": ("#2a2419", "#2a2419", "#000000"),
    "halo": ("#fffdf5", "#10181700", "#fffdf5"),
    "lit": ("#ffffff8c", "#ffffff55", "#ffffff00"),
    "low": ("#00000030", "#00000030", "#00000000"),
    "shine": ("#ffffffa6", "#ffffffa6", "#ffffff00"),
    "shade": ("#00000026", "#00000026", "#00000000"),
    "drop": ("#10201a40", "#00000066", "#00000000"),
    "drop-1": ("#0c1c1a38", "#00000055", "#00000000"),
    # The landscape of the home screen, by day and by night.
    "sky-1": ("#a9dbe6", "#0b1a2e", "#a9dbe6"),
    "sky-2": ("#e9f3d6", "#1c3a4a", "#e9f3d6"),
    "sky-3": ("#fff3cf", "#35525a", "#fff3cf"),
    "hill-0": ("#b9d79a", "#27474a", "#b9d79a"),
    "hill-1": ("#9cc878", "#213f3d", "#9cc878"),
    "hill-2": ("#86b95f", "#1e3a33", "#86b95f"),
    "hill-3": ("#74aa52", "#1b342b", "#74aa52"),
    "sun": ("#ffe48a", "#f3ecd0", "#ffe48a"),
    "cloud": ("#fffdf5", "#2a4458", "#fffdf5"),
    "star": ("#ffffff00", "#e9f0ff", "#ffffff00"),
    "bird": ("#3d5a4a", "#0b1a2e", "#3d5a4a"),
    "plot-edge": ("#4f8a3a", "#12281c", "#4f8a3a"),
    "plot-0": ("#d8c65c", "#4d4a26", "#d8c65c"),
    "plot-1": ("#8dbb5a", "#2a4a2a", "#8dbb5a"),
    "plot-2": ("#b98e58", "#463826", "#b98e58"),
    "plot-3": ("#cfd98c", "#3c4a2c", "#cfd98c"),
    "plot-4": ("#7cb04f", "#25422a", "#7cb04f"),
    # People and seats.
    "ink-art": ("#2b2118", "#2b2118", "#000000"),
    "skin-1": ("#f3cfa8", "#f3cfa8", "#f3cfa8"),
    "skin-2": ("#d9a677", "#d9a677", "#d9a677"),
    "skin-3": ("#96633e", "#96633e", "#96633e"),
    "hair-1": ("#6d3f1c", "#6d3f1c", "#6d3f1c"),
    "hair-2": ("#d8a648", "#d8a648", "#d8a648"),
    "hair-3": ("#33231a", "#33231a", "#33231a"),
    "wig": ("#f5f1e6", "#f5f1e6", "#f5f1e6"),
    "straw": ("#f4d67a", "#f4d67a", "#f4d67a"),
    "tweed": ("#8f8269", "#8f8269", "#8f8269"),
    "felt": ("#3f3944", "#3f3944", "#3f3944"),
    "cloth": ("#fff8e8", "#fff8e8", "#fff8e8"),
    "steel": ("#c9d2d6", "#c9d2d6", "#c9d2d6"),
    "band": ("#c23b32", "#c23b32", "#c23b32"),
    "gold": ("#f2bf3c", "#f2bf3c", "#f2bf3c"),
    "navy": ("#2f4675", "#2f4675", "#2f4675"),
    "plum": ("#7b3f74", "#7b3f74", "#7b3f74"),
    "moss": ("#5d7a36", "#5d7a36", "#5d7a36"),
    "ochre": ("#d99a2b", "#d99a2b", "#d99a2b"),
    "sky": ("#dcebec", "#dcebec", "#ffffff"),
    "medal": ("#f7e9c3", "#f7e9c3", "#ffffff"),
    "seat-0": ("#1f5fae", "#5b9bea", "#003c96"),
    "seat-0-edge": ("#133d72", "#2d5d9c", "#000000"),
    "seat-1": ("#a8246d", "#e777b3", "#8a0050"),
    "seat-1-edge": ("#6e1346", "#9c3b70", "#000000"),
    "seat-2": ("#0b736c", "#4fc0b4", "#005650"),
    "seat-2-edge": ("#064a45", "#23766d", "#000000"),
    "seat-3": ("#4b4258", "#bcaed6", "#32264a"),
    "seat-3-edge": ("#2b2435", "#766694", "#000000"),
    "nobody": ("#8a6a2f", "#cfae6a", "#5c3d00"),
    "nobody-edge": ("#5c451b", "#86692f", "#000000"),
    "seat-ink": ("#ffffff", "#14120d", "#ffffff"),
    "rim": ("#fffdf5", "#14120d", "#fffdf5"),
    "plank": ("#8a3b2b", "#4a2019", "#8a3b2b"),
    "plank-line": ("#5e2419", "#2b110c", "#5e2419"),
    "beam": ("#f4e6cb", "#8f7f66", "#f4e6cb"),
    "event-high": ("#6a5f9e", "#8377c0", "#3a2f80"),
    "event-mid": ("#40386f", "#5a4f96", "#3a2f80"),
    "event-edge": ("#241e47", "#241e47", "#000000"),
    # Marks on the land.
    "glow": ("#ffd53d", "#ffd53d", "#ffd500"),
    "glow-ink": ("#3a2a00", "#3a2a00", "#000000"),
    "glow-core": ("#fffdf0", "#fffdf0", "#fffdf0"),
    "dim": ("#16291f8c", "#050b0985", "#000000b0"),
    "dim-soft": ("#33553a26", "#05110a55", "#00000000"),
    "focus": ("#0a55d8", "#9cc8ff", "#0030ff"),
    "focus-out": ("#ffffff", "#0a1014", "#ffffff"),
    "fresh": ("#b3209f", "#ff9df0", "#b0008c"),
    "fresh-out": ("#ffffff", "#2a0726", "#ffffff"),
    "flag": ("#2a2419", "#fff3c9", "#000000"),
    "flag-ink": ("#fff6d6", "#2a2419", "#ffffff"),
}

# The system's colours for forced colours; all others are those of high contrast.
_SYSTEM: Final = {
    "table": "Canvas",
    "table-deep": "Canvas",
    "table-ink": "CanvasText",
    "panel": "Canvas",
    "raised": "Canvas",
    "well": "Canvas",
    "ink": "CanvasText",
    "soft": "CanvasText",
    "line": "CanvasText",
    "edge": "ButtonBorder",
    "accent": "Highlight",
    "accent-deep": "Highlight",
    "accent-ink": "HighlightText",
    "accent-wash": "Canvas",
    "gold-wash": "Canvas",
    "bad-wash": "Canvas",
    "warm": "CanvasText",
    "alert": "CanvasText",
    "glow": "Highlight",
    "focus": "Highlight",
    "focus-out": "Canvas",
}

NAMES: Final = tuple(_COLOURS)
#: The value of every colour in every theme, as ``#rrggbb`` or ``#rrggbbaa``.
PALETTES: Final[dict[str, dict[str, str]]] = {
    theme: {name: values[place] for name, values in _COLOURS.items()} for place, theme in enumerate(THEMES)
}

#: The colours that are the same in every theme.
_CONSTANT: Final = {name: values[0] for name, values in _COLOURS.items() if len({*values}) == 1 and name not in _SYSTEM}


# A theme switches on some of these properties, and a colour has the value behind one that is on: light, dark, high
# contrast with our own colours or the system's. Their names are short, as every colour repeats them.
_SWITCHES: Final = ("l", "d", "c", "o", "s")


def _value(name: str) -> str:
    """Return a colour's value in every theme: each part is empty unless its switch is on."""
    light, dark, strong = _COLOURS[name]
    system = _SYSTEM.get(name, strong)
    if light == dark == strong == system:
        return light
    contrast = strong if system == strong else f"var(--o,{strong})var(--s,{system})"
    return f"var(--l,{light})var(--d,{dark})var(--c,{contrast})"


def _switched(on: str) -> str:
    """Return the declarations that switch some on: with ``initial`` the fallback counts, an empty value is off."""
    return ";".join(f"--{switch}:{'initial' if switch in on else ' '}" for switch in _SWITCHES)


def themes() -> str:
    """Return the custom properties ``--NAME`` of every theme.

    ``only`` keeps browsers from darkening a light theme by themselves, which would hide numbers on light plates.
    """
    colours = ";".join(f"--{name}:{_value(name)}" for name in NAMES)
    light = f"color-scheme:only light;{_switched('l')}"
    dark = f"color-scheme:dark;{_switched('d')}"
    strong = f"color-scheme:only light;{_switched('co')}"
    automatic = ":root:not([data-theme=light],[data-theme=dark],[data-theme=contrast])"
    return (
        f":root,[data-theme]{{{light};{colours}}}\n"
        f"@media (prefers-color-scheme:dark){{{automatic}{{{dark}}}}}\n"
        f"@media (prefers-contrast:more){{{automatic}{{{strong}}}}}\n"
        f"[data-theme=dark]{{{dark}}}\n"
        f"[data-theme=contrast]{{{strong}}}\n"
        f"@media (forced-colors:active){{:root,:root[data-theme]{{{_switched('cs')}}}}}\n"
    )


def _properties(values: dict[str, str], used: set[str], beside: dict[str, str] | None = None) -> str:
    """Return the declarations of the used colours; with ``beside``, only of those that differ from it."""
    return ";".join(
        f"--{name}:{value}"
        for name, value in values.items()
        if name in used and (beside is None or beside[name] != value)
    )


def of_picture(used: set[str], theme: str | None = None) -> str:
    """Return the used colours for a picture alone: rules for it and for nothing else on a page that shows it.

    ``theme`` is its theme, or ``None`` if it follows the reader's system.
    """
    used, forced = used - set(_CONSTANT), "(forced-colors:active)"
    strong, system = PALETTES["contrast"], _properties(_SYSTEM, used)
    if theme:
        its = f".kh[data-theme={theme}]"
        scheme = "dark" if theme == "dark" else "only light"
        blocks = [(its, f"color-scheme:{scheme};{_properties(PALETTES[theme], used)}")]
        if theme != "contrast":
            blocks.append((f"@media {forced}{{{its}", _properties(strong, used, PALETTES[theme]) + "}"))
    else:
        its, plain = ".kh", PALETTES["light"]
        dark = _properties(PALETTES["dark"], used, plain)
        blocks = [
            (its, f"color-scheme:only light;{_properties(plain, used)}"),
            (f"@media (prefers-color-scheme:dark){{{its}", f"color-scheme:dark;{dark}}}"),
            (
                f"@media (prefers-contrast:more),{forced}{{{its}",
                f"color-scheme:only light;{_properties(strong, used)}}}",
            ),
        ]
    blocks.append((f"@media {forced}{{{its}", system + "}"))
    return "".join(f"{selector}{{{properties}}}" for selector, properties in blocks)


def with_constants(picture: str) -> str:
    """Write those colours of a picture out that are the same in all themes.

    >>> with_constants('<g fill="var(--skin-1)" stroke="var(--hedge)"/>')
    '<g fill="#f3cfa8" stroke="var(--hedge)"/>'
    """
    return re.sub(r"var\(--([a-z0-9-]+)\)", lambda found: _CONSTANT.get(found[1], found[0]), picture)


def named(markup: str) -> set[str]:
    """Return the colours named in markup or a style sheet.

    >>> sorted(named('<g fill="var(--coat)" stroke="var(--hedge)"/>'))
    ['hedge']
    """
    return set(re.findall(r"var\(--([a-z0-9-]+)", markup)) & set(NAMES)
