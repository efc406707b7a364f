"""A person's hand on a score sheet: throwing, keeping, choosing a field, typing real dice."""

from __future__ import annotations

import re
from collections.abc import Sequence

from playwright.sync_api import Locator

from tests.web.screen import Screen

WORTH = re.compile(r": (\d+)(?:, streichen)?$")


def sheet(screen: Screen) -> Locator:
    """The paper."""
    return screen.page.get_by_role("region", name="Spielblock")


def open_cells(screen: Screen) -> Locator:
    """The cells that may be chosen now."""
    return sheet(screen).get_by_role("button")


def dice(screen: Screen) -> Locator:
    """The dice that lie on the board of dice, to be kept or not."""
    return screen.page.get_by_role("region", name="Würfelbrett").get_by_role("button")


def fill_button(screen: Screen) -> Locator:
    """The button that enters what was chosen."""
    return screen.button(re.compile(r"^(\d+ eintragen|Streichen|Eintragen)(?! obwohl)")).first


def choose_best(screen: Screen) -> int | None:
    """Tap the open cell that brings most; its points, or None where none can be tapped."""
    labels = [cell.get_attribute("aria-label") or "" for cell in open_cells(screen).all()]
    worth = [int(found[1]) if (found := WORTH.search(label)) else -1 for label in labels]
    if not worth or max(worth) < 0:
        return None
    best = max(range(len(worth)), key=worth.__getitem__)
    cell = open_cells(screen).nth(best)
    # The only cell is chosen already; a tap would take that back.
    chosen = cell.get_attribute("aria-pressed") == "true"
    return worth[best] if chosen or screen.tap(cell) else None


def take_turn(screen: Screen) -> bool:
    """Throw, or announce, or enter where it brings most; False: nothing to do."""
    if screen.tap(screen.button("Würfeln")):
        return True
    if screen.button(re.compile("^Ansagen")).is_visible():
        chosen = open_cells(screen).and_(screen.page.locator("[aria-pressed=true]")).count() > 0
        return (chosen or screen.tap(open_cells(screen))) and screen.tap(screen.button(re.compile("^Ansagen")))
    if open_cells(screen).count() and choose_best(screen) is not None:
        return screen.tap(fill_button(screen))
    return False


def type_dice(screen: Screen, faces: Sequence[int]) -> None:
    """Type real dice and confirm them."""
    for face in faces:
        screen.button(f"Eine {face}").click()
    screen.button("Stimmt so").click()
