"""The package: it has all that it needs and nothing else, and does all that a checkout does."""

from __future__ import annotations

import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from uuid import uuid4
from zipfile import ZipFile

import pytest
from fixtures.installation import build, install
from fixtures.person import eventually, until
from fixtures.platform import Platform
from fixtures.web_client import WebClient

from redscience.names import GREEDY_ID, RANDOM_ID
from redscience.variations import catalogue
from services.gateway.assets import read_assets
from services.gateway.security import OUTBOX_COOKIE

ROOT = Path(__file__).parents[2]
PACKAGES = ("redscience", "services")
BUILT_FROM = (*PACKAGES, "pyproject.toml", "README.md", "LICENSE")


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source distribution, from a copy that has nothing of earlier builds."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("dist")
    for name in BUILT_FROM:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copyfile
        copy(ROOT / name, source / name)
    build(source, target, "sdist", "wheel")
    return target


@pytest.fixture(scope="module")
def wheel(dist: Path) -> Path:
    (wheel,) = dist.glob("*.whl")
    return wheel


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to stand in, with nothing that leads to the checkout."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    return tmp_path


@pytest.fixture
def installed_platform(wheel: Path, elsewhere: Path) -> Iterator[Platform]:
    """The platform of the wheel, running."""
    installation = install(wheel, elsewhere / "environment", extras=["services"])
    platform = Platform(elsewhere / "state", [installation.command])
    try:
        platform.start()
        yield platform
    finally:
        platform.stop()


def contents(wheel: Path) -> dict[str, bytes]:
    with ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_wheel_has_every_file_of_the_packages_and_nothing_else(wheel: Path) -> None:
    listed = subprocess.run(["git", "ls-files", *PACKAGES], cwd=ROOT, capture_output=True, text=True, check=True)
    tracked = {name: (ROOT / name).read_bytes() for name in listed.stdout.splitlines()}
    assert len(tracked) > 300
    found = contents(wheel)
    assert not tracked.keys() - found.keys()
    assert {name: found[name] for name in tracked} == tracked
    assert {name.split("/")[0] for name in found} == {*PACKAGES, f"{'-'.join(wheel.name.split('-')[:2])}.dist-info"}


def test_the_source_distribution_builds_the_same_wheel(dist: Path, wheel: Path, tmp_path: Path) -> None:
    (source,) = dist.glob("*.tar.gz")
    subprocess.run(["tar", "xf", source, "-C", tmp_path], check=True)
    build(tmp_path / source.name.removesuffix(".tar.gz"), tmp_path, "wheel")
    assert contents(tmp_path / wheel.name) == contents(wheel)


def test_the_library_alone_explains_checks_and_plays(wheel: Path, elsewhere: Path) -> None:
    (elsewhere / "broken.json").write_text('{"name": "Broken", "players": 9}')
    installation = install(wheel, elsewhere / "environment")
    run = installation.run
    where = run(installation.python, "-c", "import redscience; print(redscience.__file__)").stdout
    assert Path(where).is_relative_to(elsewhere / "environment")
    assert "Connect4\n========" in run(installation.command, "rules", "Connect4").stdout
    assert (
        run(installation.command, "check", ROOT / "redscience/variations/catalogue/games/Connect4.json").returncode == 0
    )
    assert run(installation.command, "check", "broken.json").returncode == 1
    played = run(installation.command, "play", "Tic-Tac-Toe", "--seed", "3", typed="2,2\n1,1\n3,3\n")
    assert played.stdout.endswith("Black has three in a row. Black wins, white loses.\n"), played
    up = run(installation.command, "up")
    assert up.returncode == 2
    assert up.stderr.endswith("with: pip install '.[services]'\n")


def test_with_its_extra_the_wheel_runs_the_platform(installed_platform: Platform) -> None:
    client = WebClient(installed_platform)
    tournament = see_a_tournament(client)
    see_a_hint(client)
    see_every_page(client, installed_platform.outbox_key, tournament)
    see_every_static_file(client)
    see_the_whole_catalogue(client)
    see_every_migration(installed_platform.state / "databases")


def see_a_tournament(client: WebClient) -> str:
    """Makes one, sees that it is played, and gives its id."""
    (game,) = [game for game in client.ask("GET", "/api/games?name=Connect4") if game["name"] == "Connect4"]
    form = {
        "request_id": uuid4().hex,
        "game_ids": [game["id"]],
        "players": [{"id": GREEDY_ID}, {"id": RANDOM_ID}],
        "format": "round-robin",
        "games_each": 2,
        "rated": False,
    }
    # The first one loads the engine: on a busy machine that takes longer than anybody waits for an answer.
    made = eventually(lambda: client.ask("POST", "/api/tournaments", form))
    until(lambda: client.ask("GET", f"/api/tournaments/{made['id']}")["tournament"]["progress"]["status"] == "ended")
    return str(made["id"])


def see_a_hint(client: WebClient) -> None:
    match = f"/api/matches/{client.new_match()['id']}"
    seen = until(lambda: (now := client.ask("GET", match))["is_acting"] and now)
    # Likewise.
    hint = eventually(lambda: client.ask("POST", f"{match}/hint", {"view_version": seen["view_version"]}))
    assert hint["move"] in [legal["move"] for legal in seen["view"]["legal"]]


def see_every_page(client: WebClient, outbox_key: str, tournament: str) -> None:
    match = client.new_match()
    game, player = f"/games/{match['game']['id']}", f"/players/{client.id}"
    of_games = ("/", "/factory", "/games", game, f"{game}/leaderboard", f"{game}/evolution", f"/matches/{match['id']}")
    of_people = ("/me", player, "/admin", "/unreachable")
    of_tournaments = ("/tournaments", "/tournaments/new", f"/tournaments/{tournament}")
    for path in (*of_games, *of_people, *of_tournaments, f"/tournaments/{tournament}/games/1"):
        assert "</html>" in client.ask("GET", path), path
    assert "</html>" in client.ask("GET", "/outbox", Cookie=f"{OUTBOX_COOKIE}={outbox_key}")
    assert 'id="log-in-title"' in client.ask("GET", "/login", Cookie="")
    with client.request("GET", "/nowhere") as answer:
        assert (answer.status, b"</html>" in answer.read()) == (404, True)


def see_every_static_file(client: WebClient) -> None:
    found = re.search(r'"(/static/\w+/)sheets/redscience\.css', client.ask("GET", "/"))
    assert found is not None
    assets = read_assets(ROOT / "services/gateway/static")
    assert "playground.js" in assets
    for name, asset in assets.items():
        with client.request("GET", found[1] + name) as answer:
            assert answer.read() == asset.content, name


def see_the_whole_catalogue(client: WebClient) -> None:
    for name in catalogue.names():
        assert name in {game["name"] for game in client.ask("GET", f"/api/games?name={name}")}


def see_every_migration(databases: Path) -> None:
    for folder in ROOT.glob("services/*/migrations/versions"):
        newest = max(file.name for file in folder.glob("*.py"))
        with closing(sqlite3.connect(databases / f"{folder.parents[1].name}.sqlite")) as database:
            ((version,),) = database.execute("SELECT version_num FROM alembic_version")
        assert newest.startswith(f"{version}_"), folder
