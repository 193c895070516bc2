"""The batch service over real gRPC and a real database: tournaments in, games and counts out, each counted once."""

from __future__ import annotations

import asyncio
import json
import queue
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import pytest
from fixtures.databases import both_databases
from fixtures.patience import PATIENCE_S, until
from fixtures.services import InProcess, Keys, person, service_caller
from prometheus_client import REGISTRY
from test_rating_service import ended, tell

from redscience import families
from redscience.api.batch.v1 import batch_pb2 as pb
from redscience.api.batch.v1.batch_pb2_grpc import BatchServiceStub
from redscience.api.match.v1 import match_pb2
from redscience.api.rating.v1.rating_pb2 import GetLeaderboardRequest, GetLeaderboardResponse
from redscience.api.rating.v1.rating_pb2_grpc import RatingServiceStub
from redscience.api.rules.v1.rules_pb2 import GetRequest, HideRequest
from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceStub
from redscience.errors import (
    BlockTaken,
    InvalidField,
    NotAllowed,
    RedscienceError,
    TournamentOver,
    Unavailable,
    UnknownGame,
    UnknownTournament,
)
from redscience.names import GREEDY_ID, RANDOM_ID, STANDARD_ID, STANDARD_QUICK_ID
from services.batch import block_store, fields, playing, servicer, store
from services.batch.__main__ import compose
from services.batch.playing import play_block
from services.batch.working import Worker
from services.kit.channels import connect
from services.kit.identity import Caller
from services.kit.ids import new_id
from services.kit.limits import CALLS_IN_HAND
from services.rating.__main__ import compose as compose_rating
from services.rules.__main__ import compose as compose_rules

if TYPE_CHECKING:
    # The generated code has this class for the type checker alone.
    from redscience.api.batch.v1.batch_pb2_grpc import BatchServiceAsyncStub

Answer = TypeVar("Answer")

ANNA = person(new_id(), role="trainer", name="Anna")
CARL = person(new_id(), role="trainer", name="Carl")
BERT = person(new_id(), name="Bert")
ADMIN = person(new_id(), role="admin")
RANDOM, GREEDY = pb.Player(player_id=RANDOM_ID), pb.Player(player_id=GREEDY_ID)
STANDARD = pb.Player(player_id=STANDARD_ID, budget=pb.Budget(simulations=20))
SEED = "0123456789abcdef" * 2


class Handed:
    """What is handed to workers, and workers that take it.

    Args:
        services: in which the batch service runs.
        keys: sign their tokens.
    """

    def __init__(self, services: InProcess, keys: Keys) -> None:
        self._services, self._keys = services, keys
        self.blocks: queue.SimpleQueue[str] = queue.SimpleQueue()

    @property
    def worker(self) -> Worker:
        """Somebody who plays blocks."""
        token = partial(self._keys.token, service_caller("batch-worker"))
        return Worker(BatchServiceStub(connect(self._services.addresses["batch"])), token)

    @contextmanager
    def working(self) -> Iterator[None]:
        """A worker is there while this lasts."""
        worker, stopping = self.worker, threading.Event()

        def work() -> None:
            while not stopping.is_set():
                with suppress(queue.Empty, RedscienceError):
                    worker.play(self.blocks.get(timeout=0.05))

        thread = threading.Thread(target=work)
        thread.start()
        try:
            yield
        finally:
            stopping.set()
            thread.join()


@pytest.fixture
async def handed(services: InProcess, keys: Keys) -> Handed:
    """The batch service with rules beside it; no worker is there yet."""
    handed = Handed(services, keys)
    await services.start("rules", compose_rules)
    await services.start("batch", partial(compose, hand=handed.blocks.put))
    return handed


def stub(services: InProcess, caller: Caller = ANNA) -> BatchServiceAsyncStub:
    return BatchServiceStub(services.channel("batch", caller))


async def game_id(services: InProcess, name: str = "Connect4") -> str:
    answer = await RulesServiceStub(services.channel("rules", ANNA)).Get(GetRequest(name=name))
    return str(answer.game.id)


async def create(services: InProcess, *players: pb.Player, name: str = "Tic-Tac-Toe", **more: Any) -> pb.Tournament:
    request = pb.CreateRequest(
        **{
            "request_id": new_id(),
            "game_ids": [await game_id(services, name)],
            "players": players,
            "games_each": 20,
            "seed": SEED,
        }
        | more
    )
    return (await stub(services).Create(request)).tournament


