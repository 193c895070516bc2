"""What stands in the rows of the batch service's database, as values, and the rows of values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row

from services.batch.model import (
    Block,
    PlayedRules,
    Round,
    SequentialTestState,
    Settings,
    Sprt,
    Tournament,
)


def settings_of(told: dict[str, Any]) -> Settings:
    """The settings of a column of JSON."""
    sprt = told["sprt"]
    return Settings(**{**told, "sprt": Sprt(**sprt) if sprt else None})


def sequence_of(told: dict[str, Any]) -> SequentialTestState:
    """How far a sequential test has come, of a column of JSON."""
    return SequentialTestState(**{**told, "sets": tuple(told["sets"])})


def round_of(row: Row[Any]) -> Round:
    """The round of a row."""
    met = row.combinations
    combinations = None if met is None else tuple(map(tuple, met))
    return Round(row.number, row.first_game, row.first_set, row.end, combinations)


def block_of(row: Row[Any]) -> Block:
    """The block of a row."""
    return Block(
        id=row.id,
        tournament_id=row.tournament_id,
        round=row.round,
        first=row.first_game,
        count=row.n_games,
        is_done=row.is_done,
        taken_by=row.taken_by,
        leased_until_ms=row.leased_until_ms,
        is_live=row.is_live,
        is_waiting=row.is_waiting,
        closes_at_ms=row.closes_at_ms,
        called=row.called,
        begun=row.begun,
        absent=tuple(row.absent or ()),
    )


def block_row(block: Block, now_ms: int) -> dict[str, Any]:
    """The row of a block that is handed out now."""
    return {
        "id": block.id,
        "tournament_id": block.tournament_id,
        "round": block.round,
        "first_game": block.first,
        "n_games": block.count,
        "is_done": False,
        "is_live": block.is_live,
        "is_waiting": block.is_waiting,
        "closes_at_ms": block.closes_at_ms,
        "absent": block.absent or None,
        "handed_at_ms": now_ms,
        "taken_by": "",
        "leased_until_ms": 0,
    }


def rules_of(row: Row[Any]) -> PlayedRules:
    """The game of a row."""
    seats, teams = zip(*row.seats, strict=True)
    return PlayedRules(row.game_id, row.name, row.digest, row.rules_version, row.rule_set, seats, teams)


def player_rows(tournament: Tournament, first: int = 0) -> list[dict[str, Any]]:
    """The rows of a tournament's players, from the number `first` on."""
    return [
        {
            "tournament_id": tournament.id,
            "position": position,
            "player_id": player.player_id,
            "name": player.name if player.is_outside else "",
            "entry": player.entry,
            "seconds": player.seconds,
            "simulations": player.simulations,
        }
        for position, player in enumerate(tournament.players[first:], first)
    ]


def game_rows(tournament: Tournament) -> Sequence[dict[str, Any]]:
    """The rows of its games."""
    return [
        {
            "tournament_id": tournament.id,
            "position": position,
            "game_id": game.game_id,
            "name": game.name,
            "digest": game.digest,
            "rules_version": game.rules_version,
            "rule_set": game.rule_set,
            "seats": list(zip(game.seats, game.teams, strict=True)),
        }
        for position, game in enumerate(tournament.games)
    ]
