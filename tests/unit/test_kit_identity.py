"""Tokens say who calls, until their time is over, and cannot be made by anybody else."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from fixtures.services import Keys, person, service_caller
from hypothesis import given
from hypothesis import strategies as st

from redscience.errors import NotLoggedIn
from redscience.names import ANONYMOUS_ID
from services.kit import identity
from services.kit import tokens as kit_tokens
from services.kit.identity import Caller, anyone, known, player, require_caller, service, set_caller
from services.kit.tokens import REMEMBERED, sign, verify

NOW_MS = 1_700_000_000_000
ANNA = person("01ANNA", name="Änna 🙂")
CLAIMS = {"sub": "01A", "kind": "person", "role": "creator", "universe": "public", "name": "A", "exp": NOW_MS}


@given(st.integers(0, 599_999))
def test_a_token_says_who_until_its_time_is_over(keys: Keys, later_ms: int) -> None:
    token = sign(keys.private, ANNA, now_ms=NOW_MS)
    verified = verify(keys.public, token, now_ms=NOW_MS + later_ms)
    assert (verified.caller, verified.expires_at_ms) == (ANNA, NOW_MS + 600_000)
    with pytest.raises(NotLoggedIn, match="expired"):
        verify(keys.public, token, now_ms=NOW_MS + 600_000 + later_ms)


def test_visitors_share_a_player_and_act_each_for_themselves(keys: Keys) -> None:
    visitors = [Caller(ANONYMOUS_ID, "anonymous", "anonymous", "public", "Anonymous", each) for each in ("01A", "01B")]
    read = [verify(keys.public, sign(keys.private, each, now_ms=NOW_MS), now_ms=NOW_MS).caller for each in visitors]
    assert read == visitors
    assert [each.controller_id for each in read] == ["anonymous:01A", "anonymous:01B"]
    assert ANNA.controller_id == ANNA.id


@pytest.mark.parametrize("token", ["", "x", "a.b.c", "é.é.é"])
def test_what_is_no_token_is_refused(keys: Keys, token: str) -> None:
    with pytest.raises(NotLoggedIn):
        verify(keys.public, token, now_ms=NOW_MS)


def test_who_sends_a_secret_in_place_of_a_token_is_told_where_they_get_one(keys: Keys) -> None:
    with pytest.raises(NotLoggedIn, match="Exchange gives one for a secret"):
        verify(keys.public, "BUhvOdVF3xmYFh0q", now_ms=NOW_MS)


def test_a_forged_token_is_refused(keys: Keys) -> None:
    header, payload, signature = sign(keys.private, ANNA, now_ms=NOW_MS).split(".")
    claims = json.loads(base64.urlsafe_b64decode(payload + "=="))
    forged = base64.urlsafe_b64encode(json.dumps(claims | {"role": "admin"}).encode()).rstrip(b"=").decode()
    unsigned = base64.urlsafe_b64encode(b'{"alg":"none","typ":"JWT"}').rstrip(b"=").decode()
    by_secret = jwt.encode(claims, base64.b64encode(keys.public), algorithm="HS256")
    for token in (f"{header}.{forged}.{signature}", f"{unsigned}.{payload}.", by_secret):
        with pytest.raises(NotLoggedIn):
            verify(keys.public, token, now_ms=NOW_MS)


@pytest.mark.parametrize("missing", ["aud", "sub", "kind", "role", "universe", "name", "exp"])
def test_a_token_that_leaves_something_out_is_refused(keys: Keys, missing: str) -> None:
    claims = jwt.decode(sign(keys.private, ANNA, now_ms=NOW_MS), options={"verify_signature": False})
    del claims[missing]
    with pytest.raises(NotLoggedIn):
        verify(keys.public, jwt.encode(claims, keys.private.decode(), algorithm="EdDSA"), now_ms=NOW_MS)


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The tokens whose signatures were checked, in order."""
    tokens: list[str] = []
    decode = jwt.decode

    def counted(token: str, *args: Any, **kwargs: Any) -> Any:
        tokens.append(token)
        return CLAIMS if token.startswith("any") else decode(token, *args, **kwargs)

    monkeypatch.setattr(jwt, "decode", counted)
    yield tokens
    kit_tokens._verified.cache_clear()


def test_a_verified_token_is_remembered_until_it_expires(keys: Keys, decoded: list[str]) -> None:
    token = sign(keys.private, ANNA, now_ms=NOW_MS, lifetime_ms=1)
    assert [verify(keys.public, token, now_ms=NOW_MS).caller for _ in range(3)] == [ANNA] * 3
    for _ in range(3):
        with pytest.raises(NotLoggedIn, match="expired"):
            verify(keys.public, token, now_ms=NOW_MS + 1)
    assert decoded == [token]


def test_a_token_is_remembered_under_the_key_that_verified_it(keys: Keys) -> None:
    token = sign(keys.private, ANNA, now_ms=NOW_MS)
    verify(keys.public, token, now_ms=NOW_MS)
    other = Ed25519PrivateKey.generate().public_key()
    with pytest.raises(NotLoggedIn):
        verify(other.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo), token, now_ms=NOW_MS)


def test_a_refused_token_is_checked_each_time(keys: Keys, decoded: list[str]) -> None:
    for _ in range(3):
        with pytest.raises(NotLoggedIn):
            verify(keys.public, "a.b.c", now_ms=NOW_MS)
    assert decoded == ["a.b.c"] * 3


def test_so_many_tokens_are_remembered_and_no_more(keys: Keys, decoded: list[str]) -> None:
    tokens = [f"any {number}" for number in range(REMEMBERED + 1)]
    for token in [*tokens, *tokens[1:], tokens[0]]:
        verify(keys.public, token, now_ms=NOW_MS)
    assert decoded == [*tokens, tokens[0]]


def test_who_may_call() -> None:
    match = service_caller("match")
    callers: tuple[Caller | None, ...] = (None, ANNA, match)
    visitor = Caller(ANONYMOUS_ID, "anonymous", "anonymous", "public", "Anonymous", "01A")
    bot = Caller("01BOT", "bot", "persona", "public", "Bot")
    assert [anyone(each) for each in callers] == [True, True, True]
    assert [known(each) for each in callers] == [False, True, True]
    assert [player(each) for each in callers] == [False, True, False]
    assert [identity.person(each) for each in (*callers, visitor, bot)] == [False, True, False, False, False]
    assert [player(each) for each in (visitor, bot)] == [True, True]
    assert [service("match", "chaos")(each) for each in callers] == [False, False, True]
    assert [service("chaos")(each) for each in callers] == [False, False, False]


async def test_nobody_is_refused_where_somebody_is_needed() -> None:
    with pytest.raises(NotLoggedIn):
        require_caller()
    set_caller(ANNA, "token")
    assert require_caller() == ANNA
