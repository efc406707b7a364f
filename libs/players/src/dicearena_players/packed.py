"""Whole numbers that change little from one to the next, packed so that they compress well in a table."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]


def pack(steps: Ints) -> npt.NDArray[np.uint8]:
    """``(2, n)``: the low and the high bytes of the differences, each with its sign in the lowest bit.

    Raises ValueError where one of them is 32,768 or more.
    """
    change = np.diff(steps, prepend=0)
    zigzag = change << 1 ^ change >> 63
    if zigzag.size and zigzag.max() >> 16:
        raise ValueError("the steps differ too much")
    return np.stack([zigzag & 255, zigzag >> 8]).astype(np.uint8)


def unpack(packed: npt.NDArray[Any]) -> Ints:
    """The steps that `pack` was given.

    >>> unpack(pack(np.array([0, 3, -500, -499]))).tolist()
    [0, 3, -500, -499]
    """
    low, high = packed.astype(np.int64)
    zigzag = low | high << 8
    steps: Ints = np.cumsum(zigzag >> 1 ^ -(zigzag & 1))
    return steps
