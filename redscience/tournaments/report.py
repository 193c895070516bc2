"""All that a tournament tells, as plain values for pages, JSON and CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TextIO

from redscience.tournaments.rating import Ratings, ratings
from redscience.tournaments.results import Results
from redscience.tournaments.standings import Score, Standing, cross_tables, joined, lengths, seat_worths, standings

Row = dict[str, Any]
Report = dict[str, list[Row]]
_FORMULAS = ("=", "+", "-", "@")


class PlayedGameNames(NamedTuple):
    """What a game and its seats are called."""

    name: str
    seats: tuple[str, ...]


def report(
    results: Results,
    players: Sequence[str],
    games: Sequence[PlayedGameNames],
    parts: Sequence[str] = (),
    *,
    by_score: bool = False,
    gone: Collection[int] = (),
) -> Report:
    """The tables of a tournament, each a list of rows with the same keys.

    standings    a player each, the best first: `wins`, `draws` and `losses` are results of games, `score` their share
                 of the points, `margin` half the width of its 95 % interval, `low` and `high` the 95 % interval of
                 `rating`, `superiority` how likely the player is stronger than the next one, `benchmark` what the
                 player is in a Benchmark, of `parts`; "" where it is none. The best is who is rated highest, or with
                 `by_score` who has the greatest share of the points, where those who are `gone` lose what they miss
    cross_table  a player and an opponent each: how often the player came before them, tied, or came after; of all
                 games (`game` and `seat` empty), and for each seat that the player held
    superiority  a player and an opponent each: how likely the player is the stronger
    seats        a seat of a game each: what became of it
    lengths      a game each: how many plies it took; `cut` games were cut off after the most that there may be

    What is not known, as before the first game, is None.
    """
    rated = ratings(results)
    return {
        "standings": [
            _standing(each, players) | {"benchmark": parts[each.player] if parts else ""}
            for each in standings(results, len(players), rated, by_score=by_score, gone=gone)
        ],
        "cross_table": list(_cross_rows(results, players, games)),
        "superiority": list(_superiority(rated, players)),
        "seats": [row for number, game in enumerate(games) for row in _seat_rows(results, number, game)],
        "lengths": [row for number, game in enumerate(games) for row in _length_rows(results, number, game)],
    }


class CsvRows:
    """Writes rows as CSV under one line of heads (RFC 4180), in as many parts as they come; what is not known is empty.

    Args:
        file: opened so that line ends stay as they are written.
    """

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._writer: csv.DictWriter[str] | None = None

    def add(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Writes rows, of the same keys as all before."""
        for row in rows:
            if self._writer is None:
                self._writer = csv.DictWriter(self._file, list(row))
                self._writer.writeheader()
            self._writer.writerow({key: _cell(value) for key, value in row.items()})


def csv_text(rows: Iterable[Mapping[str, Any]]) -> str:
    """Rows as the text of a CSV file."""
    written = io.StringIO()
    CsvRows(written).add(rows)
    return written.getvalue()


def _standing(each: Standing, players: Sequence[str]) -> Row:
    rating = each.rating
    return {
        "rank": each.rank,
        "player": each.player,
        "name": players[each.player],
        "games": each.results.games,
        **_counts(each.results),
        "rating": _rounded(rating.value if rating else None),
        "low": _rounded(rating.low if rating else None),
        "high": _rounded(rating.high if rating else None),
        "superiority": _rounded(each.superiority, 4),
        "all_lost": each.all_lost,
        "illegal": each.illegal,
        "timed_out": each.timed_out,
    }


def share_and_margin(score: Score) -> tuple[float | None, float | None]:
    """A score and its margin as the tables tell them; None before the first game."""
    return _rounded(score.share, 4), _rounded(score.margin, 4)


def _counts(score: Score) -> Row:
    share, margin = share_and_margin(score)
    return {"wins": score.wins, "draws": score.draws, "losses": score.losses, "score": share, "margin": margin}


def _cross_rows(results: Results, players: Sequence[str], games: Sequence[PlayedGameNames]) -> Iterable[Row]:
    found = cross_tables(results)
    tables = [(("", ""), joined(found.values()))]
    for number, game in enumerate(games):
        tables += [((game.name, name), found.get((number, seat), {})) for seat, name in enumerate(game.seats)]
    for (game_name, seat_name), table in tables:
        for (player, opponent), score in sorted(table.items()):
            yield {
                "game": game_name,
                "seat": seat_name,
                "player": player,
                "name": players[player],
                "opponent": opponent,
                "opponent_name": players[opponent],
                **_counts(score),
            }


def _superiority(rated: Ratings, players: Sequence[str]) -> Iterable[Row]:
    for one in rated.players:
        for other in rated.players:
            if one != other:
                yield {
                    "player": one,
                    "name": players[one],
                    "opponent": other,
                    "opponent_name": players[other],
                    "superiority": _rounded(rated.superiority(one, other), 4),
                }


def _seat_rows(results: Results, number: int, game: PlayedGameNames) -> Iterable[Row]:
    for worth in seat_worths(results, number):
        yield {"game": game.name, "seat": game.seats[worth.seat], **_counts(worth.results)}


def _length_rows(results: Results, number: int, game: PlayedGameNames) -> Iterable[Row]:
    told = lengths(results, number)
    if told:
        yield {
            "game": game.name,
            "games": told.games,
            "mean": round(told.mean, 2),
            "least": told.least,
            "median": told.median,
            "most": told.most,
            "cut": results.cut[number],
        }


def _rounded(value: float | None, places: int = 3) -> float | None:
    return None if value is None else round(value, places)


def _cell(value: Any) -> Any:
    """A value as a cell; a name that a spreadsheet would take for a formula is marked as text."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULAS) else value
