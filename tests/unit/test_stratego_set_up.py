"""Stratego's secret set-ups, and what each may know of the other's army (rules: D1)."""

from __future__ import annotations

import json
from random import Random

import pytest
from fixtures.stratego import begun, game, set_up, squares

from redscience import families
from redscience.errors import IllegalMove, NotActing, UnreadableMove, UnreadableState
from redscience.interface import SPECTATOR
from redscience.stratego.engine.limits import MOST_QUIET
from redscience.stratego.options import ARMIES
from redscience.stratego.seats import SEATS

NAMES = ("Stratego", "Stratego-Barrage")


def test_the_armies_are_those_of_the_rules() -> None:
    assert ARMIES["full"] == {
        "bomb": 6, "marshal": 1, "general": 1, "colonel": 2, "major": 3, "captain": 4, "lieutenant": 4, "sergeant": 4,
        "miner": 5, "scout": 8, "spy": 1, "flag": 1,
    }  # fmt: skip
    assert sum(ARMIES["full"].values()) == 40
    assert ARMIES["barrage"] == {
        "flag": 1, "bomb": 1, "spy": 1, "miner": 1, "scout": 2, "general": 1, "marshal": 1,
    }  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_before_the_first_piece_both_may_place_every_kind_anywhere_at_home(name: str) -> None:
    start = game(name).start()
    for seat in SEATS:
        assert set(start.legal(seat)) == {f"{square}:{kind}" for square in squares(seat) for kind in start.game.army}
        weights = dict(zip(start.legal(seat), start.weights(seat), strict=True))
        assert all(weight == start.game.army[move.partition(":")[2]] for move, weight in weights.items())
    assert start.view(SPECTATOR)["table"] == families.get(name).opening
    assert start.view(SPECTATOR)["table"]["most_quiet"] == MOST_QUIET
    assert start.allowed_ms("red") == 300_000


@pytest.mark.parametrize("name", NAMES)
def test_a_set_up_is_nobody_elses_until_both_are_complete(name: str) -> None:
    of, dice = game(name), Random(name)
    state = of.start()
    seen = {viewer: state.view(viewer) for viewer in (*SEATS, SPECTATOR)}
    for number, move in enumerate(red := set_up(of, "red", dice), 1):
        state = state.play({"red": move})
        assert state.last_is_sealed
        assert (state.view("blue"), state.view(SPECTATOR)) == (seen["blue"], seen[SPECTATOR])
        own = state.view("red")
        assert [each["move"] for each in own["plan"]] == red[:number]
        assert {f"{piece['at']}:{piece['kind']}" for piece in own["table"]["pieces"]} == set(red[:number])
        assert sum(own["table"]["tray"].values()) == of.army_size - number
        assert state.owes_rest("red") == (number < of.army_size)
    assert (state.acting, state.view("red")["acting"], state.view("blue")["acting"]) == (
        ("blue",),
        ["blue"],
        ["red", "blue"],
    )
    assert state.allowed_ms("blue") == 300_000
    state = state.play({"blue": set_up(of, "blue", dice)})
    assert state.acting == ("red",)
    assert state.allowed_ms("red") is None
    for viewer, known in (("red", {"red"}), ("blue", {"blue"}), (SPECTATOR, set())):
        view = state.view(viewer)
        assert view["last"] == [{"seat": "red"}, {"seat": "blue"}]
        assert view["table"]["tray"] is None
        assert len(view["table"]["pieces"]) == 2 * of.army_size
        assert {piece["seat"] for piece in view["table"]["pieces"] if "kind" in piece} == known


def test_what_cannot_be_placed_is_said_with_the_piece_the_place_and_the_rule() -> None:
    state = game("Stratego-Barrage").start().play({"blue": ("A5:flag", "B5:scout")})
    for seat, move, why in (
        ("red", "F4:scout", "F4:scout: red sets up in the rows G to J."),
        ("blue", "E2:scout", "E2:scout: blue sets up in the rows A to D."),
        ("blue", "A5:scout", "A5:scout: your flag stands on A5 already."),
        ("blue", "A6:flag", "A6:flag: there is no flag left in your tray."),
        ("blue", "A6:colonel", "A6:colonel: there is no colonel left in your tray."),
        ("blue", "B5>C5", "B5>C5: set up your army first, as in A5:scout."),
        ("red", "draw", "draw: set up your army first, as in A5:scout."),
    ):
        with pytest.raises(IllegalMove) as refused:
            state.play({seat: move})
        assert refused.value.message == why
    with pytest.raises(UnreadableMove, match=r"names no kind of piece\. There are flag, spy, scout"):
        state.play({"red": "G4:knight"})
    with pytest.raises(UnreadableMove, match=r"is not a move\. Write a piece for the set-up as A5:scout"):
        state.play({"red": "G4-scout"})
    done = state.play({"red": set_up(state.game, "red", Random(1))})
    with pytest.raises(NotActing, match="Red has set up its army"):
        done.play({"red": "G4:scout"})


