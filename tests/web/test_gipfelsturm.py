"""Gipfelsturm on the screen: against a computer, at full length, in the largest round."""

from __future__ import annotations

import re

import pytest

from tests.web.conftest import Open
from tests.web.opening import check_end, check_table, play, sit_alone, two_to_the_end
from tests.web.screen import DESKTOP, PHONE, Screen, Size

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("stack")]

STEPS = 6
"""So many steps are saved."""


def take_turn(screen: Screen) -> bool:
    """Go the first pair, save from six steps on."""
    choice = screen.page.get_by_role("group", name="Wo steigst du?").get_by_role("button")
    if choice.count():
        return screen.tap(choice)  # by thumb the first tap shows where it leads, the second goes
    save = screen.button(re.compile("^Sichern"))
    steps = re.search(r"(\d+) Schritt", " ".join(save.all_inner_texts()))
    if steps and int(steps[1]) >= STEPS and screen.tap(save):
        return True
    return screen.tap(screen.button(re.compile("^(Würfeln|Weiterwürfeln)")))


def test_against_a_computer_to_the_end(visit: Open) -> None:
    gerda = visit("Gerda", PHONE)
    sit_alone(gerda, "Gipfelsturm", 1, on=["Turbo"], choices={"Wer zuerst": "2"})
    play([gerda], take_turn)
    check_end(gerda)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_six_seats_fit(visit: Open, size: Size) -> None:
    uwe = visit("Uwe", size)
    sit_alone(uwe, "Gipfelsturm", 5)
    check_table(uwe, roll=uwe.button(re.compile("^Würfeln")))


@pytest.mark.full
@pytest.mark.timeout(600)
def test_two_people_play_to_the_end_at_full_length(visit: Open) -> None:
    two_to_the_end(visit, ("Elsa", "Kurt"), "Gipfelsturm", "Bergblick", take_turn)
