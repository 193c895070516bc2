"""What a seat cannot see, laid anew: a deal that looks to it as one that it has seen, and pieces exchanged since."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from random import Random
from typing import Any

import numpy as np

from redscience.many_games import engine_seed
from redscience.variations.engine import kernels
from redscience.variations.engine.moves import RESERVE
from redscience.variations.engine.records import COLUMNS, COMMUNAL, N_KINDS, Array, copy_of
from redscience.variations.history import backward
from redscience.variations.language.model import SHAPES
from redscience.variations.packing import kind_in, kind_of, shape_of, source_in, target_in
from redscience.variations.prepared import PreparedGame
from redscience.variations.situation import Situation, thread_scratch

TRIES = 500
"""So many deals are looked through for one that looks as it should."""
ENDS = 2
"""So many spaces a move changes by itself: where it begins, and where it leads."""


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


def exchanged(state: Situation, seat: str, seed: int, *, loosely: bool = False) -> Array:
    """The record of a state with pieces exchanged of which a seat sees the colour alone.

    Those that never moved change places among each other; those that have, with all that go and capture alike, as long
    as none has captured. Nobody else's knowledge changes: who sees what is on a space sees what is there now.

    Args:
        state: that is varied.
        seat: to which nothing looks different.
        seed: of the exchange.
        loosely: whether pieces that have moved change places with any that can move, whatever their moves have told.
    """
    touched, bound = _histories(state)
    sees = state.sees(seat)[: state.game.spaces.total]
    record, chance = copy_of(state.record), Random(seed)
    kinds = record[0]["kind"]
    unseen = (sees >= N_KINDS).nonzero()[0].tolist()
    for look in {int(sees[space]) for space in unseen}:
        alike = [space for space in unseen if sees[space] == look]
        _shuffle(record[0], [space for space in alike if space not in touched], chance)
        by_manner: dict[Hashable, list[int]] = {}
        for space in alike:
            if loosely or space not in bound:
                by_manner.setdefault(_manner(state.game, int(kinds[space]), loosely=loosely), []).append(space)
        for spaces in by_manner.values():
            if touched.intersection(spaces):
                _shuffle(record[0], spaces, chance)
    return record


def _shuffle(position: Any, spaces: Sequence[int], chance: Random) -> None:
    """Has the pieces on some spaces, which all look the same to a seat, change places among each other."""
    kinds, looks = position["kind"], position["look"]
    laid = [int(kinds[space]) for space in spaces]
    for space, kind in zip(spaces, chance.sample(laid, len(laid)), strict=True):
        looks[:, space][looks[:, space] == kinds[space]] = kind
        kinds[space] = kind


def _manner(game: PreparedGame, kind: int, *, loosely: bool) -> Hashable:
    """How pieces of a kind go and capture; loosely, whether they go."""
    shape = game.rule_set.shapes[SHAPES[shape_of(kind)]]
    if loosely:
        return shape.move != "stationary"
    return shape.move, shape.power, shape.condition, shape.result


def _histories(state: Situation) -> tuple[set[int], set[int]]:
    """The spaces that something has happened on, and those of them with a piece of which that may tell more.

    More is known of what has captured, was placed, or came there in another way than by a move of its own.
    """
    touched, bound = set[int](), set[int]()
    for event in reversed([*backward(state.last)]):
        touched.update(event.changed)
        source = source_in(event.move) if kind_in(event.move) else RESERVE
        if state.game.has_gravity or source == RESERVE or event.carried_out or len(event.changed) > ENDS:
            bound.update(event.changed)
            continue
        target = target_in(event.move)
        is_bound = source in bound or any(event.captured)
        bound.discard(source)
        if is_bound:
            bound.add(target)
        else:
            bound.discard(target)
    return touched, bound
