"""The demos for other pages: what the build writes, what goes to frames and hosts, the session behind "Try it"."""

from __future__ import annotations

import gzip
import html
import json
import re
from pathlib import Path
from typing import Any

import pytest

from keyharvest.page.lessons import demo_view as panels
from keyharvest.page.lessons.demo import Demo, drawn
from keyharvest.page.session import Session
from keyharvest.puzzles import load
from keyharvest.rules import STANDARD
from keyharvest.scenario import scenario_text
from keyharvest.scenario.library import SCENARIOS
from keyharvest.scenario.setting import expand
from keyharvest.words.language import LANGUAGES
from tests.helpers.clicking import targets_in
from tests.web.test_bundle import connected, get
from web import server
from web.bundle import demos, hosting
from web.environment import ROOT

pytestmark = pytest.mark.slow

#: Bytes, gzipped: a demo until "Try it", with its style and scripts; and what a host loads.
FRAME, SCRIPT = 60_000, 4_700


@pytest.fixture(scope="module")
def made() -> dict[str, Any]:
    return drawn()


@pytest.fixture(scope="module")
def pages(made: dict[str, Any]) -> dict[str, str]:
    return demos.pages(made, "demo-0")


def zipped(*texts: str) -> int:
    return sum(len(gzip.compress(text.encode(), 9)) for text in texts)


def test_every_scenario_has_a_page_with_all_its_moments_in_every_language(pages: dict[str, str]) -> None:
    for language in LANGUAGES:
        for name, scenario in SCENARIOS.items():
            page = pages[f"embed/{language}/{name}.html"]
            assert page.count('class="moment') == len(scenario.steps) + 1
            assert page.count("<section") - page.count(" hidden>") <= 1, "the first moment is shown, no other"
            assert f'<html lang="{language}" data-scenario="{name}">' in page


def test_pages_hold_the_drawings_that_they_use_and_nothing_inline(pages: dict[str, str]) -> None:
    for name, page in pages.items():
        if not name.endswith(".html"):
            continue
        ids = re.findall(r'\bid="([^"]+)"', page)
        assert len(ids) == len(set(ids)), name
        assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids), name
        assert set(re.findall(r"url\(#([^)]+)\)", page)) <= set(ids), name
        assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", page), name
        assert all("src=" in script for script in re.findall(r"<script[^>]*>", page)), name


def test_a_demo_is_small_until_it_is_tried_and_the_hosts_script_is_tiny(
    made: dict[str, Any], pages: dict[str, str]
) -> None:
    loaded = ("../site/styles/first/tokens.css", "demo.css", "frame.js", "theme.js")
    around = [made["style"], *((demos.EMBED / name).read_text() for name in loaded)]
    largest = max(zipped(page) for name, page in pages.items() if re.fullmatch(r"embed/\w+/.*", name))
    assert largest + zipped(*around) < FRAME
    assert zipped(pages["embed/v1.js"]) < SCRIPT
    assert not any("{{" in pages[f"embed/{name}"] for name in ("v1.js", "v1.mjs"))


def test_a_site_that_knows_its_address_tells_how_its_demos_are_embedded(made: dict[str, Any]) -> None:
    found = demos.pages(made, "demo-0", "https://example.org/kh/", "art-0")
    there = "https://example.org/kh/embed/de/chain"
    assert f'<link rel="alternate" type="application/json+oembed" href="{there}.json"' in found["embed/de/chain.html"]
    answer = json.loads(found["embed/de/chain.json"])
    assert (answer["version"], answer["type"], answer["provider_url"]) == ("1.0", "rich", "https://example.org/kh/")
    assert answer["title"] == SCENARIOS["chain"].text("title", "de")
    assert f'src="{there}.html"' in answer["html"]
    assert f'width="{answer["width"]}" height="{answer["height"]}"' in answer["html"]
    name, *size = demos.THUMBNAIL
    assert answer["thumbnail_url"] == f"https://example.org/kh/static/art-0/{name}"
    content = (ROOT / "assets" / name).read_bytes()
    assert content[8:16] == b"WEBPVP8X"
    assert [1 + int.from_bytes(content[at : at + 3], "little") for at in (24, 27)] == size
    assert [answer["thumbnail_width"], answer["thumbnail_height"]] == size
    assert not [name for name in demos.pages(made, "demo-0") if re.fullmatch(r"embed/\w+/.*\.json", name)]


