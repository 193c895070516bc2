"""What is drawn on boards stands out from what is behind it (WCAG 2.2: 4.5 to 1 for text, 3 to 1 for shapes).

By the colours of the sheets, in light and dark; axe looks at texts of pages alone, never into drawings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from services.gateway.assets import STATIC, family_folders

TEXT, SHAPE = 4.5, 3.0
SCHEMES = ("light", "dark")
MORE_CONTRAST = ("light, more contrast", "dark, more contrast")
_DARK = re.compile(r"@media \(prefers-color-scheme: dark\) \{(.*?)\n\}", re.DOTALL)
_MORE = re.compile(r"@media \(prefers-contrast: more\) \{(.*?)\n\}", re.DOTALL)
_MORE_DARK = re.compile(r"@media \(prefers-contrast: more\) and \(prefers-color-scheme: dark\) \{(.*?)\n\}", re.DOTALL)
_SEAT = re.compile(r"\.seat-(\w+) \{ --seat: (#\w+); --seat-tint: (#\w+); \}")
_VALUE = re.compile(r"(--[\w-]+): ([^;]+);")
Color = tuple[float, float, float]

# The family, what is drawn, what is behind it, and how much it has to stand out. "a%40 b" is 40 % of a over b.
PAIRS = [
    ("stratego", "stratego-name", "stratego-field", TEXT),
    ("stratego", "stratego-name", "stratego-red%14 stratego-field", TEXT),
    ("stratego", "stratego-name", "stratego-blue%14 stratego-field", TEXT),
    ("stratego", "stratego-line", "stratego-field", SHAPE),
    ("stratego", "stratego-wave", "stratego-lake", SHAPE),
    ("stratego", "stratego-red-edge", "stratego-field", SHAPE),
    ("stratego", "stratego-blue-edge", "stratego-field", SHAPE),
    ("stratego", "stratego-red-edge", "stratego-mark%share stratego-field", SHAPE),
    ("stratego", "stratego-blue-edge", "stratego-mark%share stratego-field", SHAPE),
    ("stratego", "stratego-red-edge", "stratego-target%share stratego-field", SHAPE),
    ("stratego", "stratego-blue-edge", "stratego-target%share stratego-field", SHAPE),
    ("stratego", "stratego-sign", "stratego-red", TEXT),
    ("stratego", "stratego-sign", "stratego-blue", TEXT),
    ("stratego", "stratego-sign%65 stratego-red", "stratego-red", SHAPE),
    ("stratego", "stratego-sign%65 stratego-blue", "stratego-blue", SHAPE),
    ("stratego", "stratego-mark", "stratego-red", SHAPE),
    ("stratego", "stratego-mark", "stratego-blue", SHAPE),
    ("stratego", "stratego-last", "stratego-field", SHAPE),
    ("stratego", "stratego-target", "stratego-field", SHAPE),
    ("stratego", "focus", "stratego-field", SHAPE),
    ("four_bases", "control", "surface", SHAPE),
    ("four_bases", "soft", "surface", TEXT),
    ("four_bases", "accent", "accent-tint", SHAPE),
    ("four_bases", "notice", "surface", SHAPE),
    *(
        pair
        for seat in ("south", "west", "north", "east")
        for pair in (
            ("four_bases", f"seat-{seat}", f"tint-{seat}", TEXT),
            ("four_bases", f"seat-{seat}", "surface", TEXT),
            ("four_bases", f"seat-{seat}", "notice%22 surface", SHAPE),
            ("four_bases", f"seat-{seat}", "accent-tint", SHAPE),
            ("four_bases", "ink", f"tint-{seat}", TEXT),
        )
    ),
    ("rainbow", "cell-line", "cell", SHAPE),
    ("rainbow", "cell-line", "surface", SHAPE),
    ("rainbow", "peg-edge", "cell", SHAPE),
    ("rainbow", "mark", "cell", SHAPE),
    ("rainbow", "soft", "surface", TEXT),
    *(("rainbow", f"letter-{face}", f"face-{face}", TEXT) for face in "ROYGBVWK"),
]


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("family", "drawn", "behind", "least"), PAIRS)
def test_what_is_drawn_stands_out(family: str, drawn: str, behind: str, least: float, scheme: str) -> None:
    assert contrast(color(drawn, family, scheme), color(behind, family, scheme)) >= least


@pytest.mark.parametrize("scheme", SCHEMES + MORE_CONTRAST)
def test_lines_stand_out_on_cloaked_spaces(scheme: str) -> None:
    sheet = (family_folders()["variations"] / "family.css").read_text("utf-8")
    opacity = re.findall(r"\.haze \{.*opacity: \.(\d\d)", sheet)[0]
    haze = color(f"haze%{opacity} board", "variations", scheme)
    assert contrast(color("haze-line", "variations", scheme), haze) >= SHAPE


def contrast(one: Color, other: Color) -> float:
    """The contrast ratio of two colours, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(of: Color) -> float:
    """The relative luminance of a colour, from 0 to 1."""
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in (part / 255 for part in of)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def color(said: str, family: str, scheme: str) -> Color:
    """A colour by its name in the sheets, or a part of one over another."""
    above, _, below = said.partition(" ")
    name, _, share = above.partition("%")
    known = values(family, scheme)
    top = rgb(known[name])
    if not below:
        return top
    part = float(known["stratego-share"]) if share == "share" else int(share) / 100
    red, green, blue = (part * one + (1 - part) * other for one, other in zip(top, rgb(known[below]), strict=True))
    return red, green, blue


def rgb(code: str) -> Color:
    """Red, green and blue of `#rgb` or `#rrggbb`, from 0 to 255."""
    digits = code.removeprefix("#")
    whole = digits if len(digits) > 3 else "".join(2 * digit for digit in digits)
    red, green, blue = (int(whole[at : at + 2], 16) for at in (0, 2, 4))
    return red, green, blue


@cache
def values(family: str, scheme: str) -> dict[str, str]:
    """What the names in the sheets of the shell and of a family stand for."""
    sheets = [(folder / name).read_text("utf-8") for folder, name in sheets_of(family)]
    parts = [_MORE_DARK.sub("", _MORE.sub("", _DARK.sub("", sheet))) for sheet in sheets]
    asked = {_DARK: "dark" in scheme, _MORE: "more" in scheme, _MORE_DARK: scheme == "dark, more contrast"}
    for block in (each for each, is_asked in asked.items() if is_asked):
        parts += [found for sheet in sheets for found in block.findall(sheet)]
    known: dict[str, str] = {}
    for part in parts:
        known |= {name.removeprefix("--"): value for name, value in _VALUE.findall(part)}
        known |= {f"seat-{seat}": value for seat, value, _ in _SEAT.findall(part)}
        known |= {f"tint-{seat}": value for seat, _, value in _SEAT.findall(part)}
    known |= dict(letters(sheets[-1]))
    return known


def sheets_of(family: str) -> Iterator[tuple[Path, str]]:
    """The folders and names of the sheets, the shell's first."""
    yield STATIC, "redscience.css"
    yield family_folders()[family], "family.css"


def letters(sheet: str) -> Iterator[tuple[str, str]]:
    """The colours of letters on the faces of pegs."""
    for face, value in re.findall(r"\.letter-(\w) \{ fill: (#\w+);", sheet):
        yield f"letter-{face}", value
    names = dict(zip("ROYGBVWK", ("red", "orange", "yellow", "green", "blue", "violet", "white", "black"), strict=True))
    for face, name in names.items():
        found = re.search(rf"--face-{name}: (#\w+);", sheet)
        if found:
            yield f"face-{face}", found[1]
