"""What anybody can win at phantom_ttt, in which nobody sees the other's pieces, from the openings of `strength`.

Strategies are tables: what a seat knows is where its own pieces stand, and which of the other's it has run into, but
for the order. An equilibrium is neared by counterfactual regret minimisation (M. Zinkevich and others 2007) with
external sampling (M. Lanctot and others 2009) and regrets kept positive (O. Tammelin 2014); a best reply is what the
same finds where the other side's strategy is held.

    PYTHONPATH=tests python -m benchmarks.phantom [--steps 100000] [--pairs 100]

It says what a best reply makes of the equilibrium, and what one makes of Random; then what the equilibrium makes of
players, in paired matches as in `strength`, against which it has learnt nothing.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from openspiel.games import ADAPTERS

import redscience
from benchmarks.blind_reply import LINES
from benchmarks.rivals import IsmctsBot
from benchmarks.strength import Ours, Player, game_of, paired
from redscience.interface import Game, State
from redscience.kernels.compiled import called, entry, in_python

Table: TypeAlias = npt.NDArray[np.float64]
Position: TypeAlias = tuple[int, int, int, int]
"""Where the pieces of each seat stand, and which of the other's each has run into; spaces are bits."""

SPACES = 9
FULL = (1 << SPACES) - 1
PLIES = 2 * SPACES
"""Both seats have learnt of every space by then."""
KNOWN = 1 << 2 * SPACES + 1
"""What a seat may know, with which seat it is."""
SEEN = 20
"""A reply is valued by its last so many parts in a hundred."""
RARE = 0.02
"""What the equilibrium does more seldom is what it had not yet left off."""


@called
def is_won(pieces: int) -> bool:
    """Whether pieces, as bits, hold a row."""
    for line in LINES:  # noqa: SIM110 - compiled loops, not generators
        if pieces & line == line:
            return True
    return False


@called
def after(position: Position, seat: int, bit: int) -> Position:
    """The position after a seat has tried a space: its piece stands there now, or it has run into one."""
    first, second, met_by_first, met_by_second = position
    if seat == 0:
        return (first, second, met_by_first | bit, met_by_second) if second & bit else (first | bit, *position[1:])
    return (first, second, met_by_first, met_by_second | bit) if first & bit else (first, second | bit, *position[2:])


@called
def known_by(seat: int, own: int, met: int) -> int:
    """The row of a table for what a seat knows."""
    return (seat << 2 * SPACES) | (own << SPACES) | met


@called
def spread(weights: Table, row: int, known: int, shares: Table) -> None:
    """The share of each space that may be tried, by its weight if any is positive, else alike; others have none."""
    total, n = 0.0, 0
    for space in range(SPACES):
        shares[row, space] = 0.0
        if not known >> space & 1:
            shares[row, space] = max(weights[space], 0.0)
            total, n = total + shares[row, space], n + 1
    for space in range(SPACES):
        if not known >> space & 1:
            shares[row, space] = shares[row, space] / total if total > 0 else 1 / n


@called
def drawn(shares: Table, row: int) -> int:
    """A space by its share."""
    left, space = np.random.random(), 0  # noqa: NPY002 - numba has this generator
    for each in range(SPACES):
        if shares[row, each] > 0:
            space = each
            left -= shares[row, each]
            if left < 0:
                break
    return space


@entry
def walked(  # noqa: PLR0917 - a kernel
    learner: int,
    position: Position,
    ply: int,
    regrets: Table,
    played: Table,
    held: Table,
    weight: float,
    shares: Table,
) -> float:
    """What a position comes to for the learner: 1 won, 0 drawn, -1 lost. Its regrets are learnt on the way.

    Args:
        learner: tries all; the other seat tries what is drawn.
        position: so far.
        ply: how many moves were made.
        regrets: of both.
        played: how often the other has done what, as it learns too. Empty: it does not, and plays by what is held.
        held: how.
        weight: of this walk in what was played.
        shares: room for a row a ply.
    """
    seat = ply & 1
    own, known = position[seat], position[seat] | position[2 + seat]
    row = known_by(seat, own, position[2 + seat])
    spread(held[row] if len(held) and seat != learner else regrets[row], ply, known, shares)
    only = FULL
    if seat != learner:
        only = 1 << drawn(shares, ply)
        if len(played):
            played[row] += weight * shares[ply]
    values, value = np.zeros(SPACES), 0.0
    for space in range(SPACES):
        bit = 1 << space
        if known & bit or not only & bit:
            continue
        now = after(position, seat, bit)
        if is_won(now[seat]):
            values[space] = 1.0 if seat == learner else -1.0
        elif now[0] | now[1] != FULL:
            values[space] = walked(learner, now, ply + 1, regrets, played, held, weight, shares)
        value += values[space] * (shares[ply, space] if only == FULL else 1.0)
    if seat == learner:
        for space in range(SPACES):
            if not known >> space & 1:
                regrets[row, space] = max(regrets[row, space] + values[space] - value, 0.0)
    return value


