"""What the application lets in to an event stream, handed to the event loop that carries it.

The application answers a request for a stream like any other: who asks, whether they may, with which headers. It only
leaves here what is to be followed; the server that ran it goes on with the body.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, get_args

Kind = Literal["match", "leaderboard", "tournament", "analysis"]
KINDS: tuple[Kind, ...] = get_args(Kind)

_KEY = "redscience.admitted"


@dataclass(frozen=True, slots=True)
class Followed:
    """What a stream tells, and to whom.

    Attributes:
        id: of the match, also of one that is analysed, of the tournament, or of the game whose leaderboard it is.
        player_id: whose standing is told with a leaderboard.
        controller_id: who is told: what one of them may see, another may not, even where they share a player.
        universe: of the leaderboard; "" for their own.
        added: who is on the leaderboard besides.
    """

    kind: Kind
    id: str
    player_id: str
    controller_id: str
    universe: str = ""
    added: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Admitted:
    """A stream that may begin.

    Attributes:
        secret: of the session that follows.
        leave: to be called when the stream is over, or never began.
    """

    followed: Followed
    secret: str
    leave: Callable[[], None]


def admit(environ: dict[str, Any], admitted: Admitted) -> None:
    """Leaves word, in a request's environment, that a stream may begin."""
    environ[_KEY] = admitted


def admitted_by(environ: dict[str, Any]) -> Admitted | None:
    """The stream that the application has let in; None where it answered in whole."""
    return environ.get(_KEY)
