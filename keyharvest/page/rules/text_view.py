"""The rules as a page: docs/rules.md converted to HTML, with a table of contents, a summary and the rules in full.

The converter knows only the Markdown that the page uses: headings, paragraphs, lists with hyphens, tables, quotations,
and within a line bold, italics, code, links and anchors. Everything else is text and is escaped.
"""

from __future__ import annotations

import re
from html import escape
from typing import Final

from keyharvest.page.parts.controls import button
from keyharvest.picture.elements import Html
from keyharvest.scenario.library import shown_by
from keyharvest.words.language import _, cached
from keyharvest.words.rules_text import ANCHOR, blocks, source
from keyharvest.words.terms import RULE_IN_CHAPTER

_HEADING: Final = re.compile(r"(#{1,4}) (.*)")
_INLINE: Final = (
    (re.compile(r"`([^`]+)`"), r"<code>\1</code>"),
    (re.compile(r"\*\*([^*]+)\*\*"), r"<strong>\1</strong>"),
    (re.compile(r"\*([^*]+)\*"), r"<em>\1</em>"),
    (re.compile(r"\[([^\]]+)\]\((#[A-Za-z0-9.-]+|https?://[^\s)&]+)\)"), r'<a href="\2">\1</a>'),
)
#: The element of a rule.
_RULE: Final = re.compile(r'<(p|h3) id="rule-([^"]+)">.*?</\1>', re.DOTALL)
_NUMBER: Final = re.compile(rf"\d+{RULE_IN_CHAPTER}?")


@cached
def _cited() -> re.Pattern[str]:
    """Return the pattern of a rule cited in a sentence: ``rule 5.2``, ``rules 8.4 and 9.6``; each number is a link."""
    one, many, last = (re.escape(word) for word in (_("rule"), _("rules"), _("and")))
    number = _NUMBER.pattern
    return re.compile(rf"\b(?:{one}|{many}) {number}(?:(?:, | {last} ){number})*(?![^<]*</a>)")


def anchor(number: str) -> str:
    """Return the id of the element of a rule, such as ``5.2`` or ``12N``.

    >>> anchor("12N")
    'rule-12N'
    """
    return f"rule-{number}"


@cached
def html() -> Html:
    """Return the rules: the introduction, a section for the summary and one for every chapter, all with anchors."""
    title, *chapters = _chapters()
    sections = "".join(
        f'<section class="{"rules-summary" if not at else "rules-detailed"}">{convert(chapter)}</section>'
        for at, chapter in enumerate(chapters)
    )
    return Html(convert(title.partition("\n")[2]) + sections)


@cached
def contents() -> Html:
    """Draw the links to the summary and every chapter; the page marks the section being read, at first the summary."""
    items = "".join(
        f'<li><a href="#{name}">{inline(words)}</a></li>' for name, words in map(_anchored_heading, _chapters()[1:])
    ).replace("<a ", '<a aria-current="true" ', 1)
    label = escape(_("Contents"))
    return Html(f'<nav class="rules-contents" aria-label="{label}" data-follows><ol>{items}</ol></nav>')


def _chapters() -> list[str]:
    return re.split(r"(?m)^(?=## )", source())


def _anchored_heading(chapter: str) -> tuple[str, str]:
    heading = chapter.partition("\n")[0].removeprefix("## ")
    found = ANCHOR.match(heading)
    if not found:
        raise ValueError(f"docs/rules.md: the heading {heading!r} has no anchor")
    return found[1], heading[found.end() :]


def convert(markdown: str) -> str:
    """Convert the subset of Markdown described above to HTML.

    >>> convert("### <a id='x'></a>A & **B**")
    '<h3>&lt;a id=&#x27;x&#x27;&gt;&lt;/a&gt;A &amp; <strong>B</strong></h3>'
    >>> convert('<a id="rule-1"></a>One\\nline, see [rule 2](#rule-2).')
    '<p id="rule-1">One line, see <a href="#rule-2">rule 2</a>.</p>'
    """
    return "\n".join(_block(block) for block in blocks(markdown) if block)


def _block(block: str) -> str:
    heading = _HEADING.fullmatch(block)
    if heading:
        return _element(f"h{len(heading[1])}", heading[2])
    lines = block.split("\n")
    if block.startswith("- "):
        items = re.split(r"(?m)^- ", block)[1:]
        return "<ul>" + "".join(_element("li", item) for item in items) + "</ul>"
    if block.startswith("> "):
        return "<blockquote>" + _element("p", "\n".join(line.removeprefix("> ") for line in lines)) + "</blockquote>"
    if block.startswith("|"):
        return _table(lines)
    return _element("p", block)


def _table(lines: list[str]) -> str:
    """Draw a table whose second line separates the heads from the rows."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    heads = "".join(f'<th scope="col">{inline(cell)}</th>' if cell else "<td></td>" for cell in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{inline(cell)}</td>" for cell in row) + "</tr>" for row in rows[2:])
    return f'<div class="scroll"><table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>'


def _element(name: str, text: str) -> str:
    """Draw an element; an anchor at its beginning becomes its id."""
    found = ANCHOR.match(text)
    start = f'<{name} id="{found[1]}">' if found else f"<{name}>"
    return start + inline(text[found.end() :] if found else text) + f"</{name}>"


def inline(text: str) -> str:
    """Convert one run of text: escaped, with bold, italics, code and links, and with a link on every cited rule.

    >>> inline("<b> see rules 8.4 and 9.6")
    '&lt;b&gt; see rules <a href="#rule-8.4">8.4</a> and <a href="#rule-9.6">9.6</a>'
    """
    found = re.sub("[ \\n]+", " ", escape(text)).strip(" \n")
    for pattern, replacement in _INLINE:
        found = pattern.sub(replacement, found)
    return cited(found)


def cited(markup: str) -> str:
    """Link every rule cited by its number to its text; existing links stay as they are."""
    return _cited().sub(
        lambda words: _NUMBER.sub(lambda number: f'<a href="#{anchor(number[0])}">{number[0]}</a>', words[0]), markup
    )


def _with_lesson(rule: re.Match[str]) -> str:
    """Return the element of a rule, followed by the link to the scenario that shows it, if any."""
    names = shown_by(rule[2])
    if not names:
        return rule[0]
    label = _("Lesson on rule {number}").format(number=rule[2])
    show = button(_("Lesson"), "lesson", names[0], class_="show-rule", aria_label=label)
    return f"{rule[0]}{show}" if rule[1] == "h3" else rule[0].removesuffix("</p>") + f" {show}</p>"


def with_lessons(page: str) -> str:
    """Add to each rule the link to the scenario that shows it, if any."""
    return _RULE.sub(_with_lesson, page)
