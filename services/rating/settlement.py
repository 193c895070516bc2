"""What a finished match changes: every player's record, from the ranking and the records before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from services.rating.ranking import Side, sides, weights
from services.rating.record import Record, after
from services.rating.result import MatchResult
from services.rating.skill import BEGINNER, Skill, update


def settle(result: MatchResult, before: Mapping[str, Record]) -> dict[str, Record]:
    """The records of all who played, after a rated match.

    Args:
        result: the match.
        before: each player's record going into it, by id.
    """
    skills = _skills(sides(result), {player: record.skill for player, record in before.items()})
    return {
        player: after(
            record,
            skills[player],
            [seat for seat in result.seats if seat.player_id == player],
            result.ended_at_ms,
        )
        for player, record in before.items()
    }


def _skills(ranked: Sequence[Side], before: Mapping[str, Skill]) -> dict[str, Skill]:
    """Skills after the match, by player. Chaos enters with the beginner's and keeps it.

    Whoever met nobody but themself (Random against Random) has shown nothing and keeps their skill.
    """
    has_chaos = any(not side.players for side in ranked)
    if len(ranked) == 1 or (len(before) == 1 and not has_chaos):
        return dict(before)
    updated = update(
        [[before[player] for player in side.players] or [BEGINNER] for side in ranked],
        [side.rank for side in ranked],
    )
    shown: dict[str, list[Skill]] = {player: [] for player in before}
    for side, skills, counting in zip(ranked, updated, weights(ranked), strict=True):
        for player, skill, weight in zip(side.players, skills, counting, strict=False):
            shown[player].append(_weighted(before[player], skill, weight))
    return {player: _together(before[player], skills) for player, skills in shown.items()}


def _weighted(before: Skill, after: Skill, weight: float) -> Skill:
    """The skill after a match of which only a part counts: that part of the way from before to after."""
    if weight == 1:
        return after
    return Skill(
        mu=before.mu + weight * (after.mu - before.mu),
        sigma=before.sigma + weight * (after.sigma - before.sigma),
    )


def _together(before: Skill, shown: Sequence[Skill]) -> Skill:
    """One player's skill from what each of their seats showed.

    The seats share one mean, so its changes add up (the gradient of a sum); they inform about it hardly more than one
    seat does, because they also met each other.
    """
    if len(shown) == 1:
        return shown[0]
    return Skill(
        mu=before.mu + sum(skill.mu - before.mu for skill in shown),
        sigma=fmean(skill.sigma for skill in shown),
    )
