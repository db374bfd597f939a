"""The build, the server and the pure parts of the shell and the worker, without a browser."""

import asyncio
import contextlib
import doctest
import fnmatch
import gzip
import http.client
import importlib
import json
import re
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from babel.messages.catalog import Catalog

from keyharvest.page.core.tongue import AROUND
from keyharvest.players import PlayerError
from keyharvest.words import language
from web import programs, server
from web.__main__ import main
from web.bench.in_play import Figure
from web.bench.lighthouse.__main__ import lines
from web.bundle import assembly, baking, drawings, hosting, places, stages
from web.bundle import compile as compiling
from web.environment import ROOT
from web.site import keyboard, shell, trail
from web.tools import catalogue
from web.tools.catalogue import compiled


@pytest.mark.slow
def test_examples_in_the_docstrings() -> None:
    for module in (assembly, compiling, stages, catalogue, server, shell, keyboard, trail):
        assert doctest.testmod(module).failed == 0


# ---- the build


@pytest.mark.parametrize("lock", [places.LOCK, places.TOOLS_LOCK], ids=lambda lock: lock.parent.name)
def test_a_lock_file_names_versions_and_hashes_but_no_host(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    packages = [package for name, package in json.loads(text)["packages"].items() if name]
    assert packages
    assert all(re.fullmatch(r"sha512-\S+", package["integrity"]) and package["version"] for package in packages)
    assert "resolved" not in text
    # The links to funding that npm copies from packages are not addresses to load from.
    assert "://" not in json.dumps([{**package, "funding": None} for package in packages])
    wanted = json.loads(lock.with_name("package.json").read_text(encoding="utf-8"))
    assert all(re.search(r"(^|@)\d+\.\d+\.\d+$", version) for version in wanted["dependencies"].values())


def test_the_page_needs_few_packages() -> None:
    locks = [json.loads(lock.read_text(encoding="utf-8")) for lock in (places.LOCK, places.TOOLS_LOCK)]
    assert sum(len(lock["packages"]) - 1 for lock in locks) < 60


def test_a_stage_is_made_again_only_when_its_inputs_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stages, "BUILD", tmp_path)
    made: list[str] = []

    def make(folder: Path) -> None:
        made.append(folder.name)
        (folder / "result").write_text(str(len(made)), encoding="utf-8")

    def fail(_: Path) -> None:
        raise ValueError("it can't be made")

    for digest in ("a", "a", "b"):
        folder = stages.made("stage", digest, False, make)
    assert (folder / "result").read_text(encoding="utf-8") == "2"
    with pytest.raises(ValueError, match="can't be made"):
        stages.made("stage", "c", False, fail)
    assert (folder / "result").read_text(encoding="utf-8") == "2", "a failure leaves what was there"
    stages.made("stage", "b", False, make)
    stages.made("stage", "b", True, make)
    assert len(made) == 4


@pytest.mark.long
def test_the_same_sources_make_the_same_memory(tmp_path: Path) -> None:
    """Nothing in it depends on chance, on the clock or on the folder of the build."""
    stages.build()
    pyodide, wheel, python = (places.BUILD / name for name in ("pyodide", "wheel", "python"))
    stages._python(pyodide, wheel, tmp_path)
    for path in python.iterdir():
        assert (tmp_path / path.name).read_bytes() == path.read_bytes(), path.name
    assert str(ROOT).encode() not in (python / "snapshot.wasm").read_bytes()


def test_the_first_screen_needs_places_that_are_empty() -> None:
    with pytest.raises(ValueError, match=r"'a' must be empty"):
        baking.baked('<body><main><p id="a">text</p></main></body>', {"panels": {"a": "<b>1</b>"}})


def test_attributes_of_the_first_screen_can_be_changed_and_taken_away() -> None:
    patch = {"attributes": {"a": {"hidden": None, "title": 'a "b"'}}}
    assert baking.baked('<p hidden id="a">', patch) == '<p id="a" title="a &quot;b&quot;">'


def test_an_unknown_place_in_a_template_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "x.mjs").write_text("{{nothing}}", encoding="utf-8")
    with pytest.raises(ValueError, match=r"x\.mjs: unknown placeholder \{\{nothing\}\}"):
        assembly.filled(tmp_path / "x.mjs", {})


def test_a_program_that_fails_is_one_clear_line() -> None:
    script = "import sys; print('Error: the reason', file=sys.stderr); print('and more', file=sys.stderr); sys.exit(3)"
    with pytest.raises(ValueError, match=r"failed \(3\): Error: the reason$"):
        programs.run([sys.executable, "-c", script], ROOT)


