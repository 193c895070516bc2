"""How strong the standard player is: paired matches with seats swapped, from random openings.

The game has two players' seats. Both play each opening of 2 to 6 random moves from either seat; what is reported is how
far the standard player comes out ahead (1 is won, 0.5 level) with Wilson's 95 % interval, and simulations per second of
CPU time.

    python -m benchmarks.strength connect_four --against mcts --simulations 1000 --pairs 20

`--against` is an agent's name, `mcts` for OpenSpiel's C++ MCTSBot, `ismcts` for its Python ISMCTSBot, or `NAME=VALUE,…`
for the standard player with other constants of its searcher (`draws=1,trust_moving=0`), so that each improvement can be
measured alone. The games are those of OpenSpiel that are ours as well, by its names, or any of ours by name. Seconds
are of CPU time, and of each side's own.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from random import Random
from typing import Protocol

from openspiel.adapter import Adapter
from openspiel.games import ADAPTERS

import redscience
from benchmarks.arguments import game_name
from benchmarks.rivals import IsmctsBot, MctsBot, OpenSpielBot
from redscience.agents import Agent
from redscience.interface import CHAOS, Game, State

Z = 1.96
POINTS = {"win": 1.0, "draw": 0.5, "lose": 0.0}


class Player(Protocol):
    """Who plays a seat."""

    def begin(self, seat: str) -> None:
        """A match begins."""
        ...

    def opened(self, state: State, move: str) -> None:
        """The opening has the seat make a move."""
        ...

    def move(self, state: State, played: Sequence[str]) -> str:
        """A move of the seat; `played` are all before it."""
        ...


@dataclass(slots=True)
class Ours:
    """An agent of ours, perhaps with other constants."""

    game: Game
    agent: Agent
    constants: dict[str, float] = field(default_factory=dict)
    seat: str = ""
    simulations: int = 0
    cpu: float = 0.0

    def begin(self, seat: str) -> None:
        """A match begins."""
        self.seat = seat
        self.agent.begin(self.game, seat)
        for name, value in self.constants.items():
            setattr(self.agent.searcher, name, value)  # type: ignore[attr-defined]  # the standard player's

    def opened(self, state: State, move: str) -> None:
        """Tells the agent: what its seat did and saw in the opening counts where pieces are hidden."""
        self.agent.made(state.view(self.seat), move)

    def move(self, state: State, played: Sequence[str]) -> str:
        """A move by the agent."""
        del played
        view = state.view(self.seat)
        begins_at = time.thread_time()
        advice = self.agent.choose(view)
        self.cpu += time.thread_time() - begins_at
        self.simulations += advice.simulations
        return advice.move


def opening(game: Game, chance: Random) -> list[str]:
    """Random moves after which nobody has won."""
    while True:
        state, moves = game.start(1), list[str]()
        for _ in range(chance.randint(2, 6)):
            if state.outcome is None:
                seat = state.acting[0]
                moves.append(chance.choices(state.legal(seat), state.weights(seat))[0])
                state = state.play({seat: moves[-1]})
        if state.outcome is None:
            return moves


def ahead(game: Game, moves: Sequence[str], players: Sequence[Player]) -> float:
    """How far the first seat comes out ahead of the second from an opening: 1 has won alone, 0.5 is level."""
    state, played = game.start(1), list(moves)
    seats = dict(zip(game.seats, players, strict=True))
    for move in moves:
        seat = state.acting[0]
        if seat in seats:  # Chaos has no player
            seats[seat].opened(state, move)
        state = state.play({seat: move})
    chance = redscience.agent("random", seed=len(moves))
    if game.has_chaos:
        chance.begin(game, CHAOS)
    while state.outcome is None:
        seat = state.acting[0]
        mover = seats.get(seat)  # Chaos has none
        played.append(chance.choose(state.view(seat)).move if mover is None else mover.move(state, played))
        state = state.play({seat: played[-1]})
    first, second = (POINTS[state.outcome[seat]] for seat in game.seats)
    return (1 + first - second) / 2


def paired(game: Game, players: tuple[Player, Player], pairs: int, seed: int) -> str:
    """How far the first player comes out ahead of the second where both play each opening from either seat."""
    points, chance = 0.0, Random(seed)
    for _ in range(pairs):
        moves = opening(game, chance)
        for seated in (players, players[::-1]):
            for seat, player in zip(game.seats, seated, strict=True):
                player.begin(seat)
            made = ahead(game, moves, seated)
            points += made if seated is players else 1 - made
    n = 2 * pairs
    low, high = wilson(points / n, n)
    return f"{points / n:.2f} of {n} ({low:.2f} to {high:.2f})"


def wilson(share: float, n: int) -> tuple[float, float]:
    """The 95 % interval of a share of n matches (E. Wilson 1927)."""
    middle = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    reach = Z / (1 + Z * Z / n) * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
    return middle - reach, middle + reach


def main() -> None:
    """Plays the matches that the command line asks for, and prints a line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", type=any_game_name)
    parser.add_argument("--against", default="mcts")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--simulations", type=int)
    parser.add_argument("--rival-simulations", type=int, help="as many for the other side, where they differ")
    parser.add_argument("--rival-seconds", type=float, help="likewise: standard with 1 second against itself with 0.1")
    parser.add_argument("--uct-c", type=float, default=1.4)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    if chosen.seconds is None and chosen.simulations is None:
        chosen.simulations = 1000
    adapter = ADAPTERS.get(chosen.game)
    game = game_of(adapter, chosen.game)
    first, second = _ours(game, chosen, "standard"), _rival(game, adapter, chosen)
    told = paired(game, (first, second), chosen.pairs, chosen.seed)
    rates = " against ".join(f"{each.simulations / max(each.cpu, 1e-9):,.0f}" for each in (first, second))
    print(f"{chosen.game} against {chosen.against}: {told}; simulations/s {rates}")