@entry
def learnt(  # noqa: PLR0917 - a kernel
    seed: int, n: int, learner: int, regrets: Table, played: Table, held: Table
) -> float:
    """What so many openings came to for the learner on average; -1 for both, each in turn."""
    np.random.seed(seed)  # noqa: NPY002 - numba has this generator
    shares, alike, total = np.zeros((PLIES, SPACES)), np.zeros(SPACES), 0.0
    for step in range(1, n + 1):
        position, ply = (0, 0, 0, 0), 0
        moves = np.random.randint(2, 7)  # noqa: NPY002 - likewise
        while ply < moves:
            seat = ply & 1
            spread(alike, ply, position[seat] | position[2 + seat], shares)
            position = after(position, seat, 1 << drawn(shares, ply))
            ply += 1
            if is_won(position[seat]):  # as `opening` has it, nobody has
                position, ply = (0, 0, 0, 0), 0
                moves = np.random.randint(2, 7)  # noqa: NPY002 - likewise
        for each in range(2):
            if learner in {-1, each}:
                total += walked(each, position, ply, regrets, played, held, float(step), shares)
    return total / n


def equilibrium(steps: int, seed: int = 1) -> Table:
    """How often a seat that knows as much tries which space, in a strategy near an equilibrium."""
    played = np.zeros((KNOWN, SPACES))
    learnt(seed, steps, -1, np.zeros((KNOWN, SPACES)), played, np.zeros((0, SPACES)))
    return played


def best_reply(held: Table, steps: int, seed: int = 2) -> float:
    """What a best reply to a strategy makes, from either seat as often: 1 is won, 0.5 level."""
    made = 0.0
    last = max(steps * SEEN // 100, 1)
    for learner in (0, 1):
        regrets, nothing = np.zeros((KNOWN, SPACES)), np.zeros((0, SPACES))
        learnt(seed, max(steps - last, 1), learner, regrets, nothing, held)
        made += learnt(seed + 1, last, learner, regrets, nothing, held)
    return (1 + made / 2) / 2


class Strategy:
    """Plays by a table.

    Args:
        game: phantom_ttt.
        table: what to play.
        seed: of what is drawn.
    """

    def __init__(self, game: Game, table: Table, seed: int) -> None:
        self._game, self._table, self._random = game, table, Random(seed)
        self._spaces = game.start(1).legal(game.seats[0])
        self._seat = 0

    def begin(self, seat: str) -> None:
        """A match begins."""
        self._seat = self._game.seats.index(seat)

    def opened(self, state: State, move: str) -> None:
        """Nothing to note: what its own moves found out is looked up with each decision."""

    def move(self, state: State, played: Sequence[str]) -> str:
        """A move by its share."""
        row, moves = self.row(played), state.legal(self._game.seats[self._seat])
        weights = self._table[row, [self._spaces.index(move) for move in moves]]
        weights = np.where(weights < RARE * weights.sum(), 0.0, weights) if weights.any() else np.ones(len(moves))
        return self._random.choices(moves, weights.tolist())[0]

    def row(self, played: Sequence[str]) -> int:
        """The row of the table for what the seat knows."""
        position: Position = (0, 0, 0, 0)
        for ply, move in enumerate(played):
            position = in_python(after)(position, ply & 1, 1 << self._spaces.index(move))
        return in_python(known_by)(self._seat, position[self._seat], position[2 + self._seat])


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints a line for each reply and each player."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--steps", type=int, default=100_000, help="openings to learn from")
    parser.add_argument("--pairs", type=int, default=100, help="of matches against each player")
    parser.add_argument("--simulations", type=int, default=150, help="of those that think")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    table = equilibrium(asked.steps, asked.seed)
    print(f"a best reply to the equilibrium makes {best_reply(table, asked.steps):.3f}", flush=True)
    print(f"a best reply to Random makes {best_reply(np.zeros_like(table), asked.steps):.3f}", flush=True)
    adapter = ADAPTERS["phantom_ttt"]
    game = game_of(adapter, "phantom_ttt")
    players: dict[str, Player] = {
        name: Ours(game, redscience.agent(name, simulations=asked.simulations, seed=asked.seed))
        for name in ("random", "standard")
    }
    players["ismcts"] = IsmctsBot(adapter, None, asked.simulations, 1.4)
    strategy = Strategy(game, table, asked.seed)
    for name, player in players.items():
        told = paired(game, (strategy, player), asked.pairs, asked.seed)
        print(f"the equilibrium against {name}: {told}", flush=True)


if __name__ == "__main__":
    main()
