"""A tournament while a worker, the service and what hands over between them die: each game is played and counted once.

`make soak-batch` does it a hundred times.
"""

from __future__ import annotations

import time
from random import Random

import pytest
from fixtures.patience import PATIENCE_S
from fixtures.platform import Platform
from soak.tournaments import BROKER, WORKER, Organizer, differences, kill

from redscience.api.batch.v1 import batch_pb2 as pb

SEED = "fedcba9876543210" * 2
GAMES_EACH = 24


@pytest.mark.slow
def test_each_game_is_played_and_counted_once_whatever_dies(platform: Platform) -> None:
    organizer, dice = Organizer(platform, platform.admin_secret), Random(7)
    tournament_id = organizer.create(SEED, GAMES_EACH)
    give_up_at = time.monotonic() + PATIENCE_S
    for victim in (WORKER, BROKER, "batch", WORKER):
        before = organizer.progress(tournament_id).games_played
        while organizer.progress(tournament_id).games_played == before < 3 * GAMES_EACH:
            assert time.monotonic() < give_up_at
            time.sleep(0.05)
        kill(platform, victim, dice)
    while organizer.progress(tournament_id).status != pb.STATUS_ENDED:
        assert time.monotonic() < give_up_at
        time.sleep(0.05)
    assert differences(organizer, tournament_id, SEED, GAMES_EACH) == []
    platform.wait_until_whole()
