"""The analysis of matches that are over: values, best moves, what was given away."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

import redscience
from redscience import families
from redscience.agents import analysis
from redscience.agents.analysis import BLUNDER, MISTAKE, Judged, Turn, analyse, mark_of
from redscience.errors import InvalidField, MoveError
from redscience.interface import Game
from redscience.random_games import draw

MATCH_SEED = 3
ENOUGH = 4_000
"""So many simulations prove what is certain in Tic-Tac-Toe."""


def turns_of(*moves: str) -> list[Turn]:
    """Turns of black and white one after the other."""
    return [Turn((("black", "white")[number % 2],), (move,)) for number, move in enumerate(moves)]


def random_match(game: Game, seed: int = MATCH_SEED, most: int = 40) -> list[Turn]:
    """What Random plays; not to the end where that is far."""
    chance, state, turns = Random(seed), game.start(MATCH_SEED), list[Turn]()
    while state.outcome is None and len(turns) < most:
        seat = chance.choice(state.acting)
        move = draw(state.legal(seat), state.weights(seat), chance)
        state = state.play({seat: move})
        turns.append(Turn((seat,), (move,)))
    return turns


def judged(name: str, turns: Sequence[Turn], simulations: int = 200) -> list[Judged]:
    return list(analyse(redscience.game(name), MATCH_SEED, turns, simulations=simulations))


def test_a_win_at_once_is_best_and_its_miss_a_blunder() -> None:
    found = judged("Tic-Tac-Toe", turns_of("1,1", "3,3", "1,2", "2,2", "3,2"), ENOUGH)
    assert (found[-1].best, found[-1].mark, found[-1].given_away) == ("O@1,3", "blunder", 1.0)
    assert found[-1].values == {"black": 1.0, "white": 0.0}
    made = judged("Tic-Tac-Toe", turns_of("1,1", "3,3", "1,2", "2,2", "1,3"), ENOUGH)
    assert (made[-1].best, made[-1].mark, made[-1].given_away) == ("O@1,3", "good", 0.0)


def test_who_does_not_stop_a_win_blunders_and_whoever_cannot_does_not() -> None:
    found = judged("Tic-Tac-Toe", turns_of("2,2", "1,1", "2,1", "1,2"), ENOUGH)
    assert (found[-1].best, found[-1].mark) == ("O@2,3", "blunder")
    fork = judged("Tic-Tac-Toe", turns_of("1,1", "1,2", "3,1", "2,1", "3,3", "2,2"), ENOUGH)
    assert fork[-1].values == {"black": 1.0, "white": 0.0}
    assert fork[-1].mark == "good"


def test_whoever_agrees_to_a_draw_in_a_won_game_blunders_and_in_a_lost_one_does_not() -> None:
    won = "O@1,2", "O@7,7", "O@3,2", "O@2,6", "O@7,6", "O@7,2", "O@4,3", "O@4,2", "O@5,4"
    ahead = judged("4on7sq", [*turns_of(*won), Turn(("white",), ("draw",)), Turn(("black",), ("agree",))], 400)
    assert (ahead[-1].best, ahead[-1].mark, ahead[-2].mark) == ("refuse", "blunder", None)
    behind = judged(
        "4on7sq", [*turns_of(*won, "O@7,1"), Turn(("black",), ("draw",)), Turn(("white",), ("agree",))], 400
    )
    assert (behind[-1].best, behind[-1].mark) == ("agree", "good")
    game = redscience.game("Stratego-Barrage")
    hidden = random_match(game)
    asking = Turn(hidden[-2].seats, ("draw",)), Turn(hidden[-1].seats, ("agree",))
    answer = list(analyse(game, MATCH_SEED, [*hidden, *asking], simulations=100))[-1]
    assert answer.given_away is not None
    assert set(answer.moves) == {"agree", "refuse"}


def test_perfect_play_of_tic_tac_toe_has_no_mistake() -> None:
    found = judged("Tic-Tac-Toe", turns_of("2,2", "1,1", "3,1", "1,3", "1,2", "3,2", "2,1", "2,3", "3,3"), ENOUGH)
    assert [one.mark for one in found] == ["good"] * 8 + ["forced"]
    assert found[-1].given_away is None


def test_a_move_is_marked_by_what_it_gives_away() -> None:
    assert [mark_of(given) for given in (0.0, MISTAKE - 0.01, MISTAKE, BLUNDER - 0.01, BLUNDER, 1.0)] == [
        "good",
        "good",
        "mistake",
        "mistake",
        "blunder",
        "blunder",
    ]


def test_the_same_seed_and_simulations_give_the_same_analysis() -> None:
    game = redscience.game("Connect4")
    turns = random_match(game, most=10)
    one, other = (list(analyse(game, MATCH_SEED, turns, simulations=100, seed=5)) for _ in range(2))
    assert one == other


def test_moves_are_judged_as_they_are_asked_for() -> None:
    first = next(analyse(redscience.game("Tic-Tac-Toe"), MATCH_SEED, turns_of("2,2", "no move"), simulations=10))
    assert (first.turn, first.position, first.move) == (1, 0, "O@2,2")


def test_what_thinks_is_loaded_before_the_first_move_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    game, loaded = redscience.game("Tic-Tac-Toe"), list[Game]()
    monkeypatch.setattr("redscience.agents.standard._loaded", set())
    monkeypatch.setattr("redscience.agents.standard.think_once", loaded.append)
    for judged in analyse(game, MATCH_SEED, turns_of("2,2", "1,1"), simulations=10):
        assert judged.mark is None
        assert len(loaded) == 1
    assert loaded[0] is game


def test_turns_of_another_match_and_budgets_of_nothing_are_refused() -> None:
    with pytest.raises(MoveError):
        judged("Tic-Tac-Toe", turns_of("2,2", "2,2"), 10)
    with pytest.raises(InvalidField):
        judged("Tic-Tac-Toe", [], 0)


def test_a_sealed_round_is_one_step_and_judged_against_a_mixture() -> None:
    found = judged("RockPaperScissors", random_match(redscience.game("RockPaperScissors")), 600)
    assert [(one.seat, one.position) for one in found] == [("black", 0), ("white", 0)]
    for one in found:
        assert max(its.chance for its in one.moves.values()) < 1
        assert one.given_away is not None
        assert one.given_away < BLUNDER


def test_what_a_seat_could_not_know_changes_nothing_in_how_it_is_judged() -> None:
    """Two sealed rounds that differ in what the other seat chose."""
    game = redscience.game("RockPaperScissors")
    moves = game.start(MATCH_SEED).legal("black")
    first = [
        next(analyse(game, MATCH_SEED, [Turn(("black",), (moves[0],)), Turn(("white",), (other,))], simulations=50))
        for other in game.start(MATCH_SEED).legal("white")
    ]
    assert first.count(first[0]) == len(first)


def test_what_a_few_simulations_tell_is_no_judgement() -> None:
    found = judged("Connect4", random_match(redscience.game("Connect4"), most=6), 20)
    assert {one.mark for one in found} == {None}
    assert all(one.values and one.best for one in found)


def test_who_leaves_is_not_judged() -> None:
    left = redscience.game("Tic-Tac-Toe").start(MATCH_SEED).play({"black": "2,2"}).leave("white")
    assert analysis.turns_of(left) == [Turn(("black",), ("O@2,2",)), Turn(("white",), ())]
    found = judged("Tic-Tac-Toe", analysis.turns_of(left), 10)
    assert [one.seat for one in found] == ["black"]


@pytest.mark.parametrize("family", families.every(), ids=lambda family: family.name)
def test_every_family_can_be_analysed(family: families.Family) -> None:
    game = family.ready(next(name for shelf in family.shelves.values() for name in shelf)).game()
    turns = random_match(game, most=4)
    found = list(analyse(game, MATCH_SEED, turns, simulations=5))
    assert [one.move for one in found] == [turn.moves[0] for turn in turns]
    for one in found:
        assert set(one.values) <= set(game.seats)
        assert one.mark != "forced" or one.best == one.move


@pytest.mark.parametrize("name", ["3P-9X-HideSeek", "4P-Blind-TTT", "KPoker", "SmallStratego", "OptionalPD"])
def test_games_with_chance_secrets_and_offers_can_be_analysed(name: str) -> None:
    game = redscience.game(name)
    found = judged(name, random_match(game, most=6), 80)
    assert any(one.values for one in found)
    assert all(one.mark in {None, "forced"} for one in found if one.states == 0)
    assert all(one.mark is None for one in found if one.seat == "chaos")
