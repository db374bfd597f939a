"""A site for any host: the headers of its files, and the policy that stands in its documents too.

The build writes the headers into ``_headers``, in the form that Netlify and Cloudflare read; `web.server` obeys the
same file. A host without headers of one's own, such as GitHub Pages, serves the site as well: its types are those that
every host knows, and the policy is in each document's ``<meta>``.
"""

import html
import re
from pathlib import Path

FILE = "_headers"
_GAME = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' data:; connect-src 'self'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self'; font-src 'self'; "
    "manifest-src 'self'; form-action 'none'; base-uri 'none'"
)
# Demos are made for other pages. In a sandboxed frame, which has no origin of its own, their worker starts from a data:
# address; in WebKit 'self' matches nothing there, so the site is named beside it.
_DEMO = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' data:; connect-src 'self'; "
    "style-src 'self'; img-src 'self' data:; font-src 'self'; form-action 'none'; base-uri 'none'"
)
# Stock Pyodide compiles scripts of its own; the site's is cut down and doesn't (web/pyodide/README.md).
_PYTHON = _GAME.replace("'wasm-unsafe-eval'", "'unsafe-eval'").replace("worker-src 'self'", "worker-src 'self' blob:")
#: Sent with every file.
_EVERYWHERE = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}

#: For frames and their workers on pages that isolate themselves, as those with threads do. A demo's policy doesn't name
#: `frame-ancestors`: even `*` would refuse pages without an origin, which are those in a sandbox, and files.
_ANYWHERE = {"Cross-Origin-Embedder-Policy": "require-corp", "Cross-Origin-Resource-Policy": "cross-origin"}


def policy() -> str:
    """Return the tag with the policy of the game's pages, for documents whose host sends none."""
    return _tag(_GAME)


def python_policy() -> str:
    """Return the tag with the policy of the page for Python."""
    return _tag(_PYTHON)


def demo_policy(address: str) -> str:
    """Return the tag with the policy of a demo, which must name the site: empty if its *address* isn't known."""
    return _tag(_naming(address)) if address else ""


def rules(address: str = "") -> dict[str, dict[str, str]]:
    """Return the headers of a site by patterns of paths, the entry points as ``/``.

    No two rules for a path name the same header: hosts differ in what they do with one that several rules name.
    """
    own = {"Content-Security-Policy": f"{_GAME}; frame-ancestors 'self'"}
    shared = {"Access-Control-Allow-Origin": "*", **_ANYWHERE}
    return {
        "/*": _EVERYWHERE,
        # Browsers check the entry points on every visit.
        "/": {"Cache-Control": "no-cache", **own},
        "/python.html": {
            "Cache-Control": "no-cache",
            "Content-Security-Policy": f"{_PYTHON}; frame-ancestors 'self'",
        },
        # These files have a hash of their content in their address.
        "/static/*": {"Cache-Control": "public, max-age=31536000, immutable", **shared, **own},
        # Any page may load the wheels, and what runs them.
        "/python/*": {"Cache-Control": "no-cache", **shared, **own},
        "/embed/*": {"Cache-Control": "no-cache", **shared, "Content-Security-Policy": _naming(address)},
    }


def headers(target: Path, address: str = "") -> dict[str, dict[str, str]]:
    """Return the headers of a site's files, by patterns of paths, each entry point by its name."""
    every, entry, *others = rules(address).items()
    # The service worker, which names the other files, is written after all of them.
    names = sorted({"sw.js", *(path.name for path in target.iterdir() if path.is_file() and path.name != FILE)})
    return dict([every, entry, *((f"/{name}", entry[1]) for name in names), *others])


def write(target: Path, address: str = "") -> None:
    """Write the headers of a site's files beside them."""
    rules = headers(target, address)
    lines = (line for path, values in rules.items() for line in (path, *(f"  {n}: {v}" for n, v in values.items())))
    (target / FILE).write_text("\n".join(lines) + "\n", encoding="utf-8")


def read(folder: Path) -> dict[str, dict[str, str]]:
    """Return the headers in a folder's file, by patterns of paths; none if there is no file."""
    if not (folder / FILE).is_file():
        return {}
    text = (folder / FILE).read_text(encoding="utf-8")
    blocks = (block.splitlines() for block in re.split(r"\n(?! )", text) if block)
    return {path: dict(line.strip().split(": ", 1) for line in lines) for path, *lines in blocks}


def naming(value: str, site: str) -> str:
    """Name a *site* in a policy wherever it names itself, unless it names one already."""
    return value if "://" in value else value.replace("'self'", f"'self' {site}")


def _naming(address: str) -> str:
    return naming(_DEMO, address) if address else _DEMO


def _tag(policy: str) -> str:
    return f'<meta http-equiv="Content-Security-Policy" content="{html.escape(policy, quote=False)}">\n'
