"""What is said about matches over gRPC: by whom, to whom, how much, and once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial

import pytest
from fixtures.databases import both_databases
from fixtures.hosting import CLEO, Hosting, accept, friends, hosted
from fixtures.match_table import ANNA_CALLER, BEN_CALLER, NOWHERE
from fixtures.matches import ANNA, BEN, timeless
from fixtures.patience import PATIENCE_S
from fixtures.services import InProcess, person

from redscience.api.chat.v1 import chat_pb2 as pb
from redscience.api.chat.v1.chat_pb2_grpc import ChatServiceStub
from redscience.api.match.v1 import match_pb2
from redscience.errors import (
    InvalidField,
    LimitReached,
    MatchRunning,
    NotAllowed,
    Unavailable,
    UnknownMatch,
)
from redscience.names import ANONYMOUS_ID
from services.kit.identity import Caller
from services.match import chat_store, conversation
from services.match.__main__ import compose as compose_match

SEATS, WATCHERS = pb.ROOM_SEATS, pb.ROOM_WATCHERS
DAY_MS = 24 * 3_600_000
CLEO_CALLER = person(CLEO, name="Cleo")
ADMIN = person("01J0000000000000000000ADM1", role="admin", name="Ada")
VISITOR = Caller(ANONYMOUS_ID, "anonymous", "anonymous", "public", "Anonymous", "01J00000000000000000V1S1T0")


@dataclass
class Room:
    """A room of a match, as somebody uses it."""

    stub: ChatServiceStub
    match_id: str
    room: pb.Room.ValueType

    async def say(self, text: str, request_id: str = "") -> pb.Message:
        request = pb.SayRequest(
            match_id=self.match_id, room=self.room, text=text, request_id=request_id or text.replace(" ", "-")
        )
        return (await self.stub.Say(request)).message

    def listen(self, after: int = 0) -> AsyncIterator[pb.ListenResponse]:
        return aiter(self.stub.Listen(pb.ListenRequest(match_id=self.match_id, room=self.room, after_number=after)))

    async def hear(self, count: int, after: int = 0) -> list[str]:
        """So many texts that were said after a message."""
        heard: list[str] = []
        async with asyncio.timeout(PATIENCE_S):
            answers = self.listen(after)
            while len(heard) < count:
                heard += [message.text for message in (await anext(answers)).messages]
        return heard

    async def report(self, number: int, reason: str = "rude") -> None:
        request = pb.ReportRequest(match_id=self.match_id, room=self.room, number=number, reason=reason)
        await self.stub.Report(request)


@dataclass
class Chat:
    """A match of Anna and Ben that runs, and who is there besides."""

    hosting: Hosting
    match_id: str

    def stub(self, caller: Caller) -> ChatServiceStub:
        return ChatServiceStub(self.hosting.table.services.channel("match", caller))

    def room(self, caller: Caller, room: pb.Room.ValueType = SEATS, match_id: str = "") -> Room:
        return Room(self.stub(caller), match_id or self.match_id, room)

    async def end(self) -> None:
        await self.hosting.anna.Leave(match_pb2.LeaveRequest(match_id=self.match_id, request_id="end"))


@pytest.fixture
async def chat(services: InProcess) -> Chat:
    hosting = await hosted(services, friends())
    invited = await hosting.invite(BEN)
    await accept(hosting.ben, invited.id)
    return Chat(hosting, invited.id)


@both_databases
async def test_those_who_play_talk_among_themselves(chat: Chat) -> None:
    said = await chat.room(ANNA_CALLER).say(" Hello Ben ")
    assert (said.number, said.player_id, said.player_name, said.text) == (1, ANNA, "Anna", "Hello Ben")
    assert said.at_ms == chat.hosting.table.clock.now_ms()
    answers = chat.room(BEN_CALLER).listen()
    assert list((await anext(answers)).messages) == []
    assert list((await anext(answers)).messages) == [said]
    reply = await chat.room(BEN_CALLER).say("Hello")
    assert reply.number == 2
    assert list((await anext(answers)).messages) == [reply]


async def test_those_who_watch_read_it_when_the_match_has_ended(chat: Chat) -> None:
    await chat.room(ANNA_CALLER).say("my plan")
    for use in (chat.room(CLEO_CALLER).hear(1), chat.room(CLEO_CALLER).report(1)):
        with pytest.raises(MatchRunning):
            await use
    with pytest.raises(NotAllowed):
        await chat.room(CLEO_CALLER).say("hey")
    await chat.end()
    assert await chat.room(CLEO_CALLER).hear(1) == ["my plan"]
    await chat.room(BEN_CALLER).say("well played")
    assert await chat.room(CLEO_CALLER).hear(2) == ["my plan", "well played"]
    with pytest.raises(NotAllowed):
        await chat.room(CLEO_CALLER).say("hey")


async def test_those_who_play_are_told_nothing_by_those_who_watch(chat: Chat) -> None:
    await chat.room(CLEO_CALLER, WATCHERS).say("black should take the centre")
    players = chat.room(ANNA_CALLER, WATCHERS)
    for use in (players.hear(1), players.say("what"), players.report(1)):
        with pytest.raises(MatchRunning):
            await use
    await chat.end()
    assert await players.hear(1) == ["black should take the centre"]
    await players.say("I saw that too late")
    assert await chat.room(CLEO_CALLER, WATCHERS).hear(1, after=1) == ["I saw that too late"]


async def test_who_may_not_see_a_match_finds_none(chat: Chat) -> None:
    invited = await chat.hosting.invite(CLEO, request_id="another")
    texts = set()
    for room in (
        chat.room(person(CLEO, universe="01J0000000000000000000ELSE")),
        chat.room(ANNA_CALLER, match_id=NOWHERE),
        chat.room(ANNA_CALLER, match_id="x"),
        chat.room(ANNA_CALLER, match_id=invited.id),
    ):
        for use in (room.hear(1), room.say("hey"), room.report(1)):
            with pytest.raises(UnknownMatch) as caught:
                await use
            texts.add(caught.value.message)
    assert len(texts) == 1


async def test_visitors_read_and_say_nothing(chat: Chat) -> None:
    await chat.room(CLEO_CALLER, WATCHERS).say("hello")
    visitor = chat.room(VISITOR, WATCHERS)
    assert await visitor.hear(1) == ["hello"]
    for use in (visitor.say("hey"), visitor.report(1)):
        with pytest.raises(NotAllowed):
            await use
    with pytest.raises(InvalidField, match="room"):
        await chat.room(VISITOR, pb.ROOM_UNSPECIFIED).hear(1)


@both_databases
async def test_what_is_said_again_is_kept_once(chat: Chat) -> None:
    anna = chat.room(ANNA_CALLER)
    answers = await asyncio.gather(*(anna.say("once", "r1") for _ in range(8)))
    chat.hosting.table.clock.advance(1000)
    services = chat.hosting.table.services
    await services.stop("match")
    await services.start("match", partial(compose_match, acquaintances=chat.hosting.circle))
    assert {answer.SerializeToString() for answer in (*answers, await anna.say("once", "r1"))} == {
        answers[0].SerializeToString()
    }
    with pytest.raises(InvalidField, match="request_id"):
        await anna.say("twice", "r1")
    await chat.room(BEN_CALLER).say("mine", "r1")
    assert await chat.room(BEN_CALLER).hear(2) == ["once", "mine"]


@both_databases
async def test_what_is_said_at_once_has_numbers_without_gaps(chat: Chat) -> None:
    rooms = [chat.room(caller) for caller in (ANNA_CALLER, BEN_CALLER)]
    said = await asyncio.gather(*(room.say(f"{n}") for n in range(8) for room in rooms))
    assert sorted(message.number for message in said) == list(range(1, 17))
    by_number = {message.number: message.text for message in said}
    assert await rooms[0].hear(16) == [by_number[number] for number in range(1, 17)]
    assert await rooms[0].hear(6, after=10) == [by_number[number] for number in range(11, 17)]


async def test_a_long_talk_comes_in_pages(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "_PAGE", 2)
    for number in range(5):
        await chat.room(ANNA_CALLER).say(f"{number}")
    answers = chat.room(BEN_CALLER).listen()
    sizes = [len((await anext(answers)).messages) for _ in range(4)]
    assert sizes == [0, 2, 2, 1]


@both_databases
async def test_who_is_muted_is_left_out_until_that_is_taken_back(chat: Chat) -> None:
    ben = chat.stub(BEN_CALLER)
    await chat.room(ANNA_CALLER).say("before")
    answers = chat.room(BEN_CALLER).listen()
    await anext(answers)
    assert [message.text for message in (await anext(answers)).messages] == ["before"]
    for _ in range(2):
        await ben.Mute(pb.MuteRequest(player_id=ANNA))
    assert list((await ben.ListMuted(pb.ListMutedRequest())).player_ids) == [ANNA]
    await chat.room(ANNA_CALLER).say("unwanted")
    await chat.room(BEN_CALLER).say("mine")
    assert [message.text for message in (await anext(answers)).messages] == ["mine"]
    assert await chat.room(ANNA_CALLER).hear(3) == ["before", "unwanted", "mine"]
    for _ in range(2):
        await ben.Unmute(pb.UnmuteRequest(player_id=ANNA))
    assert await chat.room(BEN_CALLER).hear(3) == ["before", "unwanted", "mine"]


async def test_nobody_mutes_themself_or_too_many(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_store, "MOST_MUTED", 1)
    anna = chat.stub(ANNA_CALLER)
    for player_id, problem in ((ANNA, "yourself"), ("x", "is not an id")):
        with pytest.raises(InvalidField, match=problem):
            await anna.Mute(pb.MuteRequest(player_id=player_id))
    await anna.Mute(pb.MuteRequest(player_id=BEN))
    await anna.Mute(pb.MuteRequest(player_id=BEN))
    with pytest.raises(LimitReached):
        await anna.Mute(pb.MuteRequest(player_id=CLEO))


async def test_who_is_banned_is_not_read_by_whoever_banned_them_alone(chat: Chat) -> None:
    chat.hosting.circle.bans.add((ANNA, BEN))
    await chat.room(BEN_CALLER).say("from Ben")
    await chat.room(ANNA_CALLER).say("from Anna")
    assert await chat.room(ANNA_CALLER).hear(1) == ["from Anna"]
    assert await chat.room(BEN_CALLER).hear(2) == ["from Ben", "from Anna"]
    chat.hosting.circle.bans.clear()
    chat.hosting.table.clock.advance(conversation.BANS_HOLD_MS)
    assert await chat.room(ANNA_CALLER).hear(2) == ["from Ben", "from Anna"]


async def test_while_it_is_not_known_who_is_banned_nothing_is_told(chat: Chat) -> None:
    chat.hosting.circle.bans.add((ANNA, BEN))
    chat.hosting.circle.is_away = True
    await chat.room(BEN_CALLER).say("from Ben")
    await chat.room(ANNA_CALLER).say("from Anna")
    with pytest.raises(Unavailable):
        await chat.room(ANNA_CALLER).hear(1)
    chat.hosting.circle.is_away = False
    assert await chat.room(ANNA_CALLER).hear(1) == ["from Anna"]
    # What was known once holds until it can be asked again.
    chat.hosting.circle.is_away = True
    chat.hosting.table.clock.advance(conversation.BANS_HOLD_MS)
    assert await chat.room(ANNA_CALLER).hear(1) == ["from Anna"]


async def test_what_was_said_while_the_clock_was_ahead_counts_no_more(chat: Chat) -> None:
    anna, clock = chat.room(ANNA_CALLER), chat.hosting.table.clock
    clock.advance(DAY_MS)
    for number in range(chat_store.SAID_PER_MINUTE):
        await anna.say(f"{number}")
    clock.advance(-DAY_MS)
    for number in range(chat_store.SAID_PER_MINUTE):
        await anna.say(f"then {number}")
    with pytest.raises(LimitReached, match="within a minute"):
        await anna.say("more")


async def test_a_player_says_so_much_a_minute(chat: Chat) -> None:
    anna, clock = chat.room(ANNA_CALLER), chat.hosting.table.clock
    for number in range(chat_store.SAID_PER_MINUTE):
        await anna.say(f"{number}")
        clock.advance(1000)
    with pytest.raises(LimitReached, match="within a minute") as caught:
        await anna.say("more")
    assert caught.value.retry_after_s == 60 - chat_store.SAID_PER_MINUTE
    assert (await anna.say("0")).number == 1
    assert (await chat.room(BEN_CALLER).say("I may")).number == chat_store.SAID_PER_MINUTE + 1
    clock.advance(1000 * caught.value.retry_after_s - 1)
    with pytest.raises(LimitReached) as caught:
        await anna.say("more")
    assert caught.value.retry_after_s == 1
    clock.advance(1)
    await anna.say("more")


async def test_a_room_keeps_so_much_of_one_and_of_all(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_store, "MOST_OF_ONE", 2)
    monkeypatch.setattr(chat_store, "MOST_IN_ROOM", 3)
    anna, ben = chat.room(ANNA_CALLER), chat.room(BEN_CALLER)
    await anna.say("1")
    await anna.say("2")
    with pytest.raises(LimitReached, match="of one player"):
        await anna.say("3")
    await ben.say("3")
    with pytest.raises(LimitReached, match="3 messages were said here"):
        await ben.say("4")
    await chat.room(CLEO_CALLER, WATCHERS).say("another room")
    assert await anna.hear(3) == ["1", "2", "3"]


@both_databases
async def test_admins_are_pointed_to_what_was_reported(chat: Chat) -> None:
    for text in ("fine", "rude"):
        await chat.room(ANNA_CALLER).say(text)
    ben = chat.room(BEN_CALLER)
    await ben.report(2, " very rude ")
    await ben.report(2, "again")
    await ben.report(1, "also")
    admin = chat.stub(ADMIN)
    first = await admin.ListReports(pb.ListReportsRequest(limit=1))
    rest = await admin.ListReports(pb.ListReportsRequest(before_id=first.reports[0].id))
    reports = [*first.reports, *rest.reports]
    assert [(one.message.number, one.reason) for one in reports] == [(1, "also"), (2, "very rude")]
    told = reports[1]
    assert (told.match_id, told.room, told.reporter_id, told.reporter_name) == (chat.match_id, SEATS, BEN, "Ben")
    assert (told.message.player_id, told.message.text) == (ANNA, "rude")
    with pytest.raises(InvalidField, match="number"):
        await ben.report(3)
    with pytest.raises(NotAllowed):
        await ben.stub.ListReports(pb.ListReportsRequest())


@both_databases
async def test_what_an_admin_hides_nobody_reads_any_more(chat: Chat) -> None:
    anna, ben, admin = chat.room(ANNA_CALLER), chat.room(BEN_CALLER), chat.stub(ADMIN)
    for text in ("rude", "fine"):
        await anna.say(text)
    await ben.report(1)
    listening = ben.listen()
    async with asyncio.timeout(PATIENCE_S):
        heard = [each for _ in range(2) for each in (await anext(listening)).messages]
        assert [(each.number, each.text, each.is_hidden) for each in heard] == [(1, "rude", False), (2, "fine", False)]
        (waiting,) = (await admin.ListReports(pb.ListReportsRequest())).reports
        for _ in range(2):
            hidden = (await admin.HideMessage(pb.HideMessageRequest(report_id=waiting.id))).report
            chat.hosting.table.clock.advance(1000)
        assert (hidden.message.text, hidden.message.is_hidden, hidden.resolver_id) == ("rude", True, ADMIN.id)
        assert not (await admin.ListReports(pb.ListReportsRequest())).reports
        # Who listens is told at once, and whoever comes later, from wherever they go on.
        for answers in (listening, ben.listen(after=2)):
            told = []
            while not told:
                told = list((await anext(answers)).messages)
            assert [(each.number, each.text, each.is_hidden) for each in told] == [(1, "", True)]
        assert await ben.hear(2) == ["", "fine"]
        again = await anna.say("rude")
        assert (again.number, again.text, again.is_hidden) == (1, "", True)
        # Whoever decided last is kept, not who did it once more.
        other = chat.stub(person("01J0000000000000000000ADM2", role="admin", name="Bea"))
        again_hidden = (await other.HideMessage(pb.HideMessageRequest(report_id=waiting.id))).report
        assert (again_hidden.resolver_id, again_hidden.resolved_at_ms) == (ADMIN.id, hidden.resolved_at_ms)
        for _ in range(2):
            shown = (await other.ShowMessage(pb.ShowMessageRequest(report_id=waiting.id))).report
            chat.hosting.table.clock.advance(1000)
            assert (shown.message.is_hidden, shown.resolver_name) == (False, "Bea")
            assert shown.resolved_at_ms == hidden.resolved_at_ms + 2000
        (back,) = (await anext(listening)).messages
        assert (back.number, back.text, back.is_hidden) == (1, "rude", False)
    for wrong in ("x", NOWHERE):
        for method, request in ((admin.HideMessage, pb.HideMessageRequest), (admin.ShowMessage, pb.ShowMessageRequest)):
            with pytest.raises(InvalidField, match="report_id"):
                await method(request(report_id=wrong))


@both_databases
async def test_a_report_is_dealt_with_once_and_then_listed_apart(chat: Chat) -> None:
    await chat.room(ANNA_CALLER).say("rude")
    ben, admin = chat.room(BEN_CALLER), chat.stub(ADMIN)
    await ben.report(1)
    (waiting,) = (await admin.ListReports(pb.ListReportsRequest())).reports
    assert (waiting.resolved_at_ms, waiting.resolver_id) == (0, "")
    assert not (await admin.ListReports(pb.ListReportsRequest(is_resolved=True))).reports
    asked = pb.ResolveReportRequest(report_id=waiting.id)
    at_ms = chat.hosting.table.clock.now_ms()
    done = (await admin.ResolveReport(asked)).report
    assert (done.resolved_at_ms, done.resolver_id, done.resolver_name) == (at_ms, ADMIN.id, "Ada")
    assert (done.id, done.message, done.reason) == (waiting.id, waiting.message, "rude")
    # Who comes second, and later, changes nothing.
    chat.hosting.table.clock.advance(1000)
    other = chat.stub(person("01J0000000000000000000ADM2", role="admin", name="Bea"))
    assert (await other.ResolveReport(asked)).report == done
    await ben.report(1, "still rude")
    assert not (await admin.ListReports(pb.ListReportsRequest())).reports
    assert list((await admin.ListReports(pb.ListReportsRequest(is_resolved=True))).reports) == [done]
    for report_id, problem in (("x", "is not an id"), (NOWHERE, "is no report")):
        with pytest.raises(InvalidField, match=problem):
            await admin.ResolveReport(pb.ResolveReportRequest(report_id=report_id))
    with pytest.raises(NotAllowed):
        await ben.stub.ResolveReport(asked)


async def test_one_reports_so_much_an_hour(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_store, "REPORTED_PER_HOUR", 1)
    await chat.room(ANNA_CALLER).say("1")
    await chat.room(ANNA_CALLER).say("2")
    await chat.room(BEN_CALLER).report(1)
    with pytest.raises(LimitReached):
        await chat.room(BEN_CALLER).report(2)
    chat.hosting.table.clock.advance(3_600_000)
    await chat.room(BEN_CALLER).report(2)


async def test_what_is_said_is_no_change_of_the_match(chat: Chat) -> None:
    before = [timeless(await chat.hosting.seen(chat.match_id, stub)) for stub in (chat.hosting.anna, chat.hosting.cleo)]
    watching = aiter(chat.hosting.anna.Watch(match_pb2.WatchRequest(match_id=chat.match_id)))
    assert timeless((await anext(watching)).match) == before[0]
    await chat.room(BEN_CALLER).say("hello")
    await chat.room(CLEO_CALLER, WATCHERS).say("hello")
    after = [timeless(await chat.hosting.seen(chat.match_id, stub)) for stub in (chat.hosting.anna, chat.hosting.cleo)]
    assert after == before
    await chat.end()
    assert [answer.match.status async for answer in watching] == [match_pb2.STATUS_ENDED]
