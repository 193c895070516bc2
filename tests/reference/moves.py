"""What a seat may do, judged from a board as it is seen (rules: A3, A3x, A4, A4x, A6, C31, R2 to R6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from redscience.variations.language.captures import CONDITIONS, ConditionOption
from redscience.variations.language.model import SHAPES, At
from redscience.variations.language.moves import MOVES, MoveOption
from reference.grid import Vector
from reference.pieces import Look, Piece, can_be_stepped_on, is_captive, meeting, opposes, outranks, power, side
from reference.stacks import Arrival, land
from reference.table import Seen, Table

LETTERS = {"black": "B", "white": "W", "pink": "K", "yellow": "Y", "communal": "C"}
UNKNOWN = "?"
PASS, DRAW, AGREE, REFUSE = "pass", "draw", "agree", "refuse"


@dataclass(frozen=True)
class Way:
    """One way to get from a space to another.

    Attributes:
        path: the spaces that have to be empty on the way.
        vector: the direction, for Approach and for jumps; None for leaps.
        over: the piece jumped over.
        passing: the pawn captured in passing.
        rook: from where to where the rook goes, in castling.
        double: whether it is a pawn's double step.
        onto: what comes of the piece on the target (`meeting`); `empty` where there is none.
    """

    path: tuple[At, ...] = ()
    vector: Vector | None = None
    over: At | None = None
    passing: At | None = None
    rook: tuple[At, At] | None = None
    double: bool = False
    onto: str = "empty"


@dataclass(frozen=True)
class Move:
    """A placement (no origin) or a jump, with its text and Random's weight.

    Attributes:
        look: the piece placed or moved.
        captures: whether the seat sees that it captures.
        ways: how it gets there as far as the seat sees.
    """

    text: str
    look: Look
    origin: At | None
    target: At
    weight: int = 1
    promotion: str | None = None
    captures: bool = False
    ways: tuple[Way, ...] = field(default=(), compare=False)


class Mover:
    """Finds the moves of one seat on a board as it sees it."""

    def __init__(self, table: Table, seat: str, seen: Seen) -> None:
        self.table = table
        self.rules = table.rules
        self.grid = table.grid
        self.seat = seat
        self.seen = seen

    def moves(self, chain: At | None = None) -> list[Move]:
        """All moves, or only the further jumps of the piece of a chain; capturing is not yet asked for."""
        if chain is not None:
            return list(self.jumps(chain, chain=True))
        return [*self.placements(), *(move for at in self.seen for move in self.jumps(at))]

    # Placements.

    def placements(self) -> Iterator[Move]:
        """From the seat's reserves, to spaces not known to be occupied, or stacks not apparently full (rules: A3)."""
        for at in sorted(self.landings()):
            for (owner, shape), count in self.table.reserve.items():
                if count and self.table.owns(self.seat, owner):
                    look = Look(owner, shape)
                    captures = bool(self.captives_around(look, at, ())) or self.captures_on_stack(look, None, at)
                    if not (self.places_only_to_capture(shape) and not captures):
                        yield Move(self.placement_text(look, at), look, None, at, count, captures=captures)

    def landings(self) -> set[At]:
        """Where a placed piece can come to rest."""
        if self.grid.has_gravity:
            tops = {rest[0] for at in self.grid.spaces if at[3] == 1 and (rest := self.table.rest_of(at, self.seen))}
        else:
            tops = set(self.grid.spaces - self.seen.keys())
        return {at for at in tops if at[0] not in self.table.decided and self.table.may_enter(self.seat, at)}

    def places_only_to_capture(self, shape: str) -> bool:
        """A must-capture shape with Surround, Approach or Adjacent is placed only where it captures (rules: A4x)."""
        rule = self.rules.shapes[shape]
        return rule.power == "must" and CONDITIONS[rule.condition or ""].around != "no"

    # Jumps.

    def jumps(self, at: At, *, chain: bool = False) -> Iterator[Move]:
        """The moves of a piece of one's own that is fully seen."""
        look = self.seen[at]
        if look.shape is None or not self.may_lift(at, look):
            return
        for target, ways in sorted(self.reached(at, look, chain=chain).items()):
            if self.grid.has_gravity:
                captures = self.captures_on_stack(look, at, target)
            else:
                captures = self.captures_on_squares(look, at, target, ways)
            for promotion in self.promotions(look.shape, target):
                text = self.jump_text(at, target, promotion)
                yield Move(text, look, at, target, 1, promotion, captures, tuple(ways))

    def may_lift(self, at: At, look: Look) -> bool:
        """Whether a seat may move the piece on a space at all (rules: A3, C31, C32)."""
        return (
            not self.table.phase.placement_only
            and at[0] not in self.table.decided
            and self.table.owns(self.seat, look.owner)
            and not look.paralyzed
            and not self.table.reserve[look.owner, look.shape or ""]
            and self.table.may_leave(self.seat, at)
        )

    def reached(self, at: At, look: Look, *, chain: bool = False) -> dict[At, list[Way]]:
        """The spaces that may be entered, each with the ways that lead there."""
        found: dict[At, list[Way]] = {}
        ways = self.stack_ways(at, look) if self.grid.has_gravity else self.square_ways(at, look, chain=chain)
        for target, way in ways:
            rook_enters = way.rook is None or self.table.may_enter(self.seat, way.rook[1])
            if target != at and self.table.may_enter(self.seat, target) and rook_enters:
                found.setdefault(target, []).append(way)
        return {target: self.preferred(ways) for target, ways in found.items()}

    def preferred(self, ways: list[Way]) -> list[Way]:
        """Where a step and a jump, or a capture in passing, join the same spaces, it is the capture (rules: R4)."""
        return [way for way in ways if way.over or way.passing] or ways

    def headings(self, option: MoveOption) -> list[Vector]:
        """The directions of a move's steps (rules: A3x Forward)."""
        least = {"any": -2, "not_back": 0, "forward": 1}[option.heading]
        vectors = self.grid.directions(option.axes)
        return [v for v in vectors if option.heading == "any" or self.grid.forward(self.seat, v) >= least]

    # On boards without gravity.

    def square_ways(self, at: At, look: Look, *, chain: bool) -> Iterator[tuple[At, Way]]:
        option = MOVES[self.rules.shapes[look.shape or ""].move]
        yield from self.jumping_ways(at, look, option, chain=chain)
        if chain:
            return
        for vector in self.headings(option):
            yield from self.step_ways(at, look, option, vector)
        for leap in self.grid.leaps(option.leaps):
            target = self.grid.away(at, leap)
            if target and (onto := self.onto(look, target)) != "blocked":
                yield target, Way(onto=onto)
        yield from self.capturing_step_ways(at, look)
        yield from self.castling_ways(at, look, option)

    def onto(self, look: Look, target: At) -> str:
        return meeting(self.rules, look, self.seen[target]) if target in self.seen else "empty"

    def step_ways(self, at: At, look: Look, option: MoveOption, vector: Vector) -> Iterator[tuple[At, Way]]:
        """Steps and slides: passage is blocked by pieces, not by locks (rules: A3, C30)."""
        line = self.grid.line(at, vector)
        moved = self.piece_has_jumped(at)
        far = len(line) if option.slides else 2 if option.double_first and not moved else 1
        for n, target in enumerate(line[:far]):
            onto = self.onto(look, target)
            if onto == "empty" or (option.captures_by_moving and onto != "blocked"):
                yield target, Way(tuple(line[:n]), vector, double=option.double_first and n == 1, onto=onto)
            if onto != "empty":
                return

    def piece_has_jumped(self, at: At) -> bool:
        """Whether the piece that stands there has moved since it came onto the board (rules: R6)."""
        return self.table.board[at].jumped

    def jumping_ways(self, at: At, look: Look, option: MoveOption, *, chain: bool) -> Iterator[tuple[At, Way]]:
        """Over one adjacent opposing piece to the empty space just beyond (rules: A4x Jump, R4)."""
        for vector in self.jump_vectors(look, option, chain=chain):
            over = self.grid.step(at, vector)
            beyond = over and self.grid.step(over, vector)
            is_free = beyond is not None and beyond not in self.seen and beyond != at
            if over in self.seen and over and beyond and is_free and is_captive(self.rules, look, self.seen[over]):
                yield beyond, Way(vector=vector, over=over)

    def jump_vectors(self, look: Look, option: MoveOption, *, chain: bool) -> list[Vector]:
        """The directions in which a piece jumps (rules: R4)."""
        condition = self.condition(look)
        if condition is None or condition.jumps == "no":
            return []
        if option.stationary:
            return self.grid.directions((1,))  # along rows and columns (docs/adr/0007)
        if chain and condition.jumps == "chain_back":
            return self.grid.directions(option.axes)
        return self.headings(option)

    def jumped_over(self, look: Look, at: At, target: At) -> set[At]:
        """The spaces over which a piece can jump from one space to another; on a torus there can be several."""
        option = MOVES[self.rules.shapes[look.shape or ""].move]
        overs = {(self.grid.step(at, v), v) for v in self.jump_vectors(look, option, chain=False)}
        return {over for over, vector in overs if over and self.grid.step(over, vector) == target}

    def condition(self, look: Look) -> ConditionOption | None:
        """The capture condition of a piece that has power."""
        shape = self.rules.shapes[look.shape or ""]
        return None if shape.condition is None or look.paralyzed else CONDITIONS[shape.condition]

    def capturing_step_ways(self, at: At, look: Look) -> Iterator[tuple[At, Way]]:
        """Move on diag + en passe, Move on triagonal (rules: A4x, R2)."""
        condition = self.condition(look)
        if condition is None or not condition.steps_axes:
            return
        for vector in self.grid.directions((condition.steps_axes,)):
            target = self.grid.step(at, vector)
            if target is None or self.grid.forward(self.seat, vector) <= 0:
                continue
            if target in self.seen:
                if can_be_stepped_on(self.rules, look, self.seen[target]):
                    yield target, Way(vector=vector, onto="takes")
            elif condition.captures_as_pawn and (pawn := self.pawn_to_pass(look, target)):
                yield target, Way(vector=vector, passing=pawn)

    def pawn_to_pass(self, look: Look, target: At) -> At | None:
        """Where the opposing pawn stands that has just passed over a space, if it is fully seen (rules: R6)."""
        pawn = self.table.passed_over.get(target)
        for at, piece in self.table.board.items():
            if piece is pawn and self.allows("en_passant") and at in self.seen and self.seen[at].shape is not None:
                return at if opposes(self.rules, look.owner, piece.owner) else None
        return None

    def allows(self, permission: str) -> bool:
        return any(check.check == permission for check in self.rules.checks)

    def castling_ways(self, at: At, look: Look, option: MoveOption) -> Iterator[tuple[At, Way]]:
        """The king goes two spaces towards the rook, the rook to the space it crossed (rules: A3x, R6)."""
        if option.value != "adjacent" or not self.allows("castle") or self.piece_has_jumped(at):
            return
        for vector in ((1, 0, 0), (-1, 0, 0)):
            line = self.grid.line(at, vector)
            first = next((n for n, space in enumerate(line) if space in self.seen), 0)
            if first >= 2 and self.castles_with(look, line[first]):
                yield line[1], Way(tuple(line[:first]), vector, rook=(line[first], line[0]))

    def castles_with(self, king: Look, at: At) -> bool:
        rook = self.seen[at]
        return (
            rook.owner == king.owner
            and rook.shape is not None
            and MOVES[self.rules.shapes[rook.shape].move].castles
            and not self.piece_has_jumped(at)
            and self.may_lift(at, rook)
        )

    # On stacks.

    def stack_ways(self, at: At, look: Look) -> Iterator[tuple[At, Way]]:
        """Height is ignored and other stacks never block (rules: A3, C39); what rides along has to fit (R25)."""
        option = MOVES[self.rules.shapes[look.shape or ""].move]
        load = self.load(at, option)
        if not load or not all(self.table.may_leave(self.seat, space) for space in load):
            return
        for column, way in self.stack_targets(at, option):
            rest = self.table.rest_of(column, self.seen)[: len(load)]
            if len(rest) == len(load) and all(self.table.may_enter(self.seat, space) for space in rest):
                yield rest[0], way

    def load(self, at: At, option: MoveOption) -> list[At]:
        """The spaces whose pieces move along, as far as is seen, from the bottom; none where the piece may not go."""
        filled = self.table.filled(at, self.seen)
        above = [space for space in filled if space[3] >= at[3]]
        if option.carries == "one":
            return above if len(above) == 1 else []
        if option.carries == "full_stack" and len(above) < len(filled):
            return []
        return above

    def stack_targets(self, at: At, option: MoveOption) -> Iterator[tuple[At, Way]]:
        base: At = (at[0], at[1], at[2], 1)
        for vector in self.headings(option):
            line = self.grid.line(base, vector)
            for column in line if option.slides else line[:1]:
                yield column, Way(vector=vector)
        for leap in self.grid.leaps(option.leaps):
            if landing := self.grid.away(base, leap):
                yield landing, Way()

    # Promotion.

    def promotions(self, shape: str, target: At) -> list[str | None]:
        """The shapes that a piece can become as it reaches its goal line; [None] where it stays as it is (A3x, R3)."""
        if self.moves_backwards(shape) or not self.grid.on_goal(self.seat, target):
            return [None]
        return [name for name in SHAPES if name in self.rules.shapes and self.moves_backwards(name)] or [None]

    def moves_backwards(self, shape: str) -> bool:
        """Whether pieces of a shape can move backwards; those that only jump can (docs/adr/0007)."""
        rule = self.rules.shapes[shape]
        if MOVES[rule.move].stationary:
            return rule.condition is not None and CONDITIONS[rule.condition].jumps != "no"
        return not MOVES[rule.move].directed

    # Captures as they are seen.

    def captures_on_squares(self, look: Look, at: At, target: At, ways: list[Way]) -> bool:
        if any(way.over or way.passing or way.onto in {"takes", "both"} for way in ways):
            return True
        if any(way.onto == "dies" for way in ways):
            return False
        vectors = tuple(way.vector for way in ways if way.vector)
        return bool(self.captives_around(look, target, vectors, origin=at))

    def captives_around(self, look: Look, at: At, vectors: tuple[Vector, ...], origin: At | None = None) -> set[At]:
        """What a piece would capture beside itself after it came to a space."""
        if self.grid.has_gravity or self.condition(look) is None:
            return set()
        board = {space: seen for space, seen in self.seen.items() if space != origin} | {at: look}
        return captives_around(self.table, board, at, vectors, placed=origin is None)

    def captures_on_stack(self, look: Look, origin: At | None, target: At) -> bool:
        """Whether landing there is seen to capture for the piece's owner (rules: 0.2, Must capture)."""
        if not self.grid.has_gravity or look.shape is None:
            return False
        if all(kind.power == "none" for kind in self.rules.shapes.values()):
            return False
        below = [self.seen[at] for at in self.grid.column(target) if at in self.seen]
        above = self.grid.column(origin)[origin[3] :] if origin else []
        riders = [self.seen[at] for at in above if at in self.seen]
        if power(self.rules, look) == "rank" and any(seen.shape is None for seen in (*below, *riders)):
            return False
        residents = [_dummy(seen) for seen in below]
        by_stack = origin is not None and self.carries(look)
        arrival = Arrival(self.seat, [_dummy(seen) for seen in (look, *riders)], by_stack)
        landing = land(self.rules, residents, [arrival], lambda _: 0)
        return look.owner in landing.captors and bool(landing.captives)

    def carries(self, look: Look) -> bool:
        return MOVES[self.rules.shapes[look.shape or ""].move].carries != "one"

    # Texts.

    def placement_text(self, look: Look, at: At) -> str:
        color = LETTERS[look.owner] if self.rules.colors == "choose" else ""
        return f"{color}{look.shape}@{self.board_text(at)}{self.space_text(at, landing=True)}"

    def jump_text(self, at: At, target: At, promotion: str | None) -> str:
        become = f"={promotion}" if promotion else ""
        origin = f"{self.board_text(at)}{self.space_text(at, landing=False)}"
        return f"{origin}>{self.space_text(target, landing=True)}{become}"

    def board_text(self, at: At) -> str:
        return f"{at[0]}:" if self.rules.board.count > 1 else ""

    def space_text(self, at: At, *, landing: bool) -> str:
        _, x, y, z = at
        with_height = self.rules.board.size[2] > 1 and not (landing and self.grid.has_gravity)
        return f"{x},{y},{z}" if with_height else f"{x},{y}"


