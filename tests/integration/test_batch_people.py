"""People in tournaments: they are asked, come to their games, and lose those to which they do not come."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from fixtures.acquaintances import Known
from fixtures.match_table import legal, play
from fixtures.matches import ANNA, BEN
from fixtures.patience import PATIENCE_S
from fixtures.services import person, service_caller
from test_batch_bots import BLUE, DEEP, Hall, check_kept, hall, is_over

from redscience.api.batch.v1 import batch_pb2 as pb
from redscience.api.batch.v1.batch_pb2_grpc import BatchServiceStub
from redscience.api.match.v1 import match_pb2
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.api.rules.v1 import rules_pb2
from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceStub
from redscience.errors import (
    InvalidField,
    NoTakeBack,
    NotAllowed,
    TournamentBegun,
    TournamentNotBegun,
    TournamentOver,
    UnknownTournament,
)
from redscience.names import GREEDY_ID, RANDOM_ID
from services.batch import appointments, blocks, entries
from services.batch.__main__ import MIGRATIONS
from services.batch.fields import house_player
from services.batch.store import Store
from services.kit.database import open_database
from services.kit.ids import new_id

if TYPE_CHECKING:
    # The generated code has this class for the type checker alone.
    from redscience.api.batch.v1.batch_pb2_grpc import BatchServiceAsyncStub

__all__ = ["hall"]

pytestmark = pytest.mark.usefixtures("often", "people_are_known")

CARL, DORA = "01J0000000000000000000CAR1", "01J0000000000000000000D0RA"
NAMES = {ANNA: "Anna", BEN: "Ben", CARL: "Carl", DORA: "Dora"}
MINUTE_MS = 60_000


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time that is over is noticed soon. The clock leaps here: that is not taken for time in which nothing ran."""
    monkeypatch.setattr(blocks, "IDLE_S", 0.05)
    monkeypatch.setattr(blocks, "LOST_MS", 10**12)


@pytest.fixture
def people_are_known(hall: Hall) -> None:
    hall.circle.add(Known(CARL, "Carl"), Known(DORA, "Dora"))


def batch_of(hall: Hall, who: str) -> BatchServiceAsyncStub:
    return BatchServiceStub(hall.services.channel("batch", person(who, name=NAMES[who])))


async def accept(hall: Hall, own_id: str, *people: str, accepts: bool = True) -> pb.Tournament:
    for who in people:
        answer = await batch_of(hall, who).Answer(pb.AnswerRequest(tournament_id=own_id, accepts=accepts))
    return answer.tournament


async def arrive(hall: Hall, own_id: str, *people: str) -> pb.Tournament:
    for who in people:
        told = await batch_of(hall, who).Arrive(pb.ArriveRequest(tournament_id=own_id))
    return told.tournament


async def pairings(hall: Hall, own_id: str, is_so: Callable[[Sequence[pb.Pairing]], bool]) -> list[pb.Pairing]:
    progress = await hall.until(own_id, lambda progress: is_so(progress.pairings))
    return list(progress.pairings)


async def finish(hall: Hall, match_id: str, *people: str) -> match_pb2.Match:
    """Plays first legal moves for these people, each in their seat, until the match is over."""
    stubs = [MatchServiceStub(hall.services.channel("match", person(who, name=NAMES[who]))) for who in people]
    async with asyncio.timeout(PATIENCE_S):
        while True:
            for stub in stubs:
                match = await hall.table.seen(match_id, stub)
                if match.status == match_pb2.STATUS_ENDED:
                    return match
                if moves := legal(match):
                    await stub.Play(play(match, moves[0]))


async def played(hall: Hall, own_id: str, *people: str) -> str:
    """All of these come to their next game, and play it until it is counted; gives its match."""
    await arrive(hall, own_id, *people)
    (pairing, *_) = await pairings(hall, own_id, lambda all_: any(each.match_id for each in all_))
    match_id = pairing.match_id
    await finish(hall, match_id, *people)
    await pairings(hall, own_id, lambda all_: all(each.match_id != match_id for each in all_))
    return match_id


def window(hall: Hall, ms: int) -> None:
    hall.table.clock.advance(ms)


