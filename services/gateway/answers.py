"""What the library and the services have said, in the language in which somebody reads.

They say it in English, with numbers and names filled in. Here the template is found again that it was made from, among
the keys of the catalogues (`answers.<language>.po`, of the shell and of each family), and what stood in its holes is
put into the translation: translated itself where it is a text that is known, such as a seat or the label of an option.
What nobody has translated stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from babel.numbers import get_group_symbol

from redscience.english import English
from redscience.errors import Fault, RedscienceError, RuleSetError
from redscience.interface import CHAOS
from services.gateway.assets import family_folders
from services.gateway.catalogues import LANGUAGES, SOURCE, answers, catalogue
from services.gateway.language import language
from services.gateway.seat_words import seat_words

FOR_PROGRAMS = "Send "
"""A remedy that begins so tells what to send: nobody sends by hand what pages and programs send."""
_LONGEST = 2_000
_MOST_SENTENCES = 50
"""More are not said at once, but in what somebody has sent: each is looked for by itself, which takes half a ms."""
_MOST_KEPT = 4_096
_DEEPEST = 3
_HOLE = re.compile(r"\{(\w+)\}")
_BETWEEN_SENTENCES = re.compile(r"(?<=[.?!:]) ")
_A_SENTENCE_ENDS = re.compile(r"[.?!] [A-Z]")
_WHAT_IS_ANSWERED = ": "
"""It ends what somebody has sent, such as a move, before what is said of it."""
_EXPLAINED = re.compile(r"(\S+) \(([^()]+)\)")
"""A sign and what it means: `O (circle)`."""
_JOINTS: tuple[English, ...] = ("and", "or")
_IN_A_LIST = re.compile(rf"(, | (?:{'|'.join(_JOINTS)}) )")
_SEATS = frozenset({"Loser", "Winner", "drawn", "loser", "mover", "seat", "seats", "winner", "won"})
"""Holes of these names hold seats."""
_MOST_WORDS = 3
"""A seat is called no more words than these."""
_GROUPED = re.compile(r"-?\d{1,3}(?:,\d{3})+")
_SOMEBODYS_WORDS = frozenset({"name", "order", "text", "written"})
"""Holes of these names hold what somebody has said or called something: nobody's to translate."""
_RESULTS = "results"
"""A hole of this name holds what seats came to."""


@dataclass(frozen=True, slots=True)
class Template:
    """An English text with holes.

    Attributes:
        family: whose it is; "" for the shell's.
        literals: what stands around its holes, one more than these.
        holes: their names.
        translation: it in another language, with the same holes.
    """

    family: str
    literals: tuple[str, ...]
    holes: tuple[str, ...]
    translation: str

    @classmethod
    def of(cls, family: str, english: str, translation: str) -> Template:
        """A template from an entry of a catalogue."""
        parts = _HOLE.split(english)
        return cls(family, tuple(parts[::2]), tuple(parts[1::2]), translation)

    @property
    def weight(self) -> int:
        """How much of a text it says itself: of two that fit, the one that says more is meant."""
        return sum(map(len, self.literals))

    def holds(self, text: str) -> tuple[str, ...] | None:
        """What stands in its holes, each up to where the text first goes on; None where the text is no such one."""
        first, *middle, last = self.literals
        at, end = len(first), len(text) - len(last)
        if at > end or not text.startswith(first) or not text.endswith(last):
            return None
        held = []
        for literal in middle:
            found = text.find(literal, at, end)
            if found < 0:
                return None
            held.append(text[at:found])
            at = found + len(literal)
        return (*held, text[at:end])

    def filled(self, held: Mapping[str, str]) -> str:
        """The translation with its holes filled."""
        return _HOLE.sub(lambda hole: held[hole[1]], self.translation)


def answer_text(english: str) -> str:
    """What has been said, in the language in which whoever asks now reads."""
    return _said(english, language())


def answer_texts(english: str) -> dict[str, str]:
    """It in every other language, for what people are told together: each page takes its own."""
    return {into: _said(english, into) for into in LANGUAGES if into != SOURCE}


def fault_texts(fault: Fault) -> Fault:
    """A fault likewise: its path stays. What is for programs, which tells what to send, stays whole in English."""
    return _fault_in(fault, language())


