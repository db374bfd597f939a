"""The environment that the build and the tests stand on; a fresh one is made by every run in an empty clone."""

import subprocess
import sys
from pathlib import Path

import pytest

from web import environment


def test_an_installed_extra_is_not_installed_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert environment.ensure("test") == environment.PYTHON
    assert capsys.readouterr().out == ""


def test_an_unknown_extra_is_named() -> None:
    with pytest.raises(ValueError, match=r"unknown extra 'tset': pyproject.toml has bench, .*test"):
        environment.ensure("tset")


def test_node_and_npm_run() -> None:
    for command in environment.node():
        version = subprocess.run([command, "--version"], capture_output=True, text=True, check=True).stdout
        assert int(version.strip().lstrip("v").split(".")[0]) >= 10


@pytest.mark.parametrize("browser", ["chromium", "firefox"])
def test_a_named_browser_that_does_not_start_is_an_error(monkeypatch: pytest.MonkeyPatch, browser: str) -> None:
    variable = f"KEYHARVEST_{browser.upper()}"
    monkeypatch.setenv(variable, "/no/such/browser")
    with pytest.raises(SystemExit, match=f"{variable} names /no/such/browser, which does not start"):
        getattr(environment, browser)()


@pytest.mark.parametrize("browser", ["chromium", "firefox"])
def test_a_named_browser_comes_first(monkeypatch: pytest.MonkeyPatch, browser: str) -> None:
    # Anything that answers to --version will do.
    monkeypatch.setenv(f"KEYHARVEST_{browser.upper()}", sys.executable)
    assert getattr(environment, browser)() == Path(sys.executable)


@pytest.mark.skipif(sys.platform == "win32", reason="locks are for POSIX only")
def test_a_lock_keeps_others_out() -> None:
    enter = "from web import environment\nwith environment.locked('test'): print('in')"
    with environment.locked("test"):
        other = subprocess.Popen([sys.executable, "-c", enter], cwd=environment.ROOT, stdout=subprocess.PIPE)
        with pytest.raises(subprocess.TimeoutExpired):
            other.wait(0.5)
    assert other.communicate(timeout=30)[0] == b"in\n"
