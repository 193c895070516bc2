"""A game is analysed from its start, by whoever moves for everybody in it."""

from __future__ import annotations

import re
from collections.abc import Callable

from fixtures.accessibility import is_for_all
from fixtures.axe import violations
from fixtures.browser import Held, Person, drag, fits
from fixtures.refusals import is_near, refused, says_why
from fixtures.windows import PHONE
from playwright.sync_api import Locator, Page, Route, expect


def board(somebody: Person, game: str, query: str = "") -> Page:
    """The analysis of a game, once there is something on its board."""
    page = somebody.open(f"/games/{somebody.game_id(game)}/analysis{query}")
    expect(page.locator("#status")).not_to_be_empty()
    return page


def pieces(page: Page) -> Locator:
    return page.locator(".space > .piece")


def test_moves_are_made_for_all_taken_back_branched_and_kept_in_the_address(
    people: Callable[..., Person], picture: Callable[..., None]
) -> None:
    ada = people("ada")
    ada.open(f"/games/{ada.game_id('Tic-Tac-Toe')}").get_by_role("link", name="Analyse").click()
    page, status, made = ada.page, ada.page.locator("#status"), ada.page.locator("#sideline-moves .replay-move")
    expect(status).to_have_text("Black to move.")
    page.locator("[data-key='1,2,2,1']").click()
    expect(status).to_have_text("White to move.")
    page.locator("[data-key='1,1,1,1']").press("Enter")
    expect(status).to_have_text("Black to move.")
    typed = page.get_by_label("Make a move by its text")
    typed.fill("1,1")
    typed.press("Enter")
    expect(page.locator("#sideline-typed-fault")).to_contain_text("1,1")
    with refused(page, "games/*/analysis"):
        page.locator("[data-key='1,3,3,1']").click()
        says_why(page.locator("#move-fault"), page.locator("#status"))
    typed.fill("3,3")
    typed.press("Enter")
    expect(made).to_have_count(3)
    expect(page.locator(".fault:not(:empty)")).to_have_count(0)
    picture(page, "analysis of a game", full_page=False)
    is_for_all(page)
    assert violations(page) == []
    # From here on it is another line; the one that is left can be taken again.
    made.first.click()
    expect(pieces(page)).to_have_count(1)
    page.get_by_role("button", name="Forward by one of your moves").click()
    expect(pieces(page)).to_have_count(2)
    page.locator("[data-key='1,3,1,1']").click()
    expect(made).to_have_text([re.compile("O@2,2"), re.compile("O@1,1"), re.compile("O@3,1")])
    page.get_by_role("button", name="From move 3: 3,3").click()
    expect(made.last).to_have_text(re.compile("3,3"))
    page.keyboard.press("Home")
    expect(pieces(page)).to_have_count(0)
    expect(page).to_have_url(re.compile(r"\?moves=O@2,2\+O@1,1\+3,3&at=0$"))
    page.keyboard.press("ArrowRight")
    page.reload()
    expect(made).to_have_count(3)
    expect(pieces(page)).to_have_count(1)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for name, said, copied in (
        ("Copy link", "The link is copied.", page.url),
        ("Copy moves", "The moves are copied.", "O@2,2 O@1,1 3,3"),
    ):
        page.get_by_role("button", name=name).click()
        expect(page.locator("#copied")).to_have_text(said)
        assert page.evaluate("navigator.clipboard.readText()") == copied
    page.context.clear_permissions()
    page.locator("summary", has_text="Rules of Tic-Tac-Toe").click()
    expect(page.locator(".rules-card .english p").first).to_be_visible()


def test_a_line_that_is_opened_is_shown_as_far_as_it_goes(
    people: Callable[..., Person], picture: Callable[..., None]
) -> None:
    ada = people("ada", viewport=PHONE, color_scheme="dark")
    page = board(ada, "Tic-Tac-Toe", "?moves=2,2+1,1+1,1")
    fault, made = page.locator("#link-fault"), page.locator("#sideline-moves .replay-move")
    expect(fault).to_have_text(re.compile(r"^Move 3, 1,1, cannot be made: .* The moves before it are shown\."))
    expect(made).to_have_count(2)
    fits(page)
    picture(page, "analysis of a game on a phone")
    is_for_all(page)
    page.get_by_text("Open a line of moves").click()
    line = page.get_by_label("Moves, one after another")
    line.fill("1,1 9,9")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator("#paste-fault")).to_have_text(re.compile("^Move 2, 9,9, cannot be made: "))
    is_near(page.locator("#paste-fault"), line)
    line.fill("1. 1,1 1,2\n2. black:2,2; 1,3 3. 3,3")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(fault).to_be_empty()
    expect(made).to_have_count(5)
    expect(page.locator("#proposal")).to_contain_text("Black wins")
    expect(page.locator(".seat", has_text="Black")).to_contain_text("won")
    expect(page).to_have_url(re.compile(r"\?moves=1,1\+1,2\+black:2,2\+1,3\+3,3$"))


