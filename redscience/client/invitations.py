"""What a bot is invited to: what it accepts without being asked, and its answers to what it is asked for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from redscience.api.match.v1 import match_pb2
from redscience.api.rules.v1 import rules_pb2
from redscience.client.refusals import from_code
from redscience.errors import Fault, InvalidField
from redscience.names import folded_name

log = logging.getLogger(__name__)

Whom = Literal["anybody", "friends", "owner"]
_WHOM: Mapping[str, match_pb2.Whom.ValueType] = {
    "anybody": match_pb2.WHOM_ANYBODY,
    "friends": match_pb2.WHOM_FRIENDS,
    "owner": match_pb2.WHOM_OWNER,
}


@dataclass(frozen=True, slots=True)
class Accepting:
    """What a bot accepts without being asked.

    Attributes:
        games: by name; empty for every game.
        seconds_per_turn: what it needs at least for a turn.
        matches: how many it plays at once; 0 for as many as anybody may.
        whom: whose invitations it accepts: anybody's, those of its owner's friends too, or its owner's alone.
        tournaments: whether it plays in their tournaments, too; in its owner's it does in any case.

    Raises:
        InvalidField: naming each that cannot be meant.
    """

    games: tuple[str, ...] = ()
    seconds_per_turn: int = 0
    matches: int = 0
    whom: Whom = "anybody"
    tournaments: bool = False

    def __post_init__(self) -> None:
        if faults := tuple(self._faults()):
            raise InvalidField(faults)

    def _faults(self) -> Iterator[Fault]:
        if isinstance(self.games, str):  # each letter of which would be taken for a game
            yield Fault("games", "is one text", f"Give names, as in {(self.games,)!r}")
        for name, value in (("seconds_per_turn", self.seconds_per_turn), ("matches", self.matches)):
            if value < 0:
                yield Fault(name, f"is {value}", "Give 0 or more")
        if self.whom not in _WHOM:
            yield Fault("whom", f"is {self.whom!r}", f"Write one of {', '.join(_WHOM)}")

    def fits(self, invitation: Invitation) -> bool:
        """Whether it accepts an invitation that was sent before the platform knew; from whom cannot be told here."""
        games = {folded_name(name) for name in self.games}
        return (
            (not games or folded_name(invitation.game) in games)
            and invitation.seconds_per_turn >= self.seconds_per_turn
            and self.whom == "anybody"
        )

    async def message(self, rules: Any) -> match_pb2.Accepting:
        """As it is said to the match service; the rules service knows the ids of the games.

        Raises:
            UnknownGame: one of the games is not there.
        """
        found = [await rules.Get(rules_pb2.GetRequest(name=name)) for name in self.games]
        return match_pb2.Accepting(
            game_ids=[each.game.id for each in found],
            least_seconds_per_turn=self.seconds_per_turn,
            most_matches=self.matches,
            whom=_WHOM[self.whom],
            tournaments=self.tournaments,
        )


@dataclass(frozen=True, slots=True)
class Invitation:
    """A match that somebody invites to.

    Attributes:
        match_id: of the match, when it starts.
        game: its name.
        players: the names of all who are invited, whoever invites first; "" for a seat that is open.
        seconds_per_turn: how long a turn may take.
        rated: whether the match counts.
    """

    match_id: str
    game: str
    players: tuple[str, ...]
    seconds_per_turn: int
    rated: bool


Accept = Callable[[Invitation], bool]
"""Says whether an invitation is accepted; otherwise it is declined."""


class Invitations:
    """Answers invitations.

    Args:
        send: sends an answer.

    Attributes:
        accept: is asked for each, on a thread; where it raises, the invitation is declined. None leaves all of them
            unanswered.
    """

    def __init__(self, send: Callable[[match_pb2.ServeRequest], None]) -> None:
        self.accept: Accept | None = None
        self._send = send
        self._answers: dict[str, match_pb2.ServeRequest] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def told(self, invitation: match_pb2.Match) -> None:
        """An invitation waits for an answer, or has been called off."""
        if invitation.status != match_pb2.STATUS_INVITED:
            self._answers.pop(invitation.id, None)
        elif self.accept is not None:
            task = asyncio.create_task(self._answer(invitation, self.accept))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def refused(self, refusal: match_pb2.Refusal) -> None:
        """An answer was refused; it is sent again where time may change that."""
        error = from_code(refusal.code, refusal.message, refusal.retry_after_s)
        log.warning("The answer to the invitation %s was refused: %s", refusal.match_id, error.message)
        answer = self._answers.pop(refusal.match_id, None)
        if answer is not None and error.retry_after_s:
            self._answers[refusal.match_id] = answer
            asyncio.get_running_loop().call_later(error.retry_after_s, self._again, refusal.match_id, answer)

    def over(self, match_id: str) -> None:
        """The match has ended."""
        self._answers.pop(match_id, None)

    def end(self) -> None:
        """Answers no more."""
        for task in self._tasks:
            task.cancel()

    def _again(self, match_id: str, answer: match_pb2.ServeRequest) -> None:
        if self._answers.get(match_id) is answer:
            self._send(answer)

    async def _answer(self, told: match_pb2.Match, accept: Accept) -> None:
        is_accepted = await asyncio.to_thread(_is_accepted, invitation_of(told), accept)
        answer = match_pb2.ServeRequest(accept=[told.id]) if is_accepted else match_pb2.ServeRequest(decline=[told.id])
        self._answers[told.id] = answer
        self._send(answer)


def _is_accepted(invitation: Invitation, accept: Accept) -> bool:
    try:
        return accept(invitation)
    except Exception:
        # Whoever invites waits.
        log.exception("The invitation %s is declined", invitation.match_id)
        return False


def invitation_of(told: match_pb2.Match) -> Invitation:
    """An invitation as it was told."""
    return Invitation(told.id, told.game_name, tuple(_names(told)), told.seconds_per_turn, told.rated)


def _names(told: match_pb2.Match) -> Iterator[str]:
    for seat in sorted(told.seats, key=lambda seat: seat.slot):
        if seat.kind != "chaos":
            yield seat.player_name
