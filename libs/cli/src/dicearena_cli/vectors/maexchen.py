"""Mäxchen's kinds of vectors."""

from __future__ import annotations

from typing import Any, Final

from dicearena_games.bluff.maexchen_values import AT_LEAST, RANK, above, claim_problem, value_of, verdict

from dicearena_cli.vectors.kinds import Kinds, given


def _rank(case: dict[str, Any]) -> dict[str, Any]:
    value = value_of(case["dice"])
    return {"value": value, "rank": RANK[value]}


def _probability(case: dict[str, Any]) -> dict[str, Any]:
    return {"at_least": AT_LEAST[case["claim"]], "above": above(case["claim"])}


def _compare(case: dict[str, Any]) -> dict[str, Any]:
    return {"higher": max(case["a"], case["b"], key=RANK.__getitem__)}


def _claim_legal(case: dict[str, Any]) -> dict[str, Any]:
    return {"legal": claim_problem(case["claim"], case.get("previous"), given(case, "gleich_hoch", False)) is None}


def _doubt(case: dict[str, Any]) -> dict[str, Any]:
    judged = verdict(value_of(case["dice"]), case["claim"], given(case, "maexchen_kostet_doppelt", False))
    return {"loser": "ansager" if judged.lie else "zweifler", "lives": judged.lives}


KINDS: Final[Kinds] = {
    "rank": _rank,
    "probability": _probability,
    "compare": _compare,
    "claim_legal": _claim_legal,
    "doubt": _doubt,
}
