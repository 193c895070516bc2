"""Whether nats-server stores what it is told: where its disk was full it does so no more until it is started again."""

from __future__ import annotations

import json
import shutil
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import nats.errors
from nats.aio.client import Client

from services.laptop.nats_server import HEALTH_SUBJECT, SUPERVISOR
from services.laptop.state import LEAST_ROOM

_ANSWER_S = 2.0


@dataclass(frozen=True, slots=True)
class NatsHealth:
    """What a nats-server says of itself to the one user who may ask it.

    Attributes:
        address: `host:port`.
        password: of the supervisor there.
        folder: where it stores.
    """

    address: str
    password: str
    folder: Path

    async def complaint(self) -> str:
        """Why it does not do its work; "" where it does, or does not say."""
        client = Client()
        try:
            await client.connect(
                f"nats://{self.address}",
                user=SUPERVISOR,
                password=self.password,
                inbox_prefix=f"_INBOX_{SUPERVISOR}",
                connect_timeout=_ANSWER_S,  # type: ignore[arg-type]  # seconds, and waited for as they are
                allow_reconnect=False,
                error_cb=_pass_over,
            )
            answer = await client.request(HEALTH_SUBJECT, timeout=_ANSWER_S)
        except (nats.errors.Error, OSError, TimeoutError):
            return ""
        finally:
            with suppress(nats.errors.Error, OSError):
                await client.close()
        return _complaint_in(answer.data)

    def can_recover(self) -> bool:
        """Whether its disk has room, so that starting it again helps."""
        try:
            return shutil.disk_usage(self.folder).free >= LEAST_ROOM
        except OSError:
            return False


async def _pass_over(_: Exception) -> None:
    """Whoever cannot ask now asks again."""


def _complaint_in(answer: bytes) -> str:
    try:
        said = json.loads(answer)["data"]
        return "" if said["status"] == "ok" else str(said.get("error") or said["status"])
    except (ValueError, LookupError, TypeError, AttributeError):
        return ""
