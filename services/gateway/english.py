"""What the library and the services say to people, found in their sources.

The texts are the literals and f-strings that are given where `redscience.english.English` is asked for: to a parameter
or an attribute of this type, returned by a function of it, or held by a name of it. What is called is known by its
name alone. An f-string is a template, "is {total}, and there are only {spaces} spaces": a hole is named by the last
name of its expression. A choice within a text (`"a" if x else "b"`) gives a text for each.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, product
from pathlib import Path

import redscience
import services
from services.gateway.answers import FOR_PROGRAMS
from services.gateway.assets import family_folders

_LIBRARY = Path(redscience.__file__).parent
_SAY_NOTHING_IN_PAGES = (
    "redscience/agents",
    "redscience/api",
    "redscience/client/bot.py",
    "redscience/client/discovery.py",
    "redscience/client/invitations.py",
    "redscience/client/thinking.py",
    "redscience/command",
    "services/kit/config.py",
    "services/kit/nats_bus.py",
    "services/laptop",
    "services/rating/result.py",
)
"""What speaks to whoever runs a command, a bot or the platform."""
_TYPE = "English"
_CODE = re.compile(r"[a-z-]+[_/][\w/]+")
_HOLE = re.compile(r"\{\w+\}")
_FOR_PROGRAMS = frozenset({"BlockTaken", "UnknownAgent", "UnreadableState", "WrongView"})
"""Errors that no page shows."""
_Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(slots=True)
class Takers:
    """What takes English, by name: where among its arguments, and by which keywords."""

    places: dict[str, set[int]] = field(default_factory=dict)
    keywords: dict[str, set[str]] = field(default_factory=dict)
    givers: set[str] = field(default_factory=set)
    """Functions that return it, and names that hold it."""

    def add(self, name: str, parameters: Sequence[str], english: Iterable[str]) -> None:
        """Notes the parameters of a function, or the attributes of a class, that are English."""
        for parameter in english:
            self.places.setdefault(name, set()).add(parameters.index(parameter))
            self.keywords.setdefault(name, set()).add(parameter)


@dataclass(frozen=True, slots=True)
class Source:
    """A module: its parts, as `ast.walk` gives them, and what is around each."""

    path: Path
    parts: Sequence[ast.AST]
    parents: Mapping[ast.AST, ast.AST]

    @classmethod
    def read(cls, path: Path) -> Source:
        """Reads a file, and walks it once for all who look for something in it."""
        parts: list[ast.AST] = [ast.parse(path.read_text("utf-8"))]
        parents: dict[ast.AST, ast.AST] = {}
        for part in parts:
            within = list(ast.iter_child_nodes(part))
            parents.update(dict.fromkeys(within, part))
            parts += within
        return cls(path, parts, parents)

    def known_as(self, name: str) -> str:
        """A name as others may have it too: a private one is the module's own."""
        return f"{self.path}:{name}" if name.startswith("_") else name

    def around(self, node: ast.AST) -> Iterator[ast.AST]:
        """What a node stands in, from the nearest outwards."""
        while node in self.parents:
            node = self.parents[node]
            yield node


@cache
def of_shell() -> tuple[str, ...]:
    """What is said to people, but for what families say."""
    families_own = [folder.parent for folder in family_folders().values()]
    return _said(source for source in _sources() if not _is_in(source, families_own))


@cache
def of_family(family: str) -> tuple[str, ...]:
    """What a family says to people: its package is the folder in which its page is."""
    own = family_folders()[family].parent
    of_this = [source for source in _sources() if _is_in(source, [own])]
    return _said(of_this or [Source.read(path) for path in sorted(own.rglob("*.py"))])


def _said(sources: Iterable[Source]) -> tuple[str, ...]:
    return tuple(text for source in sources for text in texts_of(source, _takers()))


def not_found(callees: Collection[str]) -> Iterator[str]:
    """What some functions and classes are given for a text, by file, and nobody can find the text of."""
    for source in _sources():
        for node in source.parts:
            if isinstance(node, ast.Call) and _name(node.func) in callees:
                for given in _english_arguments(node, source, _takers()):
                    if not _is_known(given, source):
                        yield f"{source.path.name}: {ast.unparse(given)}"


