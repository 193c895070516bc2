# ruff: noqa: D102  (what `read` and `schema` promise stands at `ValueType`)
"""Types of values in a rule-set file: how each is read, refused by name, and described in the JSON schema."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from redscience.english import English
from redscience.variations.language.faults import Faults, Refused, below, entry_path, nearest, one_of, shown
from redscience.variations.language.option import Option, Options, Parameter


class ValueType(ABC):
    """How one type of value is read and described."""

    @abstractmethod
    def read(self, value: object, path: str, faults: Faults) -> Any:
        """The value as the model has it. Notes faults; raises `Refused` if nothing can be made of it."""

    @abstractmethod
    def schema(self) -> dict[str, Any]:
        """Its JSON schema."""


@dataclass(frozen=True, slots=True)
class Integer(ValueType):
    """A whole number within bounds."""

    lowest: int
    highest: int

    def read(self, value: object, path: str, faults: Faults) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise faults.refuse(path, f"is {shown(value)}, which is not a whole number", self._remedy())
        if not self.lowest <= value <= self.highest:
            raise faults.refuse(path, f"is {value}", self._remedy())
        return value

    def _remedy(self) -> English:
        return f"Choose a whole number from {self.lowest} to {self.highest}"

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.lowest, "maximum": self.highest}


@dataclass(frozen=True, slots=True)
class Text(ValueType):
    """Any text; what it says is judged elsewhere."""

    example: str
    longest: int
    nullable: bool = False

    def read(self, value: object, path: str, faults: Faults) -> str | None:
        if value is None and self.nullable:
            return None
        if not isinstance(value, str):
            remedy: English = f'Write a text such as "{self.example}"'
            raise faults.refuse(path, f"is {shown(value)}, which is not a text", remedy)
        if len(value) > self.longest:
            raise faults.refuse(path, f"is {len(value)} characters long", f"Use at most {self.longest}")
        return value

    def schema(self) -> dict[str, Any]:
        json_type: Any = ["string", "null"] if self.nullable else "string"
        return {"type": json_type, "maxLength": self.longest, "examples": [self.example]}


@dataclass(frozen=True, slots=True)
class Choice(ValueType):
    """The value of an entry of a table of options."""

    options: Options[Any]

    def read(self, value: object, path: str, faults: Faults) -> Any:
        for known in self.options:
            if type(known) is type(value) and known == value:
                return known
        problem = f"is {shown(value)}, which is not a choice for {self.options.what}"
        guess = (
            nearest(value, [known for known in self.options if isinstance(known, str)])
            if isinstance(value, str)
            else None
        )
        # There are up to fifty of them: whoever nearly hit one is not told all others.
        raise faults.refuse(path, problem, f'Did you mean "{guess}"?' if guess else one_of(self.options))

    def schema(self) -> dict[str, Any]:
        return {
            "oneOf": [
                {"const": option.value, "title": option.label, **({"description": option.hint} if option.hint else {})}
                for option in self.options.values()
            ],
            "default": self.options.default,
        }


@dataclass(frozen=True, slots=True)
class Word(ValueType):
    """One of some words."""

    words: tuple[str, ...]
    what: English
    nullable: bool = False

    def read(self, value: object, path: str, faults: Faults) -> str | None:
        if value is None and self.nullable:
            return None
        if not isinstance(value, str) or value not in self.words:
            raise faults.refuse(path, f"is {shown(value)}, which is not a choice for {self.what}", one_of(self.words))
        return value

    def schema(self) -> dict[str, Any]:
        return {"enum": [*self.words, *([None] if self.nullable else [])]}


@dataclass(frozen=True, slots=True)
class Several(ValueType):
    """A list of values of one type."""

    item: ValueType
    most: int
    least: int = 0
    alone: bool = False
    """Whether a single value may stand without the list's brackets."""

    def read(self, value: object, path: str, faults: Faults) -> tuple[Any, ...]:
        if self.alone and isinstance(value, str):
            value = [value]
            single = True
        else:
            single = False
        if not isinstance(value, list):
            raise faults.refuse(path, f"is {shown(value)}, which is not a list", "Write a list in [ ]")
        if not self.least <= len(value) <= self.most:
            raise faults.refuse(path, f"has {len(value)} entries", f"Give {self.least} to {self.most}")
        entries = []
        for index, entry in enumerate(value):
            try:
                entries.append(self.item.read(entry, path if single else f"{path}[{index}]", faults))
            except Refused:
                continue
        if len(entries) < self.least:
            raise Refused
        return tuple(entries)

    def schema(self) -> dict[str, Any]:
        many = {"type": "array", "items": self.item.schema(), "minItems": self.least, "maxItems": self.most}
        return {"oneOf": [many, self.item.schema()]} if self.alone else many


