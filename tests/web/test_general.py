"""General on the screen: against a computer, at full length, in the largest round."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Open
from tests.web.opening import play, sit_alone, sit_together
from tests.web.screen import DESKTOP, PHONE, Size
from tests.web.sheets import choose_best, dice, fill_button, open_cells, take_turn

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("stack")]


def test_against_a_computer_to_the_end(visit: Open) -> None:
    paul = visit("Paul", PHONE)
    sit_alone(paul, "General", 1, on=["Turbo"])
    play([paul], take_turn)
    expect(paul.end.get_by_role("listitem")).to_have_count(2)
    paul.check_words()
    paul.check_in_sight(end=paul.end)


def test_dice_put_aside_cannot_be_taken_up_again(visit: Open) -> None:
    vera = visit("Vera", DESKTOP)
    sit_alone(vera, "General", 0)
    vera.button("Würfeln").click()
    expect(dice(vera)).to_have_count(5)
    for place in (0, 3):
        dice(vera).nth(place).click()
    vera.button(re.compile("^3 Würfel neu")).click()
    expect(dice(vera)).to_have_count(3)
    expect(vera.page.get_by_role("region", name="Würfelbrett").get_by_role("img")).to_have_count(5)
    vera.check_words()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_six_seats_fit(visit: Open, size: Size) -> None:
    uwe = visit("Uwe", size)
    sit_alone(uwe, "General", 5)
    uwe.check_in_sight(seats=uwe.seats, clock=uwe.page.locator(".own circle.time"), roll=uwe.button("Würfeln"))
    uwe.button("Würfeln").click()
    expect(dice(uwe)).to_have_count(5)
    again = uwe.button(re.compile("neu"))
    uwe.check_in_sight(seats=uwe.seats, dice=dice(uwe), cells=open_cells(uwe), again=again)
    assert choose_best(uwe) is not None
    uwe.check_in_sight(fill=fill_button(uwe), again=again)
    uwe.check_words()


@pytest.mark.full
@pytest.mark.timeout(400)
def test_two_people_play_to_the_end_at_full_length(visit: Open) -> None:
    elsa, kurt = visit("Elsa", DESKTOP), visit("Kurt", PHONE)
    sit_together(elsa, kurt, "General", "Kasino")
    play([elsa, kurt], take_turn)
    for screen in (elsa, kurt):
        expect(screen.end.get_by_role("listitem")).to_have_count(2)
        screen.check_in_sight(end=screen.end)
