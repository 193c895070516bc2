"""Every error that redscience raises on purpose, as one tree.

    RedscienceError
    ├── RuleSetError           rules/invalid        a rule set has faults (all of them are listed)
    ├── UnknownGame            rules/unknown_game
    ├── UnplayableGame         rules/unplayable     it is saved, and cannot be played by what is installed here
    ├── NameTaken              rules/name_taken
    ├── SameRules              rules/same_rules     a saved game has the same rules under another name
    ├── QuotaSpent             rules/quota_spent
    ├── UnknownDraft           rules/unknown_draft
    ├── DraftChanged           rules/draft_changed  it was saved elsewhere since
    ├── MoveError
    │   ├── UnreadableMove     move/unreadable      the text is no move
    │   ├── IllegalMove        move/illegal         it is a move, and may not be made now
    │   └── AmbiguousMove      move/ambiguous       it may be read as two different moves
    ├── UnknownAgent           agents/unknown
    ├── WrongView              agents/wrong_view    an agent was given a view of another game or seat
    ├── UnreadableState        state/unreadable     the text is no state of this game
    ├── NotActing              match/not_acting     it is not this seat's turn, or the seat does not exist
    ├── MatchOver              match/over
    ├── MatchRunning           match/running        what is asked for is told only after the end
    ├── MatchStarted           match/started        too late to decline or take back its invitation, or to abort it
    ├── CalledOff              match/called_off     the invitation was declined, taken back, or has lapsed
    ├── NoTakeBack             match/no_take_back   nothing can be taken back in this match now
    ├── NoPause                match/no_pause       no pause can be asked for in this match now
    ├── NoHint                 match/no_hint        no hint can be asked for in this match
    ├── MatchPaused            match/paused         nobody moves until somebody resumes
    ├── StaleView              match/stale_view     the view that was answered is no longer the present one
    ├── UnknownMatch           match/unknown
    ├── InvalidSlots           match/invalid_slots
    ├── UnknownTournament      batch/unknown
    ├── TournamentOver         batch/over
    ├── TournamentBegun        batch/begun          too late to accept or decline a place in it, or to ask for one
    ├── TournamentFull         batch/full           as many play in it as can
    ├── TournamentNotBegun     batch/not_begun      people who are asked have not answered yet
    ├── BlockTaken             batch/block_taken    somebody else plays it, or it is played, or nobody is to play it now
    ├── InvalidField           input/invalid        a field of a request is at fault
    ├── UnknownPlayer          players/unknown
    ├── PlayerNameTaken        players/name_taken
    ├── WrongCode              players/wrong_code
    ├── TooManyTries           players/too_many_tries
    ├── NotLoggedIn            identity/not_logged_in
    ├── NotAllowed             identity/not_allowed
    ├── Unavailable            service/unavailable  try again
    └── LimitReached           service/limit_reached  as much at once as one may have; says when to try again

Each has a stable `code`, a `message` for a person (what is wrong, and what to do), and `faults` that say where, if
fields of the input are at fault. `services/kit/errors.py` maps each code to a status of gRPC and of HTTP.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from redscience.english import English


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with an input.

    Attributes:
        path: the field, as a path into the input: `board.size[0]`, `checks[1].length`, `email`.
        problem: what is wrong with it, as a person would say it.
        remedy: what would be right.
    """

    path: str
    problem: English
    remedy: English

    def __str__(self) -> str:
        end = "" if self.remedy.endswith("?") else "."
        return f"{self.path}: {self.problem}. {self.remedy}{end}"


