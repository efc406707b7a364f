"""The lobby, two replicas of it, on a real bus and a real SQLite file."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import orjson
import pytest
from dicearena_contracts import subjects
from dicearena_contracts.catalogue import GameKey, Level
from dicearena_contracts.errors import DicearenaError, ErrorCode
from dicearena_contracts.lobby import LobbyTable, Person, PersonRequest, TableStatus
from dicearena_contracts.rules import TableSettings
from dicearena_lobby.presence import FORGET_MS

from tests.services.lobby.house import DAY, ENTROPY, eventually, house, refusal
from tests.support.nats import NatsServer


async def test_a_guest_is_made_renamed_and_found_again(nats: NatsServer, tmp_path: Path) -> None:
    async with house(nats, tmp_path) as lobby:
        anna = await lobby.guest("Anna")
        renamed = await lobby.ask(subjects.LOBBY_PERSON, PersonRequest(id=anna.id, name="Änne"), Person)
        assert renamed == Person(id=anna.id, name="Änne")
    async with house(nats, tmp_path) as lobby:
        assert await lobby.ask(subjects.LOBBY_PERSON, PersonRequest(id=anna.id), Person) == renamed


async def test_a_nameless_guest_gets_a_name_and_an_unknown_one_is_refused(nats: NatsServer, tmp_path: Path) -> None:
    async with house(nats, tmp_path) as lobby:
        assert (await lobby.ask(subjects.LOBBY_PERSON, PersonRequest(), Person)).name.startswith("Gast ")
        for request in (PersonRequest(id="nobody00"), PersonRequest(id="nobody00", name="Neu")):
            async with refusal(ErrorCode.NOT_FOUND, "unknown_person"):
                await lobby.ask(subjects.LOBBY_PERSON, request, Person)


async def test_a_new_table_seats_its_host_first_and_computers_behind(nats: NatsServer, tmp_path: Path) -> None:
    async with house(nats, tmp_path) as lobby:
        anna = await lobby.guest()
        table = await lobby.open(anna, computers=(Level.EASY, Level.STRONG), options={"flaps": 9})
        assert [seat.level for seat in table.seats] == [None, Level.EASY, Level.STRONG, None]
        assert (table.seats[0].person, table.host, table.status) == (anna.id, anna.id, TableStatus.OPEN)
        assert table.settings.options["rounds"] == 1, "options left out stand at their defaults"
        assert len(table.commitment) == 64
        assert (await lobby.get(table)).table == table


async def test_wrong_rules_and_seats_are_refused_when_opening(nats: NatsServer, tmp_path: Path) -> None:
    async with house(nats, tmp_path) as lobby:
        anna = await lobby.guest()
        async with refusal(ErrorCode.BAD_REQUEST, "bad_options"):
            await lobby.open(anna, options={"flaps": 10})
        async with refusal(ErrorCode.BAD_REQUEST, "bad_options"):
            await lobby.open(anna, options={"wings": 2})
        with pytest.raises(DicearenaError, match="searches_basis_only"):
            await lobby.open(anna, GameKey.CHICAGO, options={"searches": 3})
        async with refusal(ErrorCode.BAD_REQUEST, "stake_with_own_dice"):
            await lobby.open(anna, GameKey.CRAG, options={"own_dice": True}, stake=5)
        async with refusal(ErrorCode.BAD_REQUEST, "day_by_daily_only"):
            await lobby.open(anna, options={"day": "2031-01-01"})
        async with refusal(ErrorCode.BAD_REQUEST, "seats"):
            await lobby.open(anna, GameKey.MAEXCHEN, seats=1)
        async with refusal(ErrorCode.CONFLICT, "seats_taken_by_computers"):
            await lobby.open(anna, seats=2, computers=(Level.EASY, Level.EASY))
        await lobby.gateway.flush()
        assert lobby.changes == []


async def test_the_list_has_listed_tables_only_until_they_are_long_over(nats: NatsServer, tmp_path: Path) -> None:
    async with house(nats, tmp_path, lobby_finished_minutes=0) as lobby:
        anna = await lobby.guest()
        listed = await lobby.open(anna)
        hidden = await lobby.open(anna, listed=False)
        running = await lobby.started(anna)
        shown = await lobby.list()
        assert {listed.id, running.id} <= set(shown)
        assert hidden.id not in shown
        assert shown[running.id] == running
        await lobby.finish(running)
        assert running.id not in await lobby.list()
        assert (await lobby.get(running)).table.status is TableStatus.FINISHED


async def test_the_list_holds_more_tables_than_one_look_up_of_the_server(nats: NatsServer, tmp_path: Path) -> None:
    async with house(nats, tmp_path, lobby_max_open=2000) as lobby:
        anna = await lobby.guest()
        for _ in range(55):
            await asyncio.gather(*(lobby.open(anna) for _ in range(20)))
        assert len(await lobby.list()) >= 1100


async def test_entropy_is_kept_but_in_no_answer_and_no_broadcast(nats: NatsServer, tmp_path: Path) -> None:
    async with house(nats, tmp_path) as lobby:
        anna = await lobby.guest()
        table = await lobby.open(anna, seats=2, computers=(Level.EASY,))
        answers = [
            await lobby.gateway.request_raw(subject, orjson.dumps(request))
            for subject, request in (
                (
                    subjects.LOBBY_READY,
                    {"table": table.id, "person": anna.id, "entropy": ENTROPY, "commitment": table.commitment},
                ),
                (subjects.LOBBY_GET, {"table": table.id}),
                (subjects.LOBBY_LIST, {}),
                (subjects.LOBBY_START, {"table": table.id, "person": anna.id}),
            )
        ]
        assert lobby.rules["boards"].opened[-1].seats[0].entropy == ENTROPY
        assert not any(ENTROPY.encode() in answer for answer in answers)
        assert ENTROPY not in orjson.dumps(lobby.changes).decode()


async def test_forty_people_who_join_at_once_fill_the_three_seats_left(nats: NatsServer, tmp_path: Path) -> None:
    async with house(nats, tmp_path) as lobby:
        anna, *others = await asyncio.gather(*(lobby.guest(f"Gast {i}") for i in range(41)))
        table = await lobby.open(anna, seats=6)
        results = await asyncio.gather(*(lobby.join(table, guest) for guest in others), return_exceptions=True)
        seated = [result for result in results if isinstance(result, LobbyTable)]
        refused = [result for result in results if isinstance(result, DicearenaError)]
        assert (len(seated), len(refused)) == (3, 37)
        assert {error.wire.key for error in refused} == {"lobby.refused.full"}
        people = [seat.person for seat in (await lobby.get(table)).table.seats]
        assert len(set(people[:4])) == 4
        assert people[4:] == [None, None]


async def test_every_change_is_broadcast_once_with_a_growing_number(nats: NatsServer, tmp_path: Path) -> None:
    async with house(nats, tmp_path) as lobby:
        anna, ben = await lobby.guest("Anna"), await lobby.guest("Ben")
        table = await lobby.open(anna, seats=3)
        await lobby.join(table, ben)
        await lobby.join(table, ben)
        settings = TableSettings(game=GameKey.SHUT_THE_BOX, clock=60).model_dump(mode="json")
        await lobby.act(subjects.LOBBY_SETTINGS, table, anna, settings=settings)
        await lobby.act(subjects.LOBBY_SEATS, table, anna, seats=2)
        await lobby.leave(table, ben)
        await lobby.gateway.flush()
        told = [change["table"] for change in lobby.changes if change["kind"] == "table"]
        assert [change["rev"] for change in told] == [1, 2, 3, 4, 5]
        assert told[-1] == (await lobby.get(table)).table.model_dump(mode="json")


async def test_a_start_opens_the_game_once_and_asking_again_is_harmless(nats: NatsServer, tmp_path: Path) -> None:
    async with house(nats, tmp_path) as lobby:
        anna = await lobby.guest()
        table = await lobby.open(anna, seats=3, computers=(Level.EASY,))
        await lobby.ready(table, anna)
        starts = await asyncio.gather(*(lobby.start(table, anna, Level.STRONG) for _ in range(4)))
        assert {start.status for start in starts} <= {TableStatus.STARTING, TableStatus.RUNNING}
        assert (await lobby.get(table)).table.status is TableStatus.RUNNING
        openings = [opening for opening in lobby.rules["boards"].opened if opening.table == table.id]
        assert all(opening == openings[0] for opening in openings)
        assert [seat.level for seat in openings[0].seats] == [None, Level.EASY, Level.STRONG]
        assert openings[0].commitment == table.commitment
        async with refusal(ErrorCode.CONFLICT, "leave_in_game"):
            await lobby.leave(table, anna)


async def test_a_start_the_rules_did_not_hear_is_repeated_by_whoever_sees_it(nats: NatsServer, tmp_path: Path) -> None:
    async with house(nats, tmp_path) as lobby:
        anna = await lobby.guest()
        lobby.rules["boards"].failure = DicearenaError(ErrorCode.UNAVAILABLE)
        tables = [await lobby.started(anna) for _ in range(3)]
        assert {table.status for table in tables} == {TableStatus.STARTING}
        lobby.rules["boards"].failure = None
        await asyncio.sleep(2.1)
        by_get, by_list, by_round = tables
        await lobby.get(by_get)

        async def runs(table: LobbyTable) -> bool:
            raw = await lobby.lobby.handlers._store.get(table.id)
            return raw.table.status is TableStatus.RUNNING

        await eventually(lambda: runs(by_get))
        assert not await runs(by_list)
        await lobby.list()
        await eventually(lambda: runs(by_list))
        await lobby.twin.caretaker.round()
        assert await runs(by_round)


async def test_a_game_the_rules_refuse_closes_the_table(nats: NatsServer, tmp_path: Path) -> None:
    async with house(nats, tmp_path) as lobby:
        anna = await lobby.guest()
        lobby.rules["boards"].failure = DicearenaError(ErrorCode.BAD_REQUEST, "error.bad_seats")
        table = await lobby.open(anna, seats=2, computers=(Level.EASY,))
        await lobby.ready(table, anna)
        with pytest.raises(DicearenaError) as caught:
            await lobby.start(table, anna)
        assert caught.value.wire.key == "error.bad_seats"
        assert (await lobby.get(table)).table.status is TableStatus.CLOSED


async def test_two_taps_on_rematch_make_one_table_of_the_same_people(nats: NatsServer, tmp_path: Path) -> None:
    async with house(nats, tmp_path) as lobby:
        anna, ben, cleo = [await lobby.guest(name) for name in ("Anna", "Ben", "Cleo")]
        table = await lobby.open(anna, seats=3, computers=(Level.STRONG,), options={"rounds": 5})
        await lobby.join(table, ben)
        for person in (anna, ben):
            await lobby.ready(table, person)
        running = await lobby.start(table, anna)
        async with refusal(ErrorCode.FORBIDDEN, "not_seated"):
            await lobby.rematch(table, cleo)
        await lobby.finish(table)
        first, second = await asyncio.gather(lobby.rematch(table, anna), lobby.rematch(table, ben))
        assert first.id == second.id == f"{table.id}-r1"
        again = (await lobby.get(first.id)).table
        assert [seat.person for seat in again.seats] == [seat.person for seat in running.seats]
        assert (again.settings, again.seats[1]) == (running.settings, running.seats[1])
        assert not any(seat.ready for seat in again.seats)
        assert again.commitment != table.commitment
        assert (await lobby.get(table)).table.rematch == again.id


async def test_a_rematch_of_a_rematch_counts_on(nats: NatsServer, tmp_path: Path) -> None:
    async with house(nats, tmp_path) as lobby:
        anna = await lobby.guest()
        table = await lobby.started(anna)
        for number in (1, 2):
            await lobby.finish(table)
            following = await lobby.rematch(table, anna)
            assert following.id.endswith(f"-r{number}")
            await lobby.ready(following, anna)
            table = await lobby.start(following, anna)


async def test_a_rematch_tapped_before_the_result_is_stored_waits_for_it(nats: NatsServer, tmp_path: Path) -> None:
    async with house(nats, tmp_path) as lobby:
        anna = await lobby.guest()
        table = await lobby.started(anna)
        tap = asyncio.create_task(lobby.rematch(table, anna))
        await asyncio.sleep(0.3)
        await lobby.finish(table)
        assert (await tap).id == f"{table.id}-r1"


async def test_the_daily_attempt_starts_at_once_and_only_once(nats: NatsServer, tmp_path: Path) -> None:
    async with house(nats, tmp_path) as lobby:
        anna = await lobby.guest()
        table = await lobby.daily(anna)
        assert (table.id, table.status) == (f"daily-{DAY}-{anna.id}", TableStatus.RUNNING)
        assert (table.listed, table.official, table.day) == (False, True, DAY)
        assert await lobby.daily(anna) == table
        (opening,) = lobby.rules["boards"].opened
        assert opening.daily is not None
        assert (opening.daily.day, opening.daily.official) == (DAY, True)
        assert opening.settings.clock is None
        assert opening.settings.options == {"flaps": 12, "rounds": 3, "day": DAY}
        assert [(seat.name, seat.level) for seat in opening.seats] == [("Anna", None), ("Rechenmeister", Level.STRONG)]
        await lobby.finish(table)
        assert (await lobby.daily(anna)).status is TableStatus.FINISHED
        async with refusal(ErrorCode.CONFLICT, "no_daily_rematch"):
            await lobby.rematch(table, anna)


async def test_practice_only_after_the_official_attempt_and_one_at_a_time(nats: NatsServer, tmp_path: Path) -> None:
    async with house(nats, tmp_path) as lobby:
        anna = await lobby.guest()
        async with refusal(ErrorCode.CONFLICT, "official_attempt_first"):
            await lobby.daily(anna, practice=True)
        official = await lobby.daily(anna)
        async with refusal(ErrorCode.CONFLICT, "official_attempt_first"):
            await lobby.daily(anna, practice=True)
        await lobby.finish(official)
        first = await lobby.daily(anna, practice=True)
        assert (first.id, first.official) == (f"{official.id}-x1", False)
        assert (await lobby.daily(anna, practice=True)).id == first.id
        await lobby.finish(first)
        assert (await lobby.daily(anna, practice=True)).id == f"{official.id}-x2"


async def test_chat_keeps_the_newest_fifty_lines_and_tells_each(nats: NatsServer, tmp_path: Path) -> None:
    async with house(nats, tmp_path) as lobby:
        anna = await lobby.guest()
        table = await lobby.open(anna)
        await asyncio.gather(*(lobby.say(table, anna, f"Zeile {number}") for number in range(8)))
        for number in range(8, 60):
            await lobby.say(table, anna, f"Zeile {number}")
        kept = (await lobby.get(table)).chat
        assert [line.text for line in kept] == [f"Zeile {number}" for number in range(10, 60)]
        assert {line.name for line in kept} == {"Anna"}
        await lobby.gateway.flush()
        told = [change["line"]["text"] for change in lobby.changes if change["kind"] == "chat"]
        assert sorted(told) == sorted(f"Zeile {number}" for number in range(60))


async def test_who_is_connected_shows_at_the_seats_through_every_gateway(nats: NatsServer, tmp_path: Path) -> None:
    async with house(nats, tmp_path) as lobby:
        anna, ben = await lobby.guest("Anna"), await lobby.guest("Ben")
        table = await lobby.open(anna)
        await lobby.join(table, ben)

        async def shown() -> tuple[list[bool], int]:
            seen = (await lobby.get(table)).table
            return [seat.online for seat in seen.seats[:2]], seen.watchers

        await lobby.report({table.id: (anna.id,), "unknown-table": (ben.id,)}, {table.id: 2})
        await lobby.report({table.id: (ben.id,)}, {table.id: 1}, gateway="gateway-2")
        await lobby.lobby.caretaker.round()
        assert await shown() == ([True, True], 3)
        await lobby.report({table.id: ()}, {})
        await lobby.twin.caretaker.round()
        assert await shown() == ([False, True], 1)


async def test_a_gateway_that_reports_no_more_is_forgotten(
    nats: NatsServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(nats, tmp_path) as lobby:
        anna = await lobby.guest()
        table = await lobby.open(anna)
        await lobby.report({table.id: (anna.id,)})
        assert (await lobby.get(table)).table.seats[0].online
        real = time.time_ns
        monkeypatch.setattr("time.time_ns", lambda: real() + (FORGET_MS + 1000) * 1_000_000)
        await lobby.lobby.caretaker.round()
        assert not (await lobby.get(table)).table.seats[0].online


async def test_one_person_hosts_only_so_many_tables_that_have_not_begun(nats: NatsServer, tmp_path: Path) -> None:
    async with house(nats, tmp_path, lobby_max_open=2) as lobby:
        anna = await lobby.guest()
        await lobby.twin.caretaker.round()
        await lobby.lobby.caretaker.round()
        tables = [await lobby.open(anna) for _ in range(2)]
        await lobby.lobby.caretaker.round()
        await lobby.twin.caretaker.round()
        async with refusal(ErrorCode.TOO_MANY, "too_many_tables"):
            await lobby.open(anna)
        await lobby.leave(tables[0], anna)
        assert (await lobby.open(anna)).status is TableStatus.OPEN


async def test_tables_nobody_has_open_are_closed_and_old_ones_put_away(nats: NatsServer, tmp_path: Path) -> None:
    async with house(nats, tmp_path, lobby_idle_minutes=0.00001, lobby_keep_hours=0.000001) as lobby:
        anna, ben = await lobby.guest("Anna"), await lobby.guest("Ben")
        left = await lobby.open(anna)
        used = await lobby.open(ben)
        await lobby.report({used.id: (ben.id,)})
        await lobby.say(left, anna, "Hallo?")
        await asyncio.sleep(0.02)
        await lobby.lobby.caretaker.round()
        assert (await lobby.get(left)).table.status is TableStatus.CLOSED
        await asyncio.sleep(0.02)
        await lobby.lobby.caretaker.round()
        async with refusal(ErrorCode.NOT_FOUND, "unknown_table"):
            await lobby.get(left)
        assert (await lobby.get(used)).table.status is TableStatus.OPEN


async def test_a_finish_of_a_table_the_lobby_does_not_know_is_no_matter(nats: NatsServer, tmp_path: Path) -> None:
    async with house(nats, tmp_path) as lobby:
        anna = await lobby.guest()
        table = await lobby.open(anna)
        await lobby.finish(table.model_copy(update={"id": "never-seen"}))
