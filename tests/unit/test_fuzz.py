"""A short run of `make fuzz`: only named errors come of whatever is read."""

from __future__ import annotations

import pytest
from fuzz.search import VALID, Tally, search
from fuzz.trials import TRIALS, Trial

INPUTS = 3000


@pytest.mark.slow
def test_only_named_errors_come_of_hostile_input() -> None:
    tally = Tally()
    for finding in search(1, range(INPUTS), tally):
        pytest.fail(f"make fuzz SEED=1 ONLY={finding.number}\n{finding.given!a}\n{finding.came}")
    assert tally.counts.total() == INPUTS
    for name in TRIALS:
        # The inputs are near enough to valid ones to get past the first look.
        assert tally.counts[name, VALID] > INPUTS // 100


def test_anything_else_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(given: object) -> None:
        raise ZeroDivisionError(given)

    monkeypatch.setitem(TRIALS, "move", Trial(lambda chance: chance.random(), stumble, (ValueError,)))
    found = list(search(1, range(6), Tally()))
    assert [(finding.number, finding.trial) for finding in found] == [(1, "move"), (4, "move")]
    assert "ZeroDivisionError" in found[0].came
    assert list(search(1, [4], Tally())) == found[1:]
