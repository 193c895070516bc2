"""`redscience play --with`: whom it invites, what it says while it waits, and how a match is played."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import pytest
from fixtures.command_line import CommandLine, command_line
from fixtures.control_c import heeds_control_c
from fixtures.patience import PATIENCE_S
from fixtures.services import InProcess, person

from redscience.api.match.v1 import match_pb2
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.api.players.v1 import players_pb2
from redscience.api.players.v1.players_pb2_grpc import PlayersServiceStub
from services.chaos.__main__ import compose as compose_chaos
from services.match.__main__ import compose as compose_match
from services.players.__main__ import compose as compose_players
from services.rules.__main__ import compose as compose_rules

__all__ = ["command_line", "heeds_control_c"]

AGAIN_S = 30.0
"""Longer than the command waits for an answer of the server."""
EVERY_SPACE = "".join(f"{x},{y}\n" for x in (1, 2, 3) for y in (1, 2, 3)) * 9


class Friends(NamedTuple):
    """The command of one of two friends, and what the other is at the server."""

    command: CommandLine
    me: dict[str, Any]
    ben: dict[str, Any]
    bens: MatchServiceStub

    async def invited(self) -> match_pb2.Match:
        """The invitation that Ben has, once there is one."""
        request = match_pb2.ListRequest(status=match_pb2.STATUS_INVITED)
        found: list[match_pb2.Match] = []
        while not found:
            found = list((await self.bens.List(request)).matches)
        return found[0]


@pytest.fixture
async def friends(services: InProcess, command_line: CommandLine) -> Friends:
    for service, compose in (("players", compose_players), ("rules", compose_rules), ("match", compose_match)):
        await services.start(service, compose)
    known = []
    for name in ("Ben", "Anna"):
        assert (await command_line.log_in(f"{name.lower()}@example.org")).code == 0
        me = (await command_line.run("whoami", "--json")).json
        players = PlayersServiceStub(services.channel("players", person(me["id"], name=me["name"])))
        await players.Rename(players_pb2.RenameRequest(name=name))
        known.append((me | {"name": name}, players))
    (ben, of_ben), (me, of_me) = known
    await of_me.AskFriend(players_pb2.AskFriendRequest(player_id=ben["id"]))
    await of_ben.AcceptFriend(players_pb2.AcceptFriendRequest(player_id=me["id"]))
    bens = MatchServiceStub(services.channel("match", person(ben["id"], name="Ben")))
    return Friends(command_line, me, ben, bens)


async def play_first_moves(stub: MatchServiceStub, match_id: str) -> None:
    """Plays the first legal move whenever one is due, until the match is over."""
    async for told in stub.Watch(match_pb2.WatchRequest(match_id=match_id)):
        view = json.loads(told.match.view)
        if told.match.viewer in view["acting"]:
            move, version = view["legal"][0]["move"], told.match.view_version
            request = {"match_id": match_id, "view_version": version, "request_id": str(version), "moves": [move]}
            await stub.Play(match_pb2.PlayRequest(**request))


async def test_a_match_with_random_is_played_to_its_end(services: InProcess, friends: Friends) -> None:
    await services.start("chaos", compose_chaos)
    async with asyncio.timeout(PATIENCE_S):
        played = await friends.command.run("play", "tic-tac-toe", "--with", "random", typed="?\nrules\n" + EVERY_SPACE)
    assert (played.code, played.err) == (0, "")
    assert "Random" in played.out
    assert "Your impulses in this match: " in played.out
    assert re.search(r"> (O@\d,\d  )+O@\d,\d\n", played.out)
    assert "Tic-Tac-Toe\n===========" in played.out
    assert played.out.rstrip().endswith(("wins, white loses.", "wins, black loses.", "It is a draw."))


async def test_a_match_is_paused_and_resumed_by_words(services: InProcess, friends: Friends) -> None:
    await services.start("chaos", compose_chaos)
    async with asyncio.timeout(PATIENCE_S):
        played = await friends.command.run(
            "play", "tic-tac-toe", "--with", "random", typed="resume\npause\n2,2\nresume\n" + EVERY_SPACE
        )
    assert (played.code, played.err) == (0, "")
    assert re.search(r"Paused, by agreement, until .* at\s+most[.]", played.out)
    assert "(paused)> This match is paused, by agreement." in played.out
    assert "Anna resumed the match." in played.out
    assert played.out.rstrip().endswith(("wins, white loses.", "wins, black loses.", "It is a draw."))


async def test_a_friend_is_waited_for_and_the_match_is_played(friends: Friends) -> None:
    playing = asyncio.create_task(friends.command.run("play", "Tic-Tac-Toe", "--with", "ben", typed=EVERY_SPACE))
    async with asyncio.timeout(PATIENCE_S):
        match = await friends.invited()
        await friends.bens.Accept(match_pb2.AcceptRequest(match_id=match.id))
        await play_first_moves(friends.bens, match.id)
        played = await playing
    assert played.code == 0
    assert "Waiting for Ben, until " in played.out
    assert ("black Anna, white Ben. You are black" in played.out) or ("You are white" in played.out)
    assert " plays O@" in played.out
    (over,) = (await friends.command.run("matches", "--status", "ended", "--json")).json
    result = next(seat["outcome"] for seat in over["seats"] if seat["player_name"] == "Anna")
    assert {"win": "wins", "lose": "loses", "draw": "draw"}[result] in played.out.splitlines()[-1]


async def test_an_invitation_that_is_declined_is_told_and_refused(friends: Friends) -> None:
    playing = asyncio.create_task(friends.command.run("play", "Tic-Tac-Toe", "--with", "Ben"))
    async with asyncio.timeout(PATIENCE_S):
        match = await friends.invited()
        await friends.bens.Decline(match_pb2.DeclineRequest(match_id=match.id))
        played = await playing
    assert (played.code, played.err) == (3, "Ben declined. The match is called off.\n")


async def test_who_leaves_or_stops_typing_is_told_what_becomes_of_the_match(friends: Friends) -> None:
    for typed, told in (("leave\n", "wins"), ("", "The match goes on, and so does your time. Play on at ")):
        playing = asyncio.create_task(friends.command.run("play", "Tic-Tac-Toe", "--with", "Ben", typed=typed))
        async with asyncio.timeout(PATIENCE_S):
            match = await friends.invited()
            await friends.bens.Accept(match_pb2.AcceptRequest(match_id=match.id))
            bens = asyncio.create_task(play_first_moves(friends.bens, match.id))
            played = await playing
        bens.cancel()
        assert played.code == 0
        assert told in " ".join(played.out.split())
    assert f"/matches/{match.id}, or watch: redscience watch" in " ".join(played.out.split())


async def test_who_leaves_one_of_their_seats_plays_on_with_the_other(services: InProcess, friends: Friends) -> None:
    await services.start("chaos", compose_chaos)
    players = PlayersServiceStub(services.channel("players", person(friends.me["id"], name="Anna")))
    await players.MakePersona(players_pb2.MakePersonaRequest(name="Nana"))
    with_whom = ("--with", "Nana", "--with", "Random")
    async with asyncio.timeout(PATIENCE_S):
        played = await friends.command.run("play", "3P-Notakto", *with_whom, typed="leave\nleave\n")
    assert (played.code, played.err) == (0, "")
    assert re.search(r"\w+ has left, and loses[.] You play on as \w+[.]", " ".join(played.out.split()))
    # The other seat has been left, too, and Random alone is there.
    assert played.out.splitlines()[-1].endswith("lose.")


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("Tic-Tac-Toe", "--with", "nobody"), 4, "There is no player 'nobody'"),
        (("Nothing", "--with", "Random"), 4, ""),
        (("Tic-Tac-Toe", "--with", "Random", "--with", "Ben"), 2, "Name 2, one for each seat of the game"),
        (("Tic-Tac-Toe", "--with", "Random", "--seat", "white"), 2, "Leave out --seat and --seed."),
        (("Tic-Tac-Toe", "--server", "http://127.0.0.1:1"), 2, "--with PLAYER"),
    ],
)
async def test_what_cannot_be_played_is_told(
    friends: Friends, arguments: tuple[str, ...], code: int, told: str
) -> None:
    refused = await friends.command.run("play", *arguments)
    assert (refused.code, refused.out) == (code, "")
    assert told in refused.err


async def test_who_is_not_logged_in_is_told_so(command_line: CommandLine) -> None:
    refused = await command_line.run("play", "Tic-Tac-Toe", "--with", "Random")
    assert refused.code == 3
    assert "redscience login EMAIL" in refused.err


@asynccontextmanager
async def playing_apart(*arguments: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """The command as a process of its own, whose input stays open."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "redscience.command", "play", *arguments, stdin=pipe, stdout=pipe, stderr=pipe
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def read_until(process: asyncio.subprocess.Process, text: str, read: str = "") -> str:
    """What a process has printed when that text has come, however its lines are broken; `read` was before."""
    assert process.stdout is not None
    while text not in re.sub(r"\n +", " ", read):
        some = await process.stdout.read(4096)
        assert some, read
        read += some.decode()
    return read


