"""From a file to a rule set, or to all its faults at once."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from redscience.english import English
from redscience.errors import RuleSetError
from redscience.interface import MOST_BYTES
from redscience.variations.language.boards import BOARDS
from redscience.variations.language.deck import UnreadableDeck, read_deck
from redscience.variations.language.faults import Faults, Refused, TooManyFaults, Unreadable, shown
from redscience.variations.language.fields import RULE_SET, SEATS
from redscience.variations.language.frozen import FrozenMapping
from redscience.variations.language.model import (
    COMMUNAL,
    DEALT,
    SHAPES,
    At,
    Board,
    Pack,
    Phase,
    Piece,
    RuleSet,
    Shape,
)
from redscience.variations.language.players import PLAYERS
from redscience.variations.language.spaces import Spaces, read_box
from redscience.variations.language.validation import knows_all, note_faults
from redscience.variations.language.value_types import Raw, Repeated

DEEPEST = 12
MOST_DIGITS = 9
MOST_NAMED_SPACES = 30_000
"""Over all lists of a file, a space counting as often as it is named."""

_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
"""Also one that does not end; possessive, so that its length is all that it costs."""

_PIECE: re.Pattern[str] = re.compile(
    r"(?:(?P<count>[1-9]\d{0,2}) )?"
    r"(?:(?P<dealt>dealt)(?: (?P<to>[a-z]+))?|(?P<owner>[a-z]+) (?P<shape>[OPX+TS]))"
)


def read(text: str | bytes) -> RuleSet:
    """Reads a rule-set file (JSON in UTF-8, at most 64 KiB).

    Raises:
        RuleSetError: with all that is wrong, each fault with the path of its field.
    """
    rules, faults = read_so_far(text)
    if faults.found or rules is None:
        raise RuleSetError(faults.found, is_read=faults.are_of_sense)
    return rules


@lru_cache(maxsize=1)
def read_so_far(text: str | bytes) -> tuple[RuleSet | None, Faults]:
    """What a file says as far as it can be read, and all that is wrong with it; None where nothing can be told.

    The last one is remembered: whoever checks a file asks what is wrong with it and what would mean nothing in it.
    """
    faults = Faults()
    try:
        rules = _build(RULE_SET.read(parse(text, faults), "", faults), faults)
        # A deck is a text of its own, which can be kept whatever it says.
        faults.are_of_sense = all(fault.path == "deck" for fault in faults.found) and knows_all(rules)
        note_faults(rules, faults)
    except (Refused, TooManyFaults):
        return None, faults
    return rules, faults


def parse(text: str | bytes, faults: Faults) -> Any:
    """The JSON value of a text, refused before it costs anything where it is too large or nested too deep."""
    decoded = _decode(text, faults)
    depth = deepest = 0
    for sign in re.findall(r"[\[\]{}]", _STRING.sub("", decoded)):
        depth += 1 if sign in "[{" else -1
        deepest = max(deepest, depth)
    if deepest > DEEPEST:
        raise faults.refuse("file", f"is nested {deepest} deep", f"A rule set needs at most {DEEPEST}")
    try:
        return json.loads(
            decoded,
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=Unreadable,
            parse_constant=Unreadable,
        )
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise faults.refuse("file", f"is not JSON ({error.msg} at {where})", "Correct it there") from None


def _decode(text: str | bytes, faults: Faults) -> str:
    if len(text) > MOST_BYTES:
        raise faults.refuse("file", f"is larger than {MOST_BYTES} bytes", "Say less; ranges and all are short forms")
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise faults.refuse("file", f"is not UTF-8 at byte {error.start}", "Save it as UTF-8") from None
    elif len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise faults.refuse("file", f"is larger than {MOST_BYTES} bytes", "Say less; ranges and all are short forms")
    return text


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) == len(pairs):
        return values
    seen: set[str] = set()
    repeated = Repeated(values)
    repeated.keys_twice = tuple(dict.fromkeys(key for key, _ in pairs if key in seen or seen.add(key)))  # type: ignore[func-returns-value]
    return repeated


def _integer(digits: str) -> int | Unreadable:
    return int(digits) if len(digits) <= MOST_DIGITS else Unreadable(digits[:MOST_DIGITS] + "…")


class _SpaceReader:
    """Reads texts of spaces on one board, and knows when enough is enough."""

    def __init__(self, spaces: Spaces, faults: Faults, *, known: bool) -> None:
        self.spaces = spaces
        self.faults = faults
        self.known = known
        self.budget = MOST_NAMED_SPACES
        self.all = tuple(spaces) if known else ()

    def each(self, text: str, path: str) -> list[At]:
        """The spaces of a text by number; none where the board itself is at fault."""
        return list(map(self.all.__getitem__, sorted(self._numbers(text, path))))

    def together(self, raws: Iterable[Raw]) -> tuple[At, ...]:
        """The spaces of a list of texts, by number."""
        found: set[int] = set()
        for raw in raws:
            found |= self._numbers(raw.key, raw.path)
        return tuple(map(self.all.__getitem__, sorted(found)))

    def _numbers(self, text: str, path: str) -> set[int]:
        found: set[int] = set()
        if not self.known:
            return found
        words = text.split()
        if not words:
            self.faults.add(path, "names no space", self._remedy())
        for word in words:
            box = read_box(word, self.spaces)
            if isinstance(box, str):
                self.faults.add(path, f"has {shown(word)}, which {box}", self._remedy())
                continue
            self.budget -= box.volume
            if self.budget < 0:
                raise self.faults.refuse("file", f"names more than {MOST_NAMED_SPACES} spaces", "Name each once")
            found.update(box.numbers(self.spaces))
        return found

    def _remedy(self) -> English:
        x, y, z = self.spaces.size
        depth = f", optionally z 1 to {z}" if z > 1 else ""
        boards = f"; before them a board and a colon, such as {self.spaces.count}:1,1" if self.spaces.count > 1 else ""
        return f"Write x,y with x 1 to {x} and y 1 to {y}{depth}{boards}, a range such as 1-{x},1, or all"


def _build(fields: dict[str, Any], faults: Faults) -> RuleSet:
    board = fields["board"]
    spaces = Spaces(board["kind"], board["size"], board["count"])
    known = not any(map(faults.within, ("board.kind", "board.size", "board.count"))) and _sane(spaces)
    reader = _SpaceReader(spaces, faults, known=known)
    deck = _deck(fields, faults)
    walls = reader.together(board["walls"])
    return RuleSet(
        name=fields["name"],
        about=fields["about"],
        players=fields["players"],
        colors=fields["colors"],
        chaos_color=fields["chaos_color"],
        pieces_per_turn=fields["pieces_per_turn"],
        seconds_per_turn=fields["seconds_per_turn"],
        agree_draw=fields["agree_draw"],
        disqualify_overachievers=fields["disqualify_overachievers"],
        cloaking=fields["cloaking"],
        fold=fields["fold"],
        deck=deck,
        board=Board(
            kind=board["kind"],
            size=board["size"],
            count=board["count"],
            exclusive=_exclusive(board["exclusive"], reader),
            walls=walls,
            sticky=reader.together(board["sticky"]),
        ),
        checks=fields["checks"],
        stalemate=fields["stalemate"],
        shapes=_shapes(fields["shapes"]),
        setup=_setup(fields["setup"], reader, frozenset(walls)),
        phases=tuple(_phase(phase, reader) for phase in fields["phases"]),
    )


def _sane(spaces: Spaces) -> bool:
    """Whether the size is one that a board may have at all; what is wrong otherwise is said by the validation."""
    option = BOARDS[spaces.kind]
    return spaces.volume <= 512 and option.fixed_size in (None, spaces.size)  # noqa: PLR2004  (MOST_SPACES)


def _deck(fields: dict[str, Any], faults: Faults) -> Pack | None:
    text = fields["deck"]
    if text is None or not text.strip():
        return None
    try:
        return read_deck(text, PLAYERS[fields["players"]].seats)
    except UnreadableDeck as error:
        faults.add("deck", str(error), "Write cards O P X + T S or . in { } to shuffle them or [ ] to keep their order")
        return None


def _shapes(given: dict[str, dict[str, Any]] | None) -> FrozenMapping[str, Shape]:
    if given is None:
        return RuleSet().shapes
    return FrozenMapping(
        (
            name,
            Shape(**{**shape, "reserve": FrozenMapping((owner, n) for owner, n in shape["reserve"].items() if n)}),
        )
        for name, shape in given.items()
    )


def _exclusive(given: tuple[Raw, ...], reader: _SpaceReader) -> FrozenMapping[At, tuple[str, ...]]:
    exclusive: dict[At, tuple[str, ...]] = {}
    for raw in given:
        seats = tuple(seat for seat in SEATS if seat in raw.value)
        if not seats:
            reader.faults.add(raw.path, "is exclusive to nobody", "Name a seat, or make the space a wall")
        for at in reader.each(raw.key, raw.path):
            if exclusive.setdefault(at, seats) != seats:
                reader.faults.add(raw.path, "names a space that another entry names", "Name each space once")
                break
    return FrozenMapping(sorted(exclusive.items(), key=lambda item: reader.spaces.number(item[0])))


def _phase(given: dict[str, Any], reader: _SpaceReader) -> Phase:
    return Phase(
        **{
            **given,
            "locked": tuple(seat for seat in SEATS if seat in given["locked"]),
            "locks": reader.together(given["locks"]),
            "cloaks": reader.together(given["cloaks"]),
        }
    )


def _setup(given: tuple[Raw, ...], reader: _SpaceReader, walls: frozenset[At]) -> FrozenMapping[At, Piece]:
    setup: dict[At, Piece] = {}
    for raw in given:
        pieces = _pieces(raw, reader.faults)
        ats = reader.each(raw.key, raw.path)
        if not ats or not pieces:
            continue
        if BOARDS[reader.spaces.kind].gravity:
            _stack_up(raw, pieces, ats, setup=setup, reader=reader, walls=walls)
        elif len(pieces) > 1:
            reader.faults.add(raw.path, "puts several pieces on one space", "Only stacks hold more than one")
        else:
            for at in ats:
                if at in setup:
                    reader.faults.add(raw.path, "names a space that another entry names", "Name each space once")
                    break
                setup[at] = pieces[0]
    return FrozenMapping(sorted(setup.items(), key=lambda item: reader.spaces.number(item[0])))


def _stack_up(
    raw: Raw,
    pieces: list[Piece],
    ats: list[At],
    *,
    setup: dict[At, Piece],
    reader: _SpaceReader,
    walls: frozenset[At],
) -> None:
    """Lays pieces on each stack that is named, on its lowest spaces that are no walls, if not all are."""
    for board, x, y in dict.fromkeys((board, x, y) for board, x, y, _ in ats):
        column = [(board, x, y, z) for z in range(1, reader.spaces.size[2] + 1)]
        room: list[At] = [at for at in column if at not in walls] or [*column]
        if any(at in setup for at in column):
            reader.faults.add(raw.path, "names a stack that another entry names", "Name each stack once")
            return
        if len(pieces) > len(room):
            problem = f"puts {len(pieces)} pieces on a stack with room for {len(room)}"
            reader.faults.add(raw.path, problem, "Put fewer there, or make the stacks higher")
            return
        setup.update(zip(room, pieces, strict=False))


def _pieces(raw: Raw, faults: Faults) -> list[Piece]:
    pieces: list[Piece] = []
    for index, text in enumerate(raw.value):
        match = _PIECE.fullmatch(text)
        owner = match and (match["owner"] or match["to"] or COMMUNAL)
        if match is None or owner not in (*SEATS, COMMUNAL):
            path = f"{raw.path}[{index}]" if len(raw.value) > 1 else raw.path
            faults.add(
                path,
                f"has {shown(text)}, which is not a piece",
                f'Write such as "white O", "3 black P", "communal X", "dealt" or "2 dealt white"; '
                f"shapes are {' '.join(SHAPES)}",
            )
            continue
        pieces += [Piece(match["shape"] or DEALT, owner)] * int(match["count"] or 1)
    return pieces
