"""The page's shell, which passes strings between page and worker and knows nothing of the game.

It runs in PyScript's MicroPython on the page's own thread, where it starts at once and never keeps the page waiting.
keyharvest/docs/protocol.md describes what it sends and shows. By the time it runs, `page.js` has started the worker.
The build compiles this module, since parsing its text would be the longest part of MicroPython's start. The tests
import it under CPython too, so it uses only what both Pythons have.
"""

import json

from web.site.keyboard import ARROWS, MOVING, TICKED, each, is_for_game, may_repeat, step_tab, step_tool
from web.site.trail import Trail

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

RENEWALS = 3  # times that a starting tab begins again because another one saves, before it pauses
PATIENCE = 10  # seconds of silence from the worker before the page says so
STAGES = {"download": "Downloading the game…", "python": "Starting Python…", "game": "Loading the game…"}
SHARE = "{share}%"


def progress_text(message: "dict[str, Any]", words: "dict[str, str]", waiting: int = 0) -> str:
    """Return the text of the progress line: the worker's message in words, and whether the player's choices wait.

    >>> progress_text({"progress": "download", "part": 0.423}, {}, 1)
    'Downloading the game… 42%. Your choice is waiting.'
    """
    stage, waits = STAGES[message["progress"]], "Your choice is waiting."
    text = words.get(stage, stage)
    if "part" in message:
        text += " " + words.get(SHARE, SHARE).replace("{share}", str(int(100 * message["part"])))
    if waiting:
        text += (". " if text.endswith("%") else " ") + words.get(waits, waits)
    return text


def fields(pairs: "list[tuple[str, str]]") -> "dict[str, Any]":
    """Return a form's fields as an object; a name that occurs more than once gets a list.

    >>> fields([("seat", "greedy"), ("name", "Ann"), ("seat", "person")])
    {'seat': ['greedy', 'person'], 'name': 'Ann'}
    """
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name not in found:
            found[name] = value
        elif isinstance(found[name], list):
            found[name].append(value)
        else:
            found[name] = [found[name], value]
    return found


