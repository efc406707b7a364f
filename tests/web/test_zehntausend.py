"""Zehntausend on the screen: against a computer, at full length, in the largest round."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator

from tests.web.conftest import Open
from tests.web.opening import check_end, check_table, play, sit_alone, two_to_the_end
from tests.web.screen import DESKTOP, PHONE, Screen, Size

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("stack")]


def tray(screen: Screen) -> Locator:
    return screen.page.get_by_role("region", name="Würfelbrett")


def write(screen: Screen) -> Locator:
    """Enters the points of the turn."""
    return screen.button(re.compile("schreiben"))


def take_turn(screen: Screen) -> bool:
    """Put everything aside that counts; write what may be written, else throw on."""
    if screen.tap(write(screen)):
        return True
    if screen.tap(screen.button(re.compile(r"^Alles\b"))):
        return screen.tap(write(screen)) or screen.tap(screen.button(re.compile("^(Weiterwürfeln|Alle sechs)")))
    if screen.tap(screen.button(re.compile("^(Weiterwürfeln|Alle sechs noch einmal)"))):
        return True
    counting = tray(screen).get_by_role("button", name=re.compile("^Würfel [15] rauslegen"))
    if screen.button(re.compile("^Weiterwürfeln")).is_visible():
        return screen.tap(counting)
    return screen.tap(screen.button(re.compile("^Würfeln")))


def test_against_a_computer_to_the_end(visit: Open) -> None:
    paula = visit("Paula", PHONE)
    sit_alone(
        paula, "Zehntausend", 1, on=["Turbo"], choices={"Gespielt wird bis": "5.000", "Zum ersten Schreiben": "nichts"}
    )
    play([paula], take_turn)
    check_end(paula)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_six_seats_fit(visit: Open, size: Size) -> None:
    uwe = visit("Uwe", size)
    sit_alone(uwe, "Zehntausend", 5)
    check_table(uwe, roll=uwe.button(re.compile("^Würfeln")))


@pytest.mark.full
@pytest.mark.timeout(600)
def test_two_people_play_to_the_end_at_full_length(visit: Open) -> None:
    two_to_the_end(visit, ("Elsa", "Kurt"), "Zehntausend", "Stubentisch", take_turn)
