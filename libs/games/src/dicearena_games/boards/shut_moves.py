"""Which flaps two dice may close."""

from __future__ import annotations

from collections.abc import Container, Sequence


def moves(open_flaps: Container[int], dice: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Every set of flaps (ascending) the two dice may close, in lexical order; empty: out.

    Each die closes the flap of its face, one die or both, or the two together close the flap of their sum; a double
    closes its face or the sum, never both (S-2).

    >>> moves(range(1, 13), (4, 2))
    ((2,), (2, 4), (4,), (6,))
    """
    low, high = min(dice), max(dice)
    found: list[tuple[int, ...]] = []
    if low in open_flaps:
        found.append((low,))
        if high != low and high in open_flaps:
            found.append((low, high))
    if high != low and high in open_flaps:
        found.append((high,))
    if low + high in open_flaps:
        found.append((low + high,))
    return tuple(found)