def test_letters_may_be_of_either_case() -> None:
    state = game().start().play({"red": "g4:Scout"})
    assert state.view("red")["plan"] == [{"move": "G4:scout"}]


def test_a_whole_set_up_is_one_proposal_or_none() -> None:
    of = game("Stratego-Barrage")
    moves = set_up(of, "red", Random(2))
    assert of.start().play({"red": moves}).acting == ("blue",)
    with pytest.raises(IllegalMove):
        of.start().play({"red": [*moves[:-1], "A0:scout"]})


def test_whoever_leaves_while_both_set_up_loses_and_all_is_shown() -> None:
    state = game("Stratego-Barrage").start().play({"red": "G4:flag"}).leave("blue")
    assert state.outcome == {"red": "win", "blue": "lose"}
    assert state.view("blue")["table"]["pieces"] == [{"at": "G4", "seat": "red", "kind": "flag"}]
    assert "moves in shortest game" not in state.outcome.statistics["red"]


def test_an_army_behind_its_own_bombs_and_lakes_loses_at_its_first_turn() -> None:
    of = game()
    front = {"red": "G", "blue": "D"}
    shut = {}
    for seat in SEATS:
        bombs = [f"{front[seat]}{column}:bomb" for column in (0, 1, 4, 5, 8, 9)]
        taken = {move[:2] for move in bombs}
        kinds = [kind for kind, count in of.army.items() if kind != "bomb" for _ in range(count)]
        free = [square for square in squares(seat) if square not in taken]
        shut[seat] = [*bombs, *(f"{square}:{kind}" for square, kind in zip(free, kinds, strict=True))]
    open_up = {seat: set_up(of, seat, Random(7)) for seat in SEATS}
    assert of.start().play(shut).outcome == {"red": "lose", "blue": "win"}
    state = of.start().play({"red": open_up["red"], "blue": shut["blue"]})
    assert state.outcome is None
    assert state.play({"red": state.legal("red")[0]}).outcome == {"red": "win", "blue": "lose"}


@pytest.mark.parametrize("name", NAMES)
def test_no_rank_is_in_what_the_other_gets_but_what_has_fought(name: str) -> None:
    dice = Random(f"ranks {name}")
    state = begun(game(name), dice)
    fought: set[tuple[str, str]] = set()
    while state.outcome is None:
        for viewer, hidden in (("red", "blue"), ("blue", "red")):
            for piece in state.view(viewer)["table"]["pieces"]:
                assert piece["seat"] == viewer or ("kind" in piece) == (piece.get("revealed", False))
            assert all(move[:2] != hidden for move in state.legal(viewer))
        seat = state.acting[0]
        state = state.play({seat: dice.choices(state.legal(seat), state.weights(seat))[0]})
        for event in state.view(SPECTATOR)["last"]:
            if "attack" in event:
                fought.add((event["attack"]["attacker"], event["attack"]["defender"]))
    assert fought
    assert all("kind" in piece for piece in state.view(SPECTATOR)["table"]["pieces"])


def test_the_log_has_all_attacks_and_the_last_moves() -> None:
    dice = Random(11)
    state = begun(game(), dice)
    every = []
    while state.outcome is None:
        seat = state.acting[0]
        state = state.play({seat: dice.choices(state.legal(seat), state.weights(seat))[0]})
        (event,) = state.view(SPECTATOR)["last"]
        every.append({"number": len(every) + 1, **event})
    attacks = [entry for entry in every if "attack" in entry]
    assert state.view("red")["table"]["log"] == [entry for entry in every if entry in attacks or entry in every[-40:]]
    assert len(every) == state.view("red")["table"]["moves"]


@pytest.mark.parametrize("text", ["", "red:A5:scout", "red:G4:scout red:G4:scout", "red:G4:scout:x", "red+red:leav"])
def test_what_is_no_state_is_refused(text: str) -> None:
    of = game()
    with pytest.raises(UnreadableState):
        of.read_state(f"{of.digest} 0 {text}")


def test_a_file_has_its_choices_and_every_fault_is_told() -> None:
    family = families.family("stratego")
    source = family.read(
        json.dumps({"format": "redscience-stratego/1", "name": "Slow", "army": "barrage", "seconds_per_turn": 600})
    )
    assert (source.seconds_per_turn, source.game().start().allowed_ms("red")) == (600, 600_000)
    assert source.digest != families.get("Stratego-Barrage").digest
    assert [path for sentence in source.sentences for path in sentence.paths] == ["army", "army"]
    assert "8 pieces: 1 marshal, 1 general, 1 miner, 2 scouts, 1 spy, 1 bomb and 1 flag." in " ".join(source.english)