def _is_known(given: ast.expr, source: Source) -> bool:
    """Whether an expression holds a text, or comes from what is said to give one."""
    if isinstance(given, ast.BoolOp | ast.IfExp):
        return any(_is_known(each, source) for each in ast.iter_child_nodes(given) if isinstance(each, ast.expr))
    called = given.func if isinstance(given, ast.Call) else given.value if isinstance(given, ast.Subscript) else given
    return _name(called) in _takers().givers or any(True for _ in _texts(given, source))


@cache
def _sources() -> tuple[Source, ...]:
    """The modules that may say something that a page shows."""
    root = _LIBRARY.parent
    left_out = [root / each for each in _SAY_NOTHING_IN_PAGES]
    paths = sorted(path for folder in (_LIBRARY, Path(services.__file__).parent) for path in folder.rglob("*.py"))
    return tuple(Source.read(path) for path in paths if not any(map(path.is_relative_to, left_out)))


@cache
def _takers() -> Takers:
    return takers_of(_sources())


def _is_in(source: Source, folders: Iterable[Path]) -> bool:
    return any(source.path.is_relative_to(folder) for folder in folders)


def without_names(text: str) -> str:
    """A template with nameless holes: two that are alike so cannot be told apart in what has been said."""
    return _HOLE.sub("{}", text)


def takers_of(sources: Iterable[Source]) -> Takers:
    """All that takes or gives English in some modules."""
    found = Takers()
    bases: dict[str, list[str]] = {}
    for source in sources:
        for node in source.parts:
            if isinstance(node, ast.ClassDef):
                name = source.known_as(node.name)
                bases[name] = [source.known_as(_name(base)) for base in node.bases]
                _note_class(name, node, found)
            elif isinstance(node, _Function) and node.name != "__init__":
                is_method = isinstance(source.parents[node], ast.ClassDef)
                _note_function(source.known_as(node.name), node, found, method=is_method)
            elif isinstance(node, ast.AnnAssign) and _is_english(node.annotation):
                found.givers.add(_name(node.target))
    _inherit(bases, found)
    return found


def _note_class(name: str, node: ast.ClassDef, found: Takers) -> None:
    """What is called to make one: its constructor, or its attributes."""
    attributes = [each for each in node.body if isinstance(each, ast.AnnAssign) and not _is_of_class(each.annotation)]
    names = [_name(each.target) for each in attributes]
    found.add(name, names, [_name(each.target) for each in attributes if _is_english(each.annotation)])
    for each in node.body:
        if isinstance(each, _Function) and each.name == "__init__":
            found.places.setdefault(name, set())
            found.add(name, *_parameters(each, method=True))


def _note_function(name: str, node: _Function, found: Takers, *, method: bool) -> None:
    found.add(name, *_parameters(node, method=method))
    if node.returns is not None and _is_english(node.returns):
        found.givers.add(node.name)
    found.givers.update(each.arg for each in _arguments(node) if each.annotation and _is_english(each.annotation))


def _parameters(node: _Function, *, method: bool) -> tuple[list[str], list[str]]:
    """The names of all that a function is called with, and of what of it is English."""
    arguments = _arguments(node)[1 if method and not _is_static(node) else 0 :]
    return [each.arg for each in arguments], [
        each.arg for each in arguments if each.annotation and _is_english(each.annotation)
    ]


def _arguments(node: _Function) -> list[ast.arg]:
    return [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]


def _is_static(node: _Function) -> bool:
    return any(_name(each) == "staticmethod" for each in node.decorator_list)


def _inherit(bases: Mapping[str, Sequence[str]], found: Takers) -> None:
    """Who has no constructor of its own takes what its base takes."""
    for name in bases:
        lineage = [name]
        while (
            lineage[-1] not in found.places and (above := bases.get(lineage[-1], [""])[:1]) and above[0] not in lineage
        ):
            lineage += above
        base = lineage[-1]
        if base in found.places:
            found.places[name], found.keywords[name] = found.places[base], found.keywords.get(base, set())


