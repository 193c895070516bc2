"""What is kept of one player in one game of one universe: skill and statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from services.rating.result import SeatResult
from services.rating.skill import BEGINNER, Skill


@dataclass(frozen=True, slots=True)
class Record:
    """Skill and statistics, made of rated matches alone.

    Attributes:
        skill: the present belief.
        played, won, drawn, lost: matches, counted by the seat.
        top_burst: the largest rise of the rating by one match; 0 where it never rose.
        held_since_ms: since when the present rating has stood; 0 before the first match.
        last_match_at_ms: when the last match ended; 0 before the first.
        turns, thinking_ms: all turns taken, and the time they took together.
    """

    skill: Skill = BEGINNER
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    top_burst: float = 0.0
    held_since_ms: int = 0
    last_match_at_ms: int = 0
    turns: int = 0
    thinking_ms: int = 0

    @property
    def rating(self) -> float:
        """The conservative number that is shown."""
        return self.skill.rating

    @property
    def level(self) -> float:
        """What leaderboards are ordered by: the rating and the top burst together."""
        return self.rating + self.top_burst

    @property
    def mean_turn_ms(self) -> int:
        """Mean time to finish a turn; 0 before the first."""
        return self.thinking_ms // self.turns if self.turns else 0

    @property
    def won_percent(self) -> float:
        """Of what was played, from 0 to 100; 0 before the first match."""
        return 100 * self.won / self.played if self.played else 0.0

    @property
    def drawn_percent(self) -> float:
        """Likewise."""
        return 100 * self.drawn / self.played if self.played else 0.0


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """One player's skill after a match; `number` is how many of theirs had counted then, by the seat."""

    match_id: str
    ended_at_ms: int
    skill: Skill
    number: int


@dataclass(frozen=True, slots=True)
class MatchRating:
    """One player's skill before and after a rated match."""

    match_id: str
    player_id: str
    before: Skill
    after: Skill


def after(record: Record, skill: Skill, seats: Sequence[SeatResult], ended_at_ms: int) -> Record:
    """The record when one more match has counted. Matches may arrive in another order than they ended in.

    Args:
        record: before the match.
        skill: the belief after it.
        seats: those in which the player sat; Random may have had several, and each counts.
        ended_at_ms: when the match ended.
    """
    outcomes = Counter(seat.outcome for seat in seats)
    last = max(record.last_match_at_ms, ended_at_ms)
    stands = record.played > 0 and skill.rating == record.rating
    return Record(
        skill=skill,
        played=record.played + len(seats),
        won=record.won + outcomes["win"],
        drawn=record.drawn + outcomes["draw"],
        lost=record.lost + outcomes["lose"],
        top_burst=max(record.top_burst, skill.rating - record.rating),
        held_since_ms=record.held_since_ms if stands else last,
        last_match_at_ms=last,
        turns=record.turns + sum(seat.turns for seat in seats),
        thinking_ms=record.thinking_ms + sum(seat.thinking_ms for seat in seats),
    )
