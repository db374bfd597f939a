"""``keyharvest scenario``: check scenario files, list the library, draw a scenario's moments."""

from __future__ import annotations

import argparse
import re
import sys
import urllib.request
import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from keyharvest.commands.arguments import add_site, counted, file, path, read_text
from keyharvest.files import write_file
from keyharvest.picture import sprites
from keyharvest.picture.board import board
from keyharvest.picture.view import scored, view_of
from keyharvest.scenario import Scenario, check, parse_scenario, scenario_text
from keyharvest.scenario.library import NOT_SHOWN, SCENARIOS, lesson_of, shown_by
from keyharvest.scenario.run import Slide, slides
from keyharvest.words.language import LANGUAGES
from keyharvest.words.rules_text import numbers

#: The prefix of an error in a scenario.
_SCENARIO: Final = re.compile(r"^scenario(?: [a-z0-9-]+)?: ")


def add(parsers: Any) -> None:
    """Register the command."""
    parser = parsers.add_parser(
        "scenario",
        help="check, list and draw scenarios",
        description="Check, list and draw scenarios: positions with text, moves and a goal. See "
        "docs/scenarios.md for the format.",
    )
    does = parser.add_subparsers(title="what to do", dest="what")
    checking = does.add_parser(
        "check",
        help="play scenarios on the engine and report errors",
        description="Play every line and check every claim and text. Errors are printed as FILE: place: reason. "
        "Without files, check the library.",
    )
    checking.add_argument("files", type=file, metavar="FILE", nargs="*", help="scenario files; '-' for standard input")
    checking.add_argument("--write", action="store_true", help="also format the files")
    checking.set_defaults(run=run_check)
    listing = does.add_parser("list", help="list the library", description="List the scenarios of the library.")
    wanted = listing.add_mutually_exclusive_group()
    wanted.add_argument("--rule", metavar="NUMBER", help="only those that show this rule, such as 5.2 or 12N")
    wanted.add_argument("--by-rule", action="store_true", help="every rule, with those that show it, or why none does")
    listing.add_argument("--language", choices=LANGUAGES, default="en", help="language of the titles")
    listing.set_defaults(run=run_list)
    opening = does.add_parser(
        "preview",
        help="open a scenario file as the demo that it will be",
        description="Check a file and open it in the browser as a demo, with the moves to try, on a site of the game.",
    )
    opening.add_argument("file", type=file, metavar="FILE", help="a scenario file; '-' for standard input")
    add_site(opening)
    opening.add_argument("--language", choices=LANGUAGES, default="en", help="language of the frame around it")
    opening.add_argument("--no-open", action="store_true", help="only print the address")
    opening.set_defaults(run=run_preview)
    drawing = does.add_parser(
        "render",
        help="draw the moments of a scenario",
        description="Print the text of a scenario, moment by moment; with a folder, write a picture of each as well.",
    )
    drawing.add_argument("scenario", type=file, metavar="SCENARIO", help="a name from the library, or a file")
    drawing.add_argument("--folder", metavar="FOLDER", type=path, help="write NAME-1.svg and so on to this folder")
    drawing.add_argument("--language", choices=LANGUAGES, default="en", help="language of the text")
    drawing.set_defaults(run=run_render)


def run_preview(arguments: argparse.Namespace) -> int:
    """Check a file, and open it as a demo: the file is a part of the address, so no site has to know it."""
    text = read_text(arguments.file)
    check(parse_scenario(text), ())
    page = f"{arguments.site}embed/{arguments.language}/own.html"
    if not arguments.no_open:
        try:
            with urllib.request.urlopen(page, timeout=10):
                pass
        except OSError as error:
            raise ValueError(
                f"{page}: {getattr(error, 'reason', error)}; start 'python3 web serve', or name a --site"
            ) from None
    address = f"{page}#file={quote(text, safe='')}"
    print(address)
    if not arguments.no_open:
        webbrowser.open(address)
    return 0


