"""Tournaments in a browser: the form, a page that follows one, and what may be done about it."""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import SimpleNamespace

import pytest
from fixtures.accessibility import is_for_all
from fixtures.axe import violations
from fixtures.browser import Held, Person, fits, stop_time
from fixtures.gateway import asked
from fixtures.german import english_on
from fixtures.pages import Pages
from fixtures.person import until
from fixtures.platform import Platform
from fixtures.refusals import refused, says_why
from fixtures.windows import PHONE, Windows, keep_session
from playwright.sync_api import Page, expect
from soak.tournaments import Organizer

from redscience.api.batch.v1 import batch_pb2 as batch_api
from redscience.api.match.v1 import match_pb2 as match_api
from redscience.api.players.v1 import players_pb2 as players_api
from redscience.api.rules.v1 import rules_pb2 as rules_api
from redscience.errors import Fault, InvalidField
from redscience.names import GREEDY_ID, HOUSE, RANDOM_ID, STANDARD_ID
from redscience.tournaments.results import Results
from redscience.tournaments.seating import seating
from redscience.variations.family import Variations
from services.kit.ids import new_id

PLAYERS = {RANDOM_ID: "Random"} | {each_id: each.name for each_id, each in HOUSE.items()}
TOURNAMENT, BOT, MATCH = new_id(), new_id(), new_id()


def the_game(pages: Pages) -> rules_api.Game:
    """Connect4, as the rules service knows it."""
    world = pages.world
    known = (game for game in tuple(world.games.values()) if game.name == "Connect4")
    return next(known, None) or world.add_source(Variations().ready("Connect4"))


