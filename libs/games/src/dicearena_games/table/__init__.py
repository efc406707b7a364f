"""The pure table: folds records, decides commands, makes views. The rules service adds the bus to it.

`Table` is what a log folds to. `Draft` is one command being decided: it is fed the throws it wants, then gives the
record to append; installing that record, or folding it later, goes the very same way.
"""

from dicearena_games.table.checkpoint import refold, restore
from dicearena_games.table.clock import CLOSED, Due, due_now, earliest, next_due, soonest
from dicearena_games.table.draft import Draft, Intent, fold, opening
from dicearena_games.table.outcome import match_finished
from dicearena_games.table.seal import BadSeal, seal, unseal
from dicearena_games.table.state import Ending, Holder, SeatState, Table
from dicearena_games.table.views import VIEW_BYTES, Views

__all__ = [
    "CLOSED",
    "VIEW_BYTES",
    "BadSeal",
    "Draft",
    "Due",
    "Ending",
    "Holder",
    "Intent",
    "SeatState",
    "Table",
    "Views",
    "due_now",
    "earliest",
    "fold",
    "match_finished",
    "next_due",
    "opening",
    "refold",
    "restore",
    "seal",
    "soonest",
    "unseal",
]
