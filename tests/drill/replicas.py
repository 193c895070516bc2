"""What a turn costs with one, two and four replicas of match: CPU time, so that a busy machine measures the same.

From tests/ `python -m drill.replicas KUBECTL [--match N …] [--sticky]`. Calls go through the Ingress, to each replica
in turn: one judges a move, and others tell those who watch. With --sticky each person keeps to a replica, as
connections do.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
from collections import Counter
from contextlib import AsyncExitStack, ExitStack, suppress
from pathlib import Path
from random import Random

from drill.run import Hosted, say
from fixtures.person import Person
from manifests.documents import rendered
from soak.ledger import Ledger
from soak.player import Player

from redscience.names import RANDOM_ID
from services.kit.config import SERVICES

GAME = "Connect4"
_WARM_UP_S = 8.0
_TICKS = os.sysconf("SC_CLK_TCK")


async def measured(hosted: Hosted, matches: int, seconds: float) -> tuple[int, Counter[str]]:
    """How many turns were made, and the seconds of CPU that each workload and backend spent meanwhile."""
    ledger = Ledger()
    async with AsyncExitStack() as opened:
        people = await asyncio.to_thread(_logged_in, hosted)
        players = [Player(each.id, each.id, each.secret, hosted.address, ledger) for each, _ in people]
        for player in players:
            opened.push_async_callback(player.close)
        game_id = people[0][1]
        playing = [asyncio.create_task(_play(players[number % 4], game_id, number)) for number in range(matches)]
        await asyncio.sleep(_WARM_UP_S)
        before, moves = _spent(hosted), ledger.tally()["moves"]
        await asyncio.sleep(seconds)
        after = _spent(hosted)
        turns = 2 * (ledger.tally()["moves"] - moves)  # Random has answered each
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return turns, Counter({name: after[name] - before[name] for name in after})


def _logged_in(hosted: Hosted) -> list[tuple[Person, str]]:
    with ExitStack() as channels:
        people = [Person(hosted, f"person-{number}@example.org", channels) for number in range(4)]
        game_id = people[0].game(GAME)
        return [(each, game_id) for each in people]


async def _play(player: Player, game_id: str, number: int) -> None:
    dice, made = Random(number), 0
    while True:
        match = await player.create(game_id, [RANDOM_ID], f"{number}-{made}")
        await player.play_out(match.id, dice)
        made += 1


def _spent(hosted: Hosted) -> Counter[str]:
    """Seconds of CPU by workload and backend so far."""
    spent = Counter[str]()
    for name, pods in hosted.workloads.pods.items():
        spent[name] += sum(_cpu_s(pod.pid) for pod in pods if pod.pid)
    postmaster = int((hosted.postgres.folder / "data" / "postmaster.pid").read_text().split()[0])
    spent["postgresql"] = sum(map(_cpu_s, [postmaster, *_children(postmaster)])) + _cpu_s(postmaster, of_reaped=True)
    spent["nats"] = sum(map(_cpu_s, hosted.nats.pids))
    return spent


def _cpu_s(pid: int, *, of_reaped: bool = False) -> float:
    with suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        first = 13 if of_reaped else 11
        return sum(map(int, fields[first : first + 2])) / _TICKS
    return 0.0


def _children(pid: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


async def run(replicas: int, chosen: argparse.Namespace) -> None:
    """Measures one number of replicas, and says what came of it."""
    faults = list[str]()
    with tempfile.TemporaryDirectory(prefix="replicas-") as folder:
        of_each = dict.fromkeys(SERVICES, 1) | {"match": replicas}
        documents = rendered("small", chosen.kubectl)
        hosted = Hosted(documents, Path(folder), faults, of_each, is_sticky=chosen.sticky)
        try:
            await hosted.start()
            turns, spent = await measured(hosted, chosen.matches, chosen.seconds)
        finally:
            await hosted.stop()
    costs = ", ".join(f"{name} {1000 * cpu_s / turns:.2f}" for name, cpu_s in spent.most_common() if cpu_s)
    load, _, _ = os.getloadavg()
    way = "sticky" if chosen.sticky else "each call to the next"
    said = (
        f"{replicas} of match, {way}, {chosen.matches} matches: {turns / chosen.seconds:.0f} turns/s at load {load:.0f}"
    )
    say(f"{said}; ms a turn: {costs}")
    for fault in faults:
        say(f"FAULT {fault}")


def main() -> None:
    """Measures one after the other."""
    parser = argparse.ArgumentParser("drill.replicas", description="What a turn costs with more replicas of match.")
    parser.add_argument("kubectl", help="the program")
    parser.add_argument("--match", type=int, nargs="*", default=[1, 2, 4], metavar="N", help="replicas (1 2 4)")
    parser.add_argument("--matches", type=int, default=32, help="played at once (32)")
    parser.add_argument("--seconds", type=float, default=20.0, help="for how long each (20)")
    parser.add_argument("--sticky", action="store_true", help="each person keeps to a replica")
    chosen = parser.parse_args()
    for replicas in chosen.match:
        asyncio.run(run(replicas, chosen))


if __name__ == "__main__":
    main()
