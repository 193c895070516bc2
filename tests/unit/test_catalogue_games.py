"""The named games."""

from __future__ import annotations

from importlib.resources import files

import pytest

from redscience import catalogue
from redscience.errors import UnknownGame
from redscience.language import Check, Shape, StalemateRule, not_playable


def test_all_named_games_are_there() -> None:
    assert len(catalogue.names()) == 53
    assert catalogue.names()[0] == "Tic-Tac-Toe"
    assert set(catalogue.names(playable_only=True)) == {
        name for name in catalogue.names() if not not_playable(catalogue.get(name))
    }
    assert {"Tic-Tac-Toe", "3on15line", "5on15sq", "Qubic-4", "Connect4"} <= set(catalogue.names(playable_only=True))


@pytest.mark.parametrize("name", catalogue.names())
def test_files_are_named_for_their_games_and_written_as_games_are_written(name: str) -> None:
    file = files(catalogue) / "games" / f"{name}.json"
    assert catalogue.get(name).name == name
    assert file.read_text("utf-8") == catalogue.get(name).to_json()


def test_games_are_found_in_whatever_case_and_near_ones_are_named() -> None:
    assert catalogue.get("connect4") is catalogue.get("CONNECT4")
    with pytest.raises(UnknownGame, match="Did you mean Connect4"):
        catalogue.get("Conect4")
    with pytest.raises(UnknownGame, match="no game named"):
        catalogue.get("*" * 500)


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


def test_repaired_and_degenerate_games_say_so() -> None:
    for name in catalogue.names():
        if name.endswith("-R"):
            assert "repair" in catalogue.get(name).about.casefold()
            assert catalogue.get(name.removesuffix("-R")).about
    assert catalogue.get("RockPaperScissors").about.startswith("Repaired:")
    assert catalogue.get("NeedyDictator").about.startswith("Degenerate:")
