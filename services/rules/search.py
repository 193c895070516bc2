"""Finds games: those that have all that is asked for, and those that have the most in common with one.

No search looks at more than some thousand rows, however many games there are. A term that few games are kept under
leads to them; where every term is a common one, games are looked through in order, so many a page.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from sqlalchemy import Column, ColumnElement, Connection, Select, and_, literal, not_, or_, select, true, tuple_

from redscience.api.rules.v1 import rules_pb2
from redscience.names import folded_name
from services.kit.identity import Caller
from services.rules import index
from services.rules.fields import Wanted
from services.rules.game import Line
from services.rules.paging import Place
from services.rules.queries import LINE, line_of, lines_by_id
from services.rules.schema import games, terms

FEW = 500
"""A term of so many games at most leads to them."""
WINDOW = 2_000
"""So many games are looked through for a page."""
_TRIGRAMS = 12
RELATED = 8
_NEIGHBOURS = 64


class Order(NamedTuple):
    """An order of games, which an index has."""

    columns: tuple[Column[Any], ...]
    newest_first: bool = False

    def sorted(self, statement: Select[Any]) -> Select[Any]:
        """The rows of a statement in this order."""
        return statement.order_by(*(column.desc() if self.newest_first else column for column in self.columns))

    def after(self, place: Place) -> ColumnElement[bool]:
        """Whether a game comes after a place."""
        here, there = tuple_(*self.columns), self._of(place)
        return here < there if self.newest_first else here > there

    def until(self, place: Place) -> ColumnElement[bool]:
        """Whether a game is at a place or comes before it."""
        here, there = tuple_(*self.columns), self._of(place)
        return here >= there if self.newest_first else here <= there

    def _of(self, place: Place) -> ColumnElement[Any]:
        return tuple_(*(literal(getattr(place, column.name), column.type) for column in self.columns))


_PLACE = (games.c.position, games.c.unique_name, games.c.id, games.c.created_at_ms, games.c.turns)
ORDERS: Mapping[int, Order] = {
    rules_pb2.ORDER_UNSPECIFIED: Order((games.c.position, games.c.unique_name, games.c.id)),
    rules_pb2.ORDER_NAME: Order((games.c.unique_name,)),
    rules_pb2.ORDER_NEWEST: Order((games.c.created_at_ms, games.c.id), newest_first=True),
    rules_pb2.ORDER_SHORTEST: Order((games.c.turns, games.c.id)),
}


def page(connection: Connection, wanted: Wanted, viewer: Caller | None) -> tuple[Sequence[Line], Place | None]:
    """Games that `viewer` may find, from `wanted.after`, and where the next page begins; None after the last."""
    order = ORDERS[wanted.order]
    start = true() if wanted.after is None else order.after(wanted.after)
    is_so_long = _is_so_long(wanted)
    if wanted.order == rules_pb2.ORDER_SHORTEST:
        # Where games are in the order of their lengths, those of others need not be looked through.
        start = and_(start, is_so_long)
    found_by = _terms(wanted)
    few, common = _few(connection, found_by)
    if few is not None and not few:
        return (), None
    end = _end_of_window(connection, order, start) if few is None else None
    where = [games.c.listed, _may_be_found_by(viewer), start, is_so_long, *(_is_kept_under(term) for term in common)]
    if few is not None:
        where.append(games.c.id.in_(few))
    if end is not None:
        where.append(order.until(end))
    if wanted.name_contains:
        # Both sides are folded: SQLite's LIKE has its own idea of case, PostgreSQL's has none.
        where.append(games.c.unique_name.contains(folded_name(wanted.name_contains), autoescape=True))
    rows = connection.execute(order.sorted(select(*LINE).where(*where)).limit(wanted.size + 1)).all()
    shown = rows[: wanted.size]
    last = Place(*(getattr(shown[-1], column.name) for column in _PLACE)) if len(rows) > len(shown) else end
    return [line_of(row) for row in shown], last


def related(connection: Connection, game: Line, viewer: Caller | None) -> Sequence[Line]:
    """Other games that have the most in common with a game, nearest first; of those alike the catalogue's first."""
    traits = _traits(game.family, " ".join(game.seats), " ".join(game.features))
    neighbours = set(_neighbours(connection, traits)) - {game.id}
    compared = select(games.c.id, games.c.family, games.c.seats, games.c.features)
    statement = compared.where(games.c.id.in_(sorted(neighbours)), games.c.listed, _may_be_found_by(viewer))
    rows = connection.execute(ORDERS[rules_pb2.ORDER_UNSPECIFIED].sorted(statement)).all()
    near = [(_likeness(traits, _traits(*others)), other_id) for other_id, *others in rows]
    nearest = sorted((pair for pair in near if pair[0] > 0), key=lambda pair: -pair[0])[:RELATED]
    return lines_by_id(connection, [other_id for _, other_id in nearest])


