"""What the players that think have found out, as the browser is shown it."""

from __future__ import annotations

import json

from redscience.api.house.v1.choosing_pb2 import KnownMove
from redscience.api.house.v1.house_pb2 import AnalyseResponse, HintResponse, JudgedMove, Mark
from redscience.api.match.v1.match_pb2 import SidelineResponse
from services.gateway.shown import Shown, outcome_texts, show_match, word
from services.gateway.written import Written


def show_judged(answer: AnalyseResponse) -> Shown:
    """A move of a finished match, and how far its analysis has come."""
    judged = _judged(answer.judged) if answer.HasField("judged") else None
    return {"moves": answer.moves, "done": answer.done, "judged": judged}


def show_hint(answer: HintResponse) -> Shown:
    """A hint, and the match that it was given in."""
    return {
        "match": show_match(answer.match),
        "move": answer.move,
        "values": dict(answer.values),
        "best": [_known(move) for move in answer.best],
        "simulations": answer.simulations,
        "states": answer.states,
    }


def show_sideline(reached: SidelineResponse) -> Shown:
    """Where moves have led that nobody has made, and what is advised there."""
    return {
        "seat": reached.seat,
        "view": Written(reached.view),
        "outcome_texts": outcome_texts(reached.view),
        "seats": list(reached.seats),
        "has_chance": reached.has_chance,
        "has_secrets": reached.has_secrets,
        "advice": reached.advice,
        "values": dict(reached.values),
        "best": [_known(move) for move in reached.best],
    }


def _judged(judged: JudgedMove) -> Shown:
    return {
        "number": judged.turn,
        "position": judged.position,
        "step": judged.step,
        "seat": judged.seat,
        "move": judged.move,
        "choice": _choice(judged.choice),
        "values": dict(judged.values),
        "best": [_known(move) for move in judged.best],
        "given_away": judged.given_away if judged.HasField("given_away") else None,
        "mark": word(Mark.Name(judged.mark), "MARK_"),
        "states": judged.states,
    }


def _known(move: KnownMove) -> Shown:
    return {
        "move": move.move,
        "choice": _choice(move.choice),
        "value": move.value,
        "chance": move.chance,
        "is_proven": move.is_proven,
    }


def _choice(text: str) -> Shown | None:
    return json.loads(text) if text else None
