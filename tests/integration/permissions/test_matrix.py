"""Every user × every subject and JetStream call, tried on a real server with the committed nats.conf."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from dicearena_bus.natsconf import main as natsconf
from dicearena_bus.permissions import User
from dicearena_contracts import subjects
from dicearena_contracts.catalogue import Family, GameKey

from tests.integration.permissions.probing import (
    Outcome,
    all_subjects,
    api_calls,
    game_owner,
    may_publish,
    may_subscribe,
    try_everything,
)
from tests.support.nats import INFRA, USERS, NatsServer

RULES = {f"rules-{family}" for family in Family}


@pytest.fixture(scope="module")
def outcomes(nats: NatsServer) -> dict[str, Outcome]:
    """What each user could do."""

    async def each() -> dict[str, Outcome]:
        return {user.name: await try_everything(nats, user.name, all_subjects()) for user in USERS}

    return asyncio.run(each())


@pytest.mark.parametrize("user", USERS, ids=lambda user: user.name)
def test_user_may_do_what_the_file_says_and_nothing_else(outcomes: dict[str, Outcome], user: User) -> None:
    outcome = outcomes[user.name]
    assert outcome.published == {s for s in all_subjects() if may_publish(user, s)}
    assert outcome.subscribed == {s for s in all_subjects() if may_subscribe(user, s)}
    assert outcome.answered == outcome.published


def publishers(outcomes: dict[str, Outcome], subject: str) -> set[str]:
    return {name for name, outcome in outcomes.items() if subject in outcome.published}


def subscribers(outcomes: dict[str, Outcome], subject: str) -> set[str]:
    return {name for name, outcome in outcomes.items() if subject in outcome.subscribed}


@pytest.mark.parametrize("family", Family)
def test_only_its_rules_service_touches_a_family(outcomes: dict[str, Outcome], family: Family) -> None:
    own = {f"rules-{family}"}
    log = subjects.table_log(family, "probe")
    stream, clock = subjects.table_stream(family), subjects.clock_stream(family)
    assert publishers(outcomes, log) == own
    assert publishers(outcomes, f"$JS.API.DIRECT.GET.{stream}") == own
    assert publishers(outcomes, f"$JS.API.DIRECT.GET.{stream}.{log}") == own
    assert publishers(outcomes, subjects.view(family, "probe", 0)) == own
    assert publishers(outcomes, subjects.clock_set(family, "probe")) == own
    assert publishers(outcomes, subjects.clock_due(family, "probe")) == set()
    assert publishers(outcomes, f"$JS.API.CONSUMER.MSG.NEXT.{clock}.{subjects.clock_consumer(family)}") == own
    assert subscribers(outcomes, subjects.rules_act_human(family)) == own
    assert subscribers(outcomes, subjects.view(family, "probe", 0)) == {"gateway"}


@pytest.mark.parametrize("family", Family)
def test_each_command_has_one_sender(outcomes: dict[str, Outcome], family: Family) -> None:
    assert publishers(outcomes, subjects.rules_act_human(family)) == {"gateway"}
    assert publishers(outcomes, subjects.rules_act_bot(family)) == {"bots"}
    assert publishers(outcomes, subjects.rules_open(family)) == {"lobby"}
    assert publishers(outcomes, subjects.rules_admin(family)) == {"admin"}


@pytest.mark.parametrize("game", GameKey)
def test_turns_and_results_come_from_the_rules_only(outcomes: dict[str, Outcome], game: GameKey) -> None:
    assert publishers(outcomes, subjects.bot_turn(game)) == {game_owner(game)}
    assert publishers(outcomes, subjects.match_finished(game)) == {game_owner(game)}
    pull = f"$JS.API.CONSUMER.MSG.NEXT.{subjects.BOT_STREAM}.{subjects.bot_consumer(game)}"
    assert publishers(outcomes, pull) == {"bots"}


def test_dice_are_asked_by_the_rules_and_kept_by_the_dice_service(outcomes: dict[str, Outcome]) -> None:
    for subject in (subjects.DICE_THROW, subjects.DICE_SEAL, subjects.DICE_REVEAL):
        assert publishers(outcomes, subject) == RULES
    assert publishers(outcomes, subjects.DICE_COMMIT) == {"lobby"}
    for name in dir(subjects):
        if name.startswith("DICE_") and "." in getattr(subjects, name):
            assert subscribers(outcomes, getattr(subjects, name)) == {"dice"}
    for bucket, owner in ((subjects.DICE_BUCKET, "dice"), (subjects.LOBBY_BUCKET, "lobby")):
        key = subjects.kv_key(bucket, "probe")
        assert publishers(outcomes, key) == {owner}
        assert publishers(outcomes, f"$JS.API.DIRECT.GET.{subjects.kv_stream(bucket)}") == {owner}


def test_only_the_setup_job_makes_streams_and_nobody_deletes_or_reads_them_otherwise(
    outcomes: dict[str, Outcome],
) -> None:
    for call in api_calls():
        verb = call.removeprefix("$JS.API.")
        if verb.startswith(("STREAM.CREATE", "STREAM.UPDATE", "CONSUMER.CREATE")):
            assert publishers(outcomes, call) == {"setup"}, call
        elif not verb.startswith(("DIRECT.GET", "CONSUMER.MSG.NEXT", "$JS.ACK")):
            assert publishers(outcomes, call) == set(), call


def test_no_service_listens_on_a_streams_subjects(outcomes: dict[str, Outcome]) -> None:
    stored = [
        *(subjects.table_log(family, "probe") for family in Family),
        *(subjects.clock_due(family, "probe") for family in Family),
        *(subjects.bot_turn(game) for game in GameKey),
        *(subjects.match_finished(game) for game in GameKey),
        subjects.kv_key(subjects.DICE_BUCKET, "probe"),
        subjects.kv_key(subjects.LOBBY_BUCKET, "probe"),
    ]
    assert [s for s in stored if subscribers(outcomes, s)] == []


def test_inboxes_are_private_and_nobody_writes_there_unasked(outcomes: dict[str, Outcome]) -> None:
    for user in USERS:
        inbox = f"{subjects.inbox_prefix(user.name)}.probe"
        assert subscribers(outcomes, inbox) == {user.name}
        assert publishers(outcomes, inbox) == set()


def test_the_committed_nats_conf_is_what_the_permissions_make(capsys: pytest.CaptureFixture[str]) -> None:
    assert natsconf(["--check", str(INFRA)]) == 0, capsys.readouterr().err


def test_a_stale_nats_conf_is_noticed(tmp_path: Path) -> None:
    for name in ("permissions.toml", "nats.conf"):
        (tmp_path / name).write_text((INFRA / name).read_text())
    (tmp_path / "nats.conf").write_text((INFRA / "nats.conf").read_text().replace('"lobby.changed"', '"lobby.>"'))
    assert natsconf(["--check", str(tmp_path)]) == 1
