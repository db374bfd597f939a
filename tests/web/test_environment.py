"""The environment of the build and the tests; every run in an empty clone creates a fresh one."""

import subprocess
import sys
from pathlib import Path

import pytest

from web import environment


def test_an_installed_extra_is_not_installed_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Not the environment that runs this: pyproject.toml may have changed since then."""
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


@pytest.mark.skipif(sys.platform == "win32", reason="a Python made of a shell's script")
@pytest.mark.parametrize(
    ("script", "outcome"),
    [
        pytest.param("exit 10", "kept", id="has pip"),
        pytest.param("exit 11", "made anew", id="has none"),
        pytest.param(None, "made anew", id="is not there"),
        pytest.param("[ -e again ] && exit 10; touch again; kill -9 $$", "kept", id="killed once"),
        pytest.param("kill -9 $$", "can't be run: try again", id="killed each time"),
        pytest.param("exit 1", "can't be run: try again", id="fails on the way"),
    ],
)
def test_an_environment_is_made_anew_only_if_its_python_says_that_it_has_no_pip(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, script: str | None, outcome: str
) -> None:
    python = tmp_path / "python"
    if script is not None:
        python.write_text(f"#!/bin/sh\n{script}\n")
        python.chmod(0o755)
    done = ["kept"]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(environment, "VENV", tmp_path)
    monkeypatch.setattr(environment, "PYTHON", python)
    monkeypatch.setattr(environment, "_create", lambda: done.append("made anew"))
    monkeypatch.setattr(environment, "_answers", lambda *_, **__: True)
    monkeypatch.setattr("time.sleep", lambda _: None)
    try:
        environment.ensure("test")
    except SystemExit as end:
        done.append(str(end))
    assert outcome in done[-1]


def test_the_python_that_looks_for_pip_finds_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert not environment._lacks_pip()
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path], check=True)
    monkeypatch.setattr(environment, "PYTHON", tmp_path / environment.PYTHON.relative_to(environment.VENV))
    assert environment._lacks_pip()


def test_an_unknown_extra_is_named() -> None:
    with pytest.raises(ValueError, match=r"unknown extra 'tset': pyproject.toml has bench, .*test"):
        environment.ensure("tset")


@pytest.mark.slow
def test_node_and_npm_run() -> None:
    for command in environment.node():
        version = subprocess.run([command, "--version"], capture_output=True, text=True, check=True).stdout
        assert int(version.strip().lstrip("v").split(".")[0]) >= 10


@pytest.mark.parametrize("browser", ["chromium", "firefox", "webkit"])
def test_a_named_browser_that_does_not_start_is_an_error(monkeypatch: pytest.MonkeyPatch, browser: str) -> None:
    variable = f"KEYHARVEST_{browser.upper()}"
    monkeypatch.setenv(variable, "/no/such/browser")
    with pytest.raises(SystemExit, match=f"{variable} names /no/such/browser, which does not start"):
        getattr(environment, browser)()


@pytest.mark.parametrize("browser", ["chromium", "firefox", "webkit"])
def test_a_named_browser_comes_first(monkeypatch: pytest.MonkeyPatch, browser: str) -> None:
    # Anything that answers to --version will do.
    monkeypatch.setenv(f"KEYHARVEST_{browser.upper()}", sys.executable)
    assert getattr(environment, browser)() == Path(sys.executable)


@pytest.mark.parametrize(("found", "chosen"), [(environment.SHELL, environment.SHELL), ("none", "google-chrome")])
def test_tests_take_a_chromium_without_windows_if_there_is_one(
    monkeypatch: pytest.MonkeyPatch, found: str, chosen: str
) -> None:
    monkeypatch.delenv("KEYHARVEST_CHROMIUM", raising=False)
    answers = {"ensure": None, "_stamp": "", "_set_stamp": None, "_playwright_chromium": None, "_apt": False}
    for name, value in {**answers, "_starts": True}.items():
        monkeypatch.setattr(environment, name, lambda *_, value=value: value)
    there = (found, "google-chrome")
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}" if name in there else None)
    assert environment.headless().name == chosen


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="locks are for POSIX only")
def test_a_lock_keeps_others_out() -> None:
    enter = "from web import environment\nwith environment.locked('test'): print('in')"
    with environment.locked("test"):
        other = subprocess.Popen([sys.executable, "-c", enter], cwd=environment.ROOT, stdout=subprocess.PIPE)
        with pytest.raises(subprocess.TimeoutExpired):
            other.wait(0.5)
    assert other.communicate(timeout=30)[0] == b"in\n"
