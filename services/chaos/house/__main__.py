"""The house service: `python -m services.chaos.house`."""

from __future__ import annotations

from redscience.api.house.v1.choosing_pb2_grpc import add_ChoosingServiceServicer_to_server
from redscience.api.house.v1.house_pb2_grpc import add_HouseServiceServicer_to_server
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceStub
from services.chaos.choosing import drawing_key
from services.chaos.house import advice_servicer, choosing_servicer
from services.chaos.house.advice_servicer import HouseServicer
from services.chaos.house.analyses import Analyses
from services.chaos.house.choosing_servicer import ChoosingServicer
from services.chaos.house.games import Games
from services.chaos.house.minds import Minds
from services.chaos.house.playing import HousePlayers
from services.chaos.house.thinking import Thinking, cores
from services.chaos.house.warming import Warming
from services.kit.process import Process, run


async def compose(process: Process) -> None:
    """Makes the parts and puts them together."""
    warming, thinking = Warming(), Thinking()
    games = Games(RulesServiceStub(process.channels.own("rules")), warming)
    minds = Minds(drawing_key(process.config.secret))
    match = MatchServiceStub(process.channels.own("match"))
    process.keep_running("house players", HousePlayers(match.Serve, games, minds, thinking).play)
    # Drafts of anybody's are thought about on threads of their own, which keep nobody in a match waiting.
    choosing = ChoosingServicer(Thinking(max(1, cores() // 2)), warming)
    process.serve(add_ChoosingServiceServicer_to_server, choosing, choosing_servicer.ACCESS)
    asked = MatchServiceStub(process.channels.forward("match"))
    advice = HouseServicer(asked, games, warming, thinking, Analyses(lambda: thinking.is_busy))
    process.serve(add_HouseServiceServicer_to_server, advice, advice_servicer.ACCESS)
    process.keep_running("warming", warming.warm)


if __name__ == "__main__":
    run("house", compose)
