"""From the text of a move to the engine's integer."""

from __future__ import annotations

from redscience.english import English
from redscience.errors import AmbiguousMove, IllegalMove, UnreadableMove
from redscience.variations import notation
from redscience.variations.engine import kernels
from redscience.variations.engine.moves import OFFER, PASS, RESERVE
from redscience.variations.engine.records import N_KINDS, OFF
from redscience.variations.language import SHAPES
from redscience.variations.language.model import At
from redscience.variations.language.words import listed
from redscience.variations.notation import Jump, Placement, Space, Word
from redscience.variations.packing import color_of, kind_in, kind_of, move_of, promoted, shape_of, source_in, target_in
from redscience.variations.prepared import WORDS, PreparedGame
from redscience.variations.situation import Situation

_WITHOUT_PROMOTION = (1 << 28) - 1
_COORDINATES: tuple[English, ...] = ("the board's number", "x", "y", "z")


def is_plan(move: int) -> bool:
    """Whether a move is part of a plan where rounds are sealed: all are but those about draws."""
    return move == PASS or kind_in(move) != 0


def read(state: Situation, seat: str, text: str) -> int:
    """The move that a text means for a seat; whether it is legal is for the engine to say.

    Raises:
        UnreadableMove: the text is not a move.
        AmbiguousMove: it leaves out what could be one thing or another.
        IllegalMove: it names what this game does not have.
    """
    written = state.game.move_of.get(text)
    if written is not None and state.is_known_legal(seat, written):
        return written
    try:
        move = notation.read(text)
    except UnreadableMove:
        examples = _examples(state, seat)
        if not examples:
            raise
        raise UnreadableMove(
            f"{notation.shown(text)} is not a move. Write the piece, @ and the space, or from>to, as in {examples}."
        ) from None
    if isinstance(move, Word):
        return next(number for number, word in WORDS.items() if word == move.word)
    if isinstance(move, Jump):
        return _read_jump(state, seat, text, move)
    return int(move_of(_kind(state, seat, text, move), RESERVE, _landing(state, seat, text, move.to)))


def _examples(state: Situation, seat: str) -> str:
    """A piece that the seat may place now, and one that it may move; "" where it may do neither."""
    moves = [move for move in state.choices(seat)[0] if kind_in(move)]
    kinds = ([move for move in moves if (source_in(move) == RESERVE) is is_placed] for is_placed in (True, False))
    return listed([state.game.text_of(some[0]) for some in kinds if some], "or")


def why_illegal(state: Situation, seat: str, move: int) -> English:  # noqa: C901, PLR0912 - one reason after the other
    """Says why a seat may not make a move that was refused."""
    game, now, rules = state.game, state.record[0], state.game.rules[0]
    kind, source, target = kind_in(move), source_in(move), target_in(move)
    text, sees = game.text_of(move), state.sees(seat)
    if now["asked"]:
        why = "answer the offer of a draw first, with agree or refuse"
    elif move == OFFER and not game.rule_set.agree_draw:
        why = f"in {game.name} no draw can be offered"
    elif move == OFFER:
        why = "a draw can be offered once a turn, before the first move"
    elif move == PASS and not (rules["may_pass"][now["phase"]] or now["chain"]):
        why = "there is no option to pass in this phase"
    elif (move == PASS or kind) and _must_capture(state, seat):
        why = "a capture must be made"
    elif kind == 0:
        why = "no draw was offered"
    elif now["closed"][game.spaces.at(target)[0] - 1]:
        why = "that board is decided"
    elif now["chain"]:
        why = "only the piece that has just jumped may go on, or the turn be passed"
    elif source != RESERVE and not sees[source]:
        why = f"you see no piece on {text.partition('>')[0]}"
    elif source != RESERVE and not _plays(state, seat, kind):
        why = f"you do not play the piece on {text.partition('>')[0]}"
    elif source != RESERVE and rules["placement_only"][now["phase"]]:
        why = "pieces on the board may not move in this phase"
    elif source == RESERVE and (sees[target] if not game.has_gravity else state.rest(seat, target) == OFF):
        why = "that stack is full" if game.has_gravity else "the space is occupied"
    elif source == RESERVE and not now["reserve"][kind]:
        why = f"{seat} has no such piece in reserve"
    elif source != RESERVE and now["reserve"][kind]:
        why = "a piece cannot move while one like it is in reserve"
    else:
        why = f"{seat} may not, by the moves and powers of the piece, walls, locks, exclusive or sticky spaces"
    return f"{text}: {why}."


def _plays(state: Situation, seat: str, kind: int) -> bool:
    """Whether a piece that is seen in full is one of the seat's."""
    owners = int(state.game.rules[0]["owner_seats"][1 + color_of(kind)])
    return kind < N_KINDS and bool(owners >> state.number(seat) & 1)


def _must_capture(state: Situation, seat: str) -> bool:
    """Whether all that the seat may do is capture."""
    moves = [move for move in state.choices(seat)[0] if kind_in(move)]
    return bool(moves) and all(captures(state, seat, move) for move in moves)


