"""What clients may take of the process, so that those who are slow, idle or many stop nobody else."""

from __future__ import annotations

import logging
import resource
from dataclasses import dataclass, replace

from services.gateway.security import MAX_BODY_BYTES
from services.gateway.stream_limit import STREAMS
from services.kit.config import ConfigError

log = logging.getLogger(__name__)

CONNECTIONS = 8_192
# Files that are no connections of clients: channels to services, the log, the traces.
OTHER_FILES = 128
FEWEST_FILES = 2 * OTHER_FILES


@dataclass(frozen=True, slots=True)
class Bounds:
    """What clients may take.

    Attributes:
        connections: open at once; beyond, the one that has waited longest for its request makes room.
        streams: event streams open at once.
        threads: requests that the application answers at once.
        share: so many of them of one person or visitor.
        network_share: and so many from one network, whoever sends them.
        line: requests of one person or visitor that wait for these threads; those beyond are refused.
        queue: requests that wait, of all; beyond, the last one of the longest line makes room.
        refusal_s: after this time those beyond are told so.
        hung_s: where all threads are taken, and none comes back for so long, something is broken.
        idle_s: within this time a connection has sent the whole head of its next request.
        body_s: and within this time the body.
        head_bytes: a longer head is refused; from twice as much on the connection is closed.
        body_bytes: a longer body is refused; from four times as much on the connection is closed.
        held_bytes: of bodies that come in or wait for their answers, all together.
        slow_s: within this time a client takes what it was sent, `piece_bytes` at a time.
    """

    connections: int = CONNECTIONS
    streams: int = STREAMS
    threads: int = 64
    share: int = 8
    network_share: int = 32
    line: int = 256
    queue: int = 512
    refusal_s: float = 1.0
    hung_s: float = 60.0
    idle_s: float = 15.0
    body_s: float = 20.0
    head_bytes: int = 8 * 1024
    body_bytes: int = MAX_BODY_BYTES
    held_bytes: int = 64 * 1024 * 1024
    slow_s: float = 20.0
    piece_bytes: int = 64 * 1024


def bounds_of_this_machine(wanted: Bounds) -> Bounds:
    """Raises the limit of open files as far as needed and allowed; where that is too low, fewer may connect.

    Raises:
        ConfigError: it is so low that next to nobody may.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted.connections + OTHER_FILES
    allowed = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    if allowed < FEWEST_FILES:
        raise ConfigError(
            f"{allowed} files may be open, and {FEWEST_FILES} are needed. Raise the limit (ulimit -Hn; LimitNOFILE)."
        )
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    if allowed == needed:
        return wanted
    connections = allowed - OTHER_FILES
    streams = min(wanted.streams, connections * wanted.streams // wanted.connections)
    log.warning(
        "few files may be open, so few may connect; raise the limit (ulimit -Hn)",
        extra={"files": allowed, "connections": connections, "streams": streams},
    )
    return replace(wanted, connections=connections, streams=streams)
