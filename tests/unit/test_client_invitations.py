"""What a bot accepts, how it answers invitations, and what becomes of answers that are refused."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

import pytest
from fixtures.patience import PATIENCE_S

from redscience.api.match.v1 import match_pb2
from redscience.api.rules.v1 import rules_pb2
from redscience.client import Accepting, Bot, Invitation
from redscience.client.invitations import Invitations
from redscience.errors import InvalidField, UnknownGame

TOLD = match_pb2.Match(
    id="m",
    game_name="Connect4",
    status=match_pb2.STATUS_INVITED,
    seats=[
        match_pb2.Seat(slot=1, kind="bot", player_name="Deep"),
        match_pb2.Seat(slot=0, kind="person", player_name="Anna"),
        match_pb2.Seat(slot=2, kind="open"),
        match_pb2.Seat(slot=3, kind="chaos"),
    ],
    seconds_per_turn=30,
    rated=True,
)
ACCEPTED = match_pb2.ServeRequest(accept=["m"])
DECLINED = match_pb2.ServeRequest(decline=["m"])


def refusal(code: str, retry_after_s: int = 0) -> match_pb2.Refusal:
    return match_pb2.Refusal(match_id="m", code=code, message="Not so.", retry_after_s=retry_after_s)


class Sent:
    """A bot's invitations, and what it has answered."""

    def __init__(self, accept: Callable[[Invitation], bool] | None) -> None:
        self._answers: asyncio.Queue[match_pb2.ServeRequest] = asyncio.Queue()
        self.invitations = Invitations(self._answers.put_nowait)
        self.invitations.accept = accept

    async def next(self) -> match_pb2.ServeRequest:
        async with asyncio.timeout(PATIENCE_S):
            return await self._answers.get()

    async def nothing_more(self, seconds: float = 0.1) -> bool:
        await asyncio.sleep(seconds)
        return self._answers.empty()


class Rules:
    """Knows the ids of two games."""

    async def Get(self, request: rules_pb2.GetRequest) -> rules_pb2.GetResponse:
        if request.name not in {"Connect4", "Qubic-4"}:
            raise UnknownGame(f"There is no game of the name {request.name!r}.")
        return rules_pb2.GetResponse(game=rules_pb2.Game(id=f"id of {request.name}"))


async def test_what_is_accepted_is_said_with_the_ids_of_the_games() -> None:
    accepting = Accepting(
        games=("Connect4", "Qubic-4"), seconds_per_turn=5, matches=10, whom="friends", tournaments=True
    )
    assert await accepting.message(Rules()) == match_pb2.Accepting(
        game_ids=["id of Connect4", "id of Qubic-4"],
        least_seconds_per_turn=5,
        most_matches=10,
        whom=match_pb2.WHOM_FRIENDS,
        tournaments=True,
    )
    assert await Accepting().message(Rules()) == match_pb2.Accepting(whom=match_pb2.WHOM_ANYBODY)
    with pytest.raises(UnknownGame, match="'Conect4'"):
        await Accepting(games=("Conect4",)).message(Rules())


def test_what_cannot_be_meant_is_said_so() -> None:
    whom: Any = "everybody"
    with pytest.raises(InvalidField, match=r"whom: is 'everybody'\. Write one of anybody, friends, owner"):
        Accepting(whom=whom)
    one: Any = "Connect4"
    with pytest.raises(InvalidField, match=r"games: is one text\. Give names, as in \('Connect4',\)"):
        Accepting(games=one)
    with pytest.raises(InvalidField, match=r"seconds_per_turn: is -1\. Give 0 or more\. matches: is -2\. Give 0"):
        Accepting(seconds_per_turn=-1, matches=-2)
    with pytest.raises(InvalidField, match="accept: is given beside accepting"):
        Bot(lambda decision: decision.legal[0], secret="", accepting=Accepting(), accept=lambda _: True)
    with pytest.raises(InvalidField, match=r"threads: is 0\. Give 1 or more"):
        Bot(lambda decision: decision.legal[0], secret="", threads=0)


@pytest.mark.parametrize(
    ("accepting", "fits"),
    [
        (Accepting(), True),
        (Accepting(games=("connect4",), seconds_per_turn=30), True),
        (Accepting(games=("Qubic-4",)), False),
        (Accepting(seconds_per_turn=31), False),
        (Accepting(whom="owner"), False),
    ],
)
async def test_what_was_sent_before_the_platform_knew_is_answered_by_what_fits(
    accepting: Accepting, *, fits: bool
) -> None:
    sent = Sent(accepting.fits)
    sent.invitations.told(TOLD)
    assert await sent.next() == (ACCEPTED if fits else DECLINED)


@pytest.mark.parametrize(("accepts", "answer"), [(True, ACCEPTED), (False, DECLINED)])
async def test_each_invitation_is_put_to_the_bot(answer: match_pb2.ServeRequest, *, accepts: bool) -> None:
    asked: list[Invitation] = []

    def accept(invitation: Invitation) -> bool:
        asked.append(invitation)
        return accepts

    sent = Sent(accept)
    sent.invitations.told(TOLD)
    assert await sent.next() == answer
    assert asked == [Invitation("m", "Connect4", ("Anna", "Deep", ""), 30, rated=True)]


async def test_where_the_bot_fails_the_invitation_is_declined(caplog: pytest.LogCaptureFixture) -> None:
    sent = Sent(lambda invitation: bool(1 // (invitation.seconds_per_turn - 30)))
    sent.invitations.told(TOLD)
    assert await sent.next() == DECLINED
    assert "The invitation m is declined" in caplog.text
    assert "ZeroDivisionError" in caplog.text


async def test_what_is_called_off_or_nobody_answers_is_not_answered() -> None:
    nobody = Sent(None)
    nobody.invitations.told(TOLD)
    called_off = Sent(lambda _: True)
    called_off.invitations.told(match_pb2.Match(id="m", status=match_pb2.STATUS_CALLED_OFF))
    assert await nobody.nothing_more()
    assert await called_off.nothing_more()


async def test_an_answer_that_is_refused_is_logged_and_sent_again_where_time_helps(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.WARNING)
    sent = Sent(lambda _: True)
    sent.invitations.told(TOLD)
    await sent.next()
    refused_s = time.monotonic()
    sent.invitations.refused(refusal("service/limit_reached", retry_after_s=1))
    assert await sent.next() == ACCEPTED
    assert time.monotonic() - refused_s >= 0.99
    sent.invitations.refused(refusal("match/called_off"))
    assert await sent.nothing_more()
    assert caplog.messages == ["The answer to the invitation m was refused: Not so."] * 2


async def test_an_answer_is_not_sent_again_once_its_invitation_is_called_off() -> None:
    sent = Sent(lambda _: True)
    sent.invitations.told(TOLD)
    await sent.next()
    sent.invitations.refused(refusal("service/unavailable", retry_after_s=1))
    sent.invitations.told(match_pb2.Match(id="m", status=match_pb2.STATUS_CALLED_OFF))
    assert await sent.nothing_more(1.1)
