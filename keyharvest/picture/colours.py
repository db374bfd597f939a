"""Every colour of the page and its pictures, in one place, as CSS custom properties.

Themes are ``light``, ``dark`` and ``contrast``; forced colours (a colour scheme of the reader's system) replace
all of them. The theme is that of the reader's system unless an element, usually the root, says ``data-theme``.
Drawings use the classes ``khf-NAME`` (fill) and ``khs-NAME`` (stroke) inside an SVG of class ``kh``, which paints nothing by
itself. These are single class selectors because rules with ancestors do not reach into what ``<use>`` copies.
"""

from __future__ import annotations

from typing import Final

THEMES: Final = ("light", "dark", "contrast")

# Name: light, dark, high contrast; then the CSS system colour that stands for it when colours are forced.
_COLOURS: Final[dict[str, tuple[str, str, str, str]]] = {
    # The page.
    "paper": ("#f7f0df", "#1c1a15", "#ffffff", "Canvas"),
    "panel": ("#fffaf0", "#27241d", "#ffffff", "Canvas"),
    "ink": ("#2e2618", "#f3ead6", "#000000", "CanvasText"),
    "soft": ("#63573f", "#c2b596", "#1a1a1a", "CanvasText"),
    "line": ("#8f8060", "#8a7d62", "#000000", "CanvasText"),
    "accent": ("#35651f", "#a9d27a", "#003c00", "LinkText"),
    "accent-ink": ("#ffffff", "#17210c", "#ffffff", "Canvas"),
    "alert": ("#a1261c", "#ff9d8c", "#8a0000", "CanvasText"),
    # The land before anything grows on it.
    "downs": ("#d3da9c", "#1f2a1a", "#ffffff", "Canvas"),
    "meadow": ("#ecefc6", "#34432b", "#ffffff", "Canvas"),
    "mown": ("#e4eab6", "#2f3e27", "#ffffff", "Canvas"),
    "grass": ("#a9bf74", "#51663f", "#8a8a8a", "GrayText"),
    "reference": ("#56643a", "#b9c996", "#000000", "CanvasText"),
    "hedge": ("#446a2b", "#86a75c", "#000000", "CanvasText"),
    "leaf": ("#6d9a3f", "#5f8243", "#1f7a10", "CanvasText"),
    "trunk": ("#6b4a2b", "#7d6146", "#000000", "CanvasText"),
    "wall": ("#fbf1da", "#cfc1a2", "#ffffff", "Canvas"),
    "roof": ("#b5533a", "#8c4a38", "#000000", "CanvasText"),
    "water": ("#9ccbd8", "#3d6675", "#ffffff", "Canvas"),
    # Fields: growing, the rows in it, harvested, its furrows, and the crop's own picture: outline and body.
    "hops": ("#c79a6b", "#6b4a2c", "#e8c9a4", "Canvas"),
    "hops-row": ("#9b6a38", "#8f6a42", "#8a5520", "GrayText"),
    "hops-rest": ("#dcc9a8", "#43382b", "#ffffff", "Canvas"),
    "hops-furrow": ("#b9986c", "#665440", "#8a5520", "GrayText"),
    "hops-ink": ("#432406", "#f2d9b4", "#3a1d00", "CanvasText"),
    "hops-body": ("#dfe3a0", "#7a6a34", "#ffffff", "Canvas"),
    "vegetables": ("#86bb5c", "#37622a", "#b4e09a", "Canvas"),
    "vegetables-row": ("#518f38", "#5f9247", "#1f7a10", "GrayText"),
    "vegetables-rest": ("#cfd3a3", "#36402c", "#ffffff", "Canvas"),
    "vegetables-furrow": ("#9fae6c", "#566847", "#1f7a10", "GrayText"),
    "vegetables-ink": ("#163d0c", "#d2f0b4", "#0c3300", "CanvasText"),
    "vegetables-body": ("#b9e57c", "#3f7a2c", "#ffffff", "Canvas"),
    "apples": ("#f0a14c", "#8a4d12", "#ffcf94", "Canvas"),
    "apples-row": ("#cf7a1e", "#b8702a", "#b85c00", "GrayText"),
    "apples-rest": ("#e8cda0", "#4a3823", "#ffffff", "Canvas"),
    "apples-furrow": ("#cf9f63", "#75573a", "#b85c00", "GrayText"),
    "apples-ink": ("#5c2200", "#ffe0b5", "#4d1f00", "CanvasText"),
    "apples-body": ("#ffc34d", "#b05a12", "#ffffff", "Canvas"),
    "barrels": ("#d9695c", "#7d2b2b", "#ffb3ad", "Canvas"),
    "barrels-row": ("#a93a37", "#ab4d49", "#b00020", "GrayText"),
    "barrels-rest": ("#e0bfa9", "#48312b", "#ffffff", "Canvas"),
    "barrels-furrow": ("#c28f7c", "#735047", "#b00020", "GrayText"),
    "barrels-ink": ("#45080b", "#ffd6cc", "#4d0010", "CanvasText"),
    "barrels-body": ("#f4c0a0", "#96403a", "#ffffff", "Canvas"),
    "wheat": ("#f6d655", "#8a7214", "#fff08a", "Canvas"),
    "wheat-row": ("#d4a51c", "#b4982f", "#a07d00", "GrayText"),
    "wheat-rest": ("#ecdfaa", "#47412a", "#ffffff", "Canvas"),
    "wheat-furrow": ("#cdb76b", "#726840", "#a07d00", "GrayText"),
    "wheat-ink": ("#523800", "#fff3b8", "#3d2b00", "CanvasText"),
    "wheat-body": ("#fff2a8", "#9c8220", "#ffffff", "Canvas"),
    "lane": ("#f3e8cb", "#1b2016", "#000000", "CanvasText"),
    "plate": ("#fff8e6", "#1d1a14", "#ffffff", "Canvas"),
    "plate-ink": ("#2e2618", "#f7eeda", "#000000", "CanvasText"),
    # People.
    "seat-1": ("#1f5fae", "#7db4f5", "#003a9e", "CanvasText"),
    "seat-2": ("#a3236b", "#f08fc3", "#8f004f", "CanvasText"),
    "seat-3": ("#0b736c", "#5fcfc4", "#005450", "CanvasText"),
    "seat-4": ("#4b4258", "#c9bcdf", "#2c2340", "CanvasText"),
    "nobody": ("#7a5c3c", "#d0b48c", "#4a4a4a", "CanvasText"),
    "seat-ink": ("#ffffff", "#16130d", "#ffffff", "Canvas"),
    "figure": ("#2a2016", "#0f0d09", "#000000", "CanvasText"),
    "tool": ("#2a2016", "#e3d3ae", "#000000", "CanvasText"),
    "face": ("#f0c9a0", "#d9ab7d", "#ffffff", "Canvas"),
    "straw": ("#f2d57c", "#d9b95a", "#ffffff", "Canvas"),
    "felt": ("#4a3f38", "#8c7d70", "#000000", "CanvasText"),
    # Marks upon the land: a bright line in a dark casing is seen on every ground.
    "lit": ("#fffbdc", "#43532f", "#ffffff", "Canvas"),
    "ring": ("#ffe14d", "#ffe14d", "#ffe600", "Highlight"),
    "casing": ("#33260a", "#14110a", "#000000", "CanvasText"),
    "pick": ("#ffffff", "#ffffff", "#ffffff", "HighlightText"),
    "fresh": ("#b3209f", "#ff9df0", "#a000a0", "Highlight"),
    "focus": ("#0b57d0", "#9cc8ff", "#0000d0", "Highlight"),
    "largest": ("#8a1c12", "#ffd24a", "#8a0000", "Highlight"),
    "second": ("#1d3f7a", "#b7d3ff", "#00007a", "LinkText"),
}

