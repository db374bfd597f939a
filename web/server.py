"""Serve the built folder as a host would: with its own headers, the right types, compressed siblings."""

import contextlib
import fnmatch
import mimetypes
import socket
import threading
import tomllib
from collections.abc import Iterator
from functools import cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socketserver import BaseServer
from typing import Any, TypeVar
from urllib.parse import unquote, urlsplit

from web.bundle import hosting

_Server = TypeVar("_Server", bound=BaseServer)

ROOT = Path(__file__).resolve().parent.parent
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".mts": "text/plain; charset=utf-8",
    ".png": "image/png",
    ".py": "text/x-python; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webp": "image/webp",
    ".webmanifest": "application/manifest+json",
    ".whl": "application/zip",
    ".zip": "application/zip",
}
ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
POLICY = "Content-Security-Policy"


def content_type(path: Path) -> str:
    """Return the Content-Type of a file.

    >>> content_type(Path("a/pyodide.asm.wasm"))
    'application/wasm'
    """
    known = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    return known or "application/octet-stream"


def headers_for(rules: dict[str, dict[str, str]], path: str, site: str = "") -> dict[str, str]:
    """Return the host's headers for the path of an address, by the *rules* of the site.

    *site* is the address of the site, which a demo's policy names.

    >>> headers_for({"/*": {"a": "1"}, "/embed/*": {"b": "2"}, "/": {"c": "3"}}, "/embed/x")
    {'a': '1', 'b': '2'}
    """
    found: dict[str, str] = {}
    for pattern, values in rules.items():
        if fnmatch.fnmatchcase(path, pattern):
            found |= values
    if path.startswith("/embed/") and site and (policy := found.get(POLICY)):
        found[POLICY] = hosting.naming(policy, site)
    return found


# What hosts send where nothing else stands in for a missing file.
MISSING = "/404.html"


@cache
def stand_ins() -> tuple[tuple[str, str], ...]:
    """Return the ``[[redirects]]`` of netlify.toml: patterns of paths, and the file sent if a path has no file."""
    config = tomllib.loads((ROOT / "netlify.toml").read_text(encoding="utf-8"))
    return tuple((rule["from"], rule["to"]) for rule in config["redirects"] if rule["status"] == HTTPStatus.NOT_FOUND)


class Handler(BaseHTTPRequestHandler):
    """Answers GET and HEAD from one folder, which may be below a path of its own (`Server.below`)."""

    protocol_version = "HTTP/1.1"
    server: "Server"

    def do_GET(self) -> None:
        """Send a file."""
        self._answer(body=True)

    def do_HEAD(self) -> None:
        """Send a file's headers."""
        self._answer(body=False)

    def _answer(self, body: bool) -> None:
        path = unquote(urlsplit(self.path).path)
        local = path.removeprefix(self.server.below)
        name = f"{local}index.html" if local.endswith("/") else local
        inside, file, found = path.startswith(f"{self.server.below}/"), self._file(name), HTTPStatus.OK
        if inside and file is None:
            found = HTTPStatus.NOT_FOUND
            file = self._file(next((to for pattern, to in stand_ins() if fnmatch.fnmatchcase(local, pattern)), MISSING))
        if not inside or file is None:
            self._refuse(HTTPStatus.NOT_FOUND, body)
            return
        accepted = self.headers.get("Accept-Encoding", "")
        headers = {"Content-Type": content_type(file), "Vary": "Accept-Encoding"}
        headers |= headers_for(self.server.rules, local, f"http://{self.headers.get('Host', 'localhost')}")
        for name, suffix in ENCODINGS:
            sibling = file.with_name(file.name + suffix)
            if name in accepted and sibling.is_file():
                headers["Content-Encoding"] = name
                file = sibling
                break
        status = file.stat()
        headers["ETag"] = f'"{status.st_mtime_ns:x}-{status.st_size:x}"'
        if found == HTTPStatus.OK and self.headers.get("If-None-Match") == headers["ETag"]:
            self._send(HTTPStatus.NOT_MODIFIED, headers, b"")
        else:
            content = file.read_bytes()
            headers["Content-Length"] = str(len(content))
            self._send(found, headers, content if body else b"")

    def _file(self, name: str) -> Path | None:
        """Return a file of the folder; ``None`` if there is none, or if none can have that name."""
        try:
            file = (self.server.folder / name.lstrip("/")).resolve()
            return file if file.is_relative_to(self.server.folder) and file.is_file() else None
        except (OSError, ValueError):
            return None

    def _refuse(self, status: HTTPStatus, body: bool) -> None:
        content = f"{status.value} {status.phrase}\n".encode()
        headers = {"Content-Type": "text/plain; charset=utf-8", "Content-Length": str(len(content))}
        self._send(status, headers, content if body else b"")

    def _send(self, status: HTTPStatus, headers: dict[str, str], content: bytes) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Log nothing: a page's requests aren't news."""


class Server(ThreadingHTTPServer):
    """A web server for *folder* on this machine alone, at the path *below*."""

    daemon_threads = False
    handler: type[Handler] = Handler

    def __init__(self, folder: Path, port: int, below: str) -> None:
        self.folder = folder.resolve()
        self.below = below.rstrip("/")
        self.open: set[socket.socket] = set()
        super().__init__(("127.0.0.1", port), self.handler)

    @property
    def rules(self) -> dict[str, dict[str, str]]:
        """The headers of the folder's files, by patterns of paths."""
        return hosting.read(self.folder)

    @property
    def url(self) -> str:
        """The address of the page."""
        return f"http://localhost:{self.server_address[1]}{self.below}/"

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer one connection's requests."""
        self.open.add(request)
        super().process_request_thread(request, client_address)
        self.open.discard(request)

    def server_close(self) -> None:
        """Close the connections that browsers keep open, and wait until all threads have ended."""
        for connection in list(self.open):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        super().server_close()

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore browsers that hang up."""


def serve(folder: Path, port: int = 0, below: str = "") -> Server:
    """Return a server for *folder*, bound to *port* (0: any free port) but not answering yet: see `answering`.

    Raise `ValueError` if the port isn't available.
    """
    try:
        return Server(folder, port, below)
    except (OSError, OverflowError) as error:
        raise ValueError(f"port {port} is not available: {getattr(error, 'strerror', None) or error}") from error


@contextlib.contextmanager
def answering(server: _Server) -> Iterator[_Server]:
    """Let *server* answer during the ``with`` block, and close it at the end.

    >>> from urllib import request
    >>> with answering(serve(ROOT)) as server:
    ...     request.urlopen(f"{server.url}LICENSE").status
    200
    """
    with server:
        look = 0.02  # seconds between its looks whether it shall end
        thread = threading.Thread(target=server.serve_forever, args=(look,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
