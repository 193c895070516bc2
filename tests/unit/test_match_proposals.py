"""Moves that are kept back."""

from __future__ import annotations

import pytest
from fixtures.matches import STARTED_MS, snapshot_of, timeless
from fixtures.pennies import Pennies

from redscience.errors import IllegalMove, InvalidField, NotActing, StaleView
from redscience.variations.game import VariationGame
from redscience.variations.language import read
from services.match.messages import match_message
from services.match.proposals import propose


def test_a_proposal_is_kept_and_replaced_and_taken_back() -> None:
    snapshot = snapshot_of("Tic-Tac-Toe")
    first = propose(snapshot, "black", ("2,2",), 1).after
    assert first.proposals == {"black": ("2,2",)}
    second = propose(first, "black", ("1,1",), 1).after
    assert second.proposals == {"black": ("1,1",)}
    assert propose(second, "black", (), 0).after.proposals == {}
    assert second.match.version == snapshot.match.version + 2


@pytest.mark.parametrize(
    ("seat", "move", "version", "error"),
    [
        ("black", "9,9", 1, IllegalMove),
        ("black", "2,2", 2, StaleView),
        ("white", "2,2", 1, NotActing),
    ],
)
def test_only_what_could_be_played_now_is_kept(seat: str, move: str, version: int, error: type[Exception]) -> None:
    with pytest.raises(error):
        propose(snapshot_of("Tic-Tac-Toe"), seat, (move,), version)


def test_nobody_but_its_proposer_sees_it() -> None:
    snapshot = snapshot_of(Pennies())
    proposed = propose(snapshot, "black", ("heads",), 1).after
    assert list(match_message(proposed, "black", STARTED_MS).proposed) == ["heads"]
    for viewer in ("white", "spectator"):
        told = match_message(proposed, viewer, STARTED_MS + 9)
        assert timeless(told) == timeless(match_message(snapshot, viewer, STARTED_MS))


def test_a_part_of_a_turn_is_no_proposal() -> None:
    text = '{"format": "redscience-rules/1", "name": "Two", "pieces_per_turn": 2}'
    snapshot = snapshot_of(VariationGame(read(text)))
    with pytest.raises(InvalidField, match="moves"):
        propose(snapshot, "black", ("1,1",), 1)
    assert propose(snapshot, "black", ("1,1", "2,1"), 1).after.proposals == {"black": ("1,1", "2,1")}
