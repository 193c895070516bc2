"""Games of a family that differ in a few choices: the form on which they are chosen, and the files that keep them.

    OPTIONS = Options("redscience-stratego/1", (Option("army", "Army", (Choice("full", "Full"), …)), …))
    OPTIONS.form()          what pages show
    OPTIONS.read(text)      a file, or all of its faults at once
    chosen.text             the file again
    chosen.digest           the same for any two games that play alike

A file is a JSON object with `format`, `name`, `about` and a value for each option; what is left out is the first
choice of its option.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any, TypeAlias

from redscience.english import English
from redscience.errors import Fault, RuleSetError
from redscience.interface import MOST_BYTES, Unmet, json_text
from redscience.names import LONGEST_NAME, about_faults, name_faults

Value: TypeAlias = str | int | bool
FORM_FORMAT = "redscience-options/1"
LONGEST_ABOUT = 500
_LONGEST_SHOWN = 40


def _always_means(_: Mapping[str, Value]) -> English:
    return ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of an option's values.

    Attributes:
        value: as files have it, for ever.
        label: as pages show it.
        meaning: what it means, in a sentence; "" where the label says all.
    """

    value: Value
    label: str
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """Something that can be chosen.

    Attributes:
        name: its field in files.
        label: as pages show it.
        choices: at least two, the usual one first.
        idle: why the option means nothing beside what else is chosen, and what to change; "" where it means something.
            Games that differ in it alone play alike.
    """

    name: str
    label: str
    choices: tuple[Choice, ...]
    idle: Callable[[Mapping[str, Value]], English] = field(default=_always_means, compare=False)

    @property
    def usual(self) -> Value:
        """What is meant where a file does not say."""
        return self.choices[0].value

    def faults(self, value: Any) -> Iterator[Fault]:
        """What is wrong with a value of a file."""
        # True is 1 to Python, and another value in a file.
        if not any(type(value) is type(choice.value) and value == choice.value for choice in self.choices):
            told = ", ".join(json.dumps(choice.value) for choice in self.choices)
            yield Fault(self.name, f"is {_shown(value)}", f"Choose one of {told}")


