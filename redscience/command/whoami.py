"""`redscience whoami`: who is logged in, and how many games they may still save; bots save none."""

from __future__ import annotations

import argparse

from redscience.api.players.v1.players_pb2 import GetRequest, Kind, Player, Role
from redscience.api.rules.v1.rules_pb2 import GetQuotaRequest, Quota
from redscience.command.output import plain, print_json
from redscience.command.server import Server, server_of


def run(chosen: argparse.Namespace) -> int:
    """Tells it."""
    server = server_of(chosen)
    me = server.me
    if me.kind == Kind.KIND_BOT:
        return _tell_bot(server, me, as_json=chosen.json)
    quota = server.call(server.rules.GetQuota, GetQuotaRequest()).quota
    if chosen.json:
        print_json(plain(me) | {"quota": plain(quota)})
    else:
        role = Role.Name(me.role).removeprefix("ROLE_").lower()
        print(f"You are {me.name}, {role}, at {server.address}.", _games(quota), sep="\n")
    return 0


def _tell_bot(server: Server, bot: Player, *, as_json: bool) -> int:
    if as_json:
        print_json(plain(bot))
    else:
        owners = server.call(server.players.Get, GetRequest(ids=[bot.owner_id])).players
        whose = f", a bot of {owners[0].name}" if owners else ", a bot"
        print(f"You are {bot.name}{whose}, at {server.address}.")
    return 0


def _games(quota: Quota) -> str:
    saved = f"You have saved {quota.saved} game{'' if quota.saved == 1 else 's'}, and may save "
    return saved + (f"{quota.left} more." if quota.HasField("left") else "any number more.")
