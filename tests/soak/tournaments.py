"""Tournaments while what plays them is killed: `make soak-batch`, or from tests/ `python -m soak --tournaments`.

What they come to is compared with what the library plays by the same seed, where nothing dies: game by game, and as it
was counted.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import TypeVar

from fixtures.platform import Platform, Reached

from redscience import families
from redscience.api.batch.v1 import batch_pb2 as pb
from redscience.api.batch.v1.batch_pb2_grpc import BatchServiceStub
from redscience.api.match.v1.match_pb2 import STATUS_RUNNING, ListRequest, PlayRequest
from redscience.api.match.v1.match_pb2 import GetRequest as GetMatch
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.api.players.v1.players_pb2 import ExchangeRequest, MakeBotRequest
from redscience.api.players.v1.players_pb2_grpc import PlayersServiceStub
from redscience.api.rules.v1.rules_pb2 import GetRequest
from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceStub
from redscience.client.channels import bearer
from redscience.errors import MatchOver, NotActing, StaleView, Unavailable
from redscience.names import GREEDY_ID, RANDOM_ID, STANDARD_ID
from redscience.tournaments.results import Results
from redscience.tournaments.seating import Seating
from services.batch.playing import load_game, play_block
from services.batch.recording import unpacked
from services.batch.rounds import seatings_of
from services.kit.channels import connect
from services.kit.ids import new_id

GAME = "Tic-Tac-Toe"
WORKER, BROKER = "batch-worker", "broker"
VICTIMS = (WORKER, WORKER, "batch", BROKER, "nats", "players")
LONGEST_PAUSE_S = 3.0
GAMES_EACH = 1_500
PATIENCE_S = 300.0
PLAYERS = (
    pb.Player(player_id=RANDOM_ID),
    pb.Player(player_id=GREEDY_ID),
    pb.Player(player_id=STANDARD_ID, budget=pb.Budget(simulations=20)),
)

T = TypeVar("T")
Played = tuple[tuple[int, ...], int, int]
"""Who sat where in a game, what became of them, and its length."""


class Organizer:
    """Makes tournaments and looks at them, through whatever dies.

    Args:
        platform: on which they are.
        secret: of a session of somebody who may.
    """

    def __init__(self, platform: Reached, secret: str) -> None:
        self._platform, self._secret = platform, secret
        self._players = PlayersServiceStub(connect(platform.address_of("players")))
        self._batch = BatchServiceStub(connect(platform.address_of("batch")))
        self._token = ""

    def make_bot(self, name: str) -> tuple[str, str]:
        """A bot: its id, and its token."""
        made = self._patiently(lambda: self._players.MakeBot(MakeBotRequest(name=name), metadata=self._bearer()))
        return made.player.id, made.token

    def create(self, seed: str, games_each: int, players: Sequence[pb.Player] = PLAYERS) -> str:
        """Makes a tournament, and gives its id."""
        rules = RulesServiceStub(connect(self._platform.address_of("rules")))
        game = self._patiently(lambda: rules.Get(GetRequest(name=GAME), metadata=self._bearer())).game
        request = pb.CreateRequest(
            request_id=new_id(), game_ids=[game.id], players=players, games_each=games_each, seed=seed
        )
        made = self._patiently(lambda: self._batch.Create(request, metadata=self._bearer()))
        return str(made.tournament.id)

    def progress(self, tournament_id: str) -> pb.Progress:
        """How far a tournament is."""
        request = pb.GetRequest(tournament_id=tournament_id)
        return self._patiently(lambda: self._batch.Get(request, metadata=self._bearer())).tournament.progress

    def results(self, tournament_id: str) -> Results:
        """What was counted."""
        request = pb.ResultsRequest(tournament_id=tournament_id)
        answer = self._patiently(lambda: self._batch.Results(request, metadata=self._bearer()))
        return Results.from_json(_seatings(), json.loads(answer.counts))

    def games(self, tournament_id: str) -> Iterator[Played]:
        """Every game, in the order of their numbers."""
        token = ""
        while True:
            request = pb.ListGamesRequest(tournament_id=tournament_id, page_size=100, page_token=token)
            page = self._patiently(lambda request=request: self._batch.ListGames(request, metadata=self._bearer()))
            for game in page.games:
                bits = sum(result << 2 * at for at, result in enumerate(game.results))
                yield tuple(game.players), bits, game.plies
            token = page.next_page_token
            if not token:
                return

    @property
    def own_id(self) -> str:
        """Who organizes."""
        return str(self._patiently(lambda: self._players.Exchange(ExchangeRequest(secret=self._secret))).player.id)

    def come(self, tournament_id: str) -> str:
        """Comes to the next game of the tournament; gives the match of it, "" while there is none."""
        request = pb.ArriveRequest(tournament_id=tournament_id)
        told = self._patiently(lambda: self._batch.Arrive(request, metadata=self._bearer())).tournament
        return next((pairing.match_id for pairing in told.progress.pairings), "")

    def move(self, match_id: str) -> bool:
        """Makes the first legal move of a match if it is one's turn; whether it goes on."""
        match = MatchServiceStub(connect(self._platform.address_of("match")))
        seen = self._patiently(lambda: match.Get(GetMatch(match_id=match_id), metadata=self._bearer())).match
        if seen.status != STATUS_RUNNING:
            return False
        moves = json.loads(seen.view)["legal"]
        if moves:
            request = PlayRequest(
                match_id=match_id, view_version=seen.view_version, request_id=new_id(), moves=[moves[0]["move"]]
            )
            with suppress(StaleView, NotActing, MatchOver):
                self._patiently(lambda: match.Play(request, metadata=self._bearer()))
        return True

    def count_matches(self, tournament_id: str, player_id: str) -> int:
        """In how many matches of a tournament somebody plays or has played, among their last hundred."""
        match = MatchServiceStub(connect(self._platform.address_of("match")))
        request = ListRequest(player_id=player_id, page_size=100)
        found = self._patiently(lambda: match.List(request, metadata=self._bearer())).matches
        return sum(each.tournament_id == tournament_id for each in found)

    def _bearer(self) -> tuple[tuple[str, str], ...]:
        if not self._token:
            self._token = self._players.Exchange(ExchangeRequest(secret=self._secret)).token
        return bearer(self._token)

    def _patiently(self, call: Callable[[], T]) -> T:
        give_up_at = time.monotonic() + PATIENCE_S
        while True:
            try:
                return call()
            except Unavailable:
                if time.monotonic() > give_up_at:
                    raise
                time.sleep(0.2)


