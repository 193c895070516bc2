"""A rated match from its start to the leaderboard: every service that keeps something, with each kind of database."""

from __future__ import annotations

import asyncio

from fixtures.databases import both_databases
from fixtures.match_table import ANNA_CALLER, match_table
from fixtures.matches import ANNA
from fixtures.patience import PATIENCE_S
from fixtures.services import InProcess
from test_chaos_service import play_to_the_end

from redscience.api.match.v1 import match_pb2
from redscience.api.rating.v1.rating_pb2 import GetPlayerRequest, Standing
from redscience.api.rating.v1.rating_pb2_grpc import RatingServiceStub
from services.chaos.__main__ import compose as compose_chaos
from services.match.__main__ import compose as compose_match
from services.rating.__main__ import compose as compose_rating
from services.rules.__main__ import compose as compose_rules


@both_databases
async def test_a_match_is_played_to_its_end_and_rated_once(services: InProcess) -> None:
    composed = {"rules": compose_rules, "match": compose_match, "chaos": compose_chaos, "rating": compose_rating}
    for service, compose in composed.items():
        await services.start(service, compose)
    table = await match_table(services)
    rating = RatingServiceStub(services.channel("rating", ANNA_CALLER))

    async def standing(played: int) -> Standing:
        while True:
            standings = (await rating.GetPlayer(GetPlayerRequest(player_id=ANNA))).standings
            if standings and standings[0].played >= played:
                return standings[0]
            await asyncio.sleep(0.05)

    async with asyncio.timeout(PATIENCE_S):
        ended = await play_to_the_end(table, (await table.create()).id)
        assert ended.reason == match_pb2.REASON_RULES
        first = await standing(1)
        # Told again, after a restart, it counts no second time; another one does.
        await services.stop("rating")
        await services.start("rating", compose_rating)
        await play_to_the_end(table, (await table.create("create-2")).id)
        second = await standing(2)
    assert (first.game_id, first.played, second.played) == (table.game_id, 1, 2)
    assert first.won + first.drawn + first.lost == 1
    assert second.sigma < first.sigma
