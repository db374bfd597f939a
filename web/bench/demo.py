"""``python3 web bench embed``: measure what a demo costs its host page, compared with the chess board of lichess.

Each visit uses a fresh Chromium context and a page with one demo, or with a frame that shows a chess position with
chessground (from npm), its style and its pieces. The two take turns on the same machine. Times are medians in
milliseconds until the board was shown, from the host page's navigation and from its load event. Bytes count everything
that the host page fetched for it, gzipped, and separately the script that runs in the host page itself.
"""

import argparse
import contextlib
import gzip
import json
import shutil
import statistics
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, sync_playwright

from web import environment
from web.bench.start import ARGUMENTS, running
from web.bundle import places, stages

PEER = Path(__file__).resolve().parent / "peer"
COLUMNS = ("shown", "after load", "kB", "script kB")
LISTEN = """<script>
window.shown = null;
addEventListener("message", () => { shown ??= performance.now(); });
</script>"""
PEER_PAGE = """<!doctype html><meta charset="utf-8"><title>Peer</title>
<link rel="stylesheet" href="base.css"><link rel="stylesheet" href="brown.css">
<link rel="stylesheet" href="cburnett.css"><link rel="stylesheet" href="size.css">
<div id="board"></div><script type="module" src="start.mjs"></script>"""
PEER_START = """import { Chessground } from "./chessground.min.js";
Chessground(document.getElementById("board"), { fen: "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R" });
requestAnimationFrame(() => parent.postMessage("shown", "*"));
"""
READ = "() => ({ shown, load: performance.getEntriesByType('navigation')[0].loadEventEnd })"


class HostHandler(BaseHTTPRequestHandler):
    """Answers every request with the host page."""

    server: "HostPage"

    def do_GET(self) -> None:
        content = f'<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">{LISTEN}{self.server.body}'
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(content.encode())))
        self.end_headers()
        self.wfile.write(content.encode())

    def log_message(self, *_: object) -> None:
        """Log nothing."""


class HostPage(ThreadingHTTPServer):
    """A server for the host page."""

    body = ""


@contextlib.contextmanager
def hosting(body: str) -> Iterator[str]:
    """Serve a host page with *body* in it; yield its address."""
    with HostPage(("127.0.0.1", 0), HostHandler) as host:
        host.body = body
        threading.Thread(target=host.serve_forever, daemon=True).start()
        yield f"http://localhost:{host.server_address[1]}/"
        host.shutdown()


def peer_site() -> Path:
    """Make a site with a frame that shows a position with chessground; return its folder."""
    package = environment.packages(PEER / "package-lock.json") / "node_modules/chessground"
    site = places.BUILD / "peer"
    shutil.rmtree(site, ignore_errors=True)
    folder = site / "embed"  # where the headers allow framing
    folder.mkdir(parents=True)
    shutil.copy(package / "dist/chessground.min.js", folder)
    for name in ("base", "brown", "cburnett"):
        shutil.copy(package / f"assets/chessground.{name}.css", folder / f"{name}.css")
    (folder / "size.css").write_text("#board { width: 400px; height: 400px; }", encoding="utf-8")
    (folder / "peer.html").write_text(PEER_PAGE, encoding="utf-8")
    (folder / "start.mjs").write_text(PEER_START, encoding="utf-8")
    return site


def visit(browser: Browser, address: str, site: Path) -> dict[str, float]:
    """Visit a host page once; return when the board was shown and how much was fetched for it from *site*."""
    context = browser.new_context()
    page = context.new_page()
    fetched: set[str] = set()
    page.on("request", lambda request: None if request.url == address else fetched.add(urlsplit(request.url).path))
    page.goto(address)
    page.wait_for_function("shown !== null")
    times = page.evaluate(READ)
    context.close()
    files = {path: len(gzip.compress((site / path.lstrip("/")).read_bytes(), 9)) / 1000 for path in fetched if path}
    script = files.get("/embed/v1.js", 0)
    return {
        "shown": times["shown"],
        "after load": times["shown"] - times["load"],
        "kB": sum(files.values()),
        "script kB": script,
    }


def measure(runs: int, scenario: str) -> dict[str, dict[str, float]]:
    """Return the medians of *runs* visits to each page."""
    ours, peer = stages.build(), peer_site()
    with contextlib.ExitStack() as stack:
        served = {"ours": stack.enter_context(running(ours)), "peer": stack.enter_context(running(peer))}
        bodies = {
            "ours": f'<script async src="{served["ours"].url}embed/v1.js"></script>'
            f'<key-harvest-demo scenario="{scenario}"></key-harvest-demo>',
            "peer": f'<iframe src="{served["peer"].url}embed/peer.html" width="420" height="420"></iframe>',
        }
        hosts = {name: stack.enter_context(hosting(body)) for name, body in bodies.items()}
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=environment.chromium(), args=ARGUMENTS)
        found: dict[str, list[dict[str, float]]] = {"ours": [], "peer": []}
        for _run in range(runs):
            for name, site in (("ours", ours), ("peer", peer)):
                found[name].append(visit(browser, hosts[name], site))
        browser.close()
    return {
        name: {column: round(statistics.median(each[column] for each in visits), 1) for column in COLUMNS}
        for name, visits in found.items()
    }


def table(results: dict[str, dict[str, float]]) -> str:
    """Format the medians as a table."""
    rows = [f"{'':6}" + "".join(f"{column:>12}" for column in COLUMNS)]
    rows += [f"{name:6}" + "".join(f"{row[column]:>12}" for column in COLUMNS) for name, row in results.items()]
    return "\n".join(rows)


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(prog="python3 web bench embed", description=__doc__)
    parser.add_argument("--runs", type=int, default=10, help="visits to each (default: %(default)s)")
    parser.add_argument("--scenario", default="chain", help="which demo (default: %(default)s)")
    parser.add_argument("--json", type=Path, help="write the results to this file too")
    options = parser.parse_args(arguments)
    results = measure(max(1, options.runs), options.scenario)
    if options.json:
        options.json.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    print(table(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