def kill(platform: Platform, victim: str, dice: Random) -> None:
    """Kills a process of a platform, or loses all messages that wait for workers."""
    if victim == BROKER:
        shutil.rmtree(platform.state / "broker", ignore_errors=True)
        return
    if victim == WORKER:
        running = json.loads((platform.state / "processes.json").read_text())
        victim = dice.choice([name for name in running if name.startswith(WORKER)] or [WORKER])
    platform.strike(victim)


def undisturbed(seed: str, games_each: int) -> tuple[Results, list[Played]]:
    """What the library makes of a tournament by itself."""
    total = 3 * 2 * -(-games_each // 2)
    block = pb.BeginBlockResponse(
        rule_sets=[families.get(GAME).text], players=PLAYERS, games_each=games_each, seed=seed, first=0, count=total
    )
    played = play_block(block, lambda: 0, lambda: None)
    results = Results.from_json(_seatings(), json.loads(played.counts))
    order = [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)] * (total // 6)
    games = unpacked(played.games).games
    return results, [(each, game.results, len(game.turns)) for each, game in zip(order, games, strict=True)]


def differences(organizer: Organizer, tournament_id: str, seed: str, games_each: int) -> list[str]:
    """What is otherwise than where nothing dies, in words."""
    results, games = undisturbed(seed, games_each)
    found = list(organizer.games(tournament_id))
    both = zip(found, games, strict=False)  # said below
    wrong = [f"game {at} is {one}, not {other}" for at, (one, other) in enumerate(both) if one != other]
    if len(found) != len(games):
        wrong.append(f"there are {len(found)} games, not {len(games)}")
    if organizer.results(tournament_id) != results:
        wrong.append("what was counted is not what was played")
    return wrong


def _seatings() -> tuple[Seating, ...]:
    teams = tuple(load_game(families.get(GAME).text).teams.values())
    return seatings_of((teams,), len(PLAYERS))


def soak(platform: Platform, seed: int, kills: int, say: Callable[[str], None]) -> list[str]:
    """Kills so often while tournaments are played; returns what was lost or doubled, in words."""
    dice, findings, killed = Random(seed), list[str](), 0
    organizer = Organizer(platform, platform.log_in("soak@example.org").secret)
    while killed < kills:
        own_seed = f"{dice.getrandbits(128):032x}"
        tournament_id = organizer.create(own_seed, GAMES_EACH)
        while not _is_over(organizer.progress(tournament_id)):
            time.sleep(dice.uniform(0.05, LONGEST_PAUSE_S))
            if killed < kills:
                victim = dice.choice(VICTIMS)
                kill(platform, victim, dice)
                killed += 1
                say(f"kill {killed} of {kills}: {victim}")
        findings += differences(organizer, tournament_id, own_seed, GAMES_EACH)
        say(f"tournament {tournament_id}: {len(findings)} found so far")
    return findings


def _is_over(progress: pb.Progress) -> bool:
    return progress.status in {pb.STATUS_ENDED, pb.STATUS_CANCELLED}
