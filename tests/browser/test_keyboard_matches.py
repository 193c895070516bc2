"""A whole match by keyboard alone, on every kind of board: nothing is clicked, and no script moves anything.

Each test reads the page as a person does, by what is marked and said there, and acts by pressing keys.
"""

from __future__ import annotations

import json
import math
import re
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import Any, TypeAlias
from uuid import uuid4

import pytest
from fixtures.accessibility import HEARS
from fixtures.browser import Person, together
from fixtures.patience import PATIENCE_S
from fixtures.person import Person as Client
from fixtures.person import until
from fixtures.platform import Platform
from playwright.sync_api import Locator, Page, expect

from redscience import families
from redscience.api.match.v1 import match_pb2 as mp
from redscience.names import RANDOM_ID

Point: TypeAlias = tuple[float, float]

ARROWS: Mapping[str, tuple[int, int]] = {
    "ArrowRight": (1, 0),
    "ArrowUp": (0, -1),
    "ArrowLeft": (-1, 0),
    "ArrowDown": (0, 1),
    "PageUp": (0, 0),
    "PageDown": (0, 0),
}
"""Where each points on the screen; to other planes it is nowhere."""
OVER = "#outcome:not([hidden]) #outcome-title"
MINE = ".space.is-choosable, #words:not([hidden]) button, #options:not([hidden]) button"
MOST_TURNS = 60

SMALL: Mapping[str, Mapping[str, Any]] = {
    "hexagons": {"board": {"kind": "hexagons", "size": [3, 3, 1]}},
    "tetrakis": {"board": {"kind": "tetrakis", "size": [3, 3, 1]}},
    "toroid": {"board": {"kind": "toroid", "size": [3, 3, 1]}},
}
"""Boards that no game of the catalogue has, by what Tic-Tac-Toe becomes on them."""


