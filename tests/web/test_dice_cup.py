"""Dice Cup on the screen: against a computer, the covered dice, at full length, in the largest round."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.web.conftest import Open
from tests.web.opening import check_table, play, sit_alone, two_to_the_end
from tests.web.screen import DESKTOP, PHONE, Screen, Size

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("stack")]

DICE = 12


def dice(screen: Screen) -> Locator:
    """The dice in the dish."""
    return screen.page.get_by_role("region", name="Unter dem Becher").get_by_role("img", name=re.compile("^Würfel "))


def entries(screen: Screen) -> Locator:
    """The categories that may be crossed."""
    return screen.page.get_by_role("region", name="Dein Bogen").get_by_role("button")


def turn(screen: Screen) -> bool:
    """Lift the cup, cross what is chosen, choose, go on: whatever there is to do."""
    return (
        screen.tap(screen.button("Becher heben"))
        or screen.tap(screen.button("Ankreuzen"))
        or screen.tap(entries(screen))
        or screen.tap(screen.button("Weiter"))
    )


def cross_first(screen: Screen) -> None:
    entries(screen).first.click()
    screen.button("Ankreuzen").click()


def check_end(screen: Screen) -> None:
    """The end table of two seats adds up the three parts of every sheet."""
    rows = screen.end.locator("tbody").get_by_role("row")
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text=screen.name)).to_have_count(1)
    for row in rows.all():
        upper, middle, lower, total = (int(cell) for cell in row.get_by_role("cell").all_inner_texts())
        assert upper + middle + lower == total
    screen.check_words()
    screen.check_in_sight(end=screen.end)


def test_against_a_computer_to_the_end(visit: Open) -> None:
    nele = visit("Nele", DESKTOP)
    sit_alone(nele, "Dice Cup", 1, on=["Turbo"], choices={"zu sehen": "1"})
    play([nele], turn)
    check_end(nele)


def test_the_dice_are_covered_after_the_eye_open_time_and_no_reload_brings_them_back(visit: Open) -> None:
    olaf = visit("Olaf", PHONE)
    sit_alone(olaf, "Dice Cup", 0, choices={"zu sehen": "1"})
    olaf.button("Becher heben").last.click()
    expect(entries(olaf)).to_have_count(DICE)
    expect(dice(olaf)).to_have_count(0)
    olaf.check_words()
    assert "Es liegen" not in (olaf.page.locator("body").text_content() or "")
    olaf.page.reload()
    expect(entries(olaf)).to_have_count(DICE)
    expect(dice(olaf)).to_have_count(0)
    cross_first(olaf)
    expect(dice(olaf)).to_have_count(DICE)
    olaf.check_words()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_six_seats_fit(visit: Open, size: Size) -> None:
    pia = visit("Pia", size)
    sit_alone(pia, "Dice Cup", 5, choices={"zu sehen": "10"})
    check_table(
        pia, sheets=pia.page.get_by_role("img", name=re.compile("^Bogen von ")), lift=pia.button("Becher heben")
    )
    pia.button("Becher heben").last.click()
    expect(dice(pia)).to_have_count(DICE)
    pia.check_in_sight(dice=dice(pia), entries=entries(pia), cross=pia.button("Ankreuzen"), seats=pia.seats)
    cross_first(pia)
    expect(pia.page.locator(".slate li")).to_have_count(6)
    pia.check_in_sight(crosses=pia.page.locator(".slate li"), dice=dice(pia), on=pia.button("Weiter"))
    pia.check_words()


@pytest.mark.full
@pytest.mark.timeout(400)
def test_two_people_play_to_the_end_at_full_length(visit: Open) -> None:
    two_to_the_end(visit, ("Resi", "Sepp"), "Dice Cup", "Becherrunde", turn, check_end)
