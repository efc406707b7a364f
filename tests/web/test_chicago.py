"""Chicago on the screen: the pub way, the rounds 2 to 12, the announcing dialog; at full length, and with six seats."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Locator, expect

from tests.web.conftest import Open
from tests.web.opening import play, sit_alone, sit_together
from tests.web.screen import DESKTOP, PHONE, Screen, Size

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("stack")]

by_size = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])

LABELS = "nodes => nodes.map((node) => node.ariaLabel)"


def tray(screen: Screen) -> Locator:
    return screen.page.get_by_role("region", name="Würfelbrett")


def dice(screen: Screen) -> Locator:
    return tray(screen).get_by_role("img", name=re.compile("^Würfel: "))


def call_line(screen: Screen) -> Locator:
    """The line that keeps the announcement in sight."""
    return screen.page.get_by_role("status", name=re.compile("^(Ansage|So zählt’s)$"))


def roll(screen: Screen) -> Locator:
    return screen.button(re.compile("^Würfeln"))


def hasty(screen: Screen) -> bool:
    """Throw once and be done; go on after a scored round."""
    return screen.tap(screen.button(re.compile("^Fertig"))) or screen.tap(roll(screen)) or go_on(screen)


def patient(screen: Screen) -> bool:
    """Keep ones while there is a throw left."""
    again = screen.button(re.compile("^Weiterwürfeln"))
    if again.is_visible():
        screen.tap(tray(screen).get_by_role("button", name="Würfel 1 rauslegen"))
        if screen.tap(again):
            return True
    return screen.tap(screen.button(re.compile("^Ansagen"))) or hasty(screen)


def go_on(screen: Screen) -> bool:
    return screen.tap(screen.button("Weiter"))


def test_the_pub_way_against_a_computer_to_the_end(visit: Open) -> None:
    rosa = visit("Rosa", replace(DESKTOP, calm=True))
    sit_alone(rosa, "Chicago", 1, on=["Turbo"])
    expect(call_line(rosa)).to_have_text(re.compile("Einser 100.*Sechser 60.*Hoch"))
    play([rosa], hasty)
    expect(rosa.end.get_by_role("listitem")).to_have_count(2)
    expect(rosa.end.get_by_text("verliert")).to_be_visible()
    rosa.check_words()
    rosa.check_in_sight(end=rosa.end)


def test_the_rounds_2_to_12_against_a_computer_to_the_end(visit: Open) -> None:
    sepp = visit("Sepp", PHONE)
    sit_alone(sepp, "Chicago", 1, on=["Turbo"], choices={"Gespielt wird": "Runden 2–12"})
    play([sepp], hasty)
    expect(sepp.end.get_by_text(re.compile(r"^\d+ Punkte?$"))).to_have_count(2)
    sepp.check_words()
    sepp.check_in_sight(end=sepp.end)


def test_the_board_of_the_rounds_is_whole_after_a_reload(visit: Open) -> None:
    gesa = visit("Gesa", replace(DESKTOP, calm=True))
    sit_alone(gesa, "Chicago", 5, on=["Turbo"], choices={"Gespielt wird": "Runden 2–12"})
    board = gesa.page.get_by_role("table", name="Rundenbrett 2 bis 12")
    target = board.locator("thead .now")
    thrown = board.get_by_role("img", name=re.compile("(getroffen|verfehlt)$"))
    for _ in range(1000):
        if int(target.inner_text()) > 9:
            break
        hasty(gesa)
        gesa.page.wait_for_timeout(40)
    expect(roll(gesa).last).to_be_enabled()
    before = thrown.evaluate_all(LABELS)
    assert len(before) == 6 * (int(target.inner_text()) - 2)
    gesa.page.reload()
    expect(thrown).to_have_count(len(before))
    assert thrown.evaluate_all(LABELS) == before


def test_two_people_announce_and_keep_the_announcement_in_sight(visit: Open) -> None:
    olga, hugo = visit("Olga", DESKTOP), visit("Hugo", PHONE)
    sit_together(olga, hugo, "Chicago", "Ansagetisch", on=["Turbo"], choices={"Gespielt wird": "Basis"})
    announced: list[str] = []
    seen: set[str] = set()

    def move(screen: Screen) -> bool:
        dialog = screen.page.get_by_role("region", name="Wie zählt die Runde?")
        if dialog.is_visible():
            own = dialog.get_by_role("img", name=re.compile("^Würfel: "))
            expect(own).to_have_count(3)
            screen.choose("Einser", "1")
            screen.choose("Es gewinnt", "Tief")
            say = screen.button("Ansagen Einser 1 · Sechser 60 · Tief · auf 1")
            screen.check_in_sight(own=own, dialog=dialog, say=say, seats=screen.seats)
            screen.check_words()
            say.click()
            announced.append(screen.name)
            return True
        if announced and screen.name not in seen and not screen.ended:
            expect(call_line(screen)).to_have_text(re.compile("Einser 1.*Sechser 60.*Tief.*auf 1"))
            screen.check_in_sight(call=call_line(screen))
            seen.add(screen.name)
        return hasty(screen)

    play([olga, hugo], move)
    assert len(announced) == 1
    assert seen == {"Olga", "Hugo"}
    for screen in (olga, hugo):
        expect(screen.end.get_by_text("1 Strich")).to_have_count(1)
        screen.check_in_sight(end=screen.end)


@by_size
def test_the_pub_way_with_six_seats_fits(visit: Open, size: Size) -> None:
    vera = visit("Vera", size)
    sit_alone(vera, "Chicago", 5)
    roll(vera).first.click()
    done = vera.button(re.compile("^Fertig"))
    expect(done).to_be_enabled()
    expect(dice(vera)).to_have_count(3)
    vera.check_in_sight(
        dice=dice(vera),
        call=call_line(vera),
        pile=vera.page.get_by_role("img", name="7 Filze im Stapel"),
        action=done,
        seats=vera.seats,
        clock=vera.page.locator(".own circle.time"),
    )
    vera.check_words()


@by_size
def test_the_rounds_2_to_12_with_six_seats_fit(visit: Open, size: Size) -> None:
    knut = visit("Knut", size)
    sit_alone(knut, "Chicago", 5, choices={"Gespielt wird": "Runden 2–12"})
    board = knut.page.get_by_role("table", name="Rundenbrett 2 bis 12")
    knut.check_in_sight(board=board, tray=tray(knut), action=roll(knut).last, seats=knut.seats)
    roll(knut).last.click()
    expect(board.get_by_role("img", name=re.compile("^Knut hat die 2 (getroffen|verfehlt)$"))).to_have_count(1)
    knut.check_words()


@pytest.mark.full
@pytest.mark.timeout(600)
@pytest.mark.parametrize("way", ["Kneipe", "Tschigg"])
def test_two_people_play_to_the_end_at_full_length(visit: Open, way: str) -> None:
    lore, fips = visit("Lore", DESKTOP), visit("Fips", PHONE)
    sit_together(lore, fips, "Chicago", "Stammtisch", choices={"Gespielt wird": way})
    play([lore, fips], patient)
    for screen in (lore, fips):
        expect(screen.end.get_by_role("listitem")).to_have_count(2)
        screen.check_in_sight(end=screen.end)
