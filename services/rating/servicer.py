"""The rating service: RPC in, RPC out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from typing import Any

import grpc.aio
from sqlalchemy import Connection

from redscience.api.rating.v1 import rating_pb2
from redscience.api.rating.v1.rating_pb2_grpc import RatingServiceServicer
from services.kit.clock import Clock
from services.kit.database import Database
from services.kit.identity import Access, anyone, player
from services.kit.own_universes import universe_asked
from services.kit.universes import Universes
from services.rating import fields, queries
from services.rating.favoritism import Pairing
from services.rating.figures import Figure, figures_of
from services.rating.leaderboard import Leaderboard, LeaderboardKey, Standing
from services.rating.looking import Looking
from services.rating.paging import Page, token
from services.rating.record import MatchRating, RatingPoint
from services.rating.watching import Watching

ACCESS: Mapping[str, Access] = {
    "GetLeaderboard": anyone,
    "WatchLeaderboard": anyone,
    "ListLeaderboard": anyone,
    "GetPlayer": anyone,
    "GetStatistics": anyone,
    "ListHistory": player,
    "GetFavoritism": player,
    "GetFavors": player,
    "GetBenchmark": player,
    "CountMatches": anyone,
    "GetMatchRatings": player,
}

_Context = grpc.aio.ServicerContext[Any, Any]


class RatingServicer(RatingServiceServicer):
    """Shows what the store knows, of universes that the caller is in alone."""

    def __init__(self, database: Database, watching: Watching, clock: Clock, universes: Universes) -> None:
        self._database = database
        self._watching = watching
        self._looking = Looking(database)
        self._clock = clock
        self._universes = universes

    async def GetLeaderboard(
        self, request: rating_pb2.GetLeaderboardRequest, context: _Context
    ) -> rating_pb2.GetLeaderboardResponse:
        """The best first; Random and the standard player are always there."""
        del context
        return _answer(await self._looking.look(fields.asked(request, await self._universe(request.universe))))

    async def WatchLeaderboard(
        self, request: rating_pb2.WatchLeaderboardRequest, context: _Context
    ) -> AsyncIterator[rating_pb2.WatchLeaderboardResponse]:
        """The same, now and whenever a match changes it."""
        del context
        asked = fields.asked(request, await self._universe(request.universe))
        shown: Leaderboard | None = None
        async with aclosing(self._watching.looks(asked.key)) as looks:
            async for _ in looks:
                seen = await self._looking.look(asked)
                if seen != shown:
                    yield rating_pb2.WatchLeaderboardResponse(leaderboard=_answer(seen))
                shown = seen

    async def ListLeaderboard(
        self, request: rating_pb2.ListLeaderboardRequest, context: _Context
    ) -> rating_pb2.ListLeaderboardResponse:
        """All who have played a game, by the page."""
        listed = fields.listed(request, await self._universe(request.universe))
        page, matches = await self._database.read(lambda connection: _list(connection, listed))
        return rating_pb2.ListLeaderboardResponse(
            standings=map(_standing, page.items),
            next_page_token=token(page.following, *listed.filters),
            previous_page_token=token(page.previous, *listed.filters),
            matches=matches,
        )

    async def GetPlayer(self, request: rating_pb2.GetPlayerRequest, context: _Context) -> rating_pb2.GetPlayerResponse:
        """A player's rows, a game each."""
        del context
        asked, home = fields.player_id(request.player_id), await self._universe(request.universe)
        standings = await self._database.read(lambda connection: queries.standings_of(connection, home, asked))
        return rating_pb2.GetPlayerResponse(standings=map(_standing, standings))

    async def GetStatistics(
        self, request: rating_pb2.GetStatisticsRequest, context: _Context
    ) -> rating_pb2.GetStatisticsResponse:
        """A player's rows with what is reckoned from them, by the page."""
        asked = fields.of_player(request, await self._universe(request.universe), (int, str), in_one_game=False)
        page, figures = await self._database.read(lambda connection: _list_statistics(connection, asked))
        now_ms = self._clock.now_ms()
        return rating_pb2.GetStatisticsResponse(
            statistics=[_statistics(standing, figures.get(standing.game_id, ()), now_ms) for standing in page.items],
            next_page_token=token(page.following, *asked.filters),
            previous_page_token=token(page.previous, *asked.filters),
        )

    async def ListHistory(
        self, request: rating_pb2.ListHistoryRequest, context: _Context
    ) -> rating_pb2.ListHistoryResponse:
        """How a player's rating in a game came about, the match that counted last first."""
        asked = fields.of_player(request, await self._universe(request.universe), (int,), in_one_game=True)
        key = LeaderboardKey(asked.universe, asked.game_id)
        page = await self._database.read(
            lambda connection: queries.list_history(connection, key, asked.player, start=asked.start, size=asked.size)
        )
        return rating_pb2.ListHistoryResponse(
            points=map(_point, page.items),
            next_page_token=token(page.following, *asked.filters),
            previous_page_token=token(page.previous, *asked.filters),
        )

    async def GetFavoritism(
        self, request: rating_pb2.GetFavoritismRequest, context: _Context
    ) -> rating_pb2.GetFavoritismResponse:
        """How far a player's matches against each opponent ended otherwise than expected."""
        kinds = (float, str) if request.game_id else (float, str, str)
        asked = fields.of_player(request, await self._universe(request.universe), kinds, in_one_game=False)
        page = await self._database.read(
            lambda connection: queries.list_pairings(
                connection, asked.universe, asked.player, game_id=asked.game_id, start=asked.start, size=asked.size
            )
        )
        return rating_pb2.GetFavoritismResponse(
            favoritism=[_favoritism(asked.player, pairing) for pairing in page.items],
            next_page_token=token(page.following, *asked.filters),
            previous_page_token=token(page.previous, *asked.filters),
        )

    async def GetFavors(self, request: rating_pb2.GetFavorsRequest, context: _Context) -> rating_pb2.GetFavorsResponse:
        """What two opponents did for each other."""
        asked = fields.of_pair(request, await self._universe(request.universe))
        (together, favors), page = await self._database.read(
            lambda connection: (
                queries.favors_in_all(connection, asked.universe, asked.pair),
                queries.list_games_of(connection, asked.universe, asked.pair, start=asked.start, size=asked.size),
            )
        )
        return rating_pb2.GetFavorsResponse(
            together=together,
            favors=favors,
            favors_owed=-favors,
            games=[_favoritism(request.player_id, pairing) for pairing in page.items],
            next_page_token=token(page.following, *asked.filters),
            previous_page_token=token(page.previous, *asked.filters),
        )

    async def GetBenchmark(
        self, request: rating_pb2.GetBenchmarkRequest, context: _Context
    ) -> rating_pb2.GetBenchmarkResponse:
        """Whom a Benchmark of a game has to have in it."""
        del context
        key = LeaderboardKey(await self._universe(request.universe), fields.game_id(request.game_id))
        top, favored_by = await self._database.read(lambda connection: queries.top_and_favored_by(connection, key))
        return rating_pb2.GetBenchmarkResponse(top_player_id=top, favored_by_id=favored_by)

    async def CountMatches(
        self, request: rating_pb2.CountMatchesRequest, context: _Context
    ) -> rating_pb2.CountMatchesResponse:
        """How many rated matches there were of games."""
        del context
        games, home = fields.ids("game_ids", request.game_ids), await self._universe(request.universe)
        counts = await self._database.read(lambda connection: queries.count_matches(connection, home, games))
        return rating_pb2.CountMatchesResponse(matches=[counts.get(game, 0) for game in games])

    async def GetMatchRatings(
        self, request: rating_pb2.GetMatchRatingsRequest, context: _Context
    ) -> rating_pb2.GetMatchRatingsResponse:
        """What players were rated before and after matches."""
        del context
        matches, home = fields.ids("match_ids", request.match_ids), await self._universe(request.universe)
        found = await self._database.read(lambda connection: queries.match_ratings(connection, home, matches))
        return rating_pb2.GetMatchRatingsResponse(ratings=map(_match_rating, found))

    async def _universe(self, asked: str) -> str:
        return await universe_asked(asked, self._universes)


