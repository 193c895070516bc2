"""How a match ended, in words and with the rows that decided it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from redscience.english import English
from redscience.random_games import Result
from redscience.results import results_in_words
from redscience.variations.decisive import color_key, counted_rows, decisive, team_of
from redscience.variations.engine import kernels
from redscience.variations.engine.records import (
    BY_AGREEMENT,
    BY_BOARDS,
    BY_CHECK,
    BY_FEW_PIECES,
    BY_LEAVING,
    BY_OVERACHIEVING,
    BY_STALEMATE,
    MAX_SEEN,
    SCRATCH,
    SEQUENTIAL,
    record,
)
from redscience.variations.history import Event
from redscience.variations.language import SHAPES, Check
from redscience.variations.language.checks import CHECKS
from redscience.variations.language.stalemate import STALEMATE_RULES
from redscience.variations.language.words import listed, number
from redscience.variations.packing import shape_of
from redscience.variations.score import boards_won, came_to, kinds_of, on_each_board, score
from redscience.variations.situation import Situation

_TWO = 2
LEFT, AGREED, BOARDS, FEW_PIECES, OVERACHIEVERS = "left", "agreed", "boards", "few_pieces", "overachievers"
_NOTHING_MORE: English = "Nothing more can happen"
_REPEATED: English = "A player repeated a move in the same position"
_ALL_REPEATED: English = "All repeated their moves in the same position"
_ENDLESS: English = "The phase has had as many moves as there may be"
_AGREED: English = "A draw was offered and agreed to"
_FEW_PIECES: English = "Too few pieces were played in the phase"
_NO_BOARD: English = "Nobody won a board"
_DECIDED: English = "The match is decided"
_DISQUALIFIED: English = "All players were disqualified"


def verdict(state: Situation) -> dict[str, Any] | None:
    """The outcome with its reason; None while the match goes on.

    `reason` is the stored value of the check or stalemate rule that decided, "agreed", "boards" or "left". `runs` are
    the rows that did, each a list of [board, x, y, z]; `spaces` are those that did where it was no row; `counts` is
    what each seat came to, where that was counted.
    """
    if state.outcome is None:
        return None
    spaces = decisive(state)
    by, rules, last = int(state.record[0]["reason"]), state.game.rule_set, state.last
    runs: list[list[list[int]]] = []
    counts: Mapping[str, int] = {}
    if by == BY_STALEMATE or last is None:
        main = [rule.rule for rule in rules.stalemate if STALEMATE_RULES[rule.rule].main]
        reason, before = (main or [rules.stalemate[0].rule])[0], _went_on_for_ever(state)
        text = before or _NOTHING_MORE
        if (counted := score(state)) is not None:
            counts, text = counted.counts, f"{before}. {counted.text}" if before else counted.text
        runs = _places(state, counted_rows(state))
    elif by == BY_BOARDS:
        reason, text = BOARDS, _boards_won(state)
        counts = boards_won(state)
    elif by == BY_AGREEMENT:
        reason, text = AGREED, _AGREED
    elif by == BY_LEAVING:
        reason, text = LEFT, _left(last.seats)
    elif by == BY_FEW_PIECES:
        reason, text = FEW_PIECES, _FEW_PIECES
    elif by == BY_OVERACHIEVING:
        reason, text = OVERACHIEVERS, _DISQUALIFIED
    else:
        check = state.game.checks[by - BY_CHECK]
        is_row = CHECKS[check.check].measure in {"row", "shape_row"}
        rows = _rows(state, by - BY_CHECK, last) if is_row else []
        reason, text, runs = check.check, _why(check, last, state, rows), _places(state, rows)
    return {
        "seats": dict(state.outcome),
        "reason": reason,
        "text": f"{text}. {_who(state.outcome)}",
        "runs": runs,
        **({"spaces": _places(state, [spaces])[0]} if spaces else {}),
        **({"counts": dict(counts)} if counts else {}),
    }


def _went_on_for_ever(state: Situation) -> str:
    """Why the last phase was ended although it could go on (rules: C2); "" where it could not."""
    rules, position = state.game.rules[0], state.record[0]
    if not position["endless"]:
        return ""
    if max(position["n_moves"], position["n_seen"]) >= MAX_SEEN:
        return _ENDLESS
    return _REPEATED if rules["order"][position["phase"]] == SEQUENTIAL else _ALL_REPEATED


def _left(named: Sequence[str]) -> English:
    """Who left."""
    seats = listed(named).capitalize()
    return f"{seats} left"


def _why(check: Check, last: Event, state: Situation, rows: Sequence[Sequence[int]]) -> str:
    """What satisfied a check, in words; `rows` are those that did."""
    mover = last.seats[0].capitalize() if not last.carried_out else _maker(check, state.outcome or {})
    one, _ = state.game.rule_set.words(check.shape or "any")
    length, loser = number(check.length or 0), _who_has_none(check, state)
    words: dict[str, English] = {
        "row": _have_row(_owners(state, rows), mover, length),
        "shape_row": f"{mover} has {length} of one shape in a row",
        "mixed_neighbour": f"{mover} put a piece on one of another shape",
        "piece": _have_pieces(check, state),
        "last": f"{loser} has lost their last {one}",
        "goal": f"{mover} has brought a piece to its goal",
        "no_move": _stuck(state),
    }
    return words.get(CHECKS[check.check].measure, _DECIDED)


def _owners(state: Situation, rows: Iterable[Sequence[int]]) -> list[str]:
    """Whose pieces make up the rows, in the seats' order; nobody where each move chooses a colour."""
    keys = {int(state.record[0]["key"][row[0]]) for row in rows}
    return [seat for seat in state.game.seats if (key := color_key(state, seat)) and key in keys]