async def test_people_who_accept_come_to_their_games_and_play_them(hall: Hall) -> None:
    made = await hall.create(ANNA, BEN, CARL, games_each=0, window_s=3600)
    assert (made.status, made.games_each, made.progress.answers) == (pb.STATUS_INVITING, 1, 1)
    assert [each.entry for each in made.players] == [pb.ENTRY_ACCEPTED, pb.ENTRY_INVITED, pb.ENTRY_INVITED]
    assert [each.kind for each in made.players] == ["person"] * 3
    assert made.progress.games_total == 6
    own = pb.ListRequest(own=True)
    assert [each.id for each in (await batch_of(hall, BEN).List(own)).tournaments] == [made.id]
    with pytest.raises(TournamentNotBegun):
        await arrive(hall, made.id, BEN)
    with pytest.raises(TournamentNotBegun):
        await hall.batch.Pause(pb.PauseRequest(tournament_id=made.id))
    # Carl does not want to, then does, then does not: the last word counts.
    await accept(hall, made.id, CARL, accepts=False)
    assert not (await batch_of(hall, CARL).List(own)).tournaments
    begun = await accept(hall, made.id, BEN)
    assert (begun.status, begun.progress.games_total) == (pb.STATUS_RUNNING, 2)
    assert ([each.name for each in begun.players], [each.name for each in begun.left_out]) == (
        ["Anna", "Ben"],
        ["Carl"],
    )
    assert begun.name == "Tic-Tac-Toe: Anna, Ben"
    # What is said again changes nothing; something else is too late.
    assert (await accept(hall, made.id, BEN)).status == pb.STATUS_RUNNING
    with pytest.raises(TournamentBegun):
        await accept(hall, made.id, CARL)
    with pytest.raises(UnknownTournament):
        await arrive(hall, made.id, CARL)
    (waiting,) = await pairings(hall, made.id, lambda all_: len(all_) == 1)
    assert (list(waiting.players), waiting.left, waiting.match_id) == ([0, 1], 2, "")
    assert waiting.closes_at_ms == hall.table.clock.now_ms() + 60 * MINUTE_MS
    told = await arrive(hall, made.id, ANNA)
    assert [list(each.here) for each in told.progress.pairings] == [[0]]
    first = await played(hall, made.id, ANNA, BEN)
    (second,) = await pairings(hall, made.id, lambda all_: bool(all_) and all_[0].left == 1)
    assert (list(second.players), list(second.here)) == ([1, 0], [])
    last = await played(hall, made.id, BEN, ANNA)
    progress = await hall.until(made.id, is_over)
    assert (progress.status, progress.games_played) == (pb.STATUS_ENDED, 2)
    games = await hall.games(made.id)
    assert [game.match_id for game in games] == [first, last]
    for game in games:
        await check_kept(hall, made.id, game)
        match = await hall.table.seen(game.match_id)
        assert (match.rated, match.tournament_id) == (True, made.id)
    assert [each.id for each in (await batch_of(hall, BEN).List(own)).tournaments] == [made.id], "on its last day"
    with pytest.raises(TournamentOver):
        await arrive(hall, made.id, BEN)
    hall.table.clock.advance(24 * 60 * MINUTE_MS)
    assert not (await batch_of(hall, BEN).List(own)).tournaments


async def test_who_does_not_come_loses_on_time_and_where_nobody_does_all_lose(hall: Hall) -> None:
    made = await hall.create(ANNA, BEN, CARL, DORA, window_s=60)
    await accept(hall, made.id, BEN, CARL, DORA)
    # Anna plays Dora in the first round, Ben plays Carl, to which nobody comes.
    first = await pairings(hall, made.id, lambda all_: len(all_) == 2)
    assert {frozenset(each.players) for each in first} == {frozenset({0, 3}), frozenset({1, 2})}
    window(hall, 30_000)
    await arrive(hall, made.id, DORA)
    window(hall, 31_000)
    progress = await hall.until(made.id, lambda progress: progress.games_played == 4)
    assert [(each.won, each.drawn, each.lost) for each in progress.players] == [
        (0, 0, 2),
        (0, 0, 2),
        (0, 0, 2),
        (2, 0, 0),
    ]
    games = await hall.games(made.id)
    assert {game.reason for game in games} == {match_pb2.REASON_TIME}
    assert (await hall.counts(made.id))["timed_out"] == [[0, 2], [1, 2], [2, 2]]
    for game in games:
        await check_kept(hall, made.id, game)
        match = await hall.table.seen(game.match_id)
        assert (match.reason, match.rated) == (match_pb2.REASON_TIME, False)
    # The next round is open, with as much time.
    second = await pairings(hall, made.id, lambda all_: len(all_) == 2)
    assert {each.closes_at_ms for each in second} == {hall.table.clock.now_ms() + MINUTE_MS}
    assert {frozenset(each.players) for each in second}.isdisjoint({frozenset(each.players) for each in first})


