"""What the library and the services answer: all of it is found, and read in other languages."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from fixtures.fakes.world import World
from fixtures.gateway import backends_of
from fixtures.german import ENGLISH

from redscience import errors, families
from redscience.api.match.v1.match_pb2 import Match
from redscience.errors import Fault, InvalidField, RuleSetError
from services.gateway import answers as telling
from services.gateway import english
from services.gateway.answers import Template, answer_text, answer_texts, error_text, error_texts
from services.gateway.app import create_app
from services.gateway.assets import family_folders
from services.gateway.catalogues import LANGUAGES, SOURCE, answers, catalogue
from services.gateway.messages import answers_of_shell
from services.gateway.shown import show_fault, show_match

pytestmark = pytest.mark.usefixtures("read_sources")

OTHERS = [code for code in LANGUAGES if code != SOURCE]
GOLDEN = Path(__file__).parent / "golden" / "playthroughs"
HOLE = re.compile(r"\{(\w+)\}")


def filled(template: str, texts: dict[str, str]) -> str:
    return HOLE.sub(lambda hole: texts[hole[1]], template)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("value", ["7", "q-w", '"x"'])
def test_each_template_is_told_from_all_others(language: str, value: str) -> None:
    for family in ("", *family_folders()):
        for template, translation in answers(language, family).items():
            texts = {name: f"{value}{at}" for at, name in enumerate(HOLE.findall(template))}
            assert answer_texts(filled(template, texts))[language] == filled(translation, texts), template


@pytest.mark.parametrize(
    ("said", "german"),
    [
        ("is 5, and no line of the board has more than 1 space",
         "Ist 5, und keine Linie des Bretts hat mehr als 1 Feld"),
        ("is “Knight move 2x1x0”, which is for stacks", "„Springerzug 2x1x0“ ist nur für Stapel"),
        ("Name white, black or red, or choose other players",
         "Möglich sind Weiß, Schwarz oder Rot; oder wähle andere Spieler"),
        ('Did you mean "a"? Choose one of "a", "b"', 'Meintest du „a“? Zur Wahl stehen "a", "b"'),
        ("There is a game named Save already. Choose another name.",
         "Ein Spiel namens Save gibt es schon. Wähle einen anderen Namen."),
        ("White has left the match already.", "Weiß hat die Partie schon verlassen."),
        ("flip 1,2: there is no peg at 1,2.", "flip 1,2: Auf 1,2 ist kein Stift."),
        ("G4>F4: a bomb never moves.", "G4>F4: Diese Figur (Bombe) zieht nie."),
        ("Too many codes were asked for from where you are. Wait 5 minutes, then try again.",
         "Von deinem Anschluss wurden zu viele Codes angefordert. Warte 5 Minuten und versuch es dann noch einmal."),
        ("Black, white and pink have pieces on the board before the first move.",
         "Schwarz, Weiß und Rosa haben schon vor dem ersten Zug Figuren auf dem Brett."),
        ("Nobody ever has more than four pieces, so that there are never five in a row.",
         "Niemand hat je mehr als vier Figuren, so dass nie fünf in einer Reihe stehen."),
        ("There is no circle: nobody has one in reserve, and none is on the board.",
         "Es gibt diese Form nicht (Kreis): Sie ist in keinem Vorrat und nicht auf dem Brett."),
        ("Nobody has translated this.", "Nobody has translated this."),
        ("North wins, 40 to 14.", "Nord gewinnt, 40 zu 14."),
        ("Somebody has three of one shape in a row. Black and pink win, white draws, yellow loses.",
         "Jemand hat drei von einer Form in einer Reihe. Schwarz und Rosa gewinnen, Weiß spielt remis, Gelb verliert."),
        ("Black 3, white 1, Chaos 0: whoever has the most rows of two of their pieces wins. Black wins, white loses.",
         ("Schwarz 3, Weiß 1, Chaos 0: Wer die meisten Reihen von zwei eigenen Figuren hat, gewinnt."
         " Schwarz gewinnt, Weiß verliert.")),
        (("Black 3, white 1: whoever has three of their pieces in a row wins, and the other loses. Black and white had"
         " the most, and were disqualified. All players lose, and Chaos wins."),
         ("Schwarz 3, Weiß 1: Wer drei eigene Figuren in einer Reihe hat, gewinnt, und die andere Seite verliert."
         " Schwarz und Weiß hatten am meisten und wurden disqualifiziert. Alle verlieren, und Chaos gewinnt.")),
        (("Black 3, white 4, Chaos 3: players with more pieces on the board than Chaos win; players with fewer pieces"
         " on the board than Chaos lose. White wins, black draws."),
         ("Schwarz 3, Weiß 4, Chaos 3: Wer mehr Figuren auf dem Brett hat als Chaos, gewinnt; wer weniger Figuren auf"
         " dem Brett hat als Chaos, verliert. Weiß gewinnt, Schwarz spielt remis.")),
        (("If there are more than nine circles on the board, Chaos wins and all players lose. All players lose,"
         " and Chaos wins."),
         ("Stehen mehr als neun Kreise auf dem Brett, gewinnt Chaos, und alle anderen verlieren. Alle verlieren, und"
         " Chaos gewinnt.")),
        ("Black won 2 boards, white won 1 board. It is a draw.",
         "Schwarz hat 2 Bretter gewonnen, Weiß hat 1 Brett gewonnen. Die Partie endet remis."),
        ("Black and white left. Pink wins, black and white lose.",
         "Partie verlassen: Schwarz und Weiß. Rosa gewinnt, Schwarz und Weiß verlieren."),
        ("Square has completed a red line and an orange line. Square wins, circle and triangle lose.",
         ("Quadrat hat eine rote Linie und eine orangefarbene Linie vollendet."
         " Quadrat gewinnt, Kreis und Dreieck verlieren.")),
        ("West wins in turn 6: all other flags are up. A bot had taken the seat that won, so it counts for nobody.",
         ("West gewinnt in Zug 6: Alle anderen Flaggen sind oben. Den Platz, der gewann, hatte ein Bot übernommen;"
         " darum zählt die Partie für niemanden.")),
        # Numbers are grouped as German groups them.
        ("there would be 11,200,000 games", "Das ergäbe 11.200.000 Partien"),
        ("Red has no legal move, so blue wins.", "Rot kann nicht mehr ziehen, also gewinnt Blau."),
        # Why a move cannot be made, in two sentences, and after the move itself.
        ("“move 1,1>2,2” cannot be: no piece of yours stands on 1,1. Order one of your own.",
         "„move 1,1>2,2“ geht nicht: Auf 1,1 steht keine Figur von dir. Befiehl einer eigenen."),
        ("“flag up” cannot be: there is an order about your flag already. Give one a turn.",
         "„flag up“ geht nicht: Es gibt schon einen Befehl zu deiner Flagge. Gib einen pro Zug."),
        ("A5:scout: red sets up in the rows G to J.", "A5:scout: Rot stellt in den Reihen G bis J auf."),
        ("A0:flag: there is no flag left in your tray.",
         "A0:flag: Davon hast du keine mehr aufzustellen (Fahne)."),
        ("RO@2,3: 2,3 is taken by a peg of square's.", "RO@2,3: Auf 2,3 ist ein Stift von Quadrat."),
        ("RO@2,3: your red-orange peg is on the board, at 4,3.",
         "RO@2,3: Dein Stift Rot-Orange ist auf dem Brett, auf 4,3."),
        ("O@9:2,1 is off the board: the board's number goes from 1 to 3.",
         "O@9:2,1 liegt neben dem Brett: die Nummer des Bretts geht von 1 bis 3."),
        ("O@1,1 leaves out the color, which is yours to choose. Write BO@1,1 or WO@1,1.",
         "In O@1,1 fehlt die Farbe, die du wählen kannst. Schreib BO@1,1 oder WO@1,1."),
        ("Make it longer along one axis (height does not count on stacks), or choose another move",
         "Mach es länger (eine Achse; die Höhe von Stapeln zählt nicht) oder wähle eine andere Bewegung"),
        ("is O (circle), which is never on the board", "O (Kreis) kommt nie auf das Brett"),
        ("Choose one of O (circle), X (X)", "Zur Wahl stehen O (Kreis), X (X)"),
        ("is an object, which is not a list", "ein Objekt ist keine Liste"),
        ("is a list of 2", "Ist eine Liste mit 2 Einträgen"),
        ("The fields here are check, length", "Die Felder hier sind check, length"),
    ],
)  # fmt: skip
def test_answers_are_read_in_german(said: str, german: str) -> None:
    assert answer_texts(said)["de"] == german


@pytest.mark.parametrize("said", ["A. " * 600, f"is {'A! B? ' * 300!r}, which this game has not"])
def test_what_somebody_has_sent_is_not_looked_for_sentence_by_sentence(
    said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = 0

    def holds(template: Template, text: str) -> tuple[str, ...] | None:
        nonlocal tried
        tried += 1
        return hold(template, text)

    hold = Template.holds
    monkeypatch.setattr(Template, "holds", holds)
    telling._translated.cache_clear()
    answer_texts(said)
    templates = sum(map(len, (answers("de", family) for family in ("", *family_folders()))))
    assert 0 < tried <= 8 * templates


def test_how_ready_games_end_is_told_in_german_whole() -> None:
    own = [family for family in families.every() if type(family).__module__.startswith("redscience.")]
    names = [name for family in own for shelf in family.shelves.values() for name in shelf]
    ends = {(GOLDEN / f"{name}.txt").read_text().splitlines()[-1] for name in names}
    assert len(ends) > 30
    assert [told for told in (answer_texts(end)["de"] for end in ends) if ENGLISH.search(told)] == []


def test_a_match_is_shown_with_how_it_ended_in_all_languages() -> None:
    view = {
        "outcome": {
            "seats": {"black": "win", "white": "lose"},
            "text": "White has no move. Black wins, white loses.",
        }
    }
    shown = show_match(Match(view=json.dumps(view)))
    assert shown["outcome_texts"] == {"de": "Weiß kann nicht ziehen. Schwarz gewinnt, Weiß verliert."}
    assert json.loads(shown["view"].text) == view
    for going_on in ('{"outcome": null}', '{"outcome": {"seats": {}}}', ""):
        assert show_match(Match(view=going_on))["outcome_texts"] == {}


def test_errors_are_told_in_the_language_of_whoever_asks() -> None:
    app = create_app(backends_of(World()), addresses={}, loopback=True)
    faults = [Fault("name", "is missing", "Give the game a name"), Fault("file", "is not UTF-8", "Save it as UTF-8")]
    with app.test_request_context("/", headers={"Accept-Language": "de"}):
        assert error_text(InvalidField(faults[:1])) == "Fehlt. Gib dem Spiel einen Namen."
        assert error_text(RuleSetError(faults)) == (
            "Die Regeln haben 2 Fehler: name: Fehlt. Gib dem Spiel einen Namen."
            " file: Ist kein UTF-8. Speichere sie als UTF-8."
        )
    with app.test_request_context("/"):
        assert error_text(RuleSetError(faults)) == RuleSetError(faults).message
        assert error_text(InvalidField(faults[:1])) == "Is missing. Give the game a name."
        assert answer_text("is missing") == "is missing"


def test_what_is_for_programs_stays_whole_in_english() -> None:
    fault = Fault("game_id", "is not a game's id", "Send the id that the rules service gave")
    other = Fault("name", "is missing", "Give the game a name")
    assert error_texts(InvalidField([fault]))["de"] == "Is not a game's id. Send the id that the rules service gave."
    assert error_texts(InvalidField([other]))["de"] == "Fehlt. Gib dem Spiel einen Namen."
    with create_app(backends_of(World()), addresses={}, loopback=True).test_request_context(
        "/", headers={"Accept-Language": "de"}
    ):
        assert error_text(InvalidField([fault, other])) == (
            "Is not a game's id. Send the id that the rules service gave. Fehlt. Gib dem Spiel einen Namen."
        )
        assert show_fault(fault)["problem"] == fault.problem


def test_a_refused_code_is_told_in_german() -> None:
    with create_app(backends_of(World()), addresses={}, loopback=True).test_client() as client:
        german = {"Accept-Language": "de"}
        asked = {"code": "123456", "challenge": "none", "label": "", "email": "ada@example.org"}
        refused = client.post("/api/log-in", json=asked, headers=german).get_json()
        assert refused["message"].startswith("Dieser Code ist falsch")
        asked_in_english = client.post("/api/log-in", json=asked).get_json()
        assert asked_in_english["message"].startswith("This code is wrong")


def test_what_a_field_shows_itself_is_known_to_the_page() -> None:
    page = catalogue("de", "variations")
    for said in ("is {value}", "is {value}, which is not a whole number"):
        assert page.text(said).format(value='"9"') == answer_texts(said.format(value='"9"'))["de"]


def test_texts_are_found_where_english_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "said.py").write_text("""
class Refused:
    problem: English
