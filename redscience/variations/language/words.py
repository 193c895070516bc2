"""Words for numbers, pieces and spaces, for the rules in plain English."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from redscience.english import English
from redscience.variations.language.boards import BOARDS
from redscience.variations.language.model import COMMUNAL, DEALT, At, Piece, RuleSet
from redscience.variations.language.spaces import Box, Spaces, Span, boxes

_MANY = 6
"""So many blocks of spaces are too many to list, where there is another way to say them."""

NUMBERS: tuple[English, ...] = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip


def number(count: int) -> str:
    """A number as a word, if it is small."""
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else str(count)


def times(count: int, one: str, several: str | None = None) -> str:
    """So many of a thing: `one circle`, `21 circles`."""
    return f"{number(count)} {one if count == 1 else several or one + 's'}"


def article(noun: str) -> str:
    """The noun with `a` or `an`, as it is spoken."""
    vowel = noun[0] in "aeiouAEIOUX8" or noun.startswith(("11×", "18×"))
    return f"{'an' if vowel else 'a'} {noun}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words joined as in a sentence."""
    if len(words) < 2:  # noqa: PLR2004  (nothing to join)
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def sentence(text: str) -> str:
    """A clause as a sentence."""
    return text[0].upper() + text[1:] + "."


def name(seat: str) -> str:
    """A seat within a sentence."""
    return "Chaos" if seat == "chaos" else seat


def pieces(count: int, piece: Piece, rules: RuleSet) -> str:
    """So many pieces of one owner and shape: `a white circle`, `three Chaos circles`."""
    if piece.shape == DEALT:
        one, several = ("dealt piece", "dealt pieces") if piece.owner == COMMUNAL else _dealt_to(piece.owner)
    else:
        owner = "ownerless" if piece.owner == COMMUNAL else name(piece.owner)
        one, several = (f"{owner} {word}" for word in rules.words(piece.shape))
    return article(one) if count == 1 else f"{number(count)} {several}"


def _dealt_to(owner: str) -> tuple[str, str]:
    return f"piece dealt to {name(owner)}", f"pieces dealt to {name(owner)}"


def board_words(kind: str, size: tuple[int, int, int], count: int) -> str:
    """The board or boards as a noun: `a 3×3 board`, `seven stacks in a row, each six spaces high`."""
    option = BOARDS[kind]
    x, y, z = size
    if option.gravity:
        one = _stacks(x, y, z)
        return one if count == 1 else f"{number(count)} boards, each of {one}"
    lined_up = kind == "squares" and z == 1 and (x == 1 or y == 1)
    if lined_up:
        words = f"{{}} of {times(x * y, 'square')}"
        one, several = (words.format(word) for word in (("column", "columns") if y > 1 else ("row", "rows")))
    else:
        extent = f"{x}×{y}×{z}" if z > 1 else f"{x}×{y}"
        one, several = f"{extent} {option.noun}", f"{extent} {option.nouns}"
    return article(one) if count == 1 else f"{number(count)} {several}"


def _stacks(x: int, y: int, z: int) -> str:
    high = f"{number(z)} spaces high"
    if x * y == 1:
        return f"one stack, {high}"
    if x > 1 and y > 1:
        return f"{x}×{y} stacks, each {high}"
    return f"{times(x * y, 'stack')} in a {'row' if y == 1 else 'column'}, each {high}"


def places(ats: Iterable[At], spaces: Spaces, all_spaces: str = "all spaces") -> str:
    """A set of spaces in words: `(3,1) and (4,3)`, `stacks 2 to 4`, `all spaces`; ranges have a hyphen in brackets."""
    blocks = boxes(ats, spaces)
    if sum(box.volume for box in blocks) == spaces.total:
        return all_spaces
    if len(blocks) >= _MANY and (checkered := _checkered({at for box in blocks for at in box.spaces()}, spaces)):
        return checkered
    by_board: dict[Span, list[Box]] = {}
    for box in blocks:
        by_board.setdefault(box.board, []).append(box)
    if list(by_board) == [(1, spaces.count)]:
        return _on_a_board(blocks, spaces)
    alike: dict[str, list[Span]] = {}
    for span, some in by_board.items():
        alike.setdefault(_on_a_board(some, spaces), []).append(span)
    return _grouped([f"{words} on {_boards(spans, spaces)}" for words, spans in alike.items()])