def _list(connection: Connection, listed: fields.Listed) -> tuple[Page[Standing], int]:
    """A page, and how many matches the board counts."""
    if listed.around and listed.start is None:
        page = queries.list_around(connection, listed.key, player=listed.around, size=listed.size)
    else:
        page = queries.list_leaderboard(connection, listed.key, start=listed.start, size=listed.size)
    return page, queries.counted(connection, listed.key)


def _list_statistics(
    connection: Connection, asked: fields.OfPlayer
) -> tuple[Page[Standing], Mapping[str, Sequence[Figure]]]:
    """A page of a player's rows, and the figures of their games."""
    page = queries.list_standings(
        connection, asked.universe, asked.player, game_id=asked.game_id, start=asked.start, size=asked.size
    )
    games = [standing.game_id for standing in page.items]
    return page, figures_of(connection, asked.universe, asked.player, games)


def _answer(leaderboard: Leaderboard) -> rating_pb2.GetLeaderboardResponse:
    return rating_pb2.GetLeaderboardResponse(
        standings=map(_standing, leaderboard.standings), matches=leaderboard.matches
    )


def _standing(standing: Standing) -> rating_pb2.Standing:
    record = standing.record
    return rating_pb2.Standing(
        player_id=standing.player_id,
        game_id=standing.game_id,
        mu=record.skill.mu,
        sigma=record.skill.sigma,
        rating=record.rating,
        played=record.played,
        won=record.won,
        drawn=record.drawn,
        lost=record.lost,
        top_burst=record.top_burst,
        held_since_ms=record.held_since_ms,
        last_match_at_ms=record.last_match_at_ms,
        mean_turn_ms=record.mean_turn_ms,
        rank=standing.rank,
    )


