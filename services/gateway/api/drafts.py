"""Drafts of games: kept for whoever makes them, and shown to those who have their link."""

from __future__ import annotations

import json
from http import HTTPStatus

from flask import Blueprint, Response, jsonify
from flask.typing import ResponseReturnValue

from redscience.api.rules.v1 import rules_pb2 as rules_api
from services.gateway import identity
from services.gateway.backends import Backends, call
from services.gateway.incoming import body
from services.gateway.shown import Shown, show_draft

_STAND_IN = "Unnamed"
"""The name of a draft that is looked at before it has one that will do."""


def drafts_blueprint(backends: Backends) -> Blueprint:
    """Drafts of games."""
    blueprint = Blueprint("drafts", __name__)
    rules = backends.rules

    @blueprint.get("/drafts")
    def own() -> list[Shown]:
        answer = call(rules.ListDrafts, rules_api.ListDraftsRequest(), identity.session().token)
        return [show_draft(draft) for draft in answer.drafts]

    @blueprint.get("/drafts/<draft_id>/opening")
    def opening(draft_id: str) -> Response:
        """The table before the first move; null while the draft is not in order. Its name does not matter here."""
        token = identity.session().token
        draft = call(rules.GetDraft, rules_api.GetDraftRequest(id=draft_id), token).draft
        named = json.loads(draft.rule_set) | {"name": _STAND_IN}
        table = call(rules.Check, rules_api.CheckRequest(rule_set=json.dumps(named)), token).table
        return jsonify(json.loads(table) if table else None)

    @blueprint.post("/drafts")
    def save() -> Shown:
        asked = body()
        request = rules_api.SaveDraftRequest(
            id=asked.text("id", ""),
            version=asked.whole("version", most=2**31 - 1),
            request_id=asked.text("request_id", ""),
            family=asked.text("family"),
            name=asked.text("name"),
            game_id=asked.text("game_id", ""),
            rule_set=json.dumps(asked.thing("rule_set")),
            editing=json.dumps(asked.thing("editing")),
        )
        return show_draft(call(rules.SaveDraft, request, identity.session().token).draft)

    @blueprint.post("/drafts/<draft_id>/copy")
    def keep_copy(draft_id: str) -> Shown:
        token = identity.session().token
        draft = call(rules.GetDraft, rules_api.GetDraftRequest(id=draft_id), token).draft
        request = rules_api.SaveDraftRequest(
            request_id=body().text("request_id"),
            family=draft.family,
            name=draft.name,
            game_id=draft.game_id,
            rule_set=draft.rule_set,
            editing=draft.editing,
        )
        return show_draft(call(rules.SaveDraft, request, token).draft)

    @blueprint.delete("/drafts/<draft_id>")
    def delete(draft_id: str) -> ResponseReturnValue:
        call(rules.DeleteDraft, rules_api.DeleteDraftRequest(id=draft_id), identity.session().token)
        return "", HTTPStatus.NO_CONTENT

    @blueprint.post("/drafts/<draft_id>/link")
    def share(draft_id: str) -> Shown:
        asked = rules_api.ShareDraftRequest(id=draft_id, shared=True)
        return show_draft(call(rules.ShareDraft, asked, identity.session().token).draft)

    @blueprint.delete("/drafts/<draft_id>/link")
    def stop_sharing(draft_id: str) -> Shown:
        asked = rules_api.ShareDraftRequest(id=draft_id, shared=False)
        return show_draft(call(rules.ShareDraft, asked, identity.session().token).draft)

    return blueprint
