"""Every page fits a phone and what lies between it and a desk, and every board can be played on a phone."""

from __future__ import annotations

import json
from collections.abc import Callable
from uuid import uuid4

import pytest
from fixtures.browser import CUT, SPILT, WHOLE, Held, Person, every_page, fits, together
from fixtures.furnished import Furnished
from fixtures.pages import Pages
from fixtures.person import until
from fixtures.platform import Platform
from fixtures.windows import DESK, PHONE, SMALL_DESK, TABLET, Windows, keep_session
from playwright.sync_api import Locator, Page, expect

from redscience.variations import catalogue
from services.gateway.catalogues import LANGUAGES
from services.gateway.catalogues import catalogue as catalogue_of

# Whether the upper and the lower edge of something are on top of all else.
IS_UNCOVERED = """(element) => {
  const { left, top, bottom, width } = element.getBoundingClientRect();
  return [top + 2, bottom - 2].every((y) => element.contains(document.elementFromPoint(left + width / 2, y)));
}"""

BOARDS = ("Tic-Tac-Toe", "3on15line", "4on7sq", "5on15sq", "Qubic-4", "Connect4")


MARKED = ("ChessWithoutCheck", "KPoker", "3P-BoS")
"""Games with many markers, and with several boards."""
FAMILIES = {"Stratego": 2, "Tic-Tac-Rainbow": 2, "FourBases-4P": 4}
SCROLLING = """() => Array.from(document.querySelectorAll("main *")).filter((one) =>
  one.scrollWidth > one.clientWidth && ["auto", "scroll"].includes(getComputedStyle(one).overflowX)
).map((one) => one.outerHTML.slice(0, 80))"""
"""What scrolls sideways within a page."""
TABLES = {
    "player": ("Top burst", "Won", "Drawn", "Per turn", "Last match"),
    "favoritism": ("Matches", "Win boost", "Kick back", "Draw boost", "Favors owed", "Relative rating"),
    "history": ("With", "Rating", "Ended"),
    "creations": ("Made",),
    "admin-audit": ("When",),
    "admin-changes": ("When",),
}
"""Pages of rows, and what a phone has no column for."""


BROKEN = """(name) => {
  const words = document.createRange();
  words.selectNodeContents(name);
  return words.getClientRects().length > 1;
}"""
CROWDED = """(button) => {
  const words = document.createRange();
  words.selectNodeContents(button.lastChild);
  const lines = new Set([...words.getClientRects()].map(({ top }) => top)).size;
  return lines > 2 || words.getBoundingClientRect().width > button.clientWidth - 8;
}"""
"""Whether what a button says needs more than two lines, or fills it to its edges."""


# For whoever has their browser write larger.
LARGER = "document.documentElement.style.fontSize = '130%'"


@pytest.mark.parametrize("opened", [PHONE, DESK], ids=["phone", "desk"])
def test_pages_fit(
    people: Callable[..., Person], platform: Platform, picture: Callable[..., None], opened: dict[str, int]
) -> None:
    ada = people("ada", viewport=opened, has_touch=opened is PHONE)
    ada.post("/api/log-in/code", {"email": f"{'long' * 12}-{opened['width']}@example.org"})
    turned = TABLET if opened is PHONE else SMALL_DESK
    for name, page in every_page(ada, "4on7sq", platform):
        for viewport, scheme in ((opened, "light"), (turned, "dark"), (opened, "dark")):
            ada.browser.appear(viewport=viewport, color_scheme=scheme)
            picture(page, f"{name}-{viewport['width']}-{scheme}")
            fits(page)
        if opened is PHONE:
            page.evaluate(LARGER)
            fits(page)


