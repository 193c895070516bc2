"""Who plays, where, and what a turn is."""

from __future__ import annotations

from collections.abc import Iterator

from redscience.interface import Sentence
from redscience.variations.language.boards import BOARDS
from redscience.variations.language.forward import speaks_of_forward
from redscience.variations.language.model import Phase, RuleSet
from redscience.variations.language.moves import MOVES
from redscience.variations.language.players import PLAYERS
from redscience.variations.language.possibilities import pieces_are_placed, pieces_move
from redscience.variations.language.prose.phrases import (
    SIZE,
    STUCK,
    all_plan,
    is_by_board,
    of_phases,
    of_shapes,
    thing,
    ties,
    who_is_stuck_passes,
)
from redscience.variations.language.words import article, board_words, listed, name, sentence, times

HOW = {
    "sequential": "take turns",
    "simultaneous": "plan in secret and move at once, round after round,",
    "single": "plan in secret and move at once, a single time,",
}


def told(rules: RuleSet) -> Iterator[Sentence]:
    """Who plays on what, and what they do when it is their turn."""
    board = rules.board
    who = PLAYERS[rules.players].english
    where = board_words(board.kind, board.size, board.count)
    on = ("board.kind", *SIZE, *(["board.count"] if board.count > 1 else []))
    if _is_plain(rules):
        text = sentence(f"{who}, take turns to {_placing(rules, where)}") + _beginner(rules)
        yield Sentence(text, ("players", *on, "pieces_per_turn", "phases[0].order"))
    else:
        how = HOW[rules.phases[0].order] if len(rules.phases) == 1 else "play"
        text = sentence(f"{who}, {how} on {where}") + _beginner(rules)
        yield Sentence(text, ("players", *on, *(["phases[0].order"] if len(rules.phases) == 1 else [])))
        yield Sentence(
            _turn(rules), ("pieces_per_turn", *of_phases(rules, "placement_only"), *of_shapes(rules.shapes, "move"))
        )
    if BOARDS[board.kind].english and not (BOARDS[board.kind].gravity and _is_plain(rules)):
        yield Sentence(sentence(BOARDS[board.kind].english + _diagonals(rules)), ("board.kind",))
    if board.count > 1:
        yield Sentence(_boards(rules), ("board.count",))


def _beginner(rules: RuleSet) -> str:
    """Who moves first, where there is one phase; others say it themselves. Partners do not sit beside each other."""
    active = [seat for seat in rules.seats if seat not in rules.phases[0].locked]
    in_turn = len(rules.phases) == 1 and rules.phases[0].order == "sequential" and len(active) > 1
    if not in_turn:
        return ""
    begins = f"{name(active[0])} begins"
    return " " + sentence(f"the order of play is {listed(active)}" if rules.players == "partners" else begins)


def _turn(rules: RuleSet) -> str:
    """What is done in a turn or round, and what becomes of those who cannot."""
    when = "in each round" if all_plan(rules) else "on their turn"
    each = " make two moves; with each they" if rules.pieces_per_turn > 1 else ""
    said = sentence(f"{when} players{each} {_actions(rules)}")
    return f"{said} {sentence(STUCK)}" if pieces_move(rules) and who_is_stuck_passes(rules) else said


def _diagonals(rules: RuleSet) -> str:
    """What is diagonal where squares do not say it, for moves that are."""
    if rules.board.kind != "hexagons":
        return ""
    diagonal = any(2 in MOVES[shape.move].axes for shape in rules.shapes.values())  # noqa: PLR2004  (of two axes)
    forward = speaks_of_forward(rules)
    said = (
        "; those at (+1,+1), (+2,-1) and (+1,-2), and opposite to them, lie diagonally" if diagonal or forward else ""
    )
    return said + ("; two of the six and three of the diagonal ones are ahead" if forward else "")


def _boards(rules: RuleSet) -> str:
    if not is_by_board(rules):
        won = "Areas are counted over all boards."
        return won if not rules.checks else f"A board on which a check decides is closed. {won}"
    won = f"A board that is decided is closed; whoever wins the most boards wins the match. {ties(rules, 'wins')}"
    return f"{won} If nobody wins a board, it is a draw."


def _is_plain(rules: RuleSet) -> bool:
    """Whether a turn is nothing but placing pieces."""
    return rules.phases == (Phase(),) and not pieces_move(rules)


def _placing(rules: RuleSet, where: str) -> str:
    one = rules.pieces_per_turn == 1
    what = times(rules.pieces_per_turn, thing(rules))
    if BOARDS[rules.board.kind].gravity:
        verb = f"drop {what}" if one else f"drop {what}, each"
        return f"{verb} onto one of {where}" if rules.board.size[:2] != (1, 1) else f"{verb} onto {where}"
    space = "an empty space" if one else "empty spaces"
    return f"place {what} on {space} of {'one of ' if rules.board.count > 1 else ''}{where}"


def _actions(rules: RuleSet) -> str:
    """What players may do in a turn: `place a circle from the reserve on any empty space, or move a piece`."""
    actions = []
    if pieces_are_placed(rules):
        actions.append(f"place {article(thing(rules))} from the reserve on {_target(rules)}")
    if pieces_move(rules):
        actions.append("move a piece on the board" if actions else "move a piece")
    return ", or ".join(actions)


def _target(rules: RuleSet) -> str:
    if not BOARDS[rules.board.kind].gravity:
        return "any empty space"
    alone = rules.board.size[:2] == (1, 1) and rules.board.count == 1
    return "the stack, if it is not full" if alone else "any stack that is not full"
