"""The engine and the judge through the same match, compared after every event."""

from __future__ import annotations

from random import Random

from redscience.language import RuleSet
from redscience.variations.game import VariationGame
from redscience.variations.state import VariationState
from reference.judge import Judge


def duel(rules: RuleSet, chance: Random, *, events: int = 5000, leaving: float = 0.003) -> int:
    """Plays a random match on both, with seats that leave and offer draws; returns how many events it had.

    Args:
        rules: must be playable.
        chance: of the moves.
        events: after so many the match is left unfinished.
        leaving: how likely a seat leaves instead of the next move.
    """
    state, judge = VariationGame(rules).start(), Judge(rules)
    for event in range(events):
        compare(state, judge)
        if state.outcome is not None:
            return event
        present = [seat for seat in judge.seats if seat not in judge.left]
        if chance.random() < leaving:
            seat = chance.choice(present)
            state = state.leave(seat)
            judge.leave(seat)
        else:
            seat = chance.choice(state.acting)
            move = _chosen(state.legal(seat), chance)
            state = state.play({seat: move})
            judge.play(seat, move)
    return events


def compare(state: VariationState, judge: Judge) -> None:
    """All that both know must be the same."""
    text = f"{state.game.rule_set.to_json()}\n{state}\n{state.position}"
    assert state.outcome == judge.outcome, text
    assert state.acting == judge.acting, text
    for seat in judge.seats:
        legal = state.legal(seat)
        assert dict(zip(legal, state.weights(seat), strict=True)) == judge.legal(seat), text
        assert len(legal) == len(set(legal)), text
    if judge.outcome is None:
        assert _without_passes(state.position) == judge.position, text


def _without_passes(position: str) -> str:
    """The position's text without the turns passed in a row and the result."""
    fields = position.split(" ")
    return " ".join((*fields[:3], *fields[4:-1]))


def _chosen(legal: tuple[str, ...], chance: Random) -> str:
    """A move; offers and agreement seldom enough that matches go on."""
    if "agree" in legal:
        return "agree" if chance.random() < 0.5 else "refuse"
    move = chance.choice(legal)
    return chance.choice(legal) if move == "draw" else move