@pytest.mark.parametrize("viewport", [TABLET, SMALL_DESK], ids=["tablet", "small desk"])
def test_nothing_scrolls_sideways_in_the_factory(
    pages: Pages, windows: Windows, picture: Callable[..., None], viewport: dict[str, int]
) -> None:
    _, secret = pages.person("Ada")
    with windows.window(pages.address, viewport=viewport) as window:
        keep_session(window.context, secret, pages.address)
        page = window.page
        for game in MARKED:
            page.goto(f"/factory?copy={pages.world.add_game(catalogue.get(game)).id}")
            page.locator("#english p").first.wait_for()
            picture(page, f"factory-{game}-{viewport['width']}")
            fits(page)
            assert page.evaluate(SCROLLING) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_runs_out_of_its_place(people: Callable[..., Person], language: str) -> None:
    ada = people("ada", viewport=PHONE)
    page = ada.open(f"/language/{language}")
    page.locator("#suggested li").first.wait_for()
    page.evaluate(LARGER)
    fits(page)
    for game, players in (("BeerQuiche60", 2), ("3P-9X-HideSeek", 3), ("3P-LeastLoses-3x4", 3)):
        # What each has is told in the end, whatever was hidden.
        ada.post(f"/api/matches/{ada.new_match(game, players=players)}/leave", {"request_id": uuid4().hex})
        expect(page.locator(".seat-count").first).to_be_visible()
        assert page.locator(".seat").evaluate_all(f"all => all.flatMap({SPILT})") == [], game
        fits(page)
    poker = ada.game_id("3P-RichPoker")
    ada.open(f"/games/{poker}")
    expect(page.locator("#setup dt")).not_to_have_count(0)
    page.evaluate(LARGER)
    fits(page)
    page.reload()
    expect(page.locator("#setup dt")).not_to_have_count(0)
    for viewport in (PHONE, TABLET, SMALL_DESK, DESK):
        ada.browser.appear(viewport=viewport)
        assert page.locator("#setup").evaluate(SPILT) == [], viewport
    ada.browser.appear(viewport=PHONE)
    ada.open(f"/factory?copy={poker}")
    expect(page.locator(".palette")).to_have_count(4)
    assert page.locator(".palette, .markers").evaluate_all(f"all => all.flatMap({SPILT})") == []
    fits(page)
    # Of stacks the height is typed: its name stands beside it, as those of the other sides do.
    ada.browser.appear(viewport=SMALL_DESK)
    heights = "all => all.map((label) => label.getBoundingClientRect().top - label.control.getBoundingClientRect().top)"
    x, y, z = page.locator("label[for^=at-board-size]").evaluate_all(heights)
    assert x == y == z


@pytest.mark.parametrize("language", LANGUAGES)
def test_small_screens_tell_all_of_a_row_and_cut_nothing_off(
    in_memory: Furnished, windows: Windows, language: str
) -> None:
    with windows.window(in_memory.address, viewport=PHONE) as window:
        page = window.page
        page.goto(f"{in_memory.address}/language/{language}")
        for name, columns in TABLES.items():
            in_memory.log_in(page, in_memory.admin_secret if name.startswith("admin") else "")
            in_memory.open(page, name)
            rest = page.locator("tr.rest").first
            expect(rest.locator("dt")).to_have_text([catalogue_of(language).text(each) for each in columns])
            expect(rest.locator("dd").last).not_to_be_empty()
            assert page.locator(".table-scroll").evaluate(CUT) == [], name
        in_memory.log_in(page)
        for viewport in (TABLET, SMALL_DESK):
            window.appear(viewport=viewport)
            for name in ("player", "favoritism", "leaderboard", "tournament"):
                in_memory.open(page, name)
                assert page.locator(".table-scroll").first.evaluate(CUT) == [], f"{name}, {viewport}"
        window.appear(viewport=PHONE)
        for name in ("home", "playing", "ended", "player", "leaderboard"):
            in_memory.open(page, name)
            shown = page.locator(".titlebar, .match-item, .ratings, .tabs")
            assert shown.evaluate_all(f"all => all.flatMap({CUT})") == []
        in_memory.open(page, "settings")
        # Names are read whole while they are typed.
        widths = page.locator(".field-row input:visible").evaluate_all("all => all.map((one) => one.clientWidth)")
        assert min(widths) >= 160
        fits(page)
        in_memory.open(page, "home")
        assert page.locator(".play-now .button").evaluate_all(f"all => all.filter({CROWDED}).length") == 0
        page.locator("#slot-1").click()
        # Nothing that has room for a line of its own is broken within a word.
        names = page.locator("#slot-1-list .option-name")
        expect(names.filter(has_text="Standard-Quick")).to_be_attached()
        assert names.evaluate_all(f"all => all.filter({BROKEN}).map((name) => name.textContent)") == []
        in_memory.log_in(page, in_memory.admin_secret)
        for viewport in (PHONE, TABLET, SMALL_DESK):
            window.appear(viewport=viewport)
            in_memory.open(page, "admin")
            assert page.locator(".tabs").evaluate(CUT) == [], viewport


