"""What the tests of whole services need of the machine."""

from __future__ import annotations

from fixtures.postgres import require_postgres


def pytest_configure() -> None:
    require_postgres()