async def test_whatever_is_started_anew_in_between_each_game_is_played_or_lost_once(hall: Hall) -> None:
    made = await hall.create(ANNA, BEN, window_s=60)
    await accept(hall, made.id, BEN)
    await hall.services.stop("match")
    # Both have come, and nobody can begin the match.
    await pairings(hall, made.id, lambda all_: len(all_) == 1)
    await arrive(hall, made.id, ANNA, BEN)
    await hall.services.stop("batch")
    await hall.start("match")
    await hall.start("batch")
    window(hall, 10_000)
    (match,) = await hall.matches(1)
    await hall.services.stop("batch")
    await finish(hall, match.id, ANNA, BEN)
    # It has ended while nobody looked; the second one is lost by Ben, who does not come, whoever asks how often.
    await hall.start("batch")
    window(hall, 10_000)
    await pairings(hall, made.id, lambda all_: any(each.left == 1 for each in all_))
    await arrive(hall, made.id, ANNA)
    window(hall, appointments.GRACE_MS - 1000)
    await arrive(hall, made.id, ANNA)
    window(hall, 2000)
    await hall.until(made.id, is_over)
    games = await hall.games(made.id)
    assert [game.reason for game in games] == [match_pb2.REASON_RULES, match_pb2.REASON_TIME]
    assert games[0].match_id == match.id
    assert list(games[1].results) == [pb.RESULT_LOSE, pb.RESULT_WIN]
    assert len(await hall.matches(2, match_pb2.STATUS_ENDED)) == 2


async def test_time_in_which_nothing_ran_and_pauses_are_given_back(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "LOST_MS", 60_000)
    made = await hall.create(ANNA, BEN, window_s=3600)
    await accept(hall, made.id, BEN)
    (before,) = await pairings(hall, made.id, lambda all_: len(all_) == 1)
    await hall.batch.Pause(pb.PauseRequest(tournament_id=made.id))
    # Nobody comes to a game while it is paused.
    assert not (await arrive(hall, made.id, ANNA, BEN)).progress.pairings[0].match_id
    window(hall, 7_200_000)
    await hall.batch.Resume(pb.ResumeRequest(tournament_id=made.id))
    (resumed,) = await pairings(hall, made.id, lambda all_: len(all_) == 1)
    assert resumed.closes_at_ms == before.closes_at_ms + 7_200_000
    await hall.services.stop("batch")
    window(hall, 7_200_000)
    await hall.start("batch")
    (after,) = await pairings(hall, made.id, lambda all_: all_[0].closes_at_ms > resumed.closes_at_ms)
    assert after.closes_at_ms == resumed.closes_at_ms + 7_200_000
    await hall.batch.Cancel(pb.CancelRequest(tournament_id=made.id))
    assert (await hall.until(made.id, is_over)).games_played == 0


async def test_nobody_loses_a_game_because_somebody_else_comes_before_time_is_given_back(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "LOST_MS", 60_000)
    # The blocks are looked at late, as on a machine that has slept.
    monkeypatch.setattr(blocks, "IDLE_S", 3600.0)
    made = await hall.create(ANNA, BEN, window_s=60)
    await accept(hall, made.id, BEN)
    (before,) = await pairings(hall, made.id, lambda all_: len(all_) == 1)
    await hall.batch.Pause(pb.PauseRequest(tournament_id=made.id))
    window(hall, 120_000)
    await arrive(hall, made.id, ANNA)
    await hall.batch.Resume(pb.ResumeRequest(tournament_id=made.id))
    (resumed,) = await pairings(hall, made.id, lambda _: True)
    assert resumed.closes_at_ms == before.closes_at_ms + 120_000
    window(hall, 600_000)
    (woken,) = (await arrive(hall, made.id, ANNA)).progress.pairings
    assert woken.closes_at_ms == resumed.closes_at_ms + 600_000
    assert list(woken.here) == [0]
    assert (await hall.until(made.id, lambda _: True)).games_played == 0


