"""Rule sets come into the Factory from files, are shown as they are, and go out again as they came."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from fixtures.browser import Held, Person
from fixtures.huge import HUGE_COST, HUGE_FILE
from playwright.sync_api import Page, expect

from redscience.variations import catalogue, language
from redscience.variations.language import RuleSet, Shape, digest, to_json
from redscience.variations.language.frozen import FrozenMapping
from redscience.variations.language.validation import options_of

# Chromium asks before a page has more kept than ten files; a page that is opened anew may have some more.
FILES_A_PAGE = 8


def choose_file(page: Page, name: str, text: str) -> None:
    """Imports a file, as the Import button does once one has been chosen."""
    page.locator("#import-file").set_input_files(
        {"name": f"{name}.json", "mimeType": "application/json", "buffer": text.encode()}
    )


def exported(page: Page) -> str:
    """The text of the file that Export keeps."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    return Path(download.value.path()).read_text("utf-8")


def apart() -> list[str]:
    """Games of the catalogue that together use every option that any of them uses."""
    found: dict[str, set[tuple[str, str]]] = {}
    for name in catalogue.names():
        used = {(re.sub(r"\W.*", "", each.path), each.option.label) for each in options_of(catalogue.get(name))}
        if not used <= set().union(*found.values()):
            found[name] = used
    return [*found]


def test_named_games_come_and_go_unchanged(people: Callable[..., Person]) -> None:
    """All of them do so in the page's own code (below), and by hand in `make acceptance`."""
    page = people("ada").open("/factory")
    for number, name in enumerate(apart()):
        if number % FILES_A_PAGE == FILES_A_PAGE - 1:
            page.reload()
        rules = catalogue.get(name)
        choose_file(page, name, to_json(rules))
        expect(page.get_by_label("Name", exact=True)).to_have_value(name)
        # What is shown is what was read: the same rules in words.
        expect(page.locator("#english p")).to_have_text(language.english(rules))
        expect(page.locator("#same-as")).to_have_text(f"These are the rules of {name}.")
        gone = language.read(exported(page))
        assert digest(gone) == digest(rules), name
        assert gone == rules, name


def test_a_file_that_is_chosen_before_the_page_is_ready_is_opened_then(people: Callable[..., Person]) -> None:
    ada = people("ada")
    page, modules = ada.page, Held(ada.page, "**/page.js")
    page.goto(f"{ada.address}/factory", wait_until="commit")
    module = modules.take()
    choose_file(page, "Connect4", to_json(catalogue.get("Connect4")))
    module.continue_()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Connect4")
    expect(page.locator("#same-as")).to_have_text("These are the rules of Connect4.")


def test_what_a_turn_costs_is_said_as_long_as_it_is_much(people: Callable[..., Person]) -> None:
    page = people("ada").open("/factory")
    choose_file(page, "Huge", json.dumps(HUGE_FILE))
    expect(page.locator("#cost")).to_have_text(HUGE_COST)
    choose_file(page, "Tic-Tac-Toe", to_json(catalogue.get("Tic-Tac-Toe")))
    expect(page.locator("#cost")).to_be_hidden()


REWRITTEN = """async ({ form, files }) => {
  const { src } = document.querySelector("script[src*='factory.js']");
  const place = src.replace(/\\w+\\/pages\\/.*/, "variations/page/");
  const { Draft } = await import(`${place}draft.js`);
  const { pruneMarks } = await import(`${place}marks.js`);
  const { isMarked, putMark } = await import(`${place}putting.js`);
  return files.map((file) => {
    const draft = new Draft(form, file);
    const [x, y, z] = draft.rules.board.size;
    for (const field of draft.markerFields) {
      if (field.values === "pieces" || field.values === "dealt") continue;
      for (const path of draft.inEachPhase(field.path)) {
        for (const at of [[1, 1, 1, 1], [1, x, 1, z], [1, 1, y, Math.min(2, z)]]) {
          const marker = { ...field, path, seat: "black" };
          for (const _ of ["there", "and gone again"]) putMark(draft, marker, [at], !isMarked(draft, marker)(at));
        }
      }
    }
    pruneMarks(draft);
    return JSON.stringify(draft.file());
  });
}"""