class RedscienceError(Exception):
    """The root of the tree.

    Attributes:
        retry_after_s: after how many whole seconds the same may succeed; 0 where time changes nothing.
    """

    code: ClassVar[str] = "internal"
    retry_after_s: int = 0

    def __init__(self, message: English, faults: Iterable[Fault] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.faults = tuple(faults)


class RuleSetError(RedscienceError):
    """A rule set has faults; `faults` lists all of them at once.

    Attributes:
        is_read: whether each field says something, so that what is wrong is how they go together.
    """

    code = "rules/invalid"

    def __init__(self, faults: Iterable[Fault], *, is_read: bool = False) -> None:
        faults = tuple(faults)
        self.is_read = is_read
        count = "one fault" if len(faults) == 1 else f"{len(faults)} faults"
        super().__init__(f"The rule set has {count}: " + " ".join(map(str, faults)), faults)


class UnknownGame(RedscienceError):
    """There is no game of this name or id."""

    code = "rules/unknown_game"


class UnplayableGame(RedscienceError):
    """A saved game cannot be played here: its family is not installed, or another release saved it."""

    code = "rules/unplayable"


class NameTaken(RedscienceError):
    """A game of this name exists, or the name is reserved."""

    code = "rules/name_taken"


class SameRules(RedscienceError):
    """A saved game differs from this one by its name at most."""

    code = "rules/same_rules"


class QuotaSpent(RedscienceError):
    """The player has made as many games as their role may."""

    code = "rules/quota_spent"


class UnknownDraft(RedscienceError):
    """There is no such draft, or it is not the caller's."""

    code = "rules/unknown_draft"


class DraftChanged(RedscienceError):
    """The draft was saved elsewhere since the version that was to be replaced."""

    code = "rules/draft_changed"


class MoveError(RedscienceError):
    """A move was refused; nothing has changed."""

    code = "move/refused"


class UnreadableMove(MoveError):
    """The text is no move in the notation."""

    code = "move/unreadable"


class IllegalMove(MoveError):
    """The text is a move, but this seat may not make it now."""

    code = "move/illegal"


class AmbiguousMove(MoveError):
    """The text fits more than one legal move; writing it in full tells them apart."""

    code = "move/ambiguous"


class UnknownAgent(RedscienceError):
    """There is no agent of this name."""

    code = "agents/unknown"


class WrongView(RedscienceError):
    """An agent was given a view that is not of its match: of another game or seat, or of none that was begun."""

    code = "agents/wrong_view"


class UnreadableState(RedscienceError):
    """The text of a state cannot be read, or belongs to another game."""

    code = "state/unreadable"


class NotActing(RedscienceError):
    """The seat owes no decision now, or is no seat of this game."""

    code = "match/not_acting"


class MatchOver(RedscienceError):
    """The match has ended; nothing can change it."""

    code = "match/over"


class MatchRunning(RedscienceError):
    """What was asked for is told only when the match has ended."""

    code = "match/running"


class MatchStarted(RedscienceError):
    """It is too late for what can be done before a match is under way: to decline, to take back, to abort."""

    code = "match/started"


class NoTakeBack(RedscienceError):
    """Nothing can be taken back now: something is hidden or drawn, a bot plays, or there is nothing to take back."""

    code = "match/no_take_back"


class NoPause(RedscienceError):
    """No pause can be asked for now: it was refused since the last turn, or whoever asks has left."""

    code = "match/no_pause"


class NoHint(RedscienceError):
    """No hint can be given: somebody else plays than the platform's own, or the match counts and is under way."""

    code = "match/no_hint"


class MatchPaused(RedscienceError):
    """The match is paused by agreement; resume it, then move."""

    code = "match/paused"


class CalledOff(RedscienceError):
    """The invitation was declined, taken back, or has lapsed: no match comes of it."""

    code = "match/called_off"


class StaleView(RedscienceError):
    """The view that was answered is no longer the caller's present one; look again, then decide."""

    code = "match/stale_view"


class UnknownMatch(RedscienceError):
    """There is no match of this id that the caller may see."""

    code = "match/unknown"


class InvalidSlots(RedscienceError):
    """The players named for a match cannot sit in it."""

    code = "match/invalid_slots"


class UnknownTournament(RedscienceError):
    """There is no such tournament, or no such game in it, that the caller may know of."""

    code = "batch/unknown"


class TournamentOver(RedscienceError):
    """The tournament is over: nothing can be paused, resumed or cancelled."""

    code = "batch/over"


class TournamentBegun(RedscienceError):
    """The tournament has begun: nobody is asked for a place in it any more, and none is accepted or declined."""

    code = "batch/begun"


class TournamentFull(RedscienceError):
    """As many people are in the tournament as there can be, or as its games allow."""

    code = "batch/full"


class TournamentNotBegun(RedscienceError):
    """People who are asked have not answered yet, and nobody has begun the tournament."""

    code = "batch/not_begun"


class BlockTaken(RedscienceError):
    """A block of games is not this worker's to play: another has it, it is played, or its tournament does not go on."""

    code = "batch/block_taken"


class InvalidField(RedscienceError):
    """A field of a request is at fault; `faults` say which, and what would be right."""

    code = "input/invalid"

    def __init__(self, faults: Iterable[Fault]) -> None:
        faults = tuple(faults)
        super().__init__(" ".join(map(str, faults)), faults)


class UnknownPlayer(RedscienceError):
    """There is no player of this id that the caller may know of."""

    code = "players/unknown"


class PlayerNameTaken(RedscienceError):
    """Another player has this name, or it is reserved."""

    code = "players/name_taken"


class WrongCode(RedscienceError):
    """The log-in code is wrong, used, or no longer valid."""

    code = "players/wrong_code"


class TooManyTries(RedscienceError):
    """Too many codes were asked for or tried; wait."""

    code = "players/too_many_tries"


class NotLoggedIn(RedscienceError):
    """The call needs to know who is calling, and does not."""

    code = "identity/not_logged_in"


class NotAllowed(RedscienceError):
    """The caller is known, and may not do this."""

    code = "identity/not_allowed"


class Unavailable(RedscienceError):
    """A part of the platform does not answer now; trying again is safe."""

    code = "service/unavailable"
    retry_after_s = 2


class LimitReached(RedscienceError):
    """The caller has as much at once as one may have; what they have goes on."""

    code = "service/limit_reached"

    def __init__(self, message: English, faults: Iterable[Fault] = (), *, retry_after_s: int = 5) -> None:
        super().__init__(message, faults)
        self.retry_after_s = retry_after_s
