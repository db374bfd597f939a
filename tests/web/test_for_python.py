"""The site's files for Python in other pages: wheels, a page to copy, and the guide."""

from __future__ import annotations

import html
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


@pytest.fixture(scope="module")
def files(wheels: list[Path]) -> dict[str, bytes]:
    return for_python.files(environment.packages(LOCK) / "node_modules", wheels, "https://a.example/kh/")


def test_the_page_shows_all_of_the_page_that_it_is(files: dict[str, bytes]) -> None:
    page = files["python.html"].decode()
    shown = html.unescape(page.split("<code>")[1].split("</code></pre>")[0])
    assert len(shown.splitlines()) <= 40
    _, config, code = re.split(r"<script type=\"py\" config='(.*)'>\n", shown)
    assert code.split("</script>")[0] in page
    for address in re.findall(r'https://a\.example/kh/([^"]+)', shown):
        assert address in files
    for address in re.findall(r'(?:href|src)="(python/[^"]+)"', page):
        assert address in files
    assert config.replace("https://a.example/kh/", "") in page


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
    for wheel, size in zip(wheels, ("1.33 MB", "212 kB"), strict=True):
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


@pytest.mark.thorough
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
