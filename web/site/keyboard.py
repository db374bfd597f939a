"""The shell's part about keys: which of them are the game's, and steps among tabs and tools."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

HANDLED_BY_BROWSER = ("A", "BUTTON", "INPUT", "SELECT", "SUMMARY", "TEXTAREA")
ARROWS = {"ArrowLeft": -1, "ArrowUp": -1, "ArrowRight": 1, "ArrowDown": 1}
MOVING = ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "Home", "End", "PageUp", "PageDown", " ")
TICKED = ("radio", "checkbox")
ALONE = ("Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock", "Tab", "Dead", "Process", "Unidentified")


def in_latin(key: str, code: str) -> str:
    """Return a letter in Latin, in lower case: where the layout has none, that of a US keyboard counts.

    >>> in_latin("я", "KeyZ"), in_latin("W", "KeyZ"), in_latin("Escape", "Escape")
    ('z', 'w', 'Escape')
    """
    if len(key) != 1 or "a" <= key.lower() <= "z":
        return key.lower() if len(key) == 1 else key
    return code[3:].lower() if code[:3] == "Key" else key


def is_for_game(key: str, ctrl: bool, alt: bool, tag: str, ticked: bool = False, code: str = "") -> bool:
    """Whether a key pressed in an element named *tag* is the game's rather than the browser's.

    *ticked*: whether the element is a check box or radio button, which nobody types into; *code*: the key's place.

    >>> is_for_game("ArrowUp", False, False, "g"), is_for_game("z", True, False, "g")
    (True, True)
    >>> is_for_game("c", True, False, "g"), is_for_game("x", False, False, "INPUT")
    (False, False)
    >>> is_for_game("Escape", False, False, "INPUT", True), is_for_game("ArrowUp", False, False, "INPUT", True)
    (True, False)
    """
    if key in ALONE or alt:
        return False
    if ctrl and in_latin(key, code) not in ("z", "y"):
        return False
    if ticked:
        return key == "Escape" or (len(key) == 1 and key != " ")
    return tag not in ("INPUT", "SELECT", "TEXTAREA") and not (tag in HANDLED_BY_BROWSER and key in ("Enter", " "))


def may_repeat(key: str, ctrl: bool, code: str) -> bool:
    """Whether a key that is held down acts again and again: only what moves and what undoes, never what confirms.

    >>> may_repeat("ArrowUp", False, "ArrowUp"), may_repeat("z", True, "KeyZ"), may_repeat("x", False, "KeyX")
    (True, True, False)
    """
    return key in ARROWS or (ctrl and in_latin(key, code) == "z")


def step_tab(tab: "Any", by: int) -> None:
    """Focus and choose the next tab of the same list."""
    tabs = each(tab.closest("[role=tablist]").querySelectorAll("[role=tab]"))
    here = [i for i, one in enumerate(tabs) if one.getAttribute("data-show") == tab.getAttribute("data-show")]
    following = tabs[(here[0] + by) % len(tabs)]
    following.focus()
    following.click()


def step_tool(toolbar: "Any", tool: "Any", by: int) -> None:
    """Focus the next button of a toolbar and make it the one that Tab reaches."""
    tools = each(toolbar.querySelectorAll("button"))
    here = [i for i, one in enumerate(tools) if one.isSameNode(tool)]
    for one in tools:
        one.setAttribute("tabindex", "-1")
    following = tools[(here[0] + by) % len(tools)]
    following.setAttribute("tabindex", "0")
    following.focus()


def each(nodes: "Any") -> "list[Any]":
    """Return the elements of a list of the browser, such as a NodeList."""
    return [nodes[i] for i in range(nodes.length)]
