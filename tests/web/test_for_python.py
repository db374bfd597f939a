"""The site's files for Python in other pages: wheels, and the guide."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from keyharvest import Game, __version__, make_player, play_game
from web import environment, server
from web.bundle import for_python, hosting, stages
from web.bundle.places import LOCK

GUIDE = for_python.GUIDE.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def wheels() -> list[Path]:
    return stages.wheels()


def test_any_page_may_load_what_is_there(tmp_path: Path) -> None:
    hosting.write(tmp_path)
    rules = hosting.read(tmp_path)
    found = server.headers_for(rules, "/python/pyodide/pyodide.js")
    assert found["Access-Control-Allow-Origin"] == "*"
    assert found["Cross-Origin-Resource-Policy"] == "cross-origin"


def test_the_guide_names_this_version_and_the_sizes(wheels: list[Path]) -> None:
    named = set(re.findall(r"keyharvest\w*-[\d.]+-py3-none-any\.whl", GUIDE))
    assert named == {wheel.name for wheel in wheels}
    assert __version__ in str(named)
    for wheel, size in zip(wheels, ("1.25 MB", "209 kB"), strict=True):
        number, unit = size.split()
        assert f"| `{wheel.name}` | {size} |" in GUIDE
        assert abs(wheel.stat().st_size / {"kB": 1e3, "MB": 1e6}[unit] / float(number) - 1) < 0.1


def test_the_cells_of_the_guide_draw_a_picture() -> None:
    cell = GUIDE.split("## Jupyter\n")[1].split("```python\n")[1].split("```")[0]
    names: dict[str, object] = {}
    exec(cell, names)
    game = names["game"]
    assert isinstance(game, Game)
    assert cell.splitlines()[-1] == "game"
    assert game._repr_svg_().startswith("<svg")


@pytest.mark.slow
def test_stock_pyodide_in_node_plays_as_python_does_here(wheels: list[Path]) -> None:
    _, node = environment.node()
    pyodide = environment.packages(LOCK) / "node_modules" / "pyodide"
    command = [node, str(Path(__file__).with_name("play.mjs")), str(pyodide), str(wheels[1])]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    game, farmer = Game.new(seed=1), make_player("farmer", seed=1)
    for _ in range(12):
        game.play(farmer.choose(game.observation(game.actor)))
    scores = play_game(["greedy", "random"], seed=1).scores
    assert done.stdout.strip() == f"{game.moves} {list(game.sentences().values())} {len(game.svg())} {scores}"
