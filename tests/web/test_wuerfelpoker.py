"""Würfelpoker on the screen: alone against the own record, by keyboard, with real dice, in the largest round."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Open
from tests.web.opening import play, sit_alone, two_to_the_end
from tests.web.screen import DESKTOP, PHONE, Screen, Size
from tests.web.sheets import check_six_seats, dice, open_cells, sheet, take_turn, type_dice

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("stack")]


def total(screen: Screen) -> int:
    return int(screen.page.locator(".own .plate .total b").inner_text())


def test_alone_to_the_end_and_the_record_is_at_the_next_table(visit: Open) -> None:
    nora = visit("Nora", Size(1280, 720, calm=True))
    sit_alone(nora, "Würfelpoker", 0, on=["Turbo"])
    expect(nora.page.get_by_text("Rekord", exact=False)).to_have_count(0)
    play([nora], take_turn)
    expect(nora.end).to_contain_text("Dein erster Rekord.")
    points = re.search(r"(\d+) Punkte", nora.end.inner_text())
    assert points
    nora.check_words()
    nora.check_in_sight(end=nora.end)
    nora.button("Zur Lobby").click()
    # The result travels to the statistics on its own; until it is there the table shows no record.
    until = nora.page.get_by_text(f"Rekord {points[1]}", exact=True)
    nora.tab("Meine Partien").click()
    for _ in range(40):
        if nora.page.get_by_text(re.compile("^Bester Block in Würfelpoker")).is_visible():
            break
        nora.page.wait_for_timeout(250)
        nora.tab("Tische").click()
        nora.tab("Meine Partien").click()
    sit_alone(nora, "Würfelpoker", 0, on=["Turbo"])
    expect(until).to_be_visible()


def test_a_turn_by_keyboard(visit: Open) -> None:
    theo = visit("Theo", Size(1280, 720, calm=True))
    sit_alone(theo, "Würfelpoker", 0)
    press = theo.page.keyboard.press
    press("r")
    expect(dice(theo)).to_have_count(5)
    kept = dice(theo).first.locator(".die").get_attribute("aria-label")
    press("1")
    expect(dice(theo).first).to_have_attribute("aria-pressed", "true")
    press("r")
    expect(theo.page.get_by_text("noch 1 Wurf")).to_be_visible()
    expect(dice(theo).first.locator(".die")).to_have_attribute("aria-label", kept or "")
    press("ArrowDown")
    expect(open_cells(theo).first).to_have_attribute("aria-pressed", "true")
    press("ArrowUp")
    expect(open_cells(theo).last).to_have_attribute("aria-pressed", "true")
    brings = re.search(r"^Chance: (\d+)$", open_cells(theo).last.get_attribute("aria-label") or "")
    assert brings
    press("e")
    expect(theo.button("Würfeln")).to_be_visible()
    assert total(theo) == int(brings[1])


def test_real_dice_are_typed_in_and_added_up(visit: Open) -> None:
    ida = visit("Ida", PHONE)
    sit_alone(ida, "Würfelpoker", 0, on=["Echte Würfel"])
    keys = ida.page.get_by_role("group", name="Augen eintippen").get_by_role("button")
    ida.check_in_sight(keys=keys, seats=ida.seats)
    ida.button("Eine 6").click()
    ida.button("Letzten Würfel zurücknehmen").click()
    type_dice(ida, (3, 5, 3, 3, 1))
    # They lie in order: 1 3 3 3 5.
    expect(dice(ida)).to_have_count(5)
    for place in (1, 2, 3):
        dice(ida).nth(place).click()
    ida.button(re.compile("^2 Würfel neu")).click()
    expect(ida.page.get_by_text("Wirf 2 echte Würfel und tipp sie ein.")).to_be_visible()
    ida.check_words()
    type_dice(ida, (5, 5))
    expect(open_cells(ida)).to_have_count(13)
    sheet(ida).get_by_role("button", name="Full House: 25", exact=True).click()
    ida.button(re.compile("^25 eintragen")).click()
    expect(ida.page.get_by_text("Wirf 5 echte Würfel und tipp sie ein.")).to_be_visible()
    assert total(ida) == 25


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_six_seats_fit(visit: Open, size: Size) -> None:
    check_six_seats(visit("Olga", size), "Würfelpoker", 5)


def test_three_columns_fit_and_anybodys_sheet_can_be_looked_at(visit: Open) -> None:
    rosa = visit("Rosa", PHONE)
    sit_alone(rosa, "Würfelpoker", 2, choices={"Spalte": "3"})
    rosa.button("Würfeln").click()
    expect(open_cells(rosa)).to_have_count(39)
    rosa.check_in_sight(dice=dice(rosa), cells=open_cells(rosa))
    rosa.button(re.compile("^Block von .* nach vorn")).first.click()
    expect(open_cells(rosa)).to_have_count(0)
    rosa.button(re.compile("^Block von Rosa nach vorn")).click()
    expect(open_cells(rosa)).to_have_count(39)


@pytest.mark.full
@pytest.mark.timeout(400)
def test_two_people_play_to_the_end_at_full_length(visit: Open) -> None:
    two_to_the_end(visit, ("Lola", "Hugo"), "Würfelpoker", "Blockabend", take_turn)