@pytest.mark.parametrize("viewport", [TABLET, SMALL_DESK], ids=["tablet", "small desk"])
def test_families_fit(people: Callable[..., Person], picture: Callable[..., None], viewport: dict[str, int]) -> None:
    ada = people("ada", viewport=viewport)
    for game, players in FAMILIES.items():
        ada.new_match(game, players=players)
        ada.page.locator(".grid, .board-drawing").first.wait_for()
        picture(ada.page, f"match-{game}-{viewport['width']}")
        fits(ada.page)
        assert ada.page.evaluate(SCROLLING) == []
    ada.open("/factory?family=four_bases").locator(".grid").first.wait_for()
    fits(ada.page)
    # What a family says of styles is not for what is around it.
    assert ada.page.locator("nav.kinds").evaluate("(kinds) => getComputedStyle(kinds).columnGap") == "16px"


@pytest.mark.parametrize("game", BOARDS)
def test_boards_are_played_by_touch(people: Callable[..., Person], picture: Callable[..., None], game: str) -> None:
    ada = people("ada", viewport=PHONE, has_touch=True)
    ada.new_match(game)
    page = ada.page
    page.locator(".space.is-choosable").first.wait_for()
    fits(page)
    made = page.locator(".space > .piece:not(.is-proposed)")
    before = made.count()
    page.locator(".space.is-choosable").nth(2).tap()
    accept = page.get_by_role("button", name="Accept Move")
    # What makes the move is on the screen, wherever the board ends.
    expect(accept).to_be_in_viewport(ratio=1)
    assert accept.evaluate(IS_UNCOVERED), "something lies on Accept Move"
    picture(page, f"touch-{game}", full_page=False)
    accept.tap()
    expect(made.nth(before)).to_be_visible()
    fits(page)


def test_a_board_of_small_spaces_can_be_enlarged(people: Callable[..., Person]) -> None:
    ada = people("ada", viewport=PHONE, has_touch=True)
    ada.new_match("5on15sq")
    page, game_id = ada.page, ada.game_id("5on15sq")
    page.locator(".space.is-choosable").first.wait_for()  # nothing is drawn anew from here on
    enlarges(page.locator("#board"))
    ada.open(f"/games/{game_id}/analysis").locator(".space.is-choosable").first.wait_for()
    enlarges(page.locator("#board"))
    ada.open(f"/games/{game_id}").locator(".space").first.wait_for()
    enlarges(page.locator("#opening-board"))
    rules = ada.get(f"/api/games/{game_id}")["rule_set"]
    begun = {"version": 0, "request_id": uuid4().hex, "family": "variations", "name": "", "editing": {}}
    draft_id = ada.post("/api/drafts", begun | {"rule_set": rules})["id"]
    link = ada.post(f"/api/drafts/{draft_id}/link", {})["link"]
    ada.open(f"/drafts/{link}").locator(".space").first.wait_for()
    enlarges(page.locator("#opening-board"))
    ada.open(f"/factory?copy={game_id}").locator("#english p").first.wait_for()
    enlarges(page.locator("#opening-board"))
    page.get_by_role("button", name="Try it").click()
    page.locator("#try-table .space.is-choosable").first.wait_for()
    enlarges(page.locator("#board"))
    # Those that are seen at an angle are lower than wide.
    ada.open(f"/games/{ada.game_id('Qubic-4')}/analysis").locator(".space.is-choosable").first.wait_for()
    enlarges(page.locator("#board"))


