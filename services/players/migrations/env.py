"""Alembic's entry: the tables of the players service."""

from services.kit.migrations import run_migrations
from services.players.schema import metadata

run_migrations(metadata)
