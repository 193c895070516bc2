"""Whom a player favours: what became of two opponents, against what was to be expected (docs/adr/0017)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import exp, sqrt
from statistics import fmean

from services.rating.ranking import Side
from services.rating.skill import BEGINNER, BETA, Skill

WINDOW = 10
"""Favoritism is of so many of the last matches together."""

PRIOR_MATCHES = 20
PRIOR_DRAWN_SHARE = 0.1
"""A game counts as if it had been played so often before, and so much of it drawn."""

Pair = tuple[str, str]
"""Two opponents, by id, the smaller first."""


@dataclass(frozen=True, slots=True)
class Shares:
    """How a match ends between one player and another: the chances of it, or what came of it. They add up to one.

    Of what came of it one is 1, unless a player had several seats.
    """

    win: float
    draw: float

    @property
    def lose(self) -> float:
        """What is left: the other's win."""
        return 1 - self.win - self.draw

    def turned(self) -> Shares:
        """As the other has it."""
        return Shares(self.lose, self.draw)


@dataclass(frozen=True, slots=True)
class Meeting:
    """One match of two opponents, as one of them has it."""

    result: Shares
    expected: Shares

    @property
    def favor(self) -> float:
        """What the one did for the other: nothing on average, for players of whatever skill."""
        expected, result = self.expected, self.result
        return (
            result.lose * (expected.win + expected.draw)
            - result.win * (expected.lose + expected.draw)
            + result.draw * (expected.win - expected.lose)
        )

    def turned(self) -> Meeting:
        """As the other has it."""
        return Meeting(self.result.turned(), self.expected.turned())


@dataclass(frozen=True, slots=True)
class Favoritism:
    """How far some matches ended otherwise than expected, on average.

    Attributes:
        win_boost: the share of wins beyond what was expected.
        kick_back: the same for the other.
        draw_boost: the same for draws.
    """

    win_boost: float
    kick_back: float
    draw_boost: float

    @property
    def preference(self) -> float:
        """One number for what the player has of the other."""
        return self.draw_boost + 2 * self.win_boost


@dataclass(frozen=True, slots=True)
class Pairing:
    """One player against another in one game.

    Attributes:
        game_id: the game.
        other_id: the other.
        together: rated matches in which they were opponents.
        favoritism: in the last ten of them.
        favors: the sum of what the player did for the other, in all of them.
        last_match_at_ms: when the last ended.
        relative_rating: how far the other's rating is above the player's, as a share of it; None where that is none.
    """

    game_id: str
    other_id: str
    together: int
    favoritism: Favoritism
    favors: float
    last_match_at_ms: int
    relative_rating: float | None

    @property
    def favors_owed(self) -> float:
        """The sum of what the other did for the player: the one's favor is the other's disfavor."""
        return -self.favors


def drawn_share(matches: int, drawn: float) -> float:
    """The chance of a draw in a game of which so many matches are known, and so many of them drawn."""
    return (drawn + PRIOR_MATCHES * PRIOR_DRAWN_SHARE) / (matches + PRIOR_MATCHES)


def tied_share(ranked: Sequence[Side]) -> float:
    """How much of a match was drawn: of all opponents, by the seat, the share of those who tied; 0 without any."""
    ties = [one.rank == other.rank for one, other in _opposing(ranked) for _ in product(one.players, other.players)]
    return fmean(ties) if ties else 0.0


def meetings(ranked: Sequence[Side], before: Mapping[str, Skill], draw: float) -> dict[Pair, Meeting]:
    """What a match was to each two opponents, as the first of them has it.

    Args:
        ranked: the sides.
        before: the skills of all who played, going into the match.
        draw: the chance of a draw.
    """
    teams = [[before[player] for player in side.players] or [BEGINNER] for side in ranked]
    # The model's own scale: docs/adr/0002.
    scale = sqrt(sum(BETA**2 + sum(skill.sigma**2 for skill in team) for team in teams))
    seats: dict[Pair, list[Meeting]] = {}
    for one, other in _opposing(ranked):
        ahead = _mu(other, before) - _mu(one, before)
        meeting = Meeting(_result(one.rank, other.rank), Shares((1 - draw) * _logistic(-ahead / scale), draw))
        for player, opponent in product(one.players, other.players):
            if player < opponent:
                seats.setdefault((player, opponent), []).append(meeting)
            elif opponent < player:
                seats.setdefault((opponent, player), []).append(meeting.turned())
    return {pair: Meeting(_mean([m.result for m in of]), _mean([m.expected for m in of])) for pair, of in seats.items()}


def favoritism(together: Sequence[Meeting]) -> Favoritism:
    """Of matches together, at least one."""
    return Favoritism(
        win_boost=fmean(meeting.result.win - meeting.expected.win for meeting in together),
        kick_back=fmean(meeting.result.lose - meeting.expected.lose for meeting in together),
        draw_boost=fmean(meeting.result.draw - meeting.expected.draw for meeting in together),
    )


def relative_rating(own: float, other: float) -> float | None:
    """How far another's rating is above one's own, as a share of it; None where one's own is not above zero."""
    return other / own - 1 if own > 0 else None


def _opposing(ranked: Sequence[Side]) -> Iterator[tuple[Side, Side]]:
    return combinations([side for side in ranked if side.players], 2)


def _mu(side: Side, before: Mapping[str, Skill]) -> float:
    return sum(before[player].mu for player in side.players)


def _result(rank: int, other: int) -> Shares:
    return Shares(win=float(rank < other), draw=float(rank == other))


def _logistic(x: float) -> float:
    return 1 / (1 + exp(-x)) if x >= 0 else exp(x) / (1 + exp(x))


def _mean(shares: Sequence[Shares]) -> Shares:
    return Shares(fmean(share.win for share in shares), fmean(share.draw for share in shares))
