"""The screens: which one is shown, its content, and the ways between them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final

from keyharvest.advice.coach import closing
from keyharvest.page.drawing import Drawn, download, look
from keyharvest.page.editor.editing import SHEET, Editing
from keyharvest.page.game.seating import Seating
from keyharvest.page.game.tabletop import Patch
from keyharvest.page.keeping import Keeping
from keyharvest.page.layouts import Layouts
from keyharvest.page.lessons.lesson import Lesson, names_for
from keyharvest.page.memory import Memory
from keyharvest.page.puzzles.puzzling import Puzzling
from keyharvest.page.tongue import Tongue
from keyharvest.page.whereabouts import (
    ASIDE,
    EDITOR,
    EXERCISE,
    LAYOUT,
    LESSON,
    LIVE_SCREENS,
    PUZZLE,
    PUZZLES,
    Whereabouts,
)
from keyharvest.panels.game import history
from keyharvest.panels.game.over import CARDS, LAID_OVER, OF_TABLE, over
from keyharvest.panels.parts import frame
from keyharvest.panels.parts.cards import card_of, cards_screen
from keyharvest.panels.scene import Scene
from keyharvest.picture.elements import Html
from keyharvest.rules import round_of
from keyharvest.scenario import Scenario, scenario_text
from keyharvest.screens import review, rules_page
from keyharvest.screens.curtain import Pause, curtain
from keyharvest.screens.ending import ending
from keyharvest.screens.home import doors, home
from keyharvest.screens.lessons import lesson
from keyharvest.screens.rules_screen import hits, rules_screen
from keyharvest.screens.set_up import setup
from keyharvest.screens.settings import settings
from keyharvest.table.chairs import NOBODY
from keyharvest.table.sitting import Sitting
from keyharvest.table.timeline import by_round
from keyharvest.words.language import _, code

if TYPE_CHECKING:
    from keyharvest.page.puzzles.exercise import Exercise
    from keyharvest.page.puzzles.solving import Solving
    from keyharvest.page.puzzles.task import Task

_NEWS: Final = 12
#: The looks of the screens that don't have their own.
_LOOKS: Final = {"letter": "letter curtain", "invite": "setup", "lobby": "setup", "invited": "join"}


class Screens:
    """The content of a page's screens. Methods named ``do_…`` carry out the intents that lead between them."""

    def __init__(
        self,
        memory: Memory,
        keeping: Keeping,
        tongue: Tongue,
        drawn: Drawn,
        here: Whereabouts,
        seating: Seating,
        puzzling: Puzzling,
        editing: Editing,
        layouts: Layouts,
    ) -> None:
        self._memory = memory
        self._keeping = keeping
        self._tongue = tongue
        self._drawn = drawn
        self._here = here
        self._seating = seating
        self._puzzling = puzzling
        self._editing = editing
        self._layouts = layouts
        self._before_lesson = "learn"
        self._made: Scenario | None = None
        self._made_open = False
        self._asked = False
        self._sought = ""
        self._over = ""
        self._told_place = ""
        self._looked_up = False
        self._exercise: Exercise | None = None

    # The person's place

    def _place(self) -> str:
        """Return the person's place, to which :meth:`do_to` returns: a screen, with its game, lesson or puzzle.

        What covers the question there follows after "+", since the way back closes it first: ``game:3+hint+compare``.
        """
        return "+".join([self._ground(), *self._layers()])

    def _layers(self) -> list[str]:
        if self._here.screen == EDITOR:
            return self._editing.layers()
        return self._seating.open().layers() if self._here.screen == "game" else []

    def _ground(self) -> str:
        opened = self.lesson()
        if opened:
            return f"lesson:{opened.name}"
        solving = self.solving()
        if solving:
            return f"puzzle:{solving.name}"
        if self._here.screen in ("game", "curtain", "ending", "review", EXERCISE):
            screen = self._here.screen if self._here.screen in ("review", EXERCISE) else "game"
            return screen if self._keeping.current is None else f"{screen}:{self._keeping.current}"
        if self._here.screen == "setup" and self._seating.inviting:
            return "friends"
        if self._here.screen == "letter":  # a letter is opened only once; a reload leads to its game
            number = self._seating.opened.number if self._seating.opened else None
            before = self._told_place or self._here.left.partition("+")[0] or "home"
            return before if number is None else f"game:{number}"
        return self._here.screen

    def new_place(self) -> Patch:
        """Report the person's place if it has changed."""
        place, before = self._place(), self._told_place
        self._told_place = place
        if place == before:
            return {}
        # The next puzzle replaces the one before, so that going back leads to where they were chosen.
        return {"place": place, "instead": place.startswith("puzzle:") and before.startswith("puzzle:")}

    def do_to(self, place: str | None) -> Patch | None:
        """Return to an earlier place, or home if it no longer exists. A hand stays behind the curtain (rule 14.2)."""
        ground, *layers = (place or "").split("+")
        if ground == self._ground():
            if not self._layers():
                return None
            part = self._editing if self._here.screen == EDITOR else self._seating.open()
            return part.uncover(layers)
        screen, _colon, which = ground.partition(":")
        plain: dict[str, Callable[[], Patch | None]] = {
            "setup": self.do_new, "friends": self.do_friends, "learn": self.do_learn,
            "rules": lambda: self.do_rules(None),
            "cards": lambda: self.do_cards(None), "settings": self.do_settings, "games": self.do_games,
            "statistics": self.do_statistics, PUZZLES: self._puzzling.do_puzzles,
            **{each: partial(self._seating.return_to, each) for each in LIVE_SCREENS},
            EDITOR: lambda: self._editing.do_editor(None), LAYOUT: self._layouts.do_layouts,
        }  # fmt: skip
        lesson = self._memory.learning.lesson
        try:
            if screen in plain:
                return plain[screen]()
            if screen == EXERCISE:
                return self._to_exercise(which)
            if screen == "review" and self._here.screen == EXERCISE and which == self._ground().partition(":")[2]:
                self.do_review()  # at the turn of the exercise
                return None
            if screen in ("game", "review") and (which or self._seating.table):
                patch = self._seating.do_continue(which) if which else self._seating.sit_down(self._seating.open())
                if screen == "game":
                    self.do_result()  # the review has a place of its own
                return patch
            if screen == "lesson" and lesson and lesson.name == which:
                self._here.screen, self._drawn.screen = LESSON, ""
                return None
            if screen == "lesson":
                return self.do_lesson(which)
            if screen == "puzzle":
                return self._puzzling.do_puzzle(which)
            if (screen == "share" and self._keeping.sharing) or (screen == "demo" and self._made):
                self._leave_for(screen)
                return None
        except ValueError:
            pass  # the place has been deleted
        self.do_home()
        return None

    def _to_exercise(self, game: str) -> Patch | None:
        """Return to the last exercise, or to the review of its game if the analysis is gone."""
        patch = self.do_to(f"review:{game}" if game else "review")
        try:
            return self.do_exercise(str(self._exercise.asked.turn)) if self._exercise else patch
        except ValueError:
            return patch

    # The content

    def draw(self) -> Patch:
        """Return what has changed on the page since it was last drawn."""
        if self._drawn.screen != self._here.screen:
            self._over = ""  # a new screen is uncovered
        if self._here.screen == "game":
            self._looked_up = False  # the result hasn't been seen yet
        main, panels = self._framed() or (
            frame.page(self._content(), _LOOKS.get(self._here.screen, self._here.screen)),
            None,
        )
        news = self._seating.friends.news()
        drawn = self._drawn.draw(self._here.screen, main, panels, self._laid_over(), news)
        return drawn | self._marked()

    def _framed(self) -> tuple[str, Mapping[str, str]] | None:
        """Return the frame of a screen that has panels, and the panels."""
        opened = self.lesson()
        if opened:
            return frame.page(lesson.frame(), f"{lesson.screen_class(opened.play.scenario)} playing"), opened.panels(
                self._memory.learning.following(opened.name), self._before_lesson
            )
        puzzle = self.puzzle()
        if puzzle:
            seats = len(puzzle.names)
            return frame.page(frame.game_frame(), f"game puzzle playing seats-{seats}"), puzzle.panels()
        if self._here.screen == EDITOR:
            return self._editing.framed(self._over == SHEET)
        if self._here.screen == LAYOUT:
            return self._layouts.framed()
        if not self._here.at_table:
            return None
        table, screen = self._seating.open(), self._here.screen
        seats, table.company = len(table.sitting.chairs), self._seating.friends.company(table.sitting)
        inside = frame.game_frame() if screen == "game" else review.review_frame()
        around = frame.page(inside, f"{screen}{' playing' if screen == 'game' else ''} seats-{seats}")
        if screen == "review":
            return around, review.panels(table.scene(), table.timeline.course(table.viewer), table.analysis)
        return around, table.panels(self._memory.settings.pace == "step")

    def _content(self) -> str:
        """Draw a screen that has no panels."""
        screen = self._here.screen
        if screen == "setup":
            chosen = self._memory.set_up
            chosen = chosen.with_friend() if self._seating.inviting else chosen.without_friends()
            named = [sketch.name for sketch in self._memory.sketches() if not sketch.gaps()]
            return setup(chosen, self._seating.faults, named)
        if screen == "settings":
            shelf = self._keeping.shelf
            size = self._memory.size() + shelf.size()
            return settings(self._memory.settings, size, bool(shelf.entries), self._asked, self._tongue.fault())
        if screen == "rules":
            return rules_screen(self._sought)
        if screen == "cards":
            return cards_screen()
        if screen == PUZZLES:
            return self._puzzling.content()
        if screen == "learn":
            return self._memory.learning.screen(code())
        if screen == "curtain":
            return curtain(self._pause(self._seating.open().sitting))
        if screen == "ending":
            table = self._seating.open()
            sitting, table.company = table.sitting, self._seating.friends.company(table.sitting)
            said = closing(sitting.game.state, sitting.persons()[0], sitting.names) if self._seating.coached() else ""
            return ending(
                table.scene(),
                by_round(sitting.game.states),
                self._keeping.milestones(),
                said,
                not self._looked_up,
                self._keeping.day_text(),
                self._memory.settings.sound if self._keeping.first_end() else "",
            )
        if screen == "demo" and self._made:
            from keyharvest.screens.lessons.making import making

            return making(self._made, names_for(self._made), code(), self._made_open)
        if screen in ("games", "statistics", "share"):
            return self._keeping.content(screen)
        if screen == "letter" and self._seating.opened:
            # Only a game by message needs these two modules.
            from keyharvest.page.letters import arrival
            from keyharvest.screens.remote.opened import letter

            return letter(arrival(self._seating.opened))
        if screen in LIVE_SCREENS:
            return self._seating.friends.content(screen)
        return home(self._doors())

    def first(self) -> str:
        """Return the first screen of the next visit, as JSON for web/site/scripts/opening.js."""
        look_now = look(self._memory.settings, past=False)
        page = {"lang": code(), **{name: value for name, value in look_now.items() if value}}
        return json.dumps({"page": page, "doors": self._doors()}, ensure_ascii=False)

    def _doors(self) -> Html:
        """Draw the words and doors of the home screen."""
        shelf = self._keeping.shelf
        last = shelf.last()
        # A first visit doesn't ask for the date, since Python would have to load the module for that.
        day = self._seating.today().isoformat() if shelf.entries or shelf.day_gone else ""
        of_day = shelf.of_day(day) if day else None
        today = None if of_day is None else shelf.card(of_day)
        tried = bool(day) and shelf.tried(day)
        friends = self._seating.friends
        kept = None if last is None or friends.gathers(last) else shelf.card(last)
        gathered = "lobby" if friends.gathers() else ""
        if kept and kept.gathers and not gathered:
            kept, gathered = None, "continue"  # the page was loaded again meanwhile
        learned = len(self._memory.learning.lessons())
        return doors(kept, shelf.calling(), today, tried, self._puzzling.so_far(), gathered, learned)

    @staticmethod
    def _pause(sitting: Sitting) -> Pause:
        since, view = sitting.seen_last(sitting.actor), sitting.sight(NOBODY).view
        news = [line for line in sitting.lines() if line.at >= since and line.turn][-_NEWS:]
        turns = round_of(view.turn, view.players)
        return Pause(sitting.chairs, sitting.actor, turns, news, sitting.secret, view.layout.crops)

    def _laid_over(self) -> str:
        """Draw the cover of the screen; usually empty."""
        if self._over == SHEET:
            return self._editing.sheet()
        return over(self._over, self._scene(), self._memory.settings.letters) if self._over else ""

    def _scene(self) -> Scene | None:
        """Return the table under the cover, if there is one."""
        opened = self.lesson() or self.puzzle()
        if opened:
            return opened.table.scene()
        return self._seating.open().scene() if self._here.at_table else None

    def lesson(self) -> Lesson | None:
        """Return the lesson on the page, if its screen is shown."""
        return self._memory.learning.lesson if self._here.screen == LESSON else None

    def puzzle(self) -> Task | None:
        """Return the puzzle or the exercise on the page, if its screen is shown."""
        return self._exercise if self._here.screen == EXERCISE else self.solving()

    def solving(self) -> Solving | None:
        """Return the puzzle on the page, if its screen is shown."""
        return self._puzzling.solving if self._here.screen == PUZZLE else None

    def _marked(self) -> Patch:
        """Return the marks of the moment shown, and the page's style and motion for it."""
        marks: dict[str, dict[str, str]] = {}
        past = False
        if self._here.at_table:
            table = self._seating.open()
            moment = table.head.moment(table.viewer)
            in_review = self._here.screen == "review"
            past = in_review or moment.past
            marks = (
                review.marks(moment, table.timeline.course(table.viewer), table.analysis)
                if in_review
                else history.marks(moment)
                if moment.past
                else {}
            )
        return self._drawn.mark(marks, look(self._memory.settings, past))

    # Ways between screens

    def do_home(self) -> None:
        """Show the home screen; a new game no longer waits for a slot."""
        self._here.screen = "home"
        self._keeping.waiting = None
        table = self._seating.table
        if table and len(table.sitting.persons()) > 1:
            table.viewer = NOBODY

    def do_new(self) -> None:
        """Show the set-up."""
        self._seating.faults, self._seating.inviting = {}, False
        self._here.screen = "setup"

    def do_friends(self) -> None:
        """Show the set-up with a player elsewhere."""
        self.do_new()
        self._seating.inviting = True

    def do_learn(self) -> Patch:
        """Show the course."""
        self._here.screen = "learn"
        return {"focus": "learn-on"}

    def do_lesson(self, name: str) -> Patch:
        """Open a lesson, from the course or for a rule."""
        self._memory.learning.begin(name)
        here = self._here
        if here.screen == "rules" and here.behind == LESSON:
            here.behind = "home"  # the lesson behind the rules is no longer open
        if here.screen != LESSON:
            self._before_lesson = here.screen if here.screen in ("rules", "game") else "learn"
        here.screen = LESSON
        self._drawn.screen = ""
        return {"focus": "coach-words"}

    def do_leave(self) -> Patch:
        """Return from a lesson to where it was opened: the rules, the question it explained, or the course."""
        opened = self.lesson()
        self._here.screen = self._before_lesson
        if self._here.screen == "game":
            self._seating.look_again()
            return {"focus": "action"}
        if self._here.screen == "rules" and opened:
            return {"focus": rules_page.anchor(opened.play.scenario.rules[0])}
        return {"focus": "learn-on"}

    def do_settings(self) -> None:
        """Show the settings."""
        self._leave_for("settings")

    def do_rules(self, rule: str | None) -> Patch | None:
        """Show the rules: scrolled to one of them, or (no value) as they were left, with the words searched for."""
        if rule:
            self._sought = ""
        self._leave_for("rules")
        return {"focus": rules_page.anchor(rule)} if rule else None

    def do_search(self, words: str) -> None:
        """Search the rules."""
        self._sought = words.strip()[:60]

    def do_found(self) -> Patch | None:
        """Go to the first rule that the search has found."""
        found = hits(self._sought) if self._sought else []
        return {"focus": rules_page.anchor(found[0][0])} if found else None

    def do_games(self) -> None:
        """Show the saved games."""
        self.do_home()
        self._here.screen = "games"

    def do_statistics(self) -> None:
        """Show the statistics."""
        self._leave_for("statistics")

    def do_share(self, value: str | None) -> None:
        """Make a link to a saved game or to the one on the table: ``NUMBER@MOMENT-SEAT``, each optional."""
        self._keeping.show_link(value, self._seating.sitting())
        self._leave_for("share")

    def do_demo(self, value: str | None) -> Patch:
        """Make a demo of a moment, given by its number in the history, or (no value) of the one shown or of the turn
        chosen in the editor.
        """
        from keyharvest.page.lessons.making import made  # needed rarely, so the page starts without it

        if self._here.screen == EDITOR:
            found = self._editing.demo()
            if found is None:
                return {"focus": "hint-close", "over": False}
            self._made, self._made_open = found, True
        else:
            table = self._seating.open()
            at = table.head.at if value is None else table.moment_of(value)
            self._made, self._made_open = made(table.sitting, table.viewer, at), table.sitting.over
        self._leave_for("demo")
        return {"focus": "demo-title"}

    def do_demo_file(self) -> Patch:
        """Save the demo as a file."""
        if self._made is None:
            raise ValueError(_("There is no demo yet."))
        text = scenario_text(self._made.data)
        return download(f"{self._made.id}.json", "application/json", text)

    def do_cards(self, letter: str | None) -> Patch | None:
        """Show the cards of workers and events, scrolled to one if its letter is given; at a table, in a dialog."""
        to = {"focus": card_of(letter)} if letter else {}
        if self._here.at_table or self.lesson() or self.puzzle():
            return {**self.do_over(CARDS), **to}
        self._leave_for("cards")
        return to

    def do_over(self, value: str) -> Patch:
        """Open a dialog over the screen, which stays as it is."""
        there = value == SHEET and self._here.screen == EDITOR
        if not there and (value not in LAID_OVER or (value in OF_TABLE and self._scene() is None)):
            raise ValueError(f"message: over: {value[:20]!r} can't cover this screen")
        self._over = value
        return {"over": True, "focus": "over-title"}

    def do_bare(self) -> None:
        """Note that the dialog over the screen was closed."""
        self._over = ""

    def do_result(self) -> None:
        """Show the result of a finished game."""
        table = self._seating.open()
        if table.sitting.over:
            table.head.to_now()
            self._here.screen = "ending"
            self._looked_up = True

    def do_day(self, level: str | None) -> Patch:
        """Begin the game of the day against a level, continue the one begun, or show its result."""
        patch = self._seating.begin_day(level)
        if self._here.screen == "review":
            self.do_result()
            patch |= {"focus": "result-title"}
        return patch

    def do_review(self) -> None:
        """Review a finished game."""
        table = self._seating.open()
        if table.sitting.over:
            if self._here.screen != EXERCISE:  # an exercise leads back to its own turn
                table.show_end()
            self._here.screen = "review"

    def do_exercise(self, turn: str | None) -> Patch:
        """Set up a turn of an analysis that cost points, given by its number; by default the first one."""
        from keyharvest.page.puzzles.exercise import Exercise, costly

        table = self._seating.open()
        analysis = table.analysis
        if analysis is None or not analysis.done:
            raise ValueError(_("Analyse this game first."))
        found = costly(analysis) if turn else costly(analysis, table.sitting.reader()) or costly(analysis)
        asked = next((each for each in found if turn in (None, str(each.turn))), None)
        if asked is None:
            raise ValueError(_("No better turn was found."))
        table.do_judged(str(asked.turn))
        self._exercise = Exercise(table.sitting, analysis, asked)
        self._here.screen, self._drawn.screen = EXERCISE, ""
        return {"focus": "card-title"}

    def do_back(self) -> None:
        """Return to the screen before this one, or to the curtain if the page was hidden meanwhile; else go home."""
        if self._here.screen in ("setup", "learn", "games", "curtain", "ending", PUZZLES, EDITOR):
            self.do_home()
        elif self._here.screen in ASIDE:
            self._here.screen = self._here.behind
            if self._here.screen == "game":
                self._seating.look_again()

    def _leave_for(self, screen: str) -> None:
        self._asked = False
        self._here.leave_for(screen)

    # Deletion of saved games

    def do_forget(self, answer: str | None) -> Patch:
        """Ask whether to delete all games (no value), delete them (``all``) or keep them (``no``).

        Deleted games can be restored.
        """
        self._asked = answer is None
        if answer == "all":
            return self.do_delete("all")
        return {"focus": "forget-question" if self._asked else "forget-line"}

    def do_delete(self, value: str | None) -> Patch:
        """Delete a saved game, given by its number, the ``finished`` ones or ``all``."""
        patch = self._keeping.do_delete(value)
        if self._keeping.gone():
            self._seating.table = None
        if self._here.screen not in ("games", "statistics"):
            self.do_games()
        return patch
