"""Whatever a view can say is drawn, said in words, and played by mouse, by keyboard and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from fixtures.browser import fits
from fixtures.pages import Pages
from fixtures.person import until
from fixtures.schemas import check_view
from fixtures.views import VIEWS, Still
from fixtures.windows import DESK, PHONE, SMALL_DESK, TABLET
from playwright.sync_api import Locator, Page, expect

from redscience.api.chat.v1 import chat_pb2
from redscience.api.match.v1 import match_pb2
from redscience.variations import language
from redscience.variations.language import to_json
from services.gateway.events import END
from services.gateway.shown_chat import show_attendance
from services.gateway.sources import event

Looks = Callable[..., tuple[Page, Still]]

NOBODYS = "nobody\N{RIGHT SINGLE QUOTATION MARK}s"


LARGE = ("wide", "tall", "deep", "planned", "poker", "toroid tower", "high tower")
"""Views of boards that need much room."""
# By how much the panel with the move covers a table that has room above it.
COVERED = """() => {
  const [table, move] = ["#table", "#move"].map((each) => document.querySelector(each).getBoundingClientRect());
  return table.left < move.right && move.left < table.right && table.top > 0 ? Math.floor(table.bottom - move.top) : 0;
}"""


@pytest.mark.parametrize("name", VIEWS)
def test_the_views_are_such_as_the_library_makes(name: str) -> None:
    rules, view = VIEWS[name]()
    check_view(view)
    assert language.read(to_json(rules)) == rules


def test_every_view_fits(looks: Looks, picture: Callable[..., None]) -> None:
    for name in VIEWS:
        page, _ = looks(name, viewport=PHONE)
        for viewport in (PHONE, TABLET, SMALL_DESK, DESK) if name in LARGE else (PHONE, DESK):
            page.set_viewport_size(viewport)
            picture(page, f"view-{name}-{viewport['width']}")
            fits(page)
            assert page.evaluate(COVERED) <= 0, f"the panel with the move lies over the table of {name}"


def space(page: Page, label: str) -> Locator:
    """The space whose label begins with what is said."""
    return page.get_by_label(re.compile(f"^{re.escape(label)}"))


def test_marks_are_said_in_words(looks: Looks) -> None:
    page, _ = looks("seeking")
    expect(space(page, f"Column 1, row 1, {NOBODYS} circle, exclusive to Chaos")).to_be_visible()
    expect(space(page, "Column 3, row 3, empty, exclusive to black, white and pink, cloaked")).to_be_visible()
    expect(space(page, "Column 1, row 4, empty, exclusive to Chaos, locked")).to_be_visible()
    legend = page.get_by_role("list", name="What is marked on the board")
    for words in ("Exclusive to black, white and pink", "Exclusive to Chaos", "Locked", "Cloaked"):
        expect(legend).to_contain_text(words)
    expect(page.locator("#subtitle")).to_have_text("Phase 2 of 2: in turn; passing allowed.")
    expect(page.locator(".goal")).to_have_count(4)
    expect(page.locator(".seat", has_text="white").locator(".seat-line")).to_contain_text("reserve hidden")
    expect(page.locator(".seat", has_text="Chaos")).to_be_visible()


def test_a_move_that_captures_says_so(looks: Looks) -> None:
    page, still = looks("seeking")
    # Nothing but this piece can move: it is in hand already.
    expect(page.locator(".space.is-selected")).to_have_attribute(
        "aria-label", re.compile("Column 4, row 4, pink pentagon")
    )
    space(page, "Column 5, row 5, white circle").click()
    expect(page.locator("#proposal")).to_have_text("Pentagon from column 4, row 4 to column 5, row 5, capturing")
    expect(page.locator(".arrow")).to_have_count(1)
    page.get_by_role("button", name="Accept Move").click()
    expect(page.locator("#proposal")).not_to_have_text("Sending your move…")
    assert still.played == ["4,4>5,5"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("hexagons", ""),
        ("tetrakis", ""),
        ("toroid", "The board wraps around, left to right and bottom to top"),
        ("toroid tower", "The board wraps around, left to right and bottom to top"),
    ],
)
def test_boards_of_every_kind_are_played(looks: Looks, name: str, words: str) -> None:
    page, still = looks(name)
    expect(page.locator(".legend")).to_have_text(words)
    expect(page.locator(".goal")).to_have_count(0)  # nothing here is forward
    page.locator(".space.is-choosable").nth(1).click()
    page.get_by_role("button", name="Accept Move").click()
    expect(page.locator("#proposal")).not_to_have_text("Sending your move…")
    assert len(still.played) == 1


# Labels that touch each other, by what is seen of their letters.
TOUCHING = """() => {
    const boxes = [...document.querySelectorAll(".board-label")].map((label) => {
        const { left, right, top, height } = label.getBoundingClientRect();
        return { text: label.textContent, left, right, top: top + height / 8, bottom: top + (height * 7) / 8 };
    });
    const meet = (one, other) =>
        one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
    return boxes.flatMap((one, index) =>
        boxes.slice(index + 1).filter((other) => meet(one, other)).map((other) => `${one.text} and ${other.text}`));
}"""


TOWERS = ("toroid tower", "tower", "high tower", "broad tower")


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("name", ["hexagons", "tetrakis", "toroid", "poker", "tall", *TOWERS])
def test_no_label_touches_another(looks: Looks, name: str, viewport: dict[str, int]) -> None:
    page, _ = looks(name, viewport=viewport)
    page.locator(".board-label").first.wait_for()
    assert page.evaluate(TOUCHING) == []


def test_lines_lead_where_points_are_joined(looks: Looks) -> None:
    page, _ = looks("tetrakis")
    # Of 6 by 5 points: rows, columns, and two diagonals from each point with an even sum but those at the edges.
    expect(page.locator(".board-line")).to_have_count(5 * 5 + 6 * 4 + 5 * 4)


def test_lines_are_drawn_anew_where_spaces_are_cloaked(looks: Looks) -> None:
    page, _ = looks("seeking")
    cloaked = page.locator(".board-marks .mark-cloaked").count()
    assert cloaked > 0
    clip = page.locator("clipPath path")
    assert (clip.get_attribute("d") or "").count("Z") == cloaked
    expect(page.locator(".haze-line")).to_have_attribute("d", re.compile("^M"))
    looks("hexagons")
    expect(page.locator(".haze-line")).to_have_count(0)


def test_the_letters_of_named_pieces_are_told_where_moves_are_typed(looks: Looks) -> None:
    page, still = looks("named")
    expect(page.locator(".reserve-piece")).to_have_text([re.compile(r"sheep\s*O$"), re.compile(r"wolves\s*P$")])
    field = page.get_by_label("Play a move by its text")
    expect(field).to_have_accessible_description("O: sheep, P: wolf")
    expect(page.get_by_text("O: sheep, P: wolf")).to_be_visible()
    field.fill("P@3,1")
    field.press("Enter")
    until(lambda: still.played == ["P@3,1"])
    expect(page.locator("#typed-fault")).to_be_empty()
    looks("hexagons")
    expect(page.locator("#typed-letters")).to_be_empty()


def test_a_plan_is_shown_while_the_others_plan(looks: Looks) -> None:
    page, _ = looks("planned")
    expect(page.locator("#status")).to_have_text("Your plan is made. Waiting for the others.")
    expect(page.locator("#proposal")).to_have_text("You plan: a white circle to board 2, column 1, row 2.")
    expect(page.get_by_label(re.compile("Board 2, column 1, row 2.*your plan: white circle"))).to_be_visible()
    expect(page.get_by_role("button", name="Accept Move")).to_be_disabled()
    expect(page.locator(".seat", has_text="You")).to_contain_text("plan made")
    expect(page.locator(".seat", has_text="pink")).to_contain_text("planning")
    expect(page.locator(".seat", has_text="Chaos")).to_contain_text("locked")
    expect(page.locator("#subtitle")).to_have_text("Phase 1 of 2: all plan in secret, then move at once; no passing.")


# How large the spaces of a match are drawn, and the distances of its boards' floors from each other where they stand in
# one row.
DRAWN = """() => {
  const boards = [...document.querySelectorAll(".board-drawing")];
  const lowest = (board) =>
    Math.max(...[...board.querySelectorAll(".space")].map((each) => each.getBoundingClientRect().bottom));
  const sizes = boards.map((board) => board.querySelector(".space").getBoundingClientRect().width.toFixed(1));
  const tops = boards.map((board) => board.getBoundingClientRect().top);
  const floors = tops.every((top) => Math.abs(top - tops[0]) < 1) ? boards.map((each) => lowest(each).toFixed()) : [];
  return { boards: boards.length, sizes: new Set(sizes).size, floors: new Set(floors).size };
}"""


@pytest.mark.parametrize("name", ["planned", "uneven"])
def test_boards_of_one_match_are_of_one_size(looks: Looks, name: str) -> None:
    for viewport in (PHONE, DESK):
        page, _ = looks(name, viewport=viewport)
        drawn = page.evaluate(DRAWN)
        assert (drawn["boards"], drawn["sizes"]) == (3, 1)
        assert drawn["floors"] <= 1


def test_a_board_says_who_has_won_it(looks: Looks) -> None:
    page, _ = looks("decided")
    expect(page.locator(".board-title")).to_have_text(
        ["Board 1: won by black", "Board 2", "Board 3: nobody has won it"]
    )


def test_an_offer_is_a_plan_too(looks: Looks) -> None:
    page, _ = looks("offered")
    expect(page.locator("#status")).to_have_text("Your plan is made. Waiting for Random.")
    expect(page.locator("#proposal")).to_have_text("You plan: to offer a draw.")


def test_a_round_is_told_move_by_move(looks: Looks) -> None:
    page, _ = looks("round")
    told = page.get_by_role("region", name="What happened last").get_by_role("listitem")
    expect(told).to_have_count(3)
    expect(told.last).to_have_text("You played a piece from column 3, height 3 to column 5.")
    expect(page.get_by_label(re.compile("Column 3, height 3, empty.*left last"))).to_be_visible()
    # Where that is long it scrolls, by keys as well.
    page.set_viewport_size({"width": 1400, "height": 200})
    page.get_by_role("list", name="What happened last").press("End")
    page.wait_for_function("() => document.getElementById('happened-list').scrollTop > 0")


def test_a_piece_of_a_stack_is_grasped_by_keyboard(looks: Looks) -> None:
    page, still = looks("round")
    page.locator(".space[tabindex='0']").focus()
    for key in ("Home", "ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(".space.is-selected")).to_have_attribute("aria-label", re.compile("^Column 3, height 1"))
    options = page.get_by_role("group", name="Which piece of the stack is taken")
    expect(options.get_by_role("button")).to_have_count(2)
    top = options.get_by_role("button", name="Take the pink circle at height 2, with no pieces above it")
    top.focus()
    page.keyboard.press("Enter")
    expect(top).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".space.is-selected")).to_have_attribute("aria-label", re.compile("^Column 3, height 2"))
    space(page, "Column 4, height 1").press("Enter")
    expect(page.locator("#proposal")).to_have_text("Circle from column 3, height 2 to column 4, height 1")
    page.get_by_role("button", name="Accept Move").press("Enter")
    expect(page.locator("#proposal")).not_to_have_text("Sending your move…")
    assert still.played == ["3,1,2>4,1"]


def test_ways_to_take_a_stack_stand_in_one_line_on_a_phone(looks: Looks) -> None:
    page, _ = looks("poker", viewport=PHONE)
    space(page, "Column 3, height 5").click()
    ways = page.get_by_role("group", name="Which piece of the stack is taken").get_by_role("button")
    expect(ways).to_have_text(["Top 5", "Top 4", "Top 3", "Top 2", "Top 1"])
    boxes = [box for box in (way.bounding_box() for way in ways.all()) if box]
    assert len(boxes) == 5
    assert len({round(box["y"]) for box in boxes}) == 1
    assert max(box["height"] for box in boxes) <= 48


def test_what_was_picked_up_is_put_back(looks: Looks) -> None:
    page, _ = looks("round")
    space(page, "Column 3, height 2").click()
    expect(page.locator(".space.is-selected")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".space.is-selected")).to_have_count(0)
    passing = page.get_by_role("button", name="Pass")
    passing.click()
    expect(passing).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#proposal")).to_have_text("Pass")


def test_cards_are_seen_as_far_as_they_may_be(looks: Looks) -> None:
    page, _ = looks("poker")
    expect(space(page, "Column 2, height 1, black piece of unknown shape")).to_be_visible()
    expect(space(page, "Column 4, height 2, white triangle")).to_be_visible()
    expect(space(page, f"Column 7, height 1, {NOBODYS} piece of unknown shape, sticky, cloaked")).to_be_visible()
    expect(page.locator(".seat", has_text="black")).to_contain_text("folded")
    # Two rows above the tallest, and the height in the corner.
    expect(page.locator(".space")).to_have_count(8 * 9)
    expect(page.locator(".board-label-strong")).to_have_text("26")


def test_high_stacks_can_be_enlarged_on_a_phone(looks: Looks) -> None:
    page, _ = looks("tall", viewport=PHONE, has_touch=True)
    piece = space(page, "Column 7, height 1, white circle")
    small = piece.bounding_box()
    page.get_by_role("button", name="Enlarge the board").tap()
    whole = page.get_by_role("button", name="Show the whole board")
    expect(whole).to_be_visible()
    large = piece.bounding_box()
    assert small is not None
    assert large is not None
    assert large["height"] > 2 * small["height"]
    fits(page)
    whole.tap()
    expect(page.get_by_role("button", name="Enlarge the board")).to_be_visible()


def test_what_a_piece_becomes_is_chosen(looks: Looks) -> None:
    page, still = looks("promotion", viewport=PHONE, has_touch=True)
    space(page, "Column 2, row 5, black circle").tap()
    space(page, "Column 3, row 6").tap()
    expect(page.locator("#proposal")).to_contain_text("Choose what it becomes.")
    expect(page.get_by_role("button", name="Accept Move")).to_be_disabled()
    options = page.get_by_role("group", name="Choose what it becomes.")
    expect(options.get_by_role("button").first).to_be_focused()
    # Of several targets the one is shown that is meant.
    expect(page.get_by_label(re.compile("^Column 3, row 6.*your proposal: black circle"))).to_be_visible()
    expect(page.locator(".arrow")).to_have_count(1)
    becomes = options.get_by_role("button", name="becoming a triangle")
    becomes.tap()
    expect(page.locator("#proposal")).to_have_text(
        "Circle from column 2, row 5 to column 3, row 6, becoming a triangle, capturing"
    )
    expect(page.get_by_label(re.compile("your proposal: black triangle"))).to_be_visible()
    page.get_by_role("button", name="Accept Move").tap()
    expect(page.locator("#proposal")).not_to_have_text("Sending your move…")
    assert still.played == ["2,5>3,6=T"]


def test_escape_leads_back_from_a_choice_to_the_board(looks: Looks) -> None:
    page, _ = looks("promotion")
    space(page, "Column 2, row 5, black circle").press("Enter")
    space(page, "Column 3, row 6").press("Enter")
    options = page.get_by_role("group", name="Choose what it becomes.")
    expect(options.get_by_role("button").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(options).to_be_hidden()
    expect(page.locator(".space.is-selected, .space.is-proposed")).to_have_count(0)
    expect(page.locator(".space:focus")).to_have_count(1)


def test_a_paralyzed_piece_is_told_from_others(looks: Looks) -> None:
    page, _ = looks("promotion")
    expect(page.get_by_label("Column 5, row 5, paralyzed white triangle")).to_be_visible()
    expect(page.locator(".goal")).to_have_count(2)
    expect(page.locator("#proposal")).to_contain_text("to column 3, row 6, capturing a black triangle. Choose")


def test_a_chain_goes_on_with_its_own_piece(looks: Looks) -> None:
    page, _ = looks("chain")
    expect(page.locator(".space.is-selected")).to_have_attribute("aria-label", re.compile("^Column 3, row 3"))
    expect(page.locator(".space:has(.space-target)")).to_have_count(2)
    expect(page.get_by_role("button", name="Pass")).to_be_visible()
    expect(page.locator("#proposal")).to_contain_text("Choose where to move, or pass.")


def test_a_failed_attempt_is_told_to_whom_it_happened(looks: Looks) -> None:
    page, _ = looks("blind")
    expect(page.locator("#proposal")).to_have_text(
        "You tried a white circle to column 2, row 2: a black circle stands on column 2, row 2, and nothing moved."
    )
    expect(page.locator("#status")).to_have_text("One of the others to move.")


def happened(page: Page) -> list[str]:
    """What is said to have happened last."""
    told = page.get_by_role("region", name="What happened last").get_by_role("listitem")
    told.first.wait_for()
    return told.all_inner_texts()


def test_who_was_late_is_told_and_not_their_partner(looks: Looks, pages: Pages) -> None:
    page, _ = looks("late")
    match = pages.world.matches[page.url.rsplit("/", 1)[-1]].match
    match.reason, match.rated, match.unrated = match_pb2.REASON_TIME, False, match_pb2.UNRATED_NOBODY_MOVED
    for seat in match.seats:
        seat.kind = "person" if seat.seat == "white" else "random"
    match.ended_at_ms = 1_790_000_000_000
    page.reload()
    expect(page.locator(".outcome-when")).to_have_text(re.compile(r"^Sep 2[12], 2026, \d+:\d\d.[AP]M$"))
    expect(page.locator(".outcome-text")).to_have_text("You ran out of time.")
    expect(page.locator("#outcome")).to_contain_text("This match is not rated, because you had not moved.")
    standings = page.locator(".seat-standing")
    expect(standings).to_have_text(["", "out of time", "", "out"])
    match_page = page.url
    page.goto("/language/de")
    page.goto(match_page)
    expect(page.locator(".outcome-text")).to_have_text("Deine Zeit ist abgelaufen.")
    expect(page.locator(".outcome-when")).to_have_text(re.compile(r"^2[12]\.09\.2026, \d\d:\d\d$"))


def test_what_was_in_the_way_of_others_is_named_where_it_is_shown(looks: Looks) -> None:
    page, _ = looks("revealed")
    assert happened(page) == [
        (
            "Random (pink) tried a black circle to column 1, row 1: a white circle stands on column 1, row 1,"
            " and nothing moved."
        ),
        (
            "Random (yellow) tried a piece from column 3, row 1 to column 3, row 3:"
            " something unseen was in the way, and nothing moved."
        ),
    ]


def test_a_round_tells_whose_pieces_met_and_which_were_lost(looks: Looks) -> None:
    page, _ = looks("captured")
    assert happened(page) == [
        "You played black scissors to column 1, and it was converted there.",
        "Random played a white rock to column 1.",
    ]
    page, _ = looks("pot")
    assert happened(page) == [
        "Random (black) played a triangle from column 2, height 1 to column 7, with one piece above it.",
        (
            "You played a star from column 4, height 1 to column 7, with one piece above it; column 7 now holds four"
            " black pieces and two white pieces (black: two Xs and two triangles; white: a straight of two up to star)."
        ),
    ]
    page, _ = looks("clash")
    assert happened(page) == [
        "You played a black circle to space 1.",
        "Random (white) played a white circle to space 2, and it was lost there.",
        "Random (pink) played a pink circle to space 2, and it was lost there.",
        "Random (yellow) played a yellow circle to space 3.",
    ]


def test_a_piece_that_fell_is_not_taken_for_the_one_that_it_met(looks: Looks) -> None:
    page, _ = looks("fallen")
    expect(page.locator("#proposal")).to_have_text(
        "You played a piece from column 4, row 3 to column 3, row 3, and it was lost there."
    )


def test_a_piece_that_has_moved_on_is_not_told_as_lost(looks: Looks) -> None:
    page, _ = looks("followed")
    assert happened(page) == [
        "Random (pink) played a pink pentagon to column 3, row 3.",
        "Chaos played a piece from column 4, row 6 to column 3, row 6.",
        "Chaos played a pentagon from column 3, row 6 to column 2, row 6.",
    ]


def test_the_move_that_ended_the_match_is_still_told(looks: Looks) -> None:
    page, _ = looks("lost")
    assert happened(page) == ["Chaos passed."]


def test_who_is_away_is_said_on_their_card_and_for_how_long(looks: Looks) -> None:
    page, _ = looks("hexagons")
    told = chat_pb2.GetAttendanceResponse(watchers=2, now_ms=200_000)
    for seat in ("black", "white"):
        told.seats.add(seat=seat, is_here=False, since_ms=20_000)
    body = event("attendance", show_attendance(told)) + END
    page.route("**/api/events?*", lambda route: route.fulfill(body=body, content_type="text/event-stream"))
    page.reload()
    expect(page.locator(".seat").filter(has_text="Random").locator(".seat-away")).to_have_text("away for 3 min")
    # Whoever reads it is here, whatever is told of them.
    expect(page.locator(".seat-away")).to_have_count(1)
    expect(page.locator("#watchers")).to_have_text("2 watching")
    told.seats[1].is_here = True
    body = event("attendance", show_attendance(told)) + END
    page.reload()
    expect(page.locator("#watchers")).to_have_text("2 watching")
    expect(page.locator(".seat-away")).to_have_count(0)


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_seats_are_named_where_their_colours_do_not_tell_them(looks: Looks, viewport: dict[str, int]) -> None:
    page, _ = looks("shared", viewport=viewport)
    which = page.locator(".seat-which")
    expect(which).to_have_text(["as black", "as white", "as pink"])
    expect(which.last).to_be_visible()
    page, _ = looks("hexagons", viewport=viewport)
    expect(page.locator(".seat")).to_have_count(2)
    expect(page.locator(".seat-which")).to_have_count(0)


def test_what_decides_is_counted_on_the_cards(looks: Looks) -> None:
    page, still = looks("round")
    expect(page.locator(".seat").filter(has_text="Chaos").locator(".seat-count")).to_have_text("0 on the board")
    expect(page.locator(".seat").nth(1).locator(".seat-count")).to_have_text("2 on the board")
    told = {
        "area": ["0 spaces of area", "1 space of area"],
        "rows": ["0 rows of 3", "1 row of 3"],
        "boards": ["0 boards won", "1 board won"],
    }
    for measure, words in told.items():
        still.told["score"] = {"measure": measure, "length": 3, "counts": {"black": 0, "white": 1}}
        page.reload()
        expect(page.locator(".seat-count")).to_have_text(words)
    page, _ = looks("hexagons")
    expect(page.locator(".seat-count")).to_have_count(0)


def test_what_decided_is_marked_where_it_is_no_row(looks: Looks) -> None:
    page, _ = looks("reached")
    expect(page.locator(".space.is-decisive")).to_have_count(1)
    expect(
        page.get_by_label(
            "Column 5, row 8, black pawn, black\N{RIGHT SINGLE QUOTATION MARK}s goal, decided the match, last move"
        )
    ).to_be_visible()


def test_pieces_have_no_letters_and_the_row_that_decided_lies_below_them(looks: Looks) -> None:
    page, _ = looks("captured")
    expect(page.locator(".board-below .run")).to_have_count(1)
    below = "below => Boolean(below.compareDocumentPosition(document.querySelector('.space .piece')) & 4)"
    assert page.locator(".board-below").first.evaluate(below)
    expect(page.locator(".space .piece text")).to_have_count(0)
    looks("chess")
    expect(space(page, "Column 2, row 8, white knight")).to_be_visible()
    expect(page.locator(".board-dark")).to_have_count(1)
    looks("poker")
    assert set(page.locator(".space .piece text").all_text_contents()) == {"?"}


def test_who_watches_is_not_one_of_the_others(looks: Looks) -> None:
    page, _ = looks("watched")
    expect(page.locator("#status")).to_have_text("You are watching. Who is to move is not shown.")
    expect(page.locator("#impulses")).to_be_hidden()


def test_impulses_are_told_and_explained(looks: Looks) -> None:
    page, _ = looks("hexagons")
    page.get_by_text("Impulses: subtle, common").click()
    expect(page.get_by_text("told to you alone")).to_be_visible()


def test_what_was_not_seen_is_not_named(looks: Looks) -> None:
    page, _ = looks("unseen")
    told = page.get_by_role("region", name="What happened last").get_by_role("listitem")
    expect(told.first).to_contain_text("made a move that you did not see, or none.")
    # It may have been a pass that ended a phase, and what is shown since.
    nobodys = "column 1, row 3 is now nobody\N{RIGHT SINGLE QUOTATION MARK}s circle"
    expect(told.nth(1)).to_contain_text(f"took a turn; {nobodys} and column 2, row 3 is now a white circle.")
    expect(told.nth(2)).to_contain_text("took a turn; four spaces changed.")
    expect(told.last).to_contain_text("moved, emptying column 2, row 1; column 3, row 1 is now a white circle.")


def test_who_has_left_is_told_so_and_asked_for_nothing(looks: Looks) -> None:
    page, _ = looks("gone")
    expect(page.locator("#status")).to_have_text("You left the match. Waiting for the others.")
    expect(page.locator("#proposal")).to_have_text("")
    expect(page.get_by_role("button", name="Accept Move")).to_be_hidden()
    expect(page.get_by_role("button", name="Leave", exact=True)).to_be_hidden()


def test_that_a_move_was_the_only_one_is_said_until_the_next(looks: Looks, pages: Pages) -> None:
    page, _ = looks("chain")
    said = "Your last move was made for you: you had no choice."
    expect(page.locator("#status")).not_to_be_empty()
    expect(page.locator("#proposal")).not_to_contain_text(said)
    pages.world.matches[page.url.rsplit("/", 1)[-1]].match.was_forced = True
    page.reload()
    expect(page.locator("#proposal")).to_contain_text(said)


def test_a_draw_is_answered(looks: Looks) -> None:
    page, still = looks("asked")
    expect(page.locator("#status")).to_have_text("A draw is offered.")
    expect(page.locator("#proposal")).to_have_text("Random offered a draw. Do you agree?")
    refuse, agree = page.locator("#word-refuse"), page.get_by_role("button", name="Agree to a draw")
    refuse.click()
    expect(refuse).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#proposal")).to_have_text(refuse.inner_text())
    agree.click()
    expect(refuse).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Accept Move").click()
    expect(page.locator("#proposal")).not_to_have_text("Sending your move…")
    assert still.played == ["agree"]


def test_chaos_wins_where_all_lose(looks: Looks) -> None:
    page, still = looks("lost")
    expect(page.locator("#outcome-title")).to_have_text("You lost.")
    expect(page.locator(".outcome-text")).to_have_text("Black, white and pink have fewer pieces than Chaos.")
    expect(page.locator(".seat", has_text="black")).to_contain_text("lost")
    expect(page.locator(".seat", has_text="Chaos")).to_contain_text("won")
    # Chaos is no player: it has no rating.
    expect(page.locator(".ratings tr")).to_have_count(3)
    expect(page.locator(".ratings")).not_to_contain_text("Chaos")
    # Who could not move in the last phase cannot move now either: that says nothing any more.
    for seat in still.told["table"]["seats"]:
        seat["status"] = "locked"
    page.reload()
    expect(page.locator(".seat", has_text="black")).to_contain_text("lost")
    expect(page.locator(".seat", has_text="black")).not_to_contain_text("locked")


def test_nothing_moves_while_a_move_is_chosen(looks: Looks) -> None:
    page, _ = looks("poker", viewport=PHONE, has_touch=True)
    places = """["#board", "#seats", "#accept", "#timebar"].map((selector) => {
        const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
        return [x, y, width, height].map(Math.round);
    })"""
    before = page.evaluate(places)
    space(page, "Column 3, height 5").tap()
    page.get_by_role("button", name="Take the white circle at height 4, with one piece above it").wait_for()
    assert page.evaluate(places) == before