async def test_nothing_is_taken_back_in_a_tournament(hall: Hall) -> None:
    made = await hall.create(ANNA, RANDOM_ID)
    await pairings(hall, made.id, lambda all_: len(all_) == 1)
    await arrive(hall, made.id, ANNA)
    (pairing,) = await pairings(hall, made.id, lambda all_: bool(all_) and bool(all_[0].match_id))
    match = await hall.table.seen(pairing.match_id)
    match = (await hall.anna.Play(play(match, legal(match)[0]))).match
    assert not match.can_take_back
    asked = match_pb2.TakeBackRequest(match_id=match.id, view_version=match.view_version, request_id="t")
    with pytest.raises(NoTakeBack, match="tournament"):
        await hall.anna.TakeBack(asked)


async def test_three_at_a_table_and_one_who_does_not_come(hall: Hall) -> None:
    hall.table.game_id = await three_seats(hall)
    made = await hall.create(ANNA, BEN, GREEDY_ID, window_s=60)
    await accept(hall, made.id, BEN)
    (pairing,) = await pairings(hall, made.id, lambda all_: len(all_) == 1)
    assert (pairing.left, made.progress.games_total) == (6, 6)
    window(hall, 30_000)
    await arrive(hall, made.id, BEN)
    window(hall, 31_000)
    progress = await hall.until(made.id, is_over)
    # Whether the others play on without her is not asked: she has lost, and nobody else has.
    assert [(each.won, each.drawn, each.lost) for each in progress.players] == [(0, 0, 6), (0, 6, 0), (0, 6, 0)]
    assert {game.reason for game in await hall.games(made.id)} == {match_pb2.REASON_TIME}


async def test_people_meet_in_groups_that_change_from_round_to_round(hall: Hall) -> None:
    made = await hall.create(ANNA, BEN, CARL, DORA, format=pb.FORMAT_MIXED, rounds=2, games_each=0, window_s=60)
    assert (made.rounds, made.progress.games_total) == (2, 4)
    await accept(hall, made.id, BEN, CARL, DORA)
    met = []
    for number in range(2):
        first = 2 * number

        def is_open(all_: Sequence[pb.Pairing], first: int = first) -> bool:
            return {each.number for each in all_} == {first, first + 1}

        met += [frozenset(each.players) for each in await pairings(hall, made.id, is_open)]
        # Nobody comes.
        window(hall, 61_000)
    assert len(set(met)) == 4
    progress = await hall.until(made.id, is_over)
    assert progress.games_played == 4


async def test_nobody_waits_for_who_has_left_or_was_taken_out(hall: Hall) -> None:
    made = await hall.create(ANNA, BEN, CARL, DORA, games_each=0, window_s=3600)
    await accept(hall, made.id, BEN, CARL, DORA)
    (first, second) = await pairings(hall, made.id, lambda all_: len(all_) == 2)
    assert (first.round, second.round) == (1, 1)
    # Only whoever made it takes somebody out, and nobody accepts for somebody else.
    out = pb.AnswerRequest(tournament_id=made.id, player_id=DORA)
    with pytest.raises(NotAllowed):
        await batch_of(hall, BEN).Answer(out)
    with pytest.raises(NotAllowed):
        await hall.batch.Answer(pb.AnswerRequest(tournament_id=made.id, player_id=DORA, accepts=True))
    left = (await hall.batch.Answer(out)).tournament
    assert (left.status, list(left.progress.withdrawn), len(left.players)) == (pb.STATUS_RUNNING, [3], 4)
    # Both games of hers are lost at once; the others of the round are waited for.
    (waiting,) = await pairings(hall, made.id, lambda all_: len(all_) == 1)
    await hall.until(made.id, lambda progress: progress.games_played == 2)
    for _ in range(2):
        await played(hall, made.id, *((ANNA, BEN, CARL)[number] for number in waiting.players))
    # In the second round she is not waited for either; then she comes back, as far as she is not banned.
    (waiting,) = await pairings(hall, made.id, lambda all_: [each.round for each in all_] == [2])
    await hall.until(made.id, lambda progress: progress.games_played == 6)
    hall.circle.banned.add(frozenset({ANNA, DORA}))
    with pytest.raises(NotAllowed, match="cannot join"):
        await accept(hall, made.id, DORA)
    hall.circle.banned.clear()
    assert list((await accept(hall, made.id, DORA)).progress.withdrawn) == []
    for _ in range(2):
        await played(hall, made.id, *((ANNA, BEN, CARL)[number] for number in waiting.players))
    await pairings(hall, made.id, lambda all_: [each.round for each in all_] == [3, 3])
    games = await hall.games(made.id)
    lost = [each for each in games if 3 in each.players]
    assert [each.reason for each in lost] == [match_pb2.REASON_TIME] * 4
    assert all(each.results[list(each.players).index(3)] == pb.RESULT_LOSE for each in lost)
    await hall.batch.Cancel(pb.CancelRequest(tournament_id=made.id))
    with pytest.raises(TournamentOver):
        await accept(hall, made.id, BEN, accepts=False)


