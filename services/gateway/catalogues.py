"""The texts of the pages in other languages: gettext catalogues, one of the shell and one of each family.

English is the language of the sources; what it says there is the key. Each catalogue is a file that translators can
work on as it is, `<language>.po`, and is read as it is: there is no compiled form that could be older.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from gettext import c2py
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po

from redscience import families

SOURCE = "en"
LANGUAGES = {SOURCE: "English", "de": "Deutsch"}
"""What the pages speak, by code, each by its own name for itself. All but the first have catalogues."""
TRANSLATIONS = Path(__file__).parent / "translations"
_LITERAL = r'"(?:[^"\\\n]|\\.)*"'
_TEXT = re.compile(rf"(?<![.\w$])t\(\s*({_LITERAL})")
_FORMS = re.compile(rf"(?<![.\w$])tn\(\s*\[\s*({_LITERAL})\s*,\s*({_LITERAL})\s*,?\s*\]")

Key = str | tuple[str, str]
"""A text, or a text for one and that for several."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The texts of a language.

    Attributes:
        texts: what stands for each English text: one form, or as many as the language has for a count.
        form_for: which of these goes with a count.
    """

    texts: dict[str, tuple[str, ...]]
    form_for: Callable[[int], int]

    def text(self, english: str) -> str:
        """A text in this language; the English one where there is none."""
        return self.texts.get(english, (english,))[0]

    def forms(self, one: str, many: str) -> Sequence[str]:
        """A text for each kind of count."""
        found = self.texts.get(one, ())
        return found if len(found) > 1 else (one, many)

    def of_module(self, script: str) -> str:
        """A module with its texts in this language."""

        def text(found: re.Match[str]) -> str:
            return f"t({_quoted(self.text(json.loads(found[1])))}"

        def forms(found: re.Match[str]) -> str:
            return f"tn([{', '.join(map(_quoted, self.forms(json.loads(found[1]), json.loads(found[2]))))}]"

        return _FORMS.sub(forms, _TEXT.sub(text, script))


def texts_of_module(script: str) -> Iterator[Key]:
    """What a module says to people."""
    for found in _TEXT.finditer(script):
        yield str(json.loads(found[1]))
    for found in _FORMS.finditer(script):
        yield str(json.loads(found[1])), str(json.loads(found[2]))


@cache
def catalogue(language: str, family: str = "") -> Catalogue:
    """The texts of the shell, or of a family and below them those of the shell."""
    texts = _texts(TRANSLATIONS / f"{language}.po") | (_texts(path_of(family, language)) if family else {})
    return Catalogue(texts, c2py(_plural(language)))


def _plural(language: str) -> str:
    """The rule of a language for counts, as gettext writes it."""
    return str(get_plural(language).plural_expr)


def path_of(family: str, language: str) -> Path:
    """Where the catalogue of a family is; it need not be there."""
    return Path(families.family(family).page or "") / f"{language}.po"


@cache
def answers(language: str, family: str = "") -> Mapping[str, str]:
    """What stands for the texts and templates that a family, or somebody outside all of them, answers."""
    return {english: forms[0] for english, forms in _texts(answers_path(family, language)).items()}


def answers_path(family: str, language: str) -> Path:
    """Where that catalogue is."""
    folder = Path(families.family(family).page or "") if family else TRANSLATIONS
    return folder / f"answers.{language}.po"


def _texts(path: Path) -> dict[str, tuple[str, ...]]:
    if not path.is_file():
        return {}
    with path.open("rb") as file:
        return dict(_entries(read_po(file, abort_invalid=True)))


def _entries(read: Catalog) -> Iterator[tuple[str, tuple[str, ...]]]:
    for message in read:
        one = message.id if isinstance(message.id, str) else message.id[0]
        texts = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        if one and texts and all(texts):
            yield one, texts


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
