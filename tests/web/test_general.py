"""General on the screen: against a computer, at full length, in the largest round."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Open
from tests.web.opening import check_end, play, sit_alone, two_to_the_end
from tests.web.screen import DESKTOP, PHONE, Size
from tests.web.sheets import check_six_seats, dice, take_turn

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("stack")]


def test_against_a_computer_to_the_end(visit: Open) -> None:
    paul = visit("Paul", PHONE)
    sit_alone(paul, "General", 1, on=["Turbo"])
    play([paul], take_turn)
    check_end(paul)


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
    check_six_seats(visit("Uwe", size), "General", 5)


@pytest.mark.full
@pytest.mark.timeout(400)
def test_two_people_play_to_the_end_at_full_length(visit: Open) -> None:
    two_to_the_end(visit, ("Elsa", "Kurt"), "General", "Kasino", take_turn)
