"""Opening tables, as a person does it in the lobby, and playing there to the end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from playwright.sync_api import Locator, expect

from tests.web.conftest import Open
from tests.web.screen import DESKTOP, PHONE, Screen


def set_rules(screen: Screen, *, on: Iterable[str] = (), choices: Mapping[str, str] | None = None) -> None:
    """Switch house rules on (by a part of their sentence), and choose in others (sentence part to value)."""
    for words in on:
        screen.page.get_by_role("switch", name=words).click()
    for words, choice in (choices or {}).items():
        group = screen.page.get_by_role("radiogroup", name=re.compile(words))
        group.get_by_role("radio", name=choice, exact=True).click()


def sit_alone(
    screen: Screen,
    game: str,
    computers: int,
    *,
    on: Iterable[str] = (),
    choices: Mapping[str, str] | None = None,
) -> None:
    """A table alone with so many computers (0: nobody else); ``on=("Turbo",)`` lets them answer at once."""
    screen.page.get_by_role("button", name=game).first.click()
    screen.choose("Was spielen wir?", "Allein")
    seated = screen.page.get_by_role("combobox", name=re.compile("^Stärke des Computers"))
    while seated.count() > computers:
        screen.button("Computer wegschicken").last.click()
    while seated.count() < computers:
        screen.button("Noch ein Computer").click()
    set_rules(screen, on=on, choices=choices)
    screen.check_words()
    screen.button("Los").click()
    expect(screen.seats).to_have_count(computers + 1)


def gather(
    host: Screen,
    guest: Screen,
    game: str,
    name: str,
    *,
    on: Iterable[str] = (),
    choices: Mapping[str, str] | None = None,
) -> None:
    """The host opens a table for two, the guest finds it in the lobby, both are ready."""
    host.page.get_by_role("button", name=game).first.click()
    host.choose("Was spielen wir?", "Mit anderen")
    host.page.get_by_label("Name des Tisches").fill(name)
    host.choose("Stühle", "2")
    while host.tap(host.button("Computer wegschicken")):
        pass
    set_rules(host, on=on, choices=choices)
    host.check_words()
    host.button("Tisch eröffnen").click()
    guest.page.get_by_role("button", name=re.compile(name)).click()
    guest.button("Hinsetzen").click()
    guest.button("Ich bin bereit").click()
    host.tap(host.button("Ich bin bereit"))
    expect(host.page.get_by_text("Alle bereit. Du kannst starten.")).to_be_visible()
    for screen in (host, guest):
        screen.check_words()


def start(host: Screen, guest: Screen) -> None:
    """The host starts the game of two who are ready."""
    host.button("Los geht’s").click()
    for screen in (host, guest):
        expect(screen.seats).to_have_count(2)
        screen.check_words()


def sit_together(
    host: Screen,
    guest: Screen,
    game: str,
    name: str,
    *,
    on: Iterable[str] = (),
    choices: Mapping[str, str] | None = None,
) -> None:
    """The host opens a table for two, the guest finds it in the lobby, both are ready, the host starts."""
    gather(host, guest, game, name, on=on, choices=choices)
    start(host, guest)


def play(
    screens: Iterable[Screen],
    move: Callable[[Screen], bool],
    *,
    on_way: Callable[[], None] = lambda: None,
    moves: int = 4000,
) -> None:
    """Let everybody move (True: did something) until all see the end table; words are checked after every move.

    ``on_way`` is called each time when all have been looked at.
    """
    waiting = list(screens)
    for _ in range(moves):
        for screen in waiting:
            if not screen.ended and move(screen):
                screen.check_words()
        on_way()
        waiting = [screen for screen in waiting if not screen.ended]
        if not waiting:
            return
        waiting[0].page.wait_for_timeout(40)
    raise AssertionError("the game does not end")


def check_table(screen: Screen, **things: Locator) -> None:
    """All seats, the own clock and these things are in sight without scrolling."""
    screen.check_in_sight(seats=screen.seats, clock=screen.page.locator(".own circle.time"), **things)
    screen.check_words()


def check_end(screen: Screen) -> None:
    """The end table of two seats has a line for each and is in sight."""
    expect(screen.end.get_by_role("listitem")).to_have_count(2)
    screen.check_words()
    screen.check_in_sight(end=screen.end)


def two_to_the_end(
    visit: Open,
    names: tuple[str, str],
    game: str,
    table: str,
    move: Callable[[Screen], bool],
    check: Callable[[Screen], None] = check_end,
) -> None:
    """Two people, the first at a desktop, the second at a phone, play to the end; both see what ``check`` wants."""
    host, guest = visit(names[0], DESKTOP), visit(names[1], PHONE)
    sit_together(host, guest, game, table)
    play([host, guest], move)
    for screen in (host, guest):
        check(screen)
