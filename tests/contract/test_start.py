"""What every process does when it is told too little: says what is missing, and ends with 2."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from fixtures.patience import PATIENCE_S

from services.laptop.plan import MODULES


@pytest.mark.slow
@pytest.mark.parametrize("service", sorted(MODULES))
def test_a_process_says_what_it_was_not_told(service: str) -> None:
    outcome = subprocess.run(
        [sys.executable, "-m", MODULES[service]],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
        env={name: value for name, value in os.environ.items() if not name.startswith("REDSCIENCE_")},
    )
    assert outcome.returncode == 2
    assert "REDSCIENCE_PLAYERS_ADDRESS is not set; it must be host:port" in outcome.stderr
    assert "Traceback" not in outcome.stderr
