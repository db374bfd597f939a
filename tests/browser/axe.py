"""Look for accessibility faults on a page, with axe."""

from __future__ import annotations

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.browser.conftest import PAINTED, UNPAINTED

#: Returns the violations only: the list of everything that passed takes longer to transfer than to find.
RUN = """async (rules) => {
  const only = rules.length ? { runOnly: { type: "rule", values: rules } } : {};
  const { violations } = await axe.run({ resultTypes: ["violations"], selectors: false, ...only });
  return violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.slice(0, 3).map(({ html }) => html) }));
}"""


def faulted(page: Page, screen: str, *rules: str) -> list[str]:
    """Return what axe finds on a screen, by all rules or by those named."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE_SCRIPT)
    page.evaluate(PAINTED)  # it looks at colours
    violations = page.evaluate(RUN, rules)
    page.evaluate(UNPAINTED)
    return [f"{screen}: {v['id']}: {v['help']}: {[html[:150] for html in v['nodes']]}" for v in violations]
