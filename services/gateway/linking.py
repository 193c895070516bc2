"""Modules put together, so that a page loads one file in place of dozens.

In it each module is a function that gives what the module exports, and they run in the order in which a browser would
run the modules; a module that is there already does not run again. What a page's script imports while it runs comes in
a file of its own, without what the page has. Modules are read as Prettier formats them: an import or an export stands
at the beginning of a line. A page's script, which nothing imports, may await where it stands; no other module may.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

import rjsmin

_IMPORT = re.compile(r'^import (?:(\{[^}]*\}|\* as \w+) from )?"(\.[^"]+)";\n?', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)
_EXPORT_NOTHING = re.compile(r"^export \{\};\n?", re.MULTILINE)
_LATER = re.compile(r'\bimport\(("|`)(\.[^"`]+)\1\)')
_BRACES = re.compile(r"\$\{|[{}]")
_ALIAS = re.compile(r"\b(\w+) as (\w+)\b")

# What the files of a page share.
RUNTIME = """\
const modules = new Map();
export const $use = (name) => modules.get(name);
export const $define = (name, make) => modules.has(name) || modules.set(name, make());
export const $later = async (name) => {
  if (!modules.has(name)) {
    const address = new URL(name, import.meta.url).href;
    await import(address).catch((error) => {
      dispatchEvent(new CustomEvent("missing", { detail: address }));
      throw error;
    });
  }
  return $use(name);
};
"""

Texts = Mapping[str, str]
"""The texts of modules, by their paths."""

# Says that a script has begun: what it is for can be done now.
READY = 'performance.mark("ready");\n'
# Says that all have begun, for what was pressed before; a script that fails is told as before.
BEGUN = 'Promise.all(begun).finally(() => dispatchEvent(new Event("begun")));\n'


def first_file(scripts: Iterable[str], others: Iterable[str], texts: Texts, address: Callable[[str], str]) -> str:
    """What a page loads at once.

    Args:
        scripts: the page's own, which begin to run in this order.
        others: modules that they will import while they run.
        texts: of all modules.
        address: of a file beside a module, for what a module looks up beside itself.
    """
    own = list(scripts)
    needed = [name for name in in_order([*own, *others], texts) if name not in own]
    parts = [RUNTIME, *(_defined(name, texts[name], address) for name in needed)]
    begun = [f"(async () => {{\n{_body(name, texts[name], address)}{READY}}})(),\n" for name in own]
    return "".join([*parts, "const begun = [\n", *begun, "];\n", BEGUN])


def later_file(name: str, there: Collection[str], texts: Texts, first: str, address: Callable[[str], str]) -> str:
    """A module that is imported later, with those that it needs and that are not there yet.

    Args:
        name: its path.
        there: the modules of the page's first file.
        texts: of all modules.
        first: the address of that file.
        address: of a file beside a module.
    """
    needed = [module for module in in_order([name], texts) if module not in there]
    head = f'import {{ $define, $later, $use }} from "{first}";\n'
    return head + "".join(_defined(module, texts[module], address) for module in needed)


def in_order(names: Iterable[str], texts: Texts) -> list[str]:
    """Modules and what they import, in the order in which they run.

    Raises:
        ValueError: modules import each other in a circle.
    """
    done: list[str] = []

    def visit(name: str, importers: tuple[str, ...]) -> None:
        if name in importers:
            raise ValueError(f"modules import each other in a circle: {', '.join((*importers, name))}")
        if name not in done:
            for imported in imports_of(name, texts[name]):
                visit(imported, (*importers, name))
            done.append(name)

    for name in names:
        visit(name, ())
    return done


def imports_of(name: str, text: str) -> list[str]:
    """The modules that a module imports before it runs."""
    return [_resolved(name, found[2]) for found in _IMPORT.finditer(text)]


def imported_later(name: str, text: str) -> Iterator[str]:
    """The modules that a module imports while it runs, as far as their names stand there."""
    for found in _LATER.finditer(text):
        if found[1] == '"':
            yield _resolved(name, found[2])


def _defined(name: str, text: str, address: Callable[[str], str]) -> str:
    exported = ", ".join(found[1] for found in _EXPORT.finditer(text))
    return f'$define("{name}", () => {{\n{_body(name, text, address)}return {{ {exported} }};\n}});\n'


def _body(name: str, text: str, address: Callable[[str], str]) -> str:
    """A module's text as that of a function."""

    def imported(found: re.Match[str]) -> str:
        if found[1] is None:
            return ""
        names = found[1].removeprefix("* as ") if found[1][0] == "*" else _ALIAS.sub(r"\1: \2", found[1])
        return f'const {names} = $use("{_resolved(name, found[2])}");\n'

    def loaded(found: re.Match[str]) -> str:
        return f"$later({found[1]}{_resolved(name, found[2])}{found[1]})"

    text = _EXPORT_NOTHING.sub("", _EXPORT.sub("", _IMPORT.sub(imported, text)))
    text = _LATER.sub(loaded, text)
    return minified(text.replace("import.meta.url", f'(location.origin + "{address(name)}")'))


def minified(text: str) -> str:
    """A script without the space that it does not need; as it is where templates stand in templates.

    The minifier takes what stands between an inner and an outer one for code.
    """
    return text if has_nested_templates(text) else f"{rjsmin.jsmin(text)}\n"


def has_nested_templates(text: str) -> bool:
    """Whether a template stands in a template: taken pair by pair, one of them then ends within a `${`."""
    return any(_open_braces(template) > 0 for template in text.split("`")[1::2])


def _open_braces(template: str) -> int:
    depth = 0
    for sign in _BRACES.findall(template):
        depth += 1 if sign == "${" or (sign == "{" and depth) else -1 if sign == "}" and depth else 0
    return depth


def _resolved(name: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
