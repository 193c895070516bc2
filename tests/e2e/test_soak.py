"""A short run of `make soak`: nothing that was acknowledged is lost, nothing happens twice, nothing is stuck."""

from __future__ import annotations

import pytest
from fixtures.platform import Platform
from soak.killing import PARTS
from soak.run import soak

SEED = 11


@pytest.mark.slow
async def test_what_is_acknowledged_outlives_every_process(own_platform: Platform) -> None:
    told = list[str]()
    own_platform.start()
    assert await soak(own_platform, SEED, len(PARTS), told.append) == []
    own_platform.stop()
    assert len(told) == len(PARTS) + 2, told
