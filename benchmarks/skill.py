"""How far skill carries in each game: the standard player against Random, on every side in turn.

Of its decided matches in a game with two sides (two seats, or partners), those that it wins or loses, the standard
player is to win 95 % wherever skill can matter. Nowhere is it to be worse than Random in its place. It plays for its
own result, as the rules have it: where both may win, or both lose, the other's is not its business. A line a game
says how many it won, lost and drew, the share of the decided ones with Wilson's 95 % interval, and its points (a draw
is half of one) beside those that Random makes there.

    python -m benchmarks.skill [GAME …] [--seconds 0.2] [--rounds 10]

A round has it on each side once, with Random on all others. Seconds are of CPU time, so that the load of the machine
does not count. The exit code is 1 if a game falls short that is not in `LUCK`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

import redscience
from benchmarks.arguments import game_name
from benchmarks.strength import POINTS, wilson
from redscience import families
from redscience.agents import Agent
from redscience.interface import CHAOS, Game, Outcome
from redscience.random_games import Result

WANTED = 0.95
TWO_SIDES = 2
"""In games of so many, that share is wanted."""
MOST_MOVES = 5_000
"""A match that takes longer is a draw."""
GAMES_OF_RANDOM = 2_000
LUCK: Mapping[str, str] = {
    "4P-Blind-TTT": "what partners cannot see of each other and of Random decides: less than 91 % at best",
    "4P-Blind-TTT-1.6": "what partners cannot see of each other and of Random decides: less than 93 % at best",
    "3Blotto13": "what Random happens to send where decides: 87 % at best, by 7, 6 and none",
    "BeerQuiche60": "what Chaos deals decides most: 67 % at best",
    "BoS": "only two who agree can both fare well: 67 % at best",
    "Centipede9": "how long Random goes on decides: 81 % at best",
    "ContractHunt": "what Random and Chaos do decides: 52 % at best",
    "ContractPD": "whether Random keeps to a contract decides: 87 % at best",
    "KPoker": "the cards decide most: 71 % at best",
    "NeedyCentipede4": "how long Random goes on decides: 55 % at best",
    "NeedyDictator": "nobody wins",
    "NeedyDictator-R": "what Chaos does at the end decides: 67 % at best",
    "NeedyTrust": "whoever is trusted need not give back: 27 % at best",
    "NeedyUltimatum": "whether Random accepts decides: 59 % at best",
    "OptionalPD": "whether Random cooperates decides: 49 % at best",
    "PrisonerDilemma": "whether Random cooperates decides: 49 % at best",
    "RichDictator": "nobody wins",
    "RichDictator-R": "what Chaos does at the end decides: 65 % at best",
    "RichTrust": "whoever is trusted need not give back: 84 % at best",
    "RichUltimatum": "whether Random accepts decides: 50 % at best",
    "RockPaperScissors": "against Random each choice wins as often as it loses: 50 %",
    "Shopping9": "what Chaos deals decides most: 58 % at best",
    "StagHunt": "whether Random hunts the stag decides: 50 % at best",
}
"""The games of two sides in which nobody wins 95 % of the decided matches against Random, and why.

What can be won at best is counted by `benchmarks.best_reply`; in 3Blotto13, which is too large for it, over all ways to
divide 13 pieces, since nothing is learnt before the end; in 4P-Blind-TTT `benchmarks.blind_reply` says what it is less
than.
"""


def outcome_of(game: Game, agents: Mapping[str, Agent], seed: int) -> Outcome | None:
    """Plays a match with an agent in each seat; None where it takes too long."""
    state = game.start(seed)
    for seat, agent in agents.items():
        agent.begin(game, seat)
    for _ in range(MOST_MOVES):
        if state.outcome is not None:
            break
        seat = state.acting[0]
        state = state.play({seat: agents[seat].choose(state.view(seat)).move})
    return state.outcome


@dataclass(frozen=True, slots=True)
class Fared:
    """How a player fared on the sides of a game, in turn.

    Attributes:
        counts: of its results.
        random: the points that Random makes of a match there.
    """

    counts: Counter[Result]
    random: float

    @property
    def decided(self) -> int:
        """How many matches it won or lost."""
        return self.counts["win"] + self.counts["lose"]

    @property
    def share(self) -> float:
        """Of those, what it won."""
        return self.counts["win"] / self.decided if self.decided else POINTS["draw"]

    @property
    def points(self) -> float:
        """Its points of a match."""
        return sum(POINTS[result] * n for result, n in self.counts.items()) / self.counts.total()


def played(game: Game, rounds: int, seconds: float, seed: int) -> Fared:
    """What the standard player has made of so many rounds."""
    counts, chance = Counter[Result](), Random(seed)
    seats = {**game.teams, CHAOS: None} if game.has_chaos else game.teams
    for _ in range(rounds):
        for side in sorted(set(game.teams.values())):
            agents = {seat: _agent(seconds if seats[seat] == side else None, chance.getrandbits(64)) for seat in seats}
            outcome = outcome_of(game, agents, chance.getrandbits(64))
            own = next(seat for seat, team in game.teams.items() if team == side)
            counts["draw" if outcome is None else outcome[own]] += 1
    return Fared(counts, points_of_random(game))


def points_of_random(game: Game) -> float:
    """What Random makes of a match against itself, on all sides in turn."""
    sides = dict(zip(game.teams.values(), range(len(game.seats)), strict=True))  # of each, one seat of its own
    counts = game.playouts(GAMES_OF_RANDOM).counts
    all_points = sum(n * sum(POINTS[outcome[seat]] for seat in sides.values()) for outcome, n in counts.items())
    return all_points / GAMES_OF_RANDOM / len(sides)


def _agent(seconds: float | None, seed: int) -> Agent:
    if seconds is None:
        return redscience.agent("random", seed=seed)
    agent = redscience.agent("standard", seconds=seconds, seed=seed)
    agent.budget = replace(agent.budget, clock=time.thread_time)
    return agent


def line(name: str, sides: int, fared: Fared) -> tuple[str, bool]:
    """What is printed of a game, and whether the standard player falls short in it."""
    low, high = wilson(fared.share, fared.decided) if fared.decided else (0.0, 1.0)
    wrong = ""
    if wilson(fared.points, fared.counts.total())[1] < fared.random:
        wrong = "worse than Random"
    elif name not in LUCK and sides == TWO_SIDES and fared.share < WANTED:
        wrong = "less than 95 %" if fared.decided else "nothing was decided"
    won, lost, drew = (fared.counts[result] for result in ("win", "lose", "draw"))
    told = f"won {won:4} lost {lost:4} drew {drew:4}  {fared.share:5.0%} of decided ({low:.0%} to {high:.0%})"
    points = f"points {fared.points:.2f}, Random {fared.random:.2f}"
    because = f"  SHORT: {wrong}" if wrong else f"  (luck: {LUCK[name]})" if name in LUCK else ""
    return f"{name:28} {sides} sides  {told}  {points}{because}", bool(wrong)


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays what the command line asks for; 1 if something falls short."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", type=game_name, help="all that come with the library if none is named")
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    short = 0
    for name in chosen.games or families.names():
        game = redscience.game(name)
        sides = len(set(game.teams.values()))
        told, is_short = line(name, sides, played(game, chosen.rounds, chosen.seconds, chosen.seed))
        short += is_short
        print(told, flush=True)
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
