"""Makes matches."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from redscience.api.match.v1 import match_pb2
from redscience.errors import Fault, InvalidField, RedscienceError, UnknownGame
from redscience.interface import Game, Source
from services.kit.identity import Caller
from services.kit.ids import is_id, new_id
from services.match.adjudicator import Adjudicator
from services.match.answers import question
from services.match.messages import match_message
from services.match.model import Match, Snapshot
from services.match.rated import is_rated
from services.match.rulebook import Rulebook
from services.match.seating import chaos_seat, drawn, invited, viewer_for
from services.match.store import Request
from services.match.table import laid
from services.match.turns import Change, begin


def new_seed() -> str:
    """A secret 128-bit seed, as 32 hexadecimal digits."""
    return secrets.token_hex(16)


class Creation:
    """Invites players and starts matches.

    Args:
        adjudicator: stores them.
        rulebook: where games are kept.
        read: what a file says.
        load_game: makes the game of a file.
        pause_ms: how long in games with secrets moves that nobody is asked for wait before they show.
        make_seed: a fresh seed for each match.
    """

    def __init__(
        self,
        *,
        adjudicator: Adjudicator,
        rulebook: Rulebook,
        read: Callable[[str], Source],
        load_game: Callable[[str], Game],
        pause_ms: int,
        make_seed: Callable[[], str] = new_seed,
    ) -> None:
        self._adjudicator = adjudicator
        self._rulebook = rulebook
        self._read = read
        self._load_game = load_game
        self._pause_ms = pause_ms
        self._make_seed = make_seed

    async def create(
        self, caller: Caller, game_id: str, player_ids: tuple[str, ...], request_id: str
    ) -> match_pb2.Match:
        """Makes a match of a game, and returns it as its maker sees it.

        Raises:
            UnknownGame: there is no such game, or it is hidden.
            UnplayableGame: what is installed here does not read it.
            InvalidSlots: the players named cannot sit in it.
        """
        request = Request(caller.id, request_id, question("create", game_id, player_ids))
        try:
            make = await self._maker(caller, game_id, player_ids)
        except RedscienceError:
            # Whoever repeats a request is answered as before, whatever has become of the game since.
            first = await self._adjudicator.first_answer(request)
            if first is None:
                raise
            return first

        def answer(snapshot: Snapshot, now_ms: int) -> match_pb2.Match:
            return match_message(snapshot, viewer_for(snapshot, caller, ""), now_ms)

        return await self._adjudicator.add(make, request, answer)

    async def _maker(self, caller: Caller, game_id: str, player_ids: tuple[str, ...]) -> Callable[[int], Change]:
        """What makes the match for an instant."""
        if not is_id(game_id):
            raise InvalidField([Fault("game_id", "is no id", "Send the id of a game that the rules service lists")])
        saved = await self._rulebook.game(game_id)
        if saved.hidden:
            raise UnknownGame(
                f"{saved.name} is hidden by an admin, and no new match of it is made. Choose another game."
            )
        source = self._read(saved.rule_set)
        players = invited(player_ids, caller, source.seats)

        def make(now_ms: int) -> Change:
            game = self._load_game(saved.rule_set)
            seed = self._make_seed()
            seats = drawn(players, source.seats, seed)
            if game.has_chaos:
                seats = (*seats, chaos_seat(len(seats)))
            match = Match(
                id=new_id(),
                game_id=saved.id,
                game_name=saved.name,
                rule_set=saved.rule_set,
                digest=source.digest,
                rules_version=source.rules_version,
                seed=seed,
                universe=caller.universe,
                rated=is_rated(seats, anonymous=caller.role == "anonymous"),
                seconds_per_turn=source.seconds_per_turn,
                seats=seats,
                created_at_ms=now_ms,
                started_at_ms=now_ms,
                pause_ms=self._pause_ms if game.has_secrets else 0,
            )
            return begin(Snapshot(match, laid(game, seed), {}), now_ms)

        return make
