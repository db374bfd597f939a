"""The small signs on buttons: lines in the colour of the text beside them."""

from __future__ import annotations

from functools import cache
from typing import Final

from keyharvest.picture.elements import Html, h

#: The path of each sign, within 22 by 22.
_PATHS: Final = {
    "add": "M11 4v14M4 11h14",
    "back": "M15 4l-9 7l9 7z",
    "book": "M11 5.5Q7 2.5 2.5 4v13Q7 15.5 11 18.5Q15 15.5 19.5 17V4Q15 2.5 11 5.5V18.5",
    "bulb": "M8 15.5C4.5 12 4.5 3.5 11 3.5S17.5 12 14 15.5zM8.5 18.5h5",
    "cap": "M2 8.5L11 4.5l9 4l-9 4zM6 11v4.5q5 3 10 0V11",
    "cards": "M4 5.5l9-2l3 13l-9 2zM16 6h3v12.5h-6",
    "chart": "M3 3v16h16M7 15V10M11.5 15V5M16 15V8",
    "checked": "M11 2.5L18 5v5.5q0 6-7 9q-7-3-7-9V5zM7.5 10.5l2.5 2.7L14.8 8",
    "clock": "M11 3a8 8 0 1 1 0 16a8 8 0 1 1 0-16M11 6.5V11l3.2 2",
    "counters": "M3.5 6.5c0-4 15-4 15 0s-15 4-15 0v9c0 4 15 4 15 0v-9M3.5 11c0 4 15 4 15 0",
    "copy": "M8 7.5h10.5V19H8zM4 14.5V3.5h10",
    "cross": "M5 5l12 12M17 5L5 17",
    "eraser": "M4 13l8-8l6 6l-7 7H8zM8 9l6 6M11 18h8",
    "eye": "M2 11Q11 1 20 11Q11 21 2 11ZM11 8.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5",
    "first": "M5 4v14M18 4l-9 7l9 7z",
    "flame": "M11 2.5q5 4 5 9.5a5 5 0 0 1-10 .5q0-3 2-4.5q0 2 1.6 2.5Q8.5 6.5 11 2.5",
    "flag": "M5 19.5V3M5 4h12l-3 4l3 4H5",
    "gear": "M3 6h9M16 6h3M3 11h3M10 11h9M3 16h9M16 16h3M14 4v4M8 9v4M14 14v4",
    "group": "M7 3.5l3.5 2v4L7 11.5l-3.5-2v-4zM14 3.5l3.5 2v4l-3.5 2l-3.5-2v-4zM10.5 9.5l3.5 2v4l-3.5 2l-3.5-2v-4z",
    "help": "M8 8.5a3.5 3.5 0 1 1 4.6 3.3c-1 .4-1.6 1-1.6 2.2M11 18h0",
    "home": "M3 11L11 3.5L19 11M5.5 9.5V18h11V9.5",
    "last": "M17 4v14M4 4l9 7l-9 7z",
    "list": "M7 5h12M7 11h12M7 17h12M3 5h0M3 11h0M3 17h0",
    "link": "M9 13a4 4 0 0 0 5.6 0l3-3a4 4 0 0 0-5.6-5.6l-1.5 1.5M13 9a4 4 0 0 0-5.6 0l-3 3a4 4 0 0 0 5.6 5.6l1.5-1.5",
    "live": "M11 12h0M7.5 15.5a5 5 0 0 1 0-7.5M14.5 8a5 5 0 0 1 0 7.5M4.5 18a9 9 0 0 1 0-12M17.5 6a9 9 0 0 1 0 12",
    "mail": "M3 5h16v12.5H3zM3.5 5.5L11 12l7.5-6.5",
    "more": "M5 11h0M11 11h0M17 11h0",
    "next": "M7 4l9 7l-9 7z",
    "pause": "M7 4v14M15 4v14",
    "pen": "M4 18l1-4L15 4l3 3L8 17z",
    "puzzle": "M4 8h4.500c-1.500-4.500 5.500-4.500 4 0H17v4c4.500-1.500 4.500 5.500 0 4v3.500H4z",
    "people": "M8 4a3 3 0 1 1 0 6a3 3 0 1 1 0-6M3 18.5V17a5 5 0 0 1 10 0v1.5M15 10a3 3 0 0 0 0-6M16 13q3.5 1 3.5 5.5",
    "qr": "M3.5 3.5h6v6h-6zM12.5 3.5h6v6h-6zM3.5 12.5h6v6h-6zM12.5 12.5h2.5M18.5 12.5v2.5M12.5 18.5h2M15.5 15.5h3v3",
    "redo": "M14 4l4.5 4.5L14 13M18 8.5H9a5 5 0 0 0 0 10h4",
    "robot": "M5 8h12v10H5zM11 8V4M8.5 12h0M13.5 12h0M8.5 15h5M2.5 11v4M19.5 11v4",
    "restart": "M17.5 8A7.5 7.5 0 1 0 18.5 12.5M18 3.5V8.5h-5",
    "save": "M11 3v10M7 9.5l4 4l4-4M4 15v4h14v-4",
    "search": "M9.5 3.5a6 6 0 1 1 0 12a6 6 0 1 1 0-12M14 14l5 5",
    "share": "M11 14V3M7 6.5L11 2.5L15 6.5M4 11v8h14v-8",
    "shield": "M11 2.5L18 5v5.5q0 6-7 9q-7-3-7-9V5zM11 7v4.5M11 14.8h0",
    "skip": "M3 5l7 6l-7 6zM11 5l7 6l-7 6z",
    "speak": "M3.5 4h15v10.5H11L6.5 18.500v-4h-3z",
    "star": "M11 3l2.4 5.2l5.6.6l-4.2 3.8l1.2 5.6L11 15.3l-5 2.9l1.2-5.6L3 8.8l5.6-.6z",
    "step": "M5 4l9 7l-9 7zM18 4v14",
    "tick": "M4 11.5l5 5L18.5 6",
    "trash": "M4 6.5h14M8.5 6.5V3.5h5v3M6 6.5l1 12h8l1-12M9.5 10v5M12.5 10v5",
    "wait": "M6 3h10M6 19h10M7 3v2.5q0 2 4 5.5q4-3.5 4-5.5V3M7 19v-2.5q0-2 4-5.5q4 3.5 4 5.5V19",
    "undo": "M8 4L3.5 8.5L8 13M4 8.5h9a5 5 0 0 1 0 10H9",
}


@cache
def icon(name: str) -> Html:
    """Draw a purely visual sign; words or an ``aria-label`` beside it give its meaning.

    >>> icon("add")
    '<svg class="icon" viewBox="0 0 22 22" aria-hidden="true"><path d="M11 4v14M4 11h14"/></svg>'
    """
    return h.svg(".icon", viewBox="0 0 22 22", aria_hidden=True)[h.path(d=_PATHS[name])]
