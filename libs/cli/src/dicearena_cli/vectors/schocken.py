"""Schocken's kinds of vectors."""

from __future__ import annotations

from typing import Any, Final

from dicearena_games.pub.schocken_types import SchockenOptions
from dicearena_games.pub.schocken_values import Tokens, Value, ranking, settle, value_of
from dicearena_games.pub.throws import Faces, Hand, SixesRule, Turn, TurnLaid, problem, ways
from dicearena_players.schocken.reach import reach

from dicearena_cli.vectors.kinds import Kinds, given

_CLASS: Final = {"number": "Zahl", "straight": "Strasse", "general": "General", "schock_out": "Schock aus"}


def _class(value: Value) -> str:
    return _CLASS.get(value.kind, f"Schock {value.tokens}")


def _classify(case: dict[str, Any]) -> dict[str, Any]:
    value = value_of(case["dice"])
    return {"class": _class(value), "deckel": value.tokens}


def _rank(case: dict[str, Any]) -> dict[str, Any]:
    return {"rank_0_worst_55_best": value_of(case["dice"]).rank}


def _compare(case: dict[str, Any]) -> dict[str, Any]:
    hands = [(case[one]["dice"], case[one]["throws"]) for one in ("first", "second")]
    return {"better": ("first", "second")[ranking(hands).best]}


def _round(case: dict[str, Any]) -> dict[str, Any]:
    hands = [(player["dice"], player["throws"]) for player in case["players"]]
    ends = ranking(hands)
    value = value_of(hands[ends.best][0])
    return {"best": ends.best, "worst": ends.worst, "deckel": value.tokens, "best_class": _class(value)}


def _turn_sixes_legal(case: dict[str, Any]) -> dict[str, Any]:
    rule: SixesRule = "laid" if given(case, "rule_on", True) else "off"
    laid, free = (tuple(sorted(case[name])) for name in ("laid", "thrown"))
    hand, more = Hand(laid, free, 3 - case["throws_left"]), case["throws_left"] > 0
    casts = [make(keep) for make in (Turn, TurnLaid) for keep in _keeps(make, laid, free, rule)]
    return {"legal": any(problem(hand, one, more=more, rule=rule) is None for one in casts)}


def _keeps(make: type[Turn | TurnLaid], laid: Faces, free: Faces, rule: SixesRule) -> list[Faces]:
    return list(ways(make(()).kind, laid, free, rule))


def _half(case: dict[str, Any]) -> dict[str, Any]:
    players = case["players"]
    tokens, loser = Tokens(case["pile"], (0,) * players, tuple(range(players))), None
    for played in case["rounds"]:
        ends = ranking(list(zip(played["dice"], played["throws"], strict=True)))
        best, worst = played["order"][ends.best], played["order"][ends.worst]
        settled = settle(tokens, best, worst, value_of(played["dice"][ends.best]), SchockenOptions().schock_out)
        tokens, loser = settled.tokens, settled.loser
    return {
        "deckel": list(tokens.held),
        "pile_left": tokens.pile,
        "still_in": list(tokens.playing),
        "loser": loser,
    }


def _max_prob_reach(case: dict[str, Any]) -> dict[str, Any]:
    rule: SixesRule = "fresh" if given(case, "turn_sixes", True) else "off"
    return {"probability": reach(value_of(case["at_least"]).rank, case["throws"], rule)}


KINDS: Final[Kinds] = {
    "classify": _classify,
    "rank_of_56": _rank,
    "compare": _compare,
    "round": _round,
    "turn_sixes_legal": _turn_sixes_legal,
    "half": _half,
    "max_prob_reach": _max_prob_reach,
}
