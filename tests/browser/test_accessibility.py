"""The basics that people who do not see, or do not see well, depend on."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from fixtures.browser import DESK, PHONE, Person
from playwright.sync_api import Page, expect

# Elements that can be used and have no name, or a name that is not in words.
NAMELESS = """() => [...document.querySelectorAll(
    "a, button, input, select, summary, [role=button], [role=img], [tabindex]")]
  .filter((element) => element.checkVisibility() && element.id !== "main")
  .filter((element) => {
    const labels = [...(element.labels ?? [])].map((label) => label.textContent).join("");
    const name = element.getAttribute("aria-label") ?? (labels || element.textContent);
    return name.trim() === "";
  })
  .map((element) => element.outerHTML.slice(0, 120))"""

# Text whose contrast with what is behind it is too low (WCAG AA), by computed colours.
FAINT = """() => {
  const channel = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const parse = (text) => {
    const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number);
    return [r, g, b, a];
  };
  const luminance = ([r, g, b]) => 0.2126 * channel(r / 255) + 0.7152 * channel(g / 255) + 0.0722 * channel(b / 255);
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor);
      if (color[3] === 1) return color;
    }
    return [255, 255, 255, 1];
  };
  const found = new Set();
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    const outside = element.closest("svg, script, template, .visually-hidden, .skip, :disabled, [aria-disabled=true]");
    if (!own || outside || !element.checkVisibility({ opacityProperty: true })) continue;
    const style = getComputedStyle(element);
    const [light, dark] = [luminance(parse(style.color)), luminance(ground(element))].sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) found.add(`${ratio.toFixed(2)} ${element.textContent.trim().slice(0, 40)}`);
  }
  return [...found];
}"""

# Controls that are too small for a finger (WCAG 2.2: 24 by 24), links in running text aside.
TINY = """() => [...document.querySelectorAll("a, button, input, select, summary")]
  .filter((element) => element.checkVisibility() && !element.closest("p, .skip, .english, h1"))
  .filter((element) => {
    const { width, height } = element.getBoundingClientRect();
    return width < 24 || height < 24;
  })
  .map((element) => element.outerHTML.slice(0, 100))"""

ONE_OF_EACH = """() => [document.documentElement.lang, document.querySelectorAll("h1").length,
  document.querySelectorAll("main").length, document.title !== ""]"""


def everywhere(ada: Person) -> list[tuple[str, Page]]:
    match_id = ada.new_match("Connect4")
    game_id = ada.page_data()["match"]["game"]["id"]
    ada.page.locator(".space.is-choosable").first.wait_for()
    paths = ("/", "/factory", f"/games/{game_id}", f"/games/{game_id}/leaderboard", f"/matches/{match_id}", "/outbox")
    pages = [(path, ada.open(path, ada.window())) for path in paths]
    for _, page in pages:
        page.wait_for_load_state()
    return pages


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everything_has_a_name_and_can_be_read_and_hit(people: Callable[..., Person], scheme: str) -> None:
    ada = people("ada", viewport=PHONE if scheme == "dark" else DESK, color_scheme=scheme)
    for path, page in everywhere(ada):
        assert page.evaluate(ONE_OF_EACH) == ["en", 1, 1, True], path
        assert page.evaluate(NAMELESS) == [], path
        assert page.evaluate(FAINT) == [], path
        assert page.evaluate(TINY) == [], path


def test_log_in_too(people: Callable[..., Person]) -> None:
    ada = people("ada")
    ada.context.clear_cookies()
    page = ada.open("/login")
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
    space = page.locator(".space.is-choosable").first
    space.wait_for()
    space.click()
    seat = ada.get(f"/api/matches/{ada.page_data()['match']['id']}")["viewer"]
    expect(page.locator(".space.is-proposed")).to_have_attribute(
        "aria-label", f"Column 1, height 1, empty, your proposal: {seat} circle"
    )
    page.get_by_role("button", name="Accept Move").click()
    expect(page.get_by_label(f"Column 1, height 1, {seat} circle").first).to_be_visible()
    other = "white" if seat == "black" else "black"
    expect(page.locator(".space.is-last")).to_have_attribute("aria-label", re.compile(f"{other} circle, last move$"))
    expect(page.locator("#proposal")).to_contain_text(f"{other} circle to column")


def test_still_pages_for_who_wants_them_still(people: Callable[..., Person]) -> None:
    ada = people("ada", reduced_motion="reduce")
    ada.new_match("Connect4")
    page = ada.page
    page.locator(".space.is-choosable").first.click()
    page.get_by_role("button", name="Accept Move").click()
    page.locator(".space > .piece").first.wait_for()
    names = "[...document.querySelectorAll('.piece')].map((piece) => getComputedStyle(piece).animationName)"
    assert set(page.evaluate(names)) == {"none"}
