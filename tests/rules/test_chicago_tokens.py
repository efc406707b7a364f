"""Chicago: who is safe, and in which order, and who is left over."""

from __future__ import annotations

import pytest
from dicearena_games.pub import chicago
from dicearena_games.pub.chicago_tokens import Stand, Way, settle
from dicearena_games.pub.chicago_types import ChicagoOptions
from dicearena_games.pub.throws import Done, Roll


@pytest.mark.parametrize("way", ["pub", "bayrisch", "tschigg"])
def test_ch6_several_get_safe_at_once_in_the_order_of_play(way: Way) -> None:
    before = Stand("deal", pile=1, held=(0, 2, 0, 0), playing=(0, 1, 2, 3))
    after, move = settle(way, before, order=(2, 3, 0, 1), best=3, worst=1)
    assert (move, after.pile, after.held, after.stage) == ("deal", 0, (0, 3, 0, 0), "down")
    assert after.safe == (2, 3, 0)
    assert after.playing == (1,)


def test_ch6_who_left_by_a_chicago_before_stays_ahead_of_them() -> None:
    before = Stand("deal", pile=1, held=(0, 1, 1, 0), playing=(0, 1, 2), safe=(3,), gone=1)
    after, _ = settle("bayrisch", before, order=(2, 0, 1), best=0, worst=2)
    assert after.safe == (3, 0)
    assert after.playing == (1, 2)


def test_without_playing_down_who_is_left_over_is_last_though_nobody_has_a_filz() -> None:
    state = chicago.start(ChicagoOptions(play_down=False), 2).state
    state = chicago.act(state, 0, Roll(())).state
    state = chicago.thrown(state, (1, 1, 1)).state
    result = chicago.result(chicago.act(state, 0, Done()).state)
    assert result is not None
    assert result.scores == (0.0, 0.0)
    assert result.places == (1, 2)
