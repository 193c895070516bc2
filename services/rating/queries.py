"""What is read of ratings: leaderboards, a player's records, and how they came about."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Row,
    ScalarSelect,
    Table,
    bindparam,
    func,
    literal,
    select,
    union_all,
)

from services.rating.favoritism import Favoritism, Pair, Pairing, relative_rating
from services.rating.leaderboard import ALWAYS_SHOWN, RANKED, Board, LeaderboardKey, Standing, place
from services.rating.paging import Listing, Page, Start
from services.rating.record import MatchRating, RatingPoint
from services.rating.schema import boards, history, matches, pairs, records, seats
from services.rating.skill import Skill, Z
from services.rating.store import find_records, key_values, of_board, record_of

MOST_GAMES = 100
"""Of so many a player's records are told at once."""
PLACE = (records.c.level, records.c.rating, records.c.seniority, records.c.player_id)
"""What a leaderboard is ordered by: see `leaderboard.place`."""
LAST_PLAYED = (records.c.last_match_at_ms, records.c.game_id)


def _of_player(table: Table) -> tuple[ColumnElement[bool], ...]:
    return table.c.universe == bindparam("of_universe"), table.c.player_id == bindparam("of_player")


def _rating_of(player: Column[str]) -> ScalarSelect[float]:
    """The rating of a player of a pair in their game. It is looked up for what is shown alone: a join may not do so.

    Made of what it is made of: what says `rating` could be answered by `records_by_level`, of which PostgreSQL then
    looks through all of a board.
    """
    of_it = records.c.universe == pairs.c.universe, records.c.game_id == pairs.c.game_id
    return select(records.c.mu - Z * records.c.sigma).where(*of_it, records.c.player_id == player).scalar_subquery()


# Made once: to make a statement costs more than to run it.
_BEST = (
    select(records).where(*of_board(records)).order_by(*(column.desc() for column in PLACE)).limit(bindparam("at_most"))
)
_COUNTED = select(boards.c.matches).where(*of_board(boards))
_BEST_ROWS = _BEST.subquery("best")
# All that a leaderboard shows by one statement: each is a way to the server and back.
_SHOWN = union_all(
    select(literal(1).label("is_best"), _COUNTED.scalar_subquery().label("matches"), _BEST_ROWS),
    select(literal(0), _COUNTED.scalar_subquery(), records).where(
        *of_board(records), records.c.player_id.in_(bindparam("players", expanding=True))
    ),
)
_GAMES = select(records).where(*_of_player(records))
_LAST_GAMES = _GAMES.order_by(*(column.desc() for column in LAST_PLAYED)).limit(MOST_GAMES)
_PAIRINGS = select(
    pairs,
    _rating_of(pairs.c.player_id).label("own_rating"),
    _rating_of(pairs.c.other_id).label("other_rating"),
).where(*_of_player(pairs))
_OF_OTHER = pairs.c.other_id == bindparam("of_other")
_FAVORED_BY = (
    select(pairs.c.other_id)
    .where(*_of_player(pairs), pairs.c.game_id == bindparam("of_game"), pairs.c.favors < 0)
    .order_by(pairs.c.favors, pairs.c.other_id)
    .limit(1)
)
_COUNTS = select(boards.c.game_id, boards.c.matches).where(
    boards.c.universe == bindparam("of_universe"), boards.c.game_id.in_(bindparam("games", expanding=True))
)
# Whoever sat in several seats has the same skill in each.
_MATCH_RATINGS = (
    select(
        seats.c.match_id,
        seats.c.player_id,
        *(seats.c[f"{part}_{when}"] for when in ("before", "after") for part in ("mu", "sigma")),
    )
    .distinct()
    .join(matches)
    .where(
        matches.c.universe == bindparam("of_universe"),
        matches.c.match_id.in_(bindparam("of_matches", expanding=True)),
        seats.c.mu_after.is_not(None),
    )
)
_FAVORS = select(func.sum(pairs.c.together), func.sum(pairs.c.favors)).where(*_of_player(pairs), _OF_OTHER)

_LEADERBOARD = Listing(select(records).where(*of_board(records)), PLACE)
_STATISTICS = Listing(_GAMES, LAST_PLAYED)
_HISTORY = Listing(
    select(history).where(*_of_player(history), history.c.game_id == bindparam("of_game")),
    (history.c.number,),
)
_OPPONENTS = Listing(_PAIRINGS, (pairs.c.preference, pairs.c.game_id, pairs.c.other_id))
_OPPONENTS_IN_GAME = Listing(
    _PAIRINGS.where(pairs.c.game_id == bindparam("of_game")), (pairs.c.preference, pairs.c.other_id)
)
_GAMES_OF_TWO = Listing(_PAIRINGS.where(_OF_OTHER), (pairs.c.game_id,))


def board(connection: Connection, key: LeaderboardKey, players: Collection[str], at_most: int) -> Board:
    """The best, `at_most` or those who have a rank, with these players, Random and the standard player."""
    shown = {"at_most": max(at_most, RANKED), "players": [*{*players, *ALWAYS_SHOWN}]}
    rows = connection.execute(_SHOWN, {**key_values(key), **shown}).all()
    best = [(row.player_id, record_of(row)) for row in rows if row.is_best]
    return Board(
        key=key,
        best=sorted(best, key=lambda one: place(*one), reverse=True),
        others={row.player_id: record_of(row) for row in rows if not row.is_best},
        matches=rows[0].matches if rows else counted(connection, key),
    )


def counted(connection: Connection, key: LeaderboardKey) -> int:
    """How many rated matches there were on a board."""
    return connection.execute(_COUNTED, key_values(key)).scalar() or 0


