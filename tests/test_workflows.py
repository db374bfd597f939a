"""The workflows of .github: valid by GitHub's own schema, with no more rights than they need."""

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from web.environment import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def test_there_is_one_for_tests_nights_pages_releases_and_compiled_wheels() -> None:
    assert [path.stem for path in WORKFLOWS] == ["compiled", "nightly", "pages", "release", "tests"]


@pytest.mark.slow
def test_they_follow_the_schema() -> None:
    command = [
        sys.executable,
        "-m",
        "check_jsonschema",
        "--builtin-schema",
        "vendor.github-workflows",
        *map(str, WORKFLOWS),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_rights_are_few_and_actions_pinned(path: Path) -> None:
    workflow: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert workflow["permissions"] == {"contents": "read"}
    for job in workflow["jobs"].values():
        assert job["timeout-minutes"] <= (360 if path.stem == "nightly" else 60)
        granted = {right for right, degree in job.get("permissions", {}).items() if degree == "write"}
        assert granted <= {"pages", "id-token"}
        assert not granted or "needs" in job, "what may write builds nothing itself"
        for step in job["steps"]:
            if "uses" in step:
                name, _, version = step["uses"].partition("@")
                assert version.removeprefix("release/").startswith("v"), step["uses"]
                assert name.startswith(("actions/", "pypa/"))
            else:
                assert "${{" not in step["run"], "what comes from outside goes through env"


def test_only_what_has_passed_the_tests_is_published() -> None:
    pages, tests = (
        yaml.load((ROOT / f".github/workflows/{name}.yml").read_text(encoding="utf-8"), yaml.BaseLoader)
        for name in ("pages", "tests")
    )
    assert pages["on"] == {"workflow_run": {"workflows": [tests["name"]], "types": ["completed"], "branches": ["main"]}}
    build = pages["jobs"]["build"]
    assert "github.event.workflow_run.conclusion == 'success'" in build["if"]
    assert build["steps"][0]["with"]["ref"] == "${{ github.event.workflow_run.head_sha }}"


def test_what_a_change_need_not_wait_for_runs_every_night() -> None:
    tests, nightly = (
        yaml.safe_load((ROOT / f".github/workflows/{name}.yml").read_text(encoding="utf-8"))["jobs"]
        for name in ("tests", "nightly")
    )
    assert [tests["tests"]["steps"][-1], nightly["long"]["steps"][-1]] == [
        {"run": "python3 tests all"},
        {"run": "python3 tests long"},
    ]


def test_they_try_the_oldest_python_that_is_supported() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    tests = yaml.safe_load((ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8"))
    oldest, newest = tests["jobs"]["tests"]["strategy"]["matrix"]["python"]
    assert f">={oldest}" == project["requires-python"]
    assert newest == "3.x"
