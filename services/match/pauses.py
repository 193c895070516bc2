"""In a game with secrets, what nobody is asked for shows only after a pause, so that its timing tells nothing.

A single choice, Random's move and Chaos's are known at once. Were they made at once, whoever waits could tell a seat
that has nothing to choose, or a long run of hidden moves, from one that thinks. So what nobody outside the platform
can see is made at once, and the first thing that somebody would see waits until a whole number of pauses has passed
since anybody last saw something: how many hidden moves came before it, by whom, and why, leaves no trace in when it
shows.
"""

from __future__ import annotations

from services.match.model import Match
from services.match.table import Table


def shows(match: Match, before: Table, after: Table) -> bool:
    """Whether anybody outside the platform can tell one table from the other."""
    return any(before.versions[viewer] != after.versions[viewer] for viewer in match.outside_viewers)


def last_shown_ms(match: Match, table: Table) -> int:
    """When anybody outside the platform last saw something."""
    return max(match.started_at_ms, *(table.changed_at_ms[viewer] for viewer in match.outside_viewers))


def pause_end(match: Match, table: Table, now_ms: int) -> int:
    """The instant, after the present one, at which what waits may show."""
    shown_ms = last_shown_ms(match, table)
    if shown_ms - now_ms > match.pause_ms:
        return now_ms + match.pause_ms  # the clock was set back: nobody waits until it is where it was
    passed = max(0, now_ms - shown_ms) // match.pause_ms
    return shown_ms + (passed + 1) * match.pause_ms
