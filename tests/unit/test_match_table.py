"""A record, replayed, is the match that was played."""

from __future__ import annotations

import json
import random

import pytest
from fixtures.matches import SEED, STARTED_MS, snapshot_of
from fixtures.pennies import Pennies
from hypothesis import given, settings
from hypothesis import strategies as st

import redscience
from redscience.interface import Game
from services.match.model import Snapshot
from services.match.table import Table, Turn, laid
from services.match.turns import leave, play

GAMES: tuple[Game | str, ...] = ("Tic-Tac-Toe", "3on15line", "Connect4", Pennies(3))


def play_at_random(game: Game | str, dice: random.Random, leave_after: int) -> tuple[list[Snapshot], list[Turn]]:
    """A match of random moves, in which somebody resigns after so many turns: every snapshot, and all turns."""
    snapshots, turns = [snapshot_of(game)], []
    while snapshots[-1].match.status == "running":
        snapshot = snapshots[-1]
        seat = dice.choice(snapshot.table.state.acting)
        if len(turns) >= leave_after:
            change = leave(snapshot, seat, STARTED_MS)
        else:
            move = dice.choice(snapshot.table.state.legal(seat))
            change = play(snapshot, seat, (move,), snapshot.table.versions[seat], STARTED_MS)
        snapshots.append(change.after)
        turns += change.turns
    return snapshots, turns


def laid_for(game: Game | str) -> Table:
    return laid(redscience.game(game) if isinstance(game, str) else game, SEED)


@settings(max_examples=40)
@given(game=st.sampled_from(GAMES), dice=st.randoms(use_true_random=False), leave_after=st.integers(0, 60))
def test_replaying_the_record_gives_the_match(game: Game | str, dice: random.Random, leave_after: int) -> None:
    snapshots, turns = play_at_random(game, dice, leave_after)
    last = snapshots[-1]
    replayed = laid_for(game).replayed(turns)
    assert replayed.outcome == {seat.seat: seat.outcome for seat in last.match.seats}
    assert replayed.versions == last.table.versions
    assert replayed.tallies == last.table.tallies
    assert replayed.number == len(turns)
    for viewer in replayed.versions:
        assert replayed.view(viewer) == last.table.view(viewer)


@settings(max_examples=20)
@given(game=st.sampled_from(GAMES), dice=st.randoms(use_true_random=False), leave_after=st.integers(0, 60))
def test_a_version_counts_the_changes_of_ones_own_view(game: Game | str, dice: random.Random, leave_after: int) -> None:
    """Recounted from the turns alone, turn by turn, as a replica would that has never seen the match."""
    _, turns = play_at_random(game, dice, leave_after)
    table = laid_for(game)
    counted = dict(table.versions)
    for turn in turns:
        after = table.replayed([turn])
        is_public = after.is_over or table.is_asking != after.is_asking
        for viewer in counted:
            counted[viewer] += is_public or viewer in turn.seats or after.view(viewer) != table.view(viewer)
        assert counted == after.versions
        table = after


@settings(max_examples=20)
@given(dice=st.randoms(use_true_random=False), cut=st.integers(0, 20))
def test_a_table_can_be_brought_up_to_date_from_anywhere(dice: random.Random, cut: int) -> None:
    snapshots, turns = play_at_random("Connect4", dice, leave_after=60)
    part = laid_for("Connect4").replayed(turns[:cut])
    assert part.replayed(turns[cut:]).view("spectator") == snapshots[-1].table.view("spectator")


def test_a_view_is_json_and_made_for_its_viewer() -> None:
    table = laid_for("Tic-Tac-Toe")
    assert json.loads(table.view("white"))["viewer"] == "white"
    assert json.loads(table.view("white"))["legal"] == []
    assert len(json.loads(table.view("black"))["legal"]) == 9


@pytest.mark.parametrize("viewer", ["black", "white", "spectator"])
def test_no_view_holds_the_seed_of_the_match(viewer: str) -> None:
    view = laid_for("Tic-Tac-Toe").view(viewer)
    assert str(int(SEED, 16)) not in view
    assert SEED not in view
