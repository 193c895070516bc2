"""Pausing a match at a server: what is typed for it, and what is told of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from uuid import uuid4

from redscience.api.match.v1.match_pb2 import Match, PauseRequest, RefusePauseRequest, ResumeRequest
from redscience.command.output import time_of
from redscience.command.server import Server

Say = Callable[[Server, Match], Match]


def _ask(server: Server, match: Match) -> Match:
    request = PauseRequest(match_id=match.id, seat=match.viewer, request_id=str(uuid4()))
    return server.call(server.match.Pause, request).match


def _refuse(server: Server, match: Match) -> Match:
    return server.call(server.match.RefusePause, RefusePauseRequest(match_id=match.id, seat=match.viewer)).match


def _resume(server: Server, match: Match) -> Match:
    return server.call(server.match.Resume, ResumeRequest(match_id=match.id, seat=match.viewer)).match


WORDS: Mapping[str, Say] = {"pause": _ask, "no pause": _refuse, "resume": _resume}
"""What may be typed; to agree is to ask, too, and to withdraw to refuse."""


def is_asked(match: Match) -> bool:
    """Whether somebody asks the person for a pause, or may be asked to go on."""
    return match.is_paused or match.pause_asked_by not in {"", match.viewer}


def is_other(before: Match, now: Match) -> bool:
    """Whether anything about pauses has changed."""
    return (before.is_paused, before.pause_asked_by) != (now.is_paused, now.pause_asked_by)


def until_when(match: Match) -> str:
    """Of a match that is paused, when it goes on."""
    until = time_of(match.paused_until_ms)
    return f"The match is paused. It goes on when somebody resumes it, at the latest at {until}."


def told(before: Match, now: Match) -> str:
    """What has changed, in a sentence or two; "" where nothing has."""
    if not is_other(before, now):
        return ""
    if now.is_paused:
        return f"Paused, by agreement, until {time_of(now.paused_until_ms)} at most. Type resume to go on."
    if before.is_paused:
        return f"{_name(now, now.resumed_by)} resumed the match." if now.resumed_by else "The pause is over."
    if not now.pause_asked_by:
        return "No pause was agreed on."
    if now.pause_asked_by == now.viewer:
        return "You have asked for a pause."
    return f"{_name(now, now.pause_asked_by)} asks for a pause. Type pause to agree, or no pause."


def _name(match: Match, seat: str) -> str:
    return next((each.player_name for each in match.seats if each.seat == seat), seat)
