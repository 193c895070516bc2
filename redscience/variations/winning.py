"""Whether who wins tells what all others get: it does where one side alone can win."""

from __future__ import annotations

from collections.abc import Iterable

from redscience.variations.engine import records as rec
from redscience.variations.engine.records import DRAW, LOSE, WIN, Array

_TWO_SIDES = 2


def with_win(rules: Array) -> list[int]:
    """By player's seat, the result of all of whom it is known if that seat wins; 0 for those of whom it is not.

    Args:
        rules: a game's RULES.
    """
    r = rules[0]
    is_told = has_one_winner(rules)
    players = range(int(r["n_players"]))
    return [
        sum((WIN if r["team"][other] == r["team"][seat] else LOSE if is_told else 0) << 2 * other for other in players)
        for seat in players
    ]


def has_one_winner(rules: Array) -> bool:
    """Whether a win of one team is always the loss of all others. Where that is not plain, it is taken not to be so."""
    r = rules[0]
    if len(_sides(rules)) == 1:
        return True
    if r["n_boards"] != 1 or r["disqualifies"] or r["more_wins"] or r["less_loses"]:
        return False
    return _stalemate_has_one_winner(rules) and all(_check_has_one_winner(rules, i) for i in range(int(r["n_checks"])))


def _sides(rules: Array) -> set[int]:
    r = rules[0]
    return set(r["team"][: r["n_players"]].tolist())


def _has_one_winner(rules: Array, result: int) -> bool:
    """Whether a result gives all but one team a loss, or nobody a win."""
    r = rules[0]
    by_seat = [(int(r["team"][seat]), result >> 2 * seat & 3) for seat in range(int(r["n_players"]))]
    winners = {team for team, its in by_seat if its == WIN}
    return not winners or len(winners | {team for team, its in by_seat if its == DRAW}) == 1


def _stalemate_has_one_winner(rules: Array) -> bool:
    r = rules[0]
    picks = r["stalemate_picks"]
    gives_win = bool(r["stalemate_gives"] == WIN)
    if picks == rec.STALLER:
        # Where a phase may end otherwise than by passes, nobody is picked, and all win where the staller loses.
        return gives_win or bool(len(_sides(rules)) == _TWO_SIDES and r["quick"] and not r["mobile"])
    if picks == rec.LAST_COMPLETED:
        return gives_win and _is_made_by_one(rules)
    return bool(r["stalemate_measure"] == rec.NONE and picks == rec.ALL) and _has_one_winner(
        rules, int(r["stalemate_result"])
    )


def _check_has_one_winner(rules: Array, check: int) -> bool:
    r = rules[0]
    return all(_has_one_winner(rules, int(r["check_result"][check, seats])) for seats in _satisfying(rules, check))


def _satisfying(rules: Array, check: int) -> Iterable[int]:
    """The seats, a bit each, that may satisfy a check at once."""
    r = rules[0]
    if r["check_gives"][check] == rec.STALEMATE:
        return ()
    measure, n_seats = r["check_measure"][check], int(r["n_seats"])
    teams = set(r["teammates"][:n_seats].tolist())
    if measure == rec.ROW:
        teams = set(r["row_seats"][1:, :n_seats].ravel().tolist()) - {0}
    if measure in {rec.LAST_SHAPE, rec.NO_MOVE_LEFT} or (measure != rec.ANY_PIECE and _is_made_by_one(rules)):
        return teams
    return range(1, 1 << n_seats)


def _is_made_by_one(rules: Array) -> bool:
    """Whether a move changes no spaces but by the mover's own piece, and by taking others from the board."""
    r = rules[0]
    return bool(r["quick"] or not (r["gravity"] or r["carry"].any() or (r["result"] != rec.REMOVES).any()))