def test_moves_that_cannot_be_shown_now_are_not_said_to_be(people: Callable[..., Person]) -> None:
    ada = people("ada")
    held = Held(ada.page, "**/analysis")
    page = ada.open(f"/games/{ada.game_id('Tic-Tac-Toe')}/analysis?moves=2,2+1,1+1,1")
    held.take().continue_()
    refusal = {"code": "service/limit_reached", "message": "Too much is asked. Wait a moment."}
    held.take().fulfill(status=429, json=refusal)
    expect(page.locator("#link-fault")).to_have_text("Too much is asked. Wait a moment.")
    expect(page.locator("#link-fault")).to_be_visible()
    expect(page.locator("#move-fault")).to_be_empty()
    expect(page.locator("#sideline-moves .replay-move")).to_have_count(0)


def test_where_not_even_the_start_can_be_shown_it_says_why(people: Callable[..., Person]) -> None:
    ada = people("ada")
    refusal = {"code": "service/limit_reached", "message": "Too much is asked. Wait a moment."}
    ada.page.route("**/api/games/*/analysis", lambda route: route.fulfill(status=429, json=refusal))
    page = ada.open(f"/games/{ada.game_id('Tic-Tac-Toe')}/analysis")
    expect(page.locator("#link-fault")).to_have_text("Too much is asked. Wait a moment.")
    expect(page.locator("#link-fault")).to_be_visible()


def test_all_that_a_game_hides_is_shown_and_what_it_draws_can_be_dealt_anew(people: Callable[..., Person]) -> None:
    ada = people("ada")
    for game, moves in (("4P-Blind-TTT-1.6", "1,1 2,2"), ("RockPaperScissors", "O@1,1 X@1,1"), ("KPoker", "pass pass")):
        page = board(ada, game)
        expect(page.locator("#shown-too")).to_have_text("What the game hides is shown.")
        before = pieces(page).count()
        for number, move in enumerate(moves.split(), 1):
            if move == "pass":
                page.get_by_role("button", name="Pass", exact=True).click()
            else:
                page.get_by_label("Make a move by its text").fill(move)
                page.keyboard.press("Enter")
            expect(page.locator("#sideline-moves .replay-move")).to_have_count(number)
            expect(page.get_by_label("Make a move by its text")).to_have_value("")
        expect(page.locator("#sideline-moves .replay-move")).to_have_count(2)
        if "pass" not in moves:
            expect(pieces(page)).to_have_count(before + 2)
    said = page.locator("#deal-said")
    expect(said).to_have_text("What chance decides follows from deal 1.")
    page.get_by_role("link", name="Deal again").click()
    expect(said).to_have_text("What chance decides follows from deal 2.")
    expect(page.locator("#sideline-moves .replay-move")).to_have_count(0)


def test_the_armies_of_stratego_are_set_up_by_one(people: Callable[..., Person], picture: Callable[..., None]) -> None:
    page = board(people("ada"), "Stratego")
    for who in ("Red", "Blue"):
        expect(page.locator("#status")).to_have_text(f"{who} to plan.")
        page.get_by_role("button", name="Shuffle").click()
        page.get_by_role("button", name="Accept Move").click()
    expect(page.locator("#status")).to_have_text("Red to move.")
    expect(page.locator("#sideline-moves .replay-move")).to_have_count(2)
    picture(page, "analysis of a game of Stratego", full_page=False)
    page.reload()
    expect(page.locator("#status")).to_have_text("Red to move.")
    moves = page.locator("#sideline-moves .replay-move")
    # An army is one step, also where the address brings its pieces one by one.
    placed = 2
    expect(moves).to_have_text([re.compile(rf"^{number}\.\s*set-up\b") for number in (1, 2)])
    page.locator(".cell.is-source").first.click()
    page.locator(".cell.is-target:not(.is-attackable)").first.click()
    expect(moves).to_have_count(placed + 1)
    expect(page.locator(".grid .piece-moved")).to_have_count(1)
    page.get_by_label("Mark pieces:").uncheck()
    expect(page.locator(".grid .piece-moved")).to_have_count(0)
    is_below = """() => {
      const [own, other] = ["J0", "A0"].map((key) => document.querySelector(`[data-key='${key}']`));
      return own.getBoundingClientRect().top > other.getBoundingClientRect().top;
    }"""
    assert page.evaluate(is_below)
    page.get_by_role("button", name="See it from the other side").click()
    assert not page.evaluate(is_below)
    page.locator("#beside .moves").press("End")
    expect(page.locator("#beside .moves")).to_be_focused()
    expect(page.locator("#status")).to_have_text("Blue to move.")
    page.get_by_role("button", name="Offer a draw").click()
    expect(moves).to_have_count(placed + 2)
    expect(page.locator("#status")).to_have_text("Red to answer.")
    page.locator("#word-refuse").click()
    expect(page.locator("#status")).not_to_have_text("Red to answer.")
    page.get_by_role("button", name="Back by one of your moves").click()
    page.locator("#word-agree").click()
    expect(page.locator("#status")).to_have_text("The match would be over here.")


