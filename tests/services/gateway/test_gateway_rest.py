"""REST: sessions, errors, limits, headers."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from dicearena_contracts.errors import WireError
from dicearena_games.registry import GAMES

from tests.services.gateway.conftest import House, OpenHouse
from tests.services.gateway.fakes import COMMITMENT, KEY, cookie, person, table


def error(response: httpx.Response) -> tuple[int, str, str]:
    """Status, code and key of a typed error."""
    wire = WireError.model_validate_json(response.content)
    return response.status_code, str(wire.code), wire.key


async def test_a_guest_begins_is_known_is_renamed_and_forgotten(house: House) -> None:
    async with house.http() as http:
        begun = await http.post("/api/session", json={"name": " Ada "})
        assert (begun.status_code, begun.json()["name"]) == (201, "Ada")
        assert (await http.get("/api/session")).json() == begun.json()
        renamed = await http.patch("/api/session", json={"name": "Bea"})
        assert renamed.json() == {"id": begun.json()["id"], "name": "Bea"}
        assert (await http.get("/api/session")).json()["name"] == "Bea"
        assert (await http.delete("/api/session")).status_code == 204
        assert error(await http.get("/api/session")) == (401, "not_signed_in", "error.not_signed_in")


@pytest.mark.parametrize(("proto", "secure"), [("http", False), ("https", True)])
async def test_the_cookie_is_http_only_and_lax_and_secure_only_over_https(
    house: House, proto: str, secure: bool
) -> None:
    async with house.http(headers={"X-Forwarded-Proto": proto}) as http:
        response = await http.post("/api/session", json={"name": "Ada"})
    attributes = {part.strip().lower() for part in response.headers["set-cookie"].split(";")}
    assert {"httponly", "samesite=lax", "path=/"} <= attributes
    assert ("secure" in attributes) is secure
    assert ("strict-transport-security" in response.headers) is secure


async def test_a_cookie_signed_with_an_older_key_stays_valid(open_house: OpenHouse) -> None:
    from pydantic import SecretStr

    old = "an-older-key-of-many-letters"
    house = await open_house(DICEARENA_SESSION_KEY=SecretStr(f"{old},{KEY}"))
    house.lobby.people[person(1).id] = person(1)
    async with house.http(headers={"Cookie": cookie(person(1), key=old)}) as http:
        assert (await http.get("/api/session")).json()["name"] == "P1"


async def test_a_cookie_that_outlived_its_person_is_nobody(house: House) -> None:
    async with house.http(person(77)) as http:
        assert error(await http.get("/api/session"))[:2] == (401, "not_signed_in")


@pytest.mark.parametrize(
    "value",
    [cookie(person(1), key="a-foreign-key-of-many-letters"), "dicearena=x.y.z"],
    ids=["signed with another key", "no signature at all"],
)
async def test_a_forged_cookie_is_nobody(house: House, value: str) -> None:
    async with house.http(headers={"Cookie": value}) as http:
        assert error(await http.get("/api/mine"))[:2] == (401, "not_signed_in")


async def test_the_catalogue_has_every_playable_game_with_its_house_rules(house: House) -> None:
    async with house.http() as http:
        games = (await http.get("/api/catalog")).json()["games"]
    assert [game["key"] for game in games] == [str(key) for key in GAMES]
    maexchen = next(game for game in games if game["key"] == "maexchen")
    assert (maexchen["family"], maexchen["options"]["properties"]["lives"]["default"]) == ("bluff", 3)


TABLE_CALLS: list[tuple[str, dict[str, Any] | None]] = [
    ("join", None),
    ("leave", None),
    ("ready", {"entropy": "00" * 16, "commitment": COMMITMENT}),
    ("settings", {"settings": {"game": "maexchen", "options": {"lives": 5}}}),
    ("seats", {"seats": 3, "computers": {"2": "easy"}}),
    ("start", {"fill": "normal"}),
    ("rematch", None),
    ("chat", {"text": "hallo"}),
]


@pytest.mark.parametrize(("call", "body"), TABLE_CALLS)
async def test_a_table_call_wants_a_person_and_a_table_and_passes_the_answer_on(
    house: House, call: str, body: dict[str, Any] | None
) -> None:
    house.lobby.put(table("t-rest", person(1)))
    async with house.http() as http:
        assert error(await http.post(f"/api/tables/t-rest/{call}", json=body))[0] == 401
    async with house.http(person(1)) as http:
        assert error(await http.post(f"/api/tables/t-none/{call}", json=body))[:2] == (404, "not_found")
        answer = await http.post(f"/api/tables/t-rest/{call}", json=body)
    assert answer.json().get("id", "t-rest") == "t-rest"
    assert answer.status_code in (200, 201)


async def test_tables_are_opened_listed_and_read(house: House) -> None:
    async with house.http(person(1)) as http:
        body = {"name": "Runde", "settings": {"game": "maexchen"}, "seats": 2}
        opened = await http.post("/api/tables", json=body)
        assert opened.status_code == 201
        listed = (await http.get("/api/tables")).json()["tables"]
        assert [entry["id"] for entry in listed] == [opened.json()["id"]]
        assert (await http.get(f"/api/tables/{opened.json()['id']}")).json()["table"] == opened.json()
        assert (await http.post("/api/daily", json={})).json()["id"] == "daily-1"


async def test_the_export_is_a_file_and_comes_from_the_rules_while_the_archive_has_none(house: House) -> None:
    house.lobby.put(table("t-file", person(1)))
    house.rules.run("t-file", person(1))
    async with house.http() as http:
        answer = await http.get("/api/tables/t-file/export")
        assert answer.headers["content-disposition"] == 'attachment; filename="t-file.json"'
        assert answer.json()["table"] == "t-file"
        assert error(await http.get("/api/tables/t-none/export"))[0] == 404


async def test_lists_and_the_day_can_be_read_by_anybody(house: House) -> None:
    async with house.http() as http:
        assert (await http.get("/api/leaderboard", params={"game": "maexchen"})).json() == {"rows": []}
        assert (await http.get("/api/daily", params={"day": "2026-02-03"})).json()["day"] == "2026-02-03"
        assert (await http.get("/api/day")).json()["commitment"] == COMMITMENT


@pytest.mark.parametrize(
    ("method", "path", "content", "wanted"),
    [
        ("POST", "/api/session", b"{", (422, "bad_request", "error.bad_json")),
        ("POST", "/api/session", b"\xff\xfe", (422, "bad_request", "error.bad_json")),
        ("POST", "/api/session", b"[]", (422, "bad_request", "error.bad_field")),
        ("POST", "/api/session", b'{"name":" "}', (422, "bad_request", "error.bad_field")),
        ("POST", "/api/session", b'{"name":"A","id":"me"}', (422, "bad_request", "error.bad_field")),
        ("GET", "/api/leaderboard?game=poker", b"", (422, "bad_request", "error.bad_field")),
        ("GET", "/api/daily?day=today", b"", (422, "bad_request", "error.bad_field")),
        ("GET", "/api/tables/UPPER", b"", (422, "bad_request", "error.bad_field")),
        ("GET", "/api/nothing", b"", (404, "not_found", "error.not_found")),
        ("PUT", "/api/session", b"", (405, "bad_request", "error.bad_request")),
        ("POST", "/api/session", b'{"name":"' + b"x" * 20_000 + b'"}', (413, "too_large", "error.too_large")),
    ],
)
async def test_bad_input_gets_a_typed_error(
    house: House, method: str, path: str, content: bytes, wanted: tuple[int, str, str]
) -> None:
    async with house.http(headers={"Content-Type": "application/json"}) as http:
        assert error(await http.request(method, path, content=content)) == wanted


async def test_a_body_that_hides_its_length_is_bounded_too(house: House) -> None:
    async def body() -> Any:
        for _ in range(40):
            yield b"x" * 1000

    async with house.http(headers={"Content-Type": "application/json"}) as http:
        assert error(await http.post("/api/session", content=body()))[:2] == (413, "too_large")


async def test_a_write_from_another_page_is_refused_and_one_from_our_own_is_not(house: House) -> None:
    async with house.http() as http:
        foreign = await http.post("/api/session", json={"name": "A"}, headers={"Origin": "http://127.0.0.1:1"})
        assert error(foreign) == (403, "forbidden", "error.foreign_origin")
        own = {"Origin": f"http://127.0.0.1:{house.port}"}
        assert (await http.post("/api/session", json={"name": "A"}, headers=own)).status_code == 201


async def test_requests_over_the_rate_are_refused_per_person_and_per_address(open_house: OpenHouse) -> None:
    house = await open_house(rate_rest="3/hour")
    async with house.http() as anybody, house.http(person(1)) as ada:
        for http in (anybody, ada):
            statuses = [(await http.get("/api/catalog")).status_code for _ in range(4)]
            assert statuses == [200, 200, 200, 429]
        assert error(await anybody.get("/api/catalog"))[1] == "too_many"
        elsewhere = await anybody.get("/api/catalog", headers={"X-Forwarded-For": "203.0.113.9"})
        assert elsewhere.status_code == 200


async def test_new_guests_have_a_rate_of_their_own(open_house: OpenHouse) -> None:
    house = await open_house(rate_guests="1/hour")
    async with house.http() as http:
        assert (await http.post("/api/session", json={"name": "A"})).status_code == 201
        assert error(await http.post("/api/session", json={"name": "B"}))[:2] == (429, "too_many")


async def test_an_untrusted_peer_cannot_choose_its_address_or_scheme(open_house: OpenHouse) -> None:
    house = await open_house(trusted_proxies="10.0.0.0/8", rate_guests="1/hour")
    async with house.http(headers={"X-Forwarded-Proto": "https"}) as http:
        first = await http.post("/api/session", json={"name": "A"}, headers={"X-Forwarded-For": "203.0.113.1"})
        assert "secure" not in first.headers["set-cookie"].lower()
        second = await http.post("/api/session", json={"name": "B"}, headers={"X-Forwarded-For": "203.0.113.2"})
        assert second.status_code == 429


async def test_a_service_that_is_away_is_unavailable_not_an_internal_error(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dicearena_contracts import subjects
    from dicearena_gateway import handlers

    monkeypatch.setattr(handlers, "PATIENCE", 0.1)
    monkeypatch.setattr(subjects, "STATS_LEADERBOARD", "stats.nobody")
    async with house.http() as http:
        assert error(await http.get("/api/leaderboard"))[:2] == (503, "unavailable")


async def test_healthz_answers(house: House) -> None:
    async with house.http() as http:
        assert (await http.get("/healthz")).json() == {"alive": True}
