"""Which computer plays which game at which level, and how a stranger's policy is found."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Final, Protocol

from dicearena_contracts.catalogue import GameKey, Level

from dicearena_players.bluff import policies as bluff
from dicearena_players.chicago import policies as chicago
from dicearena_players.crag import policies as crag
from dicearena_players.dice_cup import policies as dice_cup
from dicearena_players.general import policies as general
from dicearena_players.gipfelsturm import policies as gipfelsturm
from dicearena_players.maexchen import policies as maexchen
from dicearena_players.mickey import policies as mickey
from dicearena_players.policy import Policy
from dicearena_players.schocken import policies as schocken
from dicearena_players.shut_the_box import policies as shut_the_box
from dicearena_players.wuerfelpoker import policies as wuerfelpoker
from dicearena_players.wuerfelraster import policies as wuerfelraster
from dicearena_players.zehntausend import policies as zehntausend


class _Computers(Protocol):
    """A game's module of computers: one class for each level."""

    @property
    def Easy(self) -> type[Policy]: ...  # noqa: N802 - a class of the module
    @property
    def Normal(self) -> type[Policy]: ...  # noqa: N802
    @property
    def Strong(self) -> type[Policy]: ...  # noqa: N802


_COMPUTERS: Final[dict[GameKey, _Computers]] = {
    GameKey.MAEXCHEN: maexchen,
    GameKey.SHUT_THE_BOX: shut_the_box,
    GameKey.GIPFELSTURM: gipfelsturm,
    GameKey.ZEHNTAUSEND: zehntausend,
    GameKey.WUERFELRASTER: wuerfelraster,
    GameKey.DICE_CUP: dice_cup,
    GameKey.WUERFELPOKER: wuerfelpoker,
    GameKey.CRAG: crag,
    GameKey.GENERAL: general,
    GameKey.MICKEY: mickey,
    GameKey.SCHOCKEN: schocken,
    GameKey.CHICAGO: chicago,
    GameKey.BLUFF: bluff,
}
POLICIES: Final[dict[tuple[GameKey, Level], type[Policy]]] = {
    (key, level): computers
    for key, of in _COMPUTERS.items()
    for level, computers in ((Level.EASY, of.Easy), (Level.NORMAL, of.Normal), (Level.STRONG, of.Strong))
}


class UnknownPolicy(Exception):  # noqa: N818 - reads as what it is
    """No such level, module or class; the text says what was looked for."""


def policy(game: str, level: str) -> Policy:
    """The computer of a level (``easy``, ``normal``, ``strong``) or of a stranger (``module:Class``, made anew).

    Raises UnknownPolicy where there is none.
    """
    return _stranger(level) if ":" in level else _house(game, level)


def preload() -> None:
    """Make all computers of the house, so that no first decision waits for its tables."""
    for key, level in POLICIES:
        policy(key, level)


@cache
def _house(game: str, level: str) -> Policy:
    try:
        return POLICIES[GameKey(game), Level(level)]()
    except (KeyError, ValueError):
        raise UnknownPolicy(f"no computer {level!r} for {game}: easy, normal, strong, or module:Class") from None


def _stranger(name: str) -> Policy:
    module_name, _, class_name = name.partition(":")
    try:
        module = import_module(module_name)
    except Exception as error:  # whatever a stranger's module raises
        raise UnknownPolicy(f"{name}: the module {module_name!r} cannot be imported ({error})") from error
    found = getattr(module, class_name, None)
    if not isinstance(found, type):
        raise UnknownPolicy(f"{name}: the module {module_name!r} has no class {class_name!r}")
    try:
        made = found()
    except Exception as error:  # as above
        raise UnknownPolicy(f"{name}: a policy class is made without arguments ({error})") from error
    if not callable(getattr(made, "choose", None)):
        raise UnknownPolicy(f"{name}: a policy has a method choose(view, rng)")
    return made  # type: ignore[no-any-return]
