"""How PostgreSQL goes about what a service asks: rows and pages that are read, tables that are read from end to end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from psycopg import sql
from sqlalchemy import Connection, Engine, event, text

Ask = Callable[[Connection], object]
_PLACEHOLDER = re.compile(r"%%|%\((\w+)\)s")
_ASKED_FIRST = ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")
_TIMES = 7
"""After five times the server may make one plan for all that is asked for by a statement."""
LARGE = 10_000
"""A table of so many rows is not to be read from end to end."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What something takes that is asked for.

    Attributes:
        statements: how many there are to it.
        rows: that are read from tables; of the plans that the server comes to, by the worse.
        pages: of tables and indexes, likewise.
        ms: of the server, by the quickest of some times.
        scanned: large tables that are read from end to end.
        plans: one for each statement, as the server tells it.
    """

    statements: int
    rows: int
    pages: int
    ms: float
    scanned: frozenset[str]
    plans: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class _Statement:
    text: str
    parameters: Mapping[str, Any]


def cost(engine: Engine, ask: Ask) -> Cost:
    """What `ask` takes; whatever it changes is taken back."""
    statements = _statements(engine, ask)
    with engine.connect() as connection:
        large = _large_tables(connection)
        found = [_explained(connection, statement) for statement in statements]
        connection.rollback()
    chosen = [max((several[0], several[-1]), key=_rows) for several in found]
    return Cost(
        statements=len(statements),
        rows=sum(map(_rows, chosen)),
        pages=sum(map(_pages, chosen)),
        ms=sum(min(plan["Execution Time"] for plan in several) for several in found),
        scanned=frozenset(name for plan in chosen for name in _scanned(plan["Plan"])) & large,
        plans=tuple(chosen),
    )


def _statements(engine: Engine, ask: Ask) -> Sequence[_Statement]:
    """What SQLAlchemy sends for it."""
    sent: list[_Statement] = []

    def note(_: object, __: object, statement: str, parameters: Any, *context_and_many: Any) -> None:
        if statement.startswith(_ASKED_FIRST):
            sent.append(_Statement(statement, parameters[0] if context_and_many[-1] else parameters))

    with engine.connect() as connection:
        event.listen(connection, "before_cursor_execute", note)
        ask(connection)
        connection.rollback()
    return sent


def _explained(connection: Connection, statement: _Statement) -> Sequence[Any]:
    """The plans that one connection comes to, one time after the other; what follows finds what the last has done."""
    names: list[str] = []

    def numbered(found: re.Match[str]) -> str:
        if found[1] is None:
            return "%"
        names.append(found[1])
        return f"${len(names)}"

    cursor: Any = connection.connection.cursor()
    run = partial(cursor.execute, prepare=False)
    run("PREPARE asked AS " + _PLACEHOLDER.sub(numbered, statement.text))
    values = sql.SQL(", ").join(sql.Literal(statement.parameters[name]) for name in names)
    given = sql.SQL("({})").format(values) if names else sql.SQL("")
    explain = sql.SQL("EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE asked{}").format(given)
    plans = []
    for time in range(_TIMES):
        run("SAVEPOINT before")
        (plan,) = run(explain).fetchone()[0]
        plans.append(plan)
        run("ROLLBACK TO SAVEPOINT before" if time < _TIMES - 1 else "RELEASE SAVEPOINT before")
    run("DEALLOCATE asked")
    return plans


def _nodes(plan: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield plan
    for below in plan.get("Plans", ()):
        yield from _nodes(below)


def _rows(plan: Mapping[str, Any]) -> int:
    return int(sum(_read(node) for node in _nodes(plan["Plan"]) if "Alias" in node and "Scan" in node["Node Type"]))


def _read(node: Mapping[str, Any]) -> float:
    """The rows that a node reads of its table, those included that it does not want."""
    passed_over = ("Rows Removed by Filter", "Rows Removed by Index Recheck")
    rows: float = node["Actual Loops"] * (node["Actual Rows"] + sum(node.get(name, 0) for name in passed_over))
    return rows


def _pages(plan: Mapping[str, Any]) -> int:
    return int(plan["Plan"]["Shared Hit Blocks"] + plan["Plan"]["Shared Read Blocks"])


def _scanned(plan: Mapping[str, Any]) -> Iterator[str]:
    """Tables of which very many rows are read in sequence; where the first will do, that is no fault."""
    return (node["Relation Name"] for node in _nodes(plan) if node["Node Type"] == "Seq Scan" and _read(node) > LARGE)


def _large_tables(connection: Connection) -> frozenset[str]:
    found = text("SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND reltuples > :large")
    return frozenset(connection.scalars(found, {"large": LARGE}))