@pytest.mark.thorough
def test_first_boards_speak_each_language() -> None:
    deals = [drawings.deal(seed) for seed in drawings.SEEDS]
    assert len(set(deals)) == len(deals)
    found = {code: drawings.board(code, deals[0]) for code in language.LANGUAGES}
    for code, board in found.items():
        assert board == drawings.board(code, deals[0]), "another build draws the same"
        assert {"main", "board", "action", "registry"} <= dict(board["patch"]["panels"]).keys()
        assert board["patch"]["attributes"] == {"page": {"lang": code}}
        assert "save" not in board["patch"]
    assert len({dict(board["patch"]["panels"])["action"] for board in found.values()}) == len(found)


# ---- the command line


@pytest.mark.parametrize(
    "arguments",
    [
        ["--port", "many"],
        ["bake"],
        ["build", "--stun", "turn:example.org"],
        ["build", "--address", "https://"],
        ["build", "--address", "https://example.org/a b"],
    ],
)
def test_a_wrong_command_line_is_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "python3 web: error:" in capsys.readouterr().err


def test_a_port_that_is_taken_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(stages, "build", lambda **_: tmp_path)
    with server.serve(tmp_path, 0) as taken:
        assert main(["serve", "--no-open", "--port", str(taken.server_port)]) == 1
    error = capsys.readouterr().err
    assert re.match(r"python3 web: port \d+ is not available: ", error)
    assert error.count("\n") == 1


# ---- the page's measurements


def test_a_figure_says_whether_it_keeps_its_limit() -> None:
    assert str(Figure("a tap", 99.5, 100, "ms")).endswith("99.50 ms  at most 100 ms  ok")
    assert str(Figure("a tap", 100.5, 100, "ms")).endswith("too much")


def test_an_audit_names_the_limits_that_are_missed_and_what_costs_points() -> None:
    audits = {
        "total-blocking-time": {"numericValue": 120.0},
        "cumulative-layout-shift": {"numericValue": 0.08},
        "contrast": {"score": 0, "title": "Some text is pale"},
        "speed": {"score": 0.5, "title": "Slow"},
    }
    category = {"auditRefs": [{"id": "contrast", "weight": 7}, {"id": "speed", "weight": 0}]}
    scores = {"performance": 0.95, "accessibility": 0.9, "best-practices": 1}
    categories = {name: {"score": score, "auditRefs": []} for name, score in scores.items()}
    categories["accessibility"] |= category
    told = lines({"audits": audits, "categories": categories})
    assert [line.split()[0] for line in told if line.endswith("MISSED")] == ["accessibility", "cumulative-layout-shift"]
    assert told[-1].split(maxsplit=1) == ["0.00", "Some text is pale"]


# ---- the server


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "static/x-1").mkdir(parents=True)
    (tmp_path / "index.html").write_text("<p>page</p>", encoding="utf-8")
    hosting.write(tmp_path)
    (tmp_path / "static/x-1/a.wasm").write_bytes(b"\0asm" * 99)
    (tmp_path / "static/x-1/a.wasm.gz").write_bytes(gzip.compress(b"\0asm" * 99))
    for name in ("a.js", "a.whl", "a.webmanifest", "a.svg", "a.unheard"):
        (tmp_path / "static/x-1" / name).write_text("a", encoding="utf-8")
    return tmp_path


@contextlib.contextmanager
def connected(folder: Path, below: str = "") -> Iterator[http.client.HTTPConnection]:
    with server.answering(server.serve(folder, below=below)) as running:
        connection = http.client.HTTPConnection("127.0.0.1", running.server_port)
        with contextlib.closing(connection):
            yield connection


def get(
    connection: http.client.HTTPConnection, path: str, method: str = "GET", **headers: str
) -> tuple[int, dict[str, str], bytes]:
    connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    return answer.status, dict(answer.getheaders()), answer.read()


def test_types_are_those_that_browsers_ask_for(folder: Path) -> None:
    types = {
        "a.wasm": "application/wasm",
        "a.js": "text/javascript; charset=utf-8",
        "a.whl": "application/zip",
        "a.webmanifest": "application/manifest+json",
        "a.svg": "image/svg+xml",
        "a.unheard": "application/octet-stream",
    }
    with connected(folder) as connection:
        for name, wanted in types.items():
            status, headers, _ = get(connection, f"/static/x-1/{name}")
            assert (status, headers["Content-Type"]) == (200, wanted)