def _terms(wanted: Wanted) -> Sequence[str]:
    return (
        *(f"w:{word}" for word in wanted.words),
        *index.filters(wanted.family, wanted.seats, wanted.features, wanted.creator_id, wanted.origin_id),
        *islice(index.trigrams(wanted.name_contains), _TRIGRAMS),
    )


def _is_so_long(wanted: Wanted) -> ColumnElement[bool]:
    """Whether a game is as long as it is to be; where anything is said of that its length must be known."""
    if not (wanted.least_turns or wanted.most_turns or wanted.order == rules_pb2.ORDER_SHORTEST):
        return true()
    longest = true() if not wanted.most_turns else games.c.turns <= wanted.most_turns
    return and_(games.c.turns >= max(1, wanted.least_turns), longest)


def _few(connection: Connection, found_by: Sequence[str]) -> tuple[Collection[str] | None, Sequence[str]]:
    """The games that all scarce terms lead to, or None where all terms are common; and the common ones."""
    few: set[str] | None = None
    common = []
    for term in found_by:
        ids = set(connection.scalars(select(terms.c.game_id).where(terms.c.term == term).limit(FEW + 1)))
        if len(ids) > FEW:
            common.append(term)
        else:
            few = ids if few is None else few & ids
    return few, common


def _is_kept_under(term: str) -> ColumnElement[bool]:
    return select(terms.c.term).where(terms.c.term == term, terms.c.game_id == games.c.id).exists()


def _end_of_window(connection: Connection, order: Order, start: ColumnElement[bool]) -> Place | None:
    """The last place that a page may come to; None where the games end before."""
    statement = order.sorted(select(*_PLACE).where(games.c.listed, start)).offset(WINDOW - 1).limit(1)
    row = connection.execute(statement).first()
    return None if row is None else Place(*row)


def _may_be_found_by(viewer: Caller | None) -> ColumnElement[bool]:
    """`Game.may_be_found_by`, of rows."""
    if viewer is None:
        return not_(games.c.hidden)
    return true() if viewer.role == "admin" else or_(not_(games.c.hidden), games.c.creator_id == viewer.id)


def _traits(family: str, seats: str, features: str) -> frozenset[str]:
    """By what games are near to one another, of a row's columns."""
    return frozenset(index.filters(family, len(seats.split()), features.split()))


def _likeness(mine: frozenset[str], theirs: frozenset[str]) -> float:
    """From 0, nothing in common, to 1, all."""
    return len(mine & theirs) / len(mine | theirs)


def _neighbours(connection: Connection, traits: Collection[str]) -> Iterator[str]:
    """Ids of games that have a trait: of each trait those saved first, which the catalogue begins, and last."""
    for trait in sorted(traits):
        with_it = select(terms.c.game_id).where(terms.c.term == trait).limit(_NEIGHBOURS)
        yield from connection.scalars(with_it.order_by(terms.c.game_id))
        yield from connection.scalars(with_it.order_by(terms.c.game_id.desc()))