async def when(services: InProcess, own_id: str, is_so: Callable[[pb.Progress], bool]) -> pb.Progress:
    """How far a tournament is as soon as it is so."""
    async with asyncio.timeout(PATIENCE_S):
        async for answer in stub(services).Watch(pb.WatchRequest(tournament_id=own_id)):
            if is_so(answer.progress):
                return answer.progress
    raise AssertionError("it has ended, and it is not so")


def is_over(progress: pb.Progress) -> bool:
    return progress.status in {pb.STATUS_ENDED, pb.STATUS_CANCELLED}


async def all_games(services: InProcess, own_id: str, *, of: Sequence[int] = (), page: int = 7) -> list[pb.GameSummary]:
    games, asked = list[pb.GameSummary](), pb.ListGamesRequest(tournament_id=own_id, page_size=page, players=of)
    while True:
        found = await stub(services).ListGames(asked)
        games += found.games
        asked.page_token = found.next_page_token
        if not asked.page_token:
            return games


async def counts(services: InProcess, own_id: str) -> Any:
    return json.loads((await stub(services).Results(pb.ResultsRequest(tournament_id=own_id))).counts)


async def test_all_games_are_played_counted_and_kept(services: InProcess, handed: Handed) -> None:
    made = await create(services, RANDOM, GREEDY, STANDARD, games_each=3)
    assert made.progress.games_total == 12
    before = REGISTRY.get_sample_value("redscience_tournament_games_total") or 0
    with handed.working():
        progress = await when(services, made.id, is_over)
    # They are counted there a moment after they are told of.
    await until(lambda: REGISTRY.get_sample_value("redscience_tournament_games_total") == before + 12)
    games = await all_games(services, made.id)
    assert [game.number for game in games] == list(range(12))
    seated = [tuple(game.players) for game in games]
    assert {each: seated.count(each) for each in seated} == dict.fromkeys(
        [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)], 2
    )
    for count in progress.players:
        results = [
            result
            for game in games
            for player, result in zip(game.players, game.results, strict=True)
            if player == count.player
        ]
        told = [results.count(result) for result in (pb.RESULT_WIN, pb.RESULT_DRAW, pb.RESULT_LOSE)]
        assert [count.won, count.drawn, count.lost] == told
    told = await counts(services, made.id)
    assert sum(times for _, _, outcomes in told["outcomes"] for times in outcomes.values()) == 12
    curve = await stub(services).Curve(pb.CurveRequest(tournament_id=made.id))
    assert curve.points[-1].games == 12
    for some in ([1], [0, 2], [2, 0, 2], [0, 1, 2]):
        of_all_of_them = [game for game in games if set(some).issubset(game.players)]
        assert await all_games(services, made.id, of=some, page=3) == of_all_of_them
    for wrong in ([3], [-1], [0, 1, 2, 0, 1]):
        with pytest.raises(InvalidField, match="Send at most 4, each from 0 to 2"):
            await all_games(services, made.id, of=wrong)


async def test_a_game_is_kept_as_a_match_is(services: InProcess, handed: Handed) -> None:
    made = await create(services, RANDOM, STANDARD, games_each=4)
    with handed.working():
        await when(services, made.id, is_over)
    game = await stub(services, BERT).GetGame(pb.GetGameRequest(tournament_id=made.id, number=3))
    record = game.record
    state = families.saved(record.rule_set).game().start(int(record.seed, 16))
    for turn in record.turns:
        assert state.outcome is None
        state = state.play({turn.seats[0]: turn.moves.moves[0]})
    assert dict(state.outcome or {}) == {seat.seat: seat.outcome for seat in record.seats}
    assert (record.reason, record.ended_at_ms >= record.started_at_ms) == (match_pb2.REASON_RULES, True)
    found = await stub(services).GetGame(pb.GetGameRequest(match_id=game.summary.match_id))
    assert (found.tournament_id, found.summary) == (made.id, game.summary)
    replay = await stub(services).Replay(
        pb.ReplayRequest(tournament_id=made.id, number=3, viewer="everything", count=50)
    )
    assert replay.replay.steps == len(record.turns) + 1
    assert [step.number for step in replay.replay.views] == list(range(replay.replay.steps))