def error_text(error: RedscienceError) -> str:
    """The message of an error likewise; what it says of its faults is put together anew.

    Paths mean something to people in the rules of a game alone, which they may have in a file.
    """
    return _error_in(error, language())


def error_texts(error: RedscienceError) -> dict[str, str]:
    """It in every other language, for what people are told together."""
    return {into: _error_in(error, into) for into in LANGUAGES if into != SOURCE}


def _fault_in(fault: Fault, into: str) -> Fault:
    if fault.remedy.startswith(FOR_PROGRAMS):
        return fault
    return Fault(fault.path, _said(fault.problem, into), _said(fault.remedy, into))


def _error_in(error: RedscienceError, into: str) -> str:
    told = " ".join(map(str, error.faults))
    if not told or not error.message.endswith(told):
        return _said(error.message, into)
    say = str if isinstance(error, RuleSetError) else _without_path
    said = " ".join(say(_fault_in(each, into)) for each in error.faults)
    return f"{_said(error.message.removesuffix(told), into)}{said}"


def _without_path(fault: Fault) -> str:
    return f"{_capital(fault.problem)}. {_capital(fault.remedy)}."


def _said(english: str, into: str) -> str:
    return english if into == SOURCE else _translated(english, into)


@lru_cache(_MOST_KEPT)
def _translated(english: str, into: str) -> str:
    if len(english) > _LONGEST:
        return english
    return _whole(english, into) or _in_sentences(english, into) or english


def _whole(english: str, into: str, depth: int = 0, family: str = "") -> str | None:
    """What is one text; None where it is none that is known.

    A hole that holds several sentences is the last guess, unless they are one text that is known.
    """
    if exact := _exact(english, into, family):
        return exact
    guess = None
    for template in _templates(into) if depth < _DEEPEST else ():
        held = template.holds(english)
        if held is None or not _may_be_seats(template, held) or _begins_before(template, held):
            continue
        several = filter(_A_SENTENCE_ENDS.search, held)
        if all(_whole(each, into, depth + 1, template.family) for each in several):
            return template.filled(dict(_fillings(template, held, into, depth)))
        guess = guess or (template, held)
    if guess and (told := _in_sentences(english, into, depth)):
        return told
    return guess and guess[0].filled(dict(_fillings(*guess, into, depth)))


def _exact(english: str, into: str, family: str) -> str | None:
    """A text without holes, of the family that speaks before others."""
    for each in (family, "", *family_folders()):
        if found := answers(into, each).get(english):
            return found
    return None


def _fillings(template: Template, held: tuple[str, ...], into: str, depth: int) -> Iterator[tuple[str, str]]:
    for name, value in zip(template.holes, held, strict=True):
        kind = name.rstrip("0123456789")
        named = _seats(value, into) if kind in _SEATS else value if kind in _SOMEBODYS_WORDS else None
        if kind == _RESULTS:
            named = _results(value, into)
        yield name, named or _held(value, into, depth + 1, template.family)


def _held(value: str, into: str, depth: int, family: str) -> str:
    """What stands in a hole: a text, a label, or a list of them, or a number."""
    if _GROUPED.fullmatch(value):
        return value.replace(",", get_group_symbol(into))
    if found := _word(value, into, family) or _whole(value, into, depth, family):
        return found
    parts = _IN_A_LIST.split(value)
    if len(parts) == 1:
        return value
    return "".join(_part(part, into, family) for part in parts)


def _part(part: str, into: str, family: str) -> str:
    """An entry of a list, or what joins two."""
    joint = _exact(part.strip(), into, "") if part.strip() in _JOINTS else None
    return f" {joint} " if joint else _word(part, into, family) or _exact(part, into, family) or part


def _word(value: str, into: str, family: str) -> str | None:
    """What the pages call something, the family's own before the others': `circle`, `O (circle)`, `red-orange`."""
    if explained := _EXPLAINED.fullmatch(value):
        meaning = _word(explained[2], into, family)
        return meaning and f"{explained[1]} ({meaning})"
    for each in (family, *family_folders()):
        for word in (value, value[:1].lower() + value[1:]):
            if (found := catalogue(into, each).texts.get(word)) is not None:
                return found[0]
    parts = [_word(part, into, family) for part in value.split("-")] if "-" in value else []
    return "-".join(filter(None, parts)) if parts and all(parts) else None


