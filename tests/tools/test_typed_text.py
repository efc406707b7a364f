"""Names, chat and options as people type them, or as somebody makes them up."""

from __future__ import annotations

import re
import sys
from typing import Any

import pytest
from dicearena_contracts.rest import ChatBody, SessionBody
from dicearena_contracts.rules import TableSettings
from dicearena_contracts.text import VISIBLE, printable
from pydantic import ValidationError


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Anna", "Anna"),
        ("  Käthe\u202e\u2066\u0000 ", "Käthe"),
        ("a\r\nb\tc\u2028d", "a b c d"),
        ("An\u200bna\ufeff", "Anna"),
        ("Z" + "\u0301" * 20, "Z" + "\u0301" * 3),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("<b>&amp;", "<b>&amp;"),
        ("דנה", "דנה"),
        ("می\u200cخواهم", "می\u200cخواهم"),
    ],
)
def test_a_name_keeps_what_can_be_seen(typed: str, shown: str) -> None:
    assert SessionBody(name=typed).name == shown
    assert ChatBody(text=typed).text == shown


@pytest.mark.parametrize("typed", ["\u200b", "\u0000\u0007", "\u3164", "\u2800", "\u202e \u2069", "\u200d"])
def test_a_name_nobody_could_see_is_none(typed: str) -> None:
    with pytest.raises(ValidationError):
        SessionBody(name=typed)


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize("options", [{"a": "\ud800"}, {"\udfff": 1}, {"a": [{"b": "\ud800"}]}, {"a": nested(2000)}])
def test_options_that_could_not_be_passed_on_are_the_askers_mistake(options: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        TableSettings(game="maexchen", options=options)


def test_the_schemas_say_which_text_can_be_seen() -> None:
    visible = re.compile(VISIBLE)

    def shown(char: str) -> bool:
        try:
            return bool(printable(char))
        except ValueError:
            return False

    differ = [code for code in range(sys.maxunicode + 1) if bool(visible.search(chr(code))) != shown(chr(code))]
    assert differ == []