def test_hashed_files_are_kept_and_entry_points_asked_for_again(folder: Path) -> None:
    with connected(folder) as connection:
        status, page, content = get(connection, "/")
        assert (status, content) == (200, b"<p>page</p>")
        assert page["Cache-Control"] == "no-cache"
        assert get(connection, "/", If_None_Match=page["ETag"])[::2] == (304, b"")
        assert "immutable" in get(connection, "/static/x-1/a.js")[1]["Cache-Control"]
        assert get(connection, "/", method="HEAD")[::2] == (200, b"")


def test_compressed_siblings_are_sent_to_those_who_take_them(folder: Path) -> None:
    with connected(folder) as connection:
        _, headers, content = get(connection, "/static/x-1/a.wasm", Accept_Encoding="gzip, br")
        assert (headers["Content-Encoding"], headers["Content-Type"]) == ("gzip", "application/wasm")
        assert gzip.decompress(content) == b"\0asm" * 99
        _, headers, content = get(connection, "/static/x-1/a.wasm")
        assert ("Content-Encoding" in headers, content) == (False, b"\0asm" * 99)


def test_only_what_is_in_the_folder_is_served(folder: Path) -> None:
    (folder.parent / "secret.txt").write_text("secret", encoding="utf-8")
    with connected(folder, "/games") as connection:
        assert get(connection, "/games/")[0] == 200
        for path in ("/", "/gamesindex.html", "/games/nothing", "/games/../../secret.txt", "/games/%2e%2e/secret.txt"):
            assert get(connection, path)[0] == 404, path


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/" + "x" * 300, "/%23kh1." + "x" * 5000, "/a%00b", "/" + "x/" * 3000, "/%FF"])
def test_an_address_that_no_file_can_have_is_missing_like_any_other(folder: Path, path: str) -> None:
    with connected(folder) as connection:
        assert get(connection, path)[0] == 404
        (folder / "404.html").write_text("sorry", encoding="utf-8")
        status, headers, content = get(connection, path)
        assert (status, content, headers["Content-Type"]) == (404, b"sorry", "text/html; charset=utf-8")
        assert get(connection, "/")[0] == 200


def test_every_answer_has_the_strict_headers_and_entry_points_are_asked_for_anew(folder: Path) -> None:
    for name in ("sw.js", "manifest.webmanifest"):
        (folder / name).write_text("1", encoding="utf-8")
    hosting.write(folder)
    with connected(folder) as connection:
        for path in ("/", "/index.html", "/sw.js", "/manifest.webmanifest", "/static/x-1/a.wasm"):
            status, headers, _ = get(connection, path)
            assert status == 200
            assert headers["Cache-Control"] == ("no-cache" if "static" not in path else headers["Cache-Control"])
            assert (
                headers["Content-Security-Policy"] == server.headers_for(hosting.headers(folder), path)[server.POLICY]
            )
            assert headers["X-Content-Type-Options"] == "nosniff"
            assert headers["Referrer-Policy"] == "no-referrer"
            assert "camera=()" in headers["Permissions-Policy"]
            assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
        assert headers["Content-Type"] == "application/wasm"


def test_the_policy_leaves_no_way_in_for_foreign_or_inline_script(folder: Path) -> None:
    policy = server.headers_for(hosting.headers(folder), "/index.html")[server.POLICY]
    rules = {name: sources for name, *sources in (rule.split() for rule in policy.split(";"))}
    assert rules["default-src"] == ["'none'"]
    assert rules["script-src"] == ["'self'", "'wasm-unsafe-eval'"]
    assert rules["connect-src"] == rules["manifest-src"] == ["'self'"]
    assert rules["worker-src"] == ["'self'", "data:"]  # for a frame without an origin of its own
    assert rules["base-uri"] == rules["form-action"] == ["'none'"]
    assert rules["frame-ancestors"] == ["'self'"]
    assert not {"'unsafe-inline'", "'unsafe-eval'"} & {*rules["script-src"], *rules["worker-src"]}
    assert "://" not in policy
    # Browsers ignore, and complain of, a rule for ancestors in a document.
    assert f'content="{policy.partition("; frame-ancestors")[0]}"' in hosting.policy()