def any_game_name(name: str) -> str:
    """The name of a game of OpenSpiel's that is ours as well, or of any of ours, as an argument."""
    return name if name in ADAPTERS else game_name(name)


def game_of(adapter: Adapter | None, name: str) -> Game:
    """Ours that is OpenSpiel's, or one by our own name."""
    if adapter is None or isinstance(adapter.rules, str):
        return redscience.game(name if adapter is None else str(adapter.rules))
    import json  # noqa: PLC0415 - seldom

    return redscience.families.read(json.dumps(adapter.rules)).game()


def _ours(game: Game, chosen: argparse.Namespace, name: str, constants: dict[str, float] | None = None) -> Ours:
    agent = redscience.agent(name, seconds=chosen.seconds, simulations=chosen.simulations, seed=chosen.seed)
    agent.budget = replace(agent.budget, clock=time.thread_time)
    return Ours(game, agent, constants or {})


def _rival(game: Game, adapter: Adapter | None, chosen: argparse.Namespace) -> Ours | OpenSpielBot:
    own = {"simulations": chosen.rival_simulations, "seconds": chosen.rival_seconds}
    chosen = argparse.Namespace(**{**vars(chosen), **{name: value for name, value in own.items() if value}})
    if chosen.against in {"mcts", "ismcts"}:
        if adapter is None:
            raise SystemExit(f"OpenSpiel has no {chosen.game}; there is {', '.join(ADAPTERS)}.")
        bots = {"mcts": MctsBot, "ismcts": IsmctsBot}
        return bots[chosen.against](adapter, chosen.seconds, chosen.simulations or 0, chosen.uct_c)
    if "=" in chosen.against:
        pairs = (each.split("=") for each in chosen.against.split(","))
        return _ours(game, chosen, "standard", {name: float(value) for name, value in pairs})
    return _ours(game, chosen, chosen.against)


if __name__ == "__main__":
    main()
