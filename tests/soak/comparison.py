"""What the platform has kept, beside what it has acknowledged."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import suppress

from soak.ledger import Ledger
from soak.player import Player

from redscience.api.match.v1 import match_pb2 as mp
from redscience.api.rating.v1 import rating_pb2 as tp
from redscience.errors import UnknownMatch

PAGE = 100


class Comparison:
    """Finds what differs.

    Args:
        ledger: what was acknowledged.
        players: all who have played, Random aside.
    """

    def __init__(self, ledger: Ledger, players: Sequence[Player]) -> None:
        self._ledger = ledger
        self._players = players
        self._reader = players[0]

    async def differences(self) -> AsyncIterator[str]:
        """Each difference, in words; none where nothing was lost and nothing happened twice."""
        kept = await self._kept()
        for match_id in sorted(kept.keys() ^ self._ledger.created.keys()):
            yield f"{match_id}: " + ("was not asked for" if match_id in kept else "was acknowledged and is lost")
        for match_id, match in sorted(kept.items()):
            async for difference in self._of_match(match_id, match):
                yield f"{match_id}: {difference}"

    async def rated(self) -> Counter[tuple[str, str]]:
        """How many rated matches each player has ended in each game; Chaos is no player."""
        seats = ((seat, match) for match in (await self._kept()).values() if _counts(match) for seat in match.seats)
        return Counter((seat.player_id, match.game_id) for seat, match in seats if seat.player_id)

    async def counted(self, player_ids: Iterable[str]) -> Counter[tuple[str, str]]:
        """How many the ratings have counted for these players in each game."""
        counted = Counter[tuple[str, str]]()
        for player_id in player_ids:
            answer = await self._reader.call("rating", "GetPlayer", tp.GetPlayerRequest(player_id=player_id))
            counted.update({(player_id, each.game_id): each.played for each in answer.standings if each.played})
        return counted

    async def _of_match(self, match_id: str, match: mp.Match) -> AsyncIterator[str]:
        ledger, status = self._ledger, mp.Status.Name(match.status)
        if match.status == mp.STATUS_CALLED_OFF and match_id in ledger.started:
            yield "was called off though it was said to have started"
        if match_id in ledger.ends:
            for difference in _of_end(ledger.ends[match_id], match):
                yield difference
        if match_id in ledger.finished and match.status != mp.STATUS_ENDED:
            yield f"had ended and is now {status}"
        if match.status == mp.STATUS_ENDED:
            for difference in await self._of_record(match_id):
                yield difference

    async def _of_record(self, match_id: str) -> list[str]:
        request = mp.GetRecordRequest(match_id=match_id)
        record = (await self._reader.call("match", "GetRecord", request)).record
        return [*self._of_moves(match_id, record), *self._of_leaving(match_id, record)]

    def _of_moves(self, match_id: str, record: mp.Record) -> Iterator[str]:
        for seat in record.seats:
            told, made = self._ledger.moves.get((match_id, seat.seat), []), _moves_of(record, seat.seat)
            if seat.kind == "person" and told != made:
                yield f"{seat.seat} was told of {told}, the record has {made}"

    def _of_leaving(self, match_id: str, record: mp.Record) -> Iterator[str]:
        left = {seat for turn in record.turns if turn.left for seat in turn.seats}
        for seat in sorted(seat for each, seat in self._ledger.left if each == match_id and seat not in left):
            yield f"{seat} was told to have resigned, the record does not say so"

    async def _kept(self) -> dict[str, mp.Match]:
        """All matches and invitations of all players; what was called off is in no list, and asked for by its id."""
        kept = {match.id: match for player in self._players for match in await _listed(player)}
        for player in self._players:
            for match_id in [each for each, host_id in self._ledger.created.items() if host_id == player.id]:
                with suppress(UnknownMatch):
                    kept[match_id] = kept.get(match_id) or await player.look(match_id)
        return kept


def _moves_of(record: mp.Record, seat: str) -> list[str]:
    """What a seat has chosen, one after the other."""
    turns = (turn for turn in record.turns if list(turn.seats) == [seat] and not turn.automatic)
    return [move for turn in turns for move in turn.moves.moves]


def _of_end(told: str, match: mp.Match) -> Iterator[str]:
    """How an invitation that was called off stands otherwise now."""
    status, reason = mp.Status.Name(match.status), mp.Reason.Name(match.reason)
    if match.status != mp.STATUS_CALLED_OFF:
        yield f"was called off, {told}, and is now {status}"
    elif reason != told:
        yield f"was called off, {told}, and is now {status}, {reason}"


async def _listed(player: Player) -> list[mp.Match]:
    request, found = mp.ListRequest(player_id=player.id, page_size=PAGE), list[mp.Match]()
    while True:
        answer = await player.call("match", "List", request)
        found.extend(answer.matches)
        if not answer.next_page_token:
            return found
        request.page_token = answer.next_page_token


def _counts(match: mp.Match) -> bool:
    return match.status == mp.STATUS_ENDED and match.rated


def rating_differences(expected: Counter[tuple[str, str]], counted: Counter[tuple[str, str]]) -> list[str]:
    """For which players and games other matches are counted than were rated, in words."""
    return [
        f"{player_id} in game {game_id}: {expected[player_id, game_id]} rated matches,"
        f" {counted[player_id, game_id]} counted"
        for player_id, game_id in sorted(expected | counted)
        if expected[player_id, game_id] != counted[player_id, game_id]
    ]
