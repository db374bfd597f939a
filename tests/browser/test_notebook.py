"""The game in a notebook: a cell shows the board, a click plays, and the next cell knows the move."""

from __future__ import annotations

import json
import os
import re
import secrets
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from keyharvest import Game
from keyharvest.widget import Table
from web import environment

#: Shows a table's frame, as a notebook does: `heard` answers a message with those that come back.
SHOW = """async (source) => {
  const { default: widget } = await import(`data:text/javascript;charset=utf-8,${encodeURIComponent(source)}`);
  let hear;
  const model = {
    get: () => 960,
    on: (_event, listener) => { hear = listener; },
    off() {},
    send: async (message) => { for (const each of await heard(message)) hear(each); },
  };
  widget.render({ model, el: document.body });
}"""
CELLS = (
    "from keyharvest import Game\nfrom keyharvest.widget import Table\n"
    'table = Table(Game.new(2, seed=3), opponents=["greedy"])\ntable',
    'print("moves:", *table.moves[-2:])',
)


@contextmanager
def lab(folder: Path) -> Iterator[str]:
    """Run JupyterLab with a notebook of these cells; yield the notebook's address."""
    cells: list[dict[str, Any]] = [
        {"cell_type": "code", "id": f"cell{at}", "metadata": {}, "execution_count": None, "outputs": [], "source": code}
        for at, code in enumerate(CELLS)
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": kernel, "cells": cells}
    (folder / "board.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    token = secrets.token_hex(8)
    # The server looks for a free port and takes it later: of these, the system gives none to anything else meanwhile.
    port = 20_000 + secrets.randbelow(10_000)
    command = [
        str(environment.ensure("jupyter")), "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}",
        f"--IdentityProvider.token={token}", f"--ServerApp.root_dir={folder}",
    ]  # fmt: skip
    here = {**os.environ, "HOME": str(folder), "JUPYTER_PREFER_ENV_PATH": "1", "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=here) as server:
        try:
            assert server.stderr
            found = next(filter(None, (re.search(r"http://localhost:(\d+)/", line) for line in server.stderr)))
            while not listens(int(found[1])):  # the address is in its log before that
                assert server.poll() is None
                time.sleep(0.1)
            yield f"{found[0]}lab/tree/board.ipynb?token={token}"
        finally:
            server.terminate()


def listens(port: int) -> bool:
    """Whether something listens at a port of this machine."""
    try:
        socket.create_connection(("localhost", port)).close()
    except ConnectionRefusedError:
        return False
    return True


def run(page: Page, cell: int) -> None:
    """Run a cell."""
    page.locator(".jp-CodeCell .cm-content").nth(cell).click()
    page.get_by_role("button", name="Run this cell and advance").click()


def harvest(page: Page) -> None:
    """Harvest a field on the board that a cell shows."""
    frame = page.frame_locator("iframe[title='Key Harvest']")
    expect(frame.locator("#hex-D4")).to_be_visible(timeout=30_000)
    frame.locator("[data-intent=aim][data-value=harvest]").click(timeout=30_000)
    frame.locator("[data-intent=tap][aria-selected=false]").first.click()
    frame.locator("[data-intent=commit]").click()
    expect(frame.locator("[data-intent=undo]:visible").first).to_be_enabled()


def test_a_click_on_the_board_of_a_cell_plays(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    page = browser.new_page(viewport={"width": 1440, "height": 1250})
    table, said = Table(Game.new(2, seed=3), opponents=["greedy"]), list[dict[str, Any]]()
    monkeypatch.setattr(table, "send", said.append)

    def heard(message: dict[str, Any]) -> list[dict[str, Any]]:
        said.clear()
        table._hear(table, message, [])
        return [*said]

    page.expose_function("heard", heard)
    page.evaluate(SHOW, table._esm)
    harvest(page)
    assert any(move.startswith("a:") for move in table.moves)
    page.close()


@pytest.mark.long  # JupyterLab takes a minute to install, and half of one to start
def test_a_cell_shows_the_board_and_a_click_plays(browser: Browser, tmp_path: Path) -> None:
    page = browser.new_page(viewport={"width": 1440, "height": 1250})
    with lab(tmp_path) as address:
        page.goto(address)
        expect(page.get_by_text("Python 3 (ipykernel) | Idle")).to_be_visible(timeout=60_000)
        run(page, 0)
        harvest(page)
        run(page, 1)
        expect(page.locator(".jp-OutputArea-output", has_text=re.compile("moves: .*a:"))).to_be_visible()
    page.close()
