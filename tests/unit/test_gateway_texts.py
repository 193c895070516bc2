"""Texts for people: each can be translated, and is."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from fixtures.fakes.world import World
from fixtures.gateway import backends_of

from redscience import families
from redscience.interface import Family
from services.gateway.answers import answer_texts
from services.gateway.app import create_app
from services.gateway.assets import STATIC, family_folders
from services.gateway.catalogues import LANGUAGES, SOURCE, Catalogue, Key, catalogue, texts_of_module
from services.gateway.features import feature_text
from services.gateway.forms import form_of, texts_of_form
from services.gateway.messages import catalogues_of, of_shell
from services.gateway.seat_words import seat_words, texts_of_seats
from services.gateway.security import COOKIE

pytestmark = pytest.mark.usefixtures("read_sources")

ROOT = Path(__file__).parents[2] / "redscience"
TEMPLATES = STATIC.parent / "templates"
OTHERS = [code for code in LANGUAGES if code != SOURCE]


def entries(path: Path) -> dict[Key, tuple[str, ...]]:
    """What a file translates."""
    with path.open("rb") as file:
        found = read_po(file, abort_invalid=True)
    return {
        message.id if isinstance(message.id, str) else (message.id[0], message.id[1]): (
            (message.string,) if isinstance(message.string, str) else tuple(message.string)
        )
        for message in found
        if message.id
    }


@pytest.mark.slow
@pytest.mark.parametrize("language", OTHERS)
def test_catalogues_are_complete_and_hold_nothing_else(language: str) -> None:
    for path, keys in catalogues_of(language):
        found = entries(path) if path.is_file() else {}
        assert sorted(map(str, found)) == sorted(map(str, keys)), f"run python -m services.gateway.messages for {path}"
        assert [key for key, texts in found.items() if not all(texts)] == [], path


PLACES = re.compile(r"\{\w+\}|%\(\w+\)s|</?\w+[^>]*>")


@pytest.mark.slow
@pytest.mark.parametrize("language", OTHERS)
def test_translations_keep_what_stands_for_names_and_numbers(language: str) -> None:
    for path, _ in catalogues_of(language):
        for key, texts in (entries(path) if path.is_file() else {}).items():
            forms = (key,) if isinstance(key, str) else key
            for text, english in zip(texts, forms, strict=True):
                assert sorted(PLACES.findall(text)) == sorted(PLACES.findall(english)), key
                assert '"' not in re.sub("<[^>]*>", "", text), f"{key} may stand in an attribute"


# Tags, with what Jinja puts into them, and Jinja's own.
MARKUP = re.compile(r"{#.*?#}|{%-? trans.*?endtrans -?%}|{%.*?%}|{{.*?}}|<(?:{{.*?}}|{%.*?%}|[^>])*>", re.DOTALL)
ATTRIBUTES = re.compile(r'\b(?:aria-label|title|placeholder|alt)="([^"]*)"')
BLOCKS_OF_CODE = re.compile(r"{% block body_class %}.*?{% endblock %}", re.DOTALL)
NAMES = {"redscience", "Random", "Standard", "to"}
"""What stands in templates and is no text: names, and what only the outbox of a laptop says."""
LETTERS = re.compile(r"[^\W\d_]{2,}")


def test_templates_say_nothing_that_cannot_be_translated() -> None:
    for path in sorted(TEMPLATES.glob("*.html")):
        source = BLOCKS_OF_CODE.sub("", path.read_text("utf-8"))
        words = LETTERS.findall(MARKUP.sub(" ", source))
        words += [word for text in ATTRIBUTES.findall(source) if "{" not in text for word in LETTERS.findall(text)]
        assert set(words) <= NAMES, path.name


STRING = r'"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`'
TRANSLATED = re.compile(rf"(?<![.\w$])(?:t\(\s*(?:{STRING})|tn\(\s*\[[^\]]*\])|new \w*Error\(\s*(?:{STRING})")
NO_TEXT = re.compile(
    rf"^\s*(?://|/?\*).*$|/\*\*.*?\*/|\bclass(?:Name)?: (?:{STRING})|^import .*$|querySelector(?:All)?\((?:{STRING})",
    re.MULTILINE,
)
SENTENCE = re.compile(
    r"[A-Z][a-z]+ [a-z]|[a-z]{2,} [a-z]{2,}.*[.:?!…]$|^[A-Z][a-z]+[.!?…]$|[a-z]{2} [a-z]{2,} [a-z]{2}"
)
OF_CODE = re.compile(
    r"[<>#\[\]=]|--|\bvar\(|translate|^\w+(?:-\w+)+(?: |$)|px\b|^[MmLlHhVvCcZz][\d .-]|, [a-z]+\[|[a-z], [a-z]+,"
    r"|^number "
)


def texts_left(script: str) -> list[str]:
    """What looks like a text for people in a module and is not given to `t` or `tn`."""
    rest = TRANSLATED.sub("", NO_TEXT.sub("", script))
    strings = (found.strip('"`') for found in re.findall(STRING, rest))
    return [text for text in strings if SENTENCE.search(re.sub(r"\$\{[^}]*\}", "X", text)) and not OF_CODE.search(text)]


def modules() -> list[Path]:
    folders = [STATIC, *(folder for folder in family_folders().values() if folder.is_relative_to(ROOT))]
    return [path for folder in folders for path in sorted(folder.glob("*.js"))]


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.name)
def test_modules_say_nothing_that_cannot_be_translated(path: Path) -> None:
    assert texts_left(path.read_text("utf-8")) == []


LABELS = re.compile(rf"""(?:"aria-label"|title|placeholder|alt)(?::|",) (?:{STRING})|\bsay\([^,]+, (?:{STRING})""")


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.name)
def test_modules_label_nothing_with_what_cannot_be_translated(path: Path) -> None:
    found = LABELS.findall(NO_TEXT.sub("", path.read_text("utf-8")))
    assert [text for text in found if LETTERS.search(re.sub(r"\$\{[^}]*\}", "", text.partition(" ")[2]))] == []


