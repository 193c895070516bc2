"""`redscience login`: opens a session at a server, by the code that it sends by mail."""

from __future__ import annotations

import argparse
import sys

from redscience.api.players.v1.players_pb2 import LogInRequest, RequestCodeRequest
from redscience.command import sessions
from redscience.command.failures import CommandError, Exit
from redscience.command.output import plain, print_json
from redscience.command.server import Server, server_of

_LABEL = "redscience login"
"""By this the session is known in the list of one's sessions."""


def run(chosen: argparse.Namespace) -> int:
    """Asks for a code, reads it, and keeps the session."""
    server = server_of(chosen)
    sent = server.call(server.players.RequestCode, RequestCodeRequest(email=chosen.email), known=False)
    outbox = f"in the outbox, {server.address}/outbox?key=…, whose address with the key redscience up has printed"
    where = outbox if sent.outbox else f"on its way to {chosen.email}"
    sys.stderr.write(f"The code is {where}.\n")
    request = LogInRequest(email=chosen.email, code=_code(), challenge=sent.challenge, label=_LABEL)
    answer = server.call(server.players.LogIn, request, known=False)
    _replace(server, answer.secret)
    if chosen.json:
        print_json(plain(answer.player))
    else:
        print(f"You are {answer.player.name} at {server.address}.")
    return 0


def _code() -> str:
    sys.stderr.write("Code: ")
    sys.stderr.flush()
    code = sys.stdin.readline().strip()
    if not code:
        raise CommandError("No code was entered. Nothing has changed.", Exit.INVALID)
    return code


def _replace(server: Server, secret: str) -> None:
    sessions.keep(server.address, secret)
    server.secret = secret