def test_pasted_links_have_a_title_a_text_and_a_picture(made: dict[str, Any]) -> None:
    site = "https://example.org/kh/"
    found = demos.pages(made, "demo-0", site, "art-0")
    for name in ("embed/de/chain.html", "embed/fr/puzzle.html", "gallery.html", "gallery-de.html"):
        told = dict(re.findall(r'<meta property="([^"]+)" content="([^"]+)">', found[name]))
        assert told["og:url"] == f"{site}{name}"
        assert told["og:image"] == f"{site}static/art-0/{demos.THUMBNAIL[0]}"
        assert told["og:title"]
        assert told["og:description"]
    assert "json+oembed" not in found["gallery.html"]
    assert f'href="{site}embed/fr/puzzle.json"' in found["embed/fr/puzzle.html"]
    assert f'src="{site}embed/fr/puzzle.html"' in json.loads(found["embed/fr/puzzle.json"])["html"]
    assert "og:" not in demos.pages(made, "demo-0")["gallery.html"]


def test_the_height_of_every_page_is_known() -> None:
    heights = json.loads(demos.HEIGHTS.read_text(encoding="utf-8"))
    assert set(heights) == {*SCENARIOS, "own", "puzzle", "missing"}, "run: python3 -m web.tools.heights"


def test_the_gallery_has_every_demo_with_its_rules_and_code(pages: dict[str, str]) -> None:
    for name, scenario in SCENARIOS.items():
        assert f'id="{name}" data-rules="{" ".join(scenario.rules)}"' in pages["gallery.html"]
        assert f"&lt;key-harvest-demo scenario=&quot;{name}&quot;" in pages["gallery.html"]
        assert f'href="embed/en/{name}.html"' in pages["gallery.html"]
    for address in re.findall(r'href="(embed/[^"]+)"', pages["gallery.html"]):
        assert address in pages


def test_only_demos_may_be_framed_by_others(tmp_path: Path) -> None:
    (tmp_path / "embed/en").mkdir(parents=True)
    (tmp_path / "embed/en/missing.html").write_text("polite", encoding="utf-8")
    for name in ("index.html", "gallery.html"):
        (tmp_path / name).write_text("", encoding="utf-8")
    hosting.write(tmp_path)
    rules = hosting.read(tmp_path)
    policy = server.headers_for(rules, "/embed/en/chain.html")[server.POLICY]
    assert "frame-ancestors" not in policy  # even * would refuse pages without an origin, such as files
    assert "unsafe-inline" not in policy
    for path in ("/", "/index.html", "/gallery.html", "/static/demo-0/frame.js"):
        assert "frame-ancestors 'self'" in server.headers_for(rules, path)[server.POLICY]
    with connected(tmp_path) as connection:
        status, headers, content = get(connection, "/embed/de/nothing.html")
        assert (status, content) == (404, b"polite")
        assert headers["Content-Type"].startswith("text/html")
        assert get(connection, "/nothing.html")[2] != b"polite"


def test_a_demo_names_its_site_where_it_names_itself(made: dict[str, Any], tmp_path: Path) -> None:
    """In a frame without an origin of its own, 'self' means nothing in WebKit."""
    site = "https://a.example/kh/"
    hosting.write(tmp_path, site)
    written = hosting.read(tmp_path)
    served = server.headers_for(hosting.headers(tmp_path), "/embed/en/chain.html", site)[server.POLICY]
    assert served == written["/embed/*"][server.POLICY]
    own = [rule.split() for rule in served.split(";") if "'self'" in rule]
    assert len(own) > 5
    assert all(site in rule for rule in own)
    assert "a.example" not in written["/static/*"][server.POLICY]
    page = demos.pages(made, "demo-0", site)["embed/en/chain.html"]
    assert f'content="{served}"' in page
    assert "http-equiv" not in demos.pages(made, "demo-0")["embed/en/chain.html"]