async def test_it_is_told_who_sits_out_a_round(hall: Hall) -> None:
    made = await hall.create(ANNA, BEN, CARL, window_s=60)
    assert list((await accept(hall, made.id, BEN)).progress.sitting_out) == []
    await accept(hall, made.id, CARL)
    out = []
    for round_ in (1, 2, 3):

        def is_open(progress: pb.Progress, round_: int = round_) -> bool:
            return [each.round for each in progress.pairings] == [round_]

        progress = await hall.until(made.id, is_open)
        assert {*progress.pairings[0].players, *progress.sitting_out} == {0, 1, 2}
        out += progress.sitting_out
        if round_ == 3:
            # Of whoever has left this is known.
            left = await accept(hall, made.id, (ANNA, BEN, CARL)[out[-1]], accepts=False)
            assert (list(left.progress.withdrawn), list(left.progress.sitting_out)) == ([out[-1]], [])
        # Nobody comes.
        window(hall, 61_000)
    assert sorted(out) == [0, 1, 2]
    assert not (await hall.until(made.id, is_over)).sitting_out


async def test_groups_are_made_of_those_who_play_on(hall: Hall) -> None:
    more = {"format": pb.FORMAT_MIXED, "rounds": 3, "games_each": 0, "window_s": 3600}
    made = await hall.create(ANNA, BEN, CARL, DORA, **more)
    await accept(hall, made.id, BEN, CARL, DORA)
    (first, second) = await pairings(hall, made.id, lambda all_: len(all_) == 2)
    # Of each group one leaves: the two others have not met, and do.
    gone = [max(each.players) for each in (first, second)]
    await accept(hall, made.id, *((ANNA, BEN, CARL, DORA)[player] for player in gone), accepts=False)
    (left,) = await pairings(hall, made.id, lambda all_: [each.round for each in all_] == [2])
    assert {*left.players} == {0, 1, 2, 3} - {*gone}
    progress = await hall.until(made.id, lambda progress: progress.games_total == 4)
    assert (progress.games_played, [*progress.withdrawn]) == (2, sorted(gone))
    # Where those who are left are too few for a game the rest is nobody's, and it ends.
    await accept(hall, made.id, *((ANNA, BEN, CARL, DORA)[player] for player in left.players), accepts=False)
    assert (await hall.until(made.id, is_over)).games_played == 5


async def test_who_leaves_while_they_play_loses_what_comes_after(hall: Hall) -> None:
    made = await hall.create(ANNA, BEN, games_each=0, window_s=3600)
    await accept(hall, made.id, BEN)
    await arrive(hall, made.id, ANNA, BEN)
    (playing,) = await pairings(hall, made.id, lambda all_: any(each.match_id for each in all_))
    await accept(hall, made.id, BEN, accepts=False)
    await finish(hall, playing.match_id, ANNA, BEN)
    progress = await hall.until(made.id, is_over)
    assert (progress.status, progress.games_played) == (pb.STATUS_ENDED, 2)
    first, last = await hall.games(made.id)
    assert (first.reason, last.reason) == (match_pb2.REASON_RULES, match_pb2.REASON_TIME)
    assert last.results[list(last.players).index(0)] == pb.RESULT_WIN


async def three_seats(hall: Hall) -> str:
    rules = RulesServiceStub(hall.services.channel("rules", person(ANNA)))
    games = (await rules.List(rules_pb2.ListRequest(page_size=100))).games
    return next(game.id for game in games if len(game.seats) == 3)


