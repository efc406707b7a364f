"""Würfelraster on the screen: against a computer, by keyboard, at full length, in the largest round."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.web.conftest import Open
from tests.web.opening import check_end, check_table, play, sit_alone, two_to_the_end
from tests.web.screen import DESKTOP, PHONE, Screen, Size

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("stack")]

PUT = re.compile("^Hier eintragen")


def grid(screen: Screen) -> Locator:
    return screen.page.get_by_role("group", name="Dein Raster")


def free(screen: Screen) -> Locator:
    """The cells that may be tapped."""
    return grid(screen).get_by_role("button", name=re.compile(r"frei$|hier eintragen$"))


def filled(screen: Screen) -> Locator:
    return grid(screen).get_by_role("img", name=re.compile(r"^Zeile \d, Spalte \d: \d+$"))


def enter(screen: Screen) -> bool:
    """Enter the sum where a cell is chosen, else choose one."""
    return screen.tap(screen.button(PUT)) or screen.tap(free(screen))


def check_counted(screen: Screen) -> None:
    """The end table tells everybody's points and how a grid was counted."""
    check_end(screen)
    way = screen.end.get_by_text(re.compile(r"^\d+(\+\d+){4} = \d+$"))
    expect(way).to_have_count(2)
    for text in way.all_inner_texts():
        parts, total = text.split(" = ")
        assert sum(int(part) for part in parts.split("+")) == int(total)


def test_against_a_computer_to_the_end(visit: Open) -> None:
    iris = visit("Iris", PHONE)
    sit_alone(iris, "Würfelraster", 1, on=["Turbo"])
    play([iris], enter)
    check_counted(iris)


def test_the_grid_is_played_by_keyboard(visit: Open) -> None:
    jona = visit("Jona", DESKTOP)
    sit_alone(jona, "Würfelraster", 0)
    for number in range(1, 4):
        expect(free(jona)).to_have_count(26 - number)
        jona.page.keyboard.press("ArrowDown")
        jona.page.keyboard.press("ArrowRight")
        expect(jona.button(PUT)).to_be_enabled()
        jona.page.keyboard.press("Enter")
        expect(filled(jona)).to_have_count(number)
    jona.check_words()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_six_seats_fit(visit: Open, size: Size) -> None:
    karl = visit("Karl", size)
    sit_alone(karl, "Würfelraster", 5)
    others = karl.button(re.compile("^Raster von .* ansehen$"))
    expect(others).to_have_count(5)
    check_table(
        karl,
        others=others,
        cells=free(karl),
        dice=karl.page.get_by_role("img", name=re.compile("^Würfel: ")),
        sum=karl.page.get_by_role("img", name=re.compile("^Die Summe: ")),
        put=karl.button(PUT),
    )
    enter(karl)
    karl.check_in_sight(cells=free(karl), put=karl.button(PUT))
    others.last.click()
    expect(free(karl)).to_have_count(0)
    karl.check_words()
    karl.button("Zurück zu deinem Raster").click()
    expect(free(karl)).to_have_count(25)


@pytest.mark.full
@pytest.mark.timeout(400)
def test_two_people_play_to_the_end_at_full_length(visit: Open) -> None:
    two_to_the_end(visit, ("Lotte", "Max"), "Würfelraster", "Rasterplatz", enter, check_counted)
