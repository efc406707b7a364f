"""One person's browser: what can be seen there, and the hand on the mouse."""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, expect


@dataclass(frozen=True)
class Size:
    """A window."""

    width: int
    height: int
    touch: bool = False
    calm: bool = False
    """Asks for little motion."""


DESKTOP: Final = Size(1280, 720)
PHONE: Final = Size(390, 844, touch=True, calm=True)

RAW_KEY: Final = re.compile(r"\b[a-z][a-z_]*(?:\.[a-z_]+)+\b")
"""What an untranslated text key looks like."""
_WATCH_POLICY: Final = """
addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
"""
_WORDS: Final = """
() => {
  const found = [document.title, document.body.innerText];
  for (const node of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]"))
    for (const name of ["aria-label", "title", "placeholder", "alt"])
      if (node.hasAttribute(name)) found.push(node.getAttribute(name));
  return found;
}
"""
_NAMELESS: Final = """
() => [...document.querySelectorAll("button, a, select, input")].filter((node) => {
  if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
  const label = node.getAttribute("aria-label") ?? node.getAttribute("title") ?? "";
  return !(label + node.innerText + [...(node.labels ?? [])].map((each) => each.innerText)).trim();
}).map((node) => node.outerHTML.slice(0, 200))
"""
_IN_SIGHT: Final = """
(node) => {
  const box = node.getBoundingClientRect();
  if (!box.width || !box.height) return `no size`;
  if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
    return `outside: ${JSON.stringify(box)} in ${innerWidth}x${innerHeight}`;
  const over = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  if (over && !node.contains(over) && !over.contains(node) && !over.closest(".seat")?.contains(node))
    return `covered by ${over.outerHTML.slice(0, 120)}`;
  return "";
}
"""
_SCROLLS: Final = """
() => {
  const page = document.scrollingElement;
  const fits = page.scrollHeight <= innerHeight + 1 && page.scrollWidth <= innerWidth + 1;
  return fits ? "" : `${page.scrollWidth}x${page.scrollHeight} in ${innerWidth}x${innerHeight}`;
}
"""


class Screen:
    """A browser window with a person before it."""

    def __init__(self, context: BrowserContext, url: str, name: str) -> None:
        self.context, self.url, self.name = context, url, name
        self.troubles: list[str] = []
        self.known = False
        context.add_init_script(_WATCH_POLICY)
        self.page: Page = context.new_page()
        self.page.set_default_timeout(10_000)
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("crash", lambda _: self.troubles.append("the page crashed"))

    def _said(self, message: ConsoleMessage) -> None:
        asked_who = message.location.get("url") == f"{self.url}/api/session"
        if asked_who and not self.known and "401" in message.text:
            return  # the browser's own line about a newcomer's question who she is
        if message.type in ("error", "warning"):
            self.troubles.append(f"{message.type}: {message.text} ({message.location.get('url')})")

    # Finding things, as a person would: by what they are and what they say.

    def button(self, words: str | re.Pattern[str], *, exact: bool = True) -> Locator:
        plain = isinstance(words, str)
        return self.page.get_by_role("button", name=words, exact=exact if plain else None)

    def tab(self, words: str) -> Locator:
        return self.page.get_by_role("tab", name=words, exact=True)

    def choose(self, group: str, words: str) -> None:
        """Pick one of several."""
        self.page.get_by_role("radiogroup", name=group).get_by_role("radio", name=words, exact=True).click()

    @property
    def seats(self) -> Locator:
        """The plates of all seats at a table."""
        return self.page.locator(".frame .seat")

    @property
    def ended(self) -> bool:
        """The end table is there."""
        return self.end.is_visible()

    @property
    def end(self) -> Locator:
        return self.page.get_by_role("region", name="Endstand")

    # Doing things.

    def enter(self) -> None:
        """Come in by the front door."""
        self.page.goto(self.url)
        self.page.get_by_label("Setz dich. Wie heißt du?").fill(self.name)
        self.button("Reinkommen").click()
        expect(self.page.get_by_role("heading", name="Was spielen wir?")).to_be_visible()
        self.known = True
        self.check_words()

    def tap(self, locator: Locator) -> bool:
        """Press it if it can be pressed at this moment."""
        spot = locator.first
        try:
            if not spot.is_visible() or not spot.is_enabled(timeout=500):
                return False
            spot.click(timeout=1500)
        except Exception as error:
            # It went away, or moved, between the look and the tap: a person would look again.
            if type(error).__name__ not in ("TimeoutError", "Error"):
                raise
            return False
        return True

    # Checking what is seen.

    def check_words(self) -> None:
        """No text key is shown anywhere, and nothing that can be pressed is without a name."""
        for words in self.page.evaluate(_WORDS):
            assert not RAW_KEY.search(words), f"a raw key in {words!r}"
        nameless = self.page.evaluate(_NAMELESS)
        assert not nameless, f"without a name: {nameless}"

    def check_in_sight(self, **things: Locator) -> None:
        """All of these are there, on the screen without scrolling, and not covered."""
        for name, locator in things.items():
            expect(locator.first, name).to_be_attached()
            # All at once: what is looked at may lie there for seconds only.
            for number, hidden in enumerate(locator.evaluate_all(f"(nodes) => nodes.map({_IN_SIGHT})")):
                problem = hidden and self._hidden(locator.nth(number))
                assert not problem, f"{name} {number} at {self.page.viewport_size}: {problem}"
        scrolls = self.page.evaluate(_SCROLLS)
        assert not scrolls, f"{self.page.viewport_size}: the page scrolls, it is {scrolls}"

    def _hidden(self, spot: Locator) -> str:
        """Why it cannot be seen, once nothing moves any more; empty: it can."""
        problem = ""
        for _ in range(20):
            problem = str(spot.evaluate(_IN_SIGHT))
            if not problem:
                break
            self.page.wait_for_timeout(100)
        if problem:
            picture = Path(tempfile.gettempdir()) / f"dicearena-{self.name}.png"
            self.page.screenshot(path=picture)
            problem += f" (see {picture})"
        return problem
