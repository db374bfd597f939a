"""The environment that the build and the tests stand on; a fresh one is made by every run in an empty clone."""

import subprocess
import sys
from pathlib import Path

import pytest

from web import environment


def test_an_installed_extra_is_not_installed_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Not the environment that runs this: pyproject.toml may have changed since that was made."""
    commands: list[list[str]] = []

    def carried_out(command: list[str], **_: object) -> bool:
        commands.append(command)
        return True

    def installed(extra: str) -> list[str]:
        commands.clear()
        assert environment.ensure(extra) == environment.PYTHON
        return [command[-1] for command in commands if "install" in command]

    monkeypatch.setattr(environment, "VENV", tmp_path)
    monkeypatch.setattr(environment, "_answers", carried_out)
    assert installed("test") == [f"{environment.ROOT}[test]"]
    assert capsys.readouterr().out == "environment: installing the packages for 'test'\n"
    assert installed("test") == []
    assert capsys.readouterr().out == ""
    assert installed("web") == [f"{environment.ROOT}[web]"]


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
