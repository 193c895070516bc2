"""What a seat cannot see, laid anew: a deal that looks to it as one that it has seen, and pieces exchanged since."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random
from typing import Any

from redscience.many_games import engine_seed
from redscience.variations.engine import kernels
from redscience.variations.engine.records import N_KINDS, Array, copy_of
from redscience.variations.history import backward
from redscience.variations.prepared import PreparedGame
from redscience.variations.situation import Situation, thread_scratch


def deal_like(game: PreparedGame, dealt: Array, view: Mapping[str, Any], seed: int) -> Array | None:
    """The first position with the cards of another deal laid so that a seat sees what its view shows.

    None where that cannot be said: where cards fall onto stacks, or are known to whom they name.
    """
    rules = game.rules[0]
    if rules["gravity"] or rules["card_seat"][: rules["n_cards"]].any():
        return None
    spaces = rules["deal_space"][: rules["n_dealt"]].tolist()
    kinds = {space: int(dealt[0]["kind"][space]) for space in spaces}
    _exchange(kinds, _seen(game, view, set(kinds.values()) - {0}), Random(seed))
    position, scratch = copy_of(game.origin), thread_scratch()
    for space, kind in kinds.items():
        if kind:
            kernels.set_up(game.rules, position, kind, 0, space)
    position[0]["dealt"] = 1
    kernels.begin(game.rules, position, scratch, engine_seed(seed))
    return position


def _seen(game: PreparedGame, view: Mapping[str, Any], dealt: Collection[int]) -> Mapping[int, int]:
    """By number of a space, the kind of piece that a view shows there, if it is among those that were dealt."""
    numbers = {place: number for number, place in enumerate(game.places)}
    kinds = {(its["shape"], its["color"]): kind for kind in dealt for its in (game.looks(kind),)}
    shown = {numbers[tuple(its["at"])]: (its.get("shape"), its["color"]) for its in view["table"]["pieces"]}
    return {space: kinds[look] for space, look in shown.items() if look in kinds}


def _exchange(kinds: dict[int, int], seen: Mapping[int, int], chance: Random) -> None:
    """Lays the kinds that are seen where they are seen, each in exchange for what lay there."""
    wrong = [space for space, kind in seen.items() if kinds.get(space, kind) != kind]
    for space in wrong:
        others = [other for other, kind in kinds.items() if kind == seen[space] and seen.get(other) != kind]
        if others:
            other = chance.choice(others)
            kinds[space], kinds[other] = kinds[other], kinds[space]


def exchanged(state: Situation, seat: str, seed: int) -> Array:
    """The record of a state with those pieces exchanged of which a seat sees the colour alone, and that never moved.

    Nobody else's knowledge changes: who sees what is on a space sees what is there now.
    """
    touched = {space for event in backward(state.last) for space in event.changed}
    sees = state.sees(seat)[: state.game.spaces.total]
    record, chance = copy_of(state.record), Random(seed)
    kinds, looks = record[0]["kind"], record[0]["look"]
    unseen = [space for space in (sees >= N_KINDS).nonzero()[0].tolist() if space not in touched]
    for look in {int(sees[space]) for space in unseen}:
        spaces = [space for space in unseen if sees[space] == look]
        laid = [int(kinds[space]) for space in spaces]
        for space, kind in zip(spaces, chance.sample(laid, len(laid)), strict=True):
            looks[:, space][looks[:, space] == kinds[space]] = kind
            kinds[space] = kind
    return record
