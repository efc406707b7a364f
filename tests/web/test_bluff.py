"""Bluff on the screen: against a computer, the largest round with the count of all cups, two people at full length."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.web.conftest import Open
from tests.web.opening import play, sit_alone, sit_together
from tests.web.screen import DESKTOP, PHONE, Screen, Size

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("stack")]

DICE = re.compile("^Würfel: ")


def own_dice(screen: Screen) -> Locator:
    return screen.page.locator(".frame .own").get_by_role("img", name=DICE)


def faces(screen: Screen) -> Locator:
    return screen.page.get_by_role("group", name="Augenzahl wählen").get_by_role("button")


def bid(screen: Screen) -> Locator:
    return screen.button(re.compile(" bieten$"))


def call(screen: Screen, words: str) -> Locator:
    return screen.button(re.compile(f"^{words}"))


def check_picker(screen: Screen) -> None:
    """Own dice, the whole picker, the seats and the clock are in sight."""
    screen.check_in_sight(
        seats=screen.seats,
        clock=screen.page.locator(".own circle.time"),
        dice=own_dice(screen),
        faces=faces(screen),
        count=screen.button(re.compile("^(Weniger|Mehr) Würfel$")),
        bid=bid(screen),
    )


def call_or_bid(screen: Screen) -> bool:
    """Doubt every bid, open where there is none."""
    return screen.tap(call(screen, "Anzweifeln")) or screen.tap(bid(screen)) or screen.tap(screen.button("Weiter"))


def test_against_a_computer_to_the_end(visit: Open) -> None:
    hugo = visit("Hugo", PHONE)
    sit_alone(hugo, "Bluff", 1, on=["Turbo"], choices={"fängt mit": "3"})
    expect(own_dice(hugo)).to_have_count(3)
    check_picker(hugo)
    judged: list[str] = []

    def move(screen: Screen) -> bool:
        verdict = screen.page.get_by_text(re.compile("(verlierst|verliert) einen Würfel")).locator("visible=true")
        if not judged and verdict.count():
            judged.append(verdict.first.inner_text())
            screen.check_words()
        return call_or_bid(screen)

    play([hugo], move)
    assert judged
    expect(hugo.end.get_by_role("listitem")).to_have_count(2)
    hugo.check_words()
    hugo.check_in_sight(end=hugo.end)


def test_a_bid_is_made_by_keyboard(visit: Open) -> None:
    ida = visit("Ida", DESKTOP)
    sit_alone(ida, "Bluff", 1)
    expect(bid(ida)).to_be_enabled()
    for key in ("5", "ArrowUp", "ArrowUp"):
        ida.page.keyboard.press(key)
    expect(bid(ida)).to_have_text("3 Fünfer bieten")
    ida.page.keyboard.press("l")
    expect(own_dice(ida)).to_have_count(0)
    ida.page.keyboard.press("Enter")
    expect(ida.page.get_by_text("Du bietest 3 Fünfer.").locator("visible=true").first).to_be_visible()


@pytest.mark.parametrize("size", [Size(1280, 720, calm=True), PHONE], ids=["desktop", "phone"])
def test_six_seats_with_six_dice_fit(visit: Open, size: Size) -> None:
    jana = visit("Jana", size)
    sit_alone(jana, "Bluff", 5, on=["Turbo", "wie wahrscheinlich"], choices={"fängt mit": "6"})
    expect(own_dice(jana)).to_have_count(6)
    check_picker(jana)
    jana.check_in_sight(track=jana.page.get_by_role("img", name="Laufbahn der Gebote"))
    jana.check_words()
    bid(jana).click()
    doubt, on = call(jana, "Anzweifeln"), jana.button("Weiter")
    # Either the round comes back, or somebody on the way has doubted.
    expect(doubt.or_(on)).to_be_enabled()
    if doubt.is_visible():
        jana.check_in_sight(doubt=doubt, exact=call(jana, "Punktlandung"))
        check_picker(jana)
        doubt.click()
    # The look lasts eight seconds: six cups, 36 dice and the button are looked at in one go.
    counted = jana.page.locator(".cups .row, .cups .die, .actions .onwards")
    expect(counted).to_have_count(6 + 36 + 1)
    jana.check_in_sight(counted=counted)
    jana.check_in_sight(seats=jana.seats)


@pytest.mark.full
@pytest.mark.timeout(600)
def test_two_people_play_to_the_end_at_full_length(visit: Open) -> None:
    klara, lutz = visit("Klara", DESKTOP), visit("Lutz", PHONE)
    sit_together(klara, lutz, "Bluff", "Lügenbank")
    exact: list[str] = []

    def move(screen: Screen) -> bool:
        if screen.name not in exact and screen.tap(call(screen, "Punktlandung")):
            exact.append(screen.name)
            return True
        return call_or_bid(screen)

    play([klara, lutz], move)
    assert sorted(exact) == ["Klara", "Lutz"]
    for screen in (klara, lutz):
        expect(screen.end.get_by_role("listitem")).to_have_count(2)
        screen.check_in_sight(end=screen.end)
