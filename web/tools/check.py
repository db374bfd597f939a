"""``python3 web check URL``: ask a published site for its files; name each header and type that is wrong."""

import argparse
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from email.message import Message
from pathlib import Path, PurePosixPath
from typing import Final
from urllib.parse import urljoin

from web.bundle import hosting
from web.server import MISSING, content_type, headers_for, stand_ins

#: Files that every site has, beside those that its service worker names: for other pages, and none.
_NAMED: Final = (
    "",
    "sw.js",
    "gallery.html",
    "python.html",
    "python/pyodide/pyodide.js",
    "embed/v1.js",
    "embed/v1.mjs",
    "embed/en/chain.html",
)
_ABSENT: Final = ("no-such-page.html", "embed/en/no-such-demo.html")
#: Types that browsers insist on; equal ones go by the first.
_SAME: Final = {"application/javascript": "text/javascript", "application/x-javascript": "text/javascript"}
_STRICT: Final = (".js", ".mjs", ".css", ".html", ".wasm")
#: Below this size a file is hardly worth compressing.
_SMALL: Final = 20_000


def findings(site: str) -> list[str]:
    """Return what is wrong with a site, in sentences. Raise ``ValueError`` if there is none at that address."""
    status, _, worker = _answer(urljoin(site, "sw.js"))
    kept = re.findall(r'"([\w./-]+)": ?"sha384-', worker.decode(errors="replace"))
    if status != 200 or not kept:
        raise ValueError(f"{site}: there is no Key Harvest here, as it has no file sw.js with the names of the others")
    found: dict[str, list[str]] = {}
    for path in (*_NAMED, *_samples(kept)):
        for fault in _faults(site, path):
            found.setdefault(fault, []).append(path or "the page")
    for path in _ABSENT:
        for fault in _absent(site, path):
            found.setdefault(fault, []).append(path)
    return [
        f"{', '.join(paths[:2])}{f' and {len(paths) - 2} more' if len(paths) > 2 else ''}: {fault}"
        for fault, paths in found.items()
    ]


def _samples(kept: list[str]) -> list[str]:
    """Return one file of each kind: the folder it is in, and how its name ends."""
    kinds = {
        (path.split("/")[0], path.rsplit("-", 1)[0] if "/" in path else path, PurePosixPath(path).suffix): path
        for path in kept
    }
    return list(kinds.values())


def _faults(site: str, path: str) -> Iterator[str]:
    """Yield what is wrong with a file."""
    status, headers, content = _answer(urljoin(site, path))
    if status != 200:
        yield f"the server answers {status}"
        return
    yield from _wrong_type(path, headers)
    yield from _wrong_headers(path, headers)
    compressible = PurePosixPath(path).suffix in (*_STRICT, ".json", ".txt", "")
    if compressible and len(content) > _SMALL and not headers["Content-Encoding"]:
        yield "it isn't compressed, so a first visit loads three times as much"


def _absent(site: str, path: str) -> Iterator[str]:
    """Yield what is wrong with the answer for a file that doesn't exist."""
    status, _headers, content = _answer(urljoin(site, path), "identity")
    stand_in = next((to for pattern, to in stand_ins() if f"/{path}".startswith(pattern.rstrip("*"))), MISSING)
    if status != 404:
        yield f"the server answers {status} for a file that doesn't exist, expected 404"
    elif b"Key Harvest" not in content:
        yield f"the server doesn't send {stand_in} for a file that doesn't exist"


def _wrong_type(path: str, headers: Message) -> Iterator[str]:
    told = headers.get_content_type() if headers["Content-Type"] else "no type"
    wanted = content_type(Path(path or "index.html")).partition(";")[0]
    if PurePosixPath(path or "index.html").suffix in _STRICT and _SAME.get(told, told) != wanted:
        yield f"the server sends it as {told}, expected {wanted}: browsers refuse it or start later"


def _wrong_headers(path: str, headers: Message) -> Iterator[str]:
    rules = hosting.rules()
    for name, wanted in headers_for(rules, f"/{path}" if "/" in path or f"/{path}" in rules else "/").items():
        told = headers[name]
        if told is None:
            yield f"the header {name} is missing, expected {wanted}"
        elif _directives(told) != _directives(wanted):
            yield f"{name} is {told}, expected {wanted}"
    framed = headers["X-Frame-Options"]
    if framed and path.startswith("embed/"):
        yield f"X-Frame-Options is {framed}, so no other page can show a demo"


def _directives(value: str) -> set[str]:
    """Return the parts of a header's value, without the sites that a policy names beside ``'self'``."""
    return {
        " ".join(part.split()) for part in re.split("[;,]", re.sub(r" https?://[^\s;]+", "", value)) if part.strip()
    }


def _answer(address: str, encodings: str = "br, gzip") -> tuple[int, Message, bytes]:
    """Return status, headers and content (compressed as sent) of an address. Raise ``ValueError`` if no one answers."""
    request = urllib.request.Request(address, headers={"Accept-Encoding": encodings, "User-Agent": "key-harvest-check"})
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return response.status, response.headers, response.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, error.read()
    except OSError as error:
        raise ValueError(f"{address}: {getattr(error, 'reason', error)}") from None


def main(arguments: list[str]) -> int:
    """Run the command line; return 1 if something is wrong."""
    parser = argparse.ArgumentParser(prog="python3 web check", description=__doc__)
    parser.add_argument("url", help="the site's URL")
    site = parser.parse_args(arguments).url.removesuffix("index.html").rstrip("/") + "/"
    if not re.match("https?://", site):
        parser.error(f"expected an address that begins with https://, not {site[:-1]!r}")
    faults = findings(site)
    print("\n".join(faults) or f"{site}: all types and headers are right")
    return 1 if faults else 0
