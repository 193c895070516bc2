"""Games as they are kept, and what others are told of them: summaries, records, matches that have ended."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import accumulate
from typing import cast

from ulid import ULID

from redscience.api.batch.v1 import batch_pb2
from redscience.api.match.v1 import match_pb2
from redscience.interface import CHAOS, LEAVE
from redscience.random_games import Result
from redscience.tournaments.schedule import ScheduledGame
from services.batch.model import Format, PlayedRules, Tournament

FORMATS: Mapping[int, Format] = {
    batch_pb2.FORMAT_UNSPECIFIED: "round-robin",
    batch_pb2.FORMAT_ROUND_ROBIN: "round-robin",
    batch_pb2.FORMAT_GAUNTLET: "gauntlet",
    batch_pb2.FORMAT_SWISS: "swiss",
    batch_pb2.FORMAT_MIXED: "mixed",
}
FORMAT_NUMBERS: Mapping[Format, batch_pb2.Format.ValueType] = {
    "round-robin": batch_pb2.FORMAT_ROUND_ROBIN,
    "gauntlet": batch_pb2.FORMAT_GAUNTLET,
    "swiss": batch_pb2.FORMAT_SWISS,
    "mixed": batch_pb2.FORMAT_MIXED,
}
_RESULTS: Mapping[int, Result] = {
    batch_pb2.RESULT_WIN: "win",
    batch_pb2.RESULT_DRAW: "draw",
    batch_pb2.RESULT_LOSE: "lose",
}
_NUMBERS: Mapping[Result, int] = {result: number for number, result in _RESULTS.items()}
_BITS = 2
_NUMBER_BITS = MARK_BITS = 40


@dataclass(frozen=True, slots=True)
class Kept:
    """A game that was played, as it is kept, beside what it was to be.

    Attributes:
        words: of its block.
    """

    tournament: Tournament
    scheduled: ScheduledGame
    words: Sequence[str]
    played: batch_pb2.PlayedGame

    @property
    def rules(self) -> PlayedRules:
        """What was played."""
        return self.tournament.games[self.scheduled.game]

    @property
    def is_match(self) -> bool:
        """Whether it was a match of the match service."""
        return bool(self.played.match_seed)

    @property
    def seed(self) -> int:
        """The seed by which it was played."""
        return int.from_bytes(self.played.match_seed) if self.is_match else self.scheduled.seed

    @property
    def results(self) -> tuple[Result, ...]:
        """By seat."""
        return tuple(_RESULTS[self.played.results >> _BITS * at & 3] for at in range(len(self.rules.seats)))

    @property
    def moves(self) -> Iterator[tuple[str, str]]:
        """In order, each with its seat; where several left at one moment, their seats are joined by "+"."""
        for number in self.played.turns:
            seat, _, move = self.words[number].partition(":")
            yield seat, move

    @property
    def thinking_ms(self) -> Sequence[int]:
        """How long each move took."""
        return self.played.thinking_ms or [0] * len(self.played.turns)

    @property
    def ended_at_ms(self) -> int:
        """When it was over."""
        return self.played.started_at_ms + self.played.took_ms

    @property
    def match_id(self) -> str:
        """By which it is known to ratings."""
        return match_id(self.tournament, self.scheduled.number)

    @property
    def reason(self) -> match_pb2.Reason.ValueType:
        """How it ended."""
        return self.played.reason or match_pb2.REASON_RULES


def plies_of(moves: Iterable[tuple[str, str]]) -> int:
    """How many moves were made, of those of a game as it is kept: to leave is none."""
    return sum(move != LEAVE for _, move in moves)


def unpacked(games: bytes) -> batch_pb2.PlayedBlock:
    """The games of a block."""
    return batch_pb2.PlayedBlock.FromString(zlib.decompress(games))


def add_word(block: batch_pb2.PlayedBlock, seat: str, move: str) -> None:
    """Adds a move of a seat to those that games point to."""
    block.words.append(f"{seat}:{move}")


def result_bits(results: Sequence[Result]) -> int:
    """Results by seat as one number."""
    return sum(_NUMBERS[result] << _BITS * at for at, result in enumerate(results))


def match_id(tournament: Tournament, number: int) -> str:
    """The id of a game as a match: of its tournament's time, its mark and the number."""
    time_bits = ULID.from_str(tournament.id).bytes[:6]
    return str(ULID(time_bits + (tournament.mark << _NUMBER_BITS | number).to_bytes(10)))


