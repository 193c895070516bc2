"""Games of tournaments with bots: which blocks they make, and how matches become games that are kept."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from fixtures.tournaments import BOT, DEEP, GREEDY, RANDOM, tournament

from redscience.api.match.v1 import match_pb2
from redscience.names import RANDOM_ID
from redscience.tournaments.results import Results
from services.batch import matches, recording
from services.batch.matches import played_block, request_for
from services.batch.model import Round, Sprt
from services.batch.recording import Kept, unpacked
from services.batch.replay import replayed
from services.batch.rounds import next_block, schedule

OWN_SEED = "f0" * 16
ROUND = Round(0, 0, 0, 0)
STARTED_MS = 1_700_000_000_000


def test_bots_play_by_the_set_and_blocks_of_others_end_where_theirs_begin() -> None:
    # In turn Random and Greedy, Random and Deep, Greedy and Deep, two games each.
    mixed = tournament(RANDOM, GREEDY, DEEP)
    games, first, blocks = schedule(mixed, ROUND), 0, list[tuple[int, bool]]()
    while first < len(games):
        blocks.append(next_block(games, first, 100, mixed.outside))
        first += blocks[-1][0]
    assert blocks == [(2, False), (2, True), (2, True)] * 2
    house = tournament(RANDOM, GREEDY)
    assert next_block(schedule(house, ROUND), 0, 100, house.outside) == (4, False)


def test_a_match_is_asked_for_by_the_id_and_in_the_seats_of_its_game() -> None:
    mixed = tournament(RANDOM, DEEP)
    one, other = schedule(mixed, ROUND)[:2]
    request = request_for(mixed, other)
    assert request.match_id == recording.match_id(mixed, 1) != request_for(mixed, one).match_id
    assert [(seat.player_id, seat.kind) for seat in request.seats] == [(BOT, "bot"), (RANDOM_ID, "random")]
    assert (request.tournament_id, request.rated) == (mixed.id, True)


def test_who_ran_out_of_time_together_is_kept_counted_and_replayed_so() -> None:
    mixed = tournament(DEEP, RANDOM)
    mixed = replace(mixed, settings=replace(mixed.settings, sprt=Sprt(0, 10, 0.05, 0.05)))
    games = schedule(mixed, ROUND)[:2]
    black, white = mixed.games[0].seats
    left = match_pb2.Turn(number=1, seats=[black, white], left="time", at_ms=STARTED_MS + 60_000)
    together = over([left], {black: "lose", white: "lose"}, match_pb2.REASON_TIME)
    resigned = match_pb2.Turn(number=1, seats=[white], left="resigned", at_ms=STARTED_MS + 10)
    alone = over([resigned], {black: "win", white: "lose"}, match_pb2.REASON_RESIGNED)
    played = played_block(mixed, games, [together, alone])
    block = unpacked(played.games)
    kept = [Kept(mixed, game, list(block.words), each) for game, each in zip(games, block.games, strict=True)]
    records = [recording.record(each) for each in kept]
    assert [list(record.turns) for record in records] == [[left], [resigned]]
    assert [(record.seed, record.reason) for record in records] == [
        (OWN_SEED, match_pb2.REASON_TIME),
        (OWN_SEED, match_pb2.REASON_RESIGNED),
    ]
    counts = json.loads(played.counts)
    assert (counts["timed_out"], counts["illegal"]) == ([[0, 1], [1, 1]], [])
    # Both came out alike in the first, and Random, in the first seat of the second, before Deep.
    assert (played.sets, played.took_ms) == ("1", None)
    assert all(recording.summary(each).is_match for each in kept)
    # Nobody has made a move.
    assert (counts["lengths"], [recording.summary(each).plies for each in kept]) == ([[0, [[0, 2]]]], [0, 0])
    assert replayed(kept[0], "everything", 0, 10).steps == 2


def test_a_match_that_was_called_off_for_its_length_counts_as_drawn_and_is_marked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(matches, "MOST_MOVES", 2)
    mixed = tournament(DEEP, RANDOM, game="Tic-Tac-Toe")
    games = schedule(mixed, ROUND)[:2]
    black, white = mixed.games[0].seats
    moves = [
        match_pb2.Turn(number=1, seats=[black], moves=match_pb2.Moves(moves=["O@1,1"]), at_ms=STARTED_MS + 10),
        match_pb2.Turn(number=2, seats=[white], moves=match_pb2.Moves(moves=["O@2,2"]), at_ms=STARTED_MS + 20),
    ]
    off = match_pb2.Turn(number=3, seats=[black, white], left="aborted", at_ms=STARTED_MS + 30)
    all_lose = {black: "lose", white: "lose"}
    long = over([*moves, off], all_lose, match_pb2.REASON_ABORTED)
    # Of one that was called off before that nothing else is known than that all left.
    off.number = 2
    short = over([moves[0], off], all_lose, match_pb2.REASON_ABORTED)
    played = played_block(mixed, games, [long, short])
    results = Results.from_json((), json.loads(played.counts))
    assert (results.outcomes[0, games[0].players], results.cut) == ({("draw", "draw"): 1}, {0: 1})
    first, second = unpacked(played.games).games
    assert (first.reason, len(first.turns)) == (match_pb2.REASON_LENGTH, 2)
    assert (second.reason, len(second.turns)) == (match_pb2.REASON_ABORTED, 1)


def over(
    turns: list[match_pb2.Turn], outcomes: dict[str, str], reason: match_pb2.Reason.ValueType
) -> match_pb2.ScheduleResponse:
    """What is told of a match that has ended."""
    return match_pb2.ScheduleResponse(
        record=match_pb2.Record(seed=OWN_SEED, turns=turns, reason=reason, started_at_ms=STARTED_MS),
        ended=match_pb2.EndedMatch(
            reason=reason,
            started_at_ms=STARTED_MS,
            ended_at_ms=turns[-1].at_ms,
            seats=[match_pb2.EndedSeat(seat=seat, outcome=outcome) for seat, outcome in outcomes.items()],
        ),
    )
