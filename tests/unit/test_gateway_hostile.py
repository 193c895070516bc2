"""Requests that no page of ours sends: refused by name, never with an internal error."""

from __future__ import annotations

import pytest
from fixtures.fakes.world import World
from fixtures.gateway import backends_of, data_of
from flask import Flask
from flask.testing import FlaskClient

from redscience.errors import InvalidField
from services.gateway.app import create_app
from services.gateway.incoming import body
from services.gateway.security import CHALLENGE_COOKIE, COOKIE


def client(world: World | None = None, *, loopback: bool = True) -> FlaskClient:
    addresses = dict.fromkeys(("players", "rules", "match", "rating"), "127.0.0.1:1")
    return create_app(backends_of(world or World()), addresses=addresses, loopback=loopback).test_client()


@pytest.mark.parametrize("body", [b'{"email": "\\ud800@example.org"}', b"[" * 100_000, b"\xff", b"", b"9" * 5_000])
def test_a_body_that_cannot_be_read_is_refused(body: bytes) -> None:
    answer = client().post("/api/log-in/code", data=body, content_type="application/json")
    assert answer.status_code == 422
    assert answer.json is not None
    assert answer.json["code"] == "input/invalid"


def test_a_body_that_is_nested_too_deep_is_told_so() -> None:
    nested = b'{"email": ' + b"[" * 20_000 + b"]" * 20_000 + b"}"
    answer = client().post("/api/log-in/code", data=nested, content_type="application/json")
    assert (answer.json or {})["faults"][0]["problem"] == "is nested too deep"


@pytest.mark.parametrize("value", [r'"\ud800"', "NaN", "-Infinity", r'{"a": ["\ud800"]}', r'{"\ud800": 1}'])
@pytest.mark.parametrize("field", ["rule_set", "editing"])
def test_what_others_cannot_read_is_refused_wherever_it_stands(field: str, value: str) -> None:
    world = World()
    _, secret = world.add_player("Ada")
    ada = client(world)
    ada.set_cookie(COOKIE, secret)
    fields = {"rule_set": "{}", "editing": "{}", field: f'{{"about": {value}}}'}
    said = ", ".join(f'"{name}": {its}' for name, its in fields.items())
    text = f'{{"id": "", "version": 0, "request_id": "r", "name": "n", "game_id": "", "family": "variations", {said}}}'
    answer = ada.post("/api/drafts", data=text, content_type="application/json")
    assert answer.status_code == 422
    assert [fault["path"] for fault in (answer.json or {})["faults"]] == [field]


@pytest.mark.parametrize("path", ["/static/zz/%00", "/static/a/" + 300 * "b", "/static/%ED%A0%80/x", "/static/v/en"])
def test_an_address_of_no_file_leads_nowhere(path: str) -> None:
    assert client().get(path).status_code == 404


@pytest.mark.parametrize(
    "path",
    ["/api/tournaments/{}/games/9223372036854775808/replay", "/tournaments/{}/games/99999999999999999999"],
)
def test_a_number_that_none_has_leads_nowhere(path: str) -> None:
    assert client().get(path.format("01J00000000000000000NWHERE")).status_code == 404


def test_neither_does_a_number_of_a_message_that_none_has() -> None:
    answer = client().post("/api/matches/01J00000000000000000NWHERE/chat/seats/4294967296/report", json={"reason": "x"})
    assert answer.status_code == 404


def test_a_number_that_is_too_large_is_refused_by_name() -> None:
    with Flask("hostile").test_request_context(json={"seconds": 10**400}), pytest.raises(InvalidField) as caught:
        body().number("seconds")
    assert [fault.path for fault in caught.value.faults] == ["seconds"]


@pytest.mark.parametrize("origin", ["http://[", "null", "http://evil.example", ""])
def test_an_origin_that_is_not_ours_is_refused(origin: str) -> None:
    answer = client().post("/api/log-out", json={}, headers={"Origin": origin})
    assert answer.status_code == 403


@pytest.mark.parametrize(
    "onward", ["//[", "//evil.example", "/\\evil.example", "/\t/evil.example", "/\r\nX: y", "https:evil.example"]
)
def test_one_goes_on_within_this_site_alone(onward: str) -> None:
    answer = client().get("/login", query_string={"next": onward})
    assert answer.status_code == 200
    assert data_of(answer.text)["onward"] == "/"


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "["])
def test_on_loopback_other_names_lead_nowhere(host: str) -> None:
    assert client().get("/outbox", headers={"Host": host}).status_code == 403


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "[::1]:8000"])
def test_on_loopback_its_own_names_lead_here(host: str) -> None:
    assert client().get("/login", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("forwarded", ["127.0.0.1", "203.0.113.9"])
def test_a_proxy_that_names_this_machine_opens_no_outbox(forwarded: str) -> None:
    stranger = client()
    headers = dict.fromkeys(("Host", "X-Forwarded-Host", "X-Real-IP"), "127.0.0.1")
    headers["X-Forwarded-For"] = forwarded
    asked = stranger.post("/api/log-in/code", json={"email": "first@example.org"}, headers=headers)
    assert asked.status_code == 200
    assert not set(asked.json or {}) & {"code", "challenge"}
    assert stranger.get("/outbox", headers=headers).status_code == 403
    assert stranger.get("/outbox?key=", headers=headers).status_code == 403
    for code in ("000000", ""):
        guess = {"email": "first@example.org", "code": code}
        assert stranger.post("/api/log-in", json=guess, headers=headers).status_code >= 400


def test_on_a_server_every_name_leads_here() -> None:
    assert client(loopback=False).get("/login", headers={"Host": "games.example.org"}).status_code == 200


SERVER = "https://games.example.org"


def test_on_a_server_a_session_is_no_other_hosts_to_set() -> None:
    """Any page of example.org can have browsers send a cookie here, before the one of the same name that they have."""
    world = World()
    ada, mallory = client(world, loopback=False), world.add_player("Mallory")[1]
    asked = ada.post("/api/log-in/code", json={"email": "ada@example.org"}, base_url=SERVER)
    logged_in = ada.post("/api/log-in", json={"email": "ada@example.org", "code": "000001"}, base_url=SERVER)
    for answer, name in ((asked, f"__Host-{CHALLENGE_COOKIE}"), (logged_in, f"__Host-{COOKIE}")):
        said, *attributes = answer.headers["Set-Cookie"].split("; ")
        assert said.partition("=")[0] == name
        # Browsers refuse the name without the first two, or with the third.
        assert {"Secure", "Path=/"} <= {*attributes}
        assert not any(each.startswith("Domain") for each in attributes)
    kept = logged_in.headers["Set-Cookie"].partition(";")[0]
    planted = {"Cookie": f"{COOKIE}={mallory}; {kept}"}
    sent_as_it_is = ada.application.test_client(use_cookies=False)
    page = sent_as_it_is.get("/nothing", headers=planted, base_url=SERVER).text
    assert "Ada" in page
    assert "Mallory" not in page
    assert sent_as_it_is.get("/me", headers={"Cookie": f"{COOKIE}={mallory}"}, base_url=SERVER).status_code == 302


def test_on_a_server_logging_out_takes_the_session_away() -> None:
    world = World()
    _, secret = world.add_player("Ada")
    ada = {"Cookie": f"__Host-{COOKIE}={secret}"}
    sent_as_it_is = client(world, loopback=False).application.test_client(use_cookies=False)
    answer = sent_as_it_is.post("/api/log-out", json={}, headers=ada, base_url=SERVER)
    assert f"__Host-{COOKIE}=;" in answer.headers["Set-Cookie"]
    assert secret not in world.secrets
