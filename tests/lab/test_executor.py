"""Games in several processes: handed out as they are played, and stopped with the command that started them."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest

from keyharvest.lab import executor
from keyharvest.lab.executor import executor_for, play_in_order

#: A player that never decides; each process that has one leaves a file.
STUCK = """
import os
import time
from pathlib import Path
from keyharvest.players.uniform import UniformPlayer

class Stuck(UniformPlayer):
    def choose(self, observation):
        Path(f"stuck-{os.getpid()}").touch()
        while True:
            time.sleep(0.01)
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no groups of processes")
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("command", [["arena", "stuck:Stuck", "random", "--fixed"], ["arena", "stuck:Stuck"]])
def test_a_command_that_is_stopped_leaves_no_process_behind(
    command: list[str], stop: signal.Signals, tmp_path: Path
) -> None:
    (tmp_path / "stuck.py").write_text(STUCK, encoding="utf-8")
    whole = [sys.executable, "-m", "keyharvest", *command, "--jobs", "2", "--games", "999999999"]
    # A shell's background jobs, perhaps these tests, ignore Ctrl-C, and so would a child.
    with subprocess.Popen(
        whole,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as playing:
        try:
            while len(list(tmp_path.glob("stuck-*"))) < 2:
                assert playing.poll() is None, playing.communicate()[1]
                time.sleep(0.01)
            if stop == signal.SIGINT:
                os.killpg(playing.pid, stop)  # as a terminal does
            else:
                playing.send_signal(stop)
            # The output ends once no process holds it open.
            _, errors = playing.communicate(timeout=20)
        finally:
            if playing.poll() is None:
                os.killpg(playing.pid, signal.SIGKILL)
    assert errors.strip() == ""
    assert playing.returncode == (130 if stop == signal.SIGINT else -stop)


def test_ctrl_c_waits_until_a_game_is_submitted(monkeypatch: pytest.MonkeyPatch) -> None:
    submitted: list[object] = []

    def submit(_executor: object, *task: object) -> None:
        signal.raise_signal(signal.SIGINT)
        submitted.extend(task)

    with executor_for(2, None, 2) as pool:
        monkeypatch.setattr(ProcessPoolExecutor, "submit", submit)
        usual = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            with pytest.raises(KeyboardInterrupt):
                pool and pool.submit(abs, -1)
        finally:
            signal.signal(signal.SIGINT, usual)
    assert submitted == [abs, -1]


def test_games_are_asked_for_as_they_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executor, "_AHEAD", 5)
    asked: list[int] = []

    def games() -> Iterator[tuple[int]]:
        for number in itertools.count():
            asked.append(number)
            yield (number,)

    with ThreadPoolExecutor(2) as threads:
        found = list(itertools.islice(play_in_order(threads, abs, games()), 10))
        assert found == list(range(10))
        assert len(asked) == 14
    assert list(itertools.islice(play_in_order(None, abs, games()), 10)) == list(range(10))
    assert len(asked) == 24
    assert list(play_in_order(None, abs, [])) == []


def test_what_is_queued_is_dropped_when_something_fails() -> None:
    def failing() -> None:
        with executor_for(2, None, 100) as pool:
            assert pool
            for _ in range(100):
                pool.submit(time.sleep, 60)
            raise ValueError("no more")

    begun = time.monotonic()
    with pytest.raises(ValueError, match="no more"):
        failing()
    assert time.monotonic() < begun + 20
