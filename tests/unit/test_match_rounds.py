"""Sealed rounds, Chaos and cards as the library plays them, in matches."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from fixtures.matches import ANNA, BEN, PAUSE_MS, SEED, STARTED_MS, human, random_player, snapshot_of

import redscience
from redscience.interface import Game
from redscience.variations.game import VariationGame
from redscience.variations.language import read
from services.match.messages import match_message
from services.match.model import Snapshot
from services.match.table import Turn, laid
from services.match.turns import Change, end_pause, expire, leave, play

SECOND = 1000
LATER = STARTED_MS + 10 * SECOND


def sealed(**more: Any) -> Game:
    """A game of sealed rounds on a row of ten."""
    rules = {
        "format": "redscience-rules/1",
        "name": "Sealed",
        "board": {"kind": "squares", "size": [10, 1, 1]},
        "checks": [{"check": "first_row_wins", "length": 5}],
        "shapes": {"O": {"reserve": {"black": 9, "white": 9}}},
        "phases": [{"order": "simultaneous"}],
    }
    return VariationGame(read(json.dumps(rules | more)))


def act(snapshot: Snapshot, seat: str, *moves: str, at_ms: int = LATER) -> Change:
    return play(snapshot, seat, moves, snapshot.table.versions[seat], at_ms)


def view(snapshot: Snapshot, viewer: str) -> Any:
    return json.loads(snapshot.table.view(viewer))


def test_a_draw_is_asked_about_when_all_plans_are_in_and_silence_refuses() -> None:
    snapshot = snapshot_of(sealed(agree_draw=True))
    offered = act(snapshot, "black", "draw").after
    assert match_message(offered, "white", 0) == match_message(snapshot, "white", 0)
    assert offered.match.clock == snapshot.match.clock
    asked = act(offered, "white", "3,1", at_ms=LATER + SECOND).after
    assert asked.table.state.acting == ("white",)
    assert {choice["move"] for choice in view(asked, "white")["legal"]} == {"agree", "refuse"}
    assert asked.match.clock is not None
    assert asked.match.clock.started_at_ms == LATER + SECOND
    refused = expire(asked, LATER + 61 * SECOND)
    assert [(turn.seats, turn.moves, turn.automatic) for turn in refused.turns] == [(("white",), ("refuse",), True)]
    planning = refused.after
    assert planning.table.state.acting == ("black",)
    assert planning.match.clock is not None
    assert planning.match.clock.started_at_ms == LATER + 61 * SECOND
    assert [move["move"] for move in view(planning, "white")["plan"]] == ["O@3,1"]
    assert view(planning, "black")["table"]["pieces"] == []
    resolved = act(planning, "black", "4,1", at_ms=LATER + 62 * SECOND).after
    assert len(view(resolved, "spectator")["table"]["pieces"]) == 2
    assert resolved.table.state.acting == ("black", "white")


def test_a_draw_that_is_agreed_to_ends_the_match() -> None:
    asked = act(act(snapshot_of(sealed(agree_draw=True)), "black", "draw").after, "white", "3,1").after
    over = act(asked, "white", "agree").after
    assert {seat.outcome for seat in over.match.seats} == {"draw"}


def test_a_plan_of_two_moves_is_sealed_one_by_one_on_one_clock() -> None:
    snapshot = snapshot_of(sealed(pieces_per_turn=2))
    first = act(snapshot, "black", "1,1").after
    assert first.table.state.acting == ("black", "white")
    assert [move["move"] for move in view(first, "black")["plan"]] == ["O@1,1"]
    second = act(first, "black", "2,1", at_ms=LATER + SECOND).after
    assert second.table.state.acting == ("white",)
    assert match_message(second, "white", 0) == match_message(snapshot, "white", 0)
    assert first.match.clock == second.match.clock == snapshot.match.clock
    assert second.table.tallies["black"].turns == 1
    assert second.table.tallies["black"].thinking_ms == LATER + SECOND - STARTED_MS
    resolved = act(second, "white", "5,1", "6,1", at_ms=LATER + 2 * SECOND).after
    assert resolved.table.state.acting == ("black", "white")
    assert resolved.match.clock is not None
    assert resolved.match.clock.started_at_ms == LATER + 2 * SECOND


def people(game: str | Game, *seats: str) -> Snapshot:
    """A match of people."""
    return snapshot_of(game, *(human(seat, slot, f"{ANNA[:-1]}{slot}") for slot, seat in enumerate(seats)))


def test_all_who_owe_a_plan_leave_at_one_moment_and_the_record_says_so() -> None:
    planned = act(people("4P-TrendSetter", "black", "white", "pink", "yellow"), "pink", "1,1")
    change = expire(planned.after, LATER + 60 * SECOND)
    assert [(turn.seats, turn.left) for turn in change.turns] == [(("black", "white", "yellow"), "time")]
    assert {seat.seat: seat.outcome for seat in change.after.match.seats} == {
        "black": "lose",
        "white": "lose",
        "pink": "win",
        "yellow": "lose",
    }
    replayed = laid(redscience.game("4P-TrendSetter"), SEED).replayed([*planned.turns, *change.turns])
    assert str(replayed.state).endswith(" black+white+yellow:leave")
    assert replayed.outcome == change.after.table.outcome


@pytest.mark.parametrize("name", ["StagHunt", "3P-PublicGoods", "Shopping9", "3P-9X-HideSeek", "3P-NeedyPoker", "BoS"])
def test_one_person_random_and_chaos_play_to_the_end_and_the_record_replays(name: str) -> None:
    """Whoever holds a seat answers from the view alone; what waits is made when its pause ends."""
    game, dice = redscience.game(name), random.Random(name)
    seats = human(game.seats[0], 0, ANNA), *(random_player(seat, slot) for slot, seat in enumerate(game.seats[1:], 1))
    snapshot, turns, now_ms = snapshot_of(game, *seats), list[Turn](), STARTED_MS
    while snapshot.match.status == "running":
        now_ms += 7
        owing = [seat for seat in snapshot.table.state.acting if seat not in snapshot.proposals]
        if not owing:
            assert snapshot.match.pause_ends_at_ms is not None
            assert 0 < snapshot.match.pause_ends_at_ms - now_ms <= PAUSE_MS
            now_ms = snapshot.match.pause_ends_at_ms
            change = end_pause(snapshot, now_ms)
        else:
            seat = dice.choice(owing)
            legal = view(snapshot, seat)["legal"]
            move = dice.choices([each["move"] for each in legal], [each["weight"] for each in legal])[0]
            change = act(snapshot, seat, move, at_ms=now_ms)
        snapshot, turns = change.after, [*turns, *change.turns]
    replayed = laid(game, SEED).replayed(turns)
    assert replayed.outcome == {seat.seat: seat.outcome for seat in snapshot.match.seats if seat.seat != "chaos"}
    assert replayed.versions == snapshot.table.versions
    assert replayed.tallies == snapshot.table.tallies


def test_who_resigns_during_a_sealed_round_takes_the_plan_along() -> None:
    snapshot = people("3P-BoS", "black", "white", "pink")
    legal = view(snapshot, "black")["legal"][0]["move"]
    planned = act(snapshot, "black", legal).after
    left = leave(planned, "black", LATER).after
    assert left.match.status == "running"
    assert left.table.state.acting == ("white", "pink")
    assert left.match.clock == planned.match.clock
    resolved = left
    for seat in ("white", "pink"):
        resolved = act(resolved, seat, view(resolved, seat)["legal"][0]["move"]).after
    assert not any(piece["color"] == "black" for piece in view(resolved, "spectator")["table"]["pieces"])


def test_a_person_alone_against_chaos() -> None:
    rules = {"format": "redscience-rules/1", "name": "Alone", "players": "1+chaos"}
    rules |= {"shapes": {"O": {"reserve": {"black": 5, "chaos": 4}}}}
    snapshot = snapshot_of(VariationGame(read(json.dumps(rules))), human("black", 0, BEN))
    assert [seat.seat for seat in snapshot.match.seats] == ["black", "chaos"]
    moved = act(snapshot, "black", "2,2").after
    assert moved.table.state.acting == ("chaos",)
    answered = act(moved, "chaos", "1,1")
    assert [turn.seats for turn in answered.turns] == [("chaos",)]
    assert answered.after.table.state.acting == ("black",)
    over = leave(answered.after, "black", LATER).after
    assert {seat.seat: seat.outcome for seat in over.match.seats} == {"black": "lose", "chaos": "win"}
