"""Nobody is ready for rules they were not shown."""

from __future__ import annotations

import pytest
from dicearena_contracts.catalogue import GameKey, Level
from dicearena_contracts.errors import DicearenaError
from dicearena_contracts.rules import TableSettings
from dicearena_lobby import tables
from dicearena_lobby.house_rules import checked
from dicearena_lobby.tables import Held

from tests.services.lobby.test_lobby_tables import ANNA, BEN, COMMITMENT, ENTROPY, table, why


def stored(held: Held) -> Held:
    """As the store keeps it: one revision on."""
    return held.model_copy(update={"table": held.table.model_copy(update={"rev": held.table.rev + 1})})


def raised(held: Held) -> Held:
    settings = checked(TableSettings(game=GameKey.SHUT_THE_BOX, stake=20))
    return stored(tables.change_settings(held, ANNA.id, settings, None))


def test_a_ready_said_to_the_rules_before_is_refused() -> None:
    shown = table(ANNA, BEN)
    with pytest.raises(DicearenaError) as caught:
        tables.ready(raised(shown), BEN.id, ENTROPY, COMMITMENT, shown.table.rev)
    assert why(caught) == "other_rules"


def test_so_is_one_said_to_the_seats_before() -> None:
    shown = table(ANNA, BEN, None)
    changed = stored(tables.change_seats(shown, ANNA.id, 3, {2: Level.STRONG}))
    with pytest.raises(DicearenaError) as caught:
        tables.ready(changed, BEN.id, ENTROPY, COMMITMENT, shown.table.rev)
    assert why(caught) == "other_rules"


def test_other_news_of_the_table_do_not_matter() -> None:
    shown = raised(table(ANNA, BEN, None))
    later = stored(tables.ready(shown, ANNA.id, ENTROPY, COMMITMENT, shown.table.rev))
    held = tables.ready(later, BEN.id, ENTROPY, COMMITMENT, shown.table.rev)
    assert [seat.ready for seat in held.table.seats] == [True, True, False]


def test_the_same_rules_again_change_nothing() -> None:
    held = table(ANNA, BEN)
    assert tables.change_settings(held, ANNA.id, held.table.settings, None) == held