def texts_of(source: Source, takers: Takers) -> Iterator[str]:
    """What a module says to people."""
    for node in said_in(source, takers):
        yield from (text.strip() for text in _texts(node, source) if _is_text(text))


def _is_text(text: str) -> bool:
    """Whether people read it: there are words in it, and it is no name of a field or a format."""
    return any(map(str.isalpha, _HOLE.sub("", text))) and not _CODE.fullmatch(text)


def said_in(source: Source, takers: Takers) -> Iterator[ast.expr]:
    """The expressions that stand where English is asked for."""
    for node in source.parts:
        if isinstance(node, ast.Call):
            yield from _english_arguments(node, source, takers)
        elif isinstance(node, ast.AnnAssign) and _is_english(node.annotation):
            yield node.value or node.target
        elif isinstance(node, _Function) and node.returns is not None and _is_english(node.returns):
            yield from _returned(node)


def _english_arguments(call: ast.Call, source: Source, takers: Takers) -> Iterator[ast.expr]:
    """What of the arguments of a call is English that pages show."""
    name = _called(call, source)
    if name not in takers.places or name in _FOR_PROGRAMS or _is_for_programs(call, source):
        return
    yield from (each for place, each in enumerate(call.args) if place in takers.places[name])
    yield from (each.value for each in call.keywords if each.arg in takers.keywords.get(name, ()))


def _called(call: ast.Call, source: Source) -> str:
    """What is called: of `super().__init__` the class above."""
    name = _name(call.func)
    if name == "__init__":
        own = next((each for each in source.around(call) if isinstance(each, ast.ClassDef)), None)
        name = _name(own.bases[0]) if own is not None and own.bases else name
    return source.known_as(name)


def _is_for_programs(call: ast.Call, source: Source) -> bool:
    """Whether a remedy is one of those that nobody translates."""
    return any(text.startswith(FOR_PROGRAMS) for each in call.args for text in _texts(each, source))


def _returned(node: _Function) -> Iterator[ast.expr]:
    for each in ast.walk(node):
        if isinstance(each, ast.Return | ast.Yield) and each.value is not None:
            yield each.value