def count_matches(connection: Connection, universe: str, games: Collection[str]) -> dict[str, int]:
    """How many rated matches there were of games; those of which there were none are left out."""
    rows = connection.execute(_COUNTS, {"of_universe": universe, "games": list(games)})
    return {row.game_id: row.matches for row in rows}


def match_ratings(connection: Connection, universe: str, of_matches: Collection[str]) -> list[MatchRating]:
    """The players' skills before and after those of these matches that are rated and of a universe."""
    rows = connection.execute(_MATCH_RATINGS, {"of_universe": universe, "of_matches": list(of_matches)})
    return [
        MatchRating(
            row.match_id,
            row.player_id,
            before=Skill(row.mu_before, row.sigma_before),
            after=Skill(row.mu_after, row.sigma_after),
        )
        for row in rows
    ]


def list_leaderboard(connection: Connection, key: LeaderboardKey, *, start: Start | None, size: int) -> Page[Standing]:
    """A page of all who have played, the best first."""
    return _ranked(connection, key, _standings(connection, key, start, size))


def list_around(connection: Connection, key: LeaderboardKey, *, player: str, size: int) -> Page[Standing]:
    """The page that has a player in the middle, of three at least; empty where they have not played."""
    record = find_records(connection, key, [player]).get(player)
    if record is None:
        return Page(())
    middle, shown = place(player, record), max(size, 3)
    before = _standings(connection, key, Start(middle, backwards=True), shown // 2)
    behind = _standings(connection, key, Start(middle), shown - 1 - len(before.items))
    standings = (*before.items, Standing(player, key.game_id, record), *behind.items)
    # Where the list begins or ends with the player, so does the page.
    return _ranked(connection, key, Page(standings, behind.following, before.previous))


def standings_of(connection: Connection, universe: str, player: str) -> list[Standing]:
    """A player's records in one universe, the game played last first, of MOST_GAMES at most."""
    return [_standing(row) for row in connection.execute(_LAST_GAMES, {"of_universe": universe, "of_player": player})]


def list_standings(
    connection: Connection, universe: str, player: str, *, game_id: str, start: Start | None, size: int
) -> Page[Standing]:
    """A page of the same, or of one game alone where it is named."""
    if game_id:
        found = find_records(connection, LeaderboardKey(universe, game_id), [player])
        return Page(tuple(Standing(player, game_id, record) for record in found.values()))
    of = {"of_universe": universe, "of_player": player}
    return _STATISTICS.page(connection, of, start, size).of(_standing)


def list_history(
    connection: Connection, key: LeaderboardKey, player: str, *, start: Start | None, size: int
) -> Page[RatingPoint]:
    """A page of a player's skill after each match, that which counted last first."""
    return _HISTORY.page(connection, {**key_values(key), "of_player": player}, start, size).of(_point)


def list_pairings(
    connection: Connection, universe: str, player: str, *, game_id: str, start: Start | None, size: int
) -> Page[Pairing]:
    """A page of a player's opponents, in all games or in one, the most preferred first."""
    of = {"of_universe": universe, "of_player": player}
    if game_id:
        return _OPPONENTS_IN_GAME.page(connection, {**of, "of_game": game_id}, start, size).of(_pairing)
    return _OPPONENTS.page(connection, of, start, size).of(_pairing)


def list_games_of(
    connection: Connection, universe: str, pair: Pair, *, start: Start | None, size: int
) -> Page[Pairing]:
    """A page of the games in which two were opponents, the game that was saved last first."""
    return _GAMES_OF_TWO.page(connection, _pair(universe, pair), start, size).of(_pairing)


def favors_in_all(connection: Connection, universe: str, pair: Pair) -> tuple[int, float]:
    """How many matches two had together in all games, and what the first did for the second in them."""
    together, favors = connection.execute(_FAVORS, _pair(universe, pair)).one()
    return together or 0, favors or 0.0


def top_and_favored_by(connection: Connection, key: LeaderboardKey) -> tuple[str, str]:
    """Who is first of a leaderboard, and whose favors in its game they owe most; "" for nobody."""
    best = connection.execute(_BEST, {**key_values(key), "at_most": 1}).first()
    if best is None:
        return "", ""
    of = {"of_universe": key.universe, "of_player": best.player_id, "of_game": key.game_id}
    return best.player_id, connection.execute(_FAVORED_BY, of).scalar() or ""


def _pair(universe: str, pair: Pair) -> dict[str, str]:
    player, other = pair
    return {"of_universe": universe, "of_player": player, "of_other": other}


def _pairing(row: Row[Any]) -> Pairing:
    return Pairing(
        game_id=row.game_id,
        other_id=row.other_id,
        together=row.together,
        favoritism=Favoritism(row.win_boost, row.kick_back, row.draw_boost),
        favors=row.favors,
        last_match_at_ms=row.last_match_at_ms,
        relative_rating=relative_rating(row.own_rating, row.other_rating),
    )


def _point(row: Row[Any]) -> RatingPoint:
    return RatingPoint(row.match_id, row.ended_at_ms, Skill(row.mu, row.sigma), row.number)


def _standings(connection: Connection, key: LeaderboardKey, start: Start | None, size: int) -> Page[Standing]:
    return _LEADERBOARD.page(connection, key_values(key), start, size).of(_standing)


def _ranked(connection: Connection, key: LeaderboardKey, page: Page[Standing]) -> Page[Standing]:
    """The same page, with the ranks of those who have one."""
    best = connection.execute(_BEST, {**key_values(key), "at_most": RANKED})
    ranks = {row.player_id: rank for rank, row in enumerate(best, start=1)}
    return page.of(lambda standing: replace(standing, rank=ranks.get(standing.player_id, 0)))


def _standing(row: Row[Any]) -> Standing:
    return Standing(row.player_id, row.game_id, record_of(row))