def _grouped(words: Sequence[str]) -> str:
    """Words joined as in a sentence, with a comma before the last if one of them is a list itself."""
    if len(words) > 1 and any(" and " in word for word in words):
        return f"{', '.join(words[:-1])}, and {words[-1]}"
    return listed(words)


def _on_a_board(blocks: Sequence[Box], spaces: Spaces) -> str:
    """Blocks without their boards; parts of stacks by their heights."""
    if not BOARDS[spaces.kind].gravity:
        return listed([_place(box, spaces) for box in blocks])
    whole = (1, spaces.size[2])
    by_height: dict[Span, list[Box]] = {}
    for box in sorted(blocks, key=lambda box: box.z != whole):
        by_height.setdefault(box.z, []).append(box)
    named = {z: _stacks_named(some, spaces) for z, some in by_height.items()}
    return _grouped([words if z == whole else f"height{_numbers(z)} of {words}" for z, words in named.items()])


def _boards(spans: Sequence[Span], spaces: Spaces) -> str:
    if (1, spaces.count) in spans:
        return "every board"
    return f"board{'s' if len(spans) > 1 else ''} {listed([str(first) for first, _ in spans])}"


def _checkered(ats: set[At], spaces: Spaces) -> str | None:
    """Every second space of a block, with at most two exceptions: `(1-8,1-3) where x + y is even`."""
    if spaces.count > 1 or spaces.size[2] > 1:
        return None
    xs, ys = {at[1] for at in ats}, {at[2] for at in ats}
    block = Box((1, 1), (min(xs), max(xs)), (min(ys), max(ys)), (1, 1))
    odd = {(at[1] + at[2]) % 2 for at in ats}
    missing = [at for at in block.spaces() if (at[1] + at[2]) % 2 in odd and at not in ats]
    if len(odd) > 1 or len(missing) > 2:  # noqa: PLR2004  (few enough to be named)
        return None
    but = f", but not {listed([f'({x},{y})' for _, x, y, _ in missing])}" if missing else ""
    return f"{_place(block, spaces)} where x + y is {'odd' if 1 in odd else 'even'}{but}"


def _stacks_named(blocks: Sequence[Box], spaces: Spaces) -> str:
    """Stacks without regard to height: of a single row by their numbers, as in `stacks 1, 2 and 5 to 7`."""
    if spaces.size[1] > 1:
        several = len(blocks) > 1 or blocks[0].x[0] != blocks[0].x[1] or blocks[0].y[0] != blocks[0].y[1]
        return f"stack{'s' if several else ''} {listed([f'({_span(box.x)},{_span(box.y)})' for box in blocks])}"
    numbers = []
    for box in blocks:
        first, last = box.x
        numbers += (
            [str(first)] if first == last else [f"{first} to {last}"] if last - first > 1 else [str(first), str(last)]
        )
    several = len(numbers) > 1 or " to " in numbers[0]
    return f"stack{'s' if several else ''} {listed(numbers)}"


def _place(box: Box, spaces: Spaces) -> str:
    z = "" if spaces.size[2] == 1 else f",{_span(box.z)}"
    return f"({_span(box.x)},{_span(box.y)}{z})"


def _numbers(span: Span) -> str:
    """What follows a noun: ` 3`, `s 3 and 4`, `s 3 to 5`."""
    first, last = span
    if first == last:
        return f" {first}"
    return f"s {first} {'and' if last == first + 1 else 'to'} {last}"


def _span(span: Span) -> str:
    return str(span[0]) if span[0] == span[1] else f"{span[0]}-{span[1]}"