def enlarges(board: Locator) -> None:
    """A board is drawn larger and smaller again, within a page that is no wider than before."""
    space = board.locator(".space").first
    small = until(space.bounding_box)
    button = board.get_by_role("button", name="Enlarge the board")
    button.tap()
    whole = board.get_by_role("button", name="Show the whole board")
    expect(whole).to_be_visible()
    large = until(space.bounding_box)
    assert large["width"] > 1.4 * small["width"]
    fits(board.page)
    whole.tap()
    expect(button).to_be_visible()


def test_long_names_push_nothing_off_a_phone(people: Callable[..., Person]) -> None:
    ada, bob = people("ada", viewport=PHONE), people("bob", viewport=PHONE)
    for one, letter in ((ada, "W"), (bob, "M")):
        one.post("/api/me/name", {"name": 24 * letter + uuid4().hex[:6]})
    path, first, second = together(ada, bob, ada.unhurried("Tic-Tac-Toe"))
    first.reply(path, "O@1,1")
    second.reply(path, "O@2,2")
    asking, page = second.open(path), first.open(path)
    for seen in (asking, page):
        expect(seen.locator("#proposal")).to_contain_text("to column 2, row 2")
        assert outside(seen, "#move") == []
    for ask, answer, said in (
        ("Take back", "#take-back-refuse", "asks to take back a move."),
        ("Pause", "#pause-refuse", "asks for a pause."),
    ):
        asking.get_by_role("button", name=ask).click()
        expect(page.locator("#move")).to_contain_text(said)
        assert outside(page, "#move") == []
        page.locator(answer).click()
        expect(page.locator("#move")).not_to_contain_text(said)
    asking.get_by_role("button", name="Leave").click()
    asking.locator("#leave-now").click()
    asking.get_by_role("button", name="Play again").click()
    for seen in (asking, page):
        expect(seen.locator("#rematch-text")).not_to_be_empty()
        expect(seen.locator(".ratings tr")).to_have_count(2)
        expect(seen.locator(".ratings")).to_contain_text("25 ± 25")
        assert outside(seen, "#move") == []
        fits(seen)
    # Who has made the game has something to show.
    page = ada.open(f"/players/{bob.id}/creations")
    expect(page.locator(".empty")).to_be_visible()
    fits(page)


def outside(page: Page, place: str) -> list[str]:
    """What of a place lies beside the window."""
    beside: list[str] = page.locator(place).evaluate(BESIDE)
    return beside


BESIDE = """(place) => [place, ...place.querySelectorAll("*")]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > document.documentElement.clientWidth)
  .map((one) => one.textContent.trim())"""


def test_what_waits_is_said_in_full_in_german(people: Callable[..., Person]) -> None:
    ada = people("ada", viewport=PHONE)
    ada.open("/language/de")
    ada.new_match("4on7sq")
    ada.page.locator(".space.is-choosable").first.wait_for()
    page = ada.open("/games")
    short = page.locator("#to-waiting .narrow-only")
    expect(short).to_have_text("Am Zug")
    is_cut_off = "(said) => said.scrollWidth > said.clientWidth"
    assert not short.evaluate(is_cut_off)
    # It is the longest of what may stand there.
    short.evaluate("(said) => (said.textContent = 'Nächste Partie')")
    assert not short.evaluate(is_cut_off)
    fits(page)


