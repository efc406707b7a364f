"""Mickey on the screen: announcing after and before the first throw, making it and missing it, the largest round."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.web.conftest import Open
from tests.web.opening import check_end, check_table, play, sit_alone, two_to_the_end
from tests.web.screen import DESKTOP, PHONE, Screen, Size
from tests.web.sheets import dice, fill_button, open_cells, sheet, take_turn, type_dice

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("stack")]

ANNOUNCE = re.compile("^Ansagen")


def slip(screen: Screen) -> Locator:
    """The note that keeps the announcement in sight."""
    return sheet(screen).locator("p.slip")


def announce(screen: Screen, field: str) -> None:
    sheet(screen).get_by_role("button", name=f"{field} ansagen", exact=True).click()
    screen.button(ANNOUNCE).click()
    expect(slip(screen)).to_contain_text(field)


def throw_all_but(screen: Screen, kept: tuple[int, ...], typed: tuple[int, ...]) -> None:
    """Leave the dice at these places, throw the others for real and type them in."""
    for place in range(5):
        spot = dice(screen).nth(place)
        if (spot.get_attribute("aria-pressed") == "true") != (place in kept):
            spot.click()
    screen.button(re.compile("neu")).click()
    type_dice(screen, typed)


def test_against_a_computer_to_the_end(visit: Open) -> None:
    lars = visit("Lars", Size(1280, 720, calm=True))
    sit_alone(lars, "Mickey", 1, on=["Turbo"])
    seen: list[str] = []

    def move(screen: Screen) -> bool:
        seen.extend(slip(screen).all_inner_texts())
        return take_turn(screen)

    play([lars], move)
    assert any("Du spielst auf" in words for words in seen)
    check_end(lars)
    expect(lars.end.get_by_role("listitem").filter(has_text="Lars")).to_have_count(1)


def test_a_mickey_is_made_in_two_throws_and_a_straight_in_three(visit: Open) -> None:
    mia = visit("Mia", PHONE)
    sit_alone(mia, "Mickey", 0, on=["Echte Würfel"])
    type_dice(mia, (2, 3, 4, 5, 6))
    announce(mia, "Mickey")
    mia.check_words()
    throw_all_but(mia, (0, 1, 2, 3), (1,))
    expect(mia.page.get_by_text("50 für Mickey: Trag sie ein.")).to_be_visible()
    mia.button(re.compile("^50 eintragen")).click()
    type_dice(mia, (1, 1, 3, 4, 6))
    announce(mia, "Straße")
    throw_all_but(mia, (2, 3, 4), (2, 2))
    expect(mia.page.get_by_text("Noch nichts für Straße. Was bleibt liegen?")).to_be_visible()
    throw_all_but(mia, (0, 2, 3, 4), (1,))
    mia.button(re.compile("^30 eintragen")).click()
    expect(mia.page.locator(".own .plate .total b")).to_have_text("80")


def test_a_missed_mickey_strikes_a_field_of_ones_choice(visit: Open) -> None:
    nele = visit("Nele", Size(1280, 720, calm=True))
    sit_alone(nele, "Mickey", 0, on=["Echte Würfel"], choices={"dem ersten Wurf": "vor"})
    announce(nele, "Mickey")
    type_dice(nele, (1, 1, 3, 3, 6))
    throw_all_but(nele, (), (1, 1, 4, 4, 6))
    expect(nele.page.get_by_text("Mickey verfehlt. Welches Feld streichst du?")).to_be_visible()
    expect(open_cells(nele)).to_have_count(8)
    sheet(nele).get_by_role("button", name="Einser: 0, streichen", exact=True).click()
    nele.check_words()
    fill_button(nele).click()
    expect(slip(nele)).to_have_count(0)
    expect(open_cells(nele)).to_have_count(7)
    expect(sheet(nele).get_by_role("button", name="Mickey ansagen", exact=True)).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_six_seats_fit(visit: Open, size: Size) -> None:
    otto = visit("Otto", size)
    sit_alone(otto, "Mickey", 5)
    check_table(otto, roll=otto.button("Würfeln"))
    otto.button("Würfeln").click()
    expect(otto.button(ANNOUNCE)).to_be_visible()
    check_table(otto, cells=open_cells(otto), action=otto.button(ANNOUNCE))
    announce(otto, "Straße")
    expect(dice(otto)).to_have_count(5)
    check_table(otto, dice=dice(otto), cells=open_cells(otto), slip=slip(otto), fill=fill_button(otto))


@pytest.mark.full
@pytest.mark.timeout(400)
def test_two_people_play_to_the_end_at_full_length(visit: Open) -> None:
    again = re.compile("neu")

    def move(screen: Screen) -> bool:
        # All dice once more while that is possible: the longest way to the end.
        return (screen.button(again).is_visible() and screen.tap(screen.button(again))) or take_turn(screen)

    two_to_the_end(visit, ("Petra", "Quirin"), "Mickey", "Flachmann", move)
