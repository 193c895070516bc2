"""What Admins ask for and do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from flask import Blueprint, abort, request

from redscience.api.chat.v1 import chat_pb2 as chat_api
from redscience.api.players.v1 import players_pb2 as players_api
from redscience.api.rules.v1 import rules_pb2 as rules_api
from services.gateway import identity
from services.gateway.admin import ROLES, lists, require_admin
from services.gateway.backends import Backends, call
from services.gateway.incoming import body
from services.gateway.shown import Shown, show_quota
from services.gateway.shown_people import show_report, show_to_admin

LARGEST_QUOTA = 1_000_000
"""The rules service takes no more, and less than none for the usual."""


def admin_blueprint(backends: Backends, processes: Path | None) -> Blueprint:
    """What Admins ask for and do; `processes` is the file of `redscience up`."""
    tabs = lists(processes)
    blueprint = Blueprint("admin", __name__, url_prefix="/admin")

    @blueprint.before_request
    def refuse_others() -> None:
        require_admin(identity.session())

    @blueprint.get("/<tab>")
    def rows(tab: str) -> Shown:
        if tab not in tabs:
            abort(404)
        return tabs[tab](backends, identity.session(), request.args)

    _add_people(blueprint, backends)
    _add_games(blueprint, backends)

    chat = backends.chat
    deeds: Mapping[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
        "resolve": (chat.ResolveReport, chat_api.ResolveReportRequest),
        "hide": (chat.HideMessage, chat_api.HideMessageRequest),
        "show": (chat.ShowMessage, chat_api.ShowMessageRequest),
    }

    @blueprint.post("/reports/<report_id>/<any(resolve, hide, show):deed>")
    def deal_with_report(report_id: str, deed: str) -> Shown:
        method, asked = deeds[deed]
        return show_report(call(method, asked(report_id=report_id), identity.session().token).report)

    return blueprint


def _add_people(blueprint: Blueprint, backends: Backends) -> None:
    players = backends.players

    @blueprint.post("/people/<player_id>/role")
    def set_role(player_id: str) -> Shown:
        role = ROLES.get(body().text("role"), players_api.ROLE_UNSPECIFIED)
        asked = players_api.SetRoleRequest(player_id=player_id, role=role)
        return show_to_admin(call(players.SetRole, asked, identity.session().token).player)

    @blueprint.post("/people/<player_id>/name")
    def rename_player(player_id: str) -> Shown:
        asked = players_api.RenameRequest(player_id=player_id, name=body().text("name").strip())
        return show_to_admin(call(players.Rename, asked, identity.session().token).player)

    @blueprint.post("/people/<player_id>/suspend")
    def suspend(player_id: str) -> Shown:
        asked = players_api.SuspendRequest(player_id=player_id, reason=body().text("reason").strip())
        return show_to_admin(call(players.Suspend, asked, identity.session().token).player)

    @blueprint.post("/people/<player_id>/unsuspend")
    def unsuspend(player_id: str) -> Shown:
        asked = players_api.UnsuspendRequest(player_id=player_id)
        return show_to_admin(call(players.Unsuspend, asked, identity.session().token).player)

    @blueprint.post("/people/<player_id>/erase")
    def erase(player_id: str) -> Shown:
        asked = players_api.EraseRequest(player_id=player_id, name=body().text("name"))
        return {"name": call(players.Erase, asked, identity.session().token).name}

    @blueprint.post("/people/<player_id>/quota")
    def set_quota(player_id: str) -> Shown:
        wanted = body().text("quota")
        asked = rules_api.SetQuotaRequest(player_id=player_id)
        if wanted == "unlimited":
            asked.unlimited = True
        elif wanted != "usual":
            asked.games = body().whole("games", most=LARGEST_QUOTA)
        return show_quota(call(backends.rules.SetQuota, asked, identity.session().token).quota)


def _add_games(blueprint: Blueprint, backends: Backends) -> None:
    rules = backends.rules
    visibility: Mapping[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
        "hide": (rules.Hide, rules_api.HideRequest),
        "show": (rules.Show, rules_api.ShowRequest),
    }

    @blueprint.post("/games/<game_id>/name")
    def rename(game_id: str) -> Shown:
        asked = rules_api.RenameRequest(game_id=game_id, name=body().text("name").strip())
        game = call(rules.Rename, asked, identity.session().token).game
        return {"id": game.id, "name": game.name}

    @blueprint.post("/games/<game_id>/<any(hide, show):action>")
    def set_hidden(game_id: str, action: str) -> Shown:
        method, asked = visibility[action]
        game = call(method, asked(game_id=game_id), identity.session().token).game
        return {"id": game.id, "hidden": game.hidden}
