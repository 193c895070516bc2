"""What a player may be called, and what a new one is called."""

from __future__ import annotations

import random
import re
import unicodedata
from dataclasses import replace

from redscience.errors import Fault, InvalidField, PlayerNameTaken
from redscience.names import DRAWN_AS_NOTHING, UNSEEN_MARKS, alphabet_fault, folded_name, is_reserved
from services.kit.blocked import BlockedWords, readings

LONGEST = 30
LONGEST_SENT = 4 * LONGEST
"""To normalize takes time with the square of the number of marks, and composes four characters at most."""
MARKS_IN_A_ROW = 3
OFFICIAL = frozenset({"admin", "administrator", "moderator", "redscience", "staff", "support", "system"})
"""Whoever has one of these for a name would be taken for somebody who speaks for the platform."""

# Control, format (bidirectional and invisible ones among them), surrogate, private, unassigned; ends of line.
_FORBIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_OF_EMOJI = str.maketrans("", "", "\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}")
"""Keyboards send them with emoji. They are left out, so that no two names differ in them alone."""
_MANY_MARKS = re.compile(f"M{{{MARKS_IN_A_ROW + 1}}}")


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_ADJECTIVES = _words(
    "able amber bold brave bright brisk calm candid cheery clever cosy daring deft eager fair fleet fond gentle glad"
    " golden grand happy hardy honest humble jolly keen kind lively lucky mellow merry mighty modest nimble noble"
    " patient plucky polite proud quick quiet rapid ready rosy serene sharp silver sincere smart snug spry steady"
    " sunny swift tidy trusty upbeat vivid warm wise witty"
)

_ANIMALS = _words(
    "badger beaver bison bittern camel cat condor crane cricket curlew deer dolphin dove eagle egret elk ermine falcon"
    " ferret finch fox gecko gibbon goose hare hawk heron hornet ibex ibis jackdaw jaguar kestrel kiwi lark lemur"
    " leopard lynx magpie marmot marten mole moose newt ocelot otter owl panda parrot pelican penguin pigeon plover"
    " puffin quail rabbit raven robin salmon seal sparrow stork swan tapir tern toad turtle vole walrus wolf wombat"
    " wren yak zebra"
)


def read_name(text: str, path: str = "name") -> str:
    """A name as it is kept; `path` is the field that it stands in.

    Raises:
        InvalidField: nothing may be called so.
    """
    if len(text) > LONGEST_SENT:
        raise InvalidField([replace(_too_long(text), path=path)])
    name = unicodedata.normalize("NFC", text.translate(_OF_EMOJI))
    fault = _fault(name) or alphabet_fault(name)
    if fault is not None:
        raise InvalidField([replace(fault, path=path)])
    return name


def read_new_name(text: str, blocked: BlockedWords) -> str:
    """The name that somebody wants for a player, as it is kept.

    Raises:
        InvalidField: nobody may be called so.
        PlayerNameTaken: it belongs to somebody who is on every platform, or sounds as if it did.
    """
    name = read_name(text)
    blocked.refuse(name)
    if is_reserved(name) or any("".join(words) in OFFICIAL for words in readings(name)):
        raise PlayerNameTaken(f"The name {name} is reserved. Choose another.")
    return name


def pleasant_name(rng: random.Random) -> str:
    """A name for somebody new, such as brave-otter-42, that tells nothing about them."""
    return f"{rng.choice(_ADJECTIVES)}-{rng.choice(_ANIMALS)}-{rng.randrange(10, 1000)}"


def numbered(name: str, number: int) -> str:
    """A name with a number behind it, cut where it would be too long."""
    ending = f"-{number}"
    while len(name + ending) > LONGEST or len(folded_name(name + ending)) > 2 * LONGEST:
        name = name[:-1].rstrip()
    return name + ending


def _too_long(name: str) -> Fault:
    return Fault("name", f"this name is too long ({len(name)} characters)", f"Write at most {LONGEST} characters")


def _fault(name: str) -> Fault | None:
    categories = [unicodedata.category(character) for character in name]
    if not name.strip():
        return Fault("name", "a name cannot be empty", f"Write 1 to {LONGEST} characters")
    if len(name) > LONGEST or len(folded_name(name)) > 2 * LONGEST:
        return _too_long(name)
    if not (_FORBIDDEN.isdisjoint(categories) and (DRAWN_AS_NOTHING | UNSEEN_MARKS).isdisjoint(name)):
        return Fault("name", "this name has characters that cannot be seen", "Leave them out")
    if (
        name != name.strip()
        or "  " in name
        or any(each == "Zs" and c != " " for c, each in zip(name, categories, strict=True))
    ):
        return Fault("name", "this name has spaces where none can be seen", "Write single spaces, and none at the ends")
    if categories[0].startswith("M") or _MANY_MARKS.search("".join(each[0] for each in categories)):
        return Fault("name", "this name has marks without letters to carry them", "Leave them out")
    return None
