"""Matches in memory: so many of them, and so many bytes of what was worked out of those that are large."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable

from services.match.model import Snapshot

_MOST = 2_500
_MOST_BYTES = 256 << 20
"""So much may be kept of what can be worked out again, views and legal moves; most matches keep some KB of it."""
_LIGHT_BYTES = 65_536
"""A match that keeps no more is not counted there: there are `_MOST` of them at most."""


class SnapshotCache:
    """Matches as they stood last; those that were used last are the last to go.

    Where what is large becomes too much, whoever made the most of it loses it first, of the match that was used least
    lately: its legal moves and views are worked out again when somebody asks for them. The match itself stays, so that
    its record need not be played again.
    """

    def __init__(self) -> None:
        # Snapshots are values: each is a match as it stood after some row of its record.
        self._snapshots: OrderedDict[str, Snapshot] = OrderedDict()
        # By who made them, the bytes of matches that are large, the latest used last; and their sums.
        self._large: dict[str, OrderedDict[str, int]] = {}
        self._bytes: Counter[str] = Counter()
        self._makers: dict[str, str] = {}

    def get(self, match_id: str) -> Snapshot | None:
        """The match, if it is kept."""
        return self._snapshots.get(match_id)

    def put(self, snapshot: Snapshot) -> None:
        """Keeps a match, unless it is known as it was later; another may have to go for it."""
        match_id = snapshot.match.id
        known = self._snapshots.get(match_id)
        if known is None or known.match.version <= snapshot.match.version:
            self._snapshots[match_id] = snapshot
        self._snapshots.move_to_end(match_id)
        self.weigh(match_id)
        if len(self._snapshots) > _MOST:
            self.discard(next(iter(self._snapshots)))

    def weigh(self, match_id: str) -> None:
        """More of a match may be kept than before: somebody has asked for something."""
        snapshot = self._snapshots.get(match_id)
        if snapshot is None:
            return
        n_bytes = snapshot.table.kept_bytes
        if n_bytes <= _LIGHT_BYTES and match_id not in self._makers:
            return
        self._uncount(match_id)
        if n_bytes > _LIGHT_BYTES:
            maker_id = self._makers[match_id] = snapshot.match.maker_id
            self._large.setdefault(maker_id, OrderedDict())[match_id] = n_bytes
            self._bytes[maker_id] += n_bytes
        while self._bytes.total() > _MOST_BYTES:
            self._lighten()

    def amend(self, snapshot: Snapshot) -> None:
        """Has a match that is kept be otherwise in what weighs nothing, which is no use of it."""
        self._snapshots[snapshot.match.id] = snapshot

    def amend_all(self, change: Callable[[Snapshot], Snapshot]) -> None:
        """The same of all that are kept."""
        for snapshot in self._snapshots.values():
            self.amend(change(snapshot))

    def discard(self, match_id: str) -> None:
        """Forgets a match, if it is kept."""
        self._uncount(match_id)
        self._snapshots.pop(match_id, None)

    def clear(self) -> None:
        """Forgets all."""
        for kept in (self._snapshots, self._large, self._bytes, self._makers):
            kept.clear()

    def _lighten(self) -> None:
        """Drops what can be worked out again of one match."""
        ((maker_id, _),) = self._bytes.most_common(1)
        match_id = next(iter(self._large[maker_id]))
        self._snapshots[match_id].table.forget()
        self._uncount(match_id)

    def _uncount(self, match_id: str) -> None:
        maker_id = self._makers.pop(match_id, None)
        if maker_id is None:
            return
        of_maker = self._large[maker_id]
        self._bytes[maker_id] -= of_maker.pop(match_id)
        if not of_maker:
            del self._large[maker_id], self._bytes[maker_id]