def _say(path: str, problem: English) -> None: ...
def why(count: int) -> English:
    what = "a day" if count == 1 else f"{count} days"
    return f"{name.capitalize()} waits {what} for {', '.join(map(str, seats[1:]))}." if count else ""
WORDS: dict[str, English] = {"key": "a word"}
Refused("is " + rest)
_say("path", f"has {len(given)} of {self._most}, {given}")
_say("path", "is not an id") or Fault("path", "is not an id", "Send an id")
print("nothing")
""")
    source = english.Source.read(tmp_path / "said.py")
    assert sorted(english.texts_of(source, english.takers_of([source]))) == [
        "a word", "has {given} of {most}, {given2}", "is", "is not an id",
        "{name} waits a day for {seats}.", "{name} waits {count} days for {seats}.",
    ]  # fmt: skip


TOLD = {name for name in vars(errors) if isinstance(vars(errors)[name], type)}
PASSED_ON = {
    "str(error)", "str(fault)", "' '.join(map(str, faults))", "words",
    "_said(fault.problem, into)", "_said(fault.remedy, into)",
    "_cut(fault.problem)", "_cut(fault.remedy)",
}  # fmt: skip
"""Texts that have been said already, or that the gateway says itself."""


@pytest.mark.slow
def test_no_error_says_what_cannot_be_found() -> None:
    left = [text for text in english.not_found(TOLD) if text.partition(": ")[2] not in PASSED_ON]
    assert left == [], "give what returns or holds this text the type English"


@pytest.mark.slow
def test_templates_that_are_alike_are_translated_once() -> None:
    assert len(set(map(english.without_names, map(str, answers_of_shell())))) == len(answers_of_shell()) > 200
