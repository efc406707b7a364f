"""What people type, and JSON of any shape, made harmless where it enters the house."""

from __future__ import annotations

import re
import unicodedata
from typing import Annotated, Any, Final

from pydantic import AfterValidator, Field, StringConstraints

MAX_DEPTH: Final = 8
"""Levels of lists and objects inside each other."""
VISIBLE: Final = (
    "[^"
    "\\u0000-\\u0020\\u007f-\\u00a0\\u00ad-\\u00ad\\u034f-\\u034f\\u0600-\\u0605\\u061c-\\u061c"
    "\\u06dd-\\u06dd\\u070f-\\u070f\\u0890-\\u0891\\u08e2-\\u08e2\\u115f-\\u1160\\u1680-\\u1680"
    "\\u17b4-\\u17b5\\u180e-\\u180e\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u2064\\u2066-\\u206f"
    "\\u2800-\\u2800\\u3000-\\u3000\\u3164-\\u3164\\ud800-\\udfff\\ufeff-\\ufeff\\uffa0-\\uffa0"
    "\\ufff9-\\ufffb\U000110bd-\U000110bd\U000110cd-\U000110cd\U00013430-\U00013438\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0001-\U000e0001\U000e0020-\U000e007f"
    "]"
)
"""A regular expression for text with something to see, as JSON Schema has it."""
_BLANK: Final = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Letters and marks that look like nothing."""
_JOINERS: Final = "\u200c\u200d"
"""Needed inside emoji and by some scripts."""
_MARKS: Final = 3
"""Accents on one letter."""
_WHITE: Final = re.compile(r"\s+")


def printable(value: str) -> str:
    """A text without characters that hide, or turn around, what stands beside them.

    Control and format characters go (line breaks become spaces), and accents beyond three on a letter. Raises
    ValueError where nothing can be seen.
    """
    kept: list[str] = []
    marks, seen = 0, False
    for char in _WHITE.sub(" ", value):
        hidden = _hidden(char)
        marks = marks + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        if marks <= _MARKS and (not hidden or char == " " or char in _JOINERS):
            kept.append(char)
            seen = seen or not hidden
    if not seen:
        raise ValueError("nothing to see")
    return "".join(kept).strip()


def _hidden(char: str) -> bool:
    # Not what Unicode has not assigned: newer emoji than this Python knows are among it.
    return char in _BLANK or unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zs", "Zl", "Zp")


def plain(value: dict[str, Any]) -> dict[str, Any]:
    """JSON that can be passed on. Raises ValueError where it is nested too deeply or its text is no Unicode."""
    waiting: list[tuple[int, Any]] = [(1, value)]
    while waiting:
        depth, part = waiting.pop()
        if isinstance(part, str):
            part.encode()
        elif isinstance(part, dict | list):
            if depth > MAX_DEPTH:
                raise ValueError("nested too deeply")
            waiting += ((depth + 1, inner) for inner in part)
            if isinstance(part, dict):
                waiting += ((depth + 1, inner) for inner in part.values())
    return value


Options = Annotated[dict[str, Any], AfterValidator(plain)]
Seen = Field(json_schema_extra={"pattern": VISIBLE})
ChatText = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300), AfterValidator(printable), Seen
]
