"""What is tried: each reader of the library that takes text from strangers, and what may come of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from fuzz import mutations

from redscience import families
from redscience.errors import (
    AmbiguousMove,
    IllegalMove,
    MatchOver,
    NotActing,
    RuleSetError,
    UnreadableMove,
    UnreadableState,
)
from redscience.interface import CHAOS, SPECTATOR, Game, State
from redscience.variations.language import form
from redscience.variations.language.examples import EXAMPLES

WIDE = """{
  "name": "Wide", "players": "3", "agree_draw": true, "pieces_per_turn": 2,
  "board": {"kind": "stacks", "size": [4, 2, 3], "count": 3, "sticky": ["1:2,1"], "walls": ["3,2"],
            "exclusive": {"2:1,1": "white"}},
  "checks": [{"check": "first_row_wins", "length": 3}],
  "shapes": {"O": {"move": "adjacent", "reserve": {"black": 4, "white": 4, "pink": 4}},
             "X": {"move": "knight", "reserve": {"black": 1, "white": 2}}},
  "setup": {"1:4,1": ["communal X", "black O"]}
}"""
LAYERS = """{
  "name": "Layers", "players": "4", "colors": "choose",
  "board": {"kind": "squares", "size": [3, 3, 3], "walls": ["2,2,2"]},
  "checks": [{"check": "first_row_loses", "length": 3}],
  "shapes": {"T": {"move": "linear_or_knight", "reserve": {"black": 4, "white": 4, "pink": 4, "yellow": 4}}}
}"""
"""Games that have what those of the catalogue have not."""

NAMES = (*families.names(), "Wide", "Layers")
STATES_PER_GAME = 20
LONGEST_GAME = 40
MOVES_TRIED = 5
NOTATION = "OPX+TSBWKYopx@:,>0123456789 drawagefus?-"
SEEDS = ("?", "", "-1", "007", "0", "٣", str(2**128 - 1), str(2**128), "9" * 39, "9" * 40, "9" * 5000)


@dataclass(frozen=True, slots=True)
class Trial:
    """One reader under trial.

    Attributes:
        make: an input, from chance alone.
        run: reads it, and checks what came of it.
        allowed: the only errors that may be raised.
    """

    make: Callable[[Random], Any]
    run: Callable[[Any], None]
    allowed: tuple[type[Exception], ...]


@cache
def game(name: str) -> Game:
    own = {"Wide": WIDE, "Layers": LAYERS}
    return (families.read(own[name]) if name in own else families.get(name)).game()


@cache
def states(name: str) -> tuple[State, ...]:
    """States of a few random matches of a game, the last ones included."""
    chance, passed = Random(name), []
    while len(passed) < 4 * STATES_PER_GAME:
        state = game(name).start(chance.randrange(100))
        passed.append(state)
        while state.outcome is None and str(state).count(" ") < LONGEST_GAME:
            seat = chance.choice(state.acting)
            leaves = seat != CHAOS and chance.random() < 0.01
            state = state.leave(seat) if leaves else state.play({seat: chance.choice(state.legal(seat))})
            passed.append(state)
    return tuple(chance.sample(passed, STATES_PER_GAME))


# Rule-set files.


@cache
def files() -> tuple[str, ...]:
    return (WIDE, LAYERS, *EXAMPLES.values(), *(families.get(name).text for name in families.names()))


@cache
def words() -> tuple[str, ...]:
    """Every name of a field and every value that the language or a file of ours has."""
    found: dict[str, None] = {}

    def collect(value: Any) -> None:
        if isinstance(value, str):
            found[value] = None
        elif isinstance(value, dict):
            found.update(dict.fromkeys(value))
            collect(list(value.values()))
        elif isinstance(value, list):
            for item in value:
                collect(item)

    collect([form(), *map(json.loads, files())])
    return tuple(found)


def make_file(chance: Random) -> bytes | str:
    kind = chance.random()
    if kind < 0.1:
        return chance.randbytes(int(chance.expovariate(1 / 50)))
    if kind < 0.2:
        return mutations.dumped(chance, mutations.anything(chance, words()))
    base, other = chance.choices(files(), k=2)
    if kind < 0.5:
        changed = mutations.text(chance, base, words())
        return changed if chance.random() < 0.5 else changed.encode("utf-8", "surrogatepass")
    value = json.loads(base)
    for _ in range(chance.randint(1, mutations.MOST_CHANGES)):
        value = mutations.tree(chance, value, json.loads(other), words())
    return mutations.dumped(chance, value)


def run_file(content: bytes | str) -> None:
    """What can be read can be written, explained, laid out and played, and costs no more than it says."""
    source = families.read(content)
    again = families.read(source.text)
    assert (again.text, again.digest) == (source.text, source.digest)
    assert all(source.english)
    assert json.dumps(source.opening)
    state = source.game().start(1)
    for _ in range(MOVES_TRIED):
        for seat in state.acting[:1]:
            assert state.view(SPECTATOR)["outcome"] is None
            assert source.bound is None or len(state.legal(seat)) <= source.bound.legal_moves
            assert source.bound is None or len(state.view_text(seat).encode()) <= source.bound.view_bytes
            state = state.play({seat: state.legal(seat)[-1]})
    assert state.game.read_state(str(state)).position == state.position


# Moves.


@dataclass(frozen=True, slots=True)
class MoveInput:
    game: str
    state: int
    seat: str
    text: str


def make_move(chance: Random) -> MoveInput:
    name, number = chance.choice(NAMES), chance.randrange(STATES_PER_GAME)
    state = states(name)[number]
    seats = state.game.seats
    seat = (
        chance.choice(state.acting or seats) if chance.random() < 0.9 else chance.choice((*seats, SPECTATOR, "", "\0"))
    )
    return MoveInput(name, number, seat, _move_text(chance, _moves_of(name, number)))


@cache
def _moves_of(name: str, number: int) -> tuple[str, ...]:
    state = states(name)[number]
    return tuple(move for seat in state.game.seats for move in state.legal(seat)) or ("O@1,1",)


def _move_text(chance: Random, legal: Sequence[str]) -> str:
    kind = chance.random()
    if kind < 0.2:
        return mutations.noise(chance, NOTATION if chance.random() < 0.8 else mutations.ODD_SIGNS + NOTATION, 10_000)
    if kind < 0.4:
        piece = chance.choice(("", "O@", "X@", "T@", "WO@", "KX@", "BO@", "+@"))
        return (
            f"{piece}{_space_text(chance)}" if chance.random() < 0.6 else f"{_space_text(chance)}>{_space_text(chance)}"
        )
    if kind < 0.5:
        return chance.choice(("draw", "agree", "refuse", "leave", "", " ", "O@", "@1,1", ">", "1,1>"))
    move = chance.choice(legal)
    return move if kind < 0.6 else mutations.text(chance, move, legal)


def _space_text(chance: Random) -> str:
    board = f"{chance.randrange(5)}:" if chance.random() < 0.3 else ""
    height = f",{chance.randrange(7)}" if chance.random() < 0.4 else ""
    return f"{board}{chance.randrange(9)},{chance.randrange(9)}{height}"


def run_move(given: MoveInput) -> None:
    """A move that is taken was listed; one that is refused has changed nothing."""
    state = states(given.game)[given.state]
    before = state.position
    try:
        after = state.play({given.seat: given.text})
    finally:
        assert state.position == before
    in_order = sorted(state.legal(given.seat), key=lambda move: given.text.strip() not in move)
    assert any(str(state.play({given.seat: move})) == str(after) for move in in_order)


# Texts of states.


@dataclass(frozen=True, slots=True)
class StateInput:
    game: str
    text: str


def make_state(chance: Random) -> StateInput:
    name = chance.choice(NAMES)
    number = chance.randrange(STATES_PER_GAME)
    whole = str(states(name)[number])
    digest, seed, *events = whole.split(" ")
    kind = chance.random()
    if kind < 0.1:
        return StateInput(name, mutations.noise(chance, mutations.ODD_SIGNS + NOTATION, 10_000))
    if kind < 0.3:
        return StateInput(name, mutations.text(chance, whole, (digest, *events, *game(name).seats)))
    if kind < 0.4:
        seed = chance.choice(
            ("?", "", "-1", "007", "0", "٣", str(2**128 - 1), str(2**128), "9" * 39, "9" * 40, "9" * 5000)
        )
    elif events:
        _change_events(chance, name, number, events)
    return StateInput(name, " ".join((digest, seed, *events)))


def _change_events(chance: Random, name: str, number: int, events: list[str]) -> None:
    at = chance.randrange(len(events))
    kind = chance.random()
    if kind < 0.2:
        del events[at]
    elif kind < 0.4:
        events.insert(at, chance.choice(events))
    elif kind < 0.6:
        other = chance.randrange(len(events))
        events[at], events[other] = events[other], events[at]
    else:
        seat = chance.choice((*game(name).seats, SPECTATOR, "chaos", ""))
        text = _move_text(chance, _moves_of(name, number)) if kind < 0.9 else "leave"
        events[at:] = [f"{seat}:{text}", *events[at + 1 :]]


def run_state(given: StateInput) -> None:
    """A state that can be read is written in full, and read back the same."""
    state = game(given.game).read_state(given.text)
    again = game(given.game).read_state(str(state))
    assert str(again) == str(state)
    assert again.position == state.position


TRIALS = {
    "rule-set file": Trial(make_file, run_file, (RuleSetError,)),
    "move": Trial(make_move, run_move, (UnreadableMove, IllegalMove, AmbiguousMove, NotActing, MatchOver)),
    "state": Trial(make_state, run_state, (UnreadableState,)),
}
