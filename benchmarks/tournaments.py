"""What it costs to play the games of a tournament, beside a bare loop over the library on the same core.

    python -m benchmarks.tournaments [--games 4000] [--thinking 12]

At least 0.9 of the bare loop is wanted where players think.

Both are measured in turn, in one process, so that what else the machine has to do slows both. For games without
thinking the time is the processor's; players that think by the clock take the clock's.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from functools import partial

from redscience import agent, families
from redscience.api.batch.v1 import batch_pb2 as pb
from redscience.names import GREEDY_ID, HOUSE, RANDOM_ID, STANDARD_QUICK_ID
from services.batch.playing import load_game, play_block
from services.batch.recording import unpacked

GAME = "Connect4"
SEED = "0" * 32
ROUNDS = 4
WANTED_SHARE = 0.9
"""Of what the same players do in a bare loop, where they think."""


def main() -> None:
    """Measures, and says what came of it."""
    parser = argparse.ArgumentParser("benchmarks.tournaments", description="Measures the games of tournaments.")
    parser.add_argument("--games", type=int, default=4_000, help="random games in all (4000)")
    parser.add_argument("--thinking", type=int, default=12, help="games with thinking in all (12)")
    chosen = parser.parse_args()
    _compare("Random against Random", chosen.games, [RANDOM_ID, RANDOM_ID], _random_games, time.process_time)
    players = [STANDARD_QUICK_ID, GREEDY_ID]
    share = _compare("Standard-Quick against Greedy", chosen.thinking, players, _thinking_games, time.perf_counter)
    verdict = "reached" if share >= WANTED_SHARE else "not reached"
    sys.stdout.write(f"{share:.2f} of the bare loop with thinking players, {WANTED_SHARE} wanted: {verdict}\n")


def _compare(
    what: str, games: int, players: list[str], bare: Callable[[int], int], clock: Callable[[], float]
) -> float:
    """Plays in turn, as a block and bare; the ratio of the two. Thinking games differ in length: moves are compared."""
    kept, alone = [0, 0.0], [0, 0.0]
    bare(2)
    _block(2, first=0, players=players)
    n = max(2, games // ROUNDS // 2 * 2)
    for number in range(ROUNDS):
        for total, play in ((kept, partial(_block, first=number * n, players=players)), (alone, bare)):
            began = clock()
            total[0] += play(n)
            total[1] += clock() - began
    in_block, by_itself = (moves / seconds for moves, seconds in (kept, alone))
    share = in_block / by_itself
    sys.stdout.write(f"{what}: {in_block:.0f} moves/s kept, {by_itself:.0f} bare, {share:.2f} of it;")
    sys.stdout.write(f" {ROUNDS * n / kept[1]:.0f} games/s kept on one core\n")
    return share


def _block(games: int, *, first: int, players: list[str]) -> int:
    """The moves of games of a tournament."""
    block = pb.BeginBlockResponse(
        rule_sets=[families.get(GAME).text],
        players=[pb.Player(player_id=player) for player in players],
        games_each=1_000_000,
        seed=SEED,
        first=first,
        count=games,
    )
    return sum(len(game.turns) for game in unpacked(play_block(block, lambda: 0, lambda: None).games).games)


def _random_games(games: int) -> int:
    game = load_game(families.get(GAME).text)
    return sum(len(game.random_game(seed).moves) for seed in range(games))


def _thinking_games(games: int) -> int:
    return sum(map(_thinking_game, range(games)))


def _thinking_game(seed: int) -> int:
    """The moves of one game, in a loop as somebody would write it."""
    game, house = load_game(families.get(GAME).text), HOUSE[STANDARD_QUICK_ID]
    names = ("standard", "greedy") if seed % 2 else ("greedy", "standard")
    agents = {seat: agent(name, seconds=house.seconds, seed=seed) for seat, name in zip(game.seats, names, strict=True)}
    for seat, each in agents.items():
        each.begin(game, seat)
    state, moves = game.start(seed), 0
    while state.outcome is None:
        seat = state.acting[0]
        state = state.play({seat: agents[seat].choose(state.view(seat)).move})
        moves += 1
    return moves


if __name__ == "__main__":
    main()
