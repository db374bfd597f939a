"""Pages whose Python is already running: most of a start is Python's, and most tests are of what follows.

Such a page is opened like any other, with its own document, shell and storage, but its worker only passes messages to
one that was started once (page.js, worker.mjs) and creates a new session. One page at a time.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from playwright.sync_api import BrowserContext, Page, Route

HERE: Final = Path(__file__).parent
BEGIN: Final = """path => {
  const worker = new Worker(path, { type: "module", name: "{}" });
  worker.postMessage('{"saved": {}}');
}"""


class Warm:
    """A context in which Python is running, for pages at *address*; *worker* is the path of its script."""

    def __init__(self, context: BrowserContext, address: str, worker: str) -> None:
        self._context = context
        self._origin = address
        host = context.new_page()
        host.route("**/worker.js", _keep)
        host.goto("/licences.txt")
        host.evaluate(BEGIN, f"/{worker}")
        self._host = context.new_cdp_session(host)

    def open(self) -> Page:
        """Open a new page with empty storage and nothing left from earlier pages."""
        self._context.set_offline(False)
        self._context.clear_permissions()
        stored = {"origin": self._origin, "storageTypes": "local_storage,indexeddb"}
        self._host.send("Storage.clearDataForOrigin", stored)
        page = self._context.new_page()
        page.add_init_script(path=HERE / "page.js")
        return page


def _keep(route: Route) -> None:
    """Answer with a worker that lends its Python to pages."""
    response = route.fetch()
    lent = json.dumps((HERE / "lent.py").read_text(encoding="utf-8"))
    more = (HERE / "worker.mjs").read_text(encoding="utf-8").replace('"{{lent}}"', lent)
    route.fulfill(response=response, body=response.text() + more)