def _dummy(look: Look) -> Piece:
    """A piece to try a landing with; one of unknown shape counts as without power (rules: 0.4 Obscures)."""
    return Piece(look.owner, look.shape or UNKNOWN, paralyzed=look.paralyzed)


def captives_around(
    table: Table, board: Mapping[At, Look], at: At, vectors: tuple[Vector, ...], *, placed: bool
) -> set[At]:
    """What the piece on a space captures beside itself, having come there in some directions (rules: A4x, R5)."""
    look = board[at]
    shape = table.rules.shapes[look.shape or ""]
    if shape.condition is None or look.paralyzed:
        return set()
    found = _enclosed_around(table, board, at, vectors, placed=placed)
    return {space for space in found if is_captive(table.rules, look, board[space])}


def _enclosed_around(
    table: Table, board: Mapping[At, Look], at: At, vectors: tuple[Vector, ...], *, placed: bool
) -> set[At]:
    """The same, pieces among it that cannot be captured again."""
    look, grid = board[at], table.grid
    around = CONDITIONS[table.rules.shapes[look.shape or ""].condition or ""].around

    def opposing(space: At) -> bool:
        return space in board and opposes(table.rules, look.owner, board[space].owner)

    if around == "adjacent":
        return set(filter(opposing, grid.around(at)))
    if around == "ahead":
        lines = [grid.line(at, vector) for vector in (grid.line_vectors() if placed else vectors)]
        return {space for line in lines for space in takewhile(opposing, line)}
    if around == "lines":
        return {space for vector in grid.line_vectors() for space in _enclosed(grid.line(at, vector), board, opposing)}
    if around == "groups":
        groups = _groups(table, board, {space for space in board if space[0] == at[0] and opposing(space)})
        return {space for group in groups if all(grid.beside(s) <= board.keys() for s in group) for space in group}
    return set()


