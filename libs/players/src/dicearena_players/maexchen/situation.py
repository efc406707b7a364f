"""What the board says about the decision at hand, in ranks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dicearena_games.bluff.maexchen_values import value_of

from dicearena_players.maexchen.ranks import RANK, row_of
from dicearena_players.maexchen.rules import Rules
from dicearena_players.policy import View


@dataclass(frozen=True)
class Situation:
    """A decision: a claim to make (``claim`` is to be topped) or a claim to answer."""

    rules: Rules
    answering: bool
    row: int
    """The row of the present cup: what its thrower had to top."""
    claim: int | None
    """Rank of the claim to answer."""
    roll: int | None
    """Rank of the dice, where the seat saw them."""
    blind: bool
    other: int
    """The seat one deals with: whoever answers next, or who claimed."""


def read(view: View) -> Situation:
    """The situation of the seat that is asked."""
    board, options, seat = view["board"], view["options"], view["seat"]
    lives: list[int] = board["lives"]
    answering = board["phase"] == "answer"
    after = next(s % len(lives) for s in range(seat + 1, seat + 1 + len(lives)) if lives[s % len(lives)])
    answerer = seat if answering else after
    rules = Rules(
        players=sum(have > 0 for have in lives),
        equal=options["equal_claims"],
        # Whoever has one life left loses no second one: for his answer it is the plain game.
        double=options["double_maexchen"] and lives[answerer] > 1,
        show=options["show_maexchen"],
    )
    claims: list[dict[str, Any]] = board["claims"]
    seen = max((at for at, call in enumerate(claims) if not call["blind"]), default=0)
    topped = (claims[seen - 1]["value"] if seen else None) if answering else board["claim"]
    return Situation(
        rules=rules,
        answering=answering,
        row=row_of(topped),
        claim=RANK[board["claim"]] if answering else None,
        roll=RANK[value_of(board["dice"])] if board["dice"] is not None else None,
        blind=board["blind"],
        other=board["claimer"] if answering else after,
    )


def first_claim(view: View) -> int | None:
    """Rank of what was claimed by whoever looked under the present cup; None where that is not told any more."""
    claims = view["board"]["claims"]
    return next((RANK[call["value"]] for call in reversed(claims) if not call["blind"]), None)
