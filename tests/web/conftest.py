"""A real house with the built client, and Chromium."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from dicearena_cli.up import programs, stack
from dicearena_cli.up.stack import Stack
from playwright.sync_api import Browser, sync_playwright

from tests.web.screen import DESKTOP, Screen, Size

CHROMIUM = os.environ.get("DICEARENA_CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
ARGUMENTS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
Open = Callable[..., Screen]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    if not Path(CHROMIUM).exists():
        pytest.skip("chromium is missing (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    assert programs.has_web(), "the web client is not built: make web"
    with stack.running(tmp_path_factory.mktemp("house")) as running:
        yield running


@pytest.fixture
def visit(chromium: Browser, house: Stack) -> Iterator[Open]:
    """Opens the house in a browser of its own, as a person with a name; at the end nothing may have gone wrong."""
    screens: list[Screen] = []

    def open_as(name: str, size: Size = DESKTOP) -> Screen:
        context = chromium.new_context(
            viewport={"width": size.width, "height": size.height},
            has_touch=size.touch,
            is_mobile=size.touch,
            locale="de-DE",
            reduced_motion="reduce" if size.calm else "no-preference",
        )
        screen = Screen(context, house.url, name)
        screens.append(screen)
        screen.enter()
        return screen

    yield open_as
    for screen in screens:
        troubles = screen.troubles
        screen.context.close()
        assert troubles == [], f"{screen.name}'s browser complains"