def test_what_a_host_may_be_told_is_in_the_guide() -> None:
    guide = (ROOT / "keyharvest/docs/embedding.md").read_text(encoding="utf-8")
    script = (demos.EMBED / "element.js").read_text(encoding="utf-8") + (demos.EMBED / "frame.js").read_text("utf-8")
    for code in re.findall(r'code: "([\w-]+)"|fail\("([\w-]+)"', script):
        assert f"`{''.join(code)}`" in guide
    for event in ("ready", "step", "try", "wrong", "goal", "error"):
        assert f"`kh-{event}`" in guide


def test_the_frame_of_a_puzzle_knows_the_days_and_positions_of_all(made: dict[str, Any], pages: dict[str, str]) -> None:
    [told] = re.findall(r'<html lang="de" data-puzzles="([^"]+)">', pages["embed/de/puzzle.html"])
    lists = json.loads(html.unescape(told))
    assert sum(number for _, number in lists) == len(load())
    files = demos.tables(made)
    for puzzle in (load()[1], load()[50], load()[51], load()[len(load())]):
        part, at = divmod(puzzle.number - 1, demos.TABLES)
        board, workers = json.loads(files[f"puzzles-{part}.json"])[at]
        state = expand({"layout": STANDARD.name, "board1": board, "workers1": workers or "-"})
        assert (state.fields[0], state.ripe[0]) == (puzzle.seen.state.fields[0], puzzle.seen.state.ripe[0])
        assert state.posts[0] == puzzle.seen.state.posts[0]
    assert f"const TOGETHER = {demos.TABLES};" in (demos.EMBED / "frame.js").read_text(encoding="utf-8")
    assert max(map(zipped, files.values())) < 4_000


# ---- "Try it"


def sent(demo: Demo, *intents: tuple[str, str | None]) -> dict[str, Any]:
    """Send intents; return the last patch."""
    for intent, value in intents:
        patch = demo.handle({"intent": intent, "value": value})
        assert "alert" not in patch, patch["alert"]
    return patch


def test_a_wrong_move_is_answered_with_its_reason_and_rule_and_the_goal_is_ticked() -> None:
    demo = Demo({"demo": "exact-price"})
    first = demo.start()
    assert {"drawings", "live", "board", "coach", "goal"} <= set(first["panels"])
    wrong = sent(demo, ("tile", "D5"))["demo"]
    assert "rule 6.2" in wrong["wrong"]
    assert SCENARIOS["exact-price"].text("a.price") in wrong["wrong"]
    assert (wrong["rule"], wrong["done"], wrong["step"]) == ("6.2", False, 1)
    right = sent(demo, ("tile", "F6"), ("commit", None))
    assert (right["demo"]["wrong"], right["demo"]["step"]) == ("", 2)
    assert "✓" in right["panels"]["goal"]
    done = sent(demo, ("onward", None))
    assert done["demo"]["done"]
    assert (done["demo"]["tries"], done["demo"]["hints"]) == (2, 0)


def test_a_demo_speaks_the_language_of_its_frame() -> None:
    words = SCENARIOS["exact-price"].text("a", "de")
    assert words in Demo({"demo": "exact-price", "language": "de"}).start()["panels"]["coach"]


def test_a_demo_goes_on_from_the_moment_that_was_shown() -> None:
    demo = Demo({"demo": "good-harvest", "step": "1"})
    assert demo.start()["demo"]["step"] == 2
    nothing_left = Demo({"demo": "exact-price", "step": "2"})
    assert nothing_left.start()["demo"]["step"] == 1


