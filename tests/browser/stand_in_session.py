"""A session without a game, for tests of boot and shell: a counter, a form, tabs and faults on demand."""

import html
import math
from typing import Any

Patch = dict[str, Any]


class Session:
    """Counts clicks; some intents break on purpose."""

    def __init__(self, saved: dict[str, str]) -> None:
        self.saved = saved
        self.count = int(saved.get("count", "0"))
        self.steps = 0
        self.pause = 0.0
        self.last = ""
        self.keys: list[str] = []

    def start(self) -> Patch:
        patch = self._patch()
        if "fragment" in self.saved:
            patch["say"] = f"fragment {self.saved['fragment']}"
            patch["address"] = ""
        return {**patch, "screen": "home"}

    def handle(self, message: dict[str, Any]) -> Patch:
        name: Any = message.get("intent")
        value: Any = message.get("value")
        self.last = repr((name, value))
        if name == "key":
            self.keys.append(value["key"])
        if name == "count":
            self.count += 1
            return {**self._patch(), "save": {"count": str(self.count)}, "say": f"count {self.count}"}
        if name == "forget":
            self.count = 0
            return {**self._patch(), "save": {"count": None}}
        if name == "steps":
            steps, _, pause = value.partition(" every ")
            self.steps, self.pause = int(steps), float(pause or 0)
            return self._patch()
        if name == "seldom":  # something in Python that no game ever uses
            self.last = complex(math.acosh(2), math.erfc(2)).__format__(".9f")
            return self._patch()
        if name == "break":
            raise RuntimeError("broken on purpose")
        if name == "hang":
            while True:
                pass
        if name == "download":
            return {"download": {"name": "game.txt", "type": "text/plain", "text": "Grüße"}}
        if name == "focus":
            return {"focus": "counter", "attributes": {"counter": {"title": "focused", "data-old": None}}}
        if name in ("form", "file", "key", "hidden", "list"):
            return self._patch()
        return {"alert": f"no such intent: {name}"}

    def lacks(self) -> str:
        return ""

    def speak(self) -> Patch:
        return {}

    def wait(self) -> float | None:
        return self.pause if self.steps else None

    def step(self) -> Patch:
        self.steps -= 1
        return self._patch()

    def _patch(self) -> Patch:
        controls = "".join(
            f'<button type="button" data-intent="{name}"{extra}>{name}</button>'
            for name, extra in {
                "count": ' id="counter" data-old="1"', "forget": "", "steps": ' data-value="50"', "break": "",
                "hang": "", "seldom": "", "download": "", "focus": "", "unknown": "",
            }.items()
        )  # fmt: skip
        return {
            "panels": {
                "stand-in": f"<h1>Stand-in</h1>{controls}<output>{self.count}</output><i>{self.steps}</i>"
                f"<kbd>{html.escape(', '.join(self.keys))}</kbd>",
                "last": html.escape(self.last),
                "forms": (
                    '<form data-intent="form"><input name="who" value="Ann"><input name="who" value="Bo">'
                    '<input name="where" value="&lt;C5&gt;"><button>send</button></form>'
                    '<input type="file" data-intent="file" data-most="100">'
                    '<div data-keys="board" tabindex="0" id="hex-C5">keys</div>'
                    '<select data-intent="list"><option>one</option><option>two</option></select>'
                    '<div role="tablist"><button role="tab" data-show="left">left</button>'
                    '<button role="tab" data-show="right">right</button></div>'
                    '<div><p id="left" role="tabpanel">left panel</p>'
                    '<p id="right" role="tabpanel" hidden>right panel</p></div>'
                ),
            },
            "attributes": {"main": {"data-count": str(self.count)}},
        }


Demo = EmbeddedPuzzle = Session  # what the worker imports of the modules that this file replaces