class Shell:
    """The page's listeners, the messages waiting for the worker, and the shell's state; *page* is the window."""

    def __init__(self, page: "Any") -> None:
        self.page = page
        self.document = page.document
        self.handed = ""  # the address's fragment, until the worker has used it
        self.asked = "", ""  # the fragment and the place that the worker was started with
        self.acted = True  # whether the player has done anything since, or there was no worker yet
        self.words: dict[str, str] = {}  # the shell's sentences in the game's language
        self.tabs: dict[str, bool] = {}  # tabs the player has chosen, to show them again after a patch
        self.unsent: list[str] = []
        self.ahead = ""  # the message among them whose screen, drawn by the build, is already shown
        self.drawn: dict[str, Any] = {}  # the patch that showed it
        self.chosen = ""  # the first choice on a board drawn ahead, if its answer is shown as well
        self.answer: dict[str, Any] = {}  # the patch that showed that answer
        self.unanswered: list[str] = []
        self.worker: Any = None
        self.ready = False
        self.whole = False  # whether the worker has all its files and answers at once
        self.stage: dict[str, Any] = {"progress": "download"}
        self.timer: Any = None
        self.places: dict[str, str | None] = {}  # by screen, where the focus was when the player left it
        self.aside = False  # whether another tab has taken over the game
        self.stale = False  # whether another tab has saved something since this one began to start
        self.renewals = 0  # how often this tab has begun again for that reason
        self.trail = Trail(page, lambda place: self.intend("to", place))
        self.outdated = False  # whether the site has a new version, without the files that this one still needs
        self.peers = False  # whether there may be connections to other pages, which a reload would break
        self.kept = False  # whether there were any when the worker was started

    # ---- the worker

    def greet(self) -> None:
        """Switch to the language that the game will use."""
        spoken = self.page.keyharvest.spoken()
        for name in ("progress", "opening"):
            self.document.getElementById(name).setAttribute("lang", spoken.language)
        self.speak(json.loads(spoken.words))

    def listen(self) -> None:
        """Listen for the page's events, and handle the clicks made before; no worker message may come in between."""
        self.handed = self.fragment()
        handles = {
            "click": self.on_click, "submit": self.on_submit, "keydown": self.on_keydown,
            "change": self.on_change, "input": self.on_input, "visibilitychange": self.on_visibility,
        }  # fmt: skip
        for event, handle in handles.items():
            self.document.addEventListener(event, handle)
        self.document.getElementById("over").addEventListener("close", self.on_bare)
        self.page.addEventListener("hashchange", self.on_hash)
        self.page.addEventListener("popstate", self.trail.on_history)
        self.document.addEventListener("toggle", lambda _: self.trail.settle(), True)  # a menu was opened or closed
        for event in each(self.page.keyharvest.early()):
            handles[event.type](event)

    def open(self) -> None:
        """Connect to the worker, which is already starting, and listen for other tabs."""
        self.page.keyharvest.storage.watch(self.on_elsewhere, self.on_storage, self.on_late)
        self.attach(self.page.keyharvest.first)
        self.document.body.setAttribute("data-shell", "ready")
        self.page.performance.mark("shell")

    def attach(self, worker: "Any") -> None:
        """Use *worker* from now on: send what was saved, then the waiting messages."""
        self.worker = worker
        if self.acted:  # else the last worker may have known too little to open what was asked for
            self.asked = self.fragment(), self.trail.last()
        self.handed, place = self.asked
        self.acted = self.ready = self.whole = False
        self.watch()
        worker.listen(self.on_message)
        self.kept, self.trail.sought = self.peers, place
        worker.send('{"saved": ' + self.page.keyharvest.storage.saved(self.handed, place, self.kept) + "}")

    def restart(self) -> None:
        """Replace the worker with a new one, without the memory snapshot if the old one never started.

        The new one returns to the place where the player was.
        """
        options = json.dumps({"snapshot": self.ready})
        self.worker.stop()
        self.unanswered = []  # what broke the old one would break the new one
        self.put_text("news", "")
        self.ahead = self.ahead if self.ahead in self.unsent else ""
        self.chosen = self.chosen if self.chosen in self.unsent else ""
        self.ready = False
        self.stage = {"progress": "download"}
        self.show_progress()
        self.attach(self.page.keyharvest.start(options))

    def intend(self, name: str, value: "Any" = None, once: bool = False) -> None:
        """Send an intent, or keep it until the worker is ready; *once*: not while the same one awaits its answer."""
        if self.aside:
            return
        self.acted = self.acted or name not in ("hidden", "visible", "peer")
        text = json.dumps({"intent": name, "value": value})
        if once and (self.unanswered + self.unsent).count(text) > (text == self.chosen):
            return
        self.unsent.append(text)
        if self.at_drawn_board():
            self.show_answer(name, value, text)
        elif not self.whole and value is None and not self.handed:
            self.show_ahead(name, text)
        if self.ready:
            self.send()
        if not self.whole:
            self.show_progress()
        self.busy()

    def send(self) -> None:
        """Send the waiting messages."""
        waiting, self.unsent = self.unsent, []
        for text in waiting:
            self.unanswered.append(text)
            self.worker.send(text)
        self.watch()

    def show_ahead(self, name: str, text: str) -> None:
        """If the build has drawn the screen that an intent leads to, show it before the whole game is there.

        Such screens are drawn for a page with nothing saved. The worker still gets the intent, but of several that wait
        for its start only the last. An intent that shows a board gets the board's deal as its value, so it must not
        have been sent yet; later intents that lead away from that game wait for it.
        """

        def read(screen: "Any") -> None:
            waits = text in self.unsent or (text in self.unanswered and screen and not screen.deal)
            if not screen or not waits or self.at_drawn_board():
                return
            sent = text
            if screen.deal:
                sent = json.dumps({"intent": name, "value": screen.deal})
                self.unsent[self.unsent.index(text)] = sent
            if self.ahead in self.unsent and self.ahead != text:
                self.unsent.remove(self.ahead)
            self.ahead, self.drawn = sent, json.loads(screen.text)
            if not self.trail.read():
                self.trail.enter("home")  # the way back from there
            self.show(self.drawn, screen.panels)
            self.show_progress()
            self.busy()

        self.page.keyharvest.ahead(name, read)

    def show_answer(self, name: str, value: "Any", text: str) -> None:
        """If the build has drawn the answer to a first choice on the board that it has drawn, show it at once."""
        first = (self.unanswered + self.unsent)[-2:] == [self.ahead, text]
        answer = self.page.keyharvest.answer(name + " " + json.dumps(value)) if first else None
        if answer:
            self.chosen, self.answer = text, json.loads(answer.text)
            self.show(self.answer, answer.panels)

    def at_drawn_board(self) -> bool:
        """Whether the page shows the board of a game that the worker has not begun yet."""
        return bool(self.ahead) and self.drawn.get("screen") == "game"

    def on_message(self, text: str, panels: "Any") -> None:
        """Handle a message from the worker: progress, failure, or a patch whose *panels* come separately."""
        message = json.loads(text)
        self.document.getElementById("trouble").hidden = not self.outdated
        if message.get("outdated"):
            self.outdated = True
            self.fail("The page has a new version. Reload it to continue.", "", "Reload")
            return
        if "failed" in message:
            if self.outdated:
                return
            self.fail(
                "The game can't continue here." if self.ready else "The game can't start here.", message["failed"]
            )
            return
        if "whole" in message:
            self.whole = True
            self.document.body.setAttribute("data-whole", "")
            return
        if "progress" in message:
            self.stage = message
            self.show_progress()
            self.watch()
            return
        if message.get("ready") and self.stale:
            self.renew()
            return
        patch = message["patch"]
        first = self.unanswered[0] if self.unanswered else ""
        if self.ahead and (message.get("ready") or first != self.ahead):
            # The home screen, or another one that the player has left, must not replace what is shown.
            panels = None
            patch.pop("screen", None)
            patch.pop("place", None)
        elif first and first in (self.ahead, self.chosen):
            # What is already shown stays as it is: the player may have done something in it since.
            drawn = self.drawn if first == self.ahead else self.answer
            patch = {key: value for key, value in patch.items() if drawn.get(key) != value}
            panels = self.page.keyharvest.unlike(panels)
            if first == self.ahead and self.chosen:
                panels = None  # the page shows the answer that comes next
        self.show(patch, panels)
        if message.get("answer") and self.unanswered:
            answered = self.unanswered.pop(0)
            if answered == self.ahead:
                self.ahead = ""
            elif answered == self.chosen:
                self.chosen = ""
            if not patch.get("alert") and (json.loads(answered)["intent"] != "peer" or "screen" in patch):
                self.put_text("alert", "")
        if "details" in message:
            self.offer_details(message["details"])
        if message.get("ready"):
            self.begin()
        if self.ready and not message.get("loading"):
            self.document.getElementById("opening").hidden = True
        self.watch(message.get("next"))
        self.busy()

    def begin(self) -> None:
        """Mark the game as ready and send what the player has chosen meanwhile."""
        self.ready = True
        self.document.getElementById("progress").hidden = True
        self.document.body.setAttribute("data-game", "ready")
        self.page.performance.mark("ready")
        if self.kept:
            self.order([["again", -1, self.asked[1]]])
        self.send()

    def renew(self) -> None:
        """Begin again with what another tab has saved meanwhile, before the player has seen anything older."""
        self.ready, self.stale = True, False  # the worker can start
        self.renewals += 1
        self.worker.stop()
        self.page.keyharvest.storage.renew().then(lambda *_: self.restart())

    def watch(self, due: "float | None" = None) -> None:
        """Set the timer while the worker starts, owes an answer, or has a step *due* (in seconds)."""
        self.unwatch()
        if not self.ready or self.unanswered or due is not None:
            self.timer = self.page.setTimeout(self.on_silence, int(1000 * (PATIENCE + (due or 0))))

    def unwatch(self) -> None:
        """Stop the timer."""
        if self.timer is not None:
            self.page.clearTimeout(self.timer)
            self.timer = None

    def on_silence(self, *_: "Any") -> None:
        """Report a worker that has been silent for too long."""
        answering = "The game isn't responding: nothing for {seconds} seconds."
        self.fail(answering if self.ready else "The game is slow to start: nothing for {seconds} seconds.", "")

    def fail(self, text: str, details: str, way_on: str = "Try again") -> None:
        """Say what is wrong and offer a restart; any later message from the worker hides this again."""
        self.unwatch()
        sentence = self.said(text).replace("{seconds}", str(PATIENCE))
        if not self.document.body.hasAttribute("data-storage"):
            sentence += " " + self.said("Your saved games are safe.")
        self.put_text("trouble-text", sentence)
        self.document.querySelector("[data-shell-do=retry]").textContent = self.said(way_on)
        self.document.getElementById("trouble").hidden = False
        if details:
            self.offer_details(details)

    # ---- from the page

    def on_click(self, event: "Any") -> None:
        """Handle a click on the control of an intent, on a tab or on a control of the shell."""
        target = event.target
        own = target.closest("[data-shell-do]")
        if own:
            self.do(own.getAttribute("data-shell-do"), own)
            return
        tab = target.closest("[data-show]")
        if tab:
            self.choose_tab(tab.getAttribute("data-show"))
        element = target.closest("[data-intent]")
        if not element or element.tagName in ("FORM", "SELECT", "INPUT"):
            return
        if element.tagName == "A":
            event.preventDefault()
        self.intend(element.getAttribute("data-intent"), element.getAttribute("data-value"), once=True)

    def on_submit(self, event: "Any") -> None:
        """Send a submitted form's fields as the value of its intent."""
        form = event.target
        if not form.hasAttribute("data-intent"):
            return
        event.preventDefault()
        data = self.page.FormData.new(form, event.submitter) if event.submitter else self.page.FormData.new(form)
        pairs = [(pair[0], pair[1]) for pair in data.entries()]
        self.intend(form.getAttribute("data-intent"), fields(pairs), once=True)

    def on_change(self, event: "Any") -> None:
        """Handle a chosen file, a selected entry, or a ticked box."""
        element = event.target
        if element.getAttribute("type") == "file":
            self.on_file(element)
            return
        if not element.hasAttribute("data-intent"):
            return
        name = element.getAttribute("data-intent")
        if element.tagName == "SELECT":
            self.intend(name, element.value)
        elif element.getAttribute("type") == "radio":
            self.intend(name, {element.name: element.value})
        elif element.getAttribute("type") == "checkbox":
            self.intend(name, {element.name: bool(element.checked)})

    def on_file(self, element: "Any") -> None:
        """Read a chosen file, which goes to the worker; refuse one that is too large or unreadable."""
        if not element.files.length:
            return
        file, name = element.files[0], element.getAttribute("data-intent")
        element.value = ""
        if file.size > int(element.getAttribute("data-most")):
            self.announce("alert", self.said("This file is too large."))
            return
        taken = self.page.keyharvest.read(file)
        read = taken.then(lambda mark: self.intend(name, {"name": file.name, "file": mark}))
        read.then(None, lambda *_: self.announce("alert", self.said("This file can't be read.")))

    def on_input(self, event: "Any") -> None:
        """Handle typing in a search field."""
        element = event.target
        if element.hasAttribute("data-intent") and element.getAttribute("type") == "search":
            self.intend(element.getAttribute("data-intent"), element.value)

    def on_keydown(self, event: "Any") -> None:
        """Handle a key in an element that takes keys, or arrows among tabs or a toolbar's buttons."""
        target, key = event.target, event.key
        ctrl, tag = event.ctrlKey or event.metaKey, target.tagName
        if target.getAttribute("role") == "tab" and key in ("ArrowLeft", "ArrowRight"):
            step_tab(target, 1 if key == "ArrowRight" else -1)
            event.preventDefault()
            return
        toolbar = target.closest("[role=toolbar]")
        if toolbar and key in ARROWS and not event.altKey:
            row = int(toolbar.getAttribute("data-row") or 1) if key in ("ArrowUp", "ArrowDown") else 1
            step_tool(toolbar, target, ARROWS[key] * row)
            event.preventDefault()
            return
        area = target.closest("[data-keys]")
        if not area or self.is_covered(key):
            return
        scope = area.getAttribute("data-keys")
        carries_out = key == "Enter" and event.shiftKey and scope != "page" and tag == "BUTTON"
        ticked = target.getAttribute("type") in TICKED
        if not carries_out and not is_for_game(key, ctrl, event.altKey, tag, ticked, event.code):
            return
        # The page must still scroll by keys if no board has the focus.
        if ctrl or carries_out or (key in MOVING and scope == "board"):
            event.preventDefault()
        if event.repeat and not may_repeat(key, ctrl, event.code):
            return
        value = {
            "key": key, "code": event.code, "ctrl": ctrl, "shift": event.shiftKey, "alt": event.altKey, "scope": scope,
            "at": target.id,
        }  # fmt: skip
        self.intend("key", value)

    def is_covered(self, key: str) -> bool:
        """Whether a dialog over the screen gets the key; Escape only closes the dialog."""
        if self.document.getElementById("over").open:
            return True
        return key == "Escape" and bool(self.document.querySelector(":popover-open"))

    def on_bare(self, _: "Any") -> None:
        """Clear a dialog that was closed: it may contain what only one seat may know."""
        self.document.getElementById("over").replaceChildren()
        self.trail.settle()
        if self.is_lost():
            self.land()
        self.intend("bare")

    def on_visibility(self, _: "Any") -> None:
        """Report that the page was hidden or shown: a hidden page must not show a hand, and its clock must stop."""
        self.intend("hidden" if self.document.hidden else "visible")

    def on_hash(self, _: "Any") -> None:
        """Open a link with a game in it that was followed on this very page, unless the browser's history led to it."""
        if not self.fragment() or self.page.history.state:
            return
        if self.peers:
            self.intend("link", {"link": self.fragment()})
            self.put_fragment("")
        else:
            if self.trail.place:
                self.trail.put([], self.trail.place, True)  # where a later reload leads
            self.page.location.reload()

    def do(self, what: str, button: "Any") -> None:
        """Carry out one of the shell's own buttons."""
        self.document.getElementById("trouble").hidden = True
        if what == "retry":
            if self.outdated:
                self.page.location.reload()
            elif self.aside:
                self.aside = self.document.getElementById("main").inert = False
                self.page.keyharvest.storage.takeOver().then(lambda *_: self.restart())
            else:
                self.restart()
        elif what == "copy":
            self.copy(self.document.getElementById("details-text").textContent, button)
        elif what == "share":
            link = button.parentElement.querySelector("a") or self.document.getElementById("share-link")
            self.copy(link.href, button)
        elif what in ("send", "mail", "qr"):
            self.page.keyharvest.post(what, button)
        elif what == "code":
            self.copy(button.parentElement.querySelector("pre").textContent, button)
        elif what == "dismiss":
            self.document.getElementById("details").hidden = True

    def copy(self, text: str, button: "Any") -> None:
        """Copy a text, and say whether it worked."""
        told = self.document.getElementById("share-told")

        def tell(done: bool) -> None:
            if told:
                told.textContent = told.getAttribute("data-copied" if done else "data-refused")

        self.page.keyharvest.copy(text, button).then(tell)

    # ---- to the page

    def said(self, text: str) -> str:
        """Return one of the shell's sentences in the game's language."""
        return self.words.get(text, text)

    def speak(self, words: "dict[str, str]") -> None:
        """Switch the shell's sentences to another language, including those on the page."""
        self.words = words
        for element in each(self.document.querySelectorAll("[data-said]")):
            element.textContent = self.said(element.getAttribute("data-said"))

    def show(self, patch: "dict[str, Any]", panels: "Any") -> None:
        """Apply a patch and draw its *panels*, a JavaScript array or `None`."""
        over = self.document.getElementById("over")
        body, focused = self.document.body, self.document.activeElement
        had_focus = focused is not None and focused.tagName not in ("BODY", "HTML")
        left, screen = body.getAttribute("data-screen"), patch.get("screen")
        place = self.selector(focused) if had_focus else None
        if screen and screen != left:
            self.places[left] = place
            answered = json.loads(self.unanswered[0])["intent"] if self.unanswered else ""
            self.page.keyharvest.putAside(left, answered)
        losers = each(self.page.keyharvest.draw(panels)) if panels else []
        for name, attributes in patch.get("attributes", {}).items():
            element = self.document.getElementById(name)
            for attribute, value in attributes.items():
                if element and value is None:
                    element.removeAttribute(attribute)
                elif element:
                    element.setAttribute(attribute, value)
        # Only once everything is drawn: to take the focus, an element must be laid out.
        for panel in losers:
            self.refocus(panel, place)
        if screen:
            body.setAttribute("data-screen", screen)
        if over.open and (screen or patch.get("over") is False):
            over.close()
        if screen:
            self.page.keyharvest.takeUp(screen)
        if "place" in patch:
            self.trail.enter(patch["place"], patch.get("instead", False))
        if "address" in patch:
            self.put_fragment(patch["address"])
        for menu in each(self.document.querySelectorAll(":popover-open")) if patch.get("closed") else ():
            menu.hidePopover()
        if patch.get("over") and not over.open:
            over.showModal()
        self.trail.settle()
        if "words" in patch:
            self.speak(patch["words"])
        for tab in self.tabs:
            self.show_tab(tab)
        for region in ("say", "alert"):
            if patch.get(region):
                self.announce(region, patch[region])
        for code in each(self.document.querySelectorAll(".embed-code")):
            folder = self.page.URL.new("./", self.page.location.href)
            code.textContent = code.textContent.replace("{site}", str(folder.href))
        size = self.document.getElementById("storage-size")
        if size and size.hidden and self.ready:
            self.page.keyharvest.storage.size().then(lambda number: self.show_size(size, number))
        if not self.reach(self.document.getElementById(patch.get("focus", ""))):
            if screen and screen != left:
                self.land(self.places.get(screen))
            elif had_focus and self.is_lost():
                self.land()
        if "sound" in patch:
            self.page.keyharvest.sound(patch["sound"]["name"], patch["sound"]["volume"])
        storage = self.page.keyharvest.storage
        for name, carry_out in (
            ("save", self.save), ("greet", storage.greet), ("chosen", storage.choose),
            ("peer", self.order), ("download", self.download),
        ):  # fmt: skip
            if name in patch:
                carry_out(patch[name])

    def order(self, orders: "list[list[Any]]") -> None:
        """Give orders for the connections to other pages, and pass on what happens on them."""
        self.peers = True
        self.page.keyharvest.peer(json.dumps(orders), self.on_peer)

    def on_peer(self, line: int, what: str, text: str) -> None:
        """Report to the worker what has happened on a connection to another page."""
        self.intend("peer", {"line": line, "what": what, "text": text})

    def reach(self, element: "Any") -> bool:
        """Focus an element, if it exists, after showing the part of the table that contains it."""
        if not element:
            return False
        part = element.closest("[data-part]")
        choice = part and self.document.getElementById("part-" + part.getAttribute("data-part"))
        if choice and not element.getClientRects().length:
            choice.checked = True
        if element.hasAttribute("popover"):
            if not element.matches(":popover-open"):
                element.showPopover()
            element = element.querySelector("button") or element
        element.focus()
        return True

    def is_lost(self) -> bool:
        """Whether no visible element has the focus."""
        element = self.document.activeElement
        return not element or element.tagName in ("BODY", "HTML") or not element.getClientRects().length

    def land(self, place: "str | None" = None) -> None:
        """Focus the element that last had the focus on this screen, or else the screen's main element."""
        main = self.document.getElementById("main")
        element = (
            (place and main.querySelector(place)) or main.querySelector("[data-landing]") or main.querySelector("h1")
        )
        if element:
            if element.tabIndex < 0:
                element.setAttribute("tabindex", "-1")
            element.focus()

    @staticmethod
    def show_size(element: "Any", number: str) -> None:
        """Fill the amount that the browser stores into the sentence that is waiting for it."""
        if number:
            element.textContent = element.getAttribute("data-text").replace("{number}", number)
            element.hidden = False

    def refocus(self, name: str, place: "str | None") -> None:
        """Focus the same control in a redrawn panel, if it still exists."""
        again = place and self.document.getElementById(name).querySelector(place)
        if again:
            again.focus()

    def selector(self, element: "Any") -> "str | None":
        """Return a selector that finds *element* again after a redraw: by its id, or by its intent and value."""
        escape = self.page.CSS.escape
        if element.id:
            return f"#{escape(element.id)}"
        parts = ""
        for name in ("data-intent", "data-value", "data-show"):
            if element.hasAttribute(name):
                parts += f'[{name}="{escape(element.getAttribute(name))}"]'
        return parts or None

    def put_text(self, name: str, text: str) -> None:
        """Fill an element with plain text."""
        element = self.document.getElementById(name)
        if element.textContent != text:
            element.textContent = text

    def announce(self, region: str, text: str) -> None:
        """Have a screen reader say *text*: at once in answer to the player, otherwise after what it is saying."""
        asked = bool(self.unanswered) and json.loads(self.unanswered[0])["intent"] != "peer"
        self.page.keyharvest.announce(region, text, asked)

    def show_progress(self) -> None:
        """Update the progress line; even a running game may still wait for files."""
        line, waiting = self.document.getElementById("progress"), self.unshown(self.unsent + self.unanswered)
        line.hidden = self.ready and self.stage.get("part", 1) == 1
        line.setAttribute("data-waiting", str(waiting))
        self.put_text("progress", progress_text(self.stage, self.words, waiting))

    def unshown(self, steps: "list[str]") -> int:
        """Return how many of the player's waiting steps have no visible effect yet."""
        return len(steps) - (self.ahead in steps) - (self.chosen in steps)

    def busy(self) -> None:
        """Mark the page as busy while one of the player's steps is waiting for its answer."""
        busy = self.unshown(self.unsent) or self.unanswered
        self.document.body.setAttribute("data-busy", "true" if busy else "false")

    def offer_details(self, text: str) -> None:
        """Show the details of an error as text to copy into a report."""
        self.put_text("details-text", text)
        self.document.getElementById("details").hidden = False

    def choose_tab(self, name: str) -> None:
        """Show a tab's panel, now and after each patch."""
        panel = self.document.getElementById(name)
        if not panel:
            return
        for sibling in self.panels_beside(panel):
            self.tabs.pop(sibling.id, None)
        self.tabs[name] = True
        self.show_tab(name)

    def show_tab(self, name: str) -> None:
        """Show one tab's panel, hide its siblings and mark the tabs."""
        panel = self.document.getElementById(name)
        if not panel:
            return
        for sibling in self.panels_beside(panel):
            sibling.hidden = sibling.id != name
            for tab in each(self.document.querySelectorAll(f"[role=tab][data-show={sibling.id}]")):
                tab.setAttribute("aria-selected", "true" if sibling.id == name else "false")
                tab.setAttribute("tabindex", "0" if sibling.id == name else "-1")

    def panels_beside(self, panel: "Any") -> "list[Any]":
        """Return a tab's panel and its siblings."""
        return [s for s in each(panel.parentElement.children) if s.getAttribute("role") == "tabpanel"]

    # ---- storage

    def fragment(self) -> str:
        """Return the part of the address after ``#``, unless it only names a place on the page."""
        text: str = self.page.location.hash
        return text[1:] if len(text) > 1 and not self.document.getElementById(text[1:]) else ""

    def put_fragment(self, text: str) -> None:
        """Put into the address what a reload should open, or remove it, so that a linked game is opened only once."""
        location = self.page.location
        address = location.pathname + location.search + (f"#{text}" if text else "")
        self.page.history.replaceState(self.page.history.state, "", address)

    def save(self, texts: "dict[str, str | None]") -> None:
        """Save texts, or delete those that are `None`; a restarted worker gets them too."""
        self.handed = ""
        self.page.keyharvest.storage.write(json.dumps(texts))

    def on_elsewhere(self, *_: "Any") -> None:
        """Stop this tab: another one has saved a newer game, so this one must save nothing more."""
        if self.aside:
            return
        if not self.ready and self.renewals < RENEWALS:
            self.stale = True
            return
        self.handed = ""
        self.aside = self.document.getElementById("main").inert = True
        self.put_text("news", "")  # its buttons would do nothing
        self.worker.stop()
        self.unsent, self.unanswered, self.ahead, self.chosen = [], [], "", ""  # meant for the earlier game
        self.busy()
        if not self.document.querySelector(".ticket.handed"):  # this ticket sends the player back there anyway
            self.fail("Key Harvest is open in another tab now, so this one is paused.", "", "Continue here")

    def on_storage(self, state: str) -> None:
        """Mark on the page how storage is: "slow", "blocked", or "" if everything is saved."""
        if state:
            self.document.body.setAttribute("data-storage", state)
        else:
            self.document.body.removeAttribute("data-storage")

    def on_late(self, *_: "Any") -> None:
        """Begin again with what is saved, which the browser has read only now."""
        self.restart()

    def download(self, file: "dict[str, str]") -> None:
        """Let the player download a text as a file."""
        link = self.document.createElement("a")
        link.href = f"data:{file['type']};charset=utf-8,{self.page.encodeURIComponent(file['text'])}"
        link.download = file["name"]
        link.click()


def main() -> None:
    """Start the shell step by step: starting all at once would block a phone."""
    from js import window

    shell = Shell(window)
    for step in (shell.greet, shell.listen, shell.open):
        window.setTimeout(step)
