"""What starts when all have accepted."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace

from redscience.interface import Game, Source
from services.match.invitation import Invitation
from services.match.model import Match, Seat, Snapshot
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
        source, seed = self.read(invitation.rule_set), self._make_seed()
        return self._begun(invitation, drawn(invitation.seats, source.seats, seed), seed, now_ms)

    def scheduled(self, invitation: Invitation, tournament_id: str, now_ms: int, *, rated: bool) -> Change:
        """A game of a tournament as it starts: all have the seats that the tournament gives them.

        Args:
            invitation: its players are in order of play, one for each seat.
            tournament_id: of the tournament.
            now_ms: the present instant.
            rated: whether it may count.

        Raises:
            UnplayableGame: what is installed here does not read the game.
        """
        names = self.read(invitation.rule_set).seats
        seats = tuple(replace(seat, seat=name) for seat, name in zip(invitation.seats, names, strict=True))
        return self._begun(invitation, seats, self._make_seed(), now_ms, tournament_id, rated=rated)

    def _begun(
        self,
        invitation: Invitation,
        seats: tuple[Seat, ...],
        seed: str,
        now_ms: int,
        tournament_id: str = "",
        *,
        rated: bool = True,
    ) -> Change:
        source, game = self.read(invitation.rule_set), self._load_game(invitation.rule_set)
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
            rated=rated and is_rated(seats),
            seconds_per_turn=source.seconds_per_turn,
            seats=seats,
            created_at_ms=invitation.created_at_ms,
            started_at_ms=now_ms,
            pause_ms=self._pause_ms if game.has_secrets else 0,
            tournament_id=tournament_id,
        )
        return begin(Snapshot(match, laid(game, seed), {}), now_ms)