def test_the_orders_of_one_seat_are_not_the_next_ones(people: Callable[..., Person]) -> None:
    page = board(people("ada"), "FourBases-2P")
    orders = page.locator(".orders li")
    for who, base in (("South", "4,1"), ("North", "4,7")):
        expect(page.locator("#status")).to_have_text(f"{who} to plan.")
        expect(orders).to_have_count(0)
        page.locator(f"#table [data-key='{base}']").click()
        page.get_by_role("button", name="Factory", exact=True).click()
        page.locator("#table .cell.is-target").first.click()
        page.get_by_label(f"Remove: Base on {base}").click()
        page.get_by_role("button", name="Put up your flag: surrender").click()
        expect(orders).to_have_count(1)
        page.get_by_role("button", name="Accept Move").click()
    expect(page.locator("#sideline-moves .replay-move")).to_have_count(2)
    expect(page.locator("#move-fault")).to_be_empty()
    page.get_by_role("button", name="Back by one of your moves").click()
    # What is ordered on one line is not on another, where it is the same turn.
    page.locator("#table [data-key='4,7']").click()
    page.locator("#table .cell.is-target").first.click()
    expect(orders).to_have_count(1)
    page.get_by_role("button", name="Back by one of your moves").click()
    page.get_by_role("button", name="Forward by one of your moves").click()
    expect(page.locator("#status")).to_have_text("North to plan.")
    expect(orders).to_have_count(0)
    page.get_by_role("button", name="Give no orders").click()
    expect(page.locator("#status")).to_have_text("The match would be over here.")
    for name in ("To the beginning of the turn", "One step forward", "One step back", "To how it is now"):
        page.get_by_role("button", name=name).click()
    page.get_by_role("button", name="Replay the turn").click()


def test_what_is_written_while_a_hint_is_awaited_is_made_after_it(people: Callable[..., Person]) -> None:
    page = board(people("ada"), "Tic-Tac-Toe")
    typed, made = page.get_by_label("Make a move by its text"), page.locator("#sideline-moves .replay-move")
    asked = Held(page, "**/analysis")
    page.get_by_role("button", name="Hint", exact=True).click()
    hint = asked.take()
    typed.fill("2,2")
    typed.press("Enter")
    expect(typed).to_have_value("2,2")
    hint.continue_()
    expect(page.locator("#proposal")).to_contain_text("would play")
    typed.press("Enter")
    asked.take().continue_()
    expect(made).to_have_text(re.compile("2,2"))
    expect(typed).to_have_value("")


def advised(page: Page, move: str) -> None:
    """Asks for a hint, which is this move."""

    def advise(route: Route) -> None:
        asked = route.request.post_data_json | {"adviser_id": ""}
        route.fulfill(json=route.fetch(post_data=asked).json() | {"advice": move})

    page.route("**/analysis", advise)
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator("#proposal")).to_contain_text("would play")
    page.unroute("**/analysis")


def test_a_piece_that_is_dragged_where_a_hint_leads_goes_there_itself(people: Callable[..., Person]) -> None:
    page = board(people("ada"), "Breakthrough")
    own, hinted, target = (page.locator(f"[data-key='1,{at},1']") for at in ("2,2", "4,2", "3,3"))
    own.click()
    advised(page, "4,2>3,3")
    drag(page, own, target)
    expect(page.locator("#status")).to_have_text("White to move.")
    expect(target.locator(".piece")).to_have_count(1)
    expect(own.locator(".piece")).to_have_count(0)
    expect(hinted.locator(".piece")).to_have_count(1)


RED = "G0:scout+G4:scout+H0:marshal+H1:general+I0:miner+I1:spy+J0:flag+J1:bomb"
BLUE = "A0:flag+A1:bomb+B0:marshal+B1:general+C0:miner+C1:scout+C2:scout+C3:spy"


def test_what_is_pointed_at_in_stratego_is_meant_for_the_piece_that_is_shown(people: Callable[..., Person]) -> None:
    page = board(people("ada"), "Stratego-Barrage", f"?moves={RED}+{BLUE}")
    last = page.locator("#beside .moves li").first
    square = {key: page.locator(f"[data-key='{key}']") for key in ("G0", "G1", "G4")}
    for picked in ("G0", ""):
        expect(page.locator("#status")).to_have_text("Red to move.")
        if picked:
            square[picked].click()
        advised(page, "G4>F4")
        expect(square["G4"]).to_have_class(re.compile("is-selected"))
        square["G1"].click()
        expect(page.locator("#status")).to_have_text("Blue to move.")
        expect(last).to_have_text("1. Red G4 to G1")
        page.get_by_role("button", name="Back by one of your moves").click()
    # Of two lines that are as long as each other each has moves of its own.
    square["G0"].click()
    square["G1"].click()
    expect(last).to_have_text("1. Red G0 to G1")
    page.get_by_role("button", name="From move 3: G4>G1").click()
    expect(last).to_have_text("1. Red G4 to G1")
