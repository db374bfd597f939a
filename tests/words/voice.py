"""Find words and patterns that the project's voice avoids, in all its prose.

Prose is what people read: the sentences of page and terminal, lessons and demos, docs, docstrings and comments. Names
in code and words in backticks are not prose.
"""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from web.environment import ROOT
from web.tools.catalogue import messages, texts

#: Patterns to avoid, and what to write instead.
AVOIDED: Final = {
    r"tells?|told|telling": "show, say, report, return",
    r"anew": "again, or from scratch",
    r"(?:can|to) be had|lets? go|taken? in|asked on": "available, missed, imported, asked again",
    r"go(?:es|ing)? on|went on|gone on": "continue",
    r"whoever|whatever (?:is|it)": "anyone who, anything that",
    r"somebody": "someone, another player, or name them",
    r"br(?:ing|ings|ought) about": "make, set up",
    r"(?:is|are) to (?:be|decide|act)": "must be, will be; has to decide",
    r"as (?:it|they) (?:was|were) at first": "as before",
    r"hold on|take back|bring back": "keep, undo, restore",
    r"likewise|thereof|hereby|wherein|thus": "so, or leave it out",
    r"room for|no more than that": "space for, only that",
    r"any more": "no longer",
    r"(?:after|at most|for|in|of|up to) so many": "this many, a number of",
}
_PATTERNS: Final = {name: re.compile(rf"\b(?:{name})\b", re.IGNORECASE) for name in AVOIDED}
#: A docstring must not begin with a clause. "Whether" is the exception, for what is true or false.
CLAUSE: Final = re.compile(r"(?:What|Who|Whose|That|How|Which|Where|When|From where|By what|To whom)\b(?!.*\?$)")
#: How docstrings must not describe errors.
RAISED: Final = re.compile(r"; ``\w*Error``")
_QUOTED: Final = re.compile(r"```.*?```|``.*?``|`[^`]*`|\]\([^)]*\)|https?://\S+|<[^>]+>", re.DOTALL)
_COMMENT: Final = re.compile(r"/\*.*?\*/|(?<![:\"'])//[^\n]*", re.DOTALL)


class Finding(NamedTuple):
    """A place with words to reconsider."""

    path: str
    line: int
    pattern: str
    text: str


def findings(*roots: str) -> list[Finding]:
    """Return the findings below *roots*, or in the whole project, by file and line.

    A root is the beginning of a path, or ``catalogue`` for the sentences of page and terminal.
    """
    return sorted(found for prose in _prose(roots) for found in in_text(*prose))


def in_text(path: str, line: int, text: str, docstring: bool) -> Iterator[Finding]:
    """Yield the findings in a text that begins at a line."""
    plain = _QUOTED.sub(" ", text)
    for name, pattern in _PATTERNS.items():
        for match in pattern.finditer(plain):
            around = plain[max(0, match.start() - 40) : match.end() + 40].replace("\n", " ")
            yield Finding(path, line + plain[: match.start()].count("\n"), name, around.strip())
    if docstring:
        first = text.strip().partition("\n")[0]
        if CLAUSE.match(first):
            yield Finding(path, line, "begins with a clause", first)
        if RAISED.search(text):
            yield Finding(path, line, "; ``Error`` if", first)


def _prose(roots: tuple[str, ...]) -> Iterator[tuple[str, int, str, bool]]:
    """Yield file, line, text, and whether the text is a docstring."""
    markdown = (ROOT / "README.md", ROOT / "web/pyodide/README.md", *sorted((ROOT / "keyharvest/docs").glob("*.md")))
    library = sorted((ROOT / "keyharvest/scenario/library").glob("*.json"))
    for path in (*_files("py"), *_files("mjs"), *_files("js"), *_files("css"), *markdown, *library):
        name = path.relative_to(ROOT).as_posix()
        if not roots or name.startswith(roots):
            yield from ((name, *found) for found in _of_file(path))
    if not roots or "catalogue" in roots:
        for message in messages():
            if message.id and not any("rules.md" in file for file, _ in message.locations):
                yield from (("catalogue", 1, text, False) for text in texts(message.id)[:1])


def _of_file(path: Path) -> Iterator[tuple[int, str, bool]]:
    source = path.read_text(encoding="utf-8")
    match path.suffix:
        case ".py":
            yield from of_python(source)
        case ".md":
            yield 1, source, False
        case ".json":
            yield from ((1, text, False) for text in json.loads(source).get("words", {}).get("en", {}).values())
        case _:
            for match in _COMMENT.finditer(source):
                yield 1 + source[: match.start()].count("\n"), match[0], False


def of_python(source: str) -> Iterator[tuple[int, str, bool]]:
    """Yield the line and text of every docstring (without examples) and comment, and whether it is a docstring."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            said = ast.get_docstring(node, clean=False)
            if said:
                prose = "\n".join(line for line in said.split("\n") if not line.strip().startswith((">>>", "...")))
                yield node.body[0].lineno, prose, True
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string, False


def _files(ending: str) -> Iterable[Path]:
    found = [path for room in ("keyharvest", "web", "tests") for path in sorted((ROOT / room).rglob(f"*.{ending}"))]
    return (path for path in found if "node_modules" not in path.parts)