def test_no_two_rules_for_a_file_name_the_same_header(folder: Path) -> None:
    """Of two, one host takes the later, another joins them."""
    (folder / "gallery.html").write_text("", encoding="utf-8")
    hosting.write(folder, "https://example.org/kh/")
    rules = hosting.read(folder)
    assert rules == hosting.headers(folder, "https://example.org/kh/")
    for path in (
        "/",
        "/index.html",
        "/gallery.html",
        "/sw.js",
        "/static/x-1/a.wasm",
        "/python.html",
        "/python/a.whl",
        "/embed/en/chain.html",
    ):
        matching = [values for pattern, values in rules.items() if fnmatch.fnmatchcase(path, pattern)]
        assert sum(map(len, matching)) == len(server.headers_for(rules, path)) >= 6, path
    assert not {*rules} - {
        "/*",
        "/",
        "/index.html",
        "/gallery.html",
        "/sw.js",
        "/static/*",
        "/python.html",
        "/python/*",
        "/embed/*",
    }


# ---- the worker's side


def worker_with(monkeypatch: pytest.MonkeyPatch, session: type) -> ModuleType:
    """`web.site.worker` with *session* in place of the game's own."""
    stand_in = ModuleType("keyharvest.page.session")
    stand_in.Session = session  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "keyharvest.page.session", stand_in)
    monkeypatch.delitem(sys.modules, "web.site.worker", raising=False)
    return importlib.import_module("web.site.worker")


async def no_catalogue(_language: str) -> bytes:
    """Stand for the catalogue's download where there is none."""
    raise OSError("there is none")


async def told(
    worker: ModuleType, *messages: dict[str, Any], load: Callable[[str], Awaitable[bytes]] = no_catalogue
) -> list[dict[str, Any]]:
    """Return what the worker says to *messages*, until it has nothing more to say."""
    heard: list[str] = []
    table = worker.MessageQueue(heard.append, load)
    for message in messages:
        table.receive(json.dumps(message))
    task = asyncio.ensure_future(table.run())
    for _ in range(200):
        await asyncio.sleep(0)
    if task.done():
        task.result()
    task.cancel()
    return [json.loads(text) for text in heard]


class Counting:
    """A session that counts its computer's steps, and fails on request."""

    def __init__(self, saved: dict[str, str]) -> None:
        if saved.get("game") == "bad":
            raise ValueError("the saved game is bad")
        self.left = int(saved.get("steps", "0"))

    def start(self) -> dict[str, Any]:
        return {"panels": {"b": "1", "a": "2"}}

    def lacks(self) -> str:
        return ""

    def handle(self, message: dict[str, Any]) -> dict[str, Any]:
        return {"say": message["intent"]}

    def wait(self) -> float | None:
        return 0 if self.left else None

    def step(self) -> dict[str, Any]:
        if self.left == 13:
            raise RuntimeError("a step failed")
        if self.left == 14:
            raise PlayerError("Bo (seat 2) can't continue")
        self.left -= 1
        return {"say": f"{self.left} left"}


def test_the_worker_answers_each_message_once_and_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = worker_with(monkeypatch, Counting)
    heard = asyncio.run(told(worker, {"saved": {}}, {"intent": "one"}, {"intent": "two"}))
    assert heard == [
        {"patch": {"panels": [["b", "1"], ["a", "2"]]}, "ready": True},
        {"patch": {"say": "one"}, "answer": True},
        {"patch": {"say": "two"}, "answer": True},
    ]


def test_the_page_learns_when_a_step_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = worker_with(monkeypatch, Counting)
    heard = asyncio.run(told(worker, {"saved": {"steps": "2"}}))
    assert [message.get("next") for message in heard] == [0, 0, None]


class Musing(Counting):
    """A session that thinks, and has nothing to show for it in the end."""

    def step(self) -> dict[str, Any]:
        self.left -= 1
        return {}


