"""The Factory around its board: room for it, what follows from a choice, games to begin from, and saving."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from fixtures.browser import WHOLE, fits
from fixtures.factory import Hand, choose, factory, marked, spaces, squares
from fixtures.pages import Pages
from fixtures.person import until
from fixtures.windows import PHONE, Windows, keep_session
from playwright.sync_api import Page, expect

from redscience.variations import catalogue
from redscience.variations.engine.motions import Motion, reach
from redscience.variations.language import Shape, Spaces
from redscience.variations.language.frozen import FrozenMapping
from redscience.variations.language.moves import MOVES

__all__ = ["factory"]

SMALLEST_BOARD_PX = 320
DESKS = ((1366, 700), (1200, 768), (1100, 768), (1000, 768), (900, 768), (768, 1024))
DRAWN_MOVES = """options => options.map(option => [
  option.querySelector("span:not(.move-picture)").textContent,
  ...Array.from(option.querySelectorAll("svg > g"), part => {
    const cell = (x, y) => [Math.floor(x / 10) - 2, 2 - Math.floor(y / 10)];
    const numbers = path => path.getAttribute("d").match(/[\\d.]+/g).map(Number);
    return [
      ...Array.from(part.querySelectorAll("circle.move-to"), dot => cell(dot.cx.baseVal.value, dot.cy.baseVal.value)),
      ...Array.from(part.querySelectorAll("path.move-to"), path => cell(numbers(path)[0], numbers(path)[1] + 3)),
      ...Array.from(part.querySelectorAll(".move-slide"), path => {
        const [x, y, toX, toY] = numbers(path);
        return cell((5 * toX + x) / 6, (5 * toY + y) / 6);
      }),
    ];
  }),
])"""
"""Of each choice its name, and for each part of its picture the spaces that are marked: to the right, and forward."""


def test_shapes_and_phases_become_like_those_before_them(factory: Page) -> None:
    hand = Hand(factory)
    hand.choose("Shapes", "3 shapes")
    hand.type("pentagons of white in reserve", "2")
    choose(factory.locator("#at-shapes-P-power"), "Must capture")
    choose(factory.locator("#at-shapes-P-move"), "Moves adjacent")
    hand.click("Same as pentagon")
    expect(factory.get_by_label("Xs of white in reserve", exact=True)).to_have_value("2")
    expect(factory.locator("#at-shapes-X-power")).to_have_value("Must capture")
    expect(factory.locator("#at-shapes-X-move")).to_have_value("Moves adjacent")
    expect(factory.get_by_role("button", name="Same as pentagon")).to_be_disabled()
    expect(factory.get_by_role("button", name="Same as circle")).to_be_enabled()
    hand.choose("Passing", "Option to pass")
    hand.choose("Phases", "2 phases")
    hand.click("Phase lock for white in phase 1")
    hand.click("Locked space")
    hand.stroke((2, 2))
    factory.locator("#board-phase-1").click()
    hand.click("Same as phase 1")
    expect(factory.get_by_role("button", name="Phase lock for white in phase 2")).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(factory.get_by_role("combobox", name="Passing")).to_have_value("Option to pass")
    assert marked(factory, "locked") == {"2,2"}
    expect(factory.get_by_role("button", name="Same as phase 1")).to_be_disabled()


def test_what_a_smaller_board_and_fewer_players_hid_comes_back(factory: Page) -> None:
    page = factory
    hand = squares(page, "4", "4")
    hand.choose("Players", "3 Player")
    hand.type("circles of pink in reserve", "7")
    hand.click("Wall")
    hand.stroke((4, 1), (4, 4))
    hand.click("Exclusive to pink")
    hand.stroke((1, 2))
    hand.click("Put pink circles on the board")
    hand.stroke((2, 4))
    hand.choose("Phases", "3 phases")
    page.locator("#board-phase-2").click()
    hand.click("Phase lock for pink in phase 3")
    for label, less, more in (
        ("x", "2", "4"),
        ("y", "2", "4"),
        ("Players", "2 Player", "3 Player"),
        ("Phases", "1 phase", "3 phases"),
    ):
        hand.choose(label, less)
        hand.choose(label, more)
    assert marked(page, "wall") == spaces(range(4, 5), range(1, 5))
    assert marked(page, "exclusive to pink") == {"1,2"}
    assert marked(page, "pink circle") == {"2,4"}
    expect(page.get_by_label("circles of pink in reserve")).to_have_value("7")
    page.locator("#board-phase-2").click()
    expect(page.get_by_role("button", name="Phase lock for pink in phase 3")).to_have_attribute("aria-pressed", "true")


def test_a_shape_of_which_too_many_are_in_reserve_has_no_move(factory: Page) -> None:
    page = factory
    move = page.get_by_role("combobox", name="Move", exact=True)
    expect(move).to_be_disabled()
    expect(move).to_have_value("")
    hand = squares(page, "4", "3")
    for seat in ("black", "white"):
        hand.type(f"circles of {seat} in reserve", "4")
    hand.choose("Move", "Moves adjacent")
    # So it is where the board has become too small for them, and comes back with the larger one.
    hand.choose("x", "2")
    expect(move).to_be_disabled()
    expect(move).to_have_value("")
    expect(page.locator("#english")).not_to_contain_text("move one step")
    hand.choose("x", "4")
    expect(move).to_have_value("Moves adjacent")
    expect(page.locator("#english")).to_contain_text("move one step")


def test_moves_on_tetrakis_squares_are_drawn_from_both_kinds_of_points(
    factory: Page, picture: Callable[..., None]
) -> None:
    hand = squares(factory, "5", "5")
    hand.choose("Board", "Tetrakis squares")
    move = factory.get_by_role("combobox", name="Move", exact=True)
    hand.type("circles of black in reserve", "2")
    move.click()
    options = factory.locator("#at-shapes-O-move-list [role=option]")
    moves = {MOVES[value].label: value for value in MOVES}
    expect(options).to_have_count(len(moves))
    expect(options.locator("svg")).to_have_count(sum(not each.stationary for each in MOVES.values()))
    drawn = {name: parts for name, *parts in options.evaluate_all(DRAWN_MOVES)}
    for label, value in moves.items():
        points = [reached(value, x) for x in (3, 4)]
        assert [{tuple(at) for at in part} for part in drawn[label]] == (points if MOVES[value].picture else [])
    for value in ("adjacent", "pawn", "linear_or_knight"):
        options.filter(has_text=str(MOVES[value].label)).first.evaluate("(option) => option.scrollIntoView()")
        picture(factory, f"{value} on tetrakis squares", full_page=False)


def reached(move: str, x: int) -> set[tuple[int, int]]:
    """Where a move leads within two spaces of x,3 on tetrakis squares: to the right, and forward."""
    spaces = Spaces("tetrakis", (6, 5, 1))
    counts, targets, _, _ = reach(Motion(move, heading=(0, 1, 0)), spaces)
    middle = spaces.number((1, x, 3, 1))
    first = int(counts[:middle].sum())
    ends = [spaces.at(int(target)) for target in targets[first : first + int(counts[middle])]]
    offsets = {(at[1] - x, at[2] - 3) for at in ends}
    return {at for at in offsets if max(map(abs, at)) <= 2}


def test_players_who_are_added_have_what_the_last_one_has(factory: Page) -> None:
    page = factory
    hand = Hand(page)
    reserves = page.locator(".palette-row input")
    hand.choose("Players", "3 Player")
    assert [one.input_value() for one in reserves.all()] == ["5", "4", "4"]
    # They still fill the board, and go on doing so.
    hand.choose("Board", "Squares")
    hand.choose("y", "4")
    assert [one.input_value() for one in reserves.all()] == ["4", "4", "4"]
    # What nobody chose is not kept, either: it is again what the last one has by then.
    hand.choose("Players", "2 Player")
    hand.choose("Shapes", "2 shapes")
    hand.choose("Shapes", "1 shape")
    hand.type("circles of black in reserve", "3")
    hand.type("circles of white in reserve", "2")
    hand.choose("Players", "3 Player")
    hand.choose("Shapes", "2 shapes")
    assert [one.input_value() for one in reserves.all()] == ["3", "3", "2", "2", "2", "2"]


def test_a_reserve_fills_no_more_of_the_boards_than_it_can_hold(factory: Page) -> None:
    hand = squares(factory, "19", "19")
    hand.choose("Boards", "3 boards")
    reserves = factory.locator(".palette-row input")
    assert [one.input_value() for one in reserves.all()] == ["512", "512"]
    expect(factory.locator("#problems")).to_be_hidden()
    hand.choose("Boards", "2 boards")
    assert [one.input_value() for one in reserves.all()] == ["361", "361"]


def test_what_is_typed_into_a_side_on_the_way_changes_no_reserve(factory: Page) -> None:
    page = factory
    Hand(page).choose("Board", "Stacks")
    height = page.get_by_label("z", exact=True)
    reserves = page.locator(".palette-row input")
    for typed in ("-3", "", "300"):
        height.fill(typed)
        expect(page.locator("#problems")).to_contain_text("1 error:")
        assert [one.input_value() for one in reserves.all()] == ["5", "4"]
    height.fill("4")
    expect(page.locator("#problems")).to_be_hidden()
    assert [one.input_value() for one in reserves.all()] == ["6", "6"]


def test_the_board_is_never_small_on_a_desk(factory: Page) -> None:
    page = factory
    wait = "least => document.querySelector('.board-ground').getBoundingClientRect().width > least"

    def holds_on_all() -> None:
        for width, height in DESKS:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(wait, arg=SMALLEST_BOARD_PX)
            fits(page)

    holds_on_all()
    # Nor does anybody scroll to see all of the first one.
    page.set_viewport_size({"width": 1024, "height": 768})
    expect(page.locator(".board-ground")).to_be_in_viewport(ratio=1)
    # The longest of its choices can be read.
    assert page.get_by_role("combobox", name="Time", exact=True).evaluate(WHOLE)
    hand = Hand(page)
    # Nor where many palettes stand around it.
    hand.choose("Players", "4 Player")
    hand.choose("Shapes", "6 shapes")
    expect(page.locator(".palette-row")).to_have_count(4 * 6)
    holds_on_all()


@pytest.mark.parametrize("height", [640, 740])
def test_nor_on_a_phone_where_all_markers_are_in_sight(factory: Page, height: int) -> None:
    factory.set_viewport_size({"width": 360, "height": height})
    wait = "least => document.querySelector('.board-drawing').getBoundingClientRect().width > least"
    factory.wait_for_function(wait, arg=SMALLEST_BOARD_PX)
    fits(factory)
    markers = factory.locator(".preview .marker")
    assert {"Wall", "Phase lock"} <= set(markers.all_inner_texts())
    markers.first.scroll_into_view_if_needed()
    for marker in markers.all():
        box = until(marker.bounding_box)
        assert 0 <= box["x"] <= box["x"] + box["width"] <= factory.evaluate("innerWidth")
    # Whichever marker one reaches for, the board is in sight with it.
    for marker in markers.all():
        marker.scroll_into_view_if_needed()
        expect(marker).to_be_in_viewport(ratio=1)
        expect(factory.locator(".board-drawing")).to_be_in_viewport(ratio=0.5)


def test_what_is_wrong_with_a_name_moves_nothing(factory: Page) -> None:
    page, name = factory, factory.get_by_label("Name", exact=True)
    for width in (360, 768, 1024, 1400):
        page.set_viewport_size({"width": width, "height": 900})
        board = until(page.locator(".board-drawing").bounding_box)
        name.fill("no name")
        fault = page.locator("#at-name-fault")
        expect(fault).to_contain_text("Has a space in it.")
        assert until(page.locator(".board-drawing").bounding_box) == board
        below = until(fault.bounding_box)
        tools = until(page.locator(".factory-name").bounding_box)
        assert tools["y"] < below["y"] < board["y"] - below["height"]
        name.fill("")
        expect(fault).to_be_empty()


def test_what_is_wrong_with_a_size_moves_nothing(factory: Page) -> None:
    page = factory
    Hand(page).choose("Board", "Stacks")
    side, fault = page.get_by_label("z", exact=True), page.locator("#at-board-size-fault")
    for width in (360, 768, 1024, 1400):
        page.set_viewport_size({"width": width, "height": 900})
        tools = until(page.locator(".board-tools").bounding_box)
        side.fill("300")
        expect(fault).to_contain_text("Makes 900 spaces.")
        assert until(page.locator(".board-tools").bounding_box) == tools
        fits(page)
        side.fill("3")
        expect(fault).to_be_empty()


def test_a_game_is_begun_from_the_picture_of_another(pages: Pages, factory: Page) -> None:
    page = factory
    pages.world.add_game(catalogue.get("Connect4"))
    pages.world.add_game(catalogue.get("Reversi"))
    page.get_by_role("button", name="Begin from a game").click()
    cards = page.locator("#examples-list a")
    pictured = cards.filter(has=page.locator(".board-picture .board-drawing"))
    for name in ("Connect4", "Reversi"):
        page.get_by_role("searchbox", name="Search").fill(name.lower())
        expect(pictured.filter(has_text=name)).to_have_count(1)
    pictured.filter(has_text="Reversi").click()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Reversi-2")
    expect(page.locator("#english")).to_contain_text("8×8")
    # What it is a copy of it need not be told; what is like another game, it is.
    expect(page.locator("#same-as")).to_be_hidden()


def test_moves_are_chosen_by_their_pictures(factory: Page, look_alike: Callable[[Page, str], None]) -> None:
    page = factory
    hand = Hand(page)
    hand.type("circles of black in reserve", "2")
    move = page.get_by_label("Move", exact=True)
    move.evaluate("field => field.scrollIntoView({ block: 'center' })")
    move.click()
    pictured = page.locator("#at-shapes-O-move-list")
    expect(pictured.locator("svg")).to_have_count(19)
    field, listed = move.bounding_box(), pictured.bounding_box()
    assert field is not None
    assert listed is not None
    assert listed["y"] >= field["y"] + field["height"]  # what is typed can be read
    look_alike(page, "factory-moves")
    page.keyboard.press("Escape")
    on_hexagons = sum(bool(move.picture_on_hexagons) for move in MOVES.values())
    hand.choose("Board", "Hexagons")
    page.get_by_label("Move", exact=True).click()
    expect(page.locator("#at-shapes-O-move-list svg")).to_have_count(on_hexagons)


def test_several_boards_stand_side_by_side_and_none_is_small(factory: Page) -> None:
    page = factory
    grounds = page.locator(".board-ground")
    assert grounds.evaluate("ground => ground.getBoundingClientRect().width") > SMALLEST_BOARD_PX
    hand = squares(page, "8", "8")
    hand.choose("Boards", "3 boards")
    expect(grounds).to_have_count(3)
    boxes = grounds.evaluate_all("all => all.map((one) => one.getBoundingClientRect().toJSON())")
    assert len({round(box["top"]) for box in boxes}) == 1
    assert min(box["width"] for box in boxes) > SMALLEST_BOARD_PX
    hand.choose("Boards", "1 board")
    hand.choose("z", "8")
    expect(page.locator(".space")).to_have_count(512)
    space = page.locator(".space-ground").first.evaluate("space => space.getBoundingClientRect().toJSON()")
    assert space["width"] > 36
    assert space["height"] > 20


def test_enter_in_a_field_saves_nothing(factory: Page) -> None:
    page = factory
    saved: list[str] = []
    page.on("request", lambda request: saved.append(request.url) if request.url.endswith("/api/games") else None)
    page.get_by_label("Name", exact=True).fill("Unsaved")
    page.keyboard.press("Enter")
    page.get_by_label("circles of black in reserve").fill("3")
    page.keyboard.press("Enter")
    expect(page.locator("#english")).to_contain_text("three circles")
    assert saved == []


def test_what_is_pressed_while_the_network_is_away_says_why_nothing_comes(factory: Page) -> None:
    fault = factory.locator("#save-fault")
    for button, needed, answer in (
        ("Save", "game_saver", factory.get_by_text("Is missing. Give the game a name.", exact=True)),
        ("Try it", "tryout", factory.get_by_role("heading", name="Try it")),
    ):
        factory.route(f"**/{needed}.js", lambda route: route.fulfill(status=503))
        factory.get_by_role("button", name=button, exact=True).click()
        expect(fault).to_have_text("The server does not answer. Check the connection, then try again.")
        factory.unroute(f"**/{needed}.js")
        factory.get_by_role("button", name=button, exact=True).click()
        expect(answer).to_be_visible()  # what comes of one thing takes away what is said of the next
        expect(fault).to_be_empty()


def test_a_saved_game_says_what_its_shapes_are_drawn_as(pages: Pages, windows: Windows) -> None:
    _, secret = pages.person("Ada")
    shape = Shape(reserve=FrozenMapping({"black": 5, "white": 4}))
    shapes = FrozenMapping({"O": replace(shape, symbol="king"), "P": shape})
    saved = pages.world.add_game(replace(catalogue.get("Tic-Tac-Toe"), name="Crowned", shapes=shapes))
    with windows.window(pages.address) as window:
        keep_session(window.context, secret, pages.address)
        page = window.page
        page.goto(f"{pages.address}/games/{saved.id}")
        rows = page.locator("#setup dd")
        expect(rows.filter(has_text="Drawn as: King")).to_have_count(1)
        expect(rows.filter(has_text=re.compile("Drawn as|Its shape"))).to_have_count(1)


def test_a_shape_is_called_and_drawn_as_one_likes(pages: Pages, windows: Windows) -> None:
    _, secret = pages.person("Ada")
    with windows.window(pages.address) as window:
        keep_session(window.context, secret, pages.address)
        page = window.page
        page.goto(pages.address + "/factory")
        page.get_by_text("More: Called, drawn as").click()
        page.get_by_label("Called", exact=True).fill("man, men")
        page.get_by_label("Drawn as", exact=True).select_option(label="Pawn")
        expect(page.get_by_label("men of white in reserve")).to_be_visible()
        # Whatever speaks of the shape calls it so.
        choose(page.get_by_label("Stalemate 1", exact=True), "Most men wins")
        expect(page.locator("#at-stalemate-0-shape option:checked")).to_have_text("man")
        page.get_by_label("Shapes", exact=True).select_option(label="2 shapes")
        expect(page.get_by_role("region", name="Man (circle)", exact=True)).to_be_visible()
        expect(page.locator("#at-stalemate-0-shape option")).to_have_text(
            ["man", "pentagon", "X", "cross", "triangle", "star"]
        )
        page.get_by_label("Shapes", exact=True).select_option(label="1 shape")
        expect(page.locator("#english")).to_contain_text("five men")
        arcs = page.locator(".palette-row .piece-body[d^='M0,-.92']")
        expect(page.locator(".palette-row .piece-body").first).to_be_visible()
        expect(arcs).to_have_count(0)
        page.get_by_label("Called", exact=True).fill("a, b, c")
        expect(page.locator("#at-shapes-O-called-fault")).to_contain_text("not one word or two")


def symbols_are_drawn(page: Page) -> None:
    """A hand in place of a circle, in each palette."""
    arcs = page.locator(".palette .piece-body[d^='M0,-.92']")
    expect(page.locator(".palette .piece-body")).to_have_count(8)
    # Whose palette it is says a plain piece of its colour.
    expect(arcs).to_have_count(2)


def test_a_saved_page_hides_what_is_blank_and_nothing_else(pages: Pages, windows: Windows) -> None:
    _, secret = pages.person("Ada")
    game = pages.world.add_game(catalogue.get("RockPaperScissors"))
    with windows.window(pages.address) as window:
        keep_session(window.context, secret, pages.address)
        window.page.goto(f"{pages.address}/games/{game.id}")
        setup = window.page.locator("#setup")
        expect(setup).to_contain_text("Can capture, Cover by rank, Converts captive(s)")
        expect(setup).to_contain_text("No cloaking")
        expect(setup.get_by_text("Scissors (circle)")).to_be_visible()
        symbols_are_drawn(window.page)
        # Nothing of it is ever moved: all spaces fill up before.
        for blank in ("Fold", "Deck", "Chaos", "Stationary"):
            expect(setup).not_to_contain_text(blank)
        game = pages.world.add_game(catalogue.get("ChessWithoutCheck"))
        window.page.goto(f"{pages.address}/games/{game.id}")
        expect(setup).to_contain_text("Last king wins")


def test_the_address_of_a_game_is_copied_from_its_page_and_its_board_is_seen_first(
    pages: Pages, windows: Windows
) -> None:
    _, secret = pages.person("Ada")
    game = pages.world.add_game(catalogue.get("ChessWithoutCheck"))
    with windows.window(pages.address, viewport=PHONE) as window:
        keep_session(window.context, secret, pages.address)
        page = window.page
        page.goto(f"{pages.address}/games/{game.id}")
        board, rules = (until(page.locator(part).bounding_box) for part in (".board-drawing", "#rules-title"))
        assert board["y"] + board["height"] <= rules["y"]
        window.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.get_by_role("button", name="Share").click()
        address = page.get_by_label("Address of this page")
        expect(address).to_have_value(f"{pages.address}/games/{game.id}")
        expect(address).to_be_in_viewport(ratio=1)
        expect(page.locator("#address-said")).to_have_text("Copied.")
        address.click()
        assert page.evaluate("navigator.clipboard.readText()") == address.input_value()
        fits(page)


def test_saving_says_what_it_means_and_what_is_left(pages: Pages, windows: Windows) -> None:
    ada, secret = pages.person("Ada")
    with windows.window(pages.address) as window:
        keep_session(window.context, secret, pages.address)
        page = window.page
        page.goto(pages.address + "/factory")
        expect(page.locator("#save-note")).to_have_text(
            "A saved game can be copied, never changed. 15 of 15 saves left."
        )
        games = [pages.world.add_game(rules, ada.id) for rules in map(catalogue.get, catalogue.names()[:15])]
        page.reload()
        expect(page.get_by_role("button", name="Save")).to_be_disabled()
        expect(page.locator("#save-note")).to_contain_text("You have saved all of your 15 games")
        page.goto(f"{pages.address}/games/{games[0].id}")
        expect(page.get_by_role("link", name="Play")).to_be_visible()
        expect(page.get_by_role("link", name="Copy")).to_have_count(0)