def test_what_is_left_is_found() -> None:
    assert texts_left('say(byId("x"), "Your turn is over.");') == ["Your turn is over."]
    assert texts_left("el('p', {}, `You have ${count} games`);") == ["You have ${count} games"]
    assert texts_left('t("Your turn is over."); tn(["One game is.", "{count} games are."], 2);') == []


def test_a_module_gets_the_texts_of_a_language() -> None:
    german = Catalogue(
        {"Save": ("Speichern",), "One game": ("Ein Spiel", "{count} Spiele")}, lambda count: int(count != 1)
    )
    script = 't("Save"); at("Save"); tn(["One game", "{count} games"], 2); t("Gone", { name });'
    spoken = 't("Speichern"); at("Save"); tn(["Ein Spiel", "{count} Spiele"], 2); t("Gone", { name });'
    assert german.of_module(script) == spoken
    assert list(texts_of_module(script)) == ["Save", "Gone", ("One game", "{count} games")]


@pytest.mark.parametrize(
    ("asked", "cookie", "language"),
    [
        ("", "", "en"),
        ("de-AT,de;q=0.9,en;q=0.5", "", "de"),
        ("fr", "", "en"),
        ("fr, de;q=0.3", "", "de"),
        ("de", "en", "en"),
        ("en", "de", "de"),
        ("de", "xx", "de"),
    ],
)
def test_whoever_has_chosen_none_is_spoken_to_as_their_browser_asks(asked: str, cookie: str, language: str) -> None:
    app = create_app(backends_of(World()), addresses={}, loopback=True)
    with app.test_client() as client:
        if cookie:
            client.set_cookie("redscience_language", cookie)
        page = client.get("/login", headers={"Accept-Language": asked} if asked else {})
        assert f'<html lang="{language}">' in page.text
        assert ("Code schicken" in page.text) == (language == "de")
        assert f"/{language}/pages/log_in.js" in page.text
        assert {"Accept-Language", "Cookie"} <= {name.strip() for name in page.headers["Vary"].split(",")}


def test_a_language_is_chosen_and_kept() -> None:
    world = World()
    _, secret = world.add_player("Ada")
    with create_app(backends_of(world), addresses={}, loopback=True).test_client() as client:
        client.set_cookie(COOKIE, secret)
        assert 'href="/language/de?next=/games"' in client.get("/games").text
        chosen = client.get("/language/de?next=/games")
        assert (chosen.status_code, chosen.headers["Location"]) == (302, "/games")
        assert '<html lang="de">' in client.get("/games").text
        assert client.get("/language/de?next=//elsewhere.example").headers["Location"] == "/"
        assert client.get("/language/xx").status_code == 404


