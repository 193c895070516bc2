"""Writes docs/language.md and docs/rule-set.schema.json.

python -m redscience.variations.language.reference [--check]
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from redscience.variations import catalogue
from redscience.variations.language.boards import BOARD_COUNTS, BOARDS
from redscience.variations.language.captures import CONDITIONS, POWERS, RESULTS
from redscience.variations.language.checks import CHECKS
from redscience.variations.language.examples import EXAMPLES, example
from redscience.variations.language.fields import BOARD, PHASE, RULE_SET, SHAPE
from redscience.variations.language.markers import MARKERS, MarkerOption
from redscience.variations.language.model import RuleSet
from redscience.variations.language.moves import MOVES
from redscience.variations.language.option import Option, Options
from redscience.variations.language.phases import FOLDS, MOVEMENT, ORDERS, PASSING, PHASE_COUNTS
from redscience.variations.language.players import (
    AGREE_DRAW,
    CLOAKING,
    COLORS_OPTIONS,
    DISQUALIFY_OVERACHIEVERS,
    PIECES_PER_TURN,
    PLAYERS,
    SECONDS_PER_TURN,
)
from redscience.variations.language.schema import schema
from redscience.variations.language.shapes import SHAPE_COUNTS
from redscience.variations.language.stalemate import STALEMATE_RULES
from redscience.variations.language.validation import options_of
from redscience.variations.language.value_types import Choice, Object

DOCS = Path(__file__).parents[3] / "docs"

TABLES: tuple[tuple[str, Options[Any]], ...] = (
    ("`players`", PLAYERS),
    ("`colors`", COLORS_OPTIONS),
    ("`pieces_per_turn`", PIECES_PER_TURN),
    ("`seconds_per_turn`", SECONDS_PER_TURN),
    ("`agree_draw`", AGREE_DRAW),
    ("`disqualify_overachievers`", DISQUALIFY_OVERACHIEVERS),
    ("`cloaking`", CLOAKING),
    ("`fold`", FOLDS),
    ("`board.kind`", BOARDS),
    ("`board.count`", BOARD_COUNTS),
    ("`checks[…].check`", CHECKS),
    ("`stalemate[…].rule`", STALEMATE_RULES),
    ("the number of `shapes`", SHAPE_COUNTS),
    ("`shapes.….power`", POWERS),
    ("`shapes.….condition`", CONDITIONS),
    ("`shapes.….result`", RESULTS),
    ("`shapes.….move`", MOVES),
    ("the number of `phases`", PHASE_COUNTS),
    ("`phases[…].order`", ORDERS),
    ("`phases[…].may_pass`", PASSING),
    ("`phases[…].placement_only`", MOVEMENT),
    ("markers", MARKERS),
)

_INTRODUCTION = """# The rule language

A game is a rule set: a JSON file of at most 64 KiB. What it does not say is as in plain Tic-Tac-Toe, so that a file
states what is different:

```json
{example}
```

Reading it (`redscience.load(path)`, or `redscience.game(rules)` of a dict; [library.md](library.md)) gives a game or
all its faults at once, each with the path of its field, what is wrong and what would be right. The same tables that
make this page make the Factory's form, the JSON schema (`rule-set.schema.json`) and the rules in plain English.

What is allowed and hardly meant, such as three in a row before the first move, a seat that never moves, a row for
which nobody has the pieces, or one that nobody can stop, has a warning, which keeps nothing from being saved:
`redscience check` and the Factory say it (`oddities.py`; only what is certain from the rules has one).

From the rules also follows what a turn may cost at most: how many legal moves a seat may have, how many bytes its
view, and about how long that takes. `redscience check` says it, and so do the Factory and the page of a game where it
is much.

## Words

* **Seats** are `black`, `white`, `pink`, `yellow` and `chaos`, in this order of play, whatever the colors played.
* **Owners** have reserves: with assigned colors the seats, otherwise the colors of the reserves that seats share. A
  `communal` piece is nobody's.