async def test_a_tournament_begins_with_those_who_have_accepted_and_not_with_too_few(hall: Hall) -> None:
    made = await hall.create(BEN, CARL, DORA)
    with pytest.raises(InvalidField):
        await hall.batch.Begin(pb.BeginRequest(tournament_id=made.id))
    await accept(hall, made.id, BEN, CARL)
    with pytest.raises(NotAllowed):
        await batch_of(hall, BEN).Begin(pb.BeginRequest(tournament_id=made.id))
    for _ in range(2):
        begun = (await hall.batch.Begin(pb.BeginRequest(tournament_id=made.id))).tournament
        assert (begun.status, [each.name for each in begun.left_out]) == (pb.STATUS_RUNNING, ["Dora"])
    none = await hall.create(BEN, CARL)
    await accept(hall, none.id, BEN)
    assert (await accept(hall, none.id, CARL, accepts=False)).status == pb.STATUS_CANCELLED
    with pytest.raises(TournamentOver):
        await accept(hall, none.id, CARL)
    with pytest.raises(UnknownTournament):
        await accept(hall, none.id, DORA)
    # Who plays alone against the house need not wait for anybody.
    alone = await hall.create(ANNA, RANDOM_ID)
    assert alone.status == pb.STATUS_RUNNING


async def test_nobody_waits_for_who_was_erased(hall: Hall) -> None:
    begins, both = await hall.create(ANNA, BEN, CARL), await hall.create(ANNA, BEN, CARL, DORA)
    waits, ends = await hall.create(ANNA, BEN, CARL), await hall.create(CARL, DORA)
    runs = await hall.create(ANNA, BEN, CARL)
    for made in (begins, both, runs):
        await accept(hall, made.id, BEN)
    await accept(hall, both.id, DORA)
    assert (await accept(hall, runs.id, CARL)).status == pb.STATUS_RUNNING
    await hall.services.stop("batch")
    database = await open_database(hall.services.config("batch").database_url, MIGRATIONS)
    names = {CARL: "Gone-1", DORA: "Gone-2"}
    for _ in range(2):
        await database.write(partial(entries.erase, store=Store(house_player), names=names, now_ms=5))
    await database.close()
    await hall.start("batch")

    async def found(made: pb.Tournament) -> pb.Tournament:
        return (await hall.batch.Get(pb.GetRequest(tournament_id=made.id))).tournament

    for made, gone in ((begins, ["Gone-1"]), (both, ["Gone-1", "Gone-2"])):
        told = await found(made)
        assert (told.status, [each.name for each in told.left_out]) == (pb.STATUS_RUNNING, gone)
    told = await found(waits)
    assert (told.status, told.players[2].name, told.players[2].entry) == (
        pb.STATUS_INVITING,
        "Gone-1",
        pb.ENTRY_DECLINED,
    )
    assert (await found(ends)).status == pb.STATUS_CANCELLED
    assert list((await found(runs)).progress.withdrawn) == [2]


async def test_what_one_plays_in_is_listed_by_the_page_without_what_one_is_left_out_of(hall: Hall) -> None:
    mine = [(await hall.create(ANNA, BEN)).id]
    for _ in range(2):
        left_out = await hall.create(ANNA, CARL, BEN)
        await accept(hall, left_out.id, CARL)
        await hall.batch.Begin(pb.BeginRequest(tournament_id=left_out.id))
    mine += [(await hall.create(ANNA, BEN)).id]
    await accept(hall, mine[1], BEN)
    found, asked = [], pb.ListRequest(own=True, page_size=1)
    while not found or asked.page_token:
        page = await batch_of(hall, BEN).List(asked)
        found += [each.id for each in page.tournaments]
        asked.page_token = page.next_page_token
    assert found == mine[::-1]
    # Whoever has made one for others finds it, too; not what the house plays.
    await hall.create(GREEDY_ID, RANDOM_ID, games_each=10_000)
    for_others = await hall.create(BEN, CARL)
    assert (await hall.batch.List(asked)).tournaments[0].id == for_others.id
    asked.page_size, asked.page_token = 100, ""
    assert len((await hall.batch.List(asked)).tournaments) == 5


