"""The named games."""

from __future__ import annotations

import json
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from redscience.errors import UnknownGame
from redscience.random_games import SAMPLE, usual_length
from redscience.variations import catalogue
from redscience.variations.family import Variations
from redscience.variations.language import Check, Shape, StalemateRule, to_json
from redscience.variations.language.deck import cards

FAMILY = Variations()
CLASSICS = (
    "AtariGo",
    "Breakthrough",
    "ChessWithoutCheck",
    "EnglishDraughts",
    "Konane",
    "OrderAndChaos",
    "Pente",
    "Reversi",
    "SmallStratego",
)


SCRIPT = f"run {Path(__file__).name} as a script"


def played_lengths() -> dict[str, int]:
    return {
        name: usual_length([game.playouts(1, seed=seed).plies for seed in range(SAMPLE)])
        for name in catalogue.names()
        for game in (FAMILY.ready(name).game(),)
    }


def test_all_named_games_are_there() -> None:
    assert len(catalogue.names("games")) == 53
    assert "The 53 games that come with it" in (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    assert catalogue.names("classics") == CLASSICS
    assert catalogue.names() == (*catalogue.names("games"), *CLASSICS)
    assert catalogue.names()[0] == "Tic-Tac-Toe"
    assert {"Tic-Tac-Toe", "3on15line", "5on15sq", "Qubic-4", "Connect4"} <= set(catalogue.names())


@pytest.mark.parametrize("name", catalogue.names())
def test_files_are_named_for_their_games_and_written_as_games_are_written(name: str) -> None:
    (shelf,) = (shelf for shelf in catalogue.SHELVES if name in catalogue.names(shelf))
    file = files(catalogue) / shelf / f"{name}.json"
    assert catalogue.get(name).name == name
    assert file.read_text("utf-8") == to_json(catalogue.get(name)), SCRIPT


def test_games_are_found_in_whatever_case_and_near_ones_are_named() -> None:
    assert catalogue.get("connect4") is catalogue.get("CONNECT4")
    with pytest.raises(UnknownGame, match="Did you mean Connect4"):
        catalogue.get("Conect4")
    with pytest.raises(UnknownGame, match="no game named"):
        catalogue.get("*" * 500)


def test_classics_are_found_like_the_others() -> None:
    assert catalogue.get("reversi") is catalogue.get("Reversi")
    assert catalogue.get("KONANE").name == "Konane"
    with pytest.raises(UnknownGame, match="Did you mean Reversi"):
        catalogue.get("Reverse")


@pytest.mark.slow
def test_lengths_are_kept_of_all_games_and_are_what_the_engine_gives() -> None:
    found = played_lengths()
    assert catalogue.lengths() == found, SCRIPT
    # Plans that are sealed count for each seat, as in records.
    assert found["RockPaperScissors"] == 2


def test_what_games_are_also_called_is_no_game_of_its_own() -> None:
    also_called = catalogue.also_called()
    assert set(also_called) <= set(catalogue.names())
    assert also_called["Reversi"] == ("Othello",)
    known = {name.casefold() for name in catalogue.names()}
    assert not known & {other.casefold() for others in also_called.values() for other in others}


def test_what_comes_nearest_is_for_names_that_no_game_has() -> None:
    nearest = catalogue.nearest()
    assert {each.game for each in nearest.values() if each.game} <= set(catalogue.names())
    assert all(each.why for each in nearest.values() if not each.game)
    known = {name.casefold() for name in catalogue.names()}
    known |= {other.casefold() for others in catalogue.also_called().values() for other in others}
    assert not known & {name.casefold() for name in nearest}


def test_the_classics_of_game_theory_say_what_they_are_and_are_so() -> None:
    told = {
        "3P-PublicGoods": "The public goods game.",
        "KBeauty9": "Keynes's beauty contest",
        "NeedyTrust": "The trust game",
        "NeedyUltimatum": "The ultimatum game",
        "RichTrust": "The trust game",
        "RichUltimatum": "The ultimatum game",
        "StagHunt": "The stag hunt.",
    }
    for name, words in told.items():
        assert catalogue.get(name).about.startswith(words)
    games = {name: FAMILY.ready(name).game() for name in told}
    # What is sent is doubled in white's reserve, and what is given back is black's.
    trusted = games["NeedyTrust"].start().play({"black": ("O@2,1", "O@2,1")})
    assert len(trusted.legal("white")) == 2
    assert [trusted.play({"white": to}).counted["black"] for to in ("O@2,1", "O@3,1")] == [3, 4]
    # White's X takes five of Chaos's, or all that black has kept.
    offered = games["NeedyUltimatum"].start().play({"black": ("O@1,1", "O@2,1", "O@2,1")})
    accepted, refused = (offered.play({"white": to}).counted for to in ("X@3,1", "X@2,1"))
    assert (accepted["black"], accepted["chaos"], refused["black"], refused["chaos"]) == (2, 2, 0, 7)
    # Two who hunt the stag leave Chaos no row.
    hunted = games["StagHunt"].start().play({"black": "P@3,1", "white": "P@4,1"})
    while hunted.outcome is None:
        hunted = hunted.play({"chaos": hunted.legal("chaos")[0]})
    assert hunted.outcome == {"black": "win", "white": "win"}


def test_what_makes_some_games_what_they_are() -> None:
    """Known facts of the definitions, one or two for each thing that the language can say."""
    get = catalogue.get
    assert get("4on7sq").agree_draw
    assert get("Connect6-19x19").pieces_per_turn == 2
    assert list(get("Connect6-19x19").setup) == [(1, 10, 10, 1)]
    assert get("9-Holes").checks == (Check("first_row_wins_no_diagonal", length=3),)
    assert get("9-Holes").shapes["O"].move == "linear_or_knight"
    assert get("Wild-TTT-6sq3143").board.walls == ((1, 3, 1, 1), (1, 4, 3, 1))
    assert get("3P-LeastLoses-3x4").stalemate == (StalemateRule("least_row_loses"),)
    assert get("Shopping9").stalemate == (
        StalemateRule("chaos_wins_above", shape="O", total=9),
        StalemateRule("least_pieces_loses"),
    )
    assert get("3P-PublicGoods").shapes["P"] == Shape("can", "cover", "reincarnates_x2")
    assert [phase.order for phase in get("3P-PublicGoods").phases] == ["single", "sequential", "sequential"]
    assert get("3P-Volunteer").board.walls == (
        (1, 4, 1, 1),
        (1, 4, 1, 2),
        (1, 4, 1, 3),
        (1, 5, 1, 3),
        (1, 6, 1, 3),
    )
    assert get("3P-BoS").board.exclusive[3, 2, 2, 1] == ("white",)
    assert get("3P-9X-HideSeek").shapes["P"] == Shape("must", "cover", "removes", "adjacent", {"pink": 1})  # type: ignore[arg-type]
    assert get("KBeauty9").disqualify_overachievers
    assert get("KPoker").fold == "less_than_most_committed"
    assert get("3P-NeedyPoker").board.size == (8, 1, 26)


def test_what_makes_the_classics_what_they_are() -> None:
    get = catalogue.get
    assert get("Reversi").shapes["O"] == Shape("must", "surround_line", "converts", reserve={"black": 60, "white": 60})  # type: ignore[arg-type]
    assert {at[1:3]: piece.owner for at, piece in get("Reversi").setup.items()} == {
        (4, 4): "black",
        (5, 4): "white",
        (4, 5): "white",
        (5, 5): "black",
    }
    draughts = get("EnglishDraughts")
    assert Counter(piece.owner for piece in draughts.setup.values()) == {"black": 12, "white": 12}
    assert all((x + y) % 2 == 0 for _, x, y, _ in draughts.setup)
    chess = get("ChessWithoutCheck")
    assert len(chess.shapes) == 6
    assert len(chess.setup) == 32
    kings = [at for at, piece in chess.setup.items() if piece.shape == "P"]
    assert kings == [(1, 5, 1, 1), (1, 5, 8, 1)]
    konane = get("Konane")
    assert konane.shapes["O"].move == "stationary"
    assert len(konane.setup) == 62
    stratego = get("SmallStratego")
    assert len(stratego.setup) == 24
    assert Counter(card.shape for card in cards(stratego.deck or ())) == Counter("OPXX+++TTTSS" * 2)
    assert get("OrderAndChaos").stalemate == (StalemateRule("staller_loses"),)


@pytest.mark.parametrize("name", CLASSICS)
def test_classics_say_what_differs_and_have_a_section_in_the_docs(name: str) -> None:
    assert catalogue.get(name).about
    docs = (Path(__file__).parents[2] / "docs" / "classics.md").read_text("utf-8")
    section = docs.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
    assert len(section.split()) > 30, f"docs/classics.md says too little about {name}"


def test_repaired_and_degenerate_games_say_so() -> None:
    for name in catalogue.names("games"):
        if name.endswith("-R"):
            assert "repair" in catalogue.get(name).about.casefold()
            assert catalogue.get(name.removesuffix("-R")).about
    assert catalogue.get("RockPaperScissors").about.startswith("Repaired:")
    assert catalogue.get("NeedyDictator").about.startswith("Degenerate:")


if __name__ == "__main__":
    for its_shelf in catalogue.SHELVES:
        for its_name in catalogue.names(its_shelf):
            its_file = Path(str(files(catalogue) / its_shelf / f"{its_name}.json"))
            its_file.write_text(to_json(catalogue.get(its_name)), "utf-8")
    lengths = Path(str(files(catalogue) / "lengths.json"))
    lengths.write_text(f"{json.dumps(played_lengths(), indent=2)}\n", "utf-8")
