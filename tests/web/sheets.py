"""A person's hand on a score sheet: throwing, keeping, choosing a field, typing real dice."""

from __future__ import annotations

import re
from collections.abc import Sequence

from playwright.sync_api import Locator, expect

from tests.web.opening import check_table, sit_alone
from tests.web.screen import Screen

WORTH = re.compile(r": (\d+)(?:, streichen)?$")
_CELLS = """(nodes) => nodes.map((node) => [node.ariaLabel ?? "", node.ariaPressed])"""


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
    # All at once: while one is read the others may go away.
    cells = open_cells(screen).evaluate_all(_CELLS)
    worth = [int(found[1]) if (found := WORTH.search(label)) else -1 for label, _ in cells]
    if not worth or max(worth) < 0:
        return None
    best = max(range(len(worth)), key=worth.__getitem__)
    # The only cell is chosen already; a tap would take that back.
    chosen = cells[best][1] == "true"
    return worth[best] if chosen or screen.tap(open_cells(screen).nth(best)) else None


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


def check_six_seats(screen: Screen, game: str, count: int) -> None:
    """With five computers all that a turn with so many dice needs is in sight, before and after the first throw."""
    sit_alone(screen, game, 5)
    check_table(screen, roll=screen.button("Würfeln"))
    screen.button("Würfeln").click()
    expect(dice(screen)).to_have_count(count)
    again = screen.button(re.compile("neu"))
    check_table(screen, dice=dice(screen), cells=open_cells(screen), again=again)
    assert choose_best(screen) is not None
    screen.check_in_sight(fill=fill_button(screen), again=again)
    screen.check_words()
