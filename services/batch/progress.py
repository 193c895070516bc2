"""How far a tournament is, and how long it goes on."""

from __future__ import annotations

from dataclasses import dataclass

from redscience.api.batch.v1 import batch_pb2
from services.batch.appointments import Meetings, Pairing
from services.batch.blocks import sequential_test
from services.batch.model import Status, Tournament
from services.batch.standing import PlayerCount, total_counts

PACE_MS = 15_000
"""The pace is that of so much time."""
STATUSES: dict[Status, batch_pb2.Status.ValueType] = {
    "running": batch_pb2.STATUS_RUNNING,
    "paused": batch_pb2.STATUS_PAUSED,
    "cancelled": batch_pb2.STATUS_CANCELLED,
    "ended": batch_pb2.STATUS_ENDED,
    "inviting": batch_pb2.STATUS_INVITING,
}


@dataclass(frozen=True, slots=True)
class Pace:
    """What was played of late.

    Attributes:
        games: how many games were finished.
        since_ms: in so much time.
    """

    games: int
    since_ms: int

    @property
    def per_second(self) -> float:
        """Games a second; 0 where nothing is known."""
        return 1000 * self.games / self.since_ms if self.since_ms > 0 else 0.0


def progress_message(
    tournament: Tournament, pace: Pace | None = None, meetings: Meetings | None = None
) -> batch_pb2.Progress:
    """How far a tournament is, and what people are to play in it."""
    per_second = pace.per_second if pace is not None and tournament.status == "running" else 0.0
    left = tournament.games_total - tournament.games_played
    asked = [player.entry for player in tournament.players if player.is_person and tournament.status == "inviting"]
    return batch_pb2.Progress(
        games_played=tournament.games_played,
        games_total=tournament.games_total,
        games_per_second=per_second,
        left_ms=round(1000 * left / per_second) if per_second else 0,
        status=STATUSES[tournament.status],
        players=map(count_message, total_counts(tournament)),
        sprt=sprt_message(tournament),
        pairings=map(_pairing_message, meetings.pairings if meetings else ()),
        sitting_out=sorted(meetings.sitting_out) if meetings else (),
        answers=len(asked) - asked.count("invited"),
        withdrawn=sorted(tournament.withdrawn),
        asked=len(asked),
        accepted=asked.count("accepted"),
    )


def _pairing_message(pairing: Pairing) -> batch_pb2.Pairing:
    return batch_pb2.Pairing(
        number=pairing.game.number,
        game=pairing.game.game,
        players=pairing.game.players,
        closes_at_ms=pairing.closes_at_ms or 0,
        here=sorted(pairing.here),
        match_id=pairing.match_id,
        left=pairing.left,
        round=pairing.round + 1,
    )


def count_message(count: PlayerCount) -> batch_pb2.PlayerCount:
    """What became of a player's seats."""
    return batch_pb2.PlayerCount(
        player=count.player, game=count.game, won=count.won, drawn=count.drawn, lost=count.lost
    )


def sprt_message(tournament: Tournament) -> batch_pb2.SprtState | None:
    """What the sequential test has come to; None where there is none."""
    if tournament.settings.sprt is None:
        return None
    test, state = sequential_test(tournament), tournament.sequence
    lower, upper = test.bounds
    return batch_pb2.SprtState(
        llr=test.ratio(dict(enumerate(state.sets))),
        lower=lower,
        upper=upper,
        decision=state.decision,
        games=state.next_game,
    )
