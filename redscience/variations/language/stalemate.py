"""What a final stalemate means (rules: A5, 0.3, C10 to C20)."""

from __future__ import annotations

from dataclasses import dataclass

from redscience.english import English
from redscience.variations.language.checks import CHAOS, length, owned
from redscience.variations.language.option import Option, Options, Parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class StalemateOption(Option):
    """A rule for the final stalemate.

    Attributes:
        measure: what each seat has: `none`; `longest_row`; `rows` (distinct rows of `length`); `kind_rows` (likewise,
            of one shape); `pieces`, `shape` (pieces of one), `area`; `total` (of a shape, whoever's).
        picks: `all`; `most`, `least`: the best set over all seats; `more_than_chaos`, `less_than_chaos`: each seat by
            itself; `some`: whoever has any; `last_completed`; `first_to_pass`; `above`: if the total is more.
        result: of the seats picked: `wins`, `loses`, `draws`, or `chaos_wins`.
        main: whether it decides about every seat, so that there is only one.
    """

    english: English = ""
    measure: str
    picks: str
    result: str
    main: bool = True

    @property
    def group(self) -> str:
        """By what is counted."""
        return {
            "none": "Nothing is counted",
            "longest_row": "Rows",
            "rows": "Rows",
            "kind_rows": "Rows",
            "pieces": "Pieces",
            "shape": "Pieces",
            "total": "Pieces",
            "area": "Areas",
        }[self.measure]


def _longest(picks: str, result: str) -> StalemateOption:
    longest, comes = "longest" if picks == "most" else "shortest", "wins" if result == "wins" else "loses"
    return StalemateOption(
        value=f"{picks}_row_{result}",
        label=f"{picks.capitalize()} same-color-in-a-row {result}",
        english=f"whoever has the {longest} row of their pieces {comes}",
        measure="longest_row",
        picks=picks,
        result=result,
        needs=(owned("all would tie"),),
    )


def _rows(picks: str, result: str) -> StalemateOption:
    most, comes = "most" if picks == "most" else "fewest", "wins" if result == "wins" else "loses"
    return StalemateOption(
        value=f"{picks}_rows_{result}",
        label=f"{picks.capitalize()} {{length}}-same-color-in-a-row {result}",
        english=f"whoever has the {most} rows of {{length}} of their pieces {comes}",
        parameters=(length(2),),
        measure="rows",
        picks=picks,
        result=result,
        needs=(owned("all would tie"),),
    )


def _kind_rows(picks: str, result: str) -> StalemateOption:
    most, comes = "most" if picks == "most" else "fewest", "wins" if result == "wins" else "loses"
    return StalemateOption(
        value=f"{picks}_kind_rows_{result}",
        label=f"{picks.capitalize()} {{length}}-same-color-and-kind {result}",
        english=f"whoever has the {most} rows of {{length}} of their pieces of one shape {comes}",
        parameters=(length(2),),
        measure="kind_rows",
        picks=picks,
        result=result,
        needs=(owned("all would tie"),),
    )


def _pieces(picks: str, result: str) -> StalemateOption:
    most, comes = "most" if picks == "most" else "fewest", "wins" if result == "wins" else "loses"
    return StalemateOption(
        value=f"{picks}_pieces_{result}",
        label=f"{picks.capitalize()} pieces {result}",
        english=f"whoever has the {most} pieces on the board {comes}",
        measure="pieces",
        picks=picks,
        result=result,
        needs=(owned("all would tie"),),
    )


def _shape(picks: str, result: str) -> StalemateOption:
    most, comes = "most" if picks == "most" else "fewest", "wins" if result == "wins" else "loses"
    return StalemateOption(
        value=f"{picks}_shape_{result}",
        label=f"{picks.capitalize()} {{shapes}} {result}",
        english=f"whoever has the {most} {{shapes}} on the board {comes}",
        parameters=(Parameter("shape", "shape", "O", choices=("O", "P", "X", "+", "T", "S")),),
        measure="shape",
        picks=picks,
        result=result,
        needs=(owned("all would tie"),),
    )


