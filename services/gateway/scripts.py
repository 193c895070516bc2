"""The scripts of pages: for each one file with all that it begins with, and one for each module that it imports later.

Their addresses say which page and which language they are for, `<language>/pages/<scripts>/<family>/<part>/page.js`,
and in place of `page.js` the path of a module. Which pages there are the templates say; there are no other files.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from services.gateway.catalogues import LANGUAGES, SOURCE, catalogue
from services.gateway.linking import first_file, imported_later, imports_of, in_order, later_file

TEMPLATES = Path(__file__).parent / "templates"
TITLEBAR = "titlebar.js"
FIRST = "page.js"
_NONE = "-"
_DEPTH = 5
"""Of a page's folder, below its language."""
_SET = re.compile(r'{% set (script|family|family_part) = "?([^"\s]+)"? %}')
_FUNCTION = r"^export async function {name}\b(?:(?!^}}).)*"


@dataclass(frozen=True, slots=True)
class PageScript:
    """What a page begins with.

    Attributes:
        script: its own module; "" where it has none.
        family: the family of the game that it shows; "" where it shows none.
        part: the function of the family's module that it calls at once, if any.
        has_titlebar: whether it has the title bar of those who are logged in.
    """

    script: str
    family: str
    part: str
    has_titlebar: bool

    @property
    def scripts(self) -> list[str]:
        """The modules that run by themselves."""
        return [name for name in (TITLEBAR if self.has_titlebar else "", self.script) if name]

    @property
    def folder(self) -> str:
        """Where its files are."""
        return "/".join(("pages", "+".join(self.scripts), self.family or _NONE, self.part or _NONE))


class Scripts:
    """The files that are made of modules.

    Args:
        texts: of all modules, by their paths, in English.
        root: the address of the folder in which they are.
    """

    def __init__(self, texts: Mapping[str, str], root: str) -> None:
        self._texts = texts
        self._in_language = cache(partial(_in_language, texts))
        self._root = root
        self._pages = {page.folder: page for page in all_pages(self._families())}

    def _families(self) -> list[str]:
        return [name.split("/")[0] for name in self._texts if name.endswith("/page/family.js")]

    def address(self, page: PageScript, language: str) -> str:
        """The address of what a page loads at once in a language; "" where that is nothing."""
        return f"{self._root}/{language}/{page.folder}/{FIRST}" if page.scripts else ""

    @staticmethod
    def comes_later(path: str) -> bool:
        """Whether a path is that of a module which a page imports while it runs."""
        return "/pages/" in path and not path.endswith(f"/{FIRST}")

    def file(self, path: str) -> str | None:
        """The text at a path below the root; None where there is nothing."""
        language, *folder = path.split("/", _DEPTH)
        if not folder:
            return None
        name = folder.pop()
        page = self._pages.get("/".join(folder))
        return self._text(page, name, language) if page is not None and language in LANGUAGES else None

    def _text(self, page: PageScript, name: str, language: str) -> str | None:
        texts = self._in_language(language)
        if name == FIRST:
            return first_file(page.scripts, self.family_modules(page), texts, self._beside)
        if name not in self.later(page):
            return None
        return later_file(name, set(self.first(page)), texts, self.address(page, language), self._beside)

    def _beside(self, name: str) -> str:
        return f"{self._root}/{name}"

    def first(self, page: PageScript) -> list[str]:
        """The modules in a page's first file."""
        return in_order([*page.scripts, *self.family_modules(page)], self._texts)

    def family_modules(self, page: PageScript) -> list[str]:
        """The modules of a family that a page imports at once."""
        own = f"{page.family}/page/family.js"
        if own not in self._texts:
            return []
        text = self._texts[own]
        found = re.search(_FUNCTION.format(name=page.part or _NONE), text, re.MULTILINE | re.DOTALL)
        return [own, *(imported_later(own, found[0]) if found else [])]

    def later(self, page: PageScript) -> set[str]:
        """The modules that a page may import while it runs."""
        seen: set[str] = set()
        found: set[str] = set()
        waiting = self.first(page)
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                later = self._imported_later(name)
                found.update(later)
                waiting += [*later, *imports_of(name, self._texts[name])]
        return found

    def _imported_later(self, name: str) -> list[str]:
        """What a module imports while it runs: any family's, where it stands for the family's name."""
        text = self._texts[name]
        of_families = [f"{family}/page/family.js" for family in self._families()] if "import(`" in text else []
        return [*imported_later(name, text), *of_families]


def _in_language(texts: Mapping[str, str], language: str) -> Mapping[str, str]:
    """Modules with their texts in a language: those of a family with the family's."""
    if language == SOURCE:
        return texts
    return {name: catalogue(language, _family_of(name)).of_module(text) for name, text in texts.items()}


def _family_of(name: str) -> str:
    """The family of a module; "" where it is the shell's."""
    return name.split("/", maxsplit=1)[0] if "/page/" in name else ""


def all_pages(families: list[str]) -> list[PageScript]:
    """What the templates' pages begin with, for each of these families."""
    found = []
    for template in sorted(TEMPLATES.glob("*.html")):
        said = dict(_SET.findall(template.read_text("utf-8")))
        of = families if "family" in said else []
        for family in ("", *of):
            part = said.get("family_part", "") if family else ""
            found += [PageScript(said.get("script", ""), family, part, has_titlebar) for has_titlebar in (True, False)]
    return found