NAMES: Final = tuple(_COLOURS)
#: For every theme the value of every colour, as ``#rrggbb``.
PALETTES: Final[dict[str, dict[str, str]]] = {
    theme: {name: values[place] for name, values in _COLOURS.items()} for place, theme in enumerate(THEMES)
}
_FORCED: Final = {name: values[3] for name, values in _COLOURS.items()}


def luminance(colour: str) -> float:
    """Relative luminance (WCAG 2) of ``#rrggbb``, 0 for black to 1 for white."""
    parts = []
    for place in (1, 3, 5):
        value = int(colour[place : place + 2], 16) / 255
        parts.append(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: str, other: str) -> float:
    """Contrast ratio (WCAG 2) of two colours, 1 to 21.

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    dark, light = sorted((luminance(one), luminance(other)))
    return round((light + 0.05) / (dark + 0.05), 2)


def _properties(values: dict[str, str]) -> str:
    return "".join(f"--kh-{name}:{value};" for name, value in values.items()).rstrip(";")


def themes() -> str:
    """The custom properties ``--kh-NAME`` for every theme."""
    light, dark, strong = (_properties(PALETTES[theme]) for theme in THEMES)
    chosen = "[data-theme=light],[data-theme=dark],[data-theme=contrast]"
    automatic = f":root:not({chosen})"
    return (
        f":root,[data-theme=light]{{color-scheme:light;{light}}}\n"
        f"@media (prefers-color-scheme:dark){{{automatic}{{color-scheme:dark;{dark}}}}}\n"
        f"@media (prefers-contrast:more){{{automatic}{{color-scheme:light;{strong}}}}}\n"
        f"[data-theme=dark]{{color-scheme:dark;{dark}}}\n"
        f"[data-theme=contrast]{{color-scheme:light;{strong}}}\n"
        f"@media (forced-colors:active){{:root,:root[data-theme],[data-theme]{{{_properties(_FORCED)}}}}}\n"
    )


_RULES: Final = """
.kh{fill:none;stroke:none;font-family:system-ui,"Segoe UI","DejaVu Sans",sans-serif;font-weight:700;text-anchor:middle;\
stroke-linejoin:round;stroke-linecap:round;forced-color-adjust:none;user-select:none;-webkit-user-select:none}
.kh text{stroke:none;forced-color-adjust:none}
.kh-full,.kh-thumb{display:block;width:100%;height:auto}
.kh-full{touch-action:manipulation}
.kh-tile{height:4.5em;width:auto;vertical-align:middle}
.kh-inline{height:1.6em;width:auto;vertical-align:-.45em}
.kh-ref{fill:var(--kh-plate-ink);font-size:27px}
.kh-far{fill:var(--kh-reference);font-size:26px;font-weight:600}
.kh-amount{fill:var(--kh-ink);font-size:40px;text-anchor:start}
.kh-words{fill:var(--kh-ink);font-size:22px;text-anchor:start;font-weight:600}
.kh-big{fill:var(--kh-seat-ink);font-size:32px}
.kh-coat{fill:var(--kh-coat,var(--kh-nobody))}
.kh-trim{stroke:var(--kh-coat,var(--kh-nobody))}
.kh-seat-0{--kh-coat:var(--kh-seat-1)}
.kh-seat-1{--kh-coat:var(--kh-seat-2)}
.kh-seat-2{--kh-coat:var(--kh-seat-3)}
.kh-seat-3{--kh-coat:var(--kh-seat-4)}
.kh-none{--kh-coat:var(--kh-nobody)}
.kh-hit{fill:transparent}
.kh-touch{stroke:var(--kh-touch,none);stroke-width:var(--kh-touch-width,5px);pointer-events:none}
.kh [role=gridcell]{cursor:pointer;outline:none}
.kh [role=gridcell]:hover{--kh-touch:var(--kh-casing)}
.kh [role=gridcell]:focus-visible{--kh-touch:var(--kh-focus);--kh-touch-width:10px}
.kh-ghost{opacity:.62}
.kh-over{pointer-events:none}
"""


def rules(used: set[str] | None = None) -> str:
    """The style sheet of the pictures, which wants the properties of :func:`themes`: paint classes and a few rules.

    With ``used``, only those paint classes (``khf-NAME``, ``khs-NAME``).
    """
    paint = "".join(
        f".{class_}{{{what}:var(--kh-{name})}}"
        for name in NAMES
        for class_, what in ((f"khf-{name}", "fill"), (f"khs-{name}", "stroke"))
        if used is None or class_ in used
    )
    return paint + _RULES
