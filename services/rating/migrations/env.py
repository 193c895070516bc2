"""Alembic's entry: what the rating service's database looks like."""

from services.kit.migrations import run_migrations
from services.rating.schema import metadata

run_migrations(metadata)