def _have_row(owners: Sequence[str], mover: str, length: str) -> English:
    """Who has a row: with a partner whoever completed it."""
    if not owners:
        return f"{mover} completed {length} in a row"
    named = [mover] if mover.lower() in owners else owners
    seats = listed(named).capitalize()
    return f"{seats} has {length} in a row" if len(named) == 1 else f"{seats} have {length} in a row"


def _have_pieces(check: Check, state: Situation) -> English:
    """Whose pieces on the board decided; who has left has come to the same without."""
    result = {"wins": "win", "loses": "lose"}.get(CHECKS[check.check].result)
    have_some = [seat for seat, came in (state.outcome or {}).items() if came == result and kinds_of(state, seat)]
    seats = listed(have_some).capitalize() if have_some else "Somebody"
    return f"{seats} have a piece on the board" if len(have_some) > 1 else f"{seats} has a piece on the board"


def _who_has_none(check: Check, state: Situation) -> str:
    """Who has lost the last piece of a check's shape: whoever alone has none and did not win, of those who can."""
    have_none = [
        seat
        for seat, came in (state.outcome or {}).items()
        if came != "win" and not any(SHAPES[shape_of(kind)] == check.shape for kind in kinds_of(state, seat))
    ]
    return have_none[0].capitalize() if len(have_none) == 1 else "Somebody"


def _stuck(state: Situation) -> English:
    """Who could not move, where one alone has lost: with pieces or without any."""
    losers = [seat for seat, came in (state.outcome or {}).items() if came == "lose"]
    if len(losers) != 1:
        return "The player to move has no move"
    loser, hand = losers[0].capitalize(), state.game.hands[state.number(losers[0])]
    has_pieces = state.record[0]["reserve"][hand].any() or kinds_of(state, losers[0])
    return f"{loser} has no move" if has_pieces else f"{loser} has no piece left"


def _maker(check: Check, outcome: Mapping[str, Result]) -> English:
    """Who satisfied a check in a round: whoever alone came to what it gives, of two; else it is not known."""
    result = {"wins": "win", "loses": "lose"}.get(CHECKS[check.check].result)
    makers = [seat for seat, came in outcome.items() if came == result]
    return makers[0].capitalize() if len(makers) == 1 and len(outcome) <= _TWO else "Somebody"


def _boards_won(state: Situation) -> str:
    """Who won how many boards, and by what, in words."""
    won = {team_of(state, seat): count for seat, count in boards_won(state).items() if count}
    told = ", ".join(_has_won(team, count) for team, count in won.items())
    boards = [_on_board(board, came_to(counts)) for board, counts in enumerate(on_each_board(state), 1)]
    return ". ".join([told.capitalize() or _NO_BOARD, *boards])


def _on_board(board: int, results: str) -> English:
    return f"Board {board}: {results}"


def _has_won(team: Sequence[str], boards: int) -> English:
    seat, seats = team[0], listed(team)
    if len(team) == 1:
        return f"{seat} won {boards} {'board' if boards == 1 else 'boards'}"
    return f"{seats} together won {boards} {'board' if boards == 1 else 'boards'}"


def _places(state: Situation, rows: Iterable[Iterable[int]]) -> list[list[list[int]]]:
    """Rows of spaces as views have them."""
    return [[list(state.game.places[space]) for space in row] for row in rows]


def _rows(state: Situation, check: int, last: Event) -> list[list[int]]:
    """The rows by which the last move met the check, each once, also where several of its spaces have changed."""
    found: dict[frozenset[int], list[int]] = {}
    scratch = record(SCRATCH)
    for space in last.changed:
        n = kernels.list_rows(state.game.rules, state.record, check, space, scratch)
        numbers = iter(scratch[0]["moves"][:n].tolist())
        rows = [[next(numbers) for _ in range(length)] for length in numbers]
        found |= {frozenset(row): row for row in rows}
    return list(found.values())


def _who(outcome: Mapping[str, Result]) -> English:
    """Who won, drew or lost, in words."""
    if set(outcome.values()) == {"lose"}:
        return "All players lose, and Chaos wins."
    if set(outcome.values()) == {"win"}:
        return "All players win, and Chaos loses."
    return results_in_words(outcome)