def run_check(arguments: argparse.Namespace) -> int:
    """Check files, or the library, whose texts must exist in every language; print every error on a line."""
    if arguments.write and (not arguments.files or "-" in arguments.files):
        raise argparse.ArgumentTypeError("--write needs at least one FILE")
    languages = () if arguments.files else tuple(LANGUAGES)
    faults = 0
    for name in arguments.files or SCENARIOS:
        try:
            scenario = parse_scenario(read_text(name)) if arguments.files else SCENARIOS[name]
            check(scenario, languages)
            for rule in scenario.rules:
                if rule not in numbers():
                    raise ValueError(f"rules: there is no rule {rule}")
            if arguments.write:
                write_file(Path(name), scenario_text(scenario.data))
        except (OSError, ValueError) as error:
            faults += 1
            print(" ".join(f"keyharvest scenario: {name}: {_reason(error, name)}".split()), file=sys.stderr)
    number = len(arguments.files or SCENARIOS)
    print(f"{counted(number, 'scenario')}, {counted(faults, 'error', none='no')}")
    return 1 if faults else 0


def _reason(error: Exception, name: str) -> str:
    """Return the reason for an error in a file that is already named: the place in it and what is wrong."""
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return _SCENARIO.sub("", reason.removeprefix(f"{name}: "), count=1)


def run_list(arguments: argparse.Namespace) -> int:
    """List the library, or the scenarios that show one rule, or all rules with their scenarios."""
    if arguments.by_rule:
        for rule in numbers():
            print(f"{rule:5} {', '.join(shown_by(rule)) or f'({NOT_SHOWN[rule]})'}")
        return 0
    names = list(SCENARIOS)
    if arguments.rule is not None:
        names = _about(arguments.rule)
    for name in names:
        scenario, lesson = SCENARIOS[name], lesson_of(name)
        part = f"lesson {lesson.number}" if lesson else ""
        print(f"{name:20} {part:10} {scenario.text('title', arguments.language)}  ({', '.join(scenario.rules)})")
    return 0


def _about(rule: str) -> list[str]:
    """Return the scenarios that show a rule, or any rule of a chapter. Raise ``ValueError`` if there are none."""
    known = [each for each in numbers() if each == rule or (rule.isdecimal() and re.match(rf"{rule}\D", each))]
    if not known:
        raise ValueError(f"--rule {rule[:20]}: no such rule; use a number such as 4.1 or 12N (12 is a chapter)")
    names = list(dict.fromkeys(name for each in known for name in shown_by(each)))
    if not names:
        raise ValueError(f"--rule {rule}: {NOT_SHOWN[rule]}")
    return names


def run_render(arguments: argparse.Namespace) -> int:
    """Print the words of each slide and draw it."""
    name = arguments.scenario
    if name not in SCENARIOS and not Path(name).is_file():
        raise ValueError(f"{name[:60]}: the library has no scenario of this name, and there is no such file")
    scenario = SCENARIOS.get(name) or parse_scenario(read_text(name))
    print(scenario.text("title", arguments.language))
    for number, slide in enumerate(slides(scenario), 1):
        print(f"{number}  {scenario.text(slide.key, arguments.language)}")
        if arguments.folder:
            arguments.folder.mkdir(parents=True, exist_ok=True)
            picture = arguments.folder / f"{scenario.id}-{number}.svg"
            write_file(picture, sprites.standalone(drawn(scenario, slide)))
    return 0


def drawn(scenario: Scenario, slide: Slide) -> str:
    """Draw the reader's board in a slide, with the things shown marked; at the end with the groups that score."""
    view = view_of(slide.state, scenario.you)
    title = scenario.text("title")
    if slide.key == "goal":
        return board(replace(scored(view), title=title), "still")
    return board(replace(view, selected=slide.spaces(scenario.you, scenario.you), title=title), "still")