def _area(picks: str, result: str) -> StalemateOption:
    largest, comes = "largest" if picks == "most" else "smallest", "wins" if result == "wins" else "loses"
    return StalemateOption(
        value=f"{picks}_area_{result}",
        label=f"{picks.capitalize()} area {result}",
        english=f"whoever has the {largest} area {comes}",
        measure="area",
        picks=picks,
        result=result,
        needs=(owned("all would tie"),),
    )


STALEMATE_RULES: Options[StalemateOption] = Options(
    "stalemate rule",
    (
        StalemateOption(
            value="draws",
            label="Stalemate draws",
            english="it is a draw",
            measure="none",
            picks="all",
            result="draws",
        ),
        StalemateOption(
            value="all_win",
            label="All players win if stalemate",
            english="all players win",
            measure="none",
            picks="all",
            result="wins",
        ),
        StalemateOption(
            value="all_lose",
            label="All players lose if stalemate",
            english="all players lose",
            measure="none",
            picks="all",
            result="loses",
        ),
        _longest("most", "wins"),
        _longest("least", "loses"),
        _pieces("most", "wins"),
        StalemateOption(
            value="any_row_wins",
            label="Any {length}-same-color-in-a-row wins",
            english="whoever has {row} wins, and {others_lose}",
            parameters=(length(),),
            measure="rows",
            picks="some",
            result="wins",
            needs=(owned("all would have it"),),
        ),
        StalemateOption(
            value="last_row_wins",
            label="Last {length}-same-color-in-a-row wins",
            english="whoever was the last to get {row} wins, and {others_lose}",
            parameters=(length(),),
            measure="rows",
            picks="last_completed",
            result="wins",
        ),
        StalemateOption(
            value="staller_loses",
            label="Stalemate loses",
            english="the player who first had to pass loses, and {others_win}",
            measure="none",
            picks="first_to_pass",
            result="loses",
        ),
        StalemateOption(
            value="staller_wins",
            label="Stalemate wins",
            english="the player who first had to pass wins, and {others_lose}",
            measure="none",
            picks="first_to_pass",
            result="wins",
        ),
        _longest("most", "loses"),
        _longest("least", "wins"),
        _rows("most", "wins"),
        _rows("most", "loses"),
        _rows("least", "wins"),
        _rows("least", "loses"),
        _kind_rows("most", "wins"),
        _kind_rows("most", "loses"),
        _kind_rows("least", "wins"),
        _kind_rows("least", "loses"),
        _pieces("most", "loses"),
        _pieces("least", "wins"),
        _pieces("least", "loses"),
        _shape("most", "wins"),
        _shape("most", "loses"),
        _shape("least", "wins"),
        _shape("least", "loses"),
        _area("most", "wins"),
        _area("most", "loses"),
        _area("least", "wins"),
        _area("least", "loses"),
        StalemateOption(
            value="more_pieces_than_chaos_wins",
            label="More pieces than Chaos wins",
            english="players with more pieces on the board than Chaos win",
            measure="pieces",
            picks="more_than_chaos",
            result="wins",
            main=False,
            needs=(CHAOS, owned("all would tie")),
        ),
        StalemateOption(
            value="less_pieces_than_chaos_loses",
            label="Less pieces than Chaos loses",
            english="players with fewer pieces on the board than Chaos lose",
            measure="pieces",
            picks="less_than_chaos",
            result="loses",
            main=False,
            needs=(CHAOS, owned("all would tie")),
        ),
        StalemateOption(
            value="chaos_wins_above",
            label="Chaos wins if total {shapes} > {total}",
            english="if there {many} on the board, Chaos wins and all players lose",
            parameters=(
                Parameter("shape", "shape", "O", choices=("O", "P", "X", "+", "T", "S")),
                Parameter("total", "more than", 9, lowest=0, highest=1536),
            ),
            measure="total",
            picks="above",
            result="chaos_wins",
            main=False,
            needs=(CHAOS,),
        ),
    ),
)
