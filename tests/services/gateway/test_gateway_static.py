"""The static client: what is cached, which paths are the page, which headers go with it."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from tests.services.gateway.conftest import OpenHouse


@pytest.fixture
async def page(open_house: OpenHouse, tmp_path: Path) -> httpx.AsyncClient:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Würfel</title>", encoding="utf-8")
    (tmp_path / "assets" / "app-4f3a.js").write_text("export {};" * 500, encoding="utf-8")
    house = await open_house(DICEARENA_WEB_DIST=tmp_path)
    http = house.http()
    house.stack.push_async_callback(http.aclose)
    return http


@pytest.mark.parametrize("path", ["/", "/tisch/abc-123", "/rangliste"])
async def test_the_page_answers_under_its_own_links_and_is_never_cached(page: httpx.AsyncClient, path: str) -> None:
    answer = await page.get(path)
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
    assert "Würfel" in answer.text


async def test_hashed_files_are_cached_for_ever_and_compressed(page: httpx.AsyncClient) -> None:
    answer = await page.get("/assets/app-4f3a.js", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-encoding"] == "gzip"


@pytest.mark.parametrize("path", ["/assets/gone.js", "/favicon.ico", "/api/nothing", "/../secret.txt"])
async def test_what_is_not_there_is_not_the_page(page: httpx.AsyncClient, path: str) -> None:
    answer = await page.get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


async def test_strict_headers_go_with_every_answer(page: httpx.AsyncClient) -> None:
    for path in ("/", "/api/catalog", "/api/nothing"):
        headers = (await page.get(path, headers={"Host": "192.168.1.5:8080"})).headers
        policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
        assert policy["default-src"] == "'self'"
        assert policy["connect-src"] == "'self' ws://192.168.1.5:8080 wss://192.168.1.5:8080"
        assert policy["frame-ancestors"] == "'none'"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert "camera=()" in headers["permissions-policy"]
        assert "strict-transport-security" not in headers


async def test_a_host_that_is_no_host_does_not_get_into_the_policy(page: httpx.AsyncClient) -> None:
    headers = (await page.get("/", headers={"Host": "a; script-src *"})).headers
    assert "script-src" not in headers["content-security-policy"]
