"""The pages in German: somebody logs in, looks around, and plays, and reads no English but names and what rules say."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from fixtures.browser import Person
from fixtures.furnished import Furnished
from fixtures.german import english_on
from fixtures.person import until
from fixtures.windows import DESK, PHONE, SMALL_DESK, TABLET, Windows
from playwright.sync_api import ViewportSize, expect

STANDINGS_SHOWN = ("Ben", "Cleo", "Ada", "Dora", "Random")


def test_somebody_who_reads_german_logs_in_looks_around_and_plays(people: Callable[..., Person]) -> None:
    bea = people("bea")
    page = bea.open("/language/de")
    game = bea.game_id("Tic-Tac-Rainbow")
    for path, title in (
        ("/", "Start"),
        ("/factory?family=rainbow", "Spielefabrik"),
        (f"/games/{game}/leaderboard", "Rangliste"),
        (f"/players/{bea.id}", bea.name),
        ("/me", "Einstellungen"),
        ("/tournaments", "Turniere"),
        ("/nothing", "Nicht gefunden"),
    ):
        bea.open(path)
        expect(page).to_have_title(re.compile(title))
        expect(page.locator("html")).to_have_attribute("lang", "de")
        assert english_on(page, bea.name) == [], path
    bea.new_match("Tic-Tac-Rainbow")
    expect(page.locator("#proposal")).to_contain_text("Wähle")
    assert english_on(page, bea.name, "Tic-Tac-Rainbow") == []
    page.locator("#hand button:enabled").first.click()
    page.locator("#table .is-choosable").first.click()
    page.get_by_role("button", name="Zug bestätigen").click()
    # What happened last may be the answer already, of any kind.
    expect(page.locator("#so-far-moves")).to_contain_text("gesetzt")
    assert english_on(page, bea.name, "Tic-Tac-Rainbow") == []


def test_a_language_is_chosen_in_the_menu(people: Callable[..., Person]) -> None:
    page = people("cleo").open("/me")
    page.locator("#user-menu summary").click()
    page.get_by_role("link", name="Deutsch").click()
    expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    page.locator("#user-menu summary").click()
    page.get_by_role("link", name="English").click()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()


def test_what_was_kept_in_english_and_what_games_call_their_pieces_is_read_in_german(
    in_memory: Furnished, windows: Windows
) -> None:
    with windows.window(in_memory.address) as window:
        page = window.page
        page.goto(in_memory.address + "/language/de")
        in_memory.log_in(page)
        for name, said in (
            ("settings", ["Firefox auf Linux", "Zuletzt vor 2 Tagen benutzt"]),
            ("player", ["Freundschaft beenden", "50\u00a0%"]),
            ("ended", ["Du: Bauer von Spalte 5, Reihe 7", "Impulse: fein, häufig"]),
            ("tournament-people", ["Jede Runde ist 24 Std. lang offen. Ohne Wertung."]),
        ):
            in_memory.open(page, name)
            for words in said:
                expect(page.locator("main")).to_contain_text(words)
        game = in_memory.paths["leaderboard"].split("/")[2]
        (dora,) = (player for player in in_memory.world.players.values() if player.name == "Dora")
        standing = in_memory.world.standing(game, dora.id)
        standing.sigma, standing.rating = 7, standing.mu - 3 * 7
        in_memory.open(page, "leaderboard")
        expect(page.locator(f'[data-player="{dora.id}"] strong')).to_have_text("22 ± 21")
        expect(page.get_by_role("rowheader")).to_have_text([re.compile(name) for name in STANDINGS_SHOWN])


def test_a_watcher_and_orders_are_told_of_in_german_sentences(people: Callable[..., Person]) -> None:
    ada, bob = people("ada"), people("bob")
    page = ada.open("/language/de")
    match_id = ada.new_match("FourBases-2P", hurried=False)
    bob.open(f"/matches/{match_id}")
    expect(page.locator("#watchers")).to_have_text("1 schaut zu")
    page.locator(".cell.is-source").click()
    page.locator(".cell.is-target").first.click()
    page.get_by_role("button", name="Flagge hissen").click()
    expect(page.locator("#proposal")).to_have_text("Zwei Befehle senden.")


def test_rules_in_english_are_spoken_so_on_a_german_page(people: Callable[..., Person]) -> None:
    ada = people("ada")
    page = ada.open("/language/de")
    game = ada.game_id("4on7sq")
    for path in ("/factory", f"/games/{game}", f"/games/{game}/analysis"):
        page = ada.open(path)
        page.locator(".english p").first.wait_for(state="attached")
        assert page.locator("html").get_attribute("lang") == "de"
        assert {one.get_attribute("lang") for one in page.locator(".english").all()} == {"en"}
    ada.new_match("4on7sq")
    expect(ada.page.locator(".english").first).to_have_attribute("lang", "en")


@pytest.mark.parametrize("viewport", [DESK, SMALL_DESK, TABLET, PHONE], ids=lambda viewport: str(viewport["width"]))
def test_the_time_of_a_turn_is_said_in_full_in_german(people: Callable[..., Person], viewport: ViewportSize) -> None:
    ada = people("ada", viewport=viewport)
    ada.open("/language/de")
    page = ada.open("/factory")
    time = page.locator("#at-seconds-per-turn")
    expect(time.locator("option").first).to_have_text("3 Sekunden pro Zug")
    # As wide as its longest option would have it.
    needed = time.evaluate(
        """(own) => {
          const other = own.cloneNode(true);
          other.style.width = "max-content";
          own.parentElement.append(other);
          const { width } = other.getBoundingClientRect();
          other.remove();
          return width;
        }"""
    )
    assert until(time.bounding_box)["width"] >= needed


@pytest.mark.parametrize("language", ["en", "de"])
def test_on_a_phone_accept_stays_where_it_is_whatever_is_said_of_the_clock(
    people: Callable[..., Person], language: str
) -> None:
    ada = people("ada", viewport=PHONE)
    ada.open(f"/language/{language}")
    ada.new_match("Tic-Tac-Toe")
    choosable, accept = ada.page.locator(".space.is-choosable").first, ada.page.locator("#accept")
    choosable.wait_for()
    before = until(accept.bounding_box)
    choosable.click()
    expect(ada.page.locator("#time-then")).to_have_text(re.compile("your move is made|wird dein Zug gespielt"))
    assert until(accept.bounding_box) == before
