"""What starts when all have accepted."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from redscience.interface import Game, Source
from services.match.invitation import Invitation
from services.match.model import Match, Snapshot
from services.match.rated import is_rated
from services.match.seating import chaos_seat, drawn
from services.match.table import laid
from services.match.turns import Change, begin


def new_seed() -> str:
    """A secret 128-bit seed, as 32 hexadecimal digits."""
    return secrets.token_hex(16)


class Starting:
    """Makes matches of invitations that all have accepted.

    Args:
        read: what a file says.
        load_game: makes the game of a file.
        pause_ms: how long in games with secrets moves that nobody is asked for wait before they show.
        make_seed: a fresh seed for each match.
    """

    def __init__(
        self,
        *,
        read: Callable[[str], Source],
        load_game: Callable[[str], Game],
        pause_ms: int,
        make_seed: Callable[[], str] = new_seed,
    ) -> None:
        self.read = read
        self._load_game = load_game
        self._pause_ms = pause_ms
        self._make_seed = make_seed

    def start(self, invitation: Invitation, now_ms: int) -> Change:
        """The match as it starts, its seats drawn.

        Raises:
            UnplayableGame: what is installed here does not read the game.
        """
        source, game = self.read(invitation.rule_set), self._load_game(invitation.rule_set)
        seed = self._make_seed()
        seats = drawn(invitation.seats, source.seats, seed)
        if game.has_chaos:
            seats = (*seats, chaos_seat(len(seats)))
        match = Match(
            id=invitation.id,
            game_id=invitation.game_id,
            game_name=invitation.game_name,
            rule_set=invitation.rule_set,
            digest=source.digest,
            rules_version=source.rules_version,
            seed=seed,
            universe=invitation.universe,
            rated=is_rated(seats),
            seconds_per_turn=source.seconds_per_turn,
            seats=seats,
            created_at_ms=invitation.created_at_ms,
            started_at_ms=now_ms,
            pause_ms=self._pause_ms if game.has_secrets else 0,
        )
        return begin(Snapshot(match, laid(game, seed), {}), now_ms)
