"""The pure steps of a lobby table."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from dicearena_contracts.catalogue import GameKey, Level
from dicearena_contracts.errors import DicearenaError
from dicearena_contracts.lobby import LobbySeat, LobbyTable, Person, TableStatus
from dicearena_contracts.rules import TableSettings
from dicearena_games.registry import GAMES
from dicearena_lobby import tables
from dicearena_lobby.house_rules import checked
from dicearena_lobby.names import computer_name
from dicearena_lobby.tables import Held

COMMITMENT = "c0" * 32
ENTROPY = "e1" * 16
PEOPLE = [Person(id=f"person000{i}", name=name) for i, name in enumerate(("Anna", "Ben", "Cleo", "Dirk", "Eva"))]
ANNA, BEN, CLEO, DIRK, EVA = PEOPLE


def table(*seats: Person | Level | None, game: GameKey = GameKey.SHUT_THE_BOX) -> Held:
    made = tuple(
        LobbySeat(person=seat.id, name=seat.name)
        if isinstance(seat, Person)
        else LobbySeat(level=seat, name="Computer")
        if seat
        else LobbySeat()
        for seat in seats
    )
    host = next(seat.id for seat in seats if isinstance(seat, Person))
    return Held(
        table=LobbyTable(
            id="table-1",
            name="Stammtisch",
            host=host,
            settings=checked(TableSettings(game=game)),
            seats=made,
            status=TableStatus.OPEN,
            commitment=COMMITMENT,
            created_at=1,
        ),
        changed_at=1,
    )


def why(caught: pytest.ExceptionInfo[DicearenaError]) -> str:
    return caught.value.wire.key.removeprefix("lobby.refused.")


def people(held: Held) -> list[str | None]:
    return [seat.name for seat in held.table.seats]


def ready(held: Held, *who: Person) -> Held:
    for person in who:
        held = tables.ready(held, person.id, ENTROPY, COMMITMENT)
    return held


def test_joining_takes_the_lowest_free_seat() -> None:
    held = tables.join(table(ANNA, None, Level.EASY, None), BEN)
    assert people(held) == ["Anna", "Ben", "Computer", None]
    assert people(tables.join(held, CLEO)) == ["Anna", "Ben", "Computer", "Cleo"]


def test_a_person_has_one_seat_and_joining_again_changes_nothing() -> None:
    held = tables.join(table(ANNA, None, None), BEN)
    assert tables.join(held, BEN) is held


def test_seats_five_and_six_are_not_for_people() -> None:
    held = table(ANNA, BEN, CLEO, DIRK, None, None)
    with pytest.raises(DicearenaError) as caught:
        tables.join(held, EVA)
    assert why(caught) == "full"


def test_leaving_frees_the_seat_and_forgets_the_entropy() -> None:
    left = tables.leave(ready(table(ANNA, BEN), ANNA, BEN), BEN.id)
    assert people(left) == ["Anna", None]
    assert set(left.entropy) == {ANNA.id}


def test_a_leaving_host_passes_the_table_on_and_the_last_human_closes_it() -> None:
    passed = tables.leave(table(ANNA, Level.EASY, BEN), ANNA.id)
    assert (passed.table.host, passed.table.status) == (BEN.id, TableStatus.OPEN)
    assert tables.leave(passed, BEN.id).table.status is TableStatus.CLOSED


def test_ready_needs_the_commitment_shown_and_a_seat() -> None:
    with pytest.raises(DicearenaError) as other:
        tables.ready(table(ANNA), ANNA.id, ENTROPY, "d0" * 32)
    assert why(other) == "other_commitment"
    with pytest.raises(DicearenaError) as stranger:
        tables.ready(table(ANNA), BEN.id, ENTROPY, COMMITMENT)
    assert why(stranger) == "not_seated"


def test_new_settings_and_new_seats_make_everybody_unready() -> None:
    held = ready(table(ANNA, BEN, None), ANNA, BEN)
    settings = checked(TableSettings(game=GameKey.SHUT_THE_BOX, options={"flaps": 9}))
    for changed in (
        tables.change_settings(held, ANNA.id, settings, None),
        tables.change_seats(held, ANNA.id, 3, {2: Level.EASY}),
    ):
        assert not any(seat.ready for seat in changed.table.seats)
        assert changed.entropy == {}


def test_another_game_cuts_and_adds_free_seats_to_what_it_takes() -> None:
    least, most = GAMES[GameKey.MAEXCHEN].SEATS
    to_maexchen = checked(TableSettings(game=GameKey.MAEXCHEN))
    alone = tables.change_settings(table(ANNA), ANNA.id, to_maexchen, "Neuer Name")
    assert (len(alone.table.seats), alone.table.name) == (least, "Neuer Name")
    crowd = tables.change_settings(table(ANNA, *[None] * 5), ANNA.id, to_maexchen, None)
    assert len(crowd.table.seats) == min(6, most)


def test_only_the_host_sets_and_starts() -> None:
    held = ready(table(ANNA, BEN), ANNA, BEN)
    steps: tuple[Callable[[], object], ...] = (
        lambda: tables.change_settings(held, BEN.id, held.table.settings, None),
        lambda: tables.change_seats(held, BEN.id, 2, {}),
        lambda: tables.start(held, BEN.id, None, 1),
    )
    for step in steps:
        with pytest.raises(DicearenaError) as caught:
            step()
        assert why(caught) == "host_only"


def test_people_keep_their_seats_when_the_host_changes_seats() -> None:
    held = table(ANNA, None, BEN)
    assert people(tables.change_seats(held, ANNA.id, 4, {}))[:3] == ["Anna", None, "Ben"]
    for seats, computers in ((2, {}), (3, {2: Level.EASY})):
        with pytest.raises(DicearenaError) as caught:
            tables.change_seats(held, ANNA.id, seats, computers)
        assert why(caught) == "people_keep_seats"
    with pytest.raises(DicearenaError) as outside:
        tables.change_seats(held, ANNA.id, 3, {3: Level.EASY})
    assert why(outside) == "no_such_seat"


def test_computers_that_stay_keep_their_names_and_those_not_named_leave() -> None:
    first = tables.change_seats(table(ANNA), ANNA.id, 4, {1: Level.EASY, 2: Level.STRONG})
    then = tables.change_seats(first, ANNA.id, 5, {2: Level.STRONG, 4: Level.EASY})
    assert [seat.level for seat in then.table.seats] == [None, None, Level.STRONG, None, Level.EASY]
    assert then.table.seats[2] == first.table.seats[2]


def test_a_start_needs_every_human_ready_the_host_too() -> None:
    held = ready(table(ANNA, BEN), BEN)
    with pytest.raises(DicearenaError) as caught:
        tables.start(held, ANNA.id, None, 1)
    assert why(caught) == "not_all_ready"


def test_free_seats_vanish_at_the_start_or_computers_take_them() -> None:
    held = ready(table(ANNA, None, BEN, None), ANNA, BEN)
    without = tables.start(held, ANNA.id, None, 7)
    assert people(without) == ["Anna", "Ben"]
    assert (without.table.status, without.starting_at) == (TableStatus.STARTING, 7)
    filled = tables.start(held, ANNA.id, Level.NORMAL, 7).table.seats
    assert [seat.level for seat in filled] == [None, Level.NORMAL, None, Level.NORMAL]
    assert len({seat.name for seat in filled}) == 4


def test_too_few_seats_do_not_start() -> None:
    held = ready(table(ANNA, None, game=GameKey.MAEXCHEN), ANNA)
    with pytest.raises(DicearenaError) as caught:
        tables.start(held, ANNA.id, None, 1)
    assert why(caught) == "seats"


@pytest.mark.parametrize("status", [TableStatus.STARTING, TableStatus.RUNNING])
def test_a_started_table_is_frozen_and_leaving_it_is_the_games_business(status: TableStatus) -> None:
    held = ready(table(ANNA, BEN), ANNA, BEN)
    held = held.model_copy(update={"table": held.table.model_copy(update={"status": status})})
    steps: tuple[tuple[Callable[[], object], str], ...] = (
        (lambda: tables.join(held, CLEO), "not_open"),
        (lambda: tables.leave(held, BEN.id), "leave_in_game"),
        (lambda: tables.ready(held, BEN.id, ENTROPY, COMMITMENT), "not_open"),
        (lambda: tables.change_seats(held, ANNA.id, 2, {}), "not_open"),
    )
    for step, key in steps:
        with pytest.raises(DicearenaError) as caught:
            step()
        assert why(caught) == key
    assert tables.start(held, ANNA.id, None, 9) is held


def test_the_games_opening_has_the_entropy_of_the_people_in_seat_order() -> None:
    held = ready(table(ANNA, Level.STRONG, BEN), ANNA)
    held = tables.ready(held, BEN.id, "b0" * 16, COMMITMENT)
    opening = tables.game_opening(tables.start(held, ANNA.id, None, 1))
    assert [seat.entropy for seat in opening.seats] == [ENTROPY, None, "b0" * 16]
    assert [seat.level for seat in opening.seats] == [None, Level.STRONG, None]


def test_absent_guests_of_a_rematch_do_not_hinder_its_start_but_those_seen_do() -> None:
    held = ready(table(ANNA, BEN, CLEO), ANNA).model_copy(update={"expected": (BEN.id, CLEO.id)})
    assert people(tables.start(held, ANNA.id, None, 1)) == ["Anna"]
    with pytest.raises(DicearenaError) as caught:
        tables.start(tables.join(held, CLEO), ANNA.id, None, 1)
    assert why(caught) == "not_all_ready"


def test_computers_of_a_table_always_have_the_same_different_names() -> None:
    names = [computer_name("table-x", seat) for seat in range(6)]
    assert names == [computer_name("table-x", seat) for seat in range(6)]
    assert len(set(names)) == 6
    assert names != [computer_name("table-y", seat) for seat in range(6)]
    assert computer_name("table-x", 0, taken=[names[0]]) != names[0]
