"""What stays of a list that is told anew."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

STATIC = Path(__file__).parents[2] / "services" / "gateway" / "static"
ASKED = """
import { readFileSync } from "node:fs";
const counted = (list, count) => new Proxy(list, { get: (of, name) => (count(name), of[name]) });
const answers = JSON.parse(readFileSync(0, "utf8")).map(([held, next]) => {
  let looks = 0;
  const look = (name) => (looks += name !== "length");
  return { places: [...alike(counted([...held], look), counted([...next], look))], looks };
});
console.log(JSON.stringify(answers));
"""


def alike(*lists: tuple[Sequence[str], Sequence[str]]) -> list[Mapping[str, int]]:
    """For each pair of lists how many places stay, and how often an entry was looked at; what stays is checked."""
    script = re.sub(r"^import .*$", "", (STATIC / "changed.js").read_text(), flags=re.MULTILINE) + ASKED
    run = ["node", "--input-type=module", "--eval", script]
    done = subprocess.run(run, input=json.dumps(lists), capture_output=True, text=True, check=True)
    answers = json.loads(done.stdout)
    for (held, following), answer in zip(lists, answers, strict=True):
        places = sorted((there, here) for there, here in answer["places"])
        assert all(held[here] == following[there] for there, here in places)
        assert all(one[1] < other[1] for one, other in pairwise(places))
        answer["stay"] = len(places)
    return answers


def most_alike(held: str, following: str) -> int:
    """How many can stay, by trying everything."""

    @cache
    def most(i: int, j: int) -> int:
        if i == len(held) or j == len(following):
            return 0
        return 1 + most(i + 1, j + 1) if held[i] == following[j] else max(most(i + 1, j), most(i, j + 1))

    return most(0, 0)


def test_as_many_stay_as_can() -> None:
    chance = Random(1)
    lists = [tuple("".join(chance.choices("abcd", k=chance.randrange(10))) for _ in "12") for _ in range(500)]
    answers = alike(*((held, following) for held, following in lists))
    assert [answer["stay"] for answer in answers] == [most_alike(held, following) for held, following in lists]


def test_a_long_list_is_hardly_looked_at_where_hardly_anything_has_changed() -> None:
    said = [f"Word {number}" for number in range(201)]
    (answer,) = alike((said[:-1], said[1:]))
    assert answer["stay"] == 199
    assert answer["looks"] < 2_000
