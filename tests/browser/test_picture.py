"""The picture of a game in another page: it has its own colours, and leaves those of the page alone."""

from __future__ import annotations

from playwright.sync_api import Page

from keyharvest import Game

COLOURS = """() => {
  const style = (of) => getComputedStyle(of);
  const host = style(document.documentElement), note = style(document.querySelector("p"));
  const ground = [...document.querySelectorAll("svg > rect")].map((each) => style(each).fill);
  const land = [...document.querySelectorAll("linearGradient[id$=downs] stop:first-child")];
  return {
    host: [host.colorScheme, host.getPropertyValue("--panel"), note.color],
    ground,
    land: land.map((each) => style(each).stopColor),
    fonts: [...document.querySelectorAll("svg")].map((each) => style(each).fontFamily),
  };
}"""


def test_a_picture_repaints_neither_its_page_nor_another_picture(page: Page) -> None:
    game = Game.new(seed=1)
    pictures = game.svg() + game.svg(theme="dark")
    page.set_content(
        "<!doctype html><html data-theme=light><style>:root{color-scheme:dark;--panel:#123456;--text:#abcdef}"
        f"p{{color:var(--panel)}}</style><p>A page</p>{pictures}"
    )
    found = page.evaluate(COLOURS)
    assert found["host"] == ["dark", "#123456", "rgb(18, 52, 86)"]
    assert found["ground"] == ["rgb(253, 250, 241)", "rgb(34, 43, 41)"]
    assert found["land"] == ["rgb(169, 196, 107)", "rgb(74, 99, 54)"]
    assert found["fonts"] == ["system-ui, sans-serif"] * 2
