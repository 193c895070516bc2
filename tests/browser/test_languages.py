"""The pages in German: somebody logs in, looks around, and plays, and reads no English but names and what rules say."""

from __future__ import annotations

import re
from collections.abc import Callable

from fixtures.browser import Person
from playwright.sync_api import Page, expect

# Words that stand in nearly every English sentence and label, and in no German one.
ENGLISH = re.compile(
    r"\b(the|your?|you|of|to|and|or|is|are|by|this|with|without|for|no|not|game|games|match(es)?|play|player|players"
    r"|move|choose|leave|rules|time|close|save|search|friends|board|copy|name it|wins?|won|lost|drawn)\b",
    re.IGNORECASE,
)
TAKEN_FROM_THE_LIBRARY = (
    ".english, .rules-card, #setup, #controls, #preview, option, .combobox, .game-card, .chosen-rules"
)
SAID = """(left) => {
  const said = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node instanceof Element ? node : node.parentElement;
    if (element.closest(`script, template, style, ${left}`)) continue;
    if (node instanceof Text) said.push(node.textContent.trim());
    else for (const name of ["aria-label", "title", "placeholder", "alt"]) said.push(node.getAttribute(name) ?? "");
  }
  return [...new Set(said.filter(Boolean))];
}"""


def english_on(page: Page, *names: str) -> list[str]:
    """What is said in English there, screen readers' texts included, but for names and what the library says."""
    said = page.evaluate(SAID, TAKEN_FROM_THE_LIBRARY)
    for name in (*names, "Play New", "Tic-Tac-Toe and beyond"):
        said = [text.replace(name, "") for text in said]
    return [text for text in said if ENGLISH.search(text)]


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
        ("/nothing", "404"),
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
    expect(page.locator("#happened")).to_contain_text("gesetzt")
    assert english_on(page, bea.name, "Tic-Tac-Rainbow") == []


def test_a_language_is_chosen_in_the_menu(people: Callable[..., Person]) -> None:
    page = people("cleo").open("/me")
    page.locator("#user-menu summary").click()
    page.get_by_role("link", name="Deutsch").click()
    expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    page.locator("#user-menu summary").click()
    page.get_by_role("link", name="English").click()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