def mark_and_number(match: str) -> tuple[int, int]:
    """What `match_id` has made it of, where it has."""
    rest = int.from_bytes(ULID.from_str(match).bytes[6:])
    return rest >> _NUMBER_BITS, rest & ((1 << _NUMBER_BITS) - 1)


def mark_of(tournament_id: str) -> int:
    """The mark of a tournament: 40 bits of its id's hash."""
    return int.from_bytes(blake2b(tournament_id.encode(), digest_size=MARK_BITS // 8).digest())


def summary(kept: Kept) -> batch_pb2.GameSummary:
    """A game in a list."""
    return batch_pb2.GameSummary(
        number=kept.scheduled.number,
        game=kept.scheduled.game,
        players=kept.scheduled.players,
        results=cast("list[batch_pb2.Result.ValueType]", [_NUMBERS[result] for result in kept.results]),
        plies=plies_of(kept.moves),
        ended_at_ms=kept.ended_at_ms,
        match_id=kept.match_id,
        reason=kept.reason,
        is_match=kept.is_match,
    )


def record(kept: Kept) -> match_pb2.Record:
    """A game as a match is kept."""
    tournament, rules = kept.tournament, kept.rules
    return match_pb2.Record(
        match_id=kept.match_id,
        game_id=rules.game_id,
        game_name=rules.name,
        rule_set=rules.rule_set,
        digest=rules.digest,
        rules_version=rules.rules_version,
        seed=f"{kept.seed:032x}",
        seats=_seats(kept),
        turns=list(_turns(kept)),
        reason=kept.reason,
        started_at_ms=kept.played.started_at_ms,
        ended_at_ms=kept.ended_at_ms,
        universe=tournament.universe,
    )


def _seats(kept: Kept) -> list[match_pb2.Seat]:
    seats = []
    for slot, (seat, number, result) in enumerate(
        zip(kept.rules.seats, kept.scheduled.players, kept.results, strict=True)
    ):
        player = kept.tournament.players[number]
        seats.append(
            match_pb2.Seat(
                seat=seat,
                slot=slot,
                player_id=player.player_id,
                player_name=player.name,
                kind=player.kind,
                accepted=True,
                outcome=result,
            )
        )
    if any(seat == CHAOS for seat, _ in kept.moves):
        won = kept.played.chaos if kept.played.chaos in {"win", "lose"} else ""
        seats.append(match_pb2.Seat(seat=CHAOS, slot=len(seats), kind=CHAOS, accepted=True, outcome=won))
    return seats


def _turns(kept: Kept) -> Iterator[match_pb2.Turn]:
    ends = accumulate(kept.thinking_ms)
    for number, ((seat, move), end) in enumerate(zip(kept.moves, ends, strict=True), start=1):
        seats = seat.split("+")
        turn = match_pb2.Turn(number=number, seats=seats, at_ms=kept.played.started_at_ms + end)
        if move == LEAVE:
            turn.left = "time" if kept.rules.seats.index(seats[0]) in kept.played.timed_out else "resigned"
        else:
            turn.moves.moves.append(move)
        yield turn


def ended_match(kept: Kept) -> match_pb2.EndedMatch:
    """A rated game as ratings are told of it."""
    seats, teams = kept.rules.seats, kept.rules.teams
    # Of games that were kept before turns were noted, neither they nor their time are told.
    taken = kept.played.turns_taken or [0] * len(seats)
    spent = _spent(kept) if kept.played.turns_taken else Counter()
    figures = kept.played.figures or [batch_pb2.SeatFigures()] * len(seats)
    return match_pb2.EndedMatch(
        event_id=kept.match_id,
        match_id=kept.match_id,
        game_id=kept.rules.game_id,
        universe=kept.tournament.universe,
        rated=not kept.played.is_void,
        reason=kept.reason,
        started_at_ms=kept.played.started_at_ms,
        ended_at_ms=kept.ended_at_ms,
        chaos=kept.played.chaos,
        seats=[
            match_pb2.EndedSeat(
                seat=seat,
                player_id=kept.tournament.players[number].player_id,
                kind=kept.tournament.players[number].kind,
                outcome=result,
                team=team,
                turns=turns,
                thinking_ms=spent[seat],
                weight=figure.weight if figure.HasField("weight") else None,
                statistics=figure.statistics,
            )
            for seat, number, result, team, turns, figure in zip(
                seats, kept.scheduled.players, kept.results, teams, taken, figures, strict=True
            )
        ],
    )


def _spent(kept: Kept) -> Counter[str]:
    """By seat, the time that its moves took together."""
    spent = Counter[str]()
    for (seat, _), ms in zip(kept.moves, kept.thinking_ms, strict=True):
        spent[seat] += ms
    return spent
