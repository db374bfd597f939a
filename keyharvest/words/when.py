"""Times and dates in words."""

from __future__ import annotations

import time
from typing import Final

from keyharvest.words.language import N_, _, n_

_MONTHS: Final = (
    N_("January"), N_("February"), N_("March"), N_("April"), N_("May"), N_("June"),
    N_("July"), N_("August"), N_("September"), N_("October"), N_("November"), N_("December"),
)  # fmt: skip
_MINUTE: Final = 60
_HOUR: Final = 60 * _MINUTE


def day(moment: float, now: float) -> str:
    """Return the day of a moment; both arguments are seconds since 1970.

    >>> day(0, 86400 * 200)[-7:], day(0, 86400 * 900)[-5:]
    ('January', ' 1970')
    """
    then, today = time.localtime(moment), time.localtime(now)
    shown = day_and_month(then.tm_mday, then.tm_mon)
    if abs(now - moment) < 300 * 24 * _HOUR or then.tm_year == today.tm_year:
        return shown
    return _("{day} {year}").format(day=shown, year=then.tm_year)


def day_and_month(number: int, month: int) -> str:
    """Return a date without its year, from the day of the month and the number of the month.

    >>> day_and_month(24, 11)
    '24 November'
    """
    return _("{day} {month}").format(day=number, month=_(_MONTHS[month - 1]))


def when(moment: float, now: float) -> str:
    """Return how long ago a moment was, or its day; both arguments are seconds since 1970.

    >>> when(1000, 1030), when(1000, 1000 + 65), when(1000, 1000 + 7300)
    ('just now', '1 minute ago', '2 hours ago')
    """
    past = now - moment
    if past < _MINUTE:  # a moment that is still to come was saved by another clock
        return _("just now")
    if past < _HOUR:
        number = int(past // _MINUTE)
        return n_("{number} minute ago", "{number} minutes ago", number).format(number=number)
    nights = _day_number(now) - _day_number(moment)
    if nights < 1 or past < 3 * _HOUR:
        number = int(past // _HOUR)
        return n_("{number} hour ago", "{number} hours ago", number).format(number=number)
    return _("yesterday") if nights == 1 else day(moment, now)


def _day_number(moment: float) -> int:
    """Return the number of the day here; a day may have 23 or 25 hours."""
    return int(moment + time.localtime(moment).tm_gmtoff) // (24 * _HOUR)