@pytest.mark.parametrize("width", [360, 480, 600, 768])
def test_what_is_said_of_a_reserve_makes_its_page_no_wider(people: Callable[..., Person], width: int) -> None:
    page = people("ada", viewport={"width": width, "height": 740}).open("/factory")
    page.locator("#english p").first.wait_for()
    reserve = page.get_by_label("circles of white in reserve")
    left = until(reserve.bounding_box)["x"]
    reserve.fill("9999")
    expect(page.locator("#at-shapes-O-reserve-white-fault")).to_be_visible()
    fits(page)
    reserve.fill("0")
    expect(page.locator("#at-shapes-O-reserve-white-warning")).to_be_visible()
    fits(page)
    # Nor does the field in which one types go elsewhere.
    assert until(reserve.bounding_box)["x"] == left


def test_on_a_phone_the_board_that_stays_covers_nothing_that_has_the_keyboard(people: Callable[..., Person]) -> None:
    page = people("ada", viewport=PHONE).open("/factory")
    page.locator("#english p").first.wait_for()
    controls = page.locator(":is(.board-tools, .palettes) :is(button, input):enabled")
    for index in range(controls.count()):
        control = controls.nth(index)
        # It is where the board would be over it.
        control.evaluate("(one) => { one.blur(); scrollBy(0, one.getBoundingClientRect().top - 200); }")
        control.focus()
        assert control.evaluate(IS_UNCOVERED), control.get_attribute("id")
    reserve = page.get_by_label("circles of white in reserve")
    reserve.fill("0")
    page.locator("#warnings").get_by_role("button", name="Circles of white in reserve").click()
    expect(reserve).to_be_focused()
    assert reserve.evaluate(IS_UNCOVERED)


