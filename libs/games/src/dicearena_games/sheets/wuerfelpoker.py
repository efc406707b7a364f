"""Würfelpoker: thirteen fields, up to three throws of five dice, a bonus for the upper part.

Rules: text 001, decisions P-1 to P-4, E-6 (filling a field is "Fertig"), E-8 (nothing but the field is drawn: seat 0
starts every round). With several columns each is a sheet of its own: its bonus, its extra bonus, its joker, its order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, NoReturn

from dicearena_contracts.catalogue import Family, GameKey
from pydantic import TypeAdapter

from dicearena_games.core import Event, Options, Step
from dicearena_games.sheets import flow
from dicearena_games.sheets.combos import NUMBERS, Dice, is_full_house, longest_run, most_alike, of_face, table
from dicearena_games.sheets.flow import SheetGame, open_cells
from dicearena_games.sheets.sheet_types import AnnouncingAction, Board, Sheet, State
from dicearena_games.sheets.wuerfelpoker_types import WuerfelpokerOptions

FIELDS: Final = (
    *NUMBERS,
    "three_alike", "four_alike", "full_house", "small_straight", "large_straight", "five_alike", "chance",
)  # fmt: skip
UPPER: Final = 6
"""The first fields are the upper part."""
SIZE: Final = len(FIELDS)
FIVE_ALIKE: Final = FIELDS.index("five_alike")
FIVE_ALIKE_POINTS: Final = 50
_USUAL: Final = WuerfelpokerOptions()

WpState = State[WuerfelpokerOptions]


def points(dice: Dice, field: str, options: WuerfelpokerOptions, *, joker: bool = False) -> int:
    """What five dice bring in a field; ``joker``: five alike take every field's fixed points."""
    alike = most_alike(dice)
    joker = joker and alike == 5
    match field:
        case "three_alike":
            return sum(dice) if alike >= 3 else 0
        case "four_alike":
            return sum(dice) if alike >= 4 else 0
        case "full_house":
            full = is_full_house(dice) or joker or (alike == 5 and options.five_as_full_house)
            return options.full_house if full else 0
        case "small_straight":
            return options.small_straight if longest_run(dice) >= 4 or joker else 0
        case "large_straight":
            return options.large_straight if longest_run(dice) == 5 or joker else 0
        case "five_alike":
            return FIVE_ALIKE_POINTS if alike == 5 else 0
        case "chance":
            return sum(dice)
    return of_face(dice, 1 + NUMBERS.index(field))


def columns_of(cells: Sequence[int | None]) -> list[Sequence[int | None]]:
    """The cells of a sheet, column by column."""
    return [cells[at : at + SIZE] for at in range(0, len(cells), SIZE)]


def sums(cells: Sequence[int | None], options: WuerfelpokerOptions) -> tuple[int, int, int]:
    """Upper sum, bonus and lower sum of one column."""
    upper = sum([entered for entered in cells[:UPPER] if entered])
    lower = sum([entered for entered in cells[UPPER:] if entered])
    return upper, options.bonus if upper >= options.bonus_from else 0, lower


