"""What is said about pausing a match, and what a pause leaves of its clock.

What anybody can tell of it is known to everybody: a turn ends a question only where all see the turn, so that the end
tells nobody of one that they do not see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from redscience.errors import MatchPaused
from services.match.model import AgreedPause, Match, PauseEvent, Snapshot, StoppedClock, TurnClock
from services.match.table import Table, Turn

NOTHING_SAID = AgreedPause()
READY_MS = 10_000
"""What a clock has left at least when a match goes on: whoever is to move may not be there yet."""


def check_goes_on(snapshot: Snapshot) -> None:
    """Raises MatchPaused where nobody may move now."""
    if snapshot.match.is_paused:
        raise MatchPaused("This match is paused, by agreement. Resume it first; then all clocks run again.")


def heard(pause: AgreedPause, event: PauseEvent) -> AgreedPause:
    """What has been said, once this is said too; until when a question stands is not said by it."""
    if event.kind == "askpause":
        return replace(pause, asked_by=event.seat, agreed=frozenset(), resumed_by="")
    if event.kind == "okpause":
        return replace(pause, agreed=pause.agreed | {event.seat})
    if event.kind == "nopause":
        return AgreedPause(refused=pause.refused | {event.seat})
    if event.kind == "paused":
        return AgreedPause(stopped=StoppedClock(event.at_ms, event.elapsed_ms, event.left_ms))
    return AgreedPause(resumed_by=event.seat)


def heard_at(table: Table, pause: AgreedPause, event: PauseEvent) -> Table:
    """The table once this is said: where a match goes on, nobody has thought while it was paused."""
    return gone_on(table, pause, event.at_ms) if event.kind == "resumed" else table


def gone_on(table: Table, pause: AgreedPause, at_ms: int) -> Table:
    """The table of a match that goes on."""
    return table if pause.stopped is None else table.delayed(max(0, at_ms - pause.stopped.at_ms))


def after_turns(match: Match, pause: AgreedPause, versions: Mapping[str, int], turns: Sequence[Turn]) -> AgreedPause:
    """What still stands of it after turns, the first of which follows on views of these versions.

    Nothing does after one that all see, and whoever was refused may ask again.
    """
    if pause == NOTHING_SAID:
        return pause
    for turn in turns:
        is_seen = all(turn.versions.get(viewer) != versions[viewer] for viewer in match.outside_viewers)
        if pause.stopped is not None or is_seen:
            pause = NOTHING_SAID
        versions = turn.versions or versions
    return pause


def going_on(snapshot: Snapshot, now_ms: int) -> Snapshot:
    """The match with its clock running again, with the time that was left; as it is where it is not paused."""
    match, pause = snapshot.match, snapshot.match.agreed_pause
    stopped = pause.stopped
    if stopped is None:
        return snapshot
    clock = TurnClock(now_ms - stopped.elapsed_ms, now_ms + max(stopped.left_ms, READY_MS), now_ms)
    return replace(
        snapshot,
        match=replace(match, clock=clock, pause_ends_at_ms=None, agreed_pause=NOTHING_SAID),
        table=gone_on(snapshot.table, pause, max(now_ms, snapshot.table.last_at_ms)),
    )