@dataclass(frozen=True, slots=True)
class Fixed(ValueType):
    """A list of a fixed length, each entry of its own type."""

    items: tuple[ValueType, ...]
    what: English

    def read(self, value: object, path: str, faults: Faults) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) != len(self.items):
            given: English = f"a list of {len(value)}" if isinstance(value, list) else shown(value)
            raise faults.refuse(path, f"is {given}", f"Give {self.what}")
        entries = []
        refused = False
        for index, (entry, value_type) in enumerate(zip(value, self.items, strict=True)):
            try:
                entries.append(value_type.read(entry, f"{path}[{index}]", faults))
            except Refused:
                refused = True
        if refused:
            raise Refused
        return tuple(entries)

    def schema(self) -> dict[str, Any]:
        return {
            "type": "array",
            "prefixItems": [item.schema() for item in self.items],
            "minItems": len(self.items),
            "maxItems": len(self.items),
        }


@dataclass(frozen=True, slots=True)
class Field:
    """One field of an object: what it holds, and what is meant where it is left out.

    `required` is for the schema alone: a default that is at fault is found like any other value.
    """

    name: str
    value_type: ValueType
    default: Any
    help: str = ""
    required: bool = False

    def schema(self) -> dict[str, Any]:
        """The schema of its value, with its explanation."""
        return {**self.value_type.schema(), **({"description": self.help} if self.help else {})}


class Repeated(dict[str, Any]):
    """An object that has a key twice; `keys_twice` says which."""

    keys_twice: tuple[str, ...] = ()


def as_object(value: object, path: str, faults: Faults) -> Mapping[str, Any]:
    """The value as a JSON object; keys that are there twice are faults."""
    if not isinstance(value, dict):
        raise faults.refuse(path or "file", f"is {shown(value)}, which is not an object", "Write an object in { }")
    if isinstance(value, Repeated):
        for key in value.keys_twice:
            faults.add(below(path, key), "appears twice", "Keep only one")
    return value


@dataclass(frozen=True, slots=True)
class Object(ValueType):
    """An object with known fields; gives a dict with every field, defaults filled in."""

    fields: tuple[Field, ...]

    def defaults(self) -> dict[str, Any]:
        """What is meant by an empty object."""
        return {known.name: known.default for known in self.fields}

    def read(self, value: object, path: str, faults: Faults) -> dict[str, Any]:
        given = as_object(value, path, faults)
        names = [known.name for known in self.fields]
        for name in given:
            if name not in names:
                guess = nearest(name, names)
                written = ", ".join(names)
                remedy = f'Did you mean "{guess}"?' if guess else f"The fields here are {written}"
                faults.add(below(path, name), "is not a known field", remedy)
        return {known.name: self._value(known, given, path, faults) for known in self.fields}

    @staticmethod
    def _value(known: Field, given: Mapping[str, Any], path: str, faults: Faults) -> Any:
        where = below(path, known.name)
        if known.name not in given:
            return known.default
        try:
            return known.value_type.read(given[known.name], where, faults)
        except Refused:
            return known.default

    def schema(self) -> dict[str, Any]:
        required = [known.name for known in self.fields if known.required]
        return {
            "type": "object",
            "properties": {known.name: known.schema() for known in self.fields},
            **({"required": required} if required else {}),
            "additionalProperties": False,
        }