* **Shapes** are `O` circle, `P` pentagon, `X`, `+` cross, `T` triangle and `S` star. A game may call one something else
  (`called`: `rock`, or `man, men` where several are not just that and an s) and draw it as a chess piece or a hand
  (`symbol`). Rules, verdicts and pages then use its word; files and notation keep the letter.
* **Spaces** are written `x,y` or `x,y,z`, from 1: x to the right, y upward, z height. Each may be a range such as
  `3-5`, or `*`; without z all heights are meant, which on stacks is the whole stack. A board goes before: `2:1,1`;
  without it all boards are meant. `all` is every space. Several are separated by blanks, or stand in a list.
* **Pieces** of the setup are written `white O`, `3 black P`, `communal X`; `dealt` takes the next card of the deck, and
  `dealt white` gives it to white. In stacks a list goes from the bottom up.
* **Decks** are written from the top: `{{…}}` shuffles its items among themselves, `[…]` keeps them in order. A card is
  a shape or `.` for a blank; a digit after it names the seat, in order of play, that knows it.
* **Names** have 1 to 40 characters, no blanks, no `*`, `(` or `)`, and nothing invisible. They are compared without
  regard to case.
* Two rule sets that cannot play differently have one **digest**; names, colors of drawing and unused parts are no part
  of it.

## How a phase ends

A phase ends by **stalemate**, and in the last phase stalemate ends the match by the stalemate rules:

* when all who play in it have passed one after the other, or in one round, because they could do nothing or chose to;
  where nobody may pass, as soon as nobody can move;
* when a player makes the same move in the same position (pieces, reserves, player to move) for the second time in the
  phase; where all plan in secret, when all plans are the same once more. Chaos may repeat itself, unless nobody else
  has moved since its last turn in a phase without a pass;
* after 2,000 single moves in one phase, whatever they are: placements, moves, attempts that failed, and each sealed
  plan that is no pass; the checks are asked after the last of them too. The rules in plain English leave this out;
* by a check that says so, and after the round of a phase that is played a single time.

## What means nothing

Every option can stand beside every other, in any combination that means something. What says one thing and would come
to nothing is refused with the path of its field and what would give it a meaning:

* a phase in which everybody is locked, or players who are locked from first to last; nothing that could ever be placed
  or moved; a placement-only phase without reserves; walls everywhere;
* checks and comparisons of what players own, folding and the last piece, where all pieces are everyone's;
* folding of a single player, without spaces that nobody may leave, or before phases in which no player moves;
* disqualifying the first winners where no check and no *most* or *least* says who wins;
* cloaking without cloaked spaces, obscuring shapes where there is one, or pieces of others where there are none; a deck
  that is never dealt, is too small, or deals only blanks;
* moves and captures for which the board has no room, no direction (a torus has no forward) or no diagonals; goal lines
  that are the whole board; rows longer than any line, around a torus too;
* captures that never happen: by landing where nothing lands, by moving where nothing may move, by arriving where
  nothing arrives, by jumping with a move that only leaps; captives that would stay where their captor stands;
* the pawn's move, castling and en passant on stacks, and where the shapes or the room for them are missing;
* a check that an earlier one decides before it, two rules that decide the same stalemate, and a stalemate that means
  the same for all where no check decides anything, so that every match would end alike.

What is only superfluous is allowed and makes no difference to the digest: moves that no phase allows, shapes of which
there is never a piece, locks of all phases (which are walls, on stacks if they lock a whole stack), marks for seats
that never act, *must capture* for pieces that only capture what lands on them, the longer chain where no move is
forward only, and the like.
"""


_RECIPE = """## Adding an option

1. Give the table in `redscience/variations/language` an entry: the value as files will store it for ever, the label,
   the sentence in plain English, its parameters, what it needs to make sense, and the plain data from which the engine
   is assembled.
   A check goes into `checks.py`, a move into `moves.py`, a way to capture into `captures.py`, a board into `boards.py`
   (and its neighbours into `spaces.py`).
