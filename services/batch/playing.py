"""Plays the games of a block in process, at the speed of the library."""

from __future__ import annotations

import json
import logging
import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from random import Random
from time import perf_counter
from typing import Protocol

from redscience import families
from redscience.agents import Agent, agent
from redscience.api.batch.v1 import batch_pb2
from redscience.api.match.v1 import match_pb2
from redscience.interface import CHAOS, LEAVE, Game, Outcome, State
from redscience.names import HOUSE, RANDOM_ID
from redscience.random_games import draw
from redscience.tournaments.results import MOST_MOVES, PlayedGame, Results, half_points
from redscience.tournaments.schedule import ScheduledGame
from redscience.tournaments.seating import Seating
from services.batch.model import Round
from services.batch.recording import FORMATS, add_word, plies_of, result_bits
from services.batch.rounds import Terms, games_of, schedule_of, seatings_of

_LOADED_AT_ONCE = 64
_QUICK = 1
"""Of zlib: most of what can be saved, for a tenth of the time."""

log = logging.getLogger(__name__)


class Chooser(Protocol):
    """Chooses the moves of one seat in one game."""

    def __call__(self, state: State) -> str:
        """A legal move."""
        ...


@dataclass(slots=True)
class Course:
    """How a game went.

    Attributes:
        moves: in order, each with its seat; `LEAVE` of a seat that could make none.
        turns: by seat, how many it has taken itself.
        thinking_ms: by move.
        failed: the seats that left so.
        is_cut: whether it was cut off after `MOST_MOVES`.
    """

    moves: Sequence[tuple[str, str]]
    outcome: Outcome
    turns: Mapping[str, int]
    thinking_ms: Sequence[int] = ()
    failed: Sequence[str] = ()
    is_cut: bool = False

    @property
    def plies(self) -> int:
        """How many moves were made."""
        return plies_of(self.moves)


@dataclass(slots=True)
class PlayedBlock:
    """What came of a block.

    Attributes:
        games: as they are kept, a batch.v1.PlayedBlock, compressed.
        counts: what it adds, as JSON text.
        sets: of each set the half points of the first player, a digit each; "" unless it was asked for.
    """

    games: bytes
    counts: str
    sets: str


def play_block(
    block: batch_pb2.BeginBlockResponse, now_ms: Callable[[], int], check: Callable[[], None]
) -> PlayedBlock:
    """Plays a block. The same block is the same games, where nobody thinks by the clock.

    Args:
        block: as it was taken.
        now_ms: tells the time.
        check: called between moves; what it raises ends all of it.
    """
    games = [load_game(rule_set) for rule_set in block.rule_sets]
    seatings = seatings_of(tuple(tuple(game.teams.values()) for game in games), len(block.players))
    scheduled = _scheduled(block, seatings)
    kept, results, sets = _Kept(), Results(seatings), list[str]()
    together: list[PlayedGame] = []
    for at, each in enumerate(scheduled):
        game = games[each.game]
        started_at_ms, begun_at = now_ms(), perf_counter()
        check()
        course = _course(game, each, block.players, check)
        kept.add(game, course, started_at_ms, round(1000 * (perf_counter() - begun_at)))
        together.append(_counted(game, each, course))
        if at + 1 == len(scheduled) or scheduled[at + 1].set_number != each.set_number:
            results.add_set(together, whole=FORMATS[block.format] != "mixed")
            if block.sequential:
                sets.append(str(half_points(seatings[each.game], together)[0]))
            together = []
    counts = json.dumps(results.as_json(), separators=(",", ":"))
    return PlayedBlock(zlib.compress(kept.message.SerializeToString(), _QUICK), counts, "".join(sets))


@lru_cache(_LOADED_AT_ONCE)
def load_game(rule_set: str) -> Game:
    """The game of a file; loads its engine.

    Raises:
        UnplayableGame: it is none that is read today.
    """
    return families.saved(rule_set).game()


def chooser(player: batch_pb2.Player, game: Game, seat: str, seed: int) -> Chooser:
    """Who chooses for a player of the house, or for Chaos, in one game."""
    if player.player_id == RANDOM_ID or seat == CHAOS:
        chance = Random(seed)
        return lambda state: draw(state.legal(seat), state.weights(seat), chance)
    thinking = _agent(player, seed)
    thinking.begin(game, seat)
    return lambda state: thinking.choose(state.view(seat)).move


def _agent(player: batch_pb2.Player, seed: int) -> Agent:
    house, budget = HOUSE[player.player_id], player.budget
    if budget.HasField("simulations"):
        return agent(house.agent, simulations=budget.simulations, seed=seed)
    seconds = budget.seconds if budget.HasField("seconds") else house.seconds
    return agent(house.agent, seconds=seconds or None, seed=seed)


