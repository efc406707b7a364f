"""The derivation itself: known answers (first blocks checked with ``openssl dgst -mac HMAC``), and fairness."""

from __future__ import annotations

import hashlib
import hmac
import math
from collections import Counter
from collections.abc import Callable

import pytest
from dicearena_games import fair

SECRET = bytes(range(32))
ENTROPY = ("00112233445566778899aabbccddeeff", "ffeeddccbbaa99887766554433221100")


def openssl_like(message: str, count: int, faces: int) -> tuple[int, ...]:
    """Written from the description alone: all blocks first, then keep the bytes below the greatest multiple."""
    blocks = b"".join(hmac.new(SECRET, f"{message}|{block}".encode(), hashlib.sha256).digest() for block in range(40))
    kept = [byte for byte in blocks if byte < (256 // faces) * faces]
    return tuple(byte % faces + 1 for byte in kept[:count])


@pytest.mark.parametrize(
    ("n", "count", "faces", "dice"),
    [
        (1, 2, 6, (4, 1)),
        (2, 6, 6, (2, 3, 3, 2, 4, 3)),
        (7, 5, 100, (37, 30, 4, 86, 55)),
        (1, 3, 2, (2, 1, 2)),
    ],
)
def test_a_throw_of_a_table_has_the_known_answer(n: int, count: int, faces: int, dice: tuple[int, ...]) -> None:
    assert fair.table_throw(SECRET, "known", n, ENTROPY, count=count, faces=faces) == dice


def test_a_throw_of_a_day_has_the_known_answer() -> None:
    assert fair.day_throw(SECRET, 2, 5, count=2, faces=6) == (6, 3)


@pytest.mark.parametrize("faces", [2, 3, 6, 7, 12, 20, 97, 99, 100])
def test_throws_agree_with_an_independent_reading_of_the_description(faces: int) -> None:
    message = "throw|known|3|" + ",".join(ENTROPY)
    assert fair.table_throw(SECRET, "known", 3, ENTROPY, count=100, faces=faces) == openssl_like(message, 100, faces)


def test_the_commitment_is_the_sha256_of_the_secret() -> None:
    assert fair.commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


@pytest.mark.parametrize(("count", "faces"), [(0, 6), (1, 1), (1, 101)])
def test_impossible_dice_are_refused(count: int, faces: int) -> None:
    with pytest.raises(ValueError, match="must be"):
        fair.table_throw(SECRET, "known", 1, (), count=count, faces=faces)


def deviation(counts: Counter[int], cells: int) -> float:
    """How unlikely a chi-square of these counts is, as a normal deviate (Wilson-Hilferty)."""
    expected = counts.total() / cells
    chi_square = sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))
    freedom = cells - 1
    spread = 2 / (9 * freedom)
    return (math.cbrt(chi_square / freedom) - (1 - spread)) / math.sqrt(spread)


def rolled(faces: int, dice: int, roll: Callable[[int], tuple[int, ...]]) -> Counter[int]:
    counts: Counter[int] = Counter()
    n = 0
    while counts.total() < dice:
        n += 1
        counts.update(value - 1 for value in roll(n))
    return counts


@pytest.mark.parametrize("faces", [2, 6, 7, 12, 20, 100])
def test_every_face_is_equally_likely_over_600_000_dice(faces: int) -> None:
    counts = rolled(faces, 600_000, lambda n: fair.table_throw(SECRET, "chi", n, ENTROPY, count=100, faces=faces))
    assert set(counts) == set(range(faces))
    assert abs(deviation(counts, faces)) < 3.3


def test_pairs_within_a_throw_and_first_dice_of_neighbouring_throws_are_independent() -> None:
    within: Counter[int] = Counter()
    across: Counter[int] = Counter()
    before = 1
    for n in range(1, 120_001):
        dice = fair.table_throw(SECRET, "pairs", n, (), count=6, faces=6)
        within.update((a - 1) * 6 + b - 1 for a, b in zip(dice[::2], dice[1::2], strict=True))
        across[(before - 1) * 6 + dice[0] - 1] += 1
        before = dice[0]
    assert abs(deviation(within, 36)) < 3.3
    assert abs(deviation(across, 36)) < 3.3


def test_the_fairness_test_finds_a_remainder_without_rejection() -> None:
    def biased(n: int) -> tuple[int, ...]:
        return tuple(byte % 100 + 1 for byte in hmac.digest(SECRET, str(n).encode(), "sha256"))

    assert deviation(rolled(100, 600_000, biased), 100) > 3.3


def test_entropy_table_and_number_all_change_the_throw() -> None:
    def throw(table: str = "a-table", n: int = 1, entropy: tuple[str, ...] = ENTROPY) -> tuple[int, ...]:
        return fair.table_throw(SECRET, table, n, entropy, count=40, faces=6)

    assert len({throw(), throw(table="b-table"), throw(n=2), throw(entropy=ENTROPY[::-1]), throw(entropy=())}) == 5