def test_a_code_is_asked_for_in_the_language_of_the_page() -> None:
    world = World()
    with create_app(backends_of(world), addresses={}, loopback=True).test_client() as client:
        for asked in ("de", "fr"):
            client.post("/api/log-in/code", json={"email": "ada@example.org"}, headers={"Accept-Language": asked})
    assert world.languages == ["de", "en"]


def paths_and_values(form: Any) -> list[str]:
    """What code reads of a form."""
    return re.findall(r'"(?:path|value|id|each|control)": [^,}]+', json.dumps(form))


@pytest.mark.parametrize("family", [one for one in families.every() if one.form()], ids=lambda family: family.name)
def test_a_form_is_told_in_a_language_and_keeps_what_it_says_to_code(family: Family) -> None:
    app = create_app(backends_of(World()), addresses={}, loopback=True)
    form = family.form()
    assert form is not None
    with app.test_request_context("/factory"):
        assert form_of(family) == form
    with app.test_request_context("/factory", headers={"Accept-Language": "de"}):
        german = form_of(family)
    assert german is not None
    told = list(texts_of_form(german))
    english = list(texts_of_form(form))
    texts = catalogue("de", family.name)
    assert told == [texts.text(text) for text in english] != english
    assert json.dumps(german["default"]) == json.dumps(form["default"])
    assert paths_and_values(german) == paths_and_values(form)


def test_a_group_of_choices_is_a_text_and_that_of_a_section_an_id() -> None:
    form = {"sections": [{"id": "a", "group": "ids", "label": "A", "choices": [{"value": 1, "group": "Leaps"}]}]}
    assert list(texts_of_form(form)) == ["A", "Leaps"]


def test_seats_are_called_in_the_language_of_who_reads() -> None:
    world = World()
    client = create_app(backends_of(world), addresses={}, loopback=True).test_client()
    client.set_cookie(COOKIE, world.add_player("Ada")[1])

    def told(language: str) -> Any:
        html = client.get("/games", headers={"Accept-Language": language}).text
        found = re.search(r'id="data">(.+?)</script>', html)
        assert found is not None
        return json.loads(found[1]).get("seat_words", {})

    words = told("de")
    assert (words["black"], words["south"], words["triangle"]) == ("Schwarz", "Süd", "Dreieck")
    shipped = (families.family(name) for name in ("variations", "stratego", "four_bases", "rainbow"))
    assert {seat for family in shipped for seat in texts_of_seats(family)} == set(words)
    assert told("en") == {}


def test_kinds_of_games_are_called_in_the_language_of_who_reads() -> None:
    world = World()
    client = create_app(backends_of(world), addresses={}, loopback=True).test_client()
    client.set_cookie(COOKIE, world.add_player("Ada")[1])
    for path in ("/factory", "/games"):
        assert "Tic-Tac-Toe and beyond" in client.get(path).text
        german = client.get(path, headers={"Accept-Language": "de"}).text
        assert "Tic-Tac-Toe und mehr" in german
        assert "Tic-Tac-Toe and beyond" not in german


def test_a_family_that_is_installed_brings_its_own_german() -> None:
    module = (family_folders()["undercut"] / "family.js").read_text("utf-8")
    assert 't("Wähle eine Zahl.")' in catalogue("de", "undercut").of_module(module)
    assert seat_words("de")["north"] == "Nord"
    assert answer_texts("North wins, 20 to 12.") == {"de": "Nord gewinnt, 20 zu 12."}
    assert answer_texts("It is a draw, 21 to 21.") == {"de": "Remis, 21 zu 21."}


def test_features_are_read_in_the_language_of_who_asks() -> None:
    app = create_app(backends_of(World()), addresses={}, loopback=True)
    with app.test_request_context("/games"):
        assert feature_text("first-row-wins") == "first row wins"
    with app.test_request_context("/games", headers={"Accept-Language": "de"}):
        assert feature_text("first-row-wins") == "erste Reihe gewinnt"
        assert feature_text("of-a-family-elsewhere") == "of a family elsewhere"


def test_every_text_is_found_once() -> None:
    keys = of_shell()
    assert len(keys) == len(set(keys)) > 300
    assert catalogue(SOURCE).text("Save") == "Save"
