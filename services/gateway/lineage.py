"""What a game was made from, and what was made from it."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

from redscience.api.rules.v1.rules_pb2 import Game, GetRequest, ListRequest, RelatedRequest
from redscience.errors import UnknownGame
from services.gateway.backends import Backends, call
from services.gateway.sessions import Session
from services.gateway.shown import Shown

VARIANTS = 8


def lineage(backends: Backends, session: Session, game: Shown) -> Shown:
    """The game that one was made from, how their rules differ, its variants, and others that are near to it.

    `origin` is null where there is none that may be seen; `fresh` are the sentences of the rules that it has not,
    `gone` those that it alone has.
    """
    origin = _origin(backends, session, game["origin_id"])
    variants = call(backends.rules.List, ListRequest(origin_id=game["id"], page_size=VARIANTS), session.token).games
    related = call(backends.rules.Related, RelatedRequest(game_id=game["id"]), session.token).games
    shown = {game["origin_id"], *(variant.id for variant in variants)}
    fresh, gone = _difference(origin.english, game["english"]) if origin else ((), ())
    return {
        "origin": _named(origin) if origin else None,
        "fresh": fresh,
        "gone": gone,
        "variants": [_named(variant) for variant in variants],
        "related": [_named(other) for other in related if other.id not in shown],
    }


def _named(game: Game) -> Shown:
    return {"id": game.id, "name": game.name}


def _origin(backends: Backends, session: Session, origin_id: str) -> Game | None:
    if not origin_id:
        return None
    try:
        origin = call(backends.rules.Get, GetRequest(id=origin_id), session.token).game
    except UnknownGame:
        return None
    return None if origin.hidden else origin


def _difference(before: Sequence[str], after: Sequence[str]) -> tuple[list[str], list[str]]:
    """The sentences that are new or stand elsewhere, since checks decide in their order, and those that are gone."""
    alike = SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks()
    kept = {at for block in alike for at in range(block.b, block.b + block.size)}
    fresh = [text for at, text in enumerate(after) if at not in kept]
    return fresh, [text for text in before if text not in after]
