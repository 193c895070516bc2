"""What every test of the whole platform leaves behind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fixtures.platform import Platform


@pytest.fixture(autouse=True)
def _whole_again(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whoever shares the platform finds all of it, also after a test that failed while parts were dead."""
    yield
    if "platform" in request.fixturenames:
        platform: Platform = request.getfixturevalue("platform")
        platform.wait_until_whole()
