"""`redscience player`: a player on a server, and their ratings; for Admins, their name, role, quota and log-in."""

from __future__ import annotations

import argparse
import sys

from redscience.api.players.v1.players_pb2 import (
    EraseRequest,
    Kind,
    ListAuditRequest,
    Player,
    RenameRequest,
    Role,
    SetRoleRequest,
    SuspendRequest,
    UnsuspendRequest,
)
from redscience.api.rules.v1.rules_pb2 import Quota, SetQuotaRequest
from redscience.command.failures import CommandError, Exit
from redscience.command.output import plain, print_json, time_of, word
from redscience.command.people import player_named, role_of
from redscience.command.ratings import print_ratings
from redscience.command.server import Server, server_of

_LOOKED_AT = 50
UNLIMITED, USUAL = "unlimited", "usual"


def run(chosen: argparse.Namespace) -> int:
    """Does what is chosen; where nothing is, tells who the player is."""
    if chosen.yes and not chosen.erase:
        raise CommandError("--yes is for --erase. Leave it out, or say --erase.", Exit.INVALID)
    server = server_of(chosen)
    player = player_named(server, chosen.name)
    if chosen.ratings:
        print_ratings(server, chosen, player)
        return 0
    if chosen.quota is not None:
        return _set_quota(server, chosen, player)
    if chosen.erase:
        return _erase(server, chosen, player)
    return _administer(server, chosen, player)


def _administer(server: Server, chosen: argparse.Namespace, player: Player) -> int:
    if chosen.role is not None:
        request = SetRoleRequest(player_id=player.id, role=Role.Value(f"ROLE_{chosen.role.upper()}"))
        changed = server.call(server.players.SetRole, request).player
        return _said(chosen, changed, f"{changed.name} is {_article(chosen.role)} {chosen.role} now.")
    if chosen.rename is not None:
        changed = server.call(server.players.Rename, RenameRequest(player_id=player.id, name=chosen.rename)).player
        return _said(chosen, changed, f"{player.name} is called {changed.name} now, also in what they have played.")
    if chosen.suspend is not None:
        suspend = SuspendRequest(player_id=player.id, reason=chosen.suspend)
        changed = server.call(server.players.Suspend, suspend).player
        return _said(chosen, changed, f"{changed.name} is suspended. All their sessions have ended.")
    if chosen.unsuspend:
        changed = server.call(server.players.Unsuspend, UnsuspendRequest(player_id=player.id)).player
        return _said(chosen, changed, f"{changed.name} may log in again.")
    return _tell(server, chosen, player)


def _erase(server: Server, chosen: argparse.Namespace, player: Player) -> int:
    """Erases a person, once their name was written again.

    Raises:
        CommandError: something else was written, or nobody can be asked.
    """
    if not chosen.yes:
        _confirm(player)
    name = server.call(server.players.Erase, EraseRequest(player_id=player.id, name=player.name)).name
    if chosen.json:
        print_json({"id": player.id, "name": name})
    else:
        print(f"{player.name} is erased, and is called {name} from now on. Their matches, ratings and games stay.")
    return 0


def _confirm(player: Player) -> None:
    sys.stderr.write(
        f"{player.name} goes for good: address, names, friends, messages, drafts, personas and bots.\n"
        "Write the name to go on: "
    )
    sys.stderr.flush()
    if sys.stdin.readline().strip() != player.name:
        raise CommandError("Nobody was erased. Write the name as it is shown, or give --yes.", Exit.INVALID)


def _set_quota(server: Server, chosen: argparse.Namespace, player: Player) -> int:
    quota = server.call(server.rules.SetQuota, _request(player.id, chosen.quota)).quota
    if chosen.json:
        print_json(plain(quota))
    else:
        print(f"{player.name} {_may_save(quota)}, and has saved {quota.saved}.")
    return 0


def _said(chosen: argparse.Namespace, player: Player, text: str) -> int:
    if chosen.json:
        print_json(plain(player))
    else:
        print(text)
    return 0


def _article(word: str) -> str:
    return "an" if word[0] in "aeiou" else "a"


def _request(player_id: str, quota: str) -> SetQuotaRequest:
    if quota == UNLIMITED:
        return SetQuotaRequest(player_id=player_id, unlimited=True)
    return SetQuotaRequest(player_id=player_id, games=-1 if quota == USUAL else int(quota))


def _may_save(quota: Quota) -> str:
    if not quota.HasField("most"):
        return "may save any number of games"
    return f"may save {quota.most} game{'' if quota.most == 1 else 's'} as a creator"


def _tell(server: Server, chosen: argparse.Namespace, player: Player) -> int:
    if chosen.json:
        print_json(plain(player))
    else:
        kind = word(Kind.Name(player.kind), "KIND_")
        print(player.name, ", ".join(filter(None, (f"id {player.id}", kind, role_of(player)))), sep="\n")
        if player.email:
            print(player.email)
        if player.suspended_at_ms:
            print(f"suspended since {time_of(player.suspended_at_ms)}{_reason(server, player)}")
    return 0


def _reason(server: Server, player: Player) -> str:
    """Why somebody is suspended, as an Admin, who alone is told that they are, wrote last."""
    done = server.call(server.players.ListAudit, ListAuditRequest(player_id=player.id, limit=_LOOKED_AT)).entries
    reason = next((entry.detail for entry in done if entry.action == "suspend"), "")
    return reason and f": {reason}"
