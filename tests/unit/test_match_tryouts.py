"""Rule sets that are saved nowhere are tried out: by whoever designs them, against Random and Chaos."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest
from fixtures.huge import HUGE_FILE

from redscience.errors import IllegalMove, InvalidField, LimitReached, RuleSetError, UnreadableState
from redscience.variations import catalogue
from redscience.variations.language import RuleSet, to_json
from services.match.tryouts import AT_ONCE, LONGEST_STATE, Tried, Tryouts, play_on

TIC_TAC_TOE = to_json(RuleSet())


def tried(name: str, source: random.Random, seat: str = "", state: str = "", *moves: str) -> Tried:
    return play_on(to_json(catalogue.get(name)), seat, state, moves, source)


def played(name: str, source: random.Random) -> dict[str, object]:
    """The last view of a try-out in which whoever tries it does what Random would."""
    now = tried(name, source)
    for _ in range(200):
        view = json.loads(now.view)
        if view["outcome"] is not None:
            return dict(view)
        assert now.seat in view["acting"]
        now = tried(name, source, now.seat, now.state, source.choice(view["legal"])["move"])
    pytest.fail(f"{name} does not end")


@pytest.mark.parametrize("name", ["Tic-Tac-Toe", "4on7sq", "BoS", "KPoker", "Shopping9", "4P-TrendSetter", "Connect4"])
def test_a_try_out_is_played_to_its_end(name: str) -> None:
    view = played(name, random.Random(name))
    assert view["acting"] == []


def test_one_chooses_the_seat_and_the_others_move_first() -> None:
    second = play_on(TIC_TAC_TOE, "white", "", (), random.Random(1))
    view = json.loads(second.view)
    assert (second.seat, view["viewer"], view["acting"]) == ("white", "white", ["white"])
    assert len(view["table"]["pieces"]) == 1


def test_what_is_hidden_from_a_seat_is_not_in_its_view() -> None:
    hidden = json.loads(tried("3Blotto13", random.Random(1)).view)
    assert "state" not in hidden


def test_faults_of_rule_sets_and_requests_are_named() -> None:
    source = random.Random(1)
    with pytest.raises(RuleSetError) as invalid:
        play_on('{"name": "X", "players": "9"}', "", "", (), source)
    assert [fault.path for fault in invalid.value.faults] == ["players"]
    with pytest.raises(RuleSetError, match="may take"):
        play_on(json.dumps(HUGE_FILE), "", "", (), source)
    with pytest.raises(InvalidField, match="seat"):
        play_on(TIC_TAC_TOE, "pink", "", (), source)
    with pytest.raises(InvalidField, match="state"):
        play_on(TIC_TAC_TOE, "", "x" * (LONGEST_STATE + 1), (), source)
    begun = play_on(TIC_TAC_TOE, "", "", (), source)
    with pytest.raises(IllegalMove):
        play_on(TIC_TAC_TOE, "", begun.state, ("O@9,9",), source)
    other = to_json(replace(RuleSet(), seconds_per_turn=90))
    with pytest.raises(UnreadableState):
        play_on(other, "", begun.state, ("O@1,1",), source)


async def test_each_caller_has_so_many_a_second() -> None:
    tryouts = Tryouts(random.Random(1), lambda: 0.0)
    for _ in range(AT_ONCE):
        await tryouts.play("ada", TIC_TAC_TOE, "", "", ())
    with pytest.raises(LimitReached):
        await tryouts.play("ada", TIC_TAC_TOE, "", "", ())
    assert (await tryouts.play("ben", TIC_TAC_TOE, "", "", ())).seat == "black"
