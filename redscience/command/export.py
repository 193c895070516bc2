"""Matches that are over as tables: of the matches, of their seats, and of every choice that was made in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from redscience import families
from redscience.api.match.v1.match_pb2 import Match, Reason, Record, Seat, Turn
from redscience.api.rating.v1.rating_pb2 import MatchRating
from redscience.command.output import word
from redscience.errors import RedscienceError
from redscience.interface import CHAOS, LEAVE, Game, State
from redscience.tournaments.report import Row

TABLES = ("matches", "seats", "choices")


class Games:
    """The games of records, each made once."""

    def __init__(self) -> None:
        self._games: dict[str, Game | None] = {}

    def of(self, record: Record) -> Game | None:
        """The game of a record; None where it would be replayed otherwise here than it was played."""
        key = f"{record.digest} {record.rules_version}"
        if key not in self._games:
            self._games[key] = _game(record)
        return self._games[key]


def _game(record: Record) -> Game | None:
    try:
        source = families.saved(record.rule_set)
        return source.game() if source.rules_version == record.rules_version else None
    except RedscienceError:
        return None


@dataclass
class _Told:
    """What a record tells once its turns are made again.

    Attributes:
        since_ms: by the number of a turn, since when its seats had owed it.
        counted: by seat, what it came to.
    """

    since_ms: dict[int, dict[str, int]] = field(default_factory=dict)
    counted: Mapping[str, int] = field(default_factory=dict)


def tables(match: Match, record: Record, ratings: Iterable[MatchRating], games: Games) -> dict[str, list[Row]]:
    """The rows of a match, by the names of `TABLES`; what is not known is None.

    Args:
        match: as it is listed.
        record: of it.
        ratings: what it did to those of its players; none where it is not rated, or not yet.
        games: of records that were read before.
    """
    told = _replayed(record, games.of(record))
    return {
        "matches": [_match_row(match, record)],
        "seats": list(_seat_rows(record, {each.player_id: each for each in ratings}, told.counted)),
        "choices": list(_choice_rows(record, told)),
    }


def _replayed(record: Record, game: Game | None) -> _Told:
    if game is None:
        return _Told()
    state, told = game.start(int(record.seed, 16)), _Told()
    since = dict.fromkeys(state.acting, record.started_at_ms)
    try:
        for turn in record.turns:
            told.since_ms[turn.number] = {seat: since[seat] for seat in turn.seats if seat in since}
            state = _after(state, turn)
            others = {seat: began for seat, began in since.items() if seat not in turn.seats}
            since = {seat: others.get(seat, turn.at_ms) for seat in state.acting}
    except RedscienceError:
        # Another release has played it. What it came to is in the record.
        return _Told()
    told.counted = state.counted
    return told


def _after(state: State, turn: Turn) -> State:
    if turn.HasField("moves"):
        return state.play({seat: tuple(turn.moves.moves) for seat in turn.seats})
    return state.leave(*turn.seats)


def _match_row(match: Match, record: Record) -> Row:
    return {
        "match_id": record.match_id,
        "game": record.game_name,
        "game_id": record.game_id,
        "digest": record.digest,
        "rules_version": record.rules_version,
        "universe": record.universe,
        "tournament_id": match.tournament_id,
        "started_at": _instant(record.started_at_ms),
        "ended_at": _instant(record.ended_at_ms),
        "reason": word(Reason.Name(record.reason), "REASON_"),
        "rated": match.rated,
        "choices": len(record.turns),
        "seed": record.seed,
    }


def _seat_rows(record: Record, ratings: Mapping[str, MatchRating], counted: Mapping[str, int]) -> Iterator[Row]:
    for seat in record.seats:
        rating = ratings.get(seat.player_id)
        yield {
            **_who(record, seat),
            "outcome": seat.outcome,
            "counted": counted.get(seat.seat),
            "rating_before": rating and rating.rating_before,
            "rating_after": rating and rating.rating_after,
            "mu_before": rating and rating.mu_before,
            "mu_after": rating and rating.mu_after,
            "sigma_before": rating and rating.sigma_before,
            "sigma_after": rating and rating.sigma_after,
        }


def _choice_rows(record: Record, told: _Told) -> Iterator[Row]:
    """Every choice in the order of time, those among them that were taken back."""
    seats = {seat.seat: seat for seat in record.seats}
    turns = [(turn, False) for turn in record.turns]
    turns += [(turn, True) for taken in record.taken_back for turn in taken.turns]
    # Turns of one moment stay in their order.
    for turn, is_taken_back in sorted(turns, key=lambda each: each[0].at_ms):
        since_ms = {} if is_taken_back else told.since_ms.get(turn.number, {})
        for seat in turn.seats:
            yield {
                **_who(record, seats[seat]),
                "number": turn.number,
                "choice": " ".join(turn.moves.moves) if turn.HasField("moves") else LEAVE,
                "left": turn.left,
                "at": _instant(turn.at_ms),
                "seconds": _seconds(record, seat, turn, since_ms.get(seat)),
                "automatic": turn.automatic,
                "taken_back": is_taken_back,
            }


def _who(record: Record, seat: Seat) -> Row:
    return {
        "match_id": record.match_id,
        "game": record.game_name,
        "seat": seat.seat,
        "player_id": seat.player_id,
        "player": seat.player_name,
        "kind": seat.kind,
    }


def _seconds(record: Record, seat: str, turn: Turn, since_ms: int | None) -> float | None:
    """How long a seat took for a choice, without pauses; None where it made none, or it is not known."""
    if since_ms is None or turn.automatic or seat == CHAOS:
        return None
    undone = (taken.at_ms for taken in record.taken_back if taken.at_ms <= turn.at_ms)
    since_ms = max((since_ms, *undone))
    paused_ms = sum(
        max(0, min(pause.ended_at_ms, turn.at_ms) - max(pause.began_at_ms, since_ms)) for pause in record.pauses
    )
    return round((turn.at_ms - since_ms - paused_ms) / 1000, 3)


def _instant(at_ms: int) -> str:
    """An instant as spreadsheets and pandas read it, in UTC."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
