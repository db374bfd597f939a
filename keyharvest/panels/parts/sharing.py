"""The ways to send a link: those of the device if it has any, copying, and a QR code for a device nearby."""

from __future__ import annotations

from keyharvest.panels.parts.controls import share_report
from keyharvest.panels.parts.icons import icon
from keyharvest.panels.parts.markup import Html, join, tag
from keyharvest.words.language import _


def ways(link: str, message: str, report: Html, share: str = "", copy: str = "", code: str = "") -> Html:
    """Draw the ways to send a link (its text after the ``#``), with words before it.

    ``report`` says what happened (:func:`report`); ``share`` and ``copy`` are the words on the main buttons; ``code``
    is those on the button for a code, empty where the page shows it anyway.
    """
    return join(
        tag(
            "div",
            _way("send", "share", share or _("Share the link"), "main go if-share"),
            _way("mail", "copy", copy or _("Copy the link"), "main go unless-share"),
            _way("mail", "copy", _("Copy"), "with-sign if-share"),
            _way("qr", "qr", code, "with-sign") if code else "",
            class_="buttons",
            data_text=message,
        ),
        tag("a", _("Link to this game"), href=f"#{link}", id="share-link", hidden=True),
        report,
    )


def code_place() -> Html:
    """Draw the place for the QR code, filled by the page's scripts."""
    return tag("div", id="qr-code", class_="qr-code", hidden=True, aria_label=_("QR code of the link"))


def report(copied: str, shared: str) -> Html:
    """Draw the empty line where the page says that the link was copied or shared."""
    return share_report(copied, _("Your browser blocks copying. Here is the link."), shared)


def _way(what: str, sign: str, label: str, class_: str) -> Html:
    return tag("button", join(icon(sign), tag("span", label)), type="button", data_shell_do=what, class_=class_)
