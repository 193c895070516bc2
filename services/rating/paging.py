"""Long lists by the page: where one begins, as text that callers hand back unread, and the rows that are on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sqlalchemy import Column, Connection, Row, Select, bindparam, tuple_

from services.kit import page_tokens
from services.kit.ids import is_id

_LARGEST = 1 << 63

T = TypeVar("T")
U = TypeVar("U")
Key = tuple[float | int | str, ...]
"""What a list is ordered by, the largest first; no two of its items have the same."""


@dataclass(frozen=True, slots=True)
class Start:
    """Where a page begins: behind a key, or, read backwards, before it."""

    key: Key
    backwards: bool = False


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """What is on a page, in the order of the list, and where its neighbours begin; None where there are none."""

    items: tuple[T, ...]
    following: Start | None = None
    previous: Start | None = None

    def of(self, read: Callable[[T], U]) -> Page[U]:
        """The same page, with what `read` makes of each item."""
        return Page(tuple(map(read, self.items)), self.following, self.previous)


class Listing:
    """A list in a descending order; with an index on that, no more rows are read than are shown.

    Args:
        rows: all that are in the list; `order` is among their columns.
        order: makes up the key of a row.
    """

    def __init__(self, rows: Select[Any], order: Sequence[Column[Any]]) -> None:
        self._order = [column.name for column in order]
        self._bounds = [f"key_{name}" for name in self._order]
        key = tuple_(*order)
        bound = tuple_(*(bindparam(f"key_{column.name}", type_=column.type) for column in order))
        # Made once: to make a statement costs more than to run it.
        descending = rows.order_by(*(column.desc() for column in order)).limit(bindparam("at_most"))
        ascending = rows.order_by(*(column.asc() for column in order)).limit(bindparam("at_most"))
        self._first, self._behind, self._before = (
            descending,
            descending.where(key < bound),
            ascending.where(key > bound),
        )

    def page(self, connection: Connection, of: Mapping[str, Any], start: Start | None, size: int) -> Page[Row[Any]]:
        """One page.

        Args:
            connection: to the database.
            of: the parameters of `rows`.
            start: where the page begins; None for the beginning of the list.
            size: how many rows a page has, at least one.
        """
        backwards = start is not None and start.backwards
        found = self._find(connection, {**of, "at_most": size + 1}, start)
        shown = found[size - 1 :: -1] if backwards else found[:size]
        has_more = len(found) > size
        has_before = has_more if backwards else start is not None
        if not shown:
            return Page(())
        return Page(
            items=tuple(shown),
            following=Start(self._key(shown[-1])) if backwards or has_more else None,
            previous=Start(self._key(shown[0]), backwards=True) if has_before else None,
        )

    def _find(self, connection: Connection, of: Mapping[str, Any], start: Start | None) -> Sequence[Row[Any]]:
        if start is None:
            return connection.execute(self._first, of).all()
        statement = self._before if start.backwards else self._behind
        return connection.execute(statement, {**of, **dict(zip(self._bounds, start.key, strict=True))}).all()

    def _key(self, row: Row[Any]) -> Key:
        return tuple(getattr(row, name) for name in self._order)


def token(start: Start | None, *filters: str) -> str:
    """The text of a page's beginning in the list that `filters` made; "" for none."""
    return "" if start is None else page_tokens.token([*start.key, start.backwards], filters)


def start_of(text: str, kinds: Sequence[type], *filters: str) -> Start | None:
    """Reads `token`; `kinds` are the types of the key.

    Raises:
        InvalidField: it is none, or belongs to a list that was filtered otherwise.
    """
    if not text:
        return None
    *key, backwards = page_tokens.place_of(text, filters) or [None]
    fits = len(key) == len(kinds) and all(map(_is_part, key, kinds))
    if not (fits and type(backwards) is bool):
        raise page_tokens.refused()
    return Start(tuple(key), backwards)


def _is_part(value: object, kind: type) -> bool:
    """Whether `value` may stand in a key where `kind` stands."""
    if isinstance(value, str):
        return kind is str and is_id(value)
    # Neither infinity nor what is no number is smaller.
    return isinstance(value, int | float) and type(value) is kind and abs(value) < _LARGEST
