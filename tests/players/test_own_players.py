"""Custom players: one line reports any fault of one, with its name and the place."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from keyharvest.cli import main
from keyharvest.lab.arena import play_named
from keyharvest.players import PlayerError, make_player
from keyharvest.table.chairs import Chair
from keyharvest.table.sitting import Sitting

PLAYERS = """
import os
from keyharvest.players.uniform import UniformPlayer

class Late(UniformPlayer):
    turn = 3

    def choose(self, observation):
        if observation.view.turn >= self.turn:
            return self.late()
        return super().choose(observation)

class Unpickled(Exception):
    def __init__(self, one, two):
        super().__init__("not as it was made")

class Raises(Late):
    def late(self):
        raise RuntimeError("boom")

class Asserts(Late):
    def late(self):
        assert False

class Quits(Late):
    def late(self):
        raise SystemExit(0)

class Strange(Late):
    def late(self):
        raise Unpickled(1, 2)

class Faulty(Late):
    def late(self):
        raise ValueError("two\\nlines")

class Silent(Late):
    def late(self):
        return None

class Sliced(Late):
    def late(self):
        yield "end"

class Illegal(Late):
    def late(self):
        return "zz"

class Dies(Late):
    def late(self):
        os._exit(3)

class Interrupted(Late):
    def late(self):
        raise KeyboardInterrupt

class Seedless:
    def __init__(self):
        pass

class Unmade:
    def __init__(self, seed):
        raise KeyError("two\\nlines")

class Mute:
    def __init__(self, seed):
        pass

number = 5
"""
COMMANDS = {
    "arena": ["arena", "{}", "random", "--games", "2", "--jobs", "1"],
    "study": ["study", "--out", "balance", "--player", "{}", "--games", "1", "--jobs", "1"],
    "play": ["play", "--seats", "{},random"],
    "calibrate": ["calibrate", "--player", "{}", "--games", "1", "--seed", "0"],
}


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the players of ``owned`` into the current folder, and modules that can't be imported."""
    files = {
        "owned": PLAYERS.encode(),
        "cut_off": b"x = (\n",
        "encoded": b"x = '\xff'\n",
        "zero": b"x = '\0'\n",
        "raising": b"1 / 0\n",
        "leaving": b"import sys\nsys.exit(0)\n",
        "wanting": b"import no_such_module\n",
        "test": b"class Player: pass\n",
    }
    for name, content in files.items():
        (tmp_path / f"{name}.py").write_bytes(content)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])


