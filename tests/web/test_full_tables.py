"""A table with six seats: own dice, action, seats and clock are in sight without scrolling, on desktop and phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Open
from tests.web.opening import check_table
from tests.web.screen import DESKTOP, PHONE, Screen, Size

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("stack")]

by_size = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])


def sit_with_five_computers(screen: Screen, game: str, **choices: str) -> None:
    screen.page.get_by_role("button", name=game).first.click()
    screen.choose("Was spielen wir?", "Allein")
    add = screen.button("Noch ein Computer")
    while add.is_visible():
        add.click()
    for words, choice in choices.items():
        screen.page.get_by_role("radiogroup", name=re.compile(words)).get_by_role(
            "radio", name=choice, exact=True
        ).click()
    screen.check_words()
    screen.button("Los").click()
    expect(screen.seats).to_have_count(6)


@by_size
def test_maexchen_with_six_seats_and_seven_lives_fits(visit: Open, size: Size) -> None:
    screen = visit("Fanni", size)
    sit_with_five_computers(screen, "Mäxchen", Leben="7")
    say = screen.button(re.compile("ansagen$"))
    screen.button("Nachschauen").click()
    dice = screen.page.locator(".frame .own").get_by_role("img", name=re.compile("^Würfel: "))
    expect(dice).to_have_count(2)
    check_table(screen, dice=dice, action=say, ladder=screen.page.get_by_role("group", name="Ansage wählen"))
    say.click()
    expect(screen.page.get_by_text("Du sagst").first).to_be_visible()
    screen.check_in_sight(seats=screen.seats)


@by_size
def test_shut_the_box_with_six_seats_fits(visit: Open, size: Size) -> None:
    screen = visit("Gustl", size)
    sit_with_five_computers(screen, "Shut the Box", Runde="5")
    screen.button("Würfeln").first.click()
    close = screen.button(re.compile("zuklappen$"))
    expect(close.first).to_be_visible()
    box = screen.page.get_by_role("region", name="Dein Kasten")
    dice = box.get_by_role("img", name=re.compile("^Würfel: "))
    expect(dice).to_have_count(2)
    check_table(screen, dice=dice, action=close, flaps=screen.button(re.compile(r"^Klappe \d+")))
