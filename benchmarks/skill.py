"""How far skill carries in each game: the standard player against Random, on every side in turn.

Of the decided matches of a game with two sides (two seats, or partners), those that one side wins and the other does
not, the standard player is to win 95 % wherever skill can matter; nowhere is it to be worse than Random. A line a game
says how many it won, lost and tied, and the share of the decided ones with Wilson's 95 % interval. In games of more
sides each comparison with another side counts as a match.

    python -m benchmarks.skill [GAME …] [--seconds 0.2] [--rounds 10]

A round has it on each side once, with Random on all others. Seconds are of CPU time, so that the load of the machine
does not count. The exit code is 1 if a game falls short that is not in `LUCK`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

import redscience
from benchmarks.strength import POINTS, wilson
from redscience import families
from redscience.agents import Agent
from redscience.interface import CHAOS, Game, Outcome

WANTED = 0.95
TWO_SIDES = 2
"""In games of so many, that share is wanted."""
MOST_MOVES = 5_000
"""A match that takes longer is a tie."""
_NOBODY = "no match is decided"
LUCK: Mapping[str, str] = {
    "BeerQuiche60": "what Chaos deals decides most: 69 % at best",
    "KPoker": "the cards decide most: 71 % at best",
    "NeedyDictator": _NOBODY,
    "NeedyDictator-R": "what Chaos does at the end decides: 76 % at best",
    "NeedyTrust": "whoever is trusted need not give back: 83 % at best",
    "NeedyUltimatum": "whether Random accepts decides: 79 % at best",
    "RichDictator": _NOBODY,
    "RichDictator-R": "what Chaos does at the end decides: 59 % at best",
    "RichTrust": "whoever is trusted need not give back: 91 % at best",
    "RockPaperScissors": "against Random each choice wins as often as it loses: 50 %",
}
"""The games of two sides in which nobody wins 95 % of the decided matches against Random, and why.

What can be won at best is counted by `benchmarks.best_reply`.
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


def compared(game: Game, side: int, outcome: Outcome) -> Iterator[str]:
    """How a side has fared beside each other one: won where it alone of the two wins, lost likewise, else tied."""
    wins = {team: outcome[seat] == "win" for seat, team in game.teams.items()}
    for other, its in wins.items():
        if other != side:
            yield "tied" if its == wins[side] else "lost" if its else "won"


def played(game: Game, rounds: int, seconds: float, seed: int) -> Counter[str]:
    """What the standard player has made of so many rounds."""
    counts, chance = Counter[str](), Random(seed)
    for _ in range(rounds):
        for side in sorted(set(game.teams.values())):
            seats = {**game.teams, CHAOS: None} if game.has_chaos else game.teams
            agents = {seat: _agent(seconds if seats[seat] == side else None, chance.getrandbits(64)) for seat in seats}
            outcome = outcome_of(game, agents, chance.getrandbits(64))
            counts.update(["tied"] if outcome is None else compared(game, side, outcome))
    return counts


def _agent(seconds: float | None, seed: int) -> Agent:
    if seconds is None:
        return redscience.agent("random", seed=seed)
    agent = redscience.agent("standard", seconds=seconds, seed=seed)
    agent.budget = replace(agent.budget, clock=time.thread_time)
    return agent


def line(name: str, sides: int, counts: Counter[str]) -> tuple[str, bool]:
    """What is printed of a game, and whether the standard player falls short in it."""
    decided = counts["won"] + counts["lost"]
    share = counts["won"] / decided if decided else POINTS["draw"]
    low, high = wilson(share, decided) if decided else (0.0, 1.0)
    wrong = ""
    if high < POINTS["draw"]:
        wrong = "worse than Random"
    elif name not in LUCK and not decided:
        wrong = "nothing was decided"
    elif name not in LUCK and sides == TWO_SIDES and share < WANTED:
        wrong = "less than 95 %"
    told = f"won {counts['won']:4} lost {counts['lost']:4} tied {counts['tied']:4}"
    because = f"  SHORT: {wrong}" if wrong else f"  (luck: {LUCK[name]})" if name in LUCK else ""
    return f"{name:28} {sides} sides  {told}  {share:5.0%} of decided ({low:.0%} to {high:.0%}){because}", bool(wrong)


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays what the command line asks for; 1 if something falls short."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", help="all that come with the library if none is named")
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    short = 0
    for name in chosen.games or families.names():
        game = redscience.game(name)
        sides = len(set(game.teams.values()))
        counts = played(game, chosen.rounds, chosen.seconds, chosen.seed)
        told, is_short = line(name, sides, counts)
        short += is_short
        print(told, flush=True)
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