def _texts(node: ast.expr, source: Source, looked_up: frozenset[str] = frozenset()) -> Iterator[str]:
    """The texts that an expression may come to; names that have been looked up for it are not again."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr():
            yield from _templates(node, source)
        case ast.IfExp():
            for each in (node.body, node.orelse):
                yield from _texts(each, source, looked_up)
        case ast.BinOp() | ast.BoolOp() | ast.Tuple() | ast.List() | ast.Set() | ast.GeneratorExp() | ast.Dict():
            for each in _parts(node):
                yield from _texts(each, source, looked_up)
        case ast.Name() if node.id not in looked_up:
            for each in _assigned(node, source):
                yield from _texts(each, source, looked_up | {node.id})


def _parts(node: ast.expr) -> list[ast.expr]:
    match node:
        case ast.BinOp():
            return [node.left, node.right]
        case ast.BoolOp():
            return node.values
        case ast.Dict():
            return node.values
        case ast.GeneratorExp():
            return [node.elt]
        case ast.Tuple() | ast.List() | ast.Set():
            return node.elts
    return []


def _assigned(name: ast.Name, source: Source) -> Iterator[ast.expr]:
    """What a name stands for: what its function puts into it, or else its module."""
    for scope in source.around(name):
        if isinstance(scope, _Function | ast.Module):
            found = list(_assignments(name.id, scope))
            if found:
                yield from found
                return


def _assignments(name: str, scope: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(scope):
        pairs: list[tuple[ast.expr, ast.expr]] = []
        if isinstance(node, ast.Assign):
            pairs = [(target, node.value) for target in node.targets]
        elif isinstance(node, ast.NamedExpr):
            pairs = [(node.target, node.value)]
        for target, value in pairs:
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                pairs += zip(target.elts, value.elts, strict=False)
            elif isinstance(target, ast.Name) and target.id == name:
                yield value


def _templates(node: ast.JoinedStr, source: Source) -> Iterator[str]:
    """An f-string with its holes named, once for each choice of words in it."""
    for chosen in _spelled(node, source):
        names: dict[str, int] = {}
        yield "".join(_named(each, names) if isinstance(each, Hole) else each for each in chosen)


@dataclass(frozen=True, slots=True)
class Hole:
    """A hole in a template, by its name."""

    name: str


_Spelling = tuple[str | Hole, ...]
"""Words and holes, one after the other."""


def _spelled(node: ast.JoinedStr, source: Source) -> Iterator[_Spelling]:
    """All that an f-string may come to."""
    for chosen in product(*(_spellings(each, source) for each in node.values)):
        yield tuple(chain.from_iterable(chosen))


def _spellings(node: ast.expr, source: Source) -> list[_Spelling]:
    """What may stand at a place of an f-string: words where all that it may be is known, else a hole."""
    match node:
        case ast.Constant():
            return [(str(node.value),)]
        case ast.JoinedStr():
            return list(_spelled(node, source))
        case ast.FormattedValue():
            return _words(node.value, source) or [(Hole(_hole(node.value).strip("_").lower()),)]
    return []


def _words(node: ast.expr, source: Source) -> list[_Spelling]:
    """What an expression in a hole comes to, where that is one of some texts; empty where nobody knows."""
    choices: list[ast.expr] = []
    if isinstance(node, ast.IfExp):
        choices = [node.body, node.orelse]
    elif isinstance(node, ast.Name):
        choices = list(_assigned_here(node, source))
    elif isinstance(node, ast.Constant | ast.JoinedStr):
        return _spellings(node, source) if not isinstance(node, ast.Constant) or isinstance(node.value, str) else []
    found = [_words(each, source) for each in choices]
    return list(chain.from_iterable(found)) if all(found) else []


def _assigned_here(name: ast.Name, source: Source) -> Iterator[ast.expr]:
    """What its own function puts into a name."""
    scope = next((each for each in source.around(name) if isinstance(each, _Function)), None)
    if scope is not None and name.id not in (each.arg for each in _arguments(scope)):
        yield from (each for each in _assignments(name.id, scope) if not _mentions(each, name.id))


def _mentions(node: ast.expr, name: str) -> bool:
    return any(_name(each) == name for each in ast.walk(node) if isinstance(each, ast.Name))


def _hole(node: ast.expr) -> str:
    """What an expression in a hole is called after: the last thing that it is about, not what is done with it."""
    match node:
        case ast.Name() | ast.Attribute():
            return _name(node)
        case ast.Subscript() | ast.Starred() | ast.Await():
            return _hole(node.value)
        case ast.Call():
            about = [_hole(each) for each in node.args]
            of = node.func.value if isinstance(node.func, ast.Attribute) else node.func
            return next((each for each in reversed(about) if each), "") or _hole(of)
        case ast.GeneratorExp() | ast.ListComp():
            return _hole(node.generators[0].iter)
        case ast.BinOp():
            return _hole(node.left) or _hole(node.right)
    return ""


def _named(hole: Hole, names: dict[str, int]) -> str:
    """A hole as a template has it: numbered where there was one of its name."""
    names[hole.name] = names.get(hole.name, 0) + 1
    return f"{{{hole.name}}}" if names[hole.name] == 1 else f"{{{hole.name}{names[hole.name]}}}"


def _name(node: ast.expr) -> str:
    """The last part of a dotted name; "" for what is none."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _is_english(annotation: ast.expr) -> bool:
    """Whether a type is English, or holds it."""
    return any(isinstance(each, ast.Name) and each.id == _TYPE for each in ast.walk(annotation))


def _is_of_class(annotation: ast.expr) -> bool:
    return isinstance(annotation, ast.Subscript) and _name(annotation.value) == "ClassVar"
