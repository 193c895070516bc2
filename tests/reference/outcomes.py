"""From what is counted to who wins: the outcome algebra (rules: 0.3, C10 to C20, C33, R9 to R13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from redscience.variations.language import StalemateRule
from redscience.variations.language.stalemate import STALEMATE_RULES, StalemateOption
from reference import measures
from reference.table import Table

Result = dict[str, str]
"""What becomes of each player: win, draw or lose."""

CHAOS = "chaos"


@dataclass
class Standing:
    """What the outcome depends on besides the board.

    Attributes:
        table: what lies there.
        disqualified: the seats that are (rules: C20, R12).
        staller: who passed first in the last cycle of passes, or None (rules: R11).
        last_rows: by board and length, who completed a row last (rules: C45).
    """

    table: Table
    disqualified: set[str]
    staller: str | None
    last_rows: Mapping[tuple[int, int], set[str]]

    @property
    def players(self) -> list[str]:
        return list(self.table.rules.player_seats)

    def everyone(self, came: str) -> Result:
        return dict.fromkeys(self.players, came)

    # The algebra.

    def wins(self, seats: set[str]) -> Result:
        """All who satisfy a winning check win, the rest lose."""
        return {seat: "win" if seat in seats else "lose" for seat in self.players}

    def loses(self, seats: set[str]) -> Result:
        """Those lose, all others win (rules: C9)."""
        return {seat: "lose" if seat in seats else "win" for seat in self.players}

    def best_wins(self, values: Mapping[str, int], *, most: bool = True, final: bool = True) -> Result:
        """The best set over all seats wins; a tie with Chaos is a draw unless every player is in it (rules: 0.3, C18).

        In the final comparison overachievers are disqualified, if nobody has been before, and the best of the rest win,
        even with nothing (rules: C20, R12).
        """
        best = self.best(values, most=most)
        if final and self.table.rules.disqualify_overachievers:
            if not self.disqualified:
                self.disqualified |= best
            rest = {seat: value for seat, value in values.items() if seat not in self.disqualified}
            return self.wins(self.best(rest, most=most))
        if best.issuperset(self.players):
            return self.everyone("win")
        if CHAOS in best:
            return {seat: "draw" if seat in best else "lose" for seat in self.players}
        return self.wins(best)

    @staticmethod
    def best(values: Mapping[str, int], *, most: bool) -> set[str]:
        if not values:
            return set()
        extreme = max(values.values()) if most else min(values.values())
        return {seat for seat, value in values.items() if value == extreme}

    def worst_loses(self, values: Mapping[str, int], *, most: bool) -> Result:
        """The worst set loses; where it is all seats nobody does (rules: 0.3, C19)."""
        worst = self.best(values, most=most)
        return self.everyone("win") if worst == set(values) else self.loses(worst)

    # Stalemate rules.

    def match_result(self) -> Result | None:
        """What the stalemate rules say of the whole match; None where boards are judged (rules: A5, R13)."""
        for rule in self.rules_with("chaos_wins"):
            found = sum(piece.shape == rule.shape for piece in self.table.board.values())
            if found > (rule.total or 0):
                return self.everyone("lose")
        for rule in self.table.rules.stalemate:
            option = STALEMATE_RULES[rule.rule]
            if option.measure == "area":
                areas = {seat: measures.area(self.table, seat) for seat in self.table.rules.seats}
                return self.compared(option, areas, final=True)
        return None

    def rules_with(self, result: str) -> list[StalemateRule]:
        return [rule for rule in self.table.rules.stalemate if STALEMATE_RULES[rule.rule].result == result]

    def compared(self, option: StalemateOption, values: Mapping[str, int], *, final: bool) -> Result:
        if option.result == "wins":
            return self.best_wins(values, most=option.picks == "most", final=final)
        return self.worst_loses(values, most=option.picks == "most")

    def board_result(self, board: int) -> tuple[Result, set[str]]:
        """What the stalemate rules make of a board, and who scores it (rules: C33)."""
        given = [rule for rule in self.table.rules.stalemate if STALEMATE_RULES[rule.rule].result != "chaos_wins"]
        if any("than_chaos" in STALEMATE_RULES[rule.rule].picks for rule in given):
            result = self.against_chaos(board, {rule.rule for rule in given})
            return result, self.scorers(result)
        (rule,) = given
        option = STALEMATE_RULES[rule.rule]
        if option.picks in {"most", "least"}:
            values = self.values(option, rule, board)
            result = self.compared(option, values, final=self.table.rules.board.count == 1)
            if option.result == "wins" and result != self.everyone("win"):
                return result, self.best(values, most=option.picks == "most")
            return result, self.scorers(result)
        result = self.by_pick(option, rule, board)
        return result, self.scorers(result)

    def scorers(self, result: Result) -> set[str]:
        """Chaos has a board that all players lose."""
        if set(result.values()) == {"lose"}:
            return {CHAOS} & set(self.table.rules.seats)
        return {seat for seat, came in result.items() if came == "win"}

    def values(self, option: StalemateOption, rule: StalemateRule, board: int) -> dict[str, int]:
        return {seat: self.value(option, rule, board, seat) for seat in self.table.rules.seats}

    def value(self, option: StalemateOption, rule: StalemateRule, board: int, seat: str) -> int:
        if option.measure == "longest_row":
            return measures.longest_row(self.table, seat, [board])
        if option.measure in {"rows", "kind_rows"}:
            same = measures.same_owner if option.measure == "rows" else measures.same_kind
            return measures.rows(self.table, seat, [board], rule.length or 0, same)
        return measures.pieces(self.table, seat, [board], rule.shape)

    def by_pick(self, option: StalemateOption, rule: StalemateRule, board: int) -> Result:
        """Rules that pick nobody: `wins` makes all lose, `loses` makes all win (rules: R10)."""
        if option.picks == "all":
            return self.everyone({"wins": "win", "loses": "lose", "draws": "draw"}[option.result])
        if option.picks == "some":
            picked = measures.row_owners(self.table, [board], rule.length or 0)
        elif option.picks == "last_completed":
            picked = self.last_rows.get((board, rule.length or 0), set())
        else:
            picked = measures.team(self.table, self.staller) if self.staller else set()
        return self.wins(picked) if option.result == "wins" else self.loses(picked)

    def against_chaos(self, board: int, names: set[str]) -> Result:
        """Each player by itself (rules: 0.3, C15)."""
        counts = {seat: measures.pieces(self.table, seat, [board]) for seat in self.table.rules.seats}
        wins, loses = "more_pieces_than_chaos_wins" in names, "less_pieces_than_chaos_loses" in names
        otherwise = "draw" if (wins and loses) or "draws" in names else "win" if loses else "lose"
        result = {}
        for seat in self.players:
            if wins and counts[seat] > counts[CHAOS]:
                result[seat] = "win"
            elif loses and counts[seat] < counts[CHAOS]:
                result[seat] = "lose"
            else:
                result[seat] = otherwise
        return result

    def boards_result(self) -> Result:
        """Most boards win, ties by 0.3; where nobody won any, it is a draw (rules: C33, 0.4 Boards)."""
        seats = self.table.rules.seats
        won = {seat: sum(seat in winners for winners in self.table.decided.values()) for seat in seats}
        return self.best_wins(won) if any(won.values()) else self.everyone("draw")