def captures(state: Situation, seat: str, move: int) -> bool:
    """Whether the seat sees that a legal move captures."""
    return bool(kernels.shows_capture(state.game.rules, state.record, state.number(seat), move))


def _kind(state: Situation, seat: str, text: str, placement: Placement) -> int:
    """The kind of piece that a placement means."""
    game = state.game
    shape = placement.shape
    if shape is None:
        in_hand = sorted(
            {shape_of(kind) for kind in game.hands[state.number(seat)] if state.record[0]["reserve"][kind]}
        )
        if len(in_hand) > 1:
            either = " or ".join(f"{SHAPES[each]}@{placement.to}" for each in in_hand)
            raise AmbiguousMove(f"{text} could be several pieces. Write {either}.")
        shape = SHAPES[in_hand[0]] if in_hand else next(iter(game.rule_set.shapes))
    if shape not in game.rule_set.shapes:
        shapes = ", ".join(game.rule_set.shapes)
        raise IllegalMove(f"{text}: there is no {game.rule_set.words(shape)[0]} in this game; its pieces are {shapes}.")
    return kind_of(SHAPES.index(shape), _color(game, seat, text, placement))


def _color(game: PreparedGame, seat: str, text: str, placement: Placement) -> int:
    owner = game.rule_set.owner_of_seat(seat)
    if owner is not None:
        own = game.rule_set.color_of_owner(owner)
        if placement.color not in {None, own}:
            raise IllegalMove(f"{text}: {seat} plays {own} pieces, not {placement.color}.")
        return game.owners.index(owner)
    names = {game.rule_set.color_of_owner(each): number for number, each in enumerate(game.owners)}
    if placement.color is None:
        either = " or ".join(f"{notation.COLOR_LETTERS[name]}{placement.shape or 'O'}@{placement.to}" for name in names)
        raise AmbiguousMove(f"{text} leaves out the color, which is yours to choose. Write {either}.")
    if placement.color not in names:
        raise IllegalMove(f"{text}: there are no {placement.color} pieces in this game.")
    return names[placement.color]


def _read_jump(state: Situation, seat: str, text: str, jump: Jump) -> int:
    game = state.game
    if jump.target.board not in {None, jump.origin.board or 1}:
        raise IllegalMove(f"{text}: a piece stays on its board.")
    target = _landing(state, seat, text, Space(jump.target.x, jump.target.y, jump.target.z, jump.origin.board))
    source = game.spaces.number(_at(game, text, jump.origin))
    if game.has_gravity and jump.origin.z is None:
        source = _topmost(state, seat, source)
    kind = int(state.sees(seat)[source]) or 1
    if jump.promotion is not None:
        return int(promoted(move_of(kind, source, target), 1 + SHAPES.index(jump.promotion)))
    move = int(move_of(kind, source, target))
    if not kernels.is_promoted(game.rules, state.number(seat), kind, target):
        return move
    choices = [each for each in state.choices(seat)[0] if each & _WITHOUT_PROMOTION == move]
    if len(choices) > 1:
        either = " or ".join(game.text_of(each) for each in choices)
        raise AmbiguousMove(f"{text} leaves out what the piece is promoted to. Write {either}.")
    return choices[0] if choices else move


def _topmost(state: Situation, seat: str, foot: int) -> int:
    """The highest space of a stack on which the seat sees a piece, or its foot."""
    (x, y, z), sees = state.game.spaces.size, state.sees(seat)
    return max((at for at in range(foot, foot + x * y * z, x * y) if sees[at]), default=foot)


def _at(game: PreparedGame, text: str, space: Space) -> At:
    """The coordinates that are meant; what is left out is 1, if there is no choice."""
    size = game.rule_set.board.size
    if space.z is None and game.is_deep and not game.has_gravity:
        raise AmbiguousMove(f"{text} leaves out the height. Write x,y,z with z from 1 to {size[2]}.")
    if space.board is None and game.has_several_boards:
        raise AmbiguousMove(f"{text} leaves out the board. Write it first, as in 2:{space}.")
    board, z = space.board or 1, space.z or 1
    limits = (game.rule_set.board.count, *size)
    for axis, value, most in zip(_COORDINATES, (board, space.x, space.y, z), limits, strict=True):
        if not 1 <= value <= most:
            raise IllegalMove(f"{text} is off the board: {axis} goes from 1 to {most}.")
    return board, space.x, space.y, z


def _landing(state: Situation, seat: str, text: str, space: Space) -> int:
    """The number of the space that is meant as a target; on stacks their foot."""
    game = state.game
    number = game.spaces.number(_at(game, text, space))
    if not game.has_gravity:
        return number
    board, x, y, _ = game.spaces.at(number)
    foot = game.spaces.number((board, x, y, 1))
    rest = state.rest(seat, foot)
    if space.z is not None and rest not in {OFF, number}:
        raise IllegalMove(f"{text}: a piece comes to rest at height {game.spaces.at(rest)[3]} there.")
    return foot
