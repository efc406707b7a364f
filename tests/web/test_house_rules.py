"""House rules in the lobby: numbers are typed or stepped, what cannot be is refused in words, the table has them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.web.conftest import Open
from tests.web.screen import DESKTOP, PHONE, Screen, Size

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("stack")]

by_size = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])


def number(screen: Screen, rule: str) -> Locator:
    return screen.page.get_by_role("textbox", name=re.compile(rule))


def step_up(screen: Screen, rule: str, times: int) -> None:
    more = screen.page.get_by_role("group", name=re.compile(rule)).get_by_role("button", name="Eins mehr")
    for _ in range(times):
        more.click()


def enter(field: Locator, text: str) -> None:
    field.fill(text)
    field.press("Enter")


@by_size
def test_a_host_sets_any_number_and_is_told_which_cannot_be(visit: Open, size: Size) -> None:
    hilde = visit("Hilde", size)
    hilde.page.get_by_role("button", name="Würfelpoker").first.click()
    hilde.choose("Was spielen wir?", "Mit anderen")
    full_house, small = number(hilde, "^Full House"), number(hilde, "^Die Kleine Straße")
    note = hilde.page.get_by_role("alert")
    enter(full_house, "101")
    expect(note).to_have_text("Nur ganze Zahlen von 5 bis 100. Es bleibt bei 25.")
    expect(full_house).to_have_value("25")
    enter(small, "41")
    expect(note).to_have_text("Die kleine Straße darf nicht mehr bringen als die große. Ändere eine von beiden.")
    enter(full_house, "33")
    expect(note).to_have_count(0)
    hilde.button("Bonus oben: keiner.").click()
    expect(number(hilde, "^Bonus ab")).to_have_count(0)
    hilde.check_words()
    hilde.button("Tisch eröffnen").click()
    hilde.check_words()
    expect(number(hilde, "^Full House")).to_have_value("33")
    expect(number(hilde, "^Bonus oben")).to_have_value("0")


def test_taps_in_quick_succession_all_count_and_the_guest_reads_the_outcome(visit: Open) -> None:
    hilde, gerd = visit("Hilde", DESKTOP), visit("Gerd", PHONE)
    hilde.page.get_by_role("button", name="Mickey").first.click()
    hilde.choose("Was spielen wir?", "Mit anderen")
    hilde.page.get_by_label("Name des Tisches").fill("Zahlentisch")
    hilde.button("Tisch eröffnen").click()
    gerd.page.get_by_role("button", name=re.compile("Zahlentisch")).click()
    step_up(hilde, "^Ein Mickey", 7)
    hilde.page.get_by_role("switch", name="Turbo").click()
    expect(gerd.page.get_by_text("Ein Mickey bringt 57 Punkte.")).to_be_visible()
    expect(hilde.page.get_by_role("switch", name="Turbo")).to_be_checked()
    expect(number(hilde, "^Ein Mickey")).to_have_value("57")