def told(pages: Pages, status: batch_api.Status.ValueType, played: int) -> None:
    """Has the batch service tell of a tournament that is so far."""
    world = pages.world
    game = the_game(pages)
    results = Results((seating((0, 1), len(PLAYERS)),))
    for line_up in ((0, 1), (1, 0)):
        results.outcomes[0, line_up] = Counter({("win", "lose"): played // 2})
    results.lengths[0] = Counter({21: played})
    tournament = batch_api.Tournament(
        id=TOURNAMENT,
        name="Of the house",
        status=status,
        games=[batch_api.Game(game_id=game.id, name=game.name, seats=["black", "white"], teams=[0, 1])],
        players=[batch_api.Player(player_id=each, name=name) for each, name in PLAYERS.items()],
        games_each=100,
        may_control=True,
        benchmark=batch_api.Benchmark(top_player_id=STANDARD_ID, favored_by_id=GREEDY_ID),
        progress=batch_api.Progress(
            status=status, games_played=played, games_total=1000, games_per_second=12.5, left_ms=90_000
        ),
    )
    count = batch_api.PlayerCount(player=0, won=played // 2, lost=played // 2)
    summary = batch_api.GameSummary(players=[0, 1], results=[batch_api.RESULT_WIN, batch_api.RESULT_LOSE], plies=21)
    match = batch_api.GameSummary(number=1, players=[1, 0], results=summary.results, match_id=MATCH, is_match=True)
    bot = match_api.ConnectedBot(player_id=BOT, name="Deep")
    world.told |= {
        "rules.BatchGet": rules_api.BatchGetResponse(games=[game]),
        "batch.Get": batch_api.GetResponse(tournament=tournament),
        "batch.List": batch_api.ListResponse(tournaments=[tournament]),
        "batch.Create": batch_api.CreateResponse(tournament=tournament),
        "batch.Results": batch_api.ResultsResponse(counts=json.dumps(results.as_json())),
        "batch.Curve": batch_api.CurveResponse(points=[batch_api.CurvePoint(games=played, players=[count])]),
        "batch.ListGames": batch_api.ListGamesResponse(games=[summary, match]),
        "match.ListBots": match_api.ListBotsResponse(bots=[bot]),
    }


@contextmanager
def trainer(pages: Pages, windows: Windows, *, new: bool = False, **options: object) -> Iterator[Page]:
    """The page of somebody who makes tournaments."""
    player, secret = pages.person("Ada")
    player.role = players_api.ROLE_TRAINER
    with windows.window(pages.address, new=new) as window:
        window.appear(**options)
        keep_session(window.context, secret, pages.address)
        yield window.page


def test_the_games_of_two_are_found_from_the_table_and_by_the_keyboard(pages: Pages, windows: Windows) -> None:
    told(pages, batch_api.STATUS_ENDED, 100)
    with trainer(pages, windows) as page:
        page.goto(f"{pages.address}/tournaments/{TOURNAMENT}")
        page.locator("#cross tbody tr").first.get_by_role("button").click()
        expect(page.get_by_role("link", name=re.compile(r"^2\. "))).to_be_visible()
        of, other = page.get_by_label("Games of"), page.get_by_label("With", exact=True)
        chosen = [int(each.input_value()) for each in (of, other)]
        assert list(asked(pages.world, "batch.ListGames").players) == chosen
        assert sorted(chosen) == [0, 1]
        pages.world.told["batch.ListGames"] = batch_api.ListGamesResponse()
        of.press("Home")
        expect(page.locator("#games")).to_have_text("No games of theirs are over yet.")
        assert list(asked(pages.world, "batch.ListGames").players) == chosen[1:]
        other.select_option("Anybody")
        expect(page.locator("#games")).to_have_text("Nothing has been played yet.")
        with refused(page, "tournaments/*/games?**"):
            of.select_option("Random")
            says_why(page.locator("#games-fault"), of)


@pytest.mark.parametrize("options", [{"viewport": PHONE, "color_scheme": "dark"}, {}])
def test_a_tournament_is_made_followed_and_stopped(
    pages: Pages, windows: Windows, options: dict[str, object], picture: Callable[..., None]
) -> None:
    told(pages, batch_api.STATUS_RUNNING, 100)
    with trainer(pages, windows, **options) as page:
        page.goto(f"{pages.address}/tournaments/new?game={the_game(pages).id}")
        page.get_by_role("checkbox", name="Random plays at random").check()
        page.get_by_role("checkbox", name="Deep a bot").check()
        page.get_by_role("checkbox", name="Standard thinks").check()
        note, each = page.locator("#games-each-note"), page.get_by_label("Games for each combination")
        each.fill("7")
        expect(note).to_have_text("Rounded up to 8, so that everybody has every seat equally often.")
        each.fill("100")
        expect(note).to_have_text("Rounded up, so that everybody has every seat equally often.")
        page.get_by_role("button", name="Add Standard again").click()
        page.keyboard.press("S")
        expect(page.get_by_role("combobox", name="How long Standard thinks").last).to_be_focused()
        page.get_by_role("spinbutton", name="Seconds a move of Standard").fill("0.5")
        expect(page.get_by_role("checkbox", name="Its games count")).to_be_disabled()
        picture(page, f"new-tournament-{len(options)}")
        page.get_by_role("checkbox", name="Stop as soon as").check()
        page.get_by_label("or by at least").fill("25")
        is_for_all(page)
        page.get_by_role("button", name="Begin").click()
        expect(page.locator("#progress-words")).to_have_text(
            "Running: 100 of 1,000 games · 13 games a second · about 1 min left"
        )
        expect(page.locator("#about")).to_contain_text("100 games for each combination")
        (made,) = [asked for name, asked in pages.world.calls if name == "batch.Create"][-1:]
        assert [(player.player_id, player.budget.seconds) for player in made.players] == [
            (RANDOM_ID, 0),
            (BOT, 0),
            (STANDARD_ID, 0),
            (STANDARD_ID, 0.5),
        ]
        assert (made.sprt.elo1, made.games_each) == (25.0, 100)
        page.get_by_label("Shown").select_option("Likelihood of superiority")
        expect(page.locator("#cross tbody tr").first).to_contain_text("50.0 %")
        page.get_by_label("Shown").select_option("All games")
        page.get_by_role("button", name="Show games").click()
        expect(page.get_by_role("link", name=re.compile(r"^1\. "))).to_have_attribute(
            "href", f"/tournaments/{TOURNAMENT}/games/0?step=0"
        )
        link = page.get_by_role("link", name=re.compile(r"^2\. "))
        expect(link).to_have_attribute("href", f"/matches/{MATCH}?step=0")
        is_for_all(page)
        assert violations(page) == []
        picture(page, f"tournament-{len(options)}")
        page.get_by_role("button", name="Pause").click()
        expect(page.locator("#progress-words")).to_contain_text("Paused: 100 of 1,000 games")
        expect(page.get_by_role("button", name="Resume")).to_be_visible()
        page.get_by_role("button", name="End it").click()
        page.get_by_role("button", name="Let it go on").click()


def test_people_are_invited_by_the_form(pages: Pages, windows: Windows, picture: Callable[..., None]) -> None:
    told(pages, batch_api.STATUS_RUNNING, 100)
    bob, _ = pages.person("Bob")
    pages.world.told["players.Find"] = players_api.FindResponse(players=[bob])
    with trainer(pages, windows) as page:
        page.goto(f"{pages.address}/tournaments/new?game={the_game(pages).id}")
        expect(page.get_by_label("Who meets whom")).to_have_value("round-robin")
        page.get_by_role("checkbox", name="Ada you").check()
        expect(page.get_by_label("Games for each combination")).to_have_value("1")
        page.get_by_label("Invite people").fill("Bo")
        page.get_by_role("option", name="Bob").click()
        expect(page.locator("#size-note")).to_have_text("Games in all: 2, rounds: 1.")
        page.get_by_label("Each round is open for").select_option("ten minutes")
        expect(page.get_by_label("Rounds", exact=True)).to_be_hidden()
        page.get_by_label("Who meets whom").select_option("mixed")
        page.get_by_label("Rounds", exact=True).fill("4")
        expect(page.locator("#size-note")).to_have_text("Games in all: 4.")
        is_for_all(page)
        picture(page, "new-tournament-people")
        expect(page.get_by_role("button", name="Begin", exact=True)).to_have_count(0)
        page.get_by_role("button", name="Send invitations").click()
        expect(page.locator("#progress-words")).to_contain_text("Running")
        (made,) = [asked for name, asked in pages.world.calls if name == "batch.Create"][-1:]
        assert [player.player_id for player in made.players][1:] == [bob.id]
        assert (made.window_s, made.games_each) == (600, 1)
        assert (made.format, made.rounds) == (batch_api.FORMAT_MIXED, 4)
        # Another like it is entered as this one was, also where the form has no such time.
        tournament = pages.world.told["batch.Get"].tournament
        tournament.format, tournament.rounds, tournament.window_s = batch_api.FORMAT_MIXED, 4, 120
        page.reload()
        page.locator("#another").click()
        expect(page.get_by_label("Who meets whom")).to_have_value("mixed")
        expect(page.get_by_label("Rounds", exact=True)).to_have_value("4")
        expect(page.get_by_label("Each round is open for")).to_have_value("120")
        expect(page.get_by_label("Its games count for ratings")).not_to_be_checked()


def of_people(pages: Pages, *entries: tuple[players_api.Player, batch_api.Entry.ValueType]) -> batch_api.Tournament:
    """Has the batch service tell of a tournament of people, who have said so far whether they play."""
    told(pages, batch_api.STATUS_INVITING, 100)
    tournament = pages.world.told["batch.Get"].tournament
    del tournament.players[:]
    for who, entry in entries:
        tournament.players.add(player_id=who.id, name=who.name, kind="person", entry=entry)
    tournament.ClearField("benchmark")
    tournament.window_s = 72 * 3600
    tournament.progress.games_played, tournament.progress.games_total = 0, 2
    pages.world.told["batch.Results"] = batch_api.ResultsResponse()
    pages.world.told["batch.Curve"] = batch_api.CurveResponse()
    # All of them are one: what becomes of it is told everywhere.
    pages.world.told["batch.List"] = SimpleNamespace(tournaments=[tournament], next_page_token="")
    return tournament


def test_an_open_tournament_is_found_on_home(pages: Pages, windows: Windows, picture: Callable[..., None]) -> None:
    of_people(pages).open = True
    _, secret = pages.person("Bob")
    with windows.window(pages.address, viewport=PHONE) as window:
        # Its link says what it is for, and may be followed without an account.
        window.page.goto(f"/tournaments/{TOURNAMENT}")
        expect(window.page.locator(".visit")).to_contain_text("Log in to play in it")
        is_for_all(window.page)
        keep_session(window.context, secret, pages.address)
        window.page.goto("/")
        found = window.page.get_by_role("region", name="Open seats").get_by_role("link")
        expect(found).to_have_text("Of the houseConnect4 · Open to join: 0 so far")
        is_for_all(window.page)
        picture(window.page, "home-open-tournament")
        found.click()
        expect(window.page.get_by_role("button", name="Join")).to_be_visible()


def test_anybody_joins_an_open_tournament(pages: Pages, windows: Windows, picture: Callable[..., None]) -> None:
    tournament = of_people(pages)
    tournament.open = True
    bob, secret = pages.person("Bob")
    with trainer(pages, windows) as page:
        page.goto(f"{pages.address}/tournaments/new?game={the_game(pages).id}")
        expect(page.get_by_label("Each round is open for")).to_be_hidden()
        page.get_by_label("Open to everybody here").check()
        expect(page.get_by_label("Each round is open for")).to_be_visible()
        expect(page.get_by_label("Games for each combination")).to_have_value("1")
        is_for_all(page)
        picture(page, "new-tournament-open")
        page.get_by_role("button", name="Open it").click()
        expect(page.locator("#progress-words")).to_have_text("Open to join: 0 so far")
        (made,) = [asked for name, asked in pages.world.calls if name == "batch.Create"][-1:]
        assert (made.open, len(made.players), made.window_s) == (True, 0, 86_400)
        expect(page.locator("#people-note")).to_have_text(
            "Anybody here may join until you begin it. Send them the address of this page."
        )
        expect(page.locator("#people-begin")).to_have_count(0)
        people = page.locator("#people")
        with windows.window(pages.address, new=True) as other:
            other.appear(viewport=PHONE)
            keep_session(other.context, pages.world.add_visitor(), pages.address)
            other.page.goto(f"{pages.address}/tournaments/{TOURNAMENT}")
            expect(other.page.get_by_role("link", name="Log in to join")).to_have_attribute(
                "href", f"/login?next=/tournaments/{TOURNAMENT}"
            )
            expect(other.page.get_by_role("button", name="Join")).to_have_count(0)
            keep_session(other.context, secret, pages.address)
            tournament.may_control = False
            other.page.goto(f"{pages.address}/tournaments")
            expect(other.page.get_by_role("row", name="Of the house")).to_contain_text("Open to join")
            other.page.get_by_role("link", name="Of the house").click()
            expect(other.page.locator("#people-note")).to_have_text(
                "Anybody here may join until its organizer begins it."
            )
            other.page.get_by_role("button", name="Join").click()
            expect(other.page.locator("#people")).to_have_text("Bobhas joined")
            other.page.get_by_role("button", name="Leave").click()
            expect(other.page.locator("#people")).to_have_text("Bobhas left")
            other.page.get_by_role("button", name="Join").click()
            expect(other.page.locator("#progress-words")).to_have_text("Open to join: 1 so far")
            is_for_all(other.page)
            assert violations(other.page) == []
            picture(other.page, "tournament-open-phone")
        tournament.may_control = True
        expect(people).to_have_text("Bobhas joined")
        page.reload()
        picture(page, "tournament-open")
        page.get_by_label("Who does not play on").select_option("Bob")
        page.get_by_role("button", name="Take out").click()
        expect(people).to_have_text("Bobhas left")
        assert [asked.player_id for name, asked in pages.world.calls if name == "batch.Answer"] == ["", "", "", bob.id]
        page.get_by_role("button", name="Join").click()
        expect(people).to_have_text("Bobhas leftAdahas joined")


def test_the_address_of_an_open_tournament_is_copied(pages: Pages, windows: Windows) -> None:
    of_people(pages).open = True
    with trainer(pages, windows, viewport=PHONE) as page:
        page.goto(f"{pages.address}/tournaments/{TOURNAMENT}")
        field = page.get_by_label("Address of this page")
        expect(field).to_have_value(page.url)
        field.click()
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.locator("#address-said")).to_have_text("Copied.")
        is_for_all(page)
        fits(page)


def test_whoever_comes_too_late_to_join_is_told_so(pages: Pages, windows: Windows) -> None:
    accepted = ((pages.person(name)[0], batch_api.ENTRY_ACCEPTED) for name in ("Bob", "Cleo"))
    tournament = of_people(pages, *accepted)
    tournament.open, tournament.may_control = True, False
    with windows.window(pages.address, viewport=PHONE) as window:
        keep_session(window.context, pages.world.add_visitor(), pages.address)
        window.page.goto(f"/tournaments/{TOURNAMENT}")
        expect(window.page.locator("#join-log-in")).to_be_visible()
        with pages.world.changed:
            tournament.status = tournament.progress.status = batch_api.STATUS_RUNNING
            tournament.progress.pairings.add(players=[0, 1], closes_at_ms=1000 * int(time.time()) + 3_600_000, round=1)
        expect(window.page.locator("#people-note")).to_contain_text("It has begun: nobody can join any more.")
        expect(window.page.locator("#join-log-in")).to_be_hidden()
        expect(window.page.locator("#standings")).to_be_visible()
        with pages.world.changed:
            tournament.status = tournament.progress.status = batch_api.STATUS_CANCELLED
        expect(window.page.locator("#progress-words")).to_have_text("Called off")
        # Nobody is ranked by what was not played.
        expect(window.page.locator("#standings")).to_be_hidden()


def begin(page: Page, picture: Callable[..., None]) -> None:
    """Begins a tournament of people, at the second attempt."""
    page.locator("#people-begin").click()
    expect(page.locator("#begin-words")).to_have_text("Players: Ada, Bob and Cleo. Nobody can be added afterwards.")
    picture(page, "tournament-beginning", full_page=False)
    page.locator("#begin-not").click()
    expect(page.locator("#begin-dialog")).to_be_hidden()
    page.locator("#people-begin").press("Enter")
    page.locator("#begin-yes").click()


def test_people_answer_and_come_to_their_games(pages: Pages, windows: Windows, picture: Callable[..., None]) -> None:
    (ada, secret), (bob, _), (cleo, _) = (pages.person(name) for name in ("Ada", "Bob", "Cleo"))
    accepted = batch_api.ENTRY_ACCEPTED
    tournament = of_people(pages, (ada, batch_api.ENTRY_INVITED), (bob, accepted), (cleo, accepted))
    with windows.window(pages.address) as window:
        window.appear(viewport=PHONE, color_scheme="dark")
        keep_session(window.context, secret, pages.address)
        page, people = window.page, window.page.locator("#people")
        page.goto(pages.address)
        expect(page.locator(".invited-item")).to_contain_text("invites you to the tournament")
        picture(page, "home-entry")
        page.get_by_role("link", name="See the tournament").click()
        expect(people).to_contain_text("Adahas not answered")
        page.locator("#people-accept").click()
        expect(people).to_contain_text("Adahas accepted")
        expect(page.locator("#people-accept")).to_have_count(0)
        picture(page, "tournament-entries")
        with pages.world.changed:
            tournament.name, tournament.rounds = "Of all who accepted", 3
        begin(page, picture)
        expect(page.get_by_role("heading", level=1)).to_have_text("Of all who accepted")
        with pages.world.changed:
            closes_at_ms = 1000 * int(time.time()) + 3_600_000
            tournament.progress.pairings.add(players=[1, 2], closes_at_ms=closes_at_ms, here=[1], left=2, round=1)
            tournament.progress.sitting_out.append(0)
        expect(page.locator("#people-note")).to_contain_text(
            "You have no game to play for now. The next round opens when these games are over."
        )
        expect(page.locator("#people-note")).to_contain_text("Sitting out this round: Ada.")
        with pages.world.changed:
            del tournament.progress.sitting_out[:]
            tournament.progress.pairings[0].players[:] = [1, 0]
        expect(page.locator("#people-note")).not_to_contain_text("You have no game")
        expect(people).to_contain_text("Here: Bob.")
        is_for_all(page)
        assert violations(page) == []
        picture(page, "tournament-pairings")
        # Every page tells that the game is open, whether anybody has come to it or not.
        name = "Of all who accepted"
        for here, said in (([], f"Your game with Bob is open ({name})"), ([1], f"Waiting for you: Bob ({name})")):
            tournament.progress.pairings[0].here[:] = here
            page.goto(f"{pages.address}/tournaments")
            expect(page.get_by_role("link", name=said)).to_have_text(re.compile("Your game"))
        fits(page)
        page.goto(pages.address)
        waits = page.get_by_role("link", name=re.compile("Waiting for you: Bob"))
        expect(waits).to_be_visible()
        picture(page, "home-pairing")
        waits.click()
        comes_and_goes(page)
        # As soon as there is a match both are led to it.
        path, _ = pages.show("wide", ada)
        with pages.world.changed:
            tournament.progress.pairings[0].closes_at_ms = 0
            tournament.progress.pairings[0].match_id = path.rpartition("/")[2]
        page.wait_for_url(f"**{path}")


def test_who_stays_here_between_two_rounds_is_led_to_the_next_game(pages: Pages, windows: Windows) -> None:
    (ada, secret), (bob, _), (cleo, _) = (pages.person(name) for name in ("Ada", "Bob", "Cleo"))
    tournament = of_people(pages, *((who, batch_api.ENTRY_ACCEPTED) for who in (ada, bob, cleo)))
    tournament.status = tournament.progress.status = batch_api.STATUS_RUNNING
    pairings = tournament.progress.pairings
    closes_at_ms = 1000 * int(time.time()) + 3_600_000
    pairings.add(players=[0, 1], closes_at_ms=closes_at_ms)
    with windows.window(pages.address) as window:
        window.appear()
        keep_session(window.context, secret, pages.address)
        page = window.page
        page.goto(f"{pages.address}/tournaments/{TOURNAMENT}")
        page.locator("#people-here").click()
        expect(page.locator("#standings-card")).to_contain_text("counted together, when all of them are over")
        # They are as well when the page is loaded again.
        expect(page.locator("#people")).to_contain_text("Here: Ada.")
        page.reload()
        expect(page.locator("#people")).to_contain_text("Here: Ada.")
        expect(page.locator("#people-gone")).to_be_visible()
        # Bob has not come: the game is lost by him, and a game of others is left of the round.
        with pages.world.changed:
            pairings[0].players[:], pairings[0].here[:] = [2, 1], []
        expect(page.locator("#people-note")).to_contain_text("You are here for your next game,")
        expect(page.locator("#people-gone")).to_be_visible()
        # The others of the next game are here, so that it begins at once.
        path, _ = pages.show("wide", ada)
        with pages.world.changed:
            pairings[0].players[:], pairings[0].closes_at_ms = [0, 2], 0
            pairings[0].match_id = path.rpartition("/")[2]
        page.wait_for_url(f"**{path}")


def test_nobody_is_waited_for_who_has_left(pages: Pages, windows: Windows, picture: Callable[..., None]) -> None:
    (ada, secret), (bob, _) = (pages.person(name) for name in ("Ada", "Bob"))
    tournament = of_people(pages, *((who, batch_api.ENTRY_ACCEPTED) for who in (ada, bob)))
    tournament.status = tournament.progress.status = batch_api.STATUS_RUNNING
    tournament.rounds = 3
    tournament.progress.pairings.add(players=[0, 1], closes_at_ms=1000 * int(time.time()) + 3_600_000, round=2)
    results = Results((seating((0, 1), 2),))
    results.outcomes[0, (0, 1)] = Counter({("win", "lose"): 1, ("draw", "draw"): 1})
    pages.world.told["batch.Results"] = batch_api.ResultsResponse(counts=json.dumps(results.as_json()))
    with windows.window(pages.address) as window:
        window.appear(viewport=PHONE)
        keep_session(window.context, secret, pages.address)
        page = window.page
        page.goto(f"{pages.address}/tournaments/{TOURNAMENT}")
        expect(page.locator("#people-note")).to_contain_text("Round 2 of 3.")
        expect(page.locator("#standings")).to_contain_text("1.5 of 2")
        # What was played is told without being asked for, and again when more has been.
        expect(page.locator("#games")).to_contain_text("black: Ada, won")
        expect(page.locator("#games")).not_to_contain_text("3. Connect4")
        with pages.world.changed:
            third = batch_api.GameSummary(number=2, players=[0, 1], results=[batch_api.RESULT_LOSE] * 2)
            pages.world.told["batch.ListGames"].games.append(third)
            tournament.progress.games_played = 3
        expect(page.locator("#games")).to_contain_text("3. Connect4")
        page.get_by_label("Who does not play on").select_option("Bob")
        page.get_by_role("button", name="Take out").click()
        dialog = page.get_by_role("dialog", name="Take Bob out?")
        assert violations(page) == []
        picture(page, "tournament-take-out")
        dialog.get_by_role("button", name="Take out").click()
        expect(page.locator("#people-note")).to_contain_text("Has left: Bob.")
        expect(page.get_by_label("Who does not play on")).to_have_count(0)
        page.get_by_role("button", name="Leave the tournament").click()
        page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
        expect(page.locator("#people-note")).not_to_contain_text("Ada")
        page.get_by_role("button", name="Leave the tournament").click()
        page.get_by_role("dialog").get_by_role("button", name="Leave", exact=True).click()
        expect(page.locator("#people-note")).to_contain_text("until you play on. Has left: Ada.")
        page.get_by_role("button", name="Play on").click()
        expect(page.get_by_role("button", name="Leave the tournament")).to_be_visible()
        asked = [request.player_id for name, request in pages.world.calls if name == "batch.Answer"][-3:]
        assert asked == [bob.id, "", ""]
        # Home leads back between two games.
        page.goto(pages.address)
        games = page.locator("#tournament-games")
        expect(games).to_contain_text(re.compile("Of the houseConnect4 · with Bob"))
        with pages.world.changed:
            del tournament.progress.pairings[:]
        for status, said in (
            (batch_api.STATUS_INVITING, re.compile("Waiting for answers.*You are in")),
            (batch_api.STATUS_RUNNING, re.compile("Running.*No game for you now")),
            (batch_api.STATUS_ENDED, "Of the houseOver: 3 of 2 games"),
        ):
            tournament.status = tournament.progress.status = status
            page.goto(pages.address)
            expect(games).to_have_text(said)
        page.locator(f"#tournament-{TOURNAMENT}").click()
        page.wait_for_url(f"**/tournaments/{TOURNAMENT}")


def test_a_time_of_today_is_told_without_the_day(pages: Pages, windows: Windows) -> None:
    (ada, secret), (bob, _) = (pages.person(name) for name in ("Ada", "Bob"))
    tournament = of_people(pages, *((who, batch_api.ENTRY_ACCEPTED) for who in (ada, bob)))
    tournament.status = tournament.progress.status = batch_api.STATUS_RUNNING
    with windows.window(pages.address, new=True) as window:
        window.appear()
        keep_session(window.context, secret, pages.address)
        page = window.page
        noon_ms = page.evaluate("new Date(2026, 10, 30, 12).getTime()")
        page.clock.set_fixed_time(noon_ms / 1000)
        for hours, told_as in ((1, "Play by 1:00 PM."), (25, "Play by Dec 1, 2026, 1:00 PM.")):
            del tournament.progress.pairings[:]
            tournament.progress.pairings.add(players=[0, 1], closes_at_ms=noon_ms + hours * 3_600_000)
            page.goto(f"{pages.address}/tournaments/{TOURNAMENT}")
            expect(page.locator("#people")).to_contain_text(re.compile(told_as.replace(" PM", r"\sPM")))
        # While it is paused that is not known: the round is open as much longer.
        tournament.status = tournament.progress.status = batch_api.STATUS_PAUSED
        for path, place in ((f"/tournaments/{TOURNAMENT}", "#people"), ("/", "#tournament-games")):
            page.goto(f"{pages.address}{path}")
            expect(page.locator(place)).to_contain_text("Paused: nobody loses time.")
            expect(page.locator(place)).not_to_contain_text("Play by")


def test_a_game_of_a_tournament_is_not_aborted_and_leads_on(pages: Pages, windows: Windows) -> None:
    ada, secret = pages.person("Ada")
    of_people(pages, (ada, batch_api.ENTRY_ACCEPTED))
    with windows.window(pages.address) as window:
        window.appear()
        keep_session(window.context, secret, pages.address)
        page = window.page
        for tournament_id in ("", TOURNAMENT):
            path, _ = pages.show("named", ada)
            pages.world.matches[path.rpartition("/")[2]].match.tournament_id = tournament_id
            page.goto(f"{pages.address}{path}")
            expect(page.locator("#leave")).to_be_visible()
            expect(page.locator("#abort")).to_be_visible(visible=not tournament_id)
        path, _ = pages.show("late", ada)
        pages.world.matches[path.rpartition("/")[2]].match.tournament_id = TOURNAMENT
        page.goto(f"{pages.address}{path}")
        expect(page.locator("#to-replay")).to_be_visible()
        expect(page.locator("#again")).to_have_count(0)
        page.locator("#on-to-tournament").click()
        page.wait_for_url(f"**/tournaments/{TOURNAMENT}")


@contextmanager
def asking(pages: Pages, windows: Windows) -> Iterator[tuple[Page, batch_api.Tournament]]:
    """The page, on a phone, of Ada's tournament, for which Bob is asked, and which Cleo has declined."""
    (ada, secret), (bob, _), (cleo, _) = (pages.person(name) for name in ("Ada", "Bob", "Cleo"))
    entries = batch_api.ENTRY_ACCEPTED, batch_api.ENTRY_INVITED, batch_api.ENTRY_DECLINED
    tournament = of_people(pages, *zip((ada, bob, cleo), entries, strict=True))
    tournament.progress.asked = 3
    with windows.window(pages.address) as window:
        window.appear(viewport=PHONE)
        keep_session(window.context, secret, pages.address)
        window.page.goto(f"{pages.address}/tournaments/{TOURNAMENT}")
        expect(window.page.locator("#people")).to_contain_text("Cleohas declined")
        yield window.page, tournament


def test_further_people_are_asked_until_it_begins(pages: Pages, windows: Windows, picture: Callable[..., None]) -> None:
    with asking(pages, windows) as (page, tournament):
        people, field = page.locator("#people"), page.get_by_label("Ask further people")
        (dora, _), (eve, _) = pages.person("Dora"), pages.person("Eve")
        bob, cleo = (pages.world.players[tournament.players[at].player_id] for at in (1, 2))
        pages.world.told["players.Find"] = players_api.FindResponse(players=[bob, cleo, dora])
        top = page.evaluate(TOP_OF_THE_FIELD)
        # By the keyboard alone; who is asked already is not among those who are found, and whoever has declined is.
        field.focus()
        page.keyboard.type("o")
        expect(page.get_by_role("option")).to_have_text(["Cleo", "Dora"])
        is_for_all(page)
        assert violations(page) == []
        picture(page, "tournament-ask")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(field).to_have_value("Dora")
        page.keyboard.press("Enter")
        expect(people).to_contain_text("Dorahas not answered")
        expect(field).to_have_value("")
        expect(field).to_be_focused()
        expect(page.locator("#standings")).to_contain_text("Dora")
        assert page.evaluate(TOP_OF_THE_FIELD) == top
        # A whole name need not be chosen from the list.
        field.fill("cleo")
        page.get_by_role("button", name="Ask", exact=True).click()
        expect(people).to_contain_text("Cleohas not answered")
        asked = [list(request.player_ids) for name, request in pages.world.calls if name == "batch.AddPeople"]
        assert asked[-2:] == [[dora.id], [cleo.id]]
        # Whoever is asked in another window is shown here, too; once it has begun nobody is asked any more.
        with pages.world.changed:
            tournament.players.add(player_id=eve.id, name="Eve", kind="person", entry=batch_api.ENTRY_INVITED)
            tournament.progress.asked = 5
        expect(people).to_contain_text("Evehas not answered")
        with pages.world.changed:
            tournament.status = tournament.progress.status = batch_api.STATUS_RUNNING
        expect(field).to_be_hidden()
        page.reload()
        expect(page.locator("#standings")).to_contain_text("Dora")
        expect(field).to_have_count(0)
        # Who has not made it asks nobody.
        tournament.status = tournament.progress.status = batch_api.STATUS_INVITING
        tournament.may_control = False
        page.reload()
        expect(people).to_contain_text("Dorahas not answered")
        expect(field).to_have_count(0)


def test_why_somebody_is_not_asked_is_said_beside_their_name(
    pages: Pages, windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    with asking(pages, windows) as (page, _):
        field, fault = page.get_by_label("Ask further people"), page.locator("#ask-person-fault")
        button = page.get_by_role("button", name="Ask", exact=True)
        dora, _ = pages.person("Dora")
        pages.world.told["players.Find"] = players_api.FindResponse(players=[dora])
        field.fill("Zoe")
        button.click()
        expect(fault).to_contain_text("There is nobody called “Zoe”")
        field.fill("")
        expect(fault).to_be_empty()
        button.click()
        expect(fault).to_have_text("Choose somebody from the list.")
        field.fill("Dora")
        page.get_by_role("option", name="Dora").click()
        expect(fault).to_be_empty()
        refusal = InvalidField([Fault("player_ids[0]", "cannot be asked now", "Name somebody else")])
        tries: list[object] = []
        monkeypatch.setitem(pages.world.told, "batch.AddPeople", partial(refuse, refusal, tries))
        button.click()
        expect(fault).to_have_text("Dora: Cannot be asked now. Name somebody else.")
        # What was chosen and is cleared is not asked.
        field.fill("")
        button.click()
        expect(fault).to_have_text("Choose somebody from the list.")
        assert len(tries) == 1


TOP_OF_THE_FIELD = "() => document.getElementById('ask-person').getBoundingClientRect().top + scrollY"


def refuse(error: Exception, tries: list[object], request: object) -> None:
    tries.append(request)
    raise error


def comes_and_goes(page: Page) -> None:
    """Says to be here, takes that back, and says it again."""
    people = page.locator("#people")
    page.locator("#people-here").click()
    expect(people).to_contain_text("Here: Bob and Ada.")
    page.locator("#people-gone").click()
    expect(people).to_contain_text("Here: Bob.")
    page.locator("#people-here").click()
    expect(people).to_contain_text("Here: Bob and Ada.")


def test_two_who_say_that_they_are_here_meet_in_their_match(people: Callable[..., Person], platform: Platform) -> None:
    ada, bob = people("ada"), people("bob")
    organizer = Organizer(platform, platform.admin_secret)
    organizer.create("", 2, [batch_api.Player(player_id=each.id) for each in (ada, bob)])
    for each in (ada, bob):
        page = each.open("/")
        page.get_by_role("link", name="See the tournament").click()
        page.locator("#people-accept").click()
        expect(page.locator("#people-accept")).to_have_count(0)
    ada.page.locator("#people-here").click()
    expect(ada.page.locator("#people")).to_contain_text(f"Here: {ada.name}.")
    bob.open("/").get_by_role("link", name=re.compile(f"Waiting for you: {ada.name}")).click()
    bob.page.locator("#people-here").click()
    for each in (ada, bob):
        each.page.wait_for_url("**/matches/*")
        expect(each.page.locator(".space").first).to_be_visible()
    assert ada.page.url == bob.page.url
    match = ada.page_data()["match"]
    assert {seat["player"]["id"] for seat in match["seats"]} == {ada.id, bob.id}


def test_on_a_phone_wide_tables_scroll_by_themselves(
    pages: Pages, windows: Windows, picture: Callable[..., None]
) -> None:
    told(pages, batch_api.STATUS_RUNNING, 100)
    with trainer(pages, windows, viewport=PHONE) as page:
        page.goto(f"{pages.address}/tournaments/{TOURNAMENT}")
        table = page.get_by_role("group", name="Each against each")
        head = table.locator("tbody th").first
        expect(head).to_be_visible()
        fits(page)
        picture(page, "tournament-tables")
        assert "gradient" in table.evaluate("(region) => getComputedStyle(region).backgroundImage")
        before = head.bounding_box()
        table.focus()
        page.keyboard.press("ArrowRight")
        expect(table).to_be_focused()
        until(lambda: table.evaluate("(region) => region.scrollLeft") or None)
        after = head.bounding_box()
        assert before is not None
        assert after is not None
        # Who a row is of stays where it is.
        assert abs(after["x"] - before["x"]) <= 8
        standings = page.get_by_role("group", name="Standings").first
        assert standings.evaluate("(region) => region.scrollWidth <= region.clientWidth")
        # It stays where it was scrolled to, and keeps the keyboard, while games are played.
        table.evaluate("(region) => { region.scrollLeft = 100; }")
        told(pages, batch_api.STATUS_RUNNING, 200)
        expect(standings).to_contain_text(re.compile("100 . 0 . 100"))
        expect(table).to_be_focused()
        assert table.evaluate("(region) => region.scrollLeft") >= 100


def test_a_page_follows_until_it_is_over(pages: Pages, windows: Windows) -> None:
    told(pages, batch_api.STATUS_RUNNING, 100)
    with trainer(pages, windows) as page:
        page.goto(f"{pages.address}/tournaments/{TOURNAMENT}")
        expect(page.locator("#standings")).to_contain_text(re.compile("50 . 0 . 50"))
        for name, path in (("Standard", f"/players/{STANDARD_ID}"), ("Connect4", f"/games/{the_game(pages).id}")):
            expect(page.get_by_role("link", name=name, exact=True)).to_have_attribute("href", path)
        with pages.world.changed:
            pages.world.down.add("batch")
        try:
            expect(page.get_by_text("Reconnecting…")).to_be_visible()
            told(pages, batch_api.STATUS_ENDED, 1000)
        finally:
            pages.world.down.clear()
        expect(page.locator("#progress-words")).to_have_text("Over: 1,000 of 1,000 games")
        expect(page.locator("#standings")).to_contain_text(re.compile("500 . 0 . 500"))
        expect(page.get_by_role("button", name="End it")).to_have_count(0)
        expect(page.get_by_role("status").filter(has_text="Over")).to_have_count(1)
        page.goto(f"{pages.address}/tournaments")
        expect(page.locator("#tournaments th")).to_contain_text("Benchmark")
        is_for_all(page)


def test_the_last_tables_come_with_the_end(pages: Pages, windows: Windows) -> None:
    told(pages, batch_api.STATUS_RUNNING, 100)
    with trainer(pages, windows, new=True) as page:
        page.clock.install()
        page.goto(f"{pages.address}/tournaments/{TOURNAMENT}")
        standings = page.locator("#standings")
        expect(standings).to_contain_text(re.compile("50 . 0 . 50"))
        # No time goes by, after which it would ask again.
        stop_time(page)
        for status, played in ((batch_api.STATUS_RUNNING, 200), (batch_api.STATUS_ENDED, 1000)):
            told(pages, status, played)
            expect(standings).to_contain_text(re.compile(f"{played // 2} . 0 . {played // 2}"))


def test_the_last_tables_come_though_others_are_asked_for_at_the_end(pages: Pages, windows: Windows) -> None:
    told(pages, batch_api.STATUS_RUNNING, 100)
    with trainer(pages, windows, new=True) as page:
        page.clock.install()
        page.goto(f"{pages.address}/tournaments/{TOURNAMENT}")
        expect(page.locator("#standings")).to_contain_text(re.compile("50 . 0 . 50"))
        asked = Held(page, f"**/api/tournaments/{TOURNAMENT}")
        stop_time(page)
        told(pages, batch_api.STATUS_RUNNING, 200)
        first = asked.take()
        before = first.fetch()
        told(pages, batch_api.STATUS_ENDED, 1000)
        expect(page.locator("#progress-words")).to_have_text("Over: 1,000 of 1,000 games")
        first.fulfill(response=before)
        asked.take().continue_()
        expect(page.locator("#standings")).to_contain_text(re.compile("500 . 0 . 500"))


def test_a_game_that_was_cut_off_is_shown_as_drawn_with_the_reason(pages: Pages, windows: Windows) -> None:
    told(pages, batch_api.STATUS_ENDED, 1000)
    state = Variations().ready("Connect4").game().start(0)
    summary = batch_api.GameSummary(
        players=[0, 1], results=[batch_api.RESULT_DRAW] * 2, plies=5_000, match_id=MATCH, reason=match_api.REASON_LENGTH
    )
    step = match_api.ReplayStep(number=0, view=state.replay_text("spectator"))
    pages.world.told |= {
        "batch.GetGame": batch_api.GetGameResponse(summary=summary),
        "batch.ListGames": batch_api.ListGamesResponse(games=[summary]),
        "batch.Replay": batch_api.ReplayResponse(replay=match_api.ReplayResponse(steps=1, views=[step])),
    }
    with trainer(pages, windows) as page:
        page.goto(f"{pages.address}/tournaments/{TOURNAMENT}")
        page.get_by_role("button", name="Show games").click()
        expect(page.locator("#games tbody tr")).to_contain_text("Cut off, drawn")
        page.goto(f"{pages.address}/tournaments/{TOURNAMENT}/games/0")
        expect(page.locator(".outcome-title")).to_have_text("A draw.")
        expect(page.locator(".outcome-text")).to_have_text(
            "It had too many moves for a tournament, where it counts as a draw."
        )
        expect(page.locator("#outcome")).to_contain_text("This match is not rated.")


def test_a_tournament_is_read_in_german(pages: Pages, windows: Windows) -> None:
    told(pages, batch_api.STATUS_RUNNING, 100)
    with trainer(pages, windows) as page:
        page.goto(f"{pages.address}/language/de?next=/tournaments/{TOURNAMENT}")
        expect(page.locator("#progress-words")).to_contain_text("Läuft: 100 von 1.000 Partien")
        page.get_by_role("button", name="Partien zeigen").click()
        expect(page.locator("#games")).to_contain_text("gewonnen")
        expect(page.locator("#seats")).to_contain_text("Schwarz, ")
        expect(page.locator(".benchmark-mark")).to_have_text(
            "Benchmark Als es angelegt wurde, war Standard an der Spitze und wurde von Greedy am meisten begünstigt."
        )
        assert english_on(page, "Of the house") == []
        page.goto(f"{pages.address}/tournaments")
        page.get_by_role("link", name="Nur Benchmarks").click()
        expect(page.get_by_role("link", name="Nur Benchmarks")).to_have_attribute("aria-current", "page")
        expect(page.locator("#tournaments th")).to_contain_text("Benchmark")
        # Each page asks besides what waits for whoever looks.
        listed = [asked for name, asked in pages.world.calls if name == "batch.List" and not asked.own]
        assert listed[-1].benchmarks_only
        assert english_on(page, "Of the house") == []
        page.goto(f"{pages.address}/tournaments/new")
        assert english_on(page) == []
        ada = [player for player in pages.world.players.values() if player.role == players_api.ROLE_TRAINER][-1]
        bob, _ = pages.person("Bob")
        tournament = of_people(pages, (ada, batch_api.ENTRY_INVITED), (bob, batch_api.ENTRY_ACCEPTED))
        page.goto(f"{pages.address}/tournaments/{TOURNAMENT}")
        expect(page.locator("#people")).to_contain_text("hat zugesagt")
        assert english_on(page, "Of the house") == []
        tournament.progress.status = tournament.status = batch_api.STATUS_RUNNING
        tournament.progress.pairings.add(players=[1, 0], closes_at_ms=1_000, here=[1], left=2)
        for path in (f"/tournaments/{TOURNAMENT}", "/"):
            page.goto(f"{pages.address}{path}")
            expect(page.locator("main")).to_contain_text("Zu spielen bis")
            assert english_on(page, "Of the house", "Connect4") == []
