"""Every generated file is listed, with what makes it and what finds an outdated one."""

from __future__ import annotations

import importlib
import json
import re
import shlex
from pathlib import Path

import pytest

from tests import generated
from tests.__main__ import PROGRAMS, ROOT, main
from tests.generated import ALL, Generated


@pytest.mark.parametrize("each", ALL, ids=lambda each: each.patterns)
def test_what_is_generated_is_there_and_can_be_made_again(each: Generated) -> None:
    assert all(list(ROOT.glob(pattern)) for pattern in each.patterns.split())
    program, name, *_ = shlex.split(each.command)
    if program == "python3" and name == "tests":
        assert shlex.split(each.command)[2] in PROGRAMS
    for test in each.tests.split():
        path, _, function = test.partition("::")
        assert f"def {function}" in (ROOT / path).read_text(encoding="utf-8")


@pytest.mark.parametrize("each", [each for each in ALL if each.make], ids=lambda each: each.patterns)
def test_what_is_made_in_seconds_is_up_to_date(each: Generated) -> None:
    assert each.make
    made = each.make()
    assert sorted(made) == each.files()
    for path, text in made.items():
        assert path.read_text(encoding="utf-8") == text, f"run {generated.COMMAND}"


def test_an_old_file_is_told_and_renewed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = tmp_path / "old.txt", tmp_path / "new.txt"
    old.write_text("1", encoding="utf-8")
    monkeypatch.setattr(generated, "ROOT", tmp_path)
    monkeypatch.setattr(generated, "ALL", (Generated("*.txt", lambda: {old: "2", new: "3"}),))
    assert generated.renew(check=True) == [old, new]
    assert capsys.readouterr().out.splitlines() == [
        "old.txt: old, run python3 tests generated",
        "new.txt: old, run python3 tests generated",
    ]
    assert old.read_text(encoding="utf-8") == "1"
    assert not new.exists()
    assert generated.main([]) == 0
    assert (old.read_text(encoding="utf-8"), new.read_text(encoding="utf-8")) == ("2", "3")
    assert generated.renew(check=True) == []


@pytest.mark.parametrize("path", ALL[-1].files(), ids=lambda path: str(path.parent.relative_to(ROOT)))
def test_a_lock_is_of_the_packages_beside_it(path: Path) -> None:
    wanted = json.loads(path.with_name("package.json").read_text(encoding="utf-8"))
    locked = json.loads(path.read_text(encoding="utf-8"))["packages"][""]
    for kind in ("dependencies", "devDependencies"):
        assert locked.get(kind, {}) == wanted.get(kind, {})


def test_every_program_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py")]
    named = {name for source in sources for name in re.findall(r"``python3 tests (\w+)", source.partition("\n\n")[0])}
    assert named - {"quick", "long"} == set(PROGRAMS)
    assert main(["--help"]) == 0
    told = capsys.readouterr().out
    for name, module in PROGRAMS.items():
        assert f"\n{name} " in told
        assert (ROOT / f"{module.replace('.', '/')}.py").is_file()


@pytest.mark.parametrize(
    "command",
    [
        *("fuzz --jobs 0", "fuzz --inputs -5", "live --games 0", "fair --games -1", "mutation --sample 0"),
        *("situations --games 0", "perft --jobs 0", "words nowhere", "words --sorted"),
    ],
)
def test_a_program_refuses_what_it_cannot_do(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """None reports that all is well because it has tried nothing."""
    name, *arguments = command.split()
    with pytest.raises(SystemExit) as caught:
        importlib.import_module(PROGRAMS[name]).main(arguments)
    assert caught.value.code == 2
    assert "error: " in capsys.readouterr().err
