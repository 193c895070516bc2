"""All that is true now, in a line (docs/notation.md)."""

from __future__ import annotations

from redscience.four_bases.engine.records import ALL_KNOW, Array
from redscience.four_bases.layout import KINDS, Layout
from redscience.four_bases.notation import at, write
from redscience.four_bases.packing import unpack

NOTHING = "-"


def write_position(layout: Layout, record: Array) -> str:
    """The turn, the pieces, the flags, who has left, what was made and lost, the turns played, and the plans."""
    now = record[0]
    seats = range(len(layout.seats))
    flags = "".join(str(seat) for seat in seats if now["flag"][seat])
    left = "".join(str(seat) for seat in seats if now["left"][seat])
    counts = "/".join(f"{now['n_made'][seat]}-{now['n_lost'][seat]}-{now['n_own_turns'][seat]}" for seat in seats)
    plans = "/".join(_plan(layout, record, seat) for seat in seats)
    pieces = _pieces(layout, record)
    parts = (str(now["turn"]), pieces, flags, left, counts, plans, str(now["result"] or ""))
    return " ".join(part or NOTHING for part in parts)


def _pieces(layout: Layout, record: Array) -> str:
    now = record[0]
    return ";".join(
        f"{at(layout.space(space))}={now['owner'][space]}{KINDS[now['kind'][space] - 1]}"
        + ("" if now["known"][space] == 1 << now["owner"][space] else _who(int(now["known"][space])))
        for space in now["kind"].nonzero()[0].tolist()
    )


def _who(known: int) -> str:
    return "!" if known == ALL_KNOW else "~" + "".join(str(seat) for seat in range(4) if known >> seat & 1)


def _plan(layout: Layout, record: Array, seat: int) -> str:
    now = record[0]
    orders = now["plan"][seat][: now["n_plan"][seat]].tolist()
    return ",".join(write(unpack(layout, order)).replace(" ", "_") for order in orders) or NOTHING
