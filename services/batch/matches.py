"""Games that were matches of the match service: what they are asked for by, and how they are kept and counted."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from typing import cast

from redscience.api.batch.v1 import batch_pb2
from redscience.api.match.v1 import match_pb2
from redscience.interface import LEAVE
from redscience.random_games import Result
from redscience.tournaments.results import MOST_MOVES, PlayedGame, Results, half_points
from redscience.tournaments.schedule import ScheduledGame
from services.batch.counting import text_of
from services.batch.model import Played, Tournament
from services.batch.recording import add_word, match_id, plies_of, result_bits
from services.batch.rounds import seatings

_TIME, _CALLED_OFF = "time", "aborted"


def request_for(tournament: Tournament, game: ScheduledGame, absent: Sequence[int] = ()) -> match_pb2.ScheduleRequest:
    """What the match service is asked for, so that a game is played, or lost by those who have not come.

    Args:
        tournament: of which it is a game.
        game: who sits where.
        absent: the seats of people who have not come.
    """
    rules = tournament.games[game.game]
    players = [tournament.players[number] for number in game.players]
    return match_pb2.ScheduleRequest(
        match_id=match_id(tournament, game.number),
        tournament_id=tournament.id,
        game_id=rules.game_id,
        game_name=rules.name,
        rule_set=rules.rule_set,
        universe=tournament.universe,
        rated=tournament.rated,
        most_moves=MOST_MOVES,
        absent=absent,
        seats=[
            match_pb2.ScheduledSeat(player_id=player.player_id, player_name=player.name, kind=player.kind)
            for player in players
        ],
    )


def played_block(
    tournament: Tournament, games: Sequence[ScheduledGame], over: Sequence[match_pb2.ScheduleResponse]
) -> Played:
    """What came of a set of games.

    Args:
        tournament: of which they are.
        games: all of the set.
        over: what was told of each when it had ended.
    """
    block, words = batch_pb2.PlayedBlock(), dict[tuple[str, str], int]()
    played = [_add(block, words, tournament, game, told) for game, told in zip(games, over, strict=True)]
    results = Results(seatings(tournament))
    results.add_set(played, whole=tournament.settings.format != "mixed")
    sets = ""
    if tournament.settings.sprt is not None:
        sets = str(half_points(seatings(tournament)[played[0].game], played)[0])
    return Played(zlib.compress(block.SerializeToString()), text_of(results), sets, None)


def _add(
    block: batch_pb2.PlayedBlock,
    words: dict[tuple[str, str], int],
    tournament: Tournament,
    game: ScheduledGame,
    told: match_pb2.ScheduleResponse,
) -> PlayedGame:
    """Keeps a game, and gives what is counted of it."""
    rules, record, ended = tournament.games[game.game], told.record, told.ended
    by_seat = {seat.seat: seat for seat in ended.seats}
    moves = list(_moves(record))
    plies = plies_of(word for word, _ in moves)
    is_cut = ended.reason == match_pb2.REASON_ABORTED and plies >= MOST_MOVES
    late = {seat for turn in record.turns if turn.left == _TIME for seat in turn.seats}
    is_unplayed = not is_cut and ended.reason == match_pb2.REASON_ABORTED
    # What people have not come to, and was not over by that, is lost by them, and drawn for the others.
    unplayed: dict[str, Result] = {seat: "lose" if seat in late else "draw" for seat in rules.seats}
    results = tuple(
        "draw" if is_cut else unplayed[seat] if is_unplayed else cast("Result", by_seat[seat].outcome)
        for seat in rules.seats
    )
    timed_out = tuple(number for number, seat in enumerate(rules.seats) if seat in late)
    kept = block.games.add(
        results=result_bits(results),
        started_at_ms=ended.started_at_ms,
        took_ms=max(0, ended.ended_at_ms - ended.started_at_ms),
        reason=match_pb2.REASON_TIME if is_unplayed and late else _reason(ended, is_cut=is_cut),
        chaos="" if is_cut or is_unplayed else ended.chaos,
        match_seed=bytes.fromhex(record.seed),
        timed_out=timed_out,
    )
    for word, thinking_ms in moves:
        number = words.get(word)
        if number is None:
            number = words[word] = len(words)
            add_word(block, *word)
        kept.turns.append(number)
        kept.thinking_ms.append(thinking_ms)
    return PlayedGame(game.game, game.players, results, plies=plies, timed_out=timed_out, is_cut=is_cut)


def _reason(ended: match_pb2.EndedMatch, *, is_cut: bool) -> match_pb2.Reason.ValueType:
    if is_cut:
        return match_pb2.REASON_LENGTH
    return match_pb2.REASON_UNSPECIFIED if ended.reason == match_pb2.REASON_RULES else ended.reason


def _moves(record: match_pb2.Record) -> Iterator[tuple[tuple[str, str], int]]:
    """The moves in order, each with who made it and the time since the one before.

    That a match was called off is no move of anybody's.
    """
    before_ms = record.started_at_ms
    for turn in record.turns:
        if turn.left == _CALLED_OFF:
            continue
        moves = [LEAVE] if turn.left else turn.moves.moves
        for move in moves:
            yield ("+".join(turn.seats), move), max(0, turn.at_ms - before_ms)
            before_ms = max(before_ms, turn.at_ms)
