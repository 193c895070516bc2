"""How often something may be asked for, by clocks that are wrong for a while."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection

from redscience.errors import TooManyTries
from services.kit.clock import ManualClock
from services.kit.database import open_database
from services.players.__main__ import MIGRATIONS
from services.players.allowances import CODES_HERE, MAILS, VISITS, Allowance, Allowances

DAY_MS = 24 * 3_600_000


@pytest.mark.parametrize("what", [MAILS, VISITS, CODES_HERE], ids=lambda what: what.name)
async def test_a_window_that_began_by_a_clock_that_was_ahead_is_over(
    tmp_path: Path, what: Allowance, caplog: pytest.LogCaptureFixture
) -> None:
    database = await open_database(f"sqlite:///{tmp_path / 'players.sqlite'}", MIGRATIONS)
    allowances, clock = Allowances(lambda: b"key"), ManualClock()

    def take(connection: Connection, now_ms: int) -> None:
        allowances.take(connection, what, now_ms=now_ms)

    async def take_all() -> None:
        for _ in range(what.most):
            await database.write(partial(take, now_ms=clock.now_ms()))

    clock.advance(DAY_MS)
    await take_all()
    clock.advance(-DAY_MS)
    await take_all()
    for _ in range(2):
        with pytest.raises(TooManyTries):
            await take_all()
    (said,) = [vars(each) for each in caplog.records if each.name == "services.players.allowances"]
    assert (said["of"], said["most"]) == (what.name, what.most)
    clock.advance(what.window_ms)
    await take_all()
    await database.close()
