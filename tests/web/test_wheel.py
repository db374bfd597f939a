"""The wheel: complete and self-sufficient."""

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from packaging.metadata import Metadata
from packaging.specifiers import SpecifierSet

from keyharvest import __version__
from keyharvest.words.language import LANGUAGES
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


def test_it_holds_every_file_of_the_package(wheel: Path) -> None:
    files = {path.relative_to(ROOT) for path in (ROOT / "keyharvest").rglob("*") if path.is_file()}
    wanted = {path.as_posix() for path in files if path.suffix not in NOT_SHIPPED and "__pycache__" not in path.parts}
    held = set(zipfile.ZipFile(wheel).namelist())
    assert {"keyharvest/py.typed", "keyharvest/rules/layout.json", "keyharvest/docs/formats.md"} <= wanted <= held
    assert all(name.startswith(("keyharvest/", f"keyharvest-{__version__}.dist-info/")) for name in held)


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_it_speaks_every_language(wheel: Path, code: str) -> None:
    held = zipfile.ZipFile(wheel).read(f"keyharvest/words/locale/{code}/LC_MESSAGES/keyharvest.mo")
    assert held == compiled(read(code))


def test_it_runs_with_the_standard_library_alone(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path)
    start = "import sys; sys.path.insert(0, sys.argv.pop(1)); from keyharvest.cli import main; sys.exit(main())"
    bare = [sys.executable, "-I", "-S", "-c", start, str(tmp_path), "--help"]
    done = subprocess.run(bare, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "arena" in done.stdout


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
