"""The players service, composed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from redscience.api.players.v1.players_pb2_grpc import add_PlayersServiceServicer_to_server
from services.kit.blocked import OWN_LIST, read_blocked_words
from services.kit.config import ConfigError
from services.kit.mail_url import read_mail_url
from services.kit.process import Process, run
from services.players.allowances import Allowances
from services.players.authentication import Authentication
from services.players.codes import LONG, SHORT, Codes
from services.players.ended import Reader
from services.players.mail import Postman, send_by_smtp
from services.players.new_address import NewAddresses
from services.players.own_erasure import OwnErasure
from services.players.sent_codes import ConfirmingCodes
from services.players.servicer import ACCESS, PlayersServicer

MIGRATIONS = Path(__file__).parent / "migrations"


async def compose(process: Process) -> None:
    """Puts the service together."""
    config = process.config
    if config.private_key is None:
        raise ConfigError("REDSCIENCE_PRIVATE_KEY_FILE is not set; players signs the access tokens.")
    server = None if config.loopback else read_mail_url(config.mail_url)
    database = await process.database(MIGRATIONS)
    rng = random.SystemRandom()
    codes = Codes(keys=partial(_signing_keys, process), spelling=SHORT if config.loopback else LONG, rng=rng)
    allowances = Allowances(partial(_signing_key, process))
    authentication = Authentication(
        config=config,
        signing_key=partial(_signing_key, process),
        database=database,
        clock=process.clock,
        codes=codes,
        allowances=allowances,
        rng=rng,
    )
    confirming = ConfirmingCodes(codes=codes, allowances=allowances, loopback=config.loopback)
    new_addresses = NewAddresses(config=config, database=database, clock=process.clock, codes=confirming)
    own_erasure = OwnErasure(database=database, clock=process.clock, codes=confirming, rng=rng)
    servicer = PlayersServicer(
        database=database,
        clock=process.clock,
        authentication=authentication,
        new_addresses=new_addresses,
        own_erasure=own_erasure,
        ended=process.ended,
        blocked=read_blocked_words(config.blocked_words_file or OWN_LIST),
        rng=rng,
        outbox_secret=config.outbox_secret,
    )
    reader = Reader(database, process.clock, process.ended)
    await reader.read()
    process.keep_running("ended sessions", reader.run)
    if server is not None:
        process.keep_running("mail", Postman(database, process.clock, partial(send_by_smtp, server)).run)
    process.serve(add_PlayersServiceServicer_to_server, servicer, ACCESS)


def _signing_key(process: Process) -> bytes:
    """The key that signs now."""
    return process.keys.private or b""


def _signing_keys(process: Process) -> Sequence[bytes]:
    """That key, and the one that signed before it."""
    return [_signing_key(process), *filter(None, [process.keys.former])]


if __name__ == "__main__":
    run("players", compose)