async def interrupted(process: asyncio.subprocess.Process, answer: str) -> tuple[str, bytes]:
    """What a process still says when Ctrl-C is pressed, an answer in it, and again where that was not heard.

    A signal that comes in the moment before a line is read is seen at the next key or signal. Where it was heard it is
    not to be sent again: it would end the process while that says so.
    """
    answering = asyncio.create_task(read_until(process, answer))
    while not answering.done():
        process.send_signal(signal.SIGINT)
        await asyncio.wait({answering}, timeout=AGAIN_S)
    out, err = await process.communicate()
    return await answering + out.decode(), err


@pytest.mark.usefixtures("heeds_control_c")
async def test_control_c_cancels_the_invitation(friends: Friends) -> None:
    async with asyncio.timeout(PATIENCE_S), playing_apart("Tic-Tac-Toe", "--with", "Ben") as process:
        await read_until(process, "Ctrl-C cancels the invitation.")
        match = await friends.invited()
        out, err = await interrupted(process, "The invitation is cancelled.")
    assert (process.returncode, err) == (130, b"")
    assert out.endswith("\nThe invitation is cancelled.\n")
    seen = (await friends.bens.Get(match_pb2.GetRequest(match_id=match.id))).match
    assert (seen.status, seen.reason) == (match_pb2.STATUS_CALLED_OFF, match_pb2.REASON_CANCELLED)


