"""One person plays the Tageswurf on the screen, beside the Rechenmeister, to the end table with the comparison."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Open
from tests.web.screen import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.full, pytest.mark.xdist_group("stack")]

GAME_SECONDS = 240


@pytest.mark.timeout(300)
def test_the_tageswurf_is_played_to_the_comparison_and_is_remembered(visit: Open) -> None:
    emil = visit("Emil", PHONE)
    emil.tab("Tageswurf").click()
    emil.check_words()
    emil.button("Tageswurf spielen").click()
    expect(emil.seats).to_have_count(2)
    close, roll, on = emil.button(re.compile("zuklappen$")), emil.button("Würfeln"), emil.button("Weiter")
    until = time.monotonic() + GAME_SECONDS
    reloaded = checked = False
    while not emil.ended:
        assert time.monotonic() < until, "the Tageswurf does not end"
        if not checked and close.first.is_visible():
            box = emil.page.get_by_role("region", name="Dein Kasten")
            emil.check_in_sight(
                dice=box.get_by_role("img", name=re.compile("^Würfel: ")),
                action=close,
                flaps=emil.button(re.compile(r"^Klappe \d+")),
                seats=emil.seats,
            )
            checked = True
        elif checked and not reloaded:
            emil.page.reload()
            expect(emil.seats).to_have_count(2)
            reloaded = True
        if emil.tap(close) or emil.tap(roll) or emil.tap(on):
            emil.check_words()
        emil.page.wait_for_timeout(50)
    assert reloaded
    for name in ("Emil", "Rechenmeister"):
        expect(emil.end.get_by_role("row").filter(has_text=name)).to_have_count(1)
    emil.check_words()
    emil.check_in_sight(end=emil.end)
    emil.button("Zur Lobby").click()
    mine = emil.page.get_by_text(re.compile("^Du: .* offen, Rechenmeister: "))
    listed = time.monotonic() + 15
    while not mine.is_visible() and time.monotonic() < listed:
        emil.tab("Tische").click()
        emil.tab("Tageswurf").click()
        emil.page.wait_for_timeout(300)
    expect(mine).to_be_visible()
    expect(emil.button("Üben")).to_be_visible()
    expect(emil.page.locator(".calendar .played")).to_have_count(1)
    emil.check_words()