def _scheduled(block: batch_pb2.BeginBlockResponse, seatings: tuple[Seating, ...]) -> Sequence[ScheduledGame]:
    met = tuple(tuple(each.players) for each in block.combinations) or None
    round_ = Round(0, block.round_first, block.round_first_set, 0, met)
    terms = Terms(seatings, len(block.players), FORMATS[block.format], block.games_each, block.seed)
    return games_of(schedule_of(terms, round_), round_, block.first, block.count)


def _course(
    game: Game, scheduled: ScheduledGame, players: Sequence[batch_pb2.Player], check: Callable[[], None]
) -> Course:
    seated = dict(zip(game.seats, (players[number] for number in scheduled.players), strict=True))
    if all(player.player_id == RANDOM_ID for player in seated.values()):
        random = game.random_game(scheduled.seed, most_moves=MOST_MOVES)
        return Course(random.moves, random.outcome or drawn(game), random.turns, is_cut=random.outcome is None)
    choosers = {
        seat: chooser(player, game, seat, seat_seed(scheduled.seed, seat))
        for seat, player in (*seated.items(), (CHAOS, batch_pb2.Player()))
        if seat != CHAOS or game.has_chaos
    }
    return play_game(game.start(scheduled.seed), choosers, check)


def play_game(state: State, choosers: Mapping[str, Chooser], check: Callable[[], None]) -> Course:
    """Plays a game to its end; a single choice is made for whoever has it. Who fails to choose a move leaves."""
    moves, thinking_ms, failed = list[tuple[str, str]](), list[int](), list[str]()
    turns = Counter[str]()
    while state.outcome is None and len(moves) < MOST_MOVES:
        check()
        seat = state.acting[0]
        begun_at = perf_counter()
        forced = state.forced(seat)
        try:
            move = choosers[seat](state) if forced is None else forced
            after = state.play({seat: move})
            turns[seat] += state.takes_turn(seat, is_automatic=forced is not None)
            state = after
        except Exception:
            # Else its block would be handed out, and fail, for ever.
            log.exception("a player fails, and leaves its game", extra={"seat": seat})
            move, state = LEAVE, state.leave(seat)
            failed.append(seat)
        moves.append((seat, move))
        thinking_ms.append(round(1000 * (perf_counter() - begun_at)) if forced is None else 0)
    is_cut = state.outcome is None
    return Course(moves, state.outcome or drawn(state.game), turns, thinking_ms, failed, is_cut)


def drawn(game: Game) -> Outcome:
    """What becomes of a game that is cut off: the rules have not decided it, so that it counts for no rating."""
    return Outcome(dict.fromkeys(game.seats, "draw"), is_void=True)


def seat_seed(seed: int, seat: str) -> int:
    """The seed of all that one seat draws in a game: nothing else has a part in it."""
    digest = blake2b(seat.encode(), key=seed.to_bytes(16), digest_size=8, person=b"tournament seat").digest()
    return int.from_bytes(digest)


def _counted(game: Game, scheduled: ScheduledGame, course: Course) -> PlayedGame:
    return PlayedGame(
        game=scheduled.game,
        players=scheduled.players,
        results=tuple(course.outcome.results.values()),
        plies=course.plies,
        illegal=tuple(game.seats.index(seat) for seat in course.failed),
        is_cut=course.is_cut,
    )


@dataclass(slots=True)
class _Kept:
    """The games of a block as they are kept."""

    message: batch_pb2.PlayedBlock = field(default_factory=batch_pb2.PlayedBlock)
    words: dict[tuple[str, str], int] = field(default_factory=dict)

    def add(self, game: Game, course: Course, started_at_ms: int, took_ms: int) -> None:
        """Adds the next game."""
        kept = self.message.games.add(
            turns=[self._number(move) for move in course.moves],
            results=result_bits(tuple(course.outcome.results.values())),
            started_at_ms=started_at_ms,
            took_ms=took_ms,
            is_void=course.outcome.is_void,
            reason=_reason(course),
            chaos=game.chaos_result(course.outcome) or "",
            turns_taken=[course.turns.get(seat, 0) for seat in game.seats],
        )
        if any(course.thinking_ms):
            kept.thinking_ms.extend(course.thinking_ms)
        if course.outcome.weights or course.outcome.statistics:
            kept.figures.extend(_figures(course.outcome, seat) for seat in game.seats)

    def _number(self, move: tuple[str, str]) -> int:
        number = self.words.get(move)
        if number is None:
            number = self.words[move] = len(self.words)
            add_word(self.message, *move)
        return number


def _reason(course: Course) -> match_pb2.Reason.ValueType:
    if course.is_cut:
        return match_pb2.REASON_LENGTH
    return match_pb2.REASON_RESIGNED if course.failed else match_pb2.REASON_UNSPECIFIED


def _figures(outcome: Outcome, seat: str) -> batch_pb2.SeatFigures:
    return batch_pb2.SeatFigures(weight=outcome.weights.get(seat), statistics=outcome.statistics.get(seat))
