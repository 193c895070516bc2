"""Modules that are put together behave as a browser would have it."""

from __future__ import annotations

import subprocess

import pytest

from services.gateway.linking import first_file, has_nested_templates, in_order, later_file, minified

TEXTS = {
    "counter.js": 'export const seen = [];\nexport function count(name) {\n  seen.push(name);\n}\ncount("counter");\n',
    "a/one.js": 'import { count as tell, seen } from "../counter.js";\nimport "./side.js";\ntell("one");\nexport {};\n',
    "a/side.js": 'import * as counter from "../counter.js";\ncounter.count("side");\nexport {};\n',
    "late.js": 'import { count } from "./counter.js";\ncount("late");\nexport const where = import.meta.url;\n',
    "page.js": 'import { seen } from "./counter.js";\nimport "./a/one.js";\n'
    'const { where } = await import("./late.js");\n'
    "console.log([...seen, where].join());\n",
}


def test_modules_run_once_in_the_order_of_their_imports() -> None:
    assert in_order(["page.js"], TEXTS) == ["counter.js", "a/side.js", "a/one.js", "page.js"]
    late = TEXTS["late.js"]
    texts = TEXTS | {"page.js": TEXTS["page.js"].replace('await import("./late.js")', "{ where: 1 }")}
    assert ran(first_file(["page.js"], [], texts, str)) == "counter,side,one,1\nbegun"
    assert late.count("import") == 2


def test_what_is_there_already_is_not_loaded() -> None:
    text = first_file(["page.js"], ["late.js"], TEXTS, lambda name: f"/static/{name}")
    assert ran(text) == "counter,side,one,late,http://here/static/late.js\nbegun"


def test_what_comes_later_shares_what_is_there() -> None:
    later = later_file("late.js", {"counter.js"}, TEXTS, "/page.js", lambda name: f"/static/{name}")
    assert '"counter.js", () =>' not in later
    assert '$define("late.js", () => {\nconst{count}=$use("counter.js");' in later
    assert later.endswith("return { where };\n});\n")


@pytest.mark.parametrize(
    ("script", "is_nested"),
    [
        ("const a = `M${b.map(([x, y]) => `${x} ${y}`).join()}Z`;", True),
        ("const a = `${f({ b }) ? `c d` : e} g`;", True),
        ("const a = `${f({ b })} ${c}`, d = `{ ${e} }`;", False),
    ],
)
def test_templates_in_templates_are_left_as_they_are(script: str, *, is_nested: bool) -> None:
    assert has_nested_templates(script) is is_nested
    assert (minified(script) == script) is is_nested


def test_modules_that_import_each_other_are_refused() -> None:
    texts = {"a.js": 'import "./b.js";\n', "b.js": 'import "./a.js";\n'}
    with pytest.raises(ValueError, match=r"circle: a\.js, b\.js, a\.js"):
        in_order(["a.js"], texts)


def ran(script: str) -> str:
    """What a script says in Node, where there are as few of a browser's things as it needs."""
    there = 'const location = { origin: "http://here" };\nglobalThis.dispatchEvent = ({ type }) => console.log(type);\n'
    done = subprocess.run(
        ["node", "--input-type=module", "-"], input=there + script, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()
