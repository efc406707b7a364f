"""Two people, a desktop and a phone, play a whole game on the screen and find the result afterwards."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Open
from tests.web.opening import check_end, gather, play, start
from tests.web.screen import DESKTOP, PHONE, Screen

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("stack")]

MOVES = 1200
"""A turbo game takes a few hundred looks at both screens at most."""


def sit_down_and_start(host: Screen, guest: Screen, game: str, name: str) -> None:
    """Both sit down in turbo; what can still be chosen is in sight before the host starts."""
    gather(host, guest, game, name, on=["Turbo"])
    host.check_in_sight(
        stake=host.page.get_by_role("radiogroup", name="Einsatz"),
        clock=host.page.get_by_role("radiogroup", name="Bedenkzeit"),
        start=host.button("Los geht’s"),
    )
    start(host, guest)


def check_result(screens: tuple[Screen, Screen], game: str) -> None:
    """Both see the same end table; the result is in the leaderboard and among everybody's own games."""
    names = {screen.name for screen in screens}
    for screen in screens:
        check_end(screen)
        rows = screen.end.get_by_role("listitem").all_inner_texts()
        assert all(any(name in text for text in rows) for name in names)
    for screen in screens:
        (other,) = names - {screen.name}
        screen.button("Zur Lobby").click()
        find_result(screen, game, other)


def find_result(screen: Screen, game: str, other: str) -> None:
    until = time.monotonic() + 15
    mine = screen.page.get_by_role("listitem").filter(has_text=game).filter(has_text=f"gegen {other}")
    while not mine.count() and time.monotonic() < until:
        screen.tab("Tische").click()
        screen.tab("Meine Partien").click()
        screen.page.wait_for_timeout(300)
    expect(mine).to_have_count(1)
    expect(mine).to_contain_text("Platz")
    screen.check_words()
    screen.tab("Bestenliste").click()
    expect(screen.page.get_by_role("row").filter(has_text=screen.name)).to_have_count(1)
    screen.check_words()


def test_two_people_play_maexchen_to_the_end(visit: Open) -> None:
    anna, bert = visit("Anna", DESKTOP), visit("Bert", PHONE)
    sit_down_and_start(anna, bert, "Mäxchen", "Lügenbank")
    believed: set[str] = set()
    checked: set[str] = set()

    def move(screen: Screen) -> bool:
        say = screen.button(re.compile("ansagen$"))
        if say.is_visible() and screen.tap(screen.button("Nachschauen")):
            dice = screen.page.locator(".frame .own").get_by_role("img", name=re.compile("^Würfel: "))
            expect(dice).to_have_count(2)
            screen.check_in_sight(
                dice=dice, action=say, seats=screen.seats, clock=screen.page.locator(".own circle.time")
            )
            checked.add(screen.name)
            return True
        if screen.name not in believed and screen.tap(screen.button(re.compile("^Glauben"))):
            believed.add(screen.name)
            return True
        doubt, on = screen.button(re.compile("^Anzweifeln")), screen.button("Weiter")
        return screen.tap(say) or screen.tap(doubt) or (screen is anna and screen.tap(on))

    reloaded: list[str] = []

    def on_way() -> None:
        lives = [screen.page.get_by_role("img", name=re.compile(r"^\d Leben$")) for screen in (anna, bert)]
        if not reloaded and len(checked) == 2 and not anna.ended:
            before = sorted(bert.seats.all_inner_texts())
            bert.page.reload()
            expect(bert.seats).to_have_count(2)
            assert sorted(bert.seats.all_inner_texts()) == before
            expect(lives[1]).to_have_count(2)
            reloaded.append(bert.name)

    play((anna, bert), move, on_way=on_way, moves=MOVES)
    assert checked == {"Anna", "Bert"}
    assert reloaded
    check_result((anna, bert), "Mäxchen")


def test_two_people_play_shut_the_box_to_the_end(visit: Open) -> None:
    cleo, dora = visit("Cleo", DESKTOP), visit("Dora", PHONE)
    sit_down_and_start(cleo, dora, "Shut the Box", "Klappkasten")
    checked: set[str] = set()

    def move(screen: Screen) -> bool:
        close = screen.button(re.compile("zuklappen$"))
        dice = screen.page.get_by_role("region", name="Dein Kasten").get_by_role("img", name=re.compile("^Würfel: "))
        if close.first.is_visible():
            if screen.name not in checked:
                expect(dice).to_have_count(2)
                screen.check_in_sight(
                    dice=dice,
                    action=close,
                    flaps=screen.button(re.compile(r"^Klappe \d+")),
                    seats=screen.seats,
                    clock=screen.page.locator(".own circle.time"),
                )
                checked.add(screen.name)
            return screen.tap(close)
        return screen.tap(screen.button("Würfeln"))

    reloaded: list[str] = []

    def on_way() -> None:
        if reloaded or len(checked) < 2 or cleo.ended:
            return
        flaps = cleo.button(re.compile(r"^Klappe \d+"))
        expect(flaps).to_have_count(12)
        before = [flap.get_attribute("aria-label") for flap in flaps.all()]
        cleo.page.reload()
        expect(flaps).to_have_count(12)
        assert [flap.get_attribute("aria-label") for flap in flaps.all()] == before
        reloaded.append(cleo.name)

    play((cleo, dora), move, on_way=on_way, moves=MOVES)
    assert checked == {"Cleo", "Dora"}
    assert reloaded
    check_result((cleo, dora), "Shut the Box")