async def test_whoever_asks_for_many_replays_keeps_nobody_else_waiting(
    services: InProcess, handed: Handed, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await create(services, RANDOM, RANDOM, games_each=2)
    with handed.working():
        await when(services, made.id, is_over)
    asked, made_for, go_on = list[str](), list[str](), threading.Event()

    def viewer(text: str, seats: tuple[str, ...]) -> str:
        asked.append(text)
        return fields_viewer(text, seats)

    def replayed(_kept: object, viewer: str, _first: int, _count: int) -> match_pb2.ReplayResponse:
        made_for.append(viewer)
        go_on.wait(PATIENCE_S)
        return match_pb2.ReplayResponse()

    fields_viewer = fields.viewer
    monkeypatch.setattr(fields, "viewer", viewer)
    monkeypatch.setattr(servicer, "replayed", replayed)

    def ask(caller: Caller, viewer: str) -> asyncio.Future[pb.ReplayResponse]:
        request = pb.ReplayRequest(tournament_id=made.id, viewer=viewer)
        return asyncio.ensure_future(stub(services, caller).Replay(request))

    many = [ask(ANNA, "everything") for _ in range(CALLS_IN_HAND)]
    await until(lambda: len(asked) == len(many))
    one = ask(BERT, "spectator")
    await until(lambda: "spectator" in asked)
    go_on.set()
    await asyncio.gather(one, *many)
    # Bert's comes next, or after the one that was made when he asked.
    assert "spectator" in made_for[:3]


async def test_the_same_seed_gives_the_same_games_however_they_are_cut(
    services: InProcess, handed: Handed, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    for block_ms in (1, 5_000):
        monkeypatch.setattr(store, "BLOCK_MS", block_ms)
        made = await create(services, RANDOM, STANDARD, GREEDY, games_each=4)
        with handed.working():
            await when(services, made.id, is_over)
        told.append((await counts(services, made.id), [game.results for game in await all_games(services, made.id)]))
    assert told[0][1] == told[1][1]
    assert sorted(map(str, told[0][0]["outcomes"])) == sorted(map(str, told[1][0]["outcomes"]))


@pytest.mark.parametrize(
    "more",
    [{"games_each": 40}, {"seed": "f" * 32}, {"format": pb.FORMAT_GAUNTLET}, {"name": "Connect4"}, {"rated": True}],
)
async def test_another_tournament_under_the_same_request_is_refused(
    services: InProcess, handed: Handed, more: dict[str, Any]
) -> None:
    del handed
    await create(services, RANDOM, GREEDY, request_id="again")
    for players, other in (((RANDOM, GREEDY), more), ((RANDOM, RANDOM), {})):
        with pytest.raises(InvalidField) as refused:
            await create(services, *players, request_id="again", **other)
        assert [fault.path for fault in refused.value.faults] == ["request_id"]


async def test_the_same_request_makes_one_tournament(services: InProcess, handed: Handed) -> None:
    del handed
    first = await create(services, RANDOM, RANDOM, request_id="again")
    again = await create(services, RANDOM, RANDOM, request_id="again")
    assert first.id == again.id
    listed = await stub(services).List(pb.ListRequest())
    assert [each.id for each in listed.tournaments] == [first.id]


async def test_a_block_is_counted_once_whoever_tells_it_how_often(
    services: InProcess, handed: Handed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(block_store, "LEASE_MS", 1_000 * PATIENCE_S)  # nobody renews what is taken here by hand
    made = await create(services, RANDOM, RANDOM)
    block_id = await asyncio.to_thread(handed.blocks.get, timeout=PATIENCE_S)
    worker = stub(services, service_caller("batch-worker"))
    begun = await worker.BeginBlock(pb.BeginBlockRequest(block_id=block_id, taken_by=new_id()))
    with pytest.raises(BlockTaken):
        await worker.BeginBlock(pb.BeginBlockRequest(block_id=block_id, taken_by=new_id()))
    handed.blocks.put(block_id)
    with handed.working():
        await asyncio.sleep(0)
        progress = await when(services, made.id, lambda told: told.games_played >= 18)
    assert progress.games_played == 20 - begun.count
    played = await asyncio.to_thread(play_block, begun, lambda: 1_700_000_000_000, lambda: None)
    finish = pb.FinishBlockRequest(block_id=block_id, taken_by=new_id(), games=played.games, counts=played.counts)
    assert (await worker.FinishBlock(finish)).counted
    assert not (await worker.FinishBlock(finish)).counted
    progress = await when(services, made.id, is_over)
    assert (progress.games_played, progress.status) == (20, pb.STATUS_ENDED)


@both_databases
async def test_the_block_of_a_lost_worker_is_handed_out_again(
    services: InProcess, handed: Handed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(block_store, "LEASE_MS", 300)
    monkeypatch.setattr(block_store, "HANDED_AGAIN_AFTER_MS", 200)
    made = await create(services, RANDOM, RANDOM)
    lost = await asyncio.to_thread(handed.blocks.get, timeout=PATIENCE_S)
    worker = stub(services, service_caller("batch-worker"))
    await worker.BeginBlock(pb.BeginBlockRequest(block_id=lost, taken_by=new_id()))
    with handed.working():
        progress = await when(services, made.id, is_over)
    assert progress.games_played == 20


@both_databases
async def test_who_has_no_block_gets_one_beside_blocks_that_take_hours(services: InProcess, handed: Handed) -> None:
    """Workers have taken blocks of one maker, and more of hers wait than are handed out ahead."""
    worker = stub(services, service_caller("batch-worker"))
    for _ in range(3):
        await create(services, STANDARD, RANDOM)
    block_id, mine = await asyncio.to_thread(handed.blocks.get, timeout=PATIENCE_S), new_id()
    await worker.BeginBlock(pb.BeginBlockRequest(block_id=block_id, taken_by=mine))
    renewal = pb.RenewBlockRequest(block_id=block_id, taken_by=mine)
    assert not (await worker.RenewBlock(renewal)).other_block_id
    tic_tac_toe = await game_id(services, "Tic-Tac-Toe")
    his = pb.CreateRequest(request_id=new_id(), game_ids=[tic_tac_toe], players=[RANDOM, RANDOM], seed="c" * 32)
    await stub(services, CARL).Create(his)
    async with asyncio.timeout(PATIENCE_S):
        while not (waiting := (await worker.RenewBlock(renewal)).other_block_id):  # noqa: ASYNC110  # only asking shows it
            await asyncio.sleep(0.01)
    begun = await worker.BeginBlock(pb.BeginBlockRequest(block_id=waiting, taken_by=new_id()))
    assert begun.seed == his.seed
    assert not (await worker.RenewBlock(renewal)).other_block_id


async def test_nothing_is_handed_out_while_it_is_paused_and_it_goes_on(services: InProcess, handed: Handed) -> None:
    made = await create(services, RANDOM, RANDOM, games_each=200)
    name = pb.PauseRequest(tournament_id=made.id)
    assert (await stub(services).Pause(name)).tournament.status == pb.STATUS_PAUSED
    assert (await stub(services).Pause(name)).tournament.status == pb.STATUS_PAUSED
    with handed.working():
        for _ in range(10):
            await asyncio.sleep(0.05)
        seen = (await stub(services).Get(pb.GetRequest(tournament_id=made.id))).tournament
        assert seen.progress.games_played < 200
        await stub(services, ADMIN).Resume(pb.ResumeRequest(tournament_id=made.id))
        assert (await when(services, made.id, is_over)).games_played == 200
    with pytest.raises(TournamentOver):
        await stub(services).Pause(name)


async def test_what_is_cancelled_counts_nothing_more(services: InProcess, handed: Handed) -> None:
    made = await create(services, RANDOM, RANDOM)
    block_id = await asyncio.to_thread(handed.blocks.get, timeout=PATIENCE_S)
    await stub(services).Cancel(pb.CancelRequest(tournament_id=made.id))
    worker = stub(services, service_caller("batch-worker"))
    with pytest.raises(BlockTaken):
        await worker.BeginBlock(pb.BeginBlockRequest(block_id=block_id, taken_by=new_id()))
    progress = await when(services, made.id, is_over)
    assert (progress.status, progress.games_played) == (pb.STATUS_CANCELLED, 0)


async def test_a_restart_goes_on(services: InProcess, handed: Handed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(block_store, "HANDED_AGAIN_AFTER_MS", 100)
    made = await create(services, RANDOM, RANDOM)
    await asyncio.to_thread(handed.blocks.get, timeout=PATIENCE_S)
    await services.stop("batch")
    await services.start("batch", partial(compose, hand=handed.blocks.put))
    with handed.working():
        assert (await when(services, made.id, is_over)).games_played == 20


async def test_a_game_without_an_end_is_cut_off_counts_as_drawn_and_is_not_rated(
    services: InProcess, handed: Handed, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nobody can win Tic-Tac-Toe in four moves, by whatever way it is played.
    monkeypatch.setattr(playing, "MOST_MOVES", 4)
    made = await create(services, RANDOM, RANDOM, GREEDY, games_each=2, rated=True)
    with handed.working():
        await when(services, made.id, is_over)
    games = await all_games(services, made.id)
    assert {(game.reason, game.plies) for game in games} == {(match_pb2.REASON_LENGTH, 4)}
    assert {result for game in games for result in game.results} == {pb.RESULT_DRAW}
    assert (await counts(services, made.id))["cut"] == [[0, 6]]
    replay = pb.ReplayRequest(tournament_id=made.id, number=0, viewer="spectator", count=50)
    assert (await stub(services).Replay(replay)).replay.steps == 5
    blocks = (await stub(services, service_caller("rating")).ListPlayed(pb.ListPlayedRequest(limit=20))).blocks
    assert [match.rated for block in blocks for match in block.matches] == [False] * 6


async def test_a_swiss_tournament_has_its_rounds(services: InProcess, handed: Handed) -> None:
    players = [RANDOM, GREEDY, *(pb.Player(player_id=STANDARD_ID, budget=pb.Budget(simulations=n)) for n in (2, 4))]
    made = await create(services, *players, format=pb.FORMAT_SWISS, games_each=2)
    assert (made.rounds, made.progress.games_total) == (2, 8)
    with handed.working():
        assert (await when(services, made.id, is_over)).games_played == 8
    games = await all_games(services, made.id)
    met = [frozenset(game.players) for game in games]
    assert len(set(met)) == 4
    assert [game.number for game in games] == list(range(8))


async def test_a_sequential_test_ends_when_it_has_decided(services: InProcess, handed: Handed) -> None:
    sprt = pb.Sprt(elo0=0, elo1=200)
    made = await create(services, GREEDY, RANDOM, games_each=2_000, sprt=sprt)
    with handed.working():
        progress = await when(services, made.id, is_over)
    assert (progress.sprt.decision, progress.status) == ("upper", pb.STATUS_ENDED)
    assert 2 <= progress.sprt.games <= progress.games_played < 2_000


async def test_only_trainers_and_admins_make_tournaments_and_only_who_is_there_sees_them(
    services: InProcess, handed: Handed
) -> None:
    del handed
    made = await create(services, RANDOM, GREEDY)
    with pytest.raises(NotAllowed):
        await stub(services, BERT).Create(pb.CreateRequest())
    other = person(new_id(), role="trainer")
    with pytest.raises(NotAllowed):
        await stub(services, other).Cancel(pb.CancelRequest(tournament_id=made.id))
    seen = await stub(services, BERT).Get(pb.GetRequest(tournament_id=made.id))
    assert not seen.tournament.may_control


@pytest.mark.parametrize(
    ("wrong", "path"),
    [
        ({"game_ids": []}, "game_ids"),
        ({"players": [RANDOM]}, "players"),
        ({"players": [RANDOM, pb.Player(player_id="Anna")]}, "players[1].player_id"),
        ({"players": [GREEDY, pb.Player(player_id=RANDOM_ID, budget=pb.Budget(seconds=1))]}, "players[1].budget"),
        (
            {"players": [GREEDY, pb.Player(player_id=STANDARD_ID, budget=pb.Budget(seconds=-1))]},
            "players[1].budget.seconds",
        ),
        ({"players": [RANDOM] * 36, "name": "3P-Notakto", "games_each": 6}, "players"),
        ({"games_each": -1}, "games_each"),
        ({"seed": "x"}, "seed"),
        ({"rounds": 3}, "rounds"),
        ({"sprt": pb.Sprt(elo0=5, elo1=5)}, "sprt.elo1"),
    ],
)
async def test_what_is_wrong_is_named(services: InProcess, handed: Handed, wrong: dict[str, Any], path: str) -> None:
    del handed
    with pytest.raises(InvalidField) as refused:
        await create(services, **({"players": [RANDOM, GREEDY]} | wrong))
    assert refused.value.faults[0].path == path


async def test_no_tournament_is_made_of_a_hidden_game(services: InProcess, handed: Handed) -> None:
    del handed
    admin = RulesServiceStub(services.channel("rules", person(new_id(), role="admin")))
    hidden, shown = [await game_id(services, name) for name in ("Connect4", "Tic-Tac-Toe")]
    await admin.Hide(HideRequest(game_id=hidden))
    for game_ids in ([hidden], [shown, hidden]):
        with pytest.raises(UnknownGame, match="Connect4 is hidden by an admin"):
            await create(services, RANDOM, GREEDY, game_ids=game_ids)


async def test_what_there_is_not_is_unknown(services: InProcess, handed: Handed) -> None:
    del handed
    made = await create(services, RANDOM, GREEDY)
    for nobodys in (new_id(), "nope"):
        with pytest.raises(UnknownTournament):
            await stub(services).Get(pb.GetRequest(tournament_id=nobodys))
    with pytest.raises(UnknownTournament):
        await stub(services).GetGame(pb.GetGameRequest(tournament_id=made.id, number=7))
    with pytest.raises(UnknownTournament):
        await stub(services).GetGame(pb.GetGameRequest(match_id=new_id()))


async def test_each_game_of_a_rated_tournament_is_rated_once(services: InProcess, handed: Handed) -> None:
    made = await create(services, RANDOM, GREEDY, rated=True, games_each=6)
    unrated = await create(services, RANDOM, RANDOM, rated=False)
    with handed.working():
        for each in (made, unrated):
            progress = await when(services, each.id, is_over)
    progress = (await stub(services).Get(pb.GetRequest(tournament_id=made.id))).tournament.progress
    for _ in range(2):
        await services.start("rating", compose_rating)
        board = await rated(services, made.games[0].game_id, 6)
        await services.stop("rating")
    played = [standing for standing in board.standings if standing.played]
    told = {standing.player_id: (standing.won, standing.drawn, standing.lost) for standing in played}
    counts = [(each.won, each.drawn, each.lost) for each in progress.players]
    assert told == dict(zip((RANDOM_ID, GREEDY_ID), counts, strict=True))
    assert board.matches == 6


async def test_a_benchmark_is_one_by_the_leaderboard_as_it_was_when_it_was_made(
    services: InProcess, handed: Handed
) -> None:
    del handed
    entered = [RANDOM, GREEDY, pb.Player(player_id=STANDARD_ID), pb.Player(player_id=STANDARD_QUICK_ID)]
    with pytest.raises(Unavailable):
        await create(services, *entered, request_id="benchmark")
    assert not (await create(services, *entered[:2])).HasField("benchmark")
    await services.start("rating", compose_rating)
    of_game = await game_id(services, "Tic-Tac-Toe")
    await tell(services.bus, ended((GREEDY_ID, "win"), (STANDARD_ID, "lose"), game_id=of_game))
    await rated(services, of_game, 1)
    made = await reached(lambda: create(services, *entered, request_id="benchmark"))
    assert made.benchmark == pb.Benchmark(top_player_id=GREEDY_ID, favored_by_id=STANDARD_ID)
    for _ in range(3):
        await tell(services.bus, ended((STANDARD_QUICK_ID, "win"), (GREEDY_ID, "lose"), game_id=of_game))
    await rated(services, of_game, 4)
    again = await create(services, *entered, request_id="benchmark")
    later = await create(services, *entered)
    assert (again.id, again.benchmark) == (made.id, made.benchmark)
    assert later.benchmark == pb.Benchmark(top_player_id=STANDARD_QUICK_ID, favored_by_id=GREEDY_ID)
    listed = await stub(services).List(pb.ListRequest(benchmarks_only=True))
    assert [each.id for each in listed.tournaments] == [later.id, made.id]


async def rated(services: InProcess, of_game: str, matches: int) -> GetLeaderboardResponse:
    """The leaderboard of a game, as soon as so many matches have counted."""
    rating = RatingServiceStub(services.channel("rating", ANNA))
    request = GetLeaderboardRequest(game_id=of_game, player_id=GREEDY_ID)
    async with asyncio.timeout(PATIENCE_S):
        while (board := await reached(lambda: rating.GetLeaderboard(request))).matches < matches:  # noqa: ASYNC110  # behind gRPC
            await asyncio.sleep(0.05)
    return board


async def reached(ask: Callable[[], Awaitable[Answer]]) -> Answer:
    """What a service answers that has just begun: whoever asked for it in vain tries again after a while only."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            try:
                return await ask()
            except Unavailable:
                await asyncio.sleep(0.05)
