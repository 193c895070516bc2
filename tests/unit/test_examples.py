"""The bot that looks ahead sees what is near; the one in JavaScript answers all invitations; all say what they lack."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from types import ModuleType
from typing import Any

import grpc
import pytest
from fixtures.patience import PATIENCE_S

import redscience
from redscience import State
from redscience.api.match.v1 import match_pb2
from redscience.api.match.v1.match_pb2_grpc import MatchServiceServicer, add_MatchServiceServicer_to_server
from redscience.api.players.v1 import players_pb2
from redscience.api.players.v1.players_pb2_grpc import PlayersServiceServicer, add_PlayersServiceServicer_to_server
from redscience.client.decision import Decision, decision_of

EXAMPLES = Path(__file__).parents[2] / "examples"
BOTS = Path(__file__).parents[2] / "docs" / "bots.md"


@pytest.fixture(scope="module")
def minimax() -> ModuleType:
    spec = importlib.util.spec_from_file_location("minimax", EXAMPLES / "minimax.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def asked(state: State) -> Decision:
    (seat,) = state.acting
    told = match_pb2.Decision(match_id="m", seat=seat, view_version=1, view=json.dumps(state.view(seat)))
    return decision_of(told, 0, lambda *_: state.game)


def test_a_bot_with_an_agent_as_the_page_has_it_plays_a_match_and_forgets_it() -> None:
    (program,) = re.findall(r"```python\n(import redscience\n.*?)```", BOTS.read_text("utf-8"), re.DOTALL)
    known: dict[str, Any] = {}
    exec(program.partition("\n\nBot(")[0].replace("seconds=0.5", "simulations=20"), known)  # noqa: S102 - our own page
    state = after("Tic-Tac-Toe")
    while state.outcome is None:
        state = state.play({state.acting[0]: known["choose"](asked(state))})
    assert {seat for _, seat in known["agents"]} == {"black", "white"}
    known["over"]("m", state.outcome)
    assert known["agents"] == {}


def after(game: str, *moves: str) -> State:
    state = redscience.game(game).start(seed=1)
    for move in moves:
        (seat,) = state.acting
        state = state.play({seat: move})
    return state


@pytest.mark.parametrize(
    ("moves", "best"),
    [
        (("1,1", "1,3", "2,1", "2,3"), "O@3,1"),  # wins at once
        (("1,1", "2,2", "2,1"), "O@3,1"),  # stops a loss
        (("1,1", "1,2", "2,2"), "O@3,3"),
    ],
)
def test_the_bot_that_looks_ahead_wins_at_once_and_stops_a_loss(
    minimax: ModuleType, moves: tuple[str, ...], best: str
) -> None:
    assert minimax.choose(asked(after("Tic-Tac-Toe", *moves))) == best


def test_where_something_is_hidden_it_draws_lots(minimax: ModuleType) -> None:
    state = redscience.game("RockPaperScissors").start(seed=1)
    told = match_pb2.Decision(match_id="m", seat="black", view_version=1, view=json.dumps(state.view("black")))
    decision = decision_of(told, 0, lambda *_: state.game)
    assert decision.state() is None
    assert minimax.choose(decision) in decision.legal


def interpreter_of(program: str) -> str:
    """What runs a program; skips the test where it cannot be run."""
    if program.endswith(".py"):
        return sys.executable
    node = shutil.which("node")
    if node is None or not (EXAMPLES.parent / "node_modules" / "@grpc" / "proto-loader").exists():
        pytest.skip("Node.js or packages are missing, the bot in JavaScript was not run: make check installs them")
    return node


@pytest.mark.parametrize("program", ["bot.py", "minimax.py", "bot.mjs"])
def test_a_bot_without_a_secret_says_what_it_needs(program: str) -> None:
    command = [interpreter_of(program), EXAMPLES / program]
    environ = {name: value for name, value in os.environ.items() if name != "REDSCIENCE_SECRET"}
    # One that goes on without a secret would try again and again to connect.
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False, timeout=PATIENCE_S)
    said = "Set REDSCIENCE_SECRET to the secret of your bot, as its owner was shown it.\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", said)


class ForOneSession(PlayersServiceServicer, MatchServiceServicer):
    """Stands in for the services until the session is over: then nobody gets a token any more.

    Attributes:
        is_over: whether it is.
    """

    is_over = False

    async def Exchange(self, _request: object, context: Any) -> players_pb2.ExchangeResponse:
        if self.is_over:
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, "The session has ended.")
        return players_pb2.ExchangeResponse(token="a token")  # noqa: S106  # of nobody


class Inviting(ForOneSession):
    """Invites to two matches before it hears what is accepted, then ends the session."""

    def __init__(self) -> None:
        self.accepted: list[str] = []
        self.declined: list[str] = []

    async def Serve(
        self, requests: AsyncIterator[match_pb2.ServeRequest], _context: object
    ) -> AsyncIterator[match_pb2.ServeResponse]:
        self.is_over = True
        told = [
            match_pb2.Match(id=id_, status=match_pb2.STATUS_INVITED, seconds_per_turn=seconds)
            for id_, seconds in (("slow", 60), ("hasty", 2))
        ]
        yield match_pb2.ServeResponse(invitations=told)
        async for request in requests:
            self.accepted += request.accept
            self.declined += request.decline
            if self.accepted and self.declined:
                return


async def end_of_bot_in_javascript(services: Any) -> int:
    """Has the bot in JavaScript play with services until it ends by itself; what it exits with."""
    node, server = interpreter_of("bot.mjs"), grpc.aio.server()
    add_PlayersServiceServicer_to_server(services, server)
    add_MatchServiceServicer_to_server(services, server)
    address = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        body = json.dumps({"grpc": {"players": address, "match": address}}).encode()
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%b" % (len(body), body))
        writer.close()

    await server.start()
    async with asyncio.timeout(PATIENCE_S), await asyncio.start_server(answer, "127.0.0.1", 0) as pages:
        port = pages.sockets[0].getsockname()[1]
        bot = await asyncio.create_subprocess_exec(
            node, EXAMPLES / "bot.mjs", f"http://127.0.0.1:{port}", env=os.environ | {"REDSCIENCE_SECRET": "a secret"}
        )
        try:
            return await bot.wait()
        finally:
            if bot.returncode is None:
                bot.kill()
            await server.stop(None)


async def test_the_bot_in_javascript_answers_what_it_was_invited_to_before_it_was_heard() -> None:
    services = Inviting()
    assert await end_of_bot_in_javascript(services) == 1
    assert (services.accepted, services.declined) == (["slow"], ["hasty"])


class Refusing(ForOneSession):
    """Asks for a move, refuses the first that is sent, then ends the session.

    Args:
        code: why it is refused.
    """

    def __init__(self, code: str) -> None:
        self._code = code
        self.answers: list[match_pb2.Answer] = []

    async def Serve(
        self, requests: AsyncIterator[match_pb2.ServeRequest], _context: object
    ) -> AsyncIterator[match_pb2.ServeResponse]:
        view = json.dumps(redscience.game("Connect4").start(seed=1).view("black"))
        first, another = (
            match_pb2.Decision(match_id=match_id, seat="black", view_version=1, view=view) for match_id in "mn"
        )
        refusal = match_pb2.Refusal(match_id="m", seat="black", view_version=1, code=self._code)
        yield match_pb2.ServeResponse(decisions=[first])
        async for request in requests:
            self.answers += request.answers
            self.is_over = bool(self.answers)
            if [answer.match_id for answer in request.answers] == ["n"]:
                return
            if len(self.answers) == 1 and request.answers:
                yield match_pb2.ServeResponse(refusals=[refusal])
                # The answer to it says that the refusal has been read.
                yield match_pb2.ServeResponse(decisions=[another])


@pytest.mark.parametrize(("code", "answered"), [("move/illegal", ["m", "m", "n"]), ("match/stale_view", ["m", "n"])])
async def test_the_bot_in_javascript_draws_another_move_for_one_that_may_not_be_played(
    code: str, answered: list[str]
) -> None:
    services = Refusing(code)
    assert await end_of_bot_in_javascript(services) == 1
    assert [answer.match_id for answer in services.answers] == answered
    assert all(len(answer.moves) == 1 for answer in services.answers)
