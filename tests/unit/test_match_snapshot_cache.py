"""What is kept of matches in memory: what one player's large ones take is taken from that player."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fixtures.matches import ANNA, BEN, human, snapshot_of

from services.match.model import Snapshot
from services.match.snapshot_cache import SnapshotCache


@pytest.fixture(autouse=True)
def bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """All matches count as large, and as much is kept as five of them take."""
    monkeypatch.setattr("services.match.snapshot_cache._LIGHT_BYTES", 0)
    monkeypatch.setattr("services.match.snapshot_cache._MOST_BYTES", 5 * asked(match("one", ANNA)).table.kept_bytes)


def match(match_id: str, maker_id: str) -> Snapshot:
    made = snapshot_of("Reversi", human("black", 0, maker_id), human("white", 1, BEN if maker_id == ANNA else ANNA))
    return replace(made, match=replace(made.match, id=match_id))


def asked(snapshot: Snapshot) -> Snapshot:
    """The same after somebody has looked at it."""
    snapshot.table.view("black")
    return snapshot


def keep(cache: SnapshotCache, match_id: str, maker_id: str) -> Snapshot:
    """A match that is looked at when it is kept already."""
    snapshot = match(match_id, maker_id)
    cache.put(snapshot)
    asked(snapshot)
    cache.weigh(match_id)
    return snapshot


def test_who_has_made_most_loses_what_was_used_least_lately() -> None:
    cache = SnapshotCache()
    of_ben = keep(cache, "ben's", BEN)
    of_anna = [keep(cache, f"anna's {number}", ANNA) for number in range(4)]
    assert all(each.table.kept_bytes for each in (of_ben, *of_anna))
    cache.weigh("anna's 0")  # it is used again
    of_anna += [keep(cache, f"anna's {number}", ANNA) for number in (4, 5)]
    assert [bool(each.table.kept_bytes) for each in of_anna] == [True, False, False, True, True, True]
    assert of_ben.table.kept_bytes


def test_what_is_dropped_is_worked_out_again_and_the_match_stays() -> None:
    cache = SnapshotCache()
    first = keep(cache, "first", ANNA)
    view, legal = first.table.view("black"), first.table.state.legal("black")
    for number in range(5):
        keep(cache, f"other {number}", ANNA)
    assert not first.table.kept_bytes
    assert cache.get("first") is first
    assert (first.table.view("black"), first.table.state.legal("black")) == (view, legal)


def test_what_is_gone_makes_room() -> None:
    cache = SnapshotCache()
    kept = [keep(cache, f"one {number}", ANNA) for number in range(5)]
    cache.discard("one 0")
    changed = match("one 1", ANNA)
    changed.table.forget()  # nobody has looked at it since
    cache.put(changed)
    kept += [keep(cache, f"another {number}", ANNA) for number in range(2)]
    assert all(each.table.kept_bytes for each in kept[2:])


def test_a_match_that_is_known_as_it_was_later_stays_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.match.snapshot_cache._MOST", 2)
    cache, one = SnapshotCache(), match("one", ANNA)
    later = replace(one, match=replace(one.match, version=1))
    for each in (later, match("other", ANNA), one):
        cache.put(each)
    assert cache.get("one") is later
    assert cache.get("other") is not None
    cache.put(match("third", BEN))
    assert cache.get("other") is None
    cache.clear()
    assert cache.get("one") is None
