"""The wheels: the whole one, complete and self-sufficient, and the engine alone."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from packaging.metadata import Metadata
from packaging.specifiers import SpecifierSet

from keyharvest import __version__, play_game
from keyharvest.words.language import LANGUAGES
from web.bundle.slim import slim
from web.environment import ROOT
from web.tools.catalogue import compiled, read

NOT_SHIPPED = {".pyc", ".po"}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with sdist and wheel, the wheel built from the sdist as in a release."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    """The wheel."""
    return next(built.glob("keyharvest-*-py3-none-any.whl"))


@pytest.mark.slow
def test_it_holds_every_file_of_the_package(wheel: Path) -> None:
    files = {path.relative_to(ROOT) for path in (ROOT / "keyharvest").rglob("*") if path.is_file()}
    wanted = {path.as_posix() for path in files if path.suffix not in NOT_SHIPPED and "__pycache__" not in path.parts}
    held = set(zipfile.ZipFile(wheel).namelist())
    assert {"keyharvest/py.typed", "keyharvest/rules/layout.json", "keyharvest/docs/formats.md"} <= wanted <= held
    assert all(name.startswith(("keyharvest/", f"keyharvest-{__version__}.dist-info/")) for name in held)


@pytest.mark.thorough
@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_it_speaks_every_language(wheel: Path, code: str) -> None:
    held = zipfile.ZipFile(wheel).read(f"keyharvest/words/locale/{code}/LC_MESSAGES/keyharvest.mo")
    assert held == compiled(read(code))


@pytest.mark.thorough
def test_a_build_writes_nothing_into_its_sources(built: Path, tmp_path: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as sources:
        sources.extractall(tmp_path, filter="data")
    tree = next(tmp_path.iterdir())
    before = sorted(tree.rglob("*"))
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(tree)]
    # Python does without its bytecode where it can't write.
    subprocess.run(command, capture_output=True, check=True, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
    assert sorted(tree.rglob("*")) == before


@pytest.fixture(scope="module")
def engine(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The slim wheel."""
    return slim(wheel, tmp_path_factory.mktemp("slim"))


def bare(folder: Path, program: str) -> str:
    """Return the output of a program for a Python that has only the standard library and a wheel's content."""
    start = f"import sys; sys.path.insert(0, {str(folder)!r})\n{program}"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", start], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_engine_alone_has_all_names_and_plays(engine: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(engine).extractall(tmp_path)
    program = """
import keyharvest
for name in keyharvest.__all__:
    getattr(keyharvest, name)
game = keyharvest.play_game(["farmer", "greedy"], seed=1)
print(game, len(keyharvest.Game.new(seed=1).sentences()), game.svg()[:4], game.text()[:8])
"""
    game = play_game(["farmer", "greedy"], seed=1)
    assert bare(tmp_path, program) == f"{game} 2 <svg Registry\n"
    assert engine.stat().st_size < 220_000


@pytest.mark.slow
@pytest.mark.parametrize("module", ["cli", "page.session", "scenario", "lab.arena", "environments.vector"])
def test_what_the_engine_alone_lacks_is_named(engine: Path, tmp_path: Path, module: str) -> None:
    zipfile.ZipFile(engine).extractall(tmp_path)
    program = f"""
try:
    import keyharvest.{module}
except ModuleNotFoundError as error:
    print(error.name, "|", error)
"""
    name, _, told = bare(tmp_path, program).strip().partition(" | ")
    assert f"keyharvest.{module}".startswith(name)
    assert told == f"{name} is not in keyharvest-engine, the engine alone: install keyharvest instead"


@pytest.mark.slow
def test_the_engine_alone_is_a_wheel(wheel: Path, engine: Path, tmp_path: Path) -> None:
    opened = zipfile.ZipFile(engine)
    about = f"keyharvest_engine-{__version__}.dist-info"
    assert engine.name == f"keyharvest_engine-{__version__}-py3-none-any.whl"
    record = [line.rsplit(",", 2) for line in opened.read(f"{about}/RECORD").decode().splitlines()]
    assert [name for name, _, _ in record] == opened.namelist()
    assert all(int(size) == opened.getinfo(name).file_size for name, _, size in record[:-1])
    metadata = Metadata.from_email(opened.read(f"{about}/METADATA"))
    assert (metadata.name, str(metadata.version)) == ("keyharvest-engine", __version__)
    assert "lacks the command line" in str(metadata.description)
    assert slim(wheel, tmp_path).read_bytes() == engine.read_bytes()


@pytest.mark.slow
def test_it_runs_with_the_standard_library_alone(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path)
    assert "arena" in bare(tmp_path, "from keyharvest.cli import main; sys.exit(main(['--help']))")


@pytest.mark.thorough
def test_both_tell_an_index_what_they_are(built: Path, wheel: Path) -> None:
    """Everything that ``twine check --strict`` requires, and more; a release runs that too."""
    name = f"keyharvest-{__version__}"
    with tarfile.open(built / f"{name}.tar.gz") as sdist:
        member = sdist.extractfile(f"{name}/PKG-INFO")
        assert member
        told = [member.read(), zipfile.ZipFile(wheel).read(f"{name}.dist-info/METADATA")]
    for text in told:
        metadata = Metadata.from_email(text)  # raises for anything that an index would refuse
        assert str(metadata.version) == __version__
        assert metadata.description_content_type == "text/markdown"
        assert metadata.description == (ROOT / "README.md").read_text(encoding="utf-8")
        assert metadata.license_expression == "MIT"
        assert metadata.classifiers
        versions = [each.rpartition(" :: ")[2] for each in metadata.classifiers if "Python :: 3." in each]
        assert versions
        assert all(version in (metadata.requires_python or SpecifierSet("<3")) for version in versions)


def test_the_changelog_tells_of_this_version() -> None:
    text = (ROOT / "keyharvest" / "docs" / "changelog.md").read_text(encoding="utf-8")
    assert f"\n## {__version__}" in text
