"""What agents need is loaded on a thread that yields to others, and on no other."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from dataclasses import dataclass, field
from typing import Any

import pytest

from services.chaos.house.thinking import NICE
from services.chaos.house.warming import Warming


def niceness() -> int:
    """That of this thread."""
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


@dataclass
class Cold:
    """A family of which something is still to be compiled; it notes how nice whoever asks is."""

    name: str = "cold"
    heard: list[int] = field(default_factory=list)

    @property
    def is_warm(self) -> bool:
        self.heard.append(niceness())
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere all threads of a process are as nice as it is")
async def test_threads_that_others_use_are_as_nice_as_before() -> None:
    warming, family, before = Warming(), Cold(), niceness()
    unknown: Any = family
    for _ in range(2):
        await warming.load(unknown)
    assert family.heard == [max(NICE, before)] * 2
    assert warming.ready == set()
    assert {await asyncio.to_thread(niceness) for _ in range(20)} == {before}
