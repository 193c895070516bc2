"""What decides at once in games that only step forward: what the engine says of each move it lists."""

from __future__ import annotations

import json

from fixtures.forward_games import named
from fixtures.kernels import interpreted

RUN = """
import json, sys, warnings
from random import Random
from redscience import families
from redscience.variations.engine import kernels, records
from redscience.variations.engine.bitboards import pieces_of
from redscience.variations.engine.moves import source_in, target_in
from redscience.variations.engine.records import BY_CHECK, ONGOING, SCRATCH, WIN, record
from redscience.variations.search.goals import deciding_advance
from redscience.variations.search.tree import NONE, result_in

warnings.simplefilter("error")
scratch = record(SCRATCH)


def listed(game, origin, seat):
    tried = records.copy_of(origin)
    tried[0]["seat"] = seat
    n = kernels.list_legal(game.rules, tried, seat, scratch)
    return [int(move) for move in scratch[0]["moves"][:n]]


def after(game, origin, seat, move):
    tried = records.copy_of(origin)
    tried[0]["seat"] = seat
    assert kernels.adjudicate(game.rules, tried, scratch, seat, move)
    return tried


def wins_by_goal(game, origin, seat, move):
    if not int(game.rules[0]["goal"][target_in(move)]) >> seat & 1:
        return False
    then = after(game, origin, seat, move)[0]
    by_goal = then["reason"] == BY_CHECK + game.rules[0]["goal_check"]  # to have no move may decide as well
    return bool(by_goal and result_in(int(then["result"]), seat) == WIN)


for rules in json.loads(sys.argv[1]):
    game = families.read(json.dumps(rules)).game()
    counts = dict.fromkeys(("win", "take", "none"), 0)
    for seed in range(1 if game.spaces.total > 40 else 3):
        chance, origin = Random(seed), records.copy_of(game.start(seed).record)
        while origin[0]["result"] == ONGOING and (moves := listed(game, origin, int(origin[0]["seat"]))):
            seat = int(origin[0]["seat"])
            replies = listed(game, origin, 1 - seat)
            own, theirs = (pieces_of(game.rules[0], origin[0], seat, its) for its in (True, False))
            decides = int(deciding_advance(game.rules[0], seat, own, theirs))
            winning = {move for move in moves if wins_by_goal(game, origin, seat, move)}
            runners = {source_in(move) for move in replies if wins_by_goal(game, origin, 1 - seat, move)}
            taking = {move for move in moves if target_in(move) in runners}
            wanted = winning or taking or {NONE}
            assert decides in wanted, (rules["name"], decides, wanted)
            counts["win" if winning else "take" if taking else "none"] += 1
            origin = after(game, origin, seat, chance.choice(moves))
    print(rules["name"], *counts.values())
"""

WITHOUT = {"Area", "No-Goal"}
"""Nothing is won by a goal line there."""


def test_a_step_decides_where_the_engine_says_that_it_wins_or_that_it_takes_what_would_win() -> None:
    told = {
        name: list(map(int, counts))
        for name, *counts in map(str.split, interpreted(RUN, json.dumps(named())).splitlines())
    }
    assert list(told) == [each["name"] for each in named()]
    for name, (wins, takes, _) in told.items():
        assert (wins == 0 and takes == 0) if name in WITHOUT else wins > 0, name
    assert sum(takes for _, takes, _ in told.values()) > len(told)
