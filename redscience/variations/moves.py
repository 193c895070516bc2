"""Between the text of a move and the engine's integer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from redscience import notation
from redscience.engine.moves import AGREE, OFFER, REFUSE, RESERVE, kind_in, move_of, target_in
from redscience.engine.records import kind_of, shape_of
from redscience.errors import AmbiguousMove, IllegalMove
from redscience.language import SHAPES
from redscience.notation import Placement, Space, Word

if TYPE_CHECKING:
    from redscience.variations.game import VariationGame
    from redscience.variations.state import VariationState

_WORDS = {OFFER: notation.DRAW, AGREE: notation.AGREE, REFUSE: notation.REFUSE}
_NAMES = {"O": "circle", "P": "pentagon", "X": "X", "+": "cross", "T": "triangle", "S": "star"}


def write(game: VariationGame, move: int) -> str:
    """A legal move in full notation. The mover cannot choose among colours, so none is written."""
    if kind_in(move) == 0:
        return _WORDS[move]
    return str(Placement(_space(game, target_in(move)), SHAPES[shape_of(kind_in(move))]))


def read(state: VariationState, text: str) -> int:
    """The move that a text means for the seat to move; whether it is legal is for the engine to say.

    Raises:
        UnreadableMove: the text is no move.
        AmbiguousMove: it leaves out what could be one thing or another.
        IllegalMove: it names what this game does not have.
    """
    placement = notation.read(text)
    if isinstance(placement, Word):
        return next(move for move, word in _WORDS.items() if word == placement.word)
    game = state.game
    seat = game.seats[state.record[0]["seat"]]
    if placement.color is not None and placement.color != seat:
        raise IllegalMove(f"{text}: {seat} plays {seat} pieces, not {placement.color}.")
    shapes = tuple(game.rule_set.shapes)
    if placement.shape is None and len(shapes) > 1:
        written = " or ".join(f"{shape}@{placement.to}" for shape in shapes)
        raise AmbiguousMove(f"{text} could be several pieces. Write {written}.")
    shape = placement.shape or shapes[0]
    if shape not in shapes:
        raise IllegalMove(f"{text}: there is no {_NAMES[shape]} in this game; its pieces are {', '.join(shapes)}.")
    target = _target(state, text, placement.to)
    return int(move_of(kind_of(SHAPES.index(shape), game.colors.index(seat)), RESERVE, target))


def why_illegal(state: VariationState, move: int) -> str:
    """Says why the seat to move may not make a move that was refused."""
    game, now = state.game, state.record[0]
    text, seat = write(game, move), game.seats[now["seat"]]
    if now["asked"]:
        why = "answer the offer of a draw first, with agree or refuse"
    elif move == OFFER and not game.rule_set.agree_draw:
        why = f"in {game.name} no draw can be offered"
    elif move == OFFER:
        why = "a draw can be offered once a turn, before the first move"
    elif kind_in(move) == 0:
        why = "no draw was offered"
    elif now["reserve"][now["seat"], kind_in(move)] == 0:
        why = f"{seat} has no such piece in reserve"
    else:
        why = "that stack is full" if game.has_gravity else "the space is occupied"
    return f"{text}: {why}."


def _space(game: VariationGame, number: int) -> Space:
    _, x, y, z = game.spaces.at(number)
    return Space(x, y, z if game.rule_set.board.size[2] > 1 and not game.has_gravity else None)


def _target(state: VariationState, text: str, space: Space) -> int:
    """The number of the space that is meant: with gravity, the one on which the piece comes to rest."""
    game = state.game
    size = game.rule_set.board.size
    if space.z is None and size[2] > 1 and not game.has_gravity:
        raise AmbiguousMove(f"{text} leaves out the height. Write x,y,z with z from 1 to {size[2]}.")
    board, z = space.board or 1, space.z or 1
    for name, value, most in (("board", board, 1), *zip("xyz", (space.x, space.y, z), size, strict=True)):
        if not 1 <= value <= most:
            raise IllegalMove(f"{text} is off the board: {name} goes from 1 to {most}.")
    if not game.has_gravity:
        return game.spaces.number((board, space.x, space.y, z))
    stack = [game.spaces.number((board, space.x, space.y, height)) for height in range(1, size[2] + 1)]
    rest = next((number for number in stack if not state.record[0]["kind"][number]), stack[-1])
    if space.z is not None and game.spaces.number((board, space.x, space.y, z)) != rest:
        raise IllegalMove(f"{text}: a piece comes to rest at height {game.spaces.at(rest)[3]} there.")
    return rest
