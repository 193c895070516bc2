"""How much of a replay is on one page."""

from __future__ import annotations

MOST_BYTES = 1 << 20
"""Where the views of a page are longer together, it ends."""


class Room:
    """What a page of a replay has room for: one view, however large it is, and those after it until it is full."""

    def __init__(self) -> None:
        self._n_views = self._n_bytes = 0

    def takes(self, view: str) -> bool:
        """Whether the next view is on the page still; if not, none after it is."""
        self._n_views += 1
        self._n_bytes += len(view.encode())
        return self._n_views == 1 or self._n_bytes <= MOST_BYTES