@dataclass(frozen=True, slots=True)
class Keyed(ValueType):
    """An object whose keys are words of one sort, all with values of one type."""

    words: tuple[str, ...]
    what: English
    item: ValueType

    def read(self, value: object, path: str, faults: Faults) -> dict[str, Any]:
        entries = {}
        for key, item in as_object(value, path, faults).items():
            if key not in self.words:
                faults.add(below(path, key), f"is not a choice for {self.what}", one_of(self.words))
                continue
            try:
                entries[key] = self.item.read(item, below(path, key), faults)
            except Refused:
                continue
        return {word: entries[word] for word in self.words if word in entries}

    def schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "propertyNames": {"enum": list(self.words)},
            "additionalProperties": self.item.schema(),
        }


@dataclass(frozen=True, slots=True)
class Raw:
    """A value that waits for the board to be known, with its path."""

    path: str
    key: str
    value: Any


@dataclass(frozen=True, slots=True)
class BySpace(ValueType):
    """An object whose keys are texts of spaces; they are read when the board is known."""

    item: ValueType
    most: int

    def read(self, value: object, path: str, faults: Faults) -> tuple[Raw, ...]:
        given = as_object(value, path, faults)
        if len(given) > self.most:
            raise faults.refuse(path, f"has {len(given)} entries", f"Give at most {self.most}")
        entries = []
        for key, item in given.items():
            where = entry_path(path, key)
            try:
                entries.append(Raw(where, key, self.item.read(item, where, faults)))
            except Refused:
                continue
        return tuple(entries)

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": self.item.schema(), "maxProperties": self.most}


@dataclass(frozen=True, slots=True)
class SpaceTexts(ValueType):
    """Texts of spaces; they are read when the board is known."""

    most: int

    def read(self, value: object, path: str, faults: Faults) -> tuple[Raw, ...]:
        texts = Several(Text("3-5,3-5", 200), self.most, alone=True).read(value, path, faults)
        alone = isinstance(value, str)
        return tuple(Raw(path if alone else f"{path}[{index}]", text, None) for index, text in enumerate(texts))

    def schema(self) -> dict[str, Any]:
        return Several(Text("3-5,3-5", 200), self.most, alone=True).schema()


@dataclass(frozen=True, slots=True)
class Chosen(ValueType):
    """An option with its parameters: an object, or the option's value alone where their defaults are meant."""

    options: Options[Any]
    key: str
    make: Any = field(compare=False)

    def read(self, value: object, path: str, faults: Faults) -> Any:
        if isinstance(value, str):
            value = {self.key: value}
        given = as_object(value, path, faults)
        if self.key not in given:
            slip = next((name for name in given if nearest(name, [self.key])), None)
            if slip is not None:
                raise faults.refuse(below(path, slip), "is not a known field", f'Did you mean "{self.key}"?')
            raise faults.refuse(below(path, self.key), "is missing", one_of(self.options))
        option: Option = self.options[Choice(self.options).read(given[self.key], below(path, self.key), faults)]
        known = Object((Field(self.key, Choice(self.options), option.value), *map(parameter_field, option.parameters)))
        return self.make(**known.read(given, path, faults))

    def schema(self) -> dict[str, Any]:
        plain = [option.value for option in self.options.values()]
        return {"oneOf": [{"enum": plain}, *(self._entry_schema(option) for option in self.options.values())]}

    def _entry_schema(self, option: Option) -> dict[str, Any]:
        parameters = {parameter.name: parameter_field(parameter).schema() for parameter in option.parameters}
        return {
            "type": "object",
            "title": option.label,
            "properties": {self.key: {"const": option.value}, **parameters},
            "required": [self.key],
            "additionalProperties": False,
        }


def parameter_field(parameter: Parameter) -> Field:
    """The field that holds a parameter."""
    value_type: ValueType = (
        Word(parameter.choices, "shape") if parameter.choices else Integer(parameter.lowest, parameter.highest)
    )
    return Field(parameter.name, value_type, parameter.default, parameter.label)
