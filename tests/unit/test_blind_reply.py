"""What is counted of blind Tic-Tac-Toe: that it is the game, and that what comes of it is a bound."""

from __future__ import annotations

from random import Random

import pytest

import redscience
from benchmarks.blind_reply import GAMES, SPACES, Reply
from redscience.interface import State

SIDES = ("black", "pink"), ("white", "yellow")


def seen(state: State, seat: str, color: str = "") -> int:
    """The spaces, as bits, on which a seat sees pieces, or pieces of a color."""
    pieces = [piece for piece in state.view(seat)["table"]["pieces"] if color in ("", piece["color"])]
    return sum(1 << (x - 1) + 3 * (y - 1) for _, x, y, _ in (piece["at"] for piece in pieces))


def stand(state: State, side: int) -> int:
    """Where the pieces of a side stand: whoever has placed one, or has been dealt it, sees it."""
    first, second = (seen(state, seat, SIDES[side][0]) for seat in SIDES[side])
    return first | second


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("side", [0, 1])
def test_others_play_as_they_do_in_the_game(name: str, side: int) -> None:
    game, reply, random, asked = redscience.game(name), Reply(side, GAMES[name], 0.5), Random(11), 0
    others = SIDES[1 - side]
    for seed in range(1, 13):
        state = game.start(seed)
        while state.outcome is None:
            (seat,) = state.acting
            moves = state.legal(seat)
            if seat in others:
                hidden = stand(state, 1 - side), *(seen(state, each) for each in others)
                after, lost = reply._others({hidden: 1.0}, stand(state, side), others.index(seat))
                assert sum(after.values()) + lost == pytest.approx(1)
                played = [state.play({seat: move}) for move in moves]
                wins = [each for each in played if each.outcome is not None and each.outcome[seat] == "win"]
                assert lost == pytest.approx(len(wins) / len(moves))
                for each in played:
                    if each.outcome is None:
                        found = stand(each, 1 - side), *(seen(each, other) for other in others)
                        assert after[found] == pytest.approx(1 / len(moves))
                asked += 1
            state = state.play({seat: random.choice(moves)})
    assert asked > 20


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("side", [0, 1])
def test_the_more_is_tried_the_less_is_won_at_most(name: str, side: int) -> None:
    reply = Reply(side, GAMES[name], 0.9)
    most = [round(reply.best(tries), 9) for tries in range(3)]
    assert most == sorted(most, reverse=True)
    assert most[0] <= round(1 - reply.share, 9)


def test_whoever_begins_wins_on_the_third_try_where_nothing_stands_in_the_way() -> None:
    row = SPACES[0] | SPACES[1]
    assert Reply(0, is_dealt=False, share=0.0)._best({(0, 0, 0): 1.0}, row, row, 4, 1) == pytest.approx(1)
