"""The ways to send a link or a text: those of the device if it has any, copying, a QR code. The gallery of demos."""

from __future__ import annotations

from typing import Final

from keyharvest.page.parts.icons import icon
from keyharvest.picture.elements import Child, Html, h, join
from keyharvest.words.language import N_, _

#: What players by message agree to.
TRUST: Final = N_(
    "As at a real table, you trust each other: nobody looks into the bag, and nobody changes the program on their page."
)


def ways(link: str, message: str, report: Html, share: str = "", copy: str = "", code: str = "") -> Html:
    """Draw the ways to send a link (its text after the ``#``) with a message.

    ``report`` says what happened (:func:`report`); ``share`` and ``copy`` are the words on the main buttons; ``code``,
    those on the button for a QR code, or "" for no such button.
    """
    return join(
        h.div(".buttons", data_text=message)[
            way("send", "share", share or _("Share link"), "main go if-share"),
            way("mail", "copy", copy or _("Copy link"), "main go unless-share"),
            way("mail", "copy", _("Copy"), "with-sign if-share"),
            way("qr", "qr", code, "with-sign") if code else "",
        ],
        h.a("#share-link", href=f"#{link}", hidden=True)[_("Link to this game")],
        report,
    )


def code_place() -> Html:
    """Draw the place for the QR code, filled by the page's scripts."""
    return h.div("#qr-code.qr-code", role="img", hidden=True, aria_label=_("QR code of the link"))[None]


def report(copied: str = "", shared: str = "") -> Html:
    """Draw the empty line where the page says that something was copied or shared, or why not."""
    return h.p(
        "#share-told",
        role="status",
        data_copied=copied or _("Copied."),
        data_shared=shared or None,
        data_refused=_("Your browser blocks copying: select the text and copy it yourself."),
    )[None]


def copy_text(label: str, text: str, sign: str = "copy", class_: str | None = None) -> Html:
    """Draw the button that copies a text, which is shown only if the browser refuses.

    The page puts its own address in place of ``{site}``.
    """
    return _copies(label, sign, "code", class_, h.pre(".embed-code", hidden=True)[text])


def copy_link(label: str, fragment: str) -> Html:
    """Draw the button that copies a link (its text after the ``#``), which is shown only if the browser refuses."""
    return _copies(label, "link", "share", None, h.a(href=f"#{fragment}", hidden=True))


def _copies(label: str, sign: str, what: str, class_: str | None, source: Child) -> Html:
    return h.span(".copies")[way(what, sign, label, class_), source]


def way(what: str, sign: str, label: str, class_: str | None) -> Html:
    """Draw a button that the shell handles; ``what`` says what it does with the link or text beside it."""
    return h.button(type="button", data_shell_do=what, class_=class_)[icon(sign), h.span[label]]


def gallery_title() -> str:
    """Return the title of the gallery."""
    return _("Demos for your page")


def gallery_page(language: str) -> str:
    """Return the name of the gallery's page in a language, beside the game's own."""
    return "gallery.html" if language == "en" else f"gallery-{language}.html"
