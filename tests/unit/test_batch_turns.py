"""Turns are counted in a tournament's game as they are in a match: whole ones, which a seat has taken itself."""

from __future__ import annotations

import pytest
from fixtures.tournaments import GREEDY, RANDOM, SEED, tournament

from redscience import families
from redscience.api.batch.v1 import batch_pb2
from redscience.interface import LEAVE, State
from services.batch.model import Player, Round
from services.batch.playing import play_block, play_game
from services.batch.recording import Kept, ended_match, unpacked
from services.batch.rounds import schedule
from services.match.table import laid

# Forty pieces set up in one turn; forced moves; several pieces a turn; chains of jumps; sealed plans; orders.
GAMES = ["Stratego", "Reversi", "Connect6-19x19", "EnglishDraughts", "3Blotto13", "FourBases-2P"]


@pytest.mark.parametrize("others", [RANDOM, GREEDY], ids=lambda player: player.name)
@pytest.mark.parametrize("game", GAMES)
def test_ratings_are_told_as_many_turns_of_a_seat_as_of_a_match(game: str, others: Player) -> None:
    kept = played(game, RANDOM, others)
    loaded = families.get(game).game()
    table = laid(loaded, f"{kept.seed:032x}")
    for seat, move in kept.moves:
        forced = table.state.forced(seat) is not None
        table, _ = table.play(seat, (move,), at_ms=1, began_at_ms=0, automatic=forced)
    told = {seat.seat: seat.turns for seat in ended_match(kept).seats}
    assert told == {seat: table.tallies[seat].turns for seat in loaded.seats}
    assert sum(told.values()) > 0


def test_who_leaves_has_taken_no_turn_by_that() -> None:
    def first(state: State) -> str:
        return state.legal(state.acting[0])[0]

    def fail(_: State) -> str:
        raise ValueError("a fault of the player's own")

    course = play_game(families.get("Tic-Tac-Toe").game().start(1), {"black": first, "white": fail}, lambda: None)
    assert course.moves[-1] == ("white", LEAVE)
    assert (course.turns["black"], course.turns["white"]) == (1, 0)


def test_of_a_game_of_which_turns_were_not_noted_no_time_is_told_either() -> None:
    kept = played("Tic-Tac-Toe", RANDOM, GREEDY)
    kept.played.thinking_ms[:] = [10] * len(kept.played.turns)
    assert sum(seat.thinking_ms for seat in ended_match(kept).seats) == 10 * len(kept.played.turns)
    kept.played.ClearField("turns_taken")
    assert [(seat.turns, seat.thinking_ms) for seat in ended_match(kept).seats] == [(0, 0)] * 2


def played(game: str, *players: Player) -> Kept:
    """The first game of a tournament."""
    made = tournament(*players, game=game)
    block = batch_pb2.BeginBlockResponse(
        rule_sets=[made.games[0].rule_set],
        players=[batch_pb2.Player(player_id=player.player_id) for player in players],
        format=batch_pb2.FORMAT_ROUND_ROBIN,
        games_each=made.settings.games_each,
        seed=SEED,
        count=2,
    )
    kept = unpacked(play_block(block, lambda: 0, lambda: None).games)
    return Kept(made, schedule(made, Round(0, 0, 0, 0))[0], list(kept.words), kept.games[0])