@pytest.mark.parametrize("name", ["chain", "exact-price"])
def test_the_links_out_of_a_demo_lead_to_its_rules_and_to_the_lesson(name: str) -> None:
    links = re.findall(r'href="../../#([^"]+)"', panels.demo(SCENARIOS[name], ("Robin", "Ada")))
    patches = [Session({"fragment": link}).start() for link in links]
    assert [patch["screen"] for patch in patches] == ["rules"] * (len(links) - 1) + ["lesson"]
    assert patches[0]["focus"] == f"rule-{SCENARIOS[name].rules[0]}"
    for link in ("rule-99", "lesson-dance"):
        patch = Session({"fragment": link}).start()
        assert (patch["screen"], patch["address"]) == ("home", "")
        assert patch["alert"] == f"Nothing here matches this link: {link}"


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_demo_is_led_to_its_goal_and_offers_no_way_out_of_itself(name: str) -> None:
    demo = Demo({"demo": name})
    patch = demo.start()
    while not patch["demo"]["done"]:
        shown = "".join(patch["panels"].values())
        offered = {target.intent for target in targets_in(shown)}
        assert not offered & {"learn", "lesson", "home", "settings", "new"}
        if demo.wait() is not None:
            patch = demo.step()
        else:
            patch = demo.handle({"intent": "teach"})
            if "step" in patch["demo"] and demo.wait() is None:
                patch = demo.handle({"intent": "onward"})


@pytest.mark.parametrize(
    "saved",
    [
        {"demo": "nothing"},
        {"demo": "chain", "step": "-1"},
        {"demo": "chain", "step": "x"},
        {"demo": "chain", "language": "xx"},
    ],
)
def test_a_demo_that_cannot_be_is_refused(saved: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"^demo: "):
        Demo(saved)


def test_a_file_of_somebody_is_played_as_one_of_ours() -> None:
    data = {**SCENARIOS["exact-price"].data, "id": "mine"}
    demo = Demo({"file": scenario_text(data)})
    assert "Buying" not in demo.start()["panels"]["coach"]
    assert sent(demo, ("tile", "F6"), ("commit", None))["demo"]["step"] == 2


def test_a_file_in_one_language_is_played_in_any_frame() -> None:
    data = SCENARIOS["exact-price"].data
    text = scenario_text({**data, "words": {"es": {key: f"es {key}" for key in data["words"]["en"]}}})
    for spoken in ("en", "de"):
        assert "es a" in Demo({"file": text, "language": spoken}).start()["panels"]["coach"]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ("{", "scenario: file: not JSON at line 1, column 2"),
        ("\x00" * 20_000, "scenario: file: 20000 characters; at most 10000"),
        ({"goal": ["turn > 99"]}, "scenario exact-price: goal: not reached: turn > 99"),
        ({"words": {}}, "scenario: words: expected an object of languages"),
    ],
)
def test_a_file_that_is_no_good_is_told_what_is_wrong_and_nothing_else(change: Any, fault: str) -> None:
    text = change if isinstance(change, str) else scenario_text({**SCENARIOS["exact-price"].data, **change})
    patch = Demo({"file": text}).start()
    assert set(patch) == {"refused"}
    assert patch["refused"].startswith(fault)


def test_markup_in_a_file_is_shown_and_not_obeyed() -> None:
    data = SCENARIOS["exact-price"].data
    texts = {key: f"<img src=x onerror=alert(1)> {key}" for key in data["words"]["en"]}
    demo = Demo({"file": scenario_text({**data, "words": {"en": texts}})})
    shown = "".join([*demo.start()["panels"].values(), *sent(demo, ("hint", None))["panels"].values()])
    assert "&lt;img src=x" in shown
    assert "<img" not in shown


@pytest.mark.parametrize("message", [{}, {"intent": 3}, {"intent": "home"}, {"intent": "tile", "value": "Z9"}])
def test_a_strange_message_is_answered_and_nothing_changes(message: dict[str, Any]) -> None:
    demo = Demo({"demo": "chain"})
    demo.start()
    assert set(demo.handle(message)) == {"alert"}
    assert sent(demo, ("hint", None))["demo"]["step"] == 1


def test_a_picture_shows_where_something_happens_in_the_same_place_at_every_moment() -> None:
    drawn = panels.demo(SCENARIOS["chain"], ("Robin", "Ada"))
    boxes = re.findall(r'class="picture"><svg[^>]*viewBox="([^"]+)"', drawn)
    assert len(boxes) == 3
    assert len(set(boxes)) == 1
    assert float(boxes[0].split()[2]) < 900
