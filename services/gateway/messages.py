"""What the sources say to people, and catalogues brought up to date with it: `python -m services.gateway.messages`.

Translators get a text where it is new, without a translation; one that is said no more goes. Whoever brings a family of
their own names it (`python -m services.gateway.messages undercut`): its catalogues alone are written then.
"""

from __future__ import annotations

import argparse
import ast
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment
from jinja2.ext import extract_from_ast

from redscience import families
from redscience.names import HOUSE
from services.gateway import english
from services.gateway.assets import STATIC, family_folders
from services.gateway.catalogues import LANGUAGES, SOURCE, TRANSLATIONS, Key, answers_path, path_of, texts_of_module
from services.gateway.features import texts_of_features, texts_of_names, texts_of_nearest
from services.gateway.forms import texts_of_form
from services.gateway.seat_words import texts_of_seats

HERE = Path(__file__).parent
_FUNCTIONS = frozenset({"gettext", "ngettext"})
_WIDTH = 120


def of_shell() -> list[Key]:
    """What the shell says: its templates, its modules, the gateway itself, and what it is told of players."""
    return _sorted([*_of_templates(), *_of_modules(STATIC), *_of_python(), *_of_house()])


def of_family(family: str) -> list[Key]:
    """What a family says and the shell does not: its title, modules and form, its games and their numbers."""
    shell = set(of_shell())
    told = families.family(family)
    library = [
        told.title,
        *texts_of_form(told.form()),
        *texts_of_features(told),
        *texts_of_nearest(told),
        *texts_of_names(told),
        *texts_of_seats(told),
        *told.statistics,
    ]
    return [key for key in _sorted([*_of_modules(family_folders()[family]), *library]) if key not in shell]


def catalogues_of(language: str) -> Iterator[tuple[Path, list[Key]]]:
    """The files of a language, and what each has to translate."""
    yield TRANSLATIONS / f"{language}.po", of_shell()
    yield answers_path("", language), answers_of_shell()
    for family in family_folders():
        yield from catalogues_of_family(family, language)


def catalogues_of_family(family: str, language: str) -> Iterator[tuple[Path, list[Key]]]:
    """Those of one family."""
    yield path_of(family, language), of_family(family)
    yield answers_path(family, language), answers_of_family(family)


def answers_of_shell() -> list[Key]:
    """What the library and the services answer, but for families."""
    return _alike_once(english.of_shell())


def answers_of_family(family: str) -> list[Key]:
    """What a family answers and nobody else does."""
    others = set(map(english.without_names, english.of_shell()))
    return _alike_once(text for text in english.of_family(family) if english.without_names(text) not in others)


def _alike_once(texts: Iterable[str]) -> list[Key]:
    """Each text once, and of templates that differ in the names of their holes alone the first."""
    found: dict[str, Key] = {}
    for text in sorted(texts):
        found.setdefault(english.without_names(text), text)
    return list(found.values())


def _of_modules(folder: Path) -> Iterator[Key]:
    for path in sorted(folder.glob("*.js")):
        yield from texts_of_module(path.read_text("utf-8"))


def _of_templates() -> Iterator[Key]:
    environment = Environment(extensions=["jinja2.ext.i18n"], autoescape=True)
    environment.policies["ext.i18n.trimmed"] = True
    for path in sorted((HERE / "templates").glob("*.html")):
        for _, function, message in extract_from_ast(environment.parse(path.read_text("utf-8"))):
            texts = [text for text in ((message,) if isinstance(message, str) else message or ()) if text is not None]
            yield (texts[0], texts[1]) if function == "ngettext" else texts[0]


def _of_python() -> Iterator[Key]:
    for path in sorted(HERE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _FUNCTIONS:
                texts = [each.value for each in node.args if isinstance(each, ast.Constant)]
                if texts:
                    yield str(texts[0]) if node.func.id == "gettext" else (str(texts[0]), str(texts[1]))


def _of_house() -> Iterator[Key]:
    """What players that think are said to be: the library says it of each, and pages show it."""
    yield from (player.about for player in HOUSE.values())


def _sorted(keys: Iterable[Key]) -> list[Key]:
    """Each once, and a text for a count in place of the same text alone."""
    all_ = set(keys)
    counted = {key[0] for key in all_ if not isinstance(key, str)}
    return sorted((key for key in all_ if key not in counted), key=lambda key: key if isinstance(key, str) else key[0])


def renew(path: Path, language: str, keys: Iterable[Key]) -> None:
    """Brings a file up to date with what is said."""
    catalog = Catalog(locale=language, charset="utf-8")
    if path.is_file():
        with path.open("rb") as file:
            catalog = read_po(file, locale=language)
    wanted = set(keys)
    for message in list(catalog):
        if message.id and (tuple(message.id) if message.pluralizable else message.id) not in wanted:
            catalog.delete(message.id)
    for key in keys:
        if (key if isinstance(key, str) else key[0]) not in catalog:
            catalog.add(key)
    catalog.obsolete.clear()
    with path.open("wb") as file:
        write_po(file, catalog, width=_WIDTH, sort_output=True, omit_header=False, no_location=True)


def main() -> None:
    """Renews every catalogue, or those of the families that are named."""
    parser = argparse.ArgumentParser(description="Brings catalogues up to date with what the sources say.")
    parser.add_argument(
        "families",
        nargs="*",
        metavar="FAMILY",
        help="families whose catalogues are renewed; all, and the pages, if none is named",
    )
    named = parser.parse_args().families
    for family in named:
        if family not in family_folders():
            parser.error(f"No family that has pages is called {family!r}. There are {', '.join(family_folders())}.")
    for language in LANGUAGES:
        if language == SOURCE:
            continue
        wanted = (catalogues_of_family(family, language) for family in named)
        for path, keys in chain.from_iterable(wanted) if named else catalogues_of(language):
            if keys or path.is_file():
                renew(path, language, keys)


if __name__ == "__main__":
    main()
