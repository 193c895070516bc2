"""The icons that scripts draw: each page brings those that its scripts ask for, and no others."""

from __future__ import annotations

import re

import pytest

from services.gateway.assets import all_assets, family_folders, modules_in
from services.gateway.icons import family_icons
from services.gateway.linking import imported_later, imports_of
from services.gateway.scripts import TEMPLATES, PageScript, Scripts

TEXTS = modules_in(all_assets())
SCRIPTS = Scripts(TEXTS, "/static/x")
ICON = re.compile(r'"(fa-[\w-]+)"')
SETTING = re.compile(r'{% set (script|family|family_part|icons_for_scripts) = "?(\[.*\]|[^"\s]+)"? %}')
PART = re.compile(r"^export async function (\w+)", re.MULTILINE)

UNASKED = {
    "acquaintance.js": {"home.html", "leaderboard.html"},
    "invitations.js": {"home.html"},
    "outcome.js": {"factory.html"},
    "variations/page/fields.js": {"draft.html", "game.html", "rules.html"},
}
"""Modules which pages have for something else than what they draw."""
PAGES = sorted(
    (template.name, family)
    for template in TEMPLATES.glob("*.html")
    for family in (family_folders() if "family_part" in template.read_text("utf-8") else [""])
)


def settings(template: str) -> dict[str, str]:
    """What a template says that its page begins with."""
    return dict(SETTING.findall((TEMPLATES / template).read_text("utf-8")))


def listed(template: str) -> set[str]:
    """The shell's icons that a page brings for its scripts."""
    return set(ICON.findall(settings(template).get("icons_for_scripts", "")))


def asked(template: str, family: str) -> dict[str, set[str]]:
    """The icons in each module that a page comes to have, while it runs too."""
    said = settings(template)
    modules = loaded(said.get("script", ""), family, said.get("family_part", ""))
    return {module: set(ICON.findall(TEXTS[module])) for module in modules}


def loaded(script: str, family: str, part: str) -> set[str]:
    """All modules of a page; of a family those of the parts that it calls."""
    found: set[str] = set()
    own = f"{family}/page/family.js"
    waiting = [name for name in (script, own) if name in TEXTS]
    while waiting:
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += imports_of(name, TEXTS[name])
                if not name.endswith("/page/family.js"):
                    waiting += imported_later(name, TEXTS[name])
        shell = "".join(TEXTS[name] for name in found if "/page/" not in name)
        parts = [each for each in PART.findall(TEXTS.get(own, "")) if each == part or f"family.{each}" in shell]
        pages = [PageScript("", family, each, has_titlebar=False) for each in parts]
        waiting = [name for page in pages for name in SCRIPTS.family_modules(page) if name not in found]
    return found


@pytest.mark.parametrize(("template", "family"), PAGES)
def test_a_page_brings_the_icons_that_its_scripts_ask_for(template: str, family: str) -> None:
    own = set(family_icons(family)) if settings(template).get("family_part", "play") != "play" else set()
    for module, icons in asked(template, family).items():
        assert template in UNASKED.get(module, ()) or icons <= own | listed(template), module


@pytest.mark.parametrize("template", sorted({template for template, _ in PAGES}))
def test_a_page_brings_no_icon_that_no_script_asks_for(template: str) -> None:
    modules = [asked(template, family) for name, family in PAGES if name == template]
    assert listed(template) <= {name for page in modules for icons in page.values() for name in icons}