def run(capsys: pytest.CaptureFixture[str], command: str, player: str, *more: str) -> tuple[int, str]:
    """Return the exit code and the error, which must be one line that begins with the command."""
    try:
        code = main([part.format(player) for part in (*COMMANDS[command], *more)])
    except SystemExit as stop:
        code = int(stop.code or 0)
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert error.startswith(f"keyharvest {command}: ")
    return code, error.removeprefix(f"keyharvest {command}: ").strip()


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("player", "fault"),
    [
        ("Raises", "RuntimeError: boom"),
        ("Illegal", "move 'zz': not among the "),
    ],
)
def test_who_fails_in_a_game_is_told_with_the_place(
    capsys: pytest.CaptureFixture[str], command: str, player: str, fault: str
) -> None:
    code, error = run(capsys, command, f"owned:{player}")
    assert code == 1
    assert error.startswith(f"player owned:{player}: {fault}")
    assert re.search(r" \(seed 0, seat [12], turn [34]\)$", error)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("player", "fault"),
    [
        ("Asserts", "AssertionError ("),
        ("Quits", "SystemExit: 0 ("),
        ("Strange", "Unpickled: not as it was made ("),
        ("Faulty", "ValueError: two lines ("),
        ("Silent", "move None: expected text"),
        ("Sliced", "move <generator object "),
    ],
)
def test_whatever_a_player_does_it_is_told_in_one_line(player: str, fault: str) -> None:
    # If a test has imported Dask, it passes the causes of errors between processes: so another process runs this.
    command = [sys.executable, "-m", "keyharvest", "arena", f"owned:{player}", "random", "--games", "2"]
    for jobs in ("1", "2"):
        done = subprocess.run([*command, "--jobs", jobs], capture_output=True, text=True)
        assert done.returncode == 1
        assert done.stderr.startswith(f"keyharvest arena: player owned:{player}: {fault}")
        assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("player", "fault"),
    [
        ("owned:Seedless", "TypeError: Seedless.__init__() takes 1 positional argument but 2 were given"),
        ("owned:Unmade", r"KeyError: 'two\nlines'"),
        ("owned:Mute", "expected a class with a method choose"),
        ("keyharvest:Source", "expected a class with a method choose"),
        ("owned:number", "TypeError: 'int' object is not callable"),
        ("owned:Nobody", "no Nobody in <module 'owned' from "),
        ("test:Player", "no Player in <module 'test' from "),
        ("cut_off:X", "SyntaxError: '(' was never closed (cut_off.py, line 1)"),
        ("encoded:X", "SyntaxError: (unicode error) 'utf-8' codec can't decode"),
        ("zero:X", "source code string cannot contain null bytes"),
        ("raising:X", "ZeroDivisionError: division by zero"),
        ("leaving:X", "SystemExit: 0"),
        ("wanting:X", "ModuleNotFoundError: No module named 'no_such_module'"),
    ],
)
def test_who_cannot_be_made_is_a_fault_of_the_command_line(
    capsys: pytest.CaptureFixture[str], command: str, player: str, fault: str
) -> None:
    code, error = run(capsys, command, player)
    assert code == 2
    assert re.match(r"argument (player|--\w+): player " + re.escape(f"{player}: "), error)
    assert fault in error


def test_the_error_of_a_player_is_the_cause_of_ours() -> None:
    with pytest.raises(ValueError, match=r"^player owned:Raises: RuntimeError: boom \(seed 1, ") as caught:
        play_named(["owned:Raises", "random"], seed=1, start="random")
    assert isinstance(caught.value.__cause__, RuntimeError)
    with pytest.raises(ValueError, match="owned:Unmade") as caught:
        make_player("owned:Unmade")
    assert isinstance(caught.value.__cause__, KeyError)


@pytest.mark.parametrize(
    ("player", "fault", "cause"),
    [
        ("Raises", "RuntimeError: boom.", RuntimeError),
        ("Quits", "SystemExit: 0.", SystemExit),
        ("Illegal", "ValueError: move 'zz': not among the ", ValueError),
        ("Silent", "ValueError: move 'None': not among the ", ValueError),
        ("Unmade", "ValueError: player owned:Unmade: KeyError: ", ValueError),
    ],
)
def test_a_sitting_names_the_player_that_fails_and_its_seat(player: str, fault: str, cause: type) -> None:
    sitting = Sitting.new([Chair("Ann", "random"), Chair("Bo", f"owned:{player}")], "random", seed=1)
    while (seat := sitting.actor) == 0 or (sitting.game.state.turn < 3 and player != "Unmade"):
        sitting.step()
    told = rf"^Bo \(seat 2, owned:{player}\) can't continue: {re.escape(fault)}"
    moves = len(sitting.game.moves)
    for _each in range(2):  # the decision is still open, and fails again
        with pytest.raises(PlayerError, match=told) as caught:
            sitting.step()
        assert isinstance(caught.value.__cause__, cause)
        assert (sitting.actor, len(sitting.game.moves)) == (seat, moves)


def test_an_interrupt_is_no_fault_of_a_player() -> None:
    with pytest.raises(KeyboardInterrupt):
        play_named(["owned:Interrupted", "random"], seed=1)


def test_a_process_that_dies_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, error = run(capsys, "arena", "owned:Dies", "--jobs", "2")
    assert (code, error) == (1, "a worker process died; try --jobs 1 to run in this process")