def _statistics(standing: Standing, figures: Sequence[Figure], now_ms: int) -> rating_pb2.Statistics:
    record = standing.record
    return rating_pb2.Statistics(
        standing=_standing(standing),
        won_percent=record.won_percent,
        drawn_percent=record.drawn_percent,
        held_ms=max(0, now_ms - record.held_since_ms),
        since_last_match_ms=max(0, now_ms - record.last_match_at_ms),
        figures=map(_figure, figures),
    )


def _figure(figure: Figure) -> rating_pb2.Figure:
    return rating_pb2.Figure(name=figure.name, sum=figure.sum, least=figure.least, most=figure.most)


def _point(point: RatingPoint) -> rating_pb2.RatingPoint:
    return rating_pb2.RatingPoint(
        match_id=point.match_id,
        ended_at_ms=point.ended_at_ms,
        mu=point.skill.mu,
        sigma=point.skill.sigma,
        rating=point.skill.rating,
        number=point.number,
    )


def _match_rating(rating: MatchRating) -> rating_pb2.MatchRating:
    return rating_pb2.MatchRating(
        match_id=rating.match_id,
        player_id=rating.player_id,
        mu_before=rating.before.mu,
        sigma_before=rating.before.sigma,
        rating_before=rating.before.rating,
        mu_after=rating.after.mu,
        sigma_after=rating.after.sigma,
        rating_after=rating.after.rating,
    )


def _favoritism(player_id: str, pairing: Pairing) -> rating_pb2.Favoritism:
    favoritism = pairing.favoritism
    return rating_pb2.Favoritism(
        game_id=pairing.game_id,
        player_id=player_id,
        other_id=pairing.other_id,
        together=pairing.together,
        win_boost=favoritism.win_boost,
        kick_back=favoritism.kick_back,
        draw_boost=favoritism.draw_boost,
        preference=favoritism.preference,
        favors=pairing.favors,
        favors_owed=pairing.favors_owed,
        last_match_at_ms=pairing.last_match_at_ms,
        relative_rating=pairing.relative_rating,
    )