class _Wuerfelpoker(SheetGame[WuerfelpokerOptions]):
    key = GameKey.WUERFELPOKER
    fields = FIELDS
    dice = 5
    rare = "five_alike"

    def columns(self, options: WuerfelpokerOptions) -> int:
        return options.columns

    def usual(self, options: WuerfelpokerOptions) -> bool:
        """One column with the usual points; in which order fields are filled and whether dice stay is no matter."""
        return options == _USUAL.model_copy(update={"order": options.order, "dice_stay": options.dice_stay})

    def stay(self, options: WuerfelpokerOptions) -> bool:
        """P-1: dice may be taken up again, unless the house rule says that they stay."""
        return options.dice_stay

    def throws_most(self, state: WpState) -> int:
        return 3

    def worth(self, state: WpState) -> Sequence[int]:
        """P-4: no joker, unless the house rule is on; it needs the column's "five alike" filled, if only struck."""
        throw, options = tuple(sorted(state.dice)), state.options
        plain = _table(options, False)[throw]
        if not options.joker or throw[0] != throw[-1]:
            return plain * options.columns
        cells, wild = state.sheets[state.turn].cells, _table(options, True)[throw]
        worth: list[int] = []
        for column in range(options.columns):
            worth += plain if cells[column * SIZE + FIVE_ALIKE] is None else wild
        return worth

    def open(self, state: WpState) -> Sequence[int]:
        """Any empty field; top to bottom: the first of a column; common field: that one, in any column."""
        cells = open_cells(state)
        match state.options.order:
            case "free":
                return cells
            case "top_down":
                return [cell for cell in cells if cell % SIZE == 0 or cell - 1 not in cells]
        return [cell for cell in cells if cell % SIZE == state.called]

    def refuse_cell(self, state: WpState, cell: int, *, strike: bool) -> NoReturn:
        if state.options.order == "top_down":
            flow.refuse("not_next")
        flow.refuse("other_field", field=FIELDS[state.called or 0])

    def round_begins(self, state: WpState) -> Step[WpState]:
        """A common field is announced by one after the other, or drawn among those left."""
        order = state.options.order
        if order == "announced":
            caller = (state.round - 1) % len(state.sheets)
            return Step(replace(state, phase="announce", turn=caller))
        if order == "drawn":
            left = self.callable(state)
            return Step(replace(state, phase="draw")) if len(left) > 1 else self._drawn(state, left[0])
        return super().round_begins(state)

    def callable(self, state: WpState) -> Sequence[int]:
        """The fields that everybody still has empty in some column."""
        return sorted({cell % SIZE for cell in open_cells(state)})

    def announced(self, state: WpState) -> WpState:
        return replace(state, phase=self.first(state.options), turn=0)

    def called_next(self, state: WpState) -> int | None:
        return state.called

    def round_ends(self, state: WpState) -> list[Event]:
        """A common field is compared at once: who was better in the same task."""
        if state.called is None:
            return []
        entered, best = list(state.entered), max(state.entered)
        compared = {
            "round": state.round, "field": FIELDS[state.called], "points": entered,
            "best": [seat for seat, points_ in enumerate(entered) if points_ == best],
        }  # fmt: skip
        return [Event("wuerfelpoker.compared", compared)]

    def extra_points(self, state: WpState, cell: int) -> int:
        """P-2: further five alike, only if "five alike" of the column holds its points; the throw is entered too."""
        if not state.options.extra_bonus or most_alike(state.dice) != 5:
            return 0
        held = state.sheets[state.turn].cells[cell // SIZE * SIZE + FIVE_ALIKE]
        return state.options.extra_bonus if held == FIVE_ALIKE_POINTS else 0

    def explained(self, options: WuerfelpokerOptions, seat: int, before: Sheet, after: Sheet) -> list[Event]:
        events = []
        if after.extra > before.extra:
            events.append(Event("wuerfelpoker.extra", {"seat": seat, "points": after.extra - before.extra}))
        for column, (was, now) in enumerate(zip(columns_of(before.cells), columns_of(after.cells), strict=True)):
            upper, bonus, _ = sums(now, options)
            if bonus > sums(was, options)[1]:
                said = {"seat": seat, "column": column, "upper": upper, "points": bonus}
                events.append(Event("wuerfelpoker.bonus", said))
        return events

    def is_rare(self, state: WpState, cell: int, points: int) -> bool:
        return most_alike(state.dice) == 5

    def total(self, options: WuerfelpokerOptions, sheet: Sheet) -> int:
        return sheet.extra + sum([sum(sums(column, options)) for column in columns_of(sheet.cells)])


@lru_cache(maxsize=256)
def _table(options: WuerfelpokerOptions, joker: bool) -> Mapping[tuple[int, ...], tuple[int, ...]]:
    return table(5, SIZE, lambda dice, field: points(dice, FIELDS[field], options, joker=joker))


_GAME: Final = _Wuerfelpoker()

KEY: GameKey = GameKey.WUERFELPOKER
FAMILY: Family = Family.SHEETS
VERSION: int = 1
SEATS: tuple[int, int] = flow.SEATS
OPTIONS: type[Options] = WuerfelpokerOptions
STATE: TypeAdapter[Any] = TypeAdapter(WpState)
ACTIONS: TypeAdapter[Any] = TypeAdapter(AnnouncingAction)
VIEW: TypeAdapter[Any] = TypeAdapter(Board)
REFUSALS: Final = (*flow.REFUSALS, "already_laid", "announce_first", "nothing_to_announce", "not_next", "other_field")

start, awaiting, legal, act, wants = _GAME.start, _GAME.awaiting, _GAME.legal, _GAME.act, _GAME.wants
thrown, waited, expired, result = _GAME.thrown, _GAME.waited, _GAME.expired, _GAME.result
view, shared, own = _GAME.view, _GAME.shared, _GAME.own
