"""Alembic's entry: what the match service's database looks like."""

from services.kit.migrations import run_migrations
from services.match.schema import metadata

run_migrations(metadata)
