"""The rating service over real gRPC and a real SQLite file: matches in by either way, leaderboards out."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

import pytest
from fixtures.nats import NatsServer
from fixtures.patience import PATIENCE_S
from fixtures.services import InProcess, person, service_caller

from redscience.api.match.v1 import match_pb2_grpc
from redscience.api.match.v1.match_pb2 import EndedMatch, EndedSeat, ListEndedRequest, ListEndedResponse
from redscience.api.players.v1 import players_pb2_grpc
from redscience.api.players.v1.players_pb2 import ListUniversesRequest, ListUniversesResponse, Universe
from redscience.api.rating.v1.rating_pb2 import (
    CountMatchesRequest,
    Figure,
    GetBenchmarkRequest,
    GetBenchmarkResponse,
    GetFavoritismRequest,
    GetFavorsRequest,
    GetLeaderboardRequest,
    GetLeaderboardResponse,
    GetMatchRatingsRequest,
    GetPlayerRequest,
    GetPlayerResponse,
    GetStatisticsRequest,
    ListHistoryRequest,
    ListLeaderboardRequest,
    ListLeaderboardResponse,
    Standing,
    WatchLeaderboardRequest,
)
from redscience.api.rating.v1.rating_pb2_grpc import RatingServiceStub
from redscience.errors import InvalidField, NotAllowed, NotLoggedIn, RedscienceError, Unavailable
from redscience.names import RANDOM_ID, STANDARD_ID
from services.kit.bus import Bus
from services.kit.clock import ManualClock
from services.kit.identity import Caller, player, require_caller, service
from services.kit.ids import new_id
from services.kit.nats_bus import NatsBus
from services.kit.process import Process
from services.rating import events
from services.rating.__main__ import compose
from services.rating.record import Record
from services.rating.result import result_of
from services.rating.settlement import settle

if TYPE_CHECKING:
    # The generated code has this class for the type checker alone.
    from redscience.api.rating.v1.rating_pb2_grpc import RatingServiceAsyncStub

ENDED_AT_MS = 1_700_000_000_000
ENDS = (("win", "lose"), ("lose", "win"), ("draw", "draw"))
GAME = new_id()
ANNA, BERT = new_id(), new_id()


def ended(
    *outcomes: tuple[str, str], at_ms: int = ENDED_AT_MS, game_id: str = GAME, universe: str = "public", **more: Any
) -> EndedMatch:
    """A match that has ended: who, and how for them."""
    return EndedMatch(
        **{
            "event_id": new_id(),
            "match_id": new_id(),
            "game_id": game_id,
            "universe": universe,
            "rated": True,
            "started_at_ms": at_ms - 60_000,
            "ended_at_ms": at_ms,
            "seats": [
                EndedSeat(
                    seat=("black", "white", "pink", "yellow")[team],
                    player_id=player,
                    kind="random" if player == RANDOM_ID else "person",
                    outcome=outcome,
                    team=team,
                    turns=5,
                    thinking_ms=20_000,
                )
                for team, (player, outcome) in enumerate(outcomes)
            ],
        }
        | more
    )


class EndedMatches(match_pb2_grpc.MatchServiceServicer):
    """A match service that knows nothing but what has ended."""

    def __init__(self) -> None:
        self.known: list[EndedMatch] = []
        self.asked: list[str] = []
        self.most_at_once = 3
        self.is_away = False
        self.away_at = ""
        self.refusal: RedscienceError = Unavailable("The match service is away.")
        self.refused = 0

    async def has_been_asked_from(self, cursor: str) -> bool:
        """Whether the last question was for what came after `cursor`."""
        return self.asked[-1:] == [cursor]

    async def has_refused(self, times: int = 1) -> bool:
        """Whether it was asked while it was away, so often."""
        return self.refused >= times

    async def ListEnded(self, request: ListEndedRequest, context: object) -> ListEndedResponse:
        del context
        if self.is_away or (self.away_at and request.cursor == self.away_at):
            self.refused += 1
            raise self.refusal
        self.asked.append(request.cursor)
        position = int(request.cursor or 0)
        page = self.known[position : position + min(request.limit, self.most_at_once)]
        return ListEndedResponse(matches=page, next_cursor=str(position + len(page)))


@pytest.fixture
async def match(services: InProcess) -> EndedMatches:
    matches = EndedMatches()

    async def compose_match(process: Process) -> None:
        names = [name for name in vars(match_pb2_grpc.MatchServiceServicer) if name[0].isupper()]
        access = dict.fromkeys(names, service("rating"))
        process.serve(match_pb2_grpc.add_MatchServiceServicer_to_server, matches, access)

    await services.start("match", compose_match)
    return matches


@pytest.fixture
async def rating(services: InProcess, match: EndedMatches) -> RatingServiceAsyncStub:
    """The service, called by Anna."""
    del match
    await services.start("rating", compose)
    return stub(services)


def stub(services: InProcess, who: Caller | None = None) -> RatingServiceAsyncStub:
    return RatingServiceStub(services.channel("rating", who or person(ANNA)))


async def tell(bus: Bus, *matches: EndedMatch) -> None:
    for each in matches:
        await bus.publish(events.ENDED, each.SerializeToString(), event_id=each.event_id)


async def board(rating: RatingServiceAsyncStub, game_id: str = GAME, **more: Any) -> GetLeaderboardResponse:
    answer: GetLeaderboardResponse = await rating.GetLeaderboard(GetLeaderboardRequest(game_id=game_id, **more))
    return answer


async def board_when(
    rating: RatingServiceAsyncStub, is_so: Callable[[GetLeaderboardResponse], bool], game_id: str = GAME, **more: Any
) -> GetLeaderboardResponse:
    """The leaderboard as soon as it is so."""
    answers = []

    async def look() -> bool:
        answers.append(await board(rating, game_id, **more))
        return is_so(answers[-1])

    await eventually(look)
    return answers[-1]


async def eventually(is_so: Callable[[], Awaitable[bool]]) -> None:
    """Returns as soon as it is so."""
    async with asyncio.timeout(PATIENCE_S):
        while not await is_so():  # noqa: ASYNC110  # what is waited for happens behind gRPC
            await asyncio.sleep(0.02)


def after(matches: int) -> Callable[[GetLeaderboardResponse], bool]:
    return lambda answer: answer.matches == matches


def standing(answer: GetLeaderboardResponse | GetPlayerResponse, player: str) -> Standing:
    (found,) = [each for each in answer.standings if each.player_id == player]
    return found


async def test_a_board_without_matches_shows_the_standard_player_and_random_as_beginners(
    rating: RatingServiceAsyncStub,
) -> None:
    answer = await board(rating)
    assert [(each.player_id, each.mu, each.rank, each.played) for each in answer.standings] == [
        (STANDARD_ID, 25.0, 0, 0),
        (RANDOM_ID, 25.0, 0, 0),
    ]
    assert [each.rating for each in answer.standings] == [pytest.approx(0)] * 2
    assert answer.matches == 0


async def test_a_match_against_random_puts_both_on_the_board(
    services: InProcess, rating: RatingServiceAsyncStub
) -> None:
    await tell(services.bus, ended((ANNA, "win"), (RANDOM_ID, "lose")))
    answer = await board_when(rating, after(1))
    anna, random, standard = answer.standings
    assert (standard.player_id, standard.played) == (STANDARD_ID, 0)
    assert (anna.player_id, anna.rank, anna.played, anna.won) == (ANNA, 1, 1, 1)
    assert (random.player_id, random.rank, random.played, random.lost) == (RANDOM_ID, 2, 1, 1)
    assert anna.rating == pytest.approx(anna.mu - 3 * anna.sigma)
    assert anna.top_burst == pytest.approx(anna.rating)
    assert anna.held_since_ms == anna.last_match_at_ms == ENDED_AT_MS
    assert anna.mean_turn_ms == 4_000
    player: GetPlayerResponse = await rating.GetPlayer(GetPlayerRequest(player_id=ANNA))
    anna.rank = 0
    assert list(player.standings) == [anna]


async def test_what_the_bus_did_not_tell_is_asked_for_and_nothing_counts_twice(
    services: InProcess, match: EndedMatches
) -> None:
    matches = [ended((ANNA, "win"), (BERT, "lose"), at_ms=ENDED_AT_MS + n) for n in range(7)]
    await tell(services.bus, *matches[2:5])
    match.known = matches
    await services.start("rating", compose)
    answer = await board_when(stub(services), after(7))
    await tell(services.bus, *matches)
    await tell(services.bus, last := ended((BERT, "win"), (ANNA, "lose"), at_ms=ENDED_AT_MS + 99))
    del last
    answer = await board_when(stub(services), after(8))
    assert (standing(answer, ANNA).played, standing(answer, ANNA).won) == (8, 7)


async def test_a_restart_goes_on_from_the_cursor(services: InProcess, match: EndedMatches) -> None:
    match.known = [ended((ANNA, "win"), (BERT, "lose")) for _ in range(4)]
    await services.start("rating", compose)
    before = await board_when(stub(services), after(4))
    await eventually(lambda: match.has_been_asked_from("4"))
    await services.stop("rating")
    match.asked.clear()
    await services.start("rating", compose)
    await eventually(lambda: match.has_been_asked_from("4"))
    assert match.asked == ["4"]
    assert await board(stub(services)) == before


@pytest.mark.slow
async def test_a_thousand_that_ended_meanwhile_are_applied_once_in_their_order(
    services: InProcess, match: EndedMatches
) -> None:
    """The service was away; then the bus tells the last of them first, some twice, others never, and match fails."""
    dice = random.Random(3)
    players = [new_id() for _ in range(12)]
    match.known = [
        ended(*zip(dice.sample(players, 2), dice.choice(ENDS), strict=True), at_ms=ENDED_AT_MS + n)
        for n in range(1_000)
    ]
    match.most_at_once, match.away_at = 500, "400"
    told = dice.sample(match.known, 160)
    await tell(services.bus, *told[::-1])
    await services.start("rating", compose)
    await eventually(match.has_refused)
    await tell(services.bus, *(again(each) for each in told))
    match.away_at = ""
    answer = await board_when(stub(services), after(1_000), limit=100)
    await eventually(lambda: match.has_been_asked_from("1000"))
    assert match.asked[:3] == ["", "200", "400"]
    assert len(set(match.asked)) == len(match.asked) - match.asked.count("1000") + 1
    expected: dict[str, Record] = {player: Record() for player in players}
    for each in map(result_of, match.known):
        expected |= settle(each, {seat.player_id: expected[seat.player_id] for seat in each.seats})
    for who, record in expected.items():
        shown = standing(answer, who) if record.played else Standing()
        assert (shown.mu, shown.sigma, shown.played, shown.top_burst, shown.held_since_ms) == (
            record.skill.mu,
            record.skill.sigma,
            record.played,
            record.top_burst,
            record.held_since_ms,
        )


def again(match: EndedMatch) -> EndedMatch:
    """The same match in another event."""
    other = EndedMatch.FromString(match.SerializeToString())
    other.event_id = new_id()
    return other


async def test_while_something_is_missing_no_error_has_the_bus_rated_before_it(
    services: InProcess, match: EndedMatches
) -> None:
    match.known = [ended((ANNA, "win"), (BERT, "lose"), at_ms=ENDED_AT_MS + n) for n in range(events.PAGE + 1)]
    match.most_at_once, match.away_at, match.refusal = 2 * events.PAGE, str(events.PAGE), NotAllowed("You may not.")
    await services.start("rating", compose)
    await tell(services.bus, match.known[-1])
    await eventually(lambda: match.has_refused(3))
    assert (await board(stub(services))).matches == events.PAGE
    match.away_at = ""
    await board_when(stub(services), after(events.PAGE + 1))


async def test_without_the_match_service_the_bus_is_believed(services: InProcess, match: EndedMatches) -> None:
    match.is_away = True
    await services.start("rating", compose)
    await tell(services.bus, ended((ANNA, "win"), (BERT, "lose")))
    await board_when(stub(services), after(1))


async def test_a_match_under_another_events_id_is_the_same_match(
    services: InProcess, rating: RatingServiceAsyncStub
) -> None:
    first = ended((ANNA, "win"), (BERT, "lose"))
    again = EndedMatch.FromString(first.SerializeToString())
    again.event_id = new_id()
    await tell(services.bus, first, again, ended((ANNA, "win"), (BERT, "lose"), game_id=(other := new_id())))
    await board_when(rating, after(1), other)
    assert (await board(rating)).matches == 1


async def test_an_unrated_match_changes_nobody(services: InProcess, rating: RatingServiceAsyncStub) -> None:
    await tell(
        services.bus,
        ended((ANNA, "win"), (BERT, "lose"), rated=False),
        ended((ANNA, "win"), (RANDOM_ID, "lose")),
    )
    answer = await board_when(rating, after(1))
    assert {each.player_id for each in answer.standings if each.played} == {ANNA, RANDOM_ID}
    assert standing(answer, ANNA).played == 1


async def test_what_cannot_be_read_is_let_go_and_the_rest_is_taken(
    services: InProcess, match: EndedMatches, rating: RatingServiceAsyncStub, caplog: pytest.LogCaptureFixture
) -> None:
    await services.bus.publish(events.ENDED, b"\xff\xff nonsense", event_id=new_id())
    match.known = [ended((ANNA, "win"), (BERT, "nonsense"))]
    await tell(
        services.bus,
        ended((ANNA, "win"), universe="a.*"),
        EndedMatch(),
        ended((ANNA, "win"), ("nobody", "lose")),
        ended((ANNA, "win"), (BERT, "lose")),
    )
    answer = await board_when(rating, after(1))
    assert standing(answer, ANNA).played == 1
    assert any("cannot be read" in record.message for record in caplog.records)


async def test_universes_do_not_meet(services: InProcess, rating: RatingServiceAsyncStub) -> None:
    home = new_id()
    await tell(
        services.bus,
        ended((BERT, "win"), (RANDOM_ID, "lose"), universe=home),
        ended((ANNA, "win"), (RANDOM_ID, "lose")),
    )
    of_bert = stub(services, person(BERT, universe=home))
    theirs = await board_when(of_bert, after(1))
    assert [each.player_id for each in theirs.standings] == [BERT, RANDOM_ID, STANDARD_ID]
    answer = await board_when(rating, after(1), player_id=BERT)
    assert [each.player_id for each in answer.standings] == [ANNA, RANDOM_ID, STANDARD_ID]
    assert not (await of_bert.GetPlayer(GetPlayerRequest(player_id=ANNA))).standings


async def test_ten_are_ranked_and_whoever_asks_is_shown(services: InProcess, rating: RatingServiceAsyncStub) -> None:
    winners = [new_id() for _ in range(11)]
    await tell(
        services.bus,
        ended((ANNA, "lose"), (RANDOM_ID, "win"), at_ms=ENDED_AT_MS),
        *(ended((winner, "win"), chaos="lose", at_ms=ENDED_AT_MS + 1_000 - n) for n, winner in enumerate(winners)),
    )
    answer = await board_when(rating, after(12), player_id=ANNA)
    # Equal ratings: whoever has held theirs for longer is ahead. Of ten that are shown, Anna is one.
    assert [each.player_id for each in answer.standings] == [RANDOM_ID, *winners[:3:-1], ANNA, STANDARD_ID]
    assert [each.rank for each in answer.standings] == [*range(1, 9), 0, 0]
    few = await board(rating, limit=3, player_id=winners[5])
    assert [(each.player_id, each.rank) for each in few.standings] == [
        (RANDOM_ID, 1),
        (winners[5], 7),
        (STANDARD_ID, 0),
    ]
    more = await board(rating, player_id=ANNA, added_player_ids=[winners[0], new_id()])
    assert [each.player_id for each in more.standings] == [
        RANDOM_ID,
        *winners[:3:-1],
        winners[0],
        ANNA,
        STANDARD_ID,
    ]
    many = await board(rating, limit=100)
    assert [each.rank for each in many.standings] == [*range(1, 11), 0, 0, 0, 0]


async def test_a_leaderboard_is_listed_by_the_page_and_around_a_player(
    services: InProcess, rating: RatingServiceAsyncStub
) -> None:
    players = [new_id() for _ in range(7)]
    await tell(
        services.bus,
        *(ended((each, "win"), chaos="lose", at_ms=ENDED_AT_MS + n) for n, each in enumerate(players)),
        ended((BERT, "win"), (RANDOM_ID, "lose"), universe=(home := new_id())),
    )
    await board_when(rating, after(7))
    first = await rating.ListLeaderboard(ListLeaderboardRequest(game_id=GAME, page_size=3))
    assert ([each.player_id for each in first.standings], first.matches) == (players[:3], 7)
    assert [each.rank for each in first.standings] == [1, 2, 3]
    assert not first.previous_page_token
    second = await rating.ListLeaderboard(
        ListLeaderboardRequest(game_id=GAME, page_size=3, page_token=first.next_page_token)
    )
    assert [each.player_id for each in second.standings] == players[3:6]
    back = ListLeaderboardRequest(game_id=GAME, page_size=3, page_token=second.previous_page_token)
    assert [each.player_id for each in (await rating.ListLeaderboard(back)).standings] == players[:3]
    around = await rating.ListLeaderboard(
        ListLeaderboardRequest(game_id=GAME, page_size=3, around_player_id=players[5])
    )
    assert [each.player_id for each in around.standings] == players[4:]
    assert not around.next_page_token
    # Who plays elsewhere is as unknown as who has not played, and a token opens no other list.
    of_bert = stub(services, person(BERT, universe=home))
    for stranger in (BERT, new_id()):
        unknown = ListLeaderboardRequest(game_id=GAME, around_player_id=stranger)
        assert await rating.ListLeaderboard(unknown) == ListLeaderboardResponse(matches=7)
    theirs = await board_when(of_bert, after(1))
    listed = await of_bert.ListLeaderboard(ListLeaderboardRequest(game_id=GAME, around_player_id=BERT))
    assert [each.player_id for each in listed.standings] == [each.player_id for each in theirs.standings if each.played]
    with pytest.raises(InvalidField, match="page_token"):
        await of_bert.ListLeaderboard(ListLeaderboardRequest(game_id=GAME, page_token=first.next_page_token))


async def test_statistics_are_counted_and_reckoned(services: InProcess) -> None:
    services.clock = ManualClock(ENDED_AT_MS + 10_000)
    await services.start("rating", compose)
    rating, other = stub(services), new_id()
    await tell(
        services.bus,
        ended((ANNA, "win"), (BERT, "lose"), at_ms=ENDED_AT_MS),
        ended((ANNA, "draw"), (BERT, "draw"), at_ms=ENDED_AT_MS + 1_000),
        ended((ANNA, "lose"), (BERT, "win"), at_ms=ENDED_AT_MS + 2_000),
        ended((ANNA, "lose"), (BERT, "win"), at_ms=ENDED_AT_MS + 3_000),
        ended((ANNA, "win"), (BERT, "lose"), at_ms=ENDED_AT_MS + 4_000, game_id=other),
    )
    await board_when(rating, after(4))
    await board_when(rating, after(1), other)
    first = await rating.GetStatistics(GetStatisticsRequest(player_id=ANNA, page_size=1))
    assert [each.standing.game_id for each in first.statistics] == [other]
    second = await rating.GetStatistics(
        GetStatisticsRequest(player_id=ANNA, page_size=1, page_token=first.next_page_token)
    )
    (shown,) = second.statistics
    assert (shown.standing.game_id, shown.standing.played) == (GAME, 4)
    assert (shown.won_percent, shown.drawn_percent) == (25.0, 25.0)
    assert (shown.standing.mean_turn_ms, shown.held_ms, shown.since_last_match_ms) == (4_000, 7_000, 7_000)
    assert not second.next_page_token
    of_one = await rating.GetStatistics(GetStatisticsRequest(player_id=ANNA, game_id=GAME))
    assert list(of_one.statistics) == [shown]


async def test_numbers_that_a_game_keeps_are_told_with_its_statistics(services: InProcess) -> None:
    await services.start("rating", compose)
    rating = stub(services)
    for points in (4.0, 7.0):
        told = ended((ANNA, "win"), (BERT, "lose"))
        told.seats[0].statistics["points"] = points
        await tell(services.bus, told, told)
    await tell(services.bus, ended((BERT, "win"), (RANDOM_ID, "lose"), game_id=(other := new_id())))
    await board_when(rating, after(2))
    await board_when(rating, after(1), other)
    (of_anna,) = (await rating.GetStatistics(GetStatisticsRequest(player_id=ANNA))).statistics
    assert list(of_anna.figures) == [Figure(name="points", sum=11, least=4, most=7)]
    of_bert = (await rating.GetStatistics(GetStatisticsRequest(player_id=BERT))).statistics
    assert not any(each.figures for each in of_bert)


async def test_history_tells_the_rating_after_each_match(
    services: InProcess, match: EndedMatches, rating: RatingServiceAsyncStub
) -> None:
    match.known = [
        ended((ANNA, "win"), (RANDOM_ID, "lose"), (RANDOM_ID, "lose"), at_ms=ENDED_AT_MS + n) for n in range(3)
    ]
    await services.stop("rating")
    await services.start("rating", compose)
    last = standing(await board_when(rating, after(3)), ANNA)
    request = ListHistoryRequest(player_id=ANNA, game_id=GAME, page_size=2)
    first = await rating.ListHistory(request)
    request.page_token = first.next_page_token
    second = await rating.ListHistory(request)
    points = [*first.points, *second.points]
    assert [point.match_id for point in points] == [each.match_id for each in match.known[::-1]]
    assert [point.ended_at_ms for point in points] == [ENDED_AT_MS + n for n in (2, 1, 0)]
    assert (points[0].mu, points[0].sigma, points[0].rating) == (last.mu, last.sigma, last.rating)
    assert points[2].mu < points[1].mu < points[0].mu
    assert [point.number for point in points] == [3, 2, 1]
    assert not second.next_page_token
    of_random = await rating.ListHistory(ListHistoryRequest(player_id=RANDOM_ID, game_id=GAME))
    assert len(of_random.points) == 3


async def test_the_ratings_before_and_after_matches_are_told_of_all_who_played(
    services: InProcess, rating: RatingServiceAsyncStub
) -> None:
    home = new_id()
    first = ended((ANNA, "win"), (RANDOM_ID, "lose"), (RANDOM_ID, "lose"))
    second = ended((ANNA, "lose"), (BERT, "win"), at_ms=ENDED_AT_MS + 1)
    unrated = ended((ANNA, "win"), (BERT, "lose"), rated=False)
    elsewhere = ended((BERT, "win"), (RANDOM_ID, "lose"), universe=home)
    for number, each in enumerate((first, second), 1):
        await tell(services.bus, each)
        board_now = await board_when(rating, after(number))
    await tell(services.bus, unrated, elsewhere)
    await board_when(stub(services, person(BERT, universe=home)), after(1))
    ids = [each.match_id for each in (first, second, unrated, elsewhere)]
    told = {
        (each.match_id, each.player_id): each
        for each in (await rating.GetMatchRatings(GetMatchRatingsRequest(match_ids=[*ids, new_id()]))).ratings
    }
    assert set(told) == {(ids[0], ANNA), (ids[0], RANDOM_ID), (ids[1], ANNA), (ids[1], BERT)}
    beginner = Record().skill
    before = told[ids[0], ANNA]
    assert (before.mu_before, before.sigma_before, before.rating_before) == (
        beginner.mu,
        beginner.sigma,
        beginner.rating,
    )
    assert before.rating_after == told[ids[1], ANNA].rating_before > before.rating_before
    last = standing(board_now, ANNA)
    assert (told[ids[1], ANNA].mu_after, told[ids[1], ANNA].sigma_after) == (last.mu, last.sigma)
    assert told[ids[1], ANNA].rating_after == last.rating


async def test_matches_are_counted_by_the_game(services: InProcess, rating: RatingServiceAsyncStub) -> None:
    other = new_id()
    await tell(services.bus, *(ended((ANNA, "win"), (BERT, "lose"), game_id=game) for game in (GAME, other, other)))
    await board_when(rating, after(1))
    await board_when(rating, after(2), game_id=other)
    asked = CountMatchesRequest(game_ids=[other, new_id(), GAME, other])
    assert list((await rating.CountMatches(asked)).matches) == [2, 0, 1, 2]
    assert list((await rating.CountMatches(CountMatchesRequest())).matches) == []


async def test_favoritism_is_told_by_the_page(services: InProcess, rating: RatingServiceAsyncStub) -> None:
    other, carl = new_id(), new_id()
    await tell(
        services.bus,
        ended((ANNA, "win"), (BERT, "lose")),
        ended((ANNA, "draw"), (carl, "draw"), game_id=other),
        ended((BERT, "win"), (ANNA, "lose"), game_id=(third := new_id())),
    )
    for game in (GAME, other, third):
        await board_when(rating, after(1), game)
    request = GetFavoritismRequest(player_id=ANNA, page_size=2)
    first = await rating.GetFavoritism(request)
    request.page_token = first.next_page_token
    second = await rating.GetFavoritism(request)
    shown = [*first.favoritism, *second.favoritism]
    assert [(each.player_id, each.other_id, each.game_id) for each in shown] == [
        (ANNA, BERT, GAME),
        (ANNA, carl, other),
        (ANNA, BERT, third),
    ]
    # Beginners in games that nobody had played: E(draw) = 0.1, and 0.45 for either.
    won, drew, lost = shown
    assert (won.win_boost, won.kick_back, won.draw_boost) == pytest.approx((0.55, -0.45, -0.1))
    assert [each.preference for each in shown] == pytest.approx([1.0, 0.0, -1.0])
    assert (won.favors, won.favors_owed, won.together) == pytest.approx((-0.55, 0.55, 1))
    answer = await board(rating)
    assert won.relative_rating == pytest.approx(standing(answer, BERT).rating / standing(answer, ANNA).rating - 1)
    assert not lost.HasField("relative_rating")
    assert won.last_match_at_ms == drew.last_match_at_ms == ENDED_AT_MS
    of_one = await rating.GetFavoritism(GetFavoritismRequest(player_id=ANNA, game_id=GAME))
    assert list(of_one.favoritism) == [won]
    # In the other game the two are beginners yet who drew; in the third it is Bert who won.
    for game, top, favored_by in ((GAME, ANNA, BERT), (third, BERT, ANNA), (new_id(), "", "")):
        benchmark = GetBenchmarkResponse(top_player_id=top, favored_by_id=favored_by)
        assert await rating.GetBenchmark(GetBenchmarkRequest(game_id=game)) == benchmark
    assert not (await rating.GetBenchmark(GetBenchmarkRequest(game_id=other))).favored_by_id
    with pytest.raises(InvalidField, match="game_id"):
        await rating.GetBenchmark(GetBenchmarkRequest(game_id="Connect4"))
    favors = await rating.GetFavors(GetFavorsRequest(player_id=ANNA, other_id=BERT))
    assert (favors.together, favors.favors, favors.favors_owed) == (2, pytest.approx(0), pytest.approx(0))
    assert list(favors.games) == [lost, won]


async def test_who_plays_in_another_universe_is_unknown(services: InProcess, rating: RatingServiceAsyncStub) -> None:
    home = new_id()
    of_bert = stub(services, person(BERT, universe=home))
    await tell(services.bus, ended((BERT, "win"), (RANDOM_ID, "lose"), universe=home))
    await board_when(of_bert, after(1))
    for who, is_home in ((rating, False), (of_bert, True)):
        statistics = await who.GetStatistics(GetStatisticsRequest(player_id=BERT))
        history = await who.ListHistory(ListHistoryRequest(player_id=BERT, game_id=GAME))
        favoritism = await who.GetFavoritism(GetFavoritismRequest(player_id=BERT))
        favors = await who.GetFavors(GetFavorsRequest(player_id=BERT, other_id=RANDOM_ID))
        assert {len(each) for each in (statistics.statistics, history.points, favoritism.favoritism)} == {is_home}
        assert (favors.together, len(favors.games)) == (is_home, is_home)
    stranger = RatingServiceStub(services.channel("rating", None))
    assert not (await stranger.GetStatistics(GetStatisticsRequest(player_id=BERT))).statistics


class OwnUniverses(players_pb2_grpc.PlayersServiceServicer):
    """A players service that knows nothing but in which universes Anna has a persona."""

    def __init__(self, *universes: str) -> None:
        self._universes = universes

    async def ListUniverses(self, request: ListUniversesRequest, context: object) -> ListUniversesResponse:
        del request, context
        who = require_caller()
        private = self._universes if who.id == ANNA else ()
        return ListUniversesResponse(universes=[Universe(id=each) for each in (who.universe, *private)])


async def start_players(services: InProcess, rating: RatingServiceAsyncStub, *universes: str) -> None:
    """Starts a players service, and waits until the rating service has found it."""

    async def compose_players(process: Process) -> None:
        names = [name for name in vars(players_pb2_grpc.PlayersServiceServicer) if name[0].isupper()]
        add = players_pb2_grpc.add_PlayersServiceServicer_to_server
        process.serve(add, OwnUniverses(*universes), dict.fromkeys(names, player))

    async def is_found() -> bool:
        with suppress(Unavailable):
            await board(rating, universe=universes[0])
            return True
        return False

    await services.start("players", compose_players)
    await eventually(is_found)


def all_of(who: str, universe: str, match_id: str) -> dict[str, Any]:
    """A request of each method, for what is known of a player, of a game and of a match."""
    of = {"universe": universe, "game_id": GAME, "player_id": who}
    without_game = {"universe": universe, "player_id": who}
    return {
        "GetLeaderboard": GetLeaderboardRequest(**of),
        "ListLeaderboard": ListLeaderboardRequest(universe=universe, game_id=GAME, around_player_id=who),
        "GetPlayer": GetPlayerRequest(**without_game),
        "GetStatistics": GetStatisticsRequest(**of),
        "ListHistory": ListHistoryRequest(**of),
        "GetFavoritism": GetFavoritismRequest(**of),
        "GetFavors": GetFavorsRequest(**without_game, other_id=RANDOM_ID),
        "GetBenchmark": GetBenchmarkRequest(universe=universe, game_id=GAME),
        "CountMatches": CountMatchesRequest(universe=universe, game_ids=[GAME]),
        "GetMatchRatings": GetMatchRatingsRequest(universe=universe, match_ids=[match_id]),
    }


async def test_whoever_has_a_persona_in_a_universe_sees_it_and_nobody_else(
    services: InProcess, rating: RatingServiceAsyncStub
) -> None:
    home, carl = new_id(), new_id()
    await start_players(services, rating, home)
    only = ended((carl, "win"), (RANDOM_ID, "lose"), universe=home)
    await tell(services.bus, only)
    answer = await board_when(rating, after(1), universe=home)
    assert [each.player_id for each in answer.standings] == [carl, RANDOM_ID, STANDARD_ID]
    assert (await board(rating)).matches == 0
    of_carl = stub(services, person(carl, universe=home))
    of_bert = stub(services, person(BERT))
    of_nobody = RatingServiceStub(services.channel("rating", None))
    of_service = stub(services, service_caller("chaos"))
    for method, asked in all_of(carl, home, only.match_id).items():
        seen = await getattr(rating, method)(asked)
        asked_at_home = type(asked)()
        asked_at_home.CopyFrom(asked)
        asked_at_home.universe = ""
        if method != "GetStatistics":  # which tells how long ago it was
            assert seen == await getattr(of_carl, method)(asked_at_home), method
        assert seen.ByteSize() > 0, method
        for stranger in (of_bert, of_nobody, of_service):
            with pytest.raises((InvalidField, NotLoggedIn, NotAllowed)):
                await getattr(stranger, method)(asked)
    async with asyncio.timeout(PATIENCE_S):
        call = rating.WatchLeaderboard(WatchLeaderboardRequest(game_id=GAME, universe=home))
        assert (await anext(aiter(call))).leaderboard == answer
        call.cancel()


async def test_a_universe_that_one_is_not_in_reads_as_one_that_is_not(
    services: InProcess, rating: RatingServiceAsyncStub
) -> None:
    home = new_id()
    await start_players(services, rating, home)
    await tell(services.bus, ended((BERT, "win"), (RANDOM_ID, "lose"), universe=home))
    of_bert = stub(services, person(BERT))
    await board_when(rating, after(1), universe=home)
    told = set()
    for universe in (home, new_id(), "x", "\0"):
        with pytest.raises(InvalidField) as refused:
            await board(of_bert, universe=universe)
        told.add(refused.value.faults)
    assert [fault.path for faults in told for fault in faults] == ["universe"]


async def test_without_the_players_service_ones_own_universe_is_shown(rating: RatingServiceAsyncStub) -> None:
    assert (await board(rating, universe="public")).matches == 0
    with pytest.raises(Unavailable):
        await board(rating, universe=new_id())


@pytest.mark.parametrize(
    ("method", "request_"),
    [
        ("ListHistory", ListHistoryRequest(player_id=ANNA, game_id=GAME)),
        ("GetFavoritism", GetFavoritismRequest(player_id=ANNA)),
        ("GetFavors", GetFavorsRequest(player_id=ANNA, other_id=BERT)),
        ("GetMatchRatings", GetMatchRatingsRequest()),
    ],
)
async def test_what_players_see_of_each_other_is_for_players(
    services: InProcess, rating: RatingServiceAsyncStub, method: str, request_: Any
) -> None:
    await getattr(rating, method)(request_)
    with pytest.raises(NotLoggedIn):
        await getattr(RatingServiceStub(services.channel("rating", None)), method)(request_)
    with pytest.raises(NotAllowed):
        await getattr(stub(services, service_caller("chaos")), method)(request_)


@pytest.mark.parametrize(
    ("method", "asked", "path"),
    [
        ("GetStatistics", GetStatisticsRequest(), "player_id"),
        ("GetStatistics", GetStatisticsRequest(player_id=ANNA, game_id="x"), "game_id"),
        ("GetStatistics", GetStatisticsRequest(player_id=ANNA, page_size=-1), "page_size"),
        ("GetStatistics", GetStatisticsRequest(player_id=ANNA, page_token="x"), "page_token"),  # noqa: S106 - a place
        ("ListHistory", ListHistoryRequest(player_id="x", game_id=GAME), "player_id"),
        ("ListHistory", ListHistoryRequest(player_id=ANNA), "game_id"),
        ("ListHistory", ListHistoryRequest(player_id=ANNA, game_id=GAME, page_size=101), "page_size"),
        ("GetFavoritism", GetFavoritismRequest(player_id=ANNA, game_id="x"), "game_id"),
        ("GetFavors", GetFavorsRequest(player_id=ANNA, other_id="x"), "other_id"),
        ("GetFavors", GetFavorsRequest(player_id=ANNA, other_id=BERT, page_size=101), "page_size"),
        ("CountMatches", CountMatchesRequest(game_ids=[GAME, "x"]), "game_ids[1]"),
        ("CountMatches", CountMatchesRequest(game_ids=[GAME] * 201), "game_ids"),
        ("GetMatchRatings", GetMatchRatingsRequest(match_ids=["x"]), "match_ids[0]"),
    ],
)
async def test_bad_fields_of_what_is_of_a_player_are_named(
    rating: RatingServiceAsyncStub, method: str, asked: Any, path: str
) -> None:
    with pytest.raises(InvalidField) as invalid:
        await getattr(rating, method)(asked)
    assert [fault.path for fault in invalid.value.faults] == [path]


@pytest.mark.parametrize(
    ("asked", "path"),
    [
        ({"game_id": "x"}, "game_id"),
        ({"game_id": GAME, "around_player_id": "me"}, "around_player_id"),
        ({"game_id": GAME, "page_size": 101}, "page_size"),
        ({"game_id": GAME, "page_token": "WyJhIiwxXQ=="}, "page_token"),
    ],
)
async def test_bad_fields_of_a_page_are_named(rating: RatingServiceAsyncStub, asked: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidField) as invalid:
        await rating.ListLeaderboard(ListLeaderboardRequest(**asked))
    assert [fault.path for fault in invalid.value.faults] == [path]


async def test_matches_that_arrive_at_once_all_count(services: InProcess, rating: RatingServiceAsyncStub) -> None:
    players = [new_id() for _ in range(4)]
    matches = [ended((players[n % 4], "win"), (players[(n + 1) % 4], "lose")) for n in range(60)]
    await asyncio.gather(*(tell(services.bus, each) for each in matches))
    answer = await board_when(rating, after(60))
    assert sum(each.played for each in answer.standings) == 120
    assert sum(each.won for each in answer.standings) == sum(each.lost for each in answer.standings) == 60


@asynccontextmanager
async def watching(rating: RatingServiceAsyncStub) -> AsyncIterator[AsyncIterator[GetLeaderboardResponse]]:
    """The boards of a stream; it is cancelled in the end."""
    call = rating.WatchLeaderboard(WatchLeaderboardRequest(game_id=GAME))

    async def boards() -> AsyncIterator[GetLeaderboardResponse]:
        async for answer in call:
            yield answer.leaderboard

    try:
        yield boards()
    finally:
        call.cancel()
        with suppress(asyncio.CancelledError):
            await call.code()


async def test_a_watcher_sees_the_board_now_and_after_each_change(
    services: InProcess, rating: RatingServiceAsyncStub
) -> None:
    async with asyncio.timeout(PATIENCE_S), watching(rating) as boards:
        assert (await anext(boards)).matches == 0
        await tell(services.bus, ended((ANNA, "win"), (RANDOM_ID, "lose"), game_id=new_id()))
        await tell(services.bus, ended((ANNA, "win"), (RANDOM_ID, "lose")))
        assert (await anext(boards)).matches == 1
        await tell(services.bus, ended((ANNA, "draw"), (RANDOM_ID, "draw")))
        assert standing(await anext(boards), ANNA).drawn == 1


async def test_a_stream_ends_at_once_when_the_service_stops(
    services: InProcess, rating: RatingServiceAsyncStub
) -> None:
    async with asyncio.timeout(PATIENCE_S), watching(rating) as boards:
        await anext(boards)
        stopping = asyncio.create_task(services.stop("rating"))
        with pytest.raises(Unavailable):
            await anext(boards)
        await stopping


@pytest.mark.parametrize(
    ("asked", "path"),
    [
        ({"game_id": ""}, "game_id"),
        ({"game_id": "a.b.>"}, "game_id"),
        ({"game_id": "0" * 100_000}, "game_id"),
        ({"game_id": GAME, "player_id": "me"}, "player_id"),
        ({"game_id": GAME, "limit": -1}, "limit"),
        ({"game_id": GAME, "limit": 101}, "limit"),
        ({"game_id": GAME, "added_player_ids": [ANNA, "me"]}, "added_player_ids[1]"),
        ({"game_id": GAME, "added_player_ids": [ANNA] * 21}, "added_player_ids"),
    ],
)
async def test_bad_fields_are_named(rating: RatingServiceAsyncStub, asked: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidField) as invalid:
        await rating.GetLeaderboard(GetLeaderboardRequest(**asked))
    assert [fault.path for fault in invalid.value.faults] == [path]
    with pytest.raises(InvalidField) as invalid:
        await anext(aiter(rating.WatchLeaderboard(WatchLeaderboardRequest(**asked))))
    assert [fault.path for fault in invalid.value.faults] == [path]
    assert all(fault.remedy for fault in invalid.value.faults)


async def test_a_bad_player_is_named(rating: RatingServiceAsyncStub) -> None:
    with pytest.raises(InvalidField, match="player_id"):
        await rating.GetPlayer(GetPlayerRequest(player_id="\0"))


async def test_over_nats_a_match_counts_once_and_wakes_a_watcher(
    services: InProcess, match: EndedMatches, nats_server: NatsServer
) -> None:
    teller = NatsBus(nats_server.url, "match")
    teller.start()
    hearer = NatsBus(nats_server.url, "rating")
    hearer.start()
    game = new_id()
    first = ended((ANNA, "win"), (RANDOM_ID, "lose"), game_id=game)
    match.known = [first]
    await services.start("rating", compose, bus=hearer)
    try:
        async with asyncio.timeout(PATIENCE_S):
            call = stub(services).WatchLeaderboard(WatchLeaderboardRequest(game_id=game))
            boards = aiter(call)
            while (await anext(boards)).leaderboard.matches < 1:
                pass
            await _told(teller, first, ended((ANNA, "draw"), (RANDOM_ID, "draw"), game_id=game))
            while (latest := (await anext(boards)).leaderboard).matches < 2:
                pass
            call.cancel()
        assert standing(latest, ANNA).played == 2
    finally:
        await teller.close()


async def _told(bus: Bus, *matches: EndedMatch) -> None:
    """Tells as an outbox does: until the stream has it."""
    for each in matches:
        while True:
            try:
                await tell(bus, each)
            except Exception:  # noqa: BLE001 # not connected yet
                await asyncio.sleep(0.05)
            else:
                break