def _enclosed(line: Sequence[At], board: Mapping[At, Look], opposing: Callable[[At], bool]) -> list[At]:
    """The unbroken run of opposing pieces that begins a line, if another piece of one's own ends it."""
    run = list(takewhile(opposing, line))
    end = line[len(run) : len(run) + 1]
    return run if end and end[0] in board else []


def _groups(table: Table, board: Mapping[At, Look], spaces: set[At]) -> Iterator[set[At]]:
    """The groups to which the pieces on these spaces belong, each once."""
    while spaces:
        group = _group(table, board, next(iter(spaces)))
        yield group
        spaces = spaces - group


def _group(table: Table, board: Mapping[At, Look], start: At) -> set[At]:
    """The orthogonally connected pieces of the same opponent (rules: A4x Surround orthogonal)."""
    owner = side(table.rules, board[start].owner)
    group, waiting = {start}, [start]
    while waiting:
        for space in table.grid.beside(waiting.pop()):
            if space not in group and space in board and side(table.rules, board[space].owner) == owner:
                group.add(space)
                waiting.append(space)
    return group


def highest_by_rank(shapes: list[str]) -> int | None:
    """The one of several that outranks all others, if there is one (rules: C40)."""
    for number, shape in enumerate(shapes):
        if all(shape != other and outranks(shape, other) for n, other in enumerate(shapes) if n != number):
            return number
    return None
