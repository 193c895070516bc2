"""What a tournament has come to in parts, and how its players stand in its row: each was read whole for every look."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_NAMES = ("outcomes", "lengths", "illegal", "timed_out", "cut", "sets")
_PLACES = {"W": 0, "D": 1, "L": 2}

_TOURNAMENTS = sa.table("tournaments", sa.column("id"), sa.column("totals", sa.JSON), sa.column("counts", sa.Text))
_PLAYERS = sa.table("players", sa.column("tournament_id"), sa.column("entry"))
_RESULTS = sa.table("results", sa.column("tournament_id"), sa.column("part"), sa.column("counts"))


def upgrade() -> None:
    op.create_table(
        "results",
        sa.Column("tournament_id", sa.String(26), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("part", sa.String(64), primary_key=True),
        sa.Column("counts", sa.Text, nullable=False),
    )
    op.add_column("tournaments", sa.Column("totals", sa.JSON, nullable=False, server_default=sa.text("'[]'")))
    connection = op.get_bind()
    for own_id in connection.execute(sa.select(_TOURNAMENTS.c.id)).scalars().all():
        own = _TOURNAMENTS.c.id == own_id
        told = _told(connection.execute(sa.select(_TOURNAMENTS.c.counts).where(own)).scalar_one())
        if told["outcomes"]:
            changed = sa.update(_TOURNAMENTS).where(own)
            connection.execute(changed.values(totals=_totals(told, _count_players(connection, own_id))))
        rows = [{"tournament_id": own_id, "part": name, "counts": _text(part)} for name, part in _parts(told).items()]
        if rows:
            connection.execute(sa.insert(_RESULTS), rows)
    with op.batch_alter_table("tournaments") as changed_table:
        changed_table.drop_column("counts")


def downgrade() -> None:
    with op.batch_alter_table("tournaments") as changed_table:
        changed_table.add_column(sa.Column("counts", sa.Text, nullable=False, server_default=""))
        changed_table.drop_column("totals")
    connection = op.get_bind()
    for own_id in connection.execute(sa.select(_TOURNAMENTS.c.id)).scalars().all():
        whole = _told("")
        parts = sa.select(_RESULTS.c.counts).where(_RESULTS.c.tournament_id == own_id)
        for text in connection.execute(parts).scalars():
            for name, entries in _told(text).items():
                whole[name] += entries
        connection.execute(sa.update(_TOURNAMENTS).where(_TOURNAMENTS.c.id == own_id).values(counts=_text(whole)))
    with op.batch_alter_table("tournaments") as changed_table:
        changed_table.alter_column("counts", existing_type=sa.Text, existing_nullable=False, server_default=None)
    op.drop_table("results")


def _told(text: str) -> dict[str, list[Any]]:
    """What JSON text says; nothing where it is none."""
    told = json.loads(text) if text.startswith("{") else {}
    return {name: told.get(name, []) for name in _NAMES}


def _text(told: dict[str, list[Any]]) -> str:
    return json.dumps(told, separators=(",", ":"))


def _parts(told: dict[str, list[Any]]) -> dict[str, dict[str, list[Any]]]:
    """By those who meet in a game, by game, and all else."""
    parts: dict[str, dict[str, list[Any]]] = {}
    for name, entries in told.items():
        for entry in entries:
            numbers = " ".join(map(str, _numbers(name, entry)))
            parts.setdefault(numbers, _told(""))[name].append(entry)
    return parts


def _numbers(name: str, entry: list[Any]) -> Iterator[int]:
    if name not in {"illegal", "timed_out"}:
        yield entry[0]
    if name in {"outcomes", "sets"}:
        yield from sorted(set(entry[1]))


def _totals(told: dict[str, list[Any]], players: int) -> list[list[int]]:
    totals = [[0, 0, 0] for _ in range(players)]
    for _, seated, outcomes in told["outcomes"]:
        for word, times in outcomes.items():
            for player, letter in zip(seated, word, strict=True):
                totals[player][_PLACES[letter]] += times
    return totals


def _count_players(connection: sa.Connection, tournament_id: str) -> int:
    """How many play: people who have not accepted are left out."""
    plays = _PLAYERS.c.entry.is_(None) | (_PLAYERS.c.entry == "accepted")
    theirs = sa.select(sa.func.count()).select_from(_PLAYERS).where(_PLAYERS.c.tournament_id == tournament_id, plays)
    return connection.execute(theirs).scalar_one()