class Keyboard:
    """Somebody at a page with nothing but keys.

    Attributes:
        page: that has the keyboard.
        roads: by space and arrow, where the arrow leads.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.roads: dict[tuple[str, str], str] = {}

    def press(self, *keys: str) -> None:
        """Presses one key after another."""
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, selector: str, *, back: bool = False) -> None:
        """Goes on by Tab until what is meant has the keyboard."""
        self.page.locator(selector).first.wait_for()
        assert self.tabs_to(selector, back=back)

    def tabs_to(self, selector: str, *, back: bool = False) -> bool:
        """The same where it may go away meanwhile: whether it has not."""
        for _ in range(80):
            if self.page.locator(f":is({selector}):focus").count():
                return True
            if not self.page.locator(selector).count():
                return False
            self.press("Shift+Tab" if back else "Tab")
        pytest.fail(f"Tab leads to no {selector} of\n{self.page.locator('body').aria_snapshot()}")

    def here(self, among: str = ".space") -> str:
        """The space that has the keyboard."""
        key = self.page.locator(f"{among}:focus").get_attribute("data-key")
        assert key is not None
        return key

    def walk_to(self, wanted: str | Sequence[str], among: str = ".space") -> str:
        """Goes by arrows from space to space to one that is wanted, by ways that are tried out and remembered.

        What was not tried yet is tried in the direction of the goal first. Where all was tried in vain it is tried
        again: a key may be lost on a machine that stands still for a moment.
        """
        here, goals = self.here(among), {wanted} if isinstance(wanted, str) else set(wanted)
        give_up_at = time.monotonic() + PATIENCE_S
        while here not in goals:
            assert time.monotonic() < give_up_at, f"no arrows lead to {sorted(goals)} from {here}"
            way = self._way(here, goals, middles_of(self.page, among))
            if not way:
                self.roads.clear()
            for arrow in way:
                self.press(arrow)
                there = self.here(among)
                self.roads[here, arrow] = there
                here = there
        return here

    def _way(self, here: str, goals: set[str], middles: Mapping[str, Point]) -> list[str]:
        """The arrows to the nearest goal that is known, or else to the nearest that was never pressed."""
        ways, seen, untried = deque([(here, list[str]())]), {here}, list[str]()
        while ways:
            at, way = ways.popleft()
            if at in goals:
                return way
            for arrow in towards(middles[at], [middles[goal] for goal in goals]):
                there = self.roads.get((at, arrow))
                if there is None:
                    untried = untried or [*way, arrow]
                elif there not in seen and there in middles:
                    seen.add(there)
                    ways.append((there, [*way, arrow]))
        return untried


def towards(here: Point, goals: Sequence[Point]) -> list[str]:
    """The arrows, those first that point to the nearest goal on the screen."""
    x, y = min(((x - here[0], y - here[1]) for x, y in goals), key=lambda way: math.hypot(*way))
    return sorted(ARROWS, key=lambda arrow: -(x * ARROWS[arrow][0] + y * ARROWS[arrow][1]))


def middles_of(page: Page, selector: str) -> Mapping[str, Point]:
    """Where spaces are on the screen, by their names."""
    return dict(
        page.locator(selector).evaluate_all(
            """all => all.map((one) => {
              const { left, right, top, bottom } = one.getBoundingClientRect();
              return [one.dataset.key, [(left + right) / 2, (top + bottom) / 2]];
            })"""
        )
    )


def keys_of(page: Page, selector: str) -> list[str]:
    """The names of the spaces that look so."""
    names: list[str] = page.locator(selector).evaluate_all("all => all.map((one) => one.dataset.key)")
    return names


class Player(Keyboard):
    """The same in a match of the variations.

    Args:
        page: of the match.
        liked: the spaces to be chosen where they may be, the best first; any others after them.
    """

    def __init__(self, page: Page, liked: Sequence[str] = ()) -> None:
        super().__init__(page)
        self.liked = liked

    def play(self) -> str:
        """Plays to the end; gives how it came out."""
        for turn in range(MOST_TURNS):
            self.page.locator(f"{MINE}, {OVER}").first.wait_for()
            if self.page.locator(OVER).count():
                break
            self.move(by_button=turn == 0)
        return self.page.locator(OVER).inner_text()

    def move(self, *, by_button: bool) -> None:
        """Chooses a move, and accepts it: by the button, or by a second Enter on its space."""
        accept = self.page.locator("#accept:enabled")
        for _ in range(4):
            self.choose()
            if accept.count():
                break
        else:
            return  # the page has gone on: what could be done in one way only was done
        is_by_button = by_button or not self.page.locator(".space:focus").count()
        if is_by_button and not self.tabs_to("#accept:enabled"):
            return  # likewise: a move that is the only one is made by itself before long
        self.press("Enter")
        expect(accept).to_have_count(0)

    def choose(self) -> None:
        """Takes the next part of a move: an option, a space, or a word where there is no space."""
        is_there = True
        if self.page.locator("#options:not([hidden]) button").count():
            is_there = self.tabs_to("#options button", back=True)
        elif spaces := self.spaces():
            if not self.page.locator(".space:focus").count():
                self.tab_to(".space")
            liked = [key for key in self.liked if key in spaces]
            self.walk_to(liked[0] if liked else spaces)
        else:
            is_there = self.tabs_to("#words button")
        if is_there:
            self.press("Enter")

    def spaces(self) -> list[str]:
        """Those that can be chosen: where the piece in hand can go, if one is in hand."""
        targets = ".space.is-choosable:has(.space-target)"
        return keys_of(self.page, targets) or keys_of(self.page, ".space.is-choosable")


def new_match(somebody: Person, game: str, players: int) -> Page:
    """Begins a match against Random, and gives its page."""
    somebody.new_match(game, players=players)
    return somebody.page


def of_lines(size: int, across: str) -> Iterator[str]:
    """The spaces of a board, a line after the other."""
    return (across.format(x=x, y=y) for y in range(1, size + 1) for x in range(1, size + 1))


@pytest.mark.parametrize(
    ("game", "players", "liked"),
    [
        pytest.param("Treblecross15", 2, (), id="a row"),
        pytest.param("Achi", 2, (), id="pieces that move"),
        pytest.param("Connect4", 2, ["1,4,1,1", "1,4,1,2", "1,4,1,3", "1,4,1,4"], id="stacks"),
        pytest.param("Qubic-4", 2, [*of_lines(4, "1,{x},{y},1")], id="three dimensions"),
        pytest.param("3P-BoS", 3, (), id="several boards"),
        pytest.param("RockPaperScissors", 2, (), id="all at once, out of a reserve"),
        pytest.param("KPoker", 2, (), id="hidden pieces, phases with passing"),
    ],
)
def test_a_match_of_the_catalogue_is_played(
    people: Callable[..., Person], game: str, players: int, liked: Sequence[str]
) -> None:
    page = new_match(people("ada"), game, players)
    assert re.match(r"You (?:won|lost)\.|A draw\.", Player(page, liked).play())


@pytest.mark.parametrize("kind", SMALL)
def test_a_match_on_another_board_is_played(people: Callable[..., Person], kind: str) -> None:
    ada = people("ada")
    rules = json.loads(families.get("Tic-Tac-Toe").text) | SMALL[kind] | {"name": f"{kind}-{uuid4().hex[:12]}"}
    saved = ada.post("/api/games", {"rule_set": rules, "request_id": uuid4().hex})
    body = {"game_id": saved["id"], "player_ids": [ada.id, RANDOM_ID], "request_id": uuid4().hex}
    page = ada.open(f"/matches/{ada.post('/api/matches', body)['id']}")
    assert re.match(r"You (?:won|lost)\.|A draw\.", Player(page).play())


def heard(page: Page, selector: str) -> Locator:
    """What a screen reader says by itself as soon as it changes."""
    region = page.locator(selector)
    expect(region).to_have_attribute("aria-live", "polite")
    return region


def test_a_space_that_was_given_the_keyboard_keeps_it(people: Callable[..., Person]) -> None:
    page = new_match(people("ada"), "Tic-Tac-Toe", 2)
    space = page.locator(MINE).last
    expect(space).to_have_attribute("tabindex", "-1")
    at = space.get_attribute("data-key")
    # As screen readers do.
    space.evaluate("(space) => space.focus()")
    page.keyboard.press("Enter")
    expect(page.locator("#proposal")).to_contain_text("ircle to")
    expect(page.locator(".space:focus")).to_have_attribute("data-key", str(at))
    expect(page.locator(".space[tabindex='0']")).to_have_attribute("data-key", str(at))


def test_who_plays_keeps_the_keyboard_while_moves_are_made(people: Callable[..., Person]) -> None:
    ada, bob = people("ada"), people("bob")
    path, first, second = together(ada, bob, ada.unhurried("Tic-Tac-Toe"))
    page = second.open(path)
    rival = page.get_by_role("link", name=first.name, exact=True)
    rival.focus()
    first.reply(path, "O@1,1")
    expect(page.locator("#status")).to_have_text("Your turn.")
    expect(rival).to_be_focused()


def test_a_screen_reader_is_told_all_of_it(people: Callable[..., Person]) -> None:
    page = new_match(people("ada"), "Tic-Tac-Toe", 2)
    player = Player(page)
    page.locator(MINE).first.wait_for()
    expect(heard(page, "#status")).to_have_text("Your turn.")
    player.tab_to(".space")
    focused = page.locator(".space:focus")
    if focused.get_attribute("role") == "img":  # Random has begun just there
        player.press("ArrowRight")
    expect(focused).to_have_role("button")
    expect(focused).to_have_accessible_name(re.compile(r"^Column \d, row \d, empty$"))
    at = str(focused.get_attribute("aria-label")).removesuffix(", empty")
    player.press("Enter")
    expect(focused).to_have_accessible_name(re.compile(rf"^{at}, empty, your proposal: (?:black|white) circle$"))
    expect(heard(page, "#proposal")).to_have_text(re.compile(rf"^(?:Black|White) circle to {at.lower()}$"))
    player.tab_to("#accept")
    expect(page.locator("#accept")).to_have_accessible_name("Accept Move")
    player.press("Enter")
    # The other's answer is told, and the board says where it was.
    page.locator(f"{MINE}, {OVER}").first.wait_for()
    expect(page.locator("#proposal")).to_have_text(re.compile(r"Random played an? (?:black|white) circle to column"))
    expect(
        page.get_by_role("img", name=re.compile(r"^Column \d, row \d, (?:black|white) circle, last move$"))
    ).to_have_count(1)
    said = player.play()
    expect(heard(page, "#outcome")).to_contain_text(said)


class Rival:
    """Who plays the other seat of a match without a page, so that the match goes as it is meant to.

    Random would not do: it gives up, captures a flag, or ends a match otherwise, now and then.

    Attributes:
        page: of the match, before the one who has a page.
        seat: of the rival.
    """

    def __init__(self, somebody: Person, clients: Sequence[Client], game: str) -> None:
        own, self._client = clients
        own.befriend(self._client)
        self._id = own.play_against(self._client, own.game(game)).id
        self.page = somebody.open_as(own.secret, f"/matches/{self._id}")
        self.seat = self._client.look(self._id).viewer

    def plays(self, *moves: str) -> None:
        """Makes moves of a turn, one after the other, as soon as it is to move."""
        for move in moves:
            self._client.play(until(self._asked), move)

    def _asked(self) -> mp.Match | None:
        match = self._client.look(self._id)
        return match if match.is_acting else None


@pytest.fixture
def against(people: Callable[..., Person], platform: Platform) -> Iterator[Callable[[str], Rival]]:
    """`against("Stratego")` begins a match of somebody with a page and a rival, who are friends."""
    with ExitStack() as channels:
        clients = [Client(platform, f"{name}-{uuid4().hex}@example.org", channels) for name in ("ada", "bob")]
        yield lambda game: Rival(people("somebody"), clients, game)


BEHIND = {
    "red": ("J9:flag", "J8:bomb", "I9:marshal", "I8:general", "J7:spy", "J6:scout", "J5:scout", "J0:miner"),
    "blue": ("A9:flag", "A8:bomb", "B9:marshal", "B8:general", "A7:spy", "A6:scout", "A5:scout", "A0:miner"),
}
"""Armies of Barrage that three moves do not reach; the miner goes to and fro."""


def test_an_army_of_stratego_is_set_up_moves_and_resigns(against: Callable[[str], Rival]) -> None:
    rival = against("Stratego-Barrage")
    page = rival.page
    rival.plays(*BEHIND[rival.seat])
    keys = Keyboard(page)
    keys.tab_to("button:text-is('Shuffle')")
    keys.press("Enter")
    expect(page.locator("#tray-count")).to_have_text("All pieces are placed.")
    keys.tab_to("#accept")
    keys.press("Enter")
    home, ahead = ("J0", "I0") if rival.seat == "red" else ("A0", "B0")
    ways = [f"{home}>{ahead}", f"{ahead}>{home}", f"{home}>{ahead}"]
    if rival.seat == "red":
        rival.plays(ways.pop())
    page.locator(".cell.is-source").first.wait_for()
    page.evaluate(HEARS)
    for _ in range(3):
        page.locator(".cell.is-source").first.wait_for()
        if not page.locator(".cell:focus").count():
            keys.tab_to(".cell")
        for way in (".is-source", ".is-target"):
            keys.walk_to(keys_of(page, f".cell{way}"), ".cell")
            keys.press("Enter")
        keys.press("Enter")
        expect(page.locator(".cell.is-proposed")).to_have_count(0)
        if ways:
            rival.plays(ways.pop())
    # A move is told once, without all that stays as it was and all that is counted.
    assert not re.search("Nothing has been attacked|moves without an attack", " ".join(page.evaluate("spoken")))
    keys.tab_to("#leave", back=True)
    keys.press("Enter")
    keys.tab_to("#leave-now")
    keys.press("Enter")
    expect(page.locator("#outcome-title")).to_have_text("You lost.")


def test_four_bases_are_played_until_the_flag_goes_up(against: Callable[[str], Rival]) -> None:
    rival = against("FourBases-2P")
    page = rival.page
    keys = Keyboard(page)
    page.locator(".cell[tabindex='0']").wait_for()
    keys.tab_to(".cell")
    keys.press("Enter")
    keys.tab_to("#kind-3")
    keys.press("Enter")
    keys.tab_to(".cell", back=True)
    keys.walk_to(keys_of(page, ".cell.is-target"), ".cell")
    keys.press("Enter")
    expect(page.locator(".orders li")).to_have_text(re.compile("makes a flash on"))
    keys.tab_to("#accept")
    keys.press("Enter")
    rival.plays("done")
    # The next turn; with the flag up one surrenders to the only other.
    expect(page.locator("#budget")).to_have_text("0 of 2 actions used.")
    keys.tab_to("#flag")
    keys.press("Enter")
    keys.tab_to("#accept")
    keys.press("Enter")
    rival.plays("done")
    expect(page.locator("#outcome-title")).to_have_text("You lost.")
