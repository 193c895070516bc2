"""Whether a process that is up still answers: one that hangs ends by itself never."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

HANGS_AFTER = 4
"""So often it is asked in vain, one time after the other, before it is held to hang."""

Answers = Callable[[], Awaitable[bool]]


class Liveness:
    """What is said of a process that is asked and does not answer.

    Args:
        is_up: whether it has answered since it was started; before that it may take its time.
        answers: asks it.
    """

    def __init__(self, is_up: Callable[[], bool], answers: Answers) -> None:
        self._is_up = is_up
        self._answers = answers
        self._in_vain = 0

    async def complaint(self) -> str:
        """Why it does not do its work; "" where it does, or has not been asked often enough."""
        if not self._is_up() or await self._answers():
            self._in_vain = 0
            return ""
        self._in_vain += 1
        if self._in_vain < HANGS_AFTER:
            return ""
        self._in_vain = 0
        return "it does not answer"

    def can_recover(self) -> bool:
        """Starting it again always may help."""
        return True