def test_the_page_learns_that_thinking_has_ended_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise it would take the silence that follows for a stalled game."""
    worker = worker_with(monkeypatch, Musing)
    heard = asyncio.run(told(worker, {"saved": {"steps": "5"}}))
    assert [message.get("next") for message in heard] == [0, None]


def test_a_message_goes_before_the_computers_next_step(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = worker_with(monkeypatch, Counting)
    heard = asyncio.run(told(worker, {"saved": {"steps": "2"}}, {"intent": "one"}))
    assert [message["patch"].get("say") for message in heard] == [None, "one", "1 left", "0 left"]


def test_a_step_that_fails_is_not_tried_again_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = worker_with(monkeypatch, Counting)
    heard = asyncio.run(told(worker, {"saved": {"steps": "13"}}))
    assert len(heard) == 2
    assert "RuntimeError: a step failed" in heard[1]["details"]
    assert "answer" not in heard[1]


def test_a_player_that_fails_is_named_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = worker_with(monkeypatch, Counting)
    heard = asyncio.run(told(worker, {"saved": {"steps": "14"}}))
    assert len(heard) == 2
    assert heard[1]["patch"] == {"alert": "Bo (seat 2) can't continue"}
    assert "PlayerError" in heard[1]["details"]


def test_a_first_message_without_what_was_saved_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = worker_with(monkeypatch, Counting)
    with pytest.raises(ValueError, match="first message must be"):
        asyncio.run(told(worker, {"intent": "one"}))


def test_what_was_saved_and_cannot_be_used_gives_a_new_session_and_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = worker_with(monkeypatch, Counting)
    heard = asyncio.run(told(worker, {"saved": {"game": "bad"}}, {"intent": "one"}))
    assert "ValueError: the saved game is bad" in heard[0]["details"]
    assert [message.get("ready", False) for message in heard] == [False, True, False]
    assert heard[2]["patch"] == {"say": "one"}


class Foreign(Counting):
    """A session that asks once for a catalogue, and says whether it has arrived."""

    wanted = ""

    def lacks(self) -> str:
        lacking, self.wanted = self.wanted, ""
        return lacking

    def handle(self, message: dict[str, Any]) -> dict[str, Any]:
        self.wanted = f"{message['intent']}.mo"
        return {"say": "heard"}

    def supply(self, name: str, content: bytes) -> None:
        language.add_catalogue(name.removesuffix(".mo"), content)

    def arrived(self, name: str) -> dict[str, Any]:
        return {"say": "brought" if language.known("it") else "not brought"}


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"", "not brought"), (b"<!doctype html>", "not brought"), (compiled(Catalog(locale="it")), "brought")],
)
def test_the_worker_brings_the_catalogue_that_a_session_lacks(
    monkeypatch: pytest.MonkeyPatch, content: bytes, said: str
) -> None:
    monkeypatch.setattr(language, "_catalogues", dict(language._catalogues))
    worker = worker_with(monkeypatch, Foreign)
    asked = []

    async def load(name: str) -> bytes:
        asked.append(name)
        return content

    heard = asyncio.run(told(worker, {"saved": {}}, {"intent": "it"}, load=load))
    assert asked == ["it.mo"]
    assert [message["patch"].get("say") for message in heard] == [None, "heard", said]


# ---- the shell's side


@pytest.mark.parametrize(
    ("message", "waiting", "text"),
    [
        ({"progress": "download", "part": 0}, 0, "Downloading the game… 0%"),
        ({"progress": "python"}, 0, "Starting Python…"),
        ({"progress": "game"}, 2, "Loading the game… Your choice is waiting."),
    ],
)
def test_the_progress_line(message: dict[str, Any], waiting: int, text: str) -> None:
    assert shell.progress_text(message, {}, waiting) == text


@pytest.mark.parametrize("key", ["Shift", "Tab", "Dead"])
def test_keys_that_mean_nothing_by_themselves_stay_with_the_browser(key: str) -> None:
    assert not keyboard.is_for_game(key, False, False, "g")


@pytest.mark.parametrize(("key", "tag", "wanted"), [("Enter", "BUTTON", False), ("Enter", "g", True), ("c", "A", True)])
def test_keys_that_press_a_control_stay_with_it(key: str, tag: str, wanted: bool) -> None:
    assert keyboard.is_for_game(key, False, False, tag) is wanted


@pytest.mark.parametrize("name", places.SHELL)
def test_the_shell_knows_nothing_of_the_game(name: str) -> None:
    source = (places.SITE / f"{name}.py").read_text(encoding="utf-8")
    assert "keyharvest." not in re.sub(r"page\.keyharvest\.|keyharvest/docs", "", source)


def test_what_the_page_says_by_itself_is_translated_and_names_the_oldest_browsers_as_the_readme_does() -> None:
    page = (ROOT / "web/site/index.html").read_text(encoding="utf-8")
    said = {*re.findall(r'data-said="([^"]*)"', page)}
    assert len(said) > 5
    assert said <= {*AROUND}
    oldest = [re.findall(r"[A-Z]\w+ (?:or Edge )?\d+", text) for text in said if "browser" in text]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(oldest) == 1
    assert len(oldest[0]) == 3
    assert all(each in readme and each in page.partition('id="no-shell"')[2] for each in oldest[0])