@pytest.mark.usefixtures("heeds_control_c")
async def test_control_c_leaves_a_match_as_it_is_and_says_so(friends: Friends) -> None:
    async with asyncio.timeout(PATIENCE_S), playing_apart("Tic-Tac-Toe", "--with", "Ben") as process:
        await read_until(process, "Ctrl-C cancels the invitation.")
        match = await friends.invited()
        await friends.bens.Accept(match_pb2.AcceptRequest(match_id=match.id))
        await read_until(process, "or leave.")
        out, err = await interrupted(process, "The match goes on")
    assert (process.returncode, err) == (130, b"")
    assert "The match goes on, and so does your time." in " ".join(out.split())
    seen = (await friends.bens.Get(match_pb2.GetRequest(match_id=match.id))).match
    assert seen.status == match_pb2.STATUS_RUNNING


async def test_who_types_while_something_happens_is_told_to_look(friends: Friends) -> None:
    async with asyncio.timeout(PATIENCE_S), playing_apart("Tic-Tac-Toe", "--with", "Ben") as process:
        await read_until(process, "Ctrl-C cancels the invitation.")
        match = await friends.invited()
        await friends.bens.Accept(match_pb2.AcceptRequest(match_id=match.id))
        told = await read_until(process, "or leave.")
        playing = asyncio.create_task(play_first_moves(friends.bens, match.id))
        await read_until(process, "s)> ", told)
        playing.cancel()
        await friends.bens.Leave(match_pb2.LeaveRequest(match_id=match.id, request_id="go"))
        await read_until(process, "Something has happened. Press Enter to see it.")
        out, err = await process.communicate(b"\n")
    assert (process.returncode, err) == (0, b"")
    assert "left." in out.decode().splitlines()[-1]
