"""The match service: `python -m services.match`."""

from __future__ import annotations

import asyncio
import random
import time
from functools import partial
from pathlib import Path

from redscience.api.chat.v1.chat_pb2_grpc import add_ChatServiceServicer_to_server
from redscience.api.match.v1.match_pb2_grpc import add_MatchServiceServicer_to_server
from services.kit.outbox import Relay
from services.kit.process import Process, run
from services.kit.rulebook import RulesRulebook
from services.match.acquaintances import Acquaintances, PlayersAcquaintances
from services.match.adjudicator import Adjudicator
from services.match.alarms import Alarms
from services.match.attendance import Attendances
from services.match.bots import Bots
from services.match.chat_servicer import ACCESS as CHAT_ACCESS
from services.match.chat_servicer import ChatServicer
from services.match.conversation import Bans, Conversation
from services.match.creation import Creation
from services.match.deadlines import Due
from services.match.downtime import Downtime
from services.match.erasing import Erasing
from services.match.games import load_game, load_source, warm_up
from services.match.invitations import Invitations
from services.match.lengths import Lengths
from services.match.lobby import Lobby
from services.match.opponents import HouseOpponents
from services.match.playback import Playback
from services.match.programs import Programs
from services.match.residence import Residence
from services.match.scheduling import Scheduling
from services.match.schema import erased, outbox
from services.match.servicer import ACCESS, MatchServicer
from services.match.serving import Serving
from services.match.sidelines import Sidelines
from services.match.starting import Starting
from services.match.sweep import Sweep
from services.match.tryouts import Tryouts
from services.match.visits import Visits
from services.match.waiting import Waiting
from services.match.watching import Watchers
from services.match.worker import QUEUE

MIGRATIONS = Path(__file__).parent / "migrations"


async def compose(process: Process, acquaintances: Acquaintances | None = None) -> None:
    """Makes the parts and puts them together; tests bring acquaintances of their own."""
    warm = asyncio.create_task(asyncio.to_thread(warm_up))
    database = await process.database(MIGRATIONS)
    clock = process.clock
    downtime = Downtime(database)
    watchers = Watchers(process.bus, downtime)
    attendances = Attendances(database, clock, downtime)
    alarms = Alarms(clock)
    adjudicator = Adjudicator(
        database=database,
        clock=clock,
        load_game=load_game,
        downtime=downtime,
        alarms=alarms,
        most_held=process.config.most_seats,
    )
    starting = Starting(read=load_source, load_game=load_game, pause_ms=process.config.pause_ms)
    acquaintances = acquaintances or PlayersAcquaintances(
        process.channels.forward("players"), process.channels.own("players")
    )
    residence = Residence(acquaintances, database)
    invitations = Invitations(
        adjudicator=adjudicator,
        starting=starting,
        database=database,
        clock=clock,
        acquaintances=acquaintances,
        most_held=process.config.most_seats,
    )
    lobby = Lobby(invitations=invitations, database=database, acquaintances=acquaintances, clock=clock)
    programs = Programs(database, clock, downtime)
    bots = Bots(programs, acquaintances)
    serving = Serving(
        adjudicator=adjudicator,
        database=database,
        clock=clock,
        downtime=downtime,
        invitations=invitations,
        programs=programs,
    )
    for when_changed in (watchers.changed, serving.changed):
        adjudicator.when_changed(when_changed)
    for when_invitation_changed in (watchers.invitation_changed, serving.invitation_changed):
        invitations.when_changed(when_invitation_changed)
    rulebook = RulesRulebook(process.channels.forward("rules"))
    creation = Creation(
        adjudicator=adjudicator,
        invitations=invitations,
        starting=starting,
        rulebook=rulebook,
        acquaintances=acquaintances,
        bots=bots,
        lobby=lobby,
        clock=clock,
        most_held=process.config.most_seats,
        visits=Visits(time.monotonic),
    )
    sweep = Sweep(database, adjudicator, clock, downtime, partial(hand_to_worker, process.config.broker_url))
    playback = Playback(database, adjudicator, load_game)
    opponents = HouseOpponents(process.channels.own("house"))
    process.serve(
        add_MatchServiceServicer_to_server,
        MatchServicer(
            adjudicator=adjudicator,
            creation=creation,
            invitations=invitations,
            lobby=lobby,
            bots=bots,
            serving=serving,
            database=database,
            clock=clock,
            watchers=watchers,
            attendances=attendances,
            playback=playback,
            residence=residence,
            rulebook=rulebook,
            sidelines=Sidelines(playback, adjudicator, load_game, time.monotonic, opponents),
            scheduling=Scheduling(adjudicator, starting, watchers, clock),
            tryouts=Tryouts(random.SystemRandom(), time.monotonic, opponents),
            waiting=Waiting(adjudicator, database, clock),
        ),
        ACCESS,
    )
    conversation = Conversation(
        database=database,
        clock=clock,
        bus=process.bus,
        downtime=downtime,
        bans=Bans(acquaintances, clock),
        attendances=attendances,
    )
    process.serve(
        add_ChatServiceServicer_to_server, ChatServicer(conversation, attendances, clock, residence), CHAT_ACCESS
    )
    await conversation.hear_others()
    await watchers.listen(serving.changed_elsewhere, serving.invitation_changed_elsewhere)
    await Lengths(database, process.bus, clock).listen()
    process.follow_erasures(database, erased, Erasing(database, adjudicator, invitations).erase)
    process.keep_running("outbox", Relay(database, outbox, process.bus).run)
    process.keep_running("hints", watchers.tell_others)
    process.keep_running("attendances", attendances.run)
    process.keep_running("sweep", sweep.run)
    process.keep_running("invitations", invitations.run)
    process.keep_running("programs", programs.run)
    process.keep_running("alarms", partial(alarms.ring, adjudicator.wake))
    # The time in which the service was down is given back before anybody is judged by the clock.
    await downtime.settle(clock.now_ms())
    await warm


def hand_to_worker(broker_url: str, due: Due) -> None:
    """Hands a deadline to the worker. Celery is slow to load, and is not needed before the first one."""
    from services.kit.broker import celery_app  # noqa: PLC0415 - see above
    from services.match.tasks import hand_over  # noqa: PLC0415 - likewise

    hand_over(celery_app(broker_url, QUEUE), due)


if __name__ == "__main__":
    run("match", compose)