def test_what_is_marked_and_cleared_again_leaves_no_trace(people: Callable[..., Person]) -> None:
    page = people("ada").open("/factory")
    games = [catalogue.get(name) for name in catalogue.names()]
    files = [json.loads(to_json(rules)) for rules in games]
    for rules, text in zip(games, page.evaluate(REWRITTEN, {"form": language.form(), "files": files}), strict=True):
        assert language.read(text) == rules, rules.name


def test_an_imported_game_is_saved_under_another_name(people: Callable[..., Person]) -> None:
    page = people("ada").open("/factory")
    # All but the reserve of this game differs from run to run, so that nobody has made it before.
    number = random.randrange(10**9)
    connect = catalogue.get("Connect4")
    shapes = FrozenMapping({"O": Shape(reserve=FrozenMapping({"black": 99 + number % 400}))})
    rules = replace(connect, name=f"Uneven-{number}", about="Made for a test.", shapes=shapes)
    choose_file(page, "uneven", to_json(replace(rules, name="Connect4")))
    expect(page.locator("#at-name-fault")).to_contain_text("Connect4")
    page.get_by_label("Name", exact=True).fill(rules.name)
    expect(page.locator("#at-name-fault")).to_be_empty()
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/games/*")
    expect(page.locator(".about")).to_have_text(rules.about)
    assert language.read(exported(page)) == rules


def test_a_file_that_is_no_rule_set_changes_nothing(people: Callable[..., Person]) -> None:
    page = people("ada").open("/factory")
    page.get_by_label("Name", exact=True).fill("Kept")
    fault = page.locator("#file-fault")
    for text, words in [
        ('{"name": "X", ', "line 1, column 15). Correct it there."),
        ("[]", "Is a list, which is not an object"),
        ('{"name": "X", "name": "Y"}', "Name (name): Appears twice. Keep only one."),
        ('{"board": {"kind": "hash", "kind": "squares"}}', "Board (board.kind): Appears twice. Keep only one."),
        ('{"bord": {}}', 'bord: Is not a known field. Did you mean "board"?'),
        ('{"name": "X", "board": {"kind": "square"}}', 'Board (board.kind): "square" is not a choice for board.'),
        ("{" + " " * 70_000 + "}", "broken.json is larger than 65536 bytes"),
    ]:
        choose_file(page, "broken", text)
        expect(fault).to_contain_text(words)
        expect(page.get_by_label("Name", exact=True)).to_have_value("Kept")
        expect(page.locator(".space")).to_have_count(9)
    choose_file(page, "broken", '{"name": "X", "players": "9", "board": {"kind": "square"}}')
    # Each fault has a line of its own, and is said of what the Factory calls its control.
    expect(fault).to_contain_text('Players (players): "9" is not a choice for players.')
    assert [line.split(":")[0] for line in fault.inner_text().splitlines()][1:] == [
        "Players (players)",
        "Board (board.kind)",
    ]
    faulty = {
        "name": "X",
        "checks": [{"check": "first_row_wins", "length": 99}],
        "shapes": {"O": {"move": "fly", "reserve": {"black": -2}}, "Z": {}},
        "phases": [{}, {"locks": "9,9", "pass": True}],
        "setup": {"1,1": "black Q"},
        "colour": 3,
    }
    choose_file(page, "broken", json.dumps(faulty))
    expect(fault).to_contain_text("Turn check 1")
    assert [line.split(":")[0] for line in fault.inner_text().splitlines()][1:] == [
        "colour",
        "Turn check 1 (checks[0].length)",
        "Circle, Move (shapes.O.move)",
        "Circle, In reserve (shapes.O.reserve.black)",
        "Shapes (shapes.Z)",
        "Phase 2 (phases[1].pass)",
        'Piece on the board (setup["1,1"])',
        "Phase 2, Locked space (phases[1].locks)",
    ]
    choose_file(page, "sound", to_json(RuleSet(name="Sound")))
    # What has been made here gives way to a file only when told to.
    dialog = page.get_by_role("dialog", name="Open the file?")
    dialog.get_by_role("button", name="Keep editing").click()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Kept")
    choose_file(page, "sound", to_json(RuleSet(name="Sound")))
    dialog.get_by_role("button", name="Open the file").click()
    expect(fault).to_be_empty()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Sound")


def test_a_file_whose_fields_do_not_go_together_is_put_right_by_its_controls(people: Callable[..., Person]) -> None:
    page = people("ada").open("/factory")
    checks = [{"check": "first_row_wins", "length": 4}, {"check": "first_row_loses", "length": 4}]
    shapes = {"O": {"reserve": {"black": 8, "white": 8}}}
    faulty = {"name": "Both", "board": {"kind": "squares", "size": [4, 4, 1]}, "checks": checks, "shapes": shapes}
    choose_file(page, "both", json.dumps(faulty))
    expect(page.get_by_label("Name", exact=True)).to_have_value("Both")
    expect(page.locator("#problems")).to_contain_text("Turn checks 2")
    expect(page.locator("#file-fault")).to_be_empty()
    # Nothing is told of the game that was here before.
    expect(page.locator("#english p")).to_have_count(0)
    # As it is, it goes out into a file, and comes in again.
    choose_file(page, "both-again", exported(page))
    expect(page.locator("#problems")).to_contain_text("Turn checks 2")
    page.locator("#at-checks-1-length").select_option(label="3")
    expect(page.locator("#english")).to_contain_text("three of their pieces in a row")
    expect(page.locator("#english mark")).to_have_count(0)
    # What was done can be undone on a page that is opened anew, though the file did not say its format.
    expect(page.locator("#draft-state")).to_have_text("Draft saved just now.")
    page.reload()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#at-checks-1-length option:checked")).to_have_text("4")


def test_a_file_that_is_not_utf_8_is_not_read_as_something_else(people: Callable[..., Person]) -> None:
    page = people("ada").open("/factory")
    text = json.dumps({"name": "Straße"}, ensure_ascii=False)
    file = {"name": "straße.json", "mimeType": "application/json"}
    page.locator("#import-file").set_input_files({**file, "buffer": text.encode("latin-1")})
    expect(page.locator("#file-fault")).to_have_text("straße.json has letters that cannot be read. Save it as UTF-8.")
    expect(page.get_by_label("Name", exact=True)).to_have_value("")
    page.locator("#import-file").set_input_files({**file, "buffer": text.encode()})
    expect(page.get_by_label("Name", exact=True)).to_have_value("Straße")


def test_a_file_of_another_kind_of_game_opens_among_its_own_controls(people: Callable[..., Person]) -> None:
    ada = people("ada")
    copied = ada.game_id("Connect4")
    page = ada.open(f"/factory?copy={copied}")
    expect(page.get_by_label("Name", exact=True)).not_to_have_value("")
    choose_file(page, "bow", '{"format": "redscience-rainbow/1", "name": "Bow", "players": 3}')
    page.wait_for_url("**/factory?draft=*")
    expect(page.locator("#at-players option:checked")).to_have_text("3")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Bow")
    expect(page.locator("#problems")).to_be_hidden()
    choose_file(page, "wrong", '{"format": "redscience-stratego/1", "name": "Wrong", "army": "none"}')
    page.wait_for_url("**/factory?family=stratego")
    # What is wrong with it is said in the words of its own controls, and it is not read a second time.
    expect(page.locator("#file-fault")).to_contain_text("wrong.json cannot be read.\nArmy (army):")
    page.reload()
    expect(page.locator("#english p")).not_to_have_count(0)
    expect(page.locator("#file-fault")).to_be_empty()


def test_a_late_answer_about_the_rules_leaves_what_is_said_about_a_file(people: Callable[..., Person]) -> None:
    page = people("ada").open("/factory")
    expect(page.locator("#english p")).not_to_have_count(0)
    checks = Held(page, "**/api/factory/check")
    page.get_by_label("Name", exact=True).fill("Kept")
    check = checks.take()
    choose_file(page, "broken", "{" + " " * 70_000 + "}")
    expect(page.locator("#file-fault")).to_contain_text("broken.json is larger than 65536 bytes")
    with page.expect_response("**/api/factory/check"):
        check.continue_()
    expect(page.locator("#rules-note")).to_be_empty()
    expect(page.locator("#file-fault")).to_contain_text("broken.json is larger than 65536 bytes")
    page.get_by_label("Name", exact=True).fill("Changed")
    expect(page.locator("#file-fault")).to_be_empty()