async def test_what_people_cannot_be_asked_is_said(hall: Hall) -> None:
    async def refused(*players: str, **more: Any) -> list[tuple[str, str]]:
        with pytest.raises(InvalidField) as caught:
            await hall.create(*players, **more)
        return [(fault.path, fault.problem) for fault in caught.value.faults]

    hall.circle.banned.add(frozenset({ANNA, DORA}))
    assert await refused(ANNA, DORA) == [("players[1].player_id", "cannot be asked now")]
    asked = match_pb2.CheckEntrantsRequest(
        player_ids=[DORA], games=[match_pb2.TournamentGame(game_id=new_id())], maker_id=ANNA
    )
    with pytest.raises(NotAllowed):
        await MatchServiceStub(hall.services.channel("match", person(ANNA))).CheckEntrants(asked)
    asked.maker_id = ""
    with pytest.raises(InvalidField, match="maker_id"):
        await MatchServiceStub(hall.services.channel("match", service_caller("batch"))).CheckEntrants(asked)
    assert await refused(ANNA, new_id()) == [("players[1].player_id", "cannot play in tournaments")]
    assert await refused(BEN, BEN) == [("players[1].player_id", "this player is chosen twice")]
    assert await refused(BEN, GREEDY_ID, format=pb.FORMAT_GAUNTLET) == [
        ("format", "people cannot be in such a tournament")
    ]
    assert await refused(GREEDY_ID, RANDOM_ID, format=pb.FORMAT_MIXED) == [
        ("format", "such a tournament is for people")
    ]
    assert await refused(BEN, GREEDY_ID, rounds=2) == [("rounds", "is for a Swiss or mixed tournament")]
    many = await refused(BEN, CARL, GREEDY_ID, RANDOM_ID, format=pb.FORMAT_MIXED, rounds=64, games_each=24)
    assert many == [("rounds", "there would be 3,072 games")]
    assert await refused(BEN, GREEDY_ID, games_each=25) == [("games_each", "25 games are too many where people play")]
    again = await hall.create(BEN, GREEDY_ID, window_s=60, request_id="again")
    assert (await hall.create(BEN, GREEDY_ID, window_s=60, request_id="again")).id == again.id
    assert await refused(BEN, GREEDY_ID, window_s=61, request_id="again") == [
        ("request_id", "was used for another tournament")
    ]
    assert await refused(BEN, GREEDY_ID, window_s=59) == [("window_s", "is 59")]
    budget = pb.Player(player_id=GREEDY_ID, budget=pb.Budget(seconds=1))
    assert await refused(players=[pb.Player(player_id=BEN), budget]) == [
        ("players[1].budget", "a time for a move cannot be chosen where bots or people play")
    ]
    await hall.connect(BLUE, tournaments=True)
    await hall.connect(DEEP)
    assert (await hall.create(BEN, BLUE, DEEP)).status == pb.STATUS_INVITING


async def add(hall: Hall, own_id: str, *people: str, who: str = "") -> pb.Tournament:
    stub = batch_of(hall, who) if who else hall.batch
    return (await stub.AddPeople(pb.AddPeopleRequest(tournament_id=own_id, player_ids=people))).tournament


def entries_of(told: pb.Tournament) -> list[tuple[str, str]]:
    return [(each.name, pb.Entry.Name(each.entry).removeprefix("ENTRY_").lower()) for each in told.players]


async def test_who_is_asked_later_accepts_and_plays(hall: Hall) -> None:
    asked = {"games_each": 0, "window_s": 3600, "request_id": "later"}
    made = await hall.create(ANNA, BEN, CARL, **asked)
    await accept(hall, made.id, CARL, accepts=False)
    watched = hall.batch.Watch(pb.WatchRequest(tournament_id=made.id))
    assert (await watched.read()).progress.asked == 3
    # Dora is new, Carl is asked again; those who are asked already stay as they are, however often they are named.
    for _ in range(2):
        told = await add(hall, made.id, DORA, CARL, BEN, ANNA)
        assert entries_of(told) == [("Anna", "accepted"), ("Ben", "invited"), ("Carl", "invited"), ("Dora", "invited")]
        assert (told.status, told.name) == (pb.STATUS_INVITING, "Tic-Tac-Toe: Anna, Ben +2")
        assert (told.progress.games_total, told.progress.answers, told.progress.asked) == (12, 1, 4)
    async with asyncio.timeout(PATIENCE_S):
        while (await watched.read()).progress.asked != 4:
            pass
    watched.cancel()
    found = await batch_of(hall, DORA).List(pb.ListRequest(own=True))
    assert [each.id for each in found.tournaments] == [made.id]
    # The request by which it was made is answered as before.
    assert (await hall.create(ANNA, BEN, CARL, **asked)).id == made.id
    with pytest.raises(InvalidField, match="another tournament"):
        await hall.create(BEN, DORA, GREEDY_ID, **asked)
    await accept(hall, made.id, BEN, CARL, accepts=False)
    begun = await accept(hall, made.id, DORA)
    assert (begun.status, begun.name, begun.progress.games_total) == (pb.STATUS_RUNNING, "Tic-Tac-Toe: Anna, Dora", 2)
    assert (begun.progress.asked, [each.name for each in begun.left_out]) == (0, ["Ben", "Carl"])
    for _ in range(2):
        await played(hall, made.id, ANNA, DORA)
    assert (await hall.until(made.id, is_over)).games_played == 2


