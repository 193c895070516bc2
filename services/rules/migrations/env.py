"""Alembic's entry: what the rules service's database looks like."""

from services.kit.migrations import run_migrations
from services.rules.schema import metadata

run_migrations(metadata)
