"""`redscience player`: a player on a server; for Admins, how many games they may save."""

from __future__ import annotations

import argparse

from redscience.api.players.v1.players_pb2 import Kind, Player, Role
from redscience.api.rules.v1.rules_pb2 import Quota, SetQuotaRequest
from redscience.command.output import plain, print_json, word
from redscience.command.people import player_named
from redscience.command.server import server_of

UNLIMITED, USUAL = "unlimited", "usual"


def run(chosen: argparse.Namespace) -> int:
    """Does what is chosen; where nothing is, tells who the player is."""
    server = server_of(chosen)
    player = player_named(server, chosen.name)
    if chosen.quota is None:
        return _tell(chosen, player)
    quota = server.call(server.rules.SetQuota, _request(player.id, chosen.quota)).quota
    if chosen.json:
        print_json(plain(quota))
    else:
        print(f"{player.name} {_may_save(quota)}, and has saved {quota.saved}.")
    return 0


def _request(player_id: str, quota: str) -> SetQuotaRequest:
    if quota == UNLIMITED:
        return SetQuotaRequest(player_id=player_id, unlimited=True)
    return SetQuotaRequest(player_id=player_id, games=-1 if quota == USUAL else int(quota))


def _may_save(quota: Quota) -> str:
    return f"may save {quota.most} games as a creator" if quota.HasField("most") else "may save any number of games"


def _tell(chosen: argparse.Namespace, player: Player) -> int:
    if chosen.json:
        print_json(plain(player))
    else:
        role, kind = word(Role.Name(player.role), "ROLE_"), word(Kind.Name(player.kind), "KIND_")
        print(player.name, f"id {player.id}, {kind}, {role}", sep="\n")
        if player.email:
            print(player.email)
    return 0