@dataclass(frozen=True, slots=True)
class Chosen:
    """A game as it is saved: its name, and what was chosen.

    Attributes:
        options: of its family.
        name: what people call it; no part of the rules.
        about: what its author says of it; no part of them either.
        values: of every option, in their order.
    """

    options: Options = field(repr=False)
    name: str
    about: str
    values: Mapping[str, Value]

    @property
    def text(self) -> str:
        """The file."""
        said = {"format": self.options.format, "name": self.name, "about": self.about, **self.values}
        return json.dumps({key: value for key, value in said.items() if value != "" or key == "name"}, indent=2) + "\n"

    @property
    def normal(self) -> Mapping[str, Value]:
        """The values that matter: those of idle options are the usual ones."""
        return {
            option.name: option.usual if option.idle(self.values) else self.values[option.name]
            for option in self.options.options
        }

    @property
    def digest(self) -> str:
        """Of the format and the values that matter."""
        said = json.dumps([self.options.format, self.normal], sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(said.encode()).hexdigest()[:32]

    @property
    def unmet(self) -> tuple[Unmet, ...]:
        """The choices that would mean nothing in this game."""
        return tuple(
            Unmet(option.name, choice.value, why)
            for option in self.options.options
            if (why := option.idle(self.values))
            for choice in option.choices
            if choice.value != option.usual
        )

    def __hash__(self) -> int:
        return hash((self.name, self.digest))

    def renamed(self, name: str) -> Chosen:
        """The same game under another name."""
        return replace(self, name=name)


@dataclass(frozen=True, slots=True)
class Options:
    """All that can be chosen in a family.

    Attributes:
        format: what its files say they are.
        options: in the order of the form; no two of one name.
    """

    format: str
    options: tuple[Option, ...]

    def chosen(self, name: str, about: str = "", **values: Value) -> Chosen:
        """A game, with the usual value of every option that is not given.

        Raises:
            RuleSetError: with all that is wrong.
        """
        return self.of({"format": self.format, "name": name, "about": about, **values})

    def form(self) -> dict[str, Any]:
        """What can be chosen, as JSON values for pages."""
        return {
            "format": FORM_FORMAT,
            "rules_format": self.format,
            "default": {"format": self.format, "name": "", **{option.name: option.usual for option in self.options}},
            "limits": {"name": LONGEST_NAME, "about": LONGEST_ABOUT},
            "options": [
                {
                    "path": option.name,
                    "label": option.label,
                    "choices": [
                        {"value": choice.value, "label": choice.label, "meaning": choice.meaning}
                        for choice in option.choices
                    ],
                }
                for option in self.options
            ],
        }

    def read(self, text: str | bytes) -> Chosen:
        """Reads a file (JSON in UTF-8, at most 64 KiB).

        Raises:
            RuleSetError: with all that is wrong, each fault with the path of its field.
        """
        return self.of(_parsed(text))

    def of(self, said: Any) -> Chosen:
        """A game from the values of its file.

        Raises:
            RuleSetError: likewise.
        """
        if faults := tuple(self._faults(said)):
            raise RuleSetError(faults)
        values = {option.name: said.get(option.name, option.usual) for option in self.options}
        return Chosen(self, said["name"], said.get("about", ""), values)

    def _faults(self, said: Any) -> Iterator[Fault]:
        if not isinstance(said, dict):
            yield Fault("file", f"is {_shown(said)}", "Write a JSON object")
            return
        if said.get("format", self.format) != self.format:
            yield Fault("format", f"is {_shown(said['format'])}", f'Write "{self.format}"')
        name, about = said.get("name", ""), said.get("about", "")
        yield from (
            name_faults(name) if isinstance(name, str) else (Fault("name", f"is {_shown(name)}", "Write a text"),)
        )
        if not isinstance(about, str):
            yield Fault("about", f"is {_shown(about)}", "Write a text")
        elif len(about) > LONGEST_ABOUT:
            yield Fault("about", f"is {len(about)} characters long", f"Use at most {LONGEST_ABOUT}")
        else:
            yield from about_faults(about)
        known = {option.name: option for option in self.options}
        for path, value in said.items():
            if path in known:
                yield from known[path].faults(value)
            elif path not in {"format", "name", "about"}:
                yield _unknown(path, known)


def _unknown(path: str, known: Mapping[str, Option]) -> Fault:
    near = get_close_matches(path[:_LONGEST_SHOWN], known, n=1)
    remedy = f"Did you mean {near[0]}?" if near else f"There are {', '.join(known)}"
    return Fault(path[:_LONGEST_SHOWN], "is not a field of this kind of game", remedy)


def _parsed(text: str | bytes) -> Any:
    """The JSON value of a file.

    Raises:
        RuleSetError: it is none, or says something twice.
    """
    try:
        raw = text.encode() if isinstance(text, str) else text
        if len(raw) > MOST_BYTES:
            raise RuleSetError([Fault("file", f"is larger than {MOST_BYTES} bytes", "Say less")])
        value = json.loads(raw.decode("utf-8-sig"), object_pairs_hook=once)
        json_text(value).encode()
    except UnicodeEncodeError:
        # JSON can write half a surrogate pair, which nobody can be shown.
        raise RuleSetError([Fault("file", "has half a character in it", "Write whole characters")]) from None
    except UnicodeError:
        raise RuleSetError([Fault("file", "is not UTF-8", "Save it as UTF-8")]) from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise RuleSetError([Fault("file", f"is not JSON ({error.msg} at {where})", "Correct it there")]) from None
    except (RecursionError, ValueError):
        raise RuleSetError([Fault("file", "is nested too deep, or has too long a number", "Write less")]) from None
    return value


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of a file, for `json.loads`: whoever reads it may not choose between two values.

    Raises:
        RuleSetError: a key appears twice.
    """
    values = dict(pairs)
    if len(values) != len(pairs):
        twice = next(key for number, (key, _) in enumerate(pairs) if any(key == other for other, _ in pairs[:number]))
        path = twice[:_LONGEST_SHOWN].encode(errors="backslashreplace").decode()
        raise RuleSetError([Fault(path, "appears twice", "Keep only one")])
    return values


def _shown(value: Any) -> str:
    shown = json.dumps(value, ensure_ascii=False, default=str)
    return shown if len(shown) <= _LONGEST_SHOWN else f"{shown[:_LONGEST_SHOWN]}…"
