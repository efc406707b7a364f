"""The way back from the lobby to a table that is not on its list."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Open
from tests.web.opening import sit_alone
from tests.web.screen import DESKTOP, PHONE, Size

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("stack")]


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_game_alone_is_found_again_in_the_lobby_until_it_is_left(visit: Open, size: Size) -> None:
    olga = visit("Olga", size)
    sit_alone(olga, "Mickey", 0)
    table = olga.page.url
    back = olga.button("Zurück zu Mickey")
    olga.button(re.compile("^Zur Lobby")).click()
    expect(back).to_be_in_viewport()

    olga.page.reload()
    expect(back).to_be_in_viewport()
    olga.check_words()
    back.click()
    expect(olga.page).to_have_url(table)

    olga.button("Aufstehen").click()
    olga.page.get_by_role("alertdialog").get_by_role("button", name="Aufstehen").click()
    expect(olga.page.get_by_role("heading", name="Was spielen wir?")).to_be_visible()
    expect(back).to_have_count(0)
