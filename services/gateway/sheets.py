"""The style sheets of pages: for each page one file with all that it needs.

Its address names the sheets in their order, `sheets/<sheet>+<sheet>`. Which a page has its template says; no others are
put together. Where somebody has chosen light or dark colours, whatever their system has, the address says it too,
`sheets/dark/<sheet>`, and what the sheets ask of the system is answered there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import rcssmin

from services.gateway.scheme import DARK, LIGHT, SYSTEM

TEMPLATES = Path(__file__).parent / "templates"
_STYLES = re.compile(r"{% set styles = \[(.*?)\] %}")
_FOLDERS = {SYSTEM: "sheets/", LIGHT: "sheets/light/", DARK: "sheets/dark/"}
# Colours have no queries of their own for what is always so, and for what never is.
_ANSWERS = {LIGHT: b"(max-width: 0)", DARK: b"(min-width: 0)"}


class Sheets:
    """The files that are made of style sheets.

    Args:
        texts: of all sheets, by their paths.
        families: the families that have sheets.
        root: the address of the folder in which they are.
    """

    def __init__(self, texts: Mapping[str, bytes], families: Sequence[str], root: str) -> None:
        self._texts = texts
        self._families = families
        self._root = root
        self._whole = {
            self._path(names, scheme): (tuple(names), scheme) for names in self._every() for scheme in _FOLDERS
        }

    def names(
        self, styles: Sequence[str], family: str = "", *, has_controls: bool = False, of_all: bool = False
    ) -> list[str]:
        """The sheets of a page.

        Args:
            styles: its own.
            family: the family of the game that it shows, if it shows one.
            has_controls: whether it shows that family's controls.
            of_all: whether it shows games of all families.
        """
        families = self._families if of_all else [family]
        parts = ("family.css", "editor.css") if has_controls else ("family.css",)
        of_families = [f"{name}/page/{part}" for name in families for part in parts]
        return [name for name in ("redscience.css", *styles, *of_families) if name in self._texts]

    def address(self, names: Sequence[str], scheme: str = SYSTEM) -> str:
        """The address of the file that holds these sheets, for whoever has chosen this scheme."""
        return f"{self._root}/{self._path(names, scheme)}"

    def file(self, path: str) -> bytes | None:
        """The file at a path below the root; None where there is nothing."""
        if path not in self._whole:
            return None
        names, scheme = self._whole[path]
        # The queries are answered as they are written.
        return bytes(rcssmin.cssmin(_in_scheme(b"".join(self._texts[name] for name in names), scheme)))

    def _path(self, names: Sequence[str], scheme: str) -> str:
        return _FOLDERS[scheme] + "+".join(names)

    def _every(self) -> Iterator[list[str]]:
        """What each page may have."""
        for template in sorted(TEMPLATES.glob("*.html")):
            found = _STYLES.search(template.read_text("utf-8"))
            styles = re.findall(r'"([^"]+)"', found[1]) if found else []
            yield self.names(styles, of_all=True)
            for family in ("", *self._families):
                yield self.names(styles, family)
                yield self.names(styles, family, has_controls=True)


def _in_scheme(sheet: bytes, scheme: str) -> bytes:
    """A sheet in which it is settled which colours are shown."""
    if scheme == SYSTEM:
        return sheet
    settled = sheet.replace(b"(prefers-color-scheme: dark)", _ANSWERS[scheme])
    return settled.replace(b"color-scheme: light dark", b"color-scheme: " + scheme.encode())