2. If it can stand beside other options only in part, say so in `validation.py`; if it can be there without mattering,
   take it away in `canonical.py`.
3. Run `python -m redscience.variations.language.reference`. The form, the schema, the rules in plain English and the
   random rule sets of the tests have it already.
4. Teach the engine: the Factory offers the entry as soon as it is there.
"""


def reference() -> str:
    """The text of docs/language.md."""
    parts = [
        _INTRODUCTION.format(example=EXAMPLES["a small game"].strip()),
        "## Fields\n",
        *_fields("", RULE_SET),
        *_fields("board.", BOARD),
        *_fields("shapes.….", SHAPE),
        *_fields("phases[…].", PHASE),
        "\n## Options\n\nEach example is a whole game, but for its name.\n",
        *(part for title, options in TABLES for part in _table(title, options)),
        _RECIPE,
        "## Examples\n",
        *(f"### {title.capitalize()}\n\n```json\n{text.strip()}\n```\n" for title, text in EXAMPLES.items()),
    ]
    return "\n".join(parts).rstrip() + "\n"


def _fields(prefix: str, fields: Object) -> Iterator[str]:
    yield "| field | holds | default |\n|---|---|---|"
    for field in fields.fields:
        default = "" if field.default in (None, (), {}) or isinstance(field.default, dict) else _default(field.default)
        holds = field.help + (" See below." if isinstance(field.value_type, Choice) else "")
        yield f"| `{prefix}{field.name}` | {holds} | {default} |"
    yield ""


def _default(value: Any) -> str:
    if isinstance(value, str | bool | int):
        return f"`{json.dumps(value)}`"
    if isinstance(value, tuple) and all(isinstance(item, int) for item in value):
        return f"`{json.dumps(list(value))}`"
    return "as in Tic-Tac-Toe"


def _table(title: str, options: Options[Any]) -> Iterator[str]:
    yield f"### {title}\n"
    yield "| label | meaning | needs | example | seen in |\n|---|---|---|---|---|"
    for option in options.values():
        cells = (
            _text(option.label),
            _text(option.meaning),
            _text(option.hint),
            f"`{example(title, option)}`",
            _seen_in(option),
        )
        yield f"| {' | '.join(cells)} |"
    yield ""


_FEW = 12
"""Where so few named games do not use an option, they are named instead of those that do."""


def _seen_in(option: Option) -> str:
    """The named games that use the option."""
    games = [name for name, rules in _catalogue() if _uses(option, rules)]
    missing = [name for name, _ in _catalogue() if name not in games]
    if not missing:
        return "all named games"
    if len(missing) <= _FEW:
        return f"all named games but {', '.join(missing)}"
    return ", ".join(games)


def _uses(option: Option, rules: RuleSet) -> bool:
    if isinstance(option, MarkerOption):
        return any(option.used_at(rules))
    return any(used.option is option for used in options_of(rules))


@cache
def _catalogue() -> tuple[tuple[str, RuleSet], ...]:
    return tuple((name, catalogue.get(name)) for name in catalogue.names())


def _text(text: str) -> str:
    blanks = {"length": "…", "shape": "…", "shapes": "…s", "total": "…"}
    return text.format(**blanks).replace("|", "\\|")


def files() -> dict[Path, str]:
    """The generated files and what they must hold."""
    return {
        DOCS / "language.md": reference(),
        DOCS / "rule-set.schema.json": json.dumps(schema(), indent=1, ensure_ascii=False) + "\n",
    }


def main(arguments: list[str]) -> int:
    """Writes the files, or with --check says which are stale."""
    stale = [path for path, text in files().items() if not path.exists() or path.read_text("utf-8") != text]
    if "--check" in arguments:
        for path in stale:
            sys.stderr.write(f"{path} is stale; run python -m redscience.variations.language.reference\n")
        return 1 if stale else 0
    for path in stale:
        path.write_text(files()[path], "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
