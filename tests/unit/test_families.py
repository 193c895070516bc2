"""The registry of families, where it is asked for what it does not have."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

import pytest
from undercut import UndercutFamily

from redscience import families
from redscience.errors import RuleSetError, UnplayableGame
from redscience.interface import Family


def test_a_family_that_is_not_installed_is_named() -> None:
    with pytest.raises(UnplayableGame, match=r"'chessboxing' cannot be played here\. Install the package"):
        families.family("chessboxing")


@pytest.mark.parametrize("text", ["", '{"name": "Odd", "players": 9}'])
def test_a_saved_game_that_is_read_no_more_says_why(text: str) -> None:
    with pytest.raises(RuleSetError) as refused:
        families.read(text)
    with pytest.raises(UnplayableGame) as said:
        families.saved(text)
    assert said.value.message.startswith("This game was saved by another release, and cannot be played by this one. ")
    assert said.value.message.endswith(str(refused.value.faults[0]))


def test_a_saved_game_of_a_family_that_is_not_installed_says_what_to_install() -> None:
    with pytest.raises(UnplayableGame) as said:
        families.saved('{"format": "chessboxing/1", "name": "Bout"}')
    assert said.value.message == (
        "Games with the format 'chessboxing/1' cannot be played here. Install the package or the release that has them."
    )


def test_a_saved_game_is_read() -> None:
    source = families.get("Tic-Tac-Toe")
    assert families.saved(source.text).digest == source.digest


def test_the_package_of_a_family_as_the_recipe_has_it_registers_it_and_has_all_of_its_files() -> None:
    recipe = (Path(__file__).parents[2] / "docs" / "extending.md").read_text("utf-8")
    (sample,) = re.findall(r"```toml\n(.*?)```", recipe, re.DOTALL)
    package = tomllib.loads(sample)
    assert list(package["project"]["entry-points"]) == [families.GROUP]
    carried = {Path(pattern).suffix for pattern in package["tool"]["setuptools"]["package-data"]["*"]}
    pages = [Path(family.page) for family in families.every() if family.page is not None]
    needed = {path.suffix for page in pages for path in page.rglob("*.*")} | {".json"}  # the schema of views
    assert needed <= carried


class Nameless(UndercutFamily):
    """A family of another name; its games are called as those of Undercut."""

    name = "nameless"
    format = "nameless/1"


class Taken(UndercutFamily):
    """A family that reads the files of another."""

    name = "taken"
    format = families.every()[0].format
    shelves = {"games": ("Taken",)}  # noqa: RUF012 - nobody changes it


class Half(Family):
    """A family without all that one has."""


class Namesake(Taken):
    """A family that is called as another."""

    name = "variations"
    format = "namesake/1"


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("nowhere.family:Nowhere", r"ModuleNotFoundError: No module named 'nowhere'"),
        ("test_families:Nothing", r"AttributeError: .*'Nothing'"),
        ("test_families:Half", r"TypeError: .*abstract"),
        ("pathlib:Path", r"it is no redscience\.interface\.Family"),
        ("test_families:Namesake", r"there is another of its name"),
        ("test_families:Taken", r"the family variations reads files of its format 'redscience-rules/1'"),
        ("test_families:Nameless", r"the family undercut has a game named 'Undercut', too"),
    ],
)
def test_an_installed_family_that_cannot_be_used_is_named_with_its_package(
    value: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (undercut,) = entry_points(group=families.GROUP)
    zany = EntryPoint("zany", value, families.GROUP)
    object.__setattr__(zany, "dist", undercut.dist)
    monkeypatch.setattr(families, "entry_points", lambda group: [undercut, zany] if group == families.GROUP else [])
    said = (
        rf"^The family 'zany' of the package undercut cannot be used: {why}.*\. Correct the package, or uninstall it\.$"
    )
    with pytest.raises(UnplayableGame, match=said):
        families.every.__wrapped__()


def test_the_page_of_the_command_has_every_feature() -> None:
    page = (Path(__file__).parents[2] / "docs" / "command.md").read_text("utf-8")
    rows = re.findall(r"^\| [^|]+ \| (`.*`) \|$", page.partition("## Features")[2], re.MULTILINE)
    told = {word for row in rows for word in re.findall(r"`([^`]+)`", row)}
    own = [families.family(entry.name) for entry in families.OWN]
    assert told == {feature for family in own for feature in family.features}