def test_on_a_phone_saving_trying_and_undoing_are_in_reach_wherever_one_is(people: Callable[..., Person]) -> None:
    page = people("ada", viewport=PHONE).open("/factory")
    page.locator("#english p").first.wait_for()
    end = "() => scrollTo(0, document.documentElement.scrollHeight)"
    page.evaluate(end)
    for name in ("Save", "Try it", "Undo", "Redo"):
        button = page.get_by_role("button", name=name, exact=True)
        expect(button).to_be_in_viewport(ratio=1)
        assert button.evaluate(IS_UNCOVERED), name
    expect(page.locator("#rules")).to_be_in_viewport()
    assert page.locator("#english p").last.evaluate(IS_UNCOVERED)
    # What comes of it is in sight.
    page.route("**/game_saver.js", lambda route: route.fulfill(status=503))
    page.get_by_role("button", name="Save", exact=True).click()
    fault = page.locator("#save-fault")
    expect(fault).to_contain_text("The server does not answer.")
    expect(fault).to_be_in_viewport(ratio=1)
    page.evaluate(end)
    page.get_by_role("button", name="Try it", exact=True).click()
    expect(page.locator("#try-table .space.is-choosable").first).to_be_in_viewport(ratio=1)
    for part in ("#try-seat", "#try-status"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    assert page.locator("#try-seat").evaluate(WHOLE)
    # Whatever is said of a move, nothing moves under the finger of who plays.
    table = page.locator("#try-table").bounding_box()
    page.locator("#try-status").evaluate("(status) => (status.textContent = 'Random played a circle. '.repeat(9))")
    assert page.locator("#try-table").bounding_box() == table
    # It covers neither what has the keyboard nor a list that is open.
    controls = page.locator("#controls :is(button, input, select):visible:enabled")
    for control in controls.all():
        control.evaluate("(one) => { one.blur(); scrollBy(0, one.getBoundingClientRect().top - innerHeight + 20); }")
        control.focus()
        assert control.evaluate(IS_UNCOVERED), control.get_attribute("id")
    page.get_by_role("combobox", name="Power").click()
    expect(page.get_by_role("button", name="Save", exact=True)).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Save", exact=True)).to_be_visible()


def test_markers_of_pieces_are_as_large_as_a_finger(people: Callable[..., Person]) -> None:
    page = people("ada", viewport=PHONE, has_touch=True).open("/factory")
    page.locator("#english p").first.wait_for()
    markers = page.locator(".palette-row .marker")
    expect(markers).to_have_count(2)
    for marker in markers.all():
        box = until(marker.bounding_box)
        assert box["width"] >= 44
        assert box["height"] >= 44


def test_spaces_that_a_keyboard_on_the_screen_puts_into_a_name_become_hyphens(people: Callable[..., Person]) -> None:
    page = people("ada", viewport=PHONE, has_touch=True).open("/factory")
    page.locator("#english p").first.wait_for()
    name, fault = page.get_by_label("Name", exact=True), page.locator("#at-name-fault")
    name.fill("Chess of thumbs ")
    expect(fault).to_contain_text("Has a space in it.")
    name.blur()
    expect(name).to_have_value("Chess-of-thumbs")
    expect(fault).to_be_empty()


def test_on_a_phone_the_panel_of_a_match_covers_nothing_that_has_the_keyboard(
    in_memory: Furnished, windows: Windows
) -> None:
    with windows.window(in_memory.address, viewport=PHONE) as window:
        page = window.page
        in_memory.log_in(page)
        streams = Held(page, "**/api/events?*")
        in_memory.open(page, "playing")
        below = page.locator(":is(#so-far, #chat, .notes) :is(summary, button, input):visible:enabled")
        page.locator("#typed:enabled").wait_for()
        page.locator("#chat summary").wait_for()
        for index in range(below.count()):
            control = below.nth(index)
            page.evaluate("() => { document.activeElement.blur(); scrollTo(0, 0); }")
            control.focus()
            assert control.evaluate(IS_UNCOVERED), control.evaluate("(one) => one.outerHTML")
        page.locator("#chat summary").press("Enter")
        field = page.locator("#chat-text")
        field.focus()
        # What is said above pushes it down.
        said = [
            {"number": number, "player": {"id": "ben", "name": "Ben"}, "text": "Hm", "at_ms": 0} for number in (1, 2)
        ]
        told = f"retry: 1\nevent: chat\ndata: {json.dumps({'room': 'seats', 'messages': said})}\n\n"
        page.evaluate("() => document.activeElement.scrollIntoView({ block: 'end' })")
        streams.take().fulfill(content_type="text/event-stream", body=told)
        expect(page.locator("#chat-list li")).to_have_count(2)
        assert field.evaluate(IS_UNCOVERED)


def test_the_head_of_the_factory_and_what_games_are_searched_by_are_read_whole_in_german(
    pages: Pages, windows: Windows
) -> None:
    _, secret = pages.person("Ada")
    with windows.window(pages.address, viewport=PHONE) as window:
        keep_session(window.context, secret, pages.address)
        page = window.page
        page.goto("/language/de")
        page.goto("/factory")
        title, begin = (until(page.locator(each).bounding_box) for each in ("h1 >> nth=0", "#examples"))
        words = page.locator("h1").first.evaluate(WIDTH_OF_WORDS)
        assert title["x"] + words < begin["x"] or title["y"] + title["height"] <= begin["y"]
        for kind in page.locator("nav.kinds a").all():
            expect(kind).to_be_in_viewport(ratio=1)
        assert page.evaluate(SCROLLING) == []
        page.goto("/games")
        assert page.locator("#name").evaluate(WIDTH_OF_HINT) <= 0


WIDTH_OF_WORDS = """(place) => {
  const words = document.createRange();
  words.selectNodeContents(place);
  return words.getBoundingClientRect().width;
}"""
# How much wider what stands in an empty field is than the field.
WIDTH_OF_HINT = """(field) => {
  const { font, paddingLeft, paddingRight } = getComputedStyle(field);
  const context = document.createElement("canvas").getContext("2d");
  context.font = font;
  const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  return context.measureText(field.placeholder).width - room;
}"""