async def test_nobody_is_asked_too_late_or_by_others(hall: Hall) -> None:
    made = await hall.create(ANNA, BEN, name="Ours")
    with pytest.raises(NotAllowed):
        await add(hall, made.id, CARL, who=BEN)
    trainer = BatchServiceStub(hall.services.channel("batch", person(CARL, role="trainer", name="Carl")))
    with pytest.raises(NotAllowed):
        await trainer.AddPeople(pb.AddPeopleRequest(tournament_id=made.id, player_ids=[CARL]))
    admin = BatchServiceStub(hall.services.channel("batch", person(DORA, role="admin", name="Dora")))
    # An Admin who names themself has accepted.
    told = (await admin.AddPeople(pb.AddPeopleRequest(tournament_id=made.id, player_ids=[DORA]))).tournament
    assert (told.name, entries_of(told)[2]) == ("Ours", ("Dora", "accepted"))
    assert (await accept(hall, made.id, BEN)).status == pb.STATUS_RUNNING
    for people in ([CARL], [BEN]):
        with pytest.raises(TournamentBegun):
            await add(hall, made.id, *people)
    await hall.batch.Cancel(pb.CancelRequest(tournament_id=made.id))
    with pytest.raises(TournamentOver):
        await add(hall, made.id, CARL)
    for own_id in (new_id(), "nothing"):
        with pytest.raises(UnknownTournament):
            await add(hall, own_id, CARL)


async def test_all_are_asked_or_nobody(hall: Hall) -> None:
    made = await hall.create(ANNA, BEN, games_each=24)

    async def refused(*people: str) -> list[tuple[str, str, str]]:
        with pytest.raises(InvalidField) as caught:
            await add(hall, made.id, *people)
        return [(fault.path, fault.problem, fault.remedy) for fault in caught.value.faults]

    # Of each of them it is said by their place in the request; whether it is Anna who is banned is not told.
    hall.circle.banned.add(frozenset({ANNA, DORA}))
    nobody = new_id()
    assert await refused(CARL, DORA, nobody, BLUE) == [
        ("player_ids[1]", "cannot be asked now", "Name somebody else"),
        ("player_ids[2]", "is not a person", "Name a person"),
        ("player_ids[3]", "is not a person", "Name a person"),
    ]
    assert await refused(CARL, RANDOM_ID) == [("player_ids[1]", "is not a person", "Name a person")]
    assert await refused("x", CARL, CARL) == [
        ("player_ids[0]", "is not a player's id", "Name a person"),
        ("player_ids[2]", "this player is chosen twice", "Choose each person once"),
    ]
    assert await refused() == [("player_ids", "nobody is named", "Name at least one person")]
    crowd = [new_id() for _ in range(33)]
    hall.circle.add(*(Known(each, f"P{number}") for number, each in enumerate(crowd)))
    assert await refused(*crowd) == [("player_ids", "there are too many people", "Choose at most 32")]
    assert await refused(*crowd[:31]) == [("player_ids", "there are too many people", "Ask at most 32 in all")]
    too_many = ("player_ids", "there would be 2,184 games", "Ask fewer people: at most 2,000 games in all")
    assert await refused(*crowd[:12]) == [too_many]
    told = (await hall.batch.Get(pb.GetRequest(tournament_id=made.id))).tournament
    assert (len(told.players), told.progress.games_total, told.name) == (2, 24, "Tic-Tac-Toe: Anna, Ben")
    # Who asks two things at one moment has both.
    await asyncio.gather(add(hall, made.id, *crowd[:5]), add(hall, made.id, *crowd[3:8]), add(hall, made.id, CARL))
    told = (await hall.batch.Get(pb.GetRequest(tournament_id=made.id))).tournament
    assert {each.player_id for each in told.players} == {ANNA, BEN, CARL, *crowd[:8]}
    assert (len(told.players), told.progress.games_total) == (11, 1320)
