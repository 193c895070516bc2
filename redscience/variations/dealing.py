"""What a seat cannot see, laid anew: a deal that looks to it as one that it has seen, and pieces exchanged since."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np

from redscience.many_games import engine_seed
from redscience.variations.engine import kernels
from redscience.variations.engine.records import COLUMNS, COMMUNAL, N_KINDS, Array, copy_of
from redscience.variations.history import backward
from redscience.variations.language.model import SHAPES
from redscience.variations.packing import kind_of
from redscience.variations.prepared import PreparedGame
from redscience.variations.situation import Situation, thread_scratch

TRIES = 500
"""So many deals are looked through for one that looks as it should."""


def deal_like(game: PreparedGame, view: Mapping[str, Any], seed: int) -> Array:
    """The first position of a deal in which all lies where a seat's view shows it.

    Where none is found soon the cards of any deal change places, so that they lie so; on stacks, and where cards are
    known to whom they name, that cannot be done, and it is any deal.
    """
    rules = game.rules[0]
    seen = _seen(game, view)
    wanted = np.zeros(COLUMNS, np.uint8)
    wanted[list(seen)] = list(seen.values())
    dealt, scratch, any_seed = copy_of(game.origin), thread_scratch(), engine_seed(seed)
    found = kernels.find_deal(game.rules, game.origin, dealt, scratch, wanted, any_seed, TRIES)
    dealt = copy_of(game.origin)
    kernels.begin(game.rules, dealt, scratch, any_seed if found == kernels.NO_DEAL else found)
    is_bound = rules["gravity"] or rules["card_seat"][: rules["n_cards"]].any()
    return dealt if found != kernels.NO_DEAL or is_bound else _laid(game, dealt, seen, seed)


def _laid(game: PreparedGame, dealt: Array, seen: Mapping[int, int], seed: int) -> Array:
    """A deal with its cards exchanged so that those that are seen lie where they are."""
    rules = game.rules[0]
    kinds = {space: int(dealt[0]["kind"][space]) for space in rules["deal_space"][: rules["n_dealt"]].tolist()}
    _exchange(kinds, seen, Random(seed))
    position = copy_of(game.origin)
    for space, kind in kinds.items():
        if kind:
            kernels.set_up(game.rules, position, kind, 0, space)
    position[0]["dealt"] = 1
    kernels.begin(game.rules, position, thread_scratch(), engine_seed(seed))
    return position


def _seen(game: PreparedGame, view: Mapping[str, Any]) -> Mapping[int, int]:
    """By number of a space to which cards may be dealt, the kind of card that a view shows there."""
    rules = game.rules[0]
    numbers = {place: number for number, place in enumerate(game.places)}
    dealt = rules["deal_space"][: rules["n_dealt"]].tolist()
    if rules["gravity"]:
        dealt = rules["is_dealt"][rules["foot"][: len(numbers)]].nonzero()[0].tolist()
    shapes = {SHAPES[card - 1] for card in rules["card"][: rules["n_cards"]].tolist() if card}
    colors = {game.color_name(color): color for color in (*range(len(game.owners)), COMMUNAL)}
    touched = {numbers[tuple(change["at"])] for event in view["last"] for change in event["changes"]}
    shown = {numbers[tuple(its["at"])]: its for its in view["table"]["pieces"] if its.get("shape") in shapes}
    return {
        space: kind_of(SHAPES.index(shown[space]["shape"]), colors[shown[space]["color"]])
        for space in shown.keys() & {*dealt} - touched
    }


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
