"""The basics that people who do not see, or do not see well, depend on."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from fixtures.accessibility import FAINT, NAMELESS, is_for_all
from fixtures.axe import violations
from fixtures.browser import Person, every_page
from fixtures.furnished import Furnished
from fixtures.platform import Platform
from fixtures.views import Still
from fixtures.windows import DESK, PHONE, Windows
from playwright.sync_api import Page, expect

LOOKED_THROUGH = {"match", "home", "leaderboard", "outbox"}
"""These and all others as they are compared with their pictures, see test_looks.py."""
# What is chosen, current or one's own, and is told from the rest by nothing that is left where the system paints:
# backgrounds and shadows are gone then. Drawings keep their colours.
LOST = """() => [...document.querySelectorAll("[aria-pressed=true], [aria-current], [aria-selected=true]," +
    "[role=option].is-active, tr.is-own, .match-item.is-acting")]
  .filter((element) => element.checkVisibility() && !(element instanceof SVGElement))
  .filter((element) => {
    const { outlineStyle, outlineWidth, fontWeight } = getComputedStyle(element);
    return (outlineStyle === "none" || parseFloat(outlineWidth) < 1) && Number(fontWeight) < 600;
  })
  .map((element) => element.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everything_has_a_name_and_can_be_read_and_hit(
    people: Callable[..., Person], platform: Platform, scheme: str
) -> None:
    ada = people("ada", viewport=PHONE if scheme == "dark" else DESK, color_scheme=scheme)
    for _, page in every_page(ada, "Connect4", platform):
        is_for_all(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_so_has_whatever_a_view_can_say(looks: Callable[..., tuple[Page, Still]], scheme: str) -> None:
    for name in ("seeking", "planned", "round", "poker", "promotion", "unseen", "asked", "lost"):
        page, _ = looks(name, viewport=PHONE if scheme == "dark" else DESK, color_scheme=scheme)
        is_for_all(page)


def test_so_has_the_factory_of_a_large_game(people: Callable[..., Person]) -> None:
    ada = people("ada")
    game_id = ada.game_id("3P-NeedyPoker")
    for path in (f"/factory?copy={game_id}", f"/games/{game_id}"):
        page = ada.open(path)
        page.locator(".space").first.wait_for()
        is_for_all(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_button_can_be_read_while_it_is_pointed_at(people: Callable[..., Person], scheme: str) -> None:
    ada = people("ada", color_scheme=scheme)
    for path, button in (("/", "#play"), ("/factory", "#save")):
        page = ada.open(path)
        page.locator(button).hover()
        assert page.evaluate(FAINT) == []


def test_log_in_too(people: Callable[..., Person]) -> None:
    ada = people("ada")
    ada.context.clear_cookies()
    page = ada.open("/login")
    expect(page.get_by_label("E-mail address")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#email-fault")).not_to_be_empty()
    expect(page.get_by_label("E-mail address")).to_have_attribute("aria-describedby", "email-fault")
    assert page.evaluate(NAMELESS) == []
    assert page.evaluate(FAINT) == []


def test_the_first_tab_leads_past_the_title_bar(people: Callable[..., Person]) -> None:
    page = people("ada").open("/")
    expect(page.get_by_role("combobox", name="Game")).not_to_have_value("")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("combobox", name="Game")).to_be_focused()


def test_spaces_say_what_is_on_them(people: Callable[..., Person]) -> None:
    ada = people("ada")
    ada.new_match("Connect4")
    page = ada.page
    # The whole column can be pointed at, also where Random, if it began, has played.
    space = page.locator(".space.is-choosable[aria-label*=', empty']").first
    place = (space.get_attribute("aria-label") or "").partition(", empty")[0]
    assert re.fullmatch(r"Column [12], height 1", place)
    space.click()
    seat = ada.get(f"/api/matches/{ada.page_data()['match']['id']}")["viewer"]
    expect(page.locator(".space.is-proposed")).to_have_attribute(
        "aria-label", f"{place}, empty, your proposal: {seat} circle"
    )
    page.get_by_role("button", name="Accept Move").click()
    expect(page.get_by_label(f"{place}, {seat} circle").first).to_be_visible()
    other = "white" if seat == "black" else "black"
    expect(page.locator(".space.is-last")).to_have_attribute("aria-label", re.compile(f"{other} circle, last move$"))
    expect(page.locator("#proposal")).to_contain_text(f"{other} circle to column")


def test_still_pages_for_who_wants_them_still(people: Callable[..., Person]) -> None:
    ada = people("ada", reduced_motion="reduce")
    ada.new_match("Connect4")
    page = ada.page
    page.locator(".space.is-choosable").first.click()
    page.evaluate("() => { globalThis.moved = 0; Element.prototype.animate = () => { globalThis.moved += 1; }; }")
    page.get_by_role("button", name="Accept Move").click()
    page.locator(".space.is-last").first.wait_for()
    page.locator(".space.is-choosable").first.wait_for()
    assert page.evaluate("moved") == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(people: Callable[..., Person], platform: Platform, scheme: str) -> None:
    viewport = PHONE if scheme == "dark" else DESK
    ada = people("ada", viewport=viewport, color_scheme=scheme, reduced_motion="reduce")
    pages = every_page(ada, "Connect4", platform, but=LOOKED_THROUGH)
    found = [f"{name}: {each}" for name, page in pages for each in violations(page)]
    assert not found, "\n".join(found)


def test_whoever_asks_for_contrast_or_colors_of_their_own_can_read(in_memory: Furnished, windows: Windows) -> None:
    with windows.window(in_memory.address) as window:
        page, painted = window.page, set()
        in_memory.log_in(page)
        media: dict[str, Any]
        for media in (
            {},
            {"contrast": "more"},
            {"color_scheme": "dark", "contrast": "more"},
            {"forced_colors": "active"},
        ):
            window.appear(**media)
            for name in ("leaderboard", "evolution", *(["home"] if "forced_colors" in media else [])):
                in_memory.open(page, name)
                assert page.evaluate(FAINT) == []
                assert violations(page) == []
                if "forced_colors" in media:
                    assert page.evaluate(LOST) == []
            painted.add(page.locator("main .soft").first.evaluate("text => getComputedStyle(text).color"))
    assert len(painted) == len(("as ever", "more", "more in the dark", "the system's"))


@pytest.mark.parametrize(
    "media", [{"forced_colors": "active"}, {"contrast": "more", "color_scheme": "dark"}], ids=["forced", "more"]
)
def test_so_can_they_in_matches_of_each_kind_and_in_the_factory(
    looks: Callable[..., tuple[Page, Still]], media: dict[str, Any]
) -> None:
    for name, chosen in (
        ("clash", None),
        ("promotion", ".space.is-choosable"),
        ("arming", "#tray-spy"),
        ("rainbow", ".hand-face:enabled"),
        ("bases", ".cell.is-source"),
    ):
        page, _ = looks(name, **media)
        if chosen:
            page.locator(chosen).first.click()
        assert page.evaluate(FAINT) == [], name
        assert violations(page) == [], name
        if "forced_colors" in media:
            assert page.evaluate(LOST) == [], name
    page.goto("/factory")
    page.locator("#english p").first.wait_for()
    page.get_by_role("button", name="Locked space").click()
    kinds = page.get_by_role("combobox").first
    for _ in range(2):
        kinds.press("ArrowDown")
    page.locator("[role=option].is-active:not([aria-selected=true])").wait_for()
    assert page.evaluate(FAINT) == []
    assert violations(page) == []
    if "forced_colors" in media:
        assert page.evaluate(LOST) == []


def test_axe_finds_what_is_wrong(people: Callable[..., Person]) -> None:
    page = people("ada").open("/nothing")
    page.locator("h1").evaluate("h1 => h1.append(new Image())")
    assert [line.partition(":")[0] for line in violations(page)] == ["image-alt"]
