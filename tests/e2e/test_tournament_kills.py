"""A tournament while a worker, the service and what hands over between them die: each game is played and counted once.

`make soak-batch` does it a hundred times.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random

import pytest
from fixtures.patience import PATIENCE_S
from fixtures.platform import Platform
from soak.tournaments import BROKER, WORKER, Organizer, differences, kill

from redscience.api.batch.v1 import batch_pb2 as pb
from redscience.client import Accepting, Bot
from redscience.errors import InvalidField, TournamentOver
from redscience.names import RANDOM_ID

SEED = "fedcba9876543210" * 2
GAMES_EACH, OWN_GAMES = 24, 6


def played_on(organizer: Organizer, tournament_id: str, victims: Sequence[str], games: int) -> Iterator[str]:
    """Gives each victim after some more of the games have been played, and ends with the tournament."""
    for victim in victims:
        give_up_at = time.monotonic() + PATIENCE_S
        before = organizer.progress(tournament_id).games_played
        while organizer.progress(tournament_id).games_played == before < games:
            assert time.monotonic() < give_up_at
            time.sleep(0.05)
        yield victim
    give_up_at = time.monotonic() + PATIENCE_S
    while organizer.progress(tournament_id).status != pb.STATUS_ENDED:
        assert time.monotonic() < give_up_at
        time.sleep(0.05)


@pytest.mark.slow
def test_each_game_is_played_and_counted_once_whatever_dies(platform: Platform) -> None:
    organizer, dice = Organizer(platform, platform.admin_secret), Random(7)
    tournament_id = organizer.create(SEED, GAMES_EACH)
    for victim in played_on(organizer, tournament_id, (WORKER, BROKER, "batch", WORKER), 3 * GAMES_EACH):
        kill(platform, victim, dice)
    assert differences(organizer, tournament_id, SEED, GAMES_EACH) == []


@contextmanager
def playing(platform: Platform, secret: str) -> Iterator[None]:
    """A bot plays while this lasts, always the first legal move."""
    bot = Bot(
        lambda decision: decision.legal[0], secret=secret, server=platform.address, accepting=Accepting(matches=4)
    )
    loop = asyncio.new_event_loop()
    task = loop.create_task(bot.play())
    thread = threading.Thread(target=lambda: loop.run_until_complete(asyncio.wait([task])))
    thread.start()
    try:
        yield
    finally:
        loop.call_soon_threadsafe(task.cancel)
        thread.join()
        loop.close()


@contextmanager
def coming(organizer: Organizer, tournament_id: str) -> Iterator[set[str]]:
    """Its organizer comes to all games of a tournament and plays them, beside what is done; gives their matches."""
    played, give_up_at = set[str](), time.monotonic() + OWN_GAMES * PATIENCE_S

    has_failed = threading.Event()

    def goes_on() -> bool:
        is_late = time.monotonic() > give_up_at or has_failed.is_set()
        return not is_late and organizer.progress(tournament_id).status != pb.STATUS_ENDED

    def play() -> None:
        while goes_on():
            try:
                match_id = organizer.come(tournament_id)
            except TournamentOver:  # since it was asked
                return
            while match_id and organizer.move(match_id):
                played.add(match_id)
            time.sleep(0.05)

    thread = threading.Thread(target=play)
    thread.start()
    try:
        yield played
    except BaseException:
        has_failed.set()
        raise
    finally:
        thread.join()


def created(organizer: Organizer, players: list[pb.Player]) -> str:
    """A tournament, as soon as its bot is connected."""
    give_up_at = time.monotonic() + PATIENCE_S
    while True:
        try:
            return organizer.create(SEED, GAMES_EACH, players)
        except InvalidField:
            assert time.monotonic() < give_up_at
            time.sleep(0.05)


@pytest.mark.slow
def test_each_match_of_a_bot_and_of_a_person_is_begun_and_counted_once_whatever_dies(platform: Platform) -> None:
    organizer, dice = Organizer(platform, platform.admin_secret), Random(7)
    person, own_id = Organizer(platform, platform.admin_secret), organizer.own_id
    own = organizer.create(SEED, OWN_GAMES, [pb.Player(player_id=own_id), pb.Player(player_id=RANDOM_ID)])
    bot_id, secret = organizer.make_bot("Undaunted")
    players = [pb.Player(player_id=bot_id), pb.Player(player_id=RANDOM_ID)]
    with playing(platform, secret), coming(person, own) as came_to:
        tournament_id = created(organizer, players)
        for victim in played_on(organizer, tournament_id, ("batch", "match"), GAMES_EACH):
            kill(platform, victim, dice)
    games = list(organizer.games(tournament_id))
    assert [seated for seated, _, _ in games] == [(0, 1), (1, 0)] * (GAMES_EACH // 2)
    counted = {seated: outcomes.total() for (_, seated), outcomes in organizer.results(tournament_id).outcomes.items()}
    assert counted == {(0, 1): GAMES_EACH // 2, (1, 0): GAMES_EACH // 2}
    assert organizer.count_matches(tournament_id, bot_id) == GAMES_EACH
    assert [seated for seated, _, _ in organizer.games(own)] == [(0, 1), (1, 0)] * (OWN_GAMES // 2)
    assert organizer.count_matches(own, own_id) == len(came_to) == OWN_GAMES