def _in_sentences(english: str, into: str, depth: int = 0) -> str | None:
    """Several texts, one after the other; None where none of them is known."""
    parts = _BETWEEN_SENTENCES.split(english)
    if not 1 < len(parts) <= _MOST_SENTENCES:
        return None
    told: list[str] = []
    found = after_results = False
    while parts:
        part = parts.pop(0)
        one = _sentence(part, into, depth)
        if one is None and part.endswith(":") and parts and (one := _sentence(f"{part} {parts[0]}", into, depth)):
            parts.pop(0)
        found = found or one is not None
        told.append(_capital(one) if one and after_results else one or part)
        after_results = part.endswith(":") and _results(part[:-1], into) is not None
    return " ".join(told) if found else None


def _sentence(part: str, into: str, depth: int) -> str | None:
    """A text with or without the full stop that it has been given, or the colon after what seats came to."""
    bare = part.rstrip(".:")
    mark = part[len(bare) :]
    if told := _results(bare, into):
        return f"{told}{mark}"
    if not _exact(part, into, "") and mark == "." and (told := _clauses(bare, into, depth + 1)):
        return f"{told}."
    return _whole(part, into, depth + 1)


def _clauses(bare: str, into: str, depth: int) -> str | None:
    """A text that may have been begun with a capital, or several that semicolons join."""
    if told := _whole(bare, into, depth):
        return told
    if told := _whole(bare[:1].lower() + bare[1:], into, depth):
        return _capital(told)
    told_each = [_whole(each, into, depth) for each in bare.split("; ")]
    return "; ".join(filter(None, told_each)) if all(told_each) else None


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _results(bare: str, into: str) -> str | None:
    """What seats came to, a clause for each: `Black and pink win, white loses`, `Black 3, white 1`; None for others."""
    told: list[str] = []
    clause = ""
    for piece in bare.split(", "):
        clause = f"{clause}, {piece}" if clause else piece
        if one := _result(clause, into):
            told.append(one)
            clause = ""
    return None if clause else ", ".join(told)


def _result(clause: str, into: str) -> str | None:
    """One of them: it begins with seats and nothing else."""
    seats, _, count = clause.rpartition(" ")
    if count.isdecimal() and (named := _seats(seats, into)):
        return f"{named} {count}"
    for template in _of_seats(into):
        held = template.holds(clause)
        if held is not None and _seats(held[0], into):
            return template.filled(dict(_fillings(template, held, into, 0)))
    return None


def _seats(listed: str, into: str) -> str | None:
    """Seats in a list; None where any of it is no seat."""
    parts = _IN_A_LIST.split(listed)
    named = [_part(part, into, "") if at % 2 else _seat(part, into) for at, part in enumerate(parts)]
    return "".join(map(str, named)) if all(named) else None


def _seat(name: str, into: str) -> str | None:
    """A seat, within a sentence or at its beginning."""
    name = name[:1].lower() + name[1:]
    return _word(name, into, "") if name == CHAOS else seat_words(into).get(name)


def _may_be_seats(template: Template, held: tuple[str, ...]) -> bool:
    """Whether what stands where a template begins with seats is as short as they are called."""
    if template.literals[0] or template.holes[0] not in _SEATS:
        return True
    return all(len(each.split()) <= _MOST_WORDS for each in _IN_A_LIST.split(held[0]))


def _begins_before(template: Template, held: tuple[str, ...]) -> bool:
    """Whether a text begins later than a template would have it: `move: why`, and only the reason is meant."""
    kind = template.holes[0].rstrip("0123456789")
    return not template.literals[0] and _WHAT_IS_ANSWERED in held[0] and kind not in _SOMEBODYS_WORDS


@cache
def _templates(into: str) -> tuple[Template, ...]:
    """All of them, those that say most first."""
    found = (
        Template.of(family, english, translation)
        for family in ("", *family_folders())
        for english, translation in answers(into, family).items()
        if _HOLE.search(english)
    )
    return tuple(sorted(found, key=lambda template: -template.weight))


@cache
def _of_seats(into: str) -> tuple[Template, ...]:
    """Those that say what seats did or came to."""
    return tuple(each for each in _templates(into) if each.holes[0] in _SEATS and not each.literals[0])
