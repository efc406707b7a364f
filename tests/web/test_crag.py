"""Crag on the screen: against a computer to the end, real dice and the two ways a crag counts, the largest round."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Open
from tests.web.opening import check_end, play, sit_alone, two_to_the_end
from tests.web.screen import DESKTOP, PHONE, Screen, Size
from tests.web.sheets import check_six_seats, dice, sheet, take_turn, type_dice

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("stack")]


def keep_first_and_throw(screen: Screen) -> bool:
    """Leave the first die, throw the others; False: there is no second throw now."""
    again = screen.button(re.compile("neu"))
    if not again.is_visible() or not screen.tap(dice(screen)):
        return False
    return screen.tap(screen.button(re.compile("^2 Würfel neu")))


def test_against_a_computer_to_the_end(visit: Open) -> None:
    gero = visit("Gero", PHONE)
    sit_alone(gero, "Crag", 1, on=["Turbo"])
    kept: list[str] = []

    def move(screen: Screen) -> bool:
        if not kept and keep_first_and_throw(screen):
            kept.append(screen.name)
            return True
        return take_turn(screen)

    play([gero], move)
    assert kept
    check_end(gero)
    expect(gero.end.get_by_role("listitem").filter(has_text="Gero")).to_have_count(1)


def test_a_second_crag_is_a_thirteen(visit: Open) -> None:
    hilde = visit("Hilde", Size(1280, 720, calm=True))
    sit_alone(hilde, "Crag", 0, on=["Echte Würfel"])
    cell = sheet(hilde).get_by_role("button", name=re.compile("^(Dreizehn|Crag):"))
    type_dice(hilde, (6, 1, 6))
    expect(hilde.page.get_by_text("Ein Crag! Gleich eintragen?")).to_be_visible()
    assert [each.get_attribute("aria-label") for each in cell.all()] == ["Dreizehn: 0, streichen", "Crag: 50"]
    cell.last.click()
    hilde.button(re.compile("^50 eintragen")).click()
    expect(hilde.page.get_by_text("Wirf 3 echte Würfel und tipp sie ein.")).to_be_visible()
    type_dice(hilde, (5, 3, 5))
    expect(hilde.page.get_by_text("Noch ein Crag, jetzt als Dreizehn! Gleich eintragen?")).to_be_visible()
    hilde.check_words()
    cell.click()
    hilde.button(re.compile("^26 eintragen")).click()
    expect(hilde.page.locator(".own .plate .total b")).to_have_text("76")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_six_seats_fit(visit: Open, size: Size) -> None:
    check_six_seats(visit("Ilse", size), "Crag", 3)


@pytest.mark.full
@pytest.mark.timeout(400)
def test_two_people_play_to_the_end_at_full_length(visit: Open) -> None:
    two_to_the_end(
        visit,
        ("Jonas", "Karla"),
        "Crag",
        "Dreizehner",
        lambda screen: keep_first_and_throw(screen) or take_turn(screen),
    )
