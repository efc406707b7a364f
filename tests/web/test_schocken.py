"""Schocken on the screen: against a computer to the end, dice laid out, under the cup, the largest round."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.web.conftest import Open
from tests.web.opening import play, sit_alone, sit_together
from tests.web.screen import DESKTOP, PHONE, Screen, Size

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("stack")]

CALM_DESKTOP = Size(1280, 720, calm=True)
COVERED = "Verdeckt bis zum Schluss"
THROW = re.compile("^Würfeln")
AGAIN = re.compile("^Weiterwürfeln")


def action(screen: Screen, words: str | re.Pattern[str]) -> Locator:
    """A button of the action panel."""
    return screen.page.locator(".own .actions").get_by_role("button", name=words)


def lying(screen: Screen) -> Locator:
    """The dice of the throw on the tray."""
    return screen.page.get_by_role("region", name="Würfelbrett").locator(".throw .die")


def lay_out(screen: Screen) -> bool:
    """Lay out one die of three just thrown and throw the others; False: that cannot be done now."""
    to_rail = screen.page.get_by_role("button", name=re.compile(r"^Würfel \d rauslegen$"))
    if not action(screen, AGAIN).is_visible() or to_rail.count() != 3 or not screen.tap(to_rail):
        return False
    expect(screen.page.get_by_role("button", name=re.compile(r"^Würfel \d zurücknehmen$"))).to_have_count(1)
    expect(to_rail).to_have_count(2)
    expect(action(screen, AGAIN)).to_contain_text("2 Würfel")
    return screen.tap(action(screen, AGAIN))


def take_turn(screen: Screen) -> bool:
    """Throw as often as it goes when leading, once after others; go on after a round."""
    return screen.tap(screen.button("Weiter")) or play_hand(screen)


def play_hand(screen: Screen) -> bool:
    if screen.tap(action(screen, THROW)):
        return True
    leads = screen.page.locator(".slate").get_by_text("Du legst vor.").is_visible()
    return (leads and screen.tap(action(screen, AGAIN))) or screen.tap(action(screen, re.compile("^Fertig")))


def verdict_of(screen: Screen) -> Locator:
    """Best and worst of the round, and what it costs."""
    return screen.page.get_by_role("status").filter(has_text="Schlechtester")


def play_to_verdict(screen: Screen) -> None:
    """Play hands until a round is scored; the look at it ends by itself after some seconds."""
    for _ in range(2000):
        if verdict_of(screen).is_visible():
            return
        play_hand(screen)
        screen.page.wait_for_timeout(40)
    raise AssertionError("no round is scored")


def test_against_a_computer_to_the_end(visit: Open) -> None:
    lotte = visit("Lotte", PHONE)
    sit_alone(lotte, "Schocken", 1, on=["Turbo"])
    laid: list[str] = []
    explained: list[str] = []

    def move(screen: Screen) -> bool:
        if not laid and lay_out(screen):
            laid.append(screen.name)
            return True
        explained.extend(verdict_of(screen).all_inner_texts())
        return take_turn(screen)

    play([lotte], move)
    assert laid
    assert explained
    assert all(re.search("Deckel|Schock aus", words) for words in explained)
    row = lotte.end.get_by_role("listitem").filter(has_text="Lotte")
    expect(row).to_contain_text(re.compile(r"\d+ Deckel bekommen"))
    lotte.check_words()
    lotte.check_in_sight(end=lotte.end)


def test_under_the_cup_only_the_own_dice_are_seen(visit: Open) -> None:
    mona = visit("Mona", CALM_DESKTOP)
    sit_alone(mona, "Schocken", 2, on=["Turbo", COVERED])
    action(mona, THROW).click()
    expect(lying(mona)).to_have_count(3)
    expect(mona.page.get_by_text("Nur du siehst das.")).to_be_visible()
    mona.check_words()
    action(mona, re.compile("^Fertig")).click()
    play_to_verdict(mona)
    mona.page.get_by_role("tab", name="Verlauf").click()
    history = mona.page.locator("aside")
    expect(history).to_contain_text("würfelt unter dem Becher")
    expect(history).to_contain_text("Becher hoch!")
    expect(history).not_to_contain_text(re.compile(r"(?<!Mona) wirft \d"))
    mona.check_words()


@pytest.mark.parametrize("size", [CALM_DESKTOP, PHONE], ids=["desktop", "phone"])
def test_six_seats_fit(visit: Open, size: Size) -> None:
    nora = visit("Nora", size)
    sit_alone(nora, "Schocken", 5, on=["Turbo"])
    clock = nora.page.locator(".own circle.time")
    nora.check_in_sight(seats=nora.seats, clock=clock, throw=action(nora, THROW))
    action(nora, THROW).click()
    expect(lying(nora)).to_have_count(3)
    nora.check_in_sight(
        seats=nora.seats,
        clock=clock,
        dice=lying(nora),
        again=action(nora, AGAIN),
        done=action(nora, re.compile("^Fertig")),
        strips=nora.page.locator(".strip"),
    )
    nora.check_words()
    action(nora, re.compile("^Fertig")).click()
    play_to_verdict(nora)
    nora.check_in_sight(seats=nora.seats, verdict=verdict_of(nora), on=nora.button("Weiter"))
    nora.check_words()


@pytest.mark.full
@pytest.mark.timeout(900)
@pytest.mark.parametrize("rules", [(), (COVERED,)], ids=["open", "covered"])
def test_two_people_play_to_the_end_at_full_length(visit: Open, rules: tuple[str, ...]) -> None:
    olga, paul = visit("Olga", DESKTOP), visit("Paul", PHONE)
    sit_together(olga, paul, "Schocken", "Deckelrunde", on=rules)
    laid: set[str] = set()

    def move(screen: Screen) -> bool:
        if screen.name not in laid and lay_out(screen):
            laid.add(screen.name)
            return True
        return take_turn(screen)

    play([olga, paul], move, moves=40_000)
    assert laid
    for screen in (olga, paul):
        for name in ("Olga", "Paul"):
            expect(screen.end.get_by_role("listitem").filter(has_text=name)).to_have_count(1)
        screen.check_words()
        screen.check_in_sight(end=screen.end)
