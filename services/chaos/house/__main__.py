"""The house service: `python -m services.chaos.house`."""

from __future__ import annotations

from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceStub
from services.chaos.choosing import drawing_key
from services.chaos.house.games import Games
from services.chaos.house.minds import Minds
from services.chaos.house.playing import HousePlayers
from services.chaos.house.thinking import Thinking
from services.chaos.house.warming import Warming
from services.kit.process import Process, run


async def compose(process: Process) -> None:
    """Makes the parts and puts them together."""
    warming, thinking = Warming(), Thinking()
    games = Games(RulesServiceStub(process.channels.own("rules")), warming)
    minds = Minds(drawing_key(process.config.secret))
    match = MatchServiceStub(process.channels.own("match"))
    process.keep_running("house players", HousePlayers(match.Serve, games, minds, thinking).play)
    process.keep_running("warming", warming.warm)


if __name__ == "__main__":
    run("house", compose)
