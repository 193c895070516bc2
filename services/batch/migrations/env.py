"""Alembic's entry: what the batch service's database looks like."""

from services.batch.schema import metadata
from services.kit.migrations import run_migrations

run_migrations(metadata)
