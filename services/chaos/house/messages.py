"""What was found out, as callers are told it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from redscience.agents import Advice
from redscience.agents.analysis import Judged
from redscience.api.house.v1 import choosing_pb2, house_pb2
from redscience.api.match.v1 import match_pb2
from redscience.interface import json_text
from redscience.search import MoveFindings
from services.chaos.house.records import steps_before

Choices = Mapping[str, Mapping[str, Any]]
NO_CHOICES: Choices = MappingProxyType({})
MOST_BEST = 3
RARE = 0.01
"""What is to be made more rarely is no part of a mixture."""
MARKS = {
    None: house_pb2.MARK_UNSPECIFIED,
    "forced": house_pb2.MARK_FORCED,
    "good": house_pb2.MARK_GOOD,
    "mistake": house_pb2.MARK_MISTAKE,
    "blunder": house_pb2.MARK_BLUNDER,
}


def judged_message(judged: Judged, record: match_pb2.Record) -> house_pb2.JudgedMove:
    """A move that was judged, and where the replay of its match shows it."""
    position = judged.position + steps_before(record.taken_back, judged.turn)
    return house_pb2.JudgedMove(
        turn=judged.turn,
        position=position,
        step=position + 1,
        seat=judged.seat,
        move=judged.move,
        values=judged.values,
        best=best_moves(judged.moves, judged.choices),
        given_away=judged.given_away,
        mark=MARKS[judged.mark],
        simulations=judged.simulations,
        states=judged.states,
        choice=_text(judged.choices.get(judged.move)),
    )


def hint_message(match: match_pb2.Match, advice: Advice, *, is_known: bool) -> house_pb2.HintResponse:
    """What was advised; no move where it was drawn, for nothing was known."""
    return house_pb2.HintResponse(
        match=match,
        move=advice.move if is_known else "",
        values=advice.values,
        best=best_moves(advice.moves),
        simulations=advice.simulations,
        states=advice.states,
    )


def choice_message(advice: Advice) -> choosing_pb2.ChooseResponse:
    """What a player that thinks would do, and why."""
    return choosing_pb2.ChooseResponse(move=advice.move, values=advice.values, best=best_moves(advice.moves))


def best_moves(moves: Mapping[str, MoveFindings], choices: Choices = NO_CHOICES) -> list[choosing_pb2.KnownMove]:
    """The best of some moves: the one to make first, then those tried most, by value; of a mixture by chance."""
    ranked = sorted(moves.items(), key=lambda item: (item[1].chance, item[1].visits, item[1].value), reverse=True)
    if ranked and ranked[0][1].chance < 1:
        shown = [item for item in ranked if item[1].chance >= RARE][:MOST_BEST]
    else:
        shown = [*ranked[:1], *sorted(ranked[1:MOST_BEST], key=lambda item: item[1].value, reverse=True)]
    return [
        choosing_pb2.KnownMove(
            move=move,
            value=its.value,
            visits=its.visits,
            chance=its.chance,
            is_proven=its.is_proven,
            choice=_text(choices.get(move)),
        )
        for move, its in shown
    ]


def _text(choice: Mapping[str, Any] | None) -> str:
    return "" if choice is None else json_text(choice)
