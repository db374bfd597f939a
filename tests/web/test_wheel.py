"""The wheel: whole, and sufficient for itself."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from web.environment import ROOT
from web.tools.catalogue import compiled, read

NOT_SHIPPED = {".pyc", ".po"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(folder.glob("keyharvest-*-py3-none-any.whl"))


def test_it_holds_every_file_of_the_package(wheel: Path) -> None:
    files = {path.relative_to(ROOT) for path in (ROOT / "keyharvest").rglob("*") if path.is_file()}
    wanted = {path.as_posix() for path in files if path.suffix not in NOT_SHIPPED and "__pycache__" not in path.parts}
    held = set(zipfile.ZipFile(wheel).namelist())
    assert {"keyharvest/py.typed", "keyharvest/rules/layout.json", "keyharvest/docs/formats.md"} <= wanted <= held
    assert all(name.startswith(("keyharvest/", "keyharvest-0.1.0.dist-info/")) for name in held)


def test_it_speaks_german(wheel: Path) -> None:
    held = zipfile.ZipFile(wheel).read("keyharvest/words/locale/de/LC_MESSAGES/keyharvest.mo")
    assert held == compiled(read("de"))


def test_it_runs_with_the_standard_library_alone(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path)
    start = "import sys; sys.path.insert(0, sys.argv.pop(1)); from keyharvest.cli import main; sys.exit(main())"
    bare = [sys.executable, "-I", "-S", "-c", start, str(tmp_path), "--help"]
    done = subprocess.run(bare, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "simulate" in done.stdout
