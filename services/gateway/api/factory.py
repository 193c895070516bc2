"""What the Factory asks of a draft: whether it is right, and how it plays."""

from __future__ import annotations

import json

from flask import Blueprint, abort, request

from redscience import families
from redscience.api.match.v1 import match_pb2 as match_api
from redscience.api.rules.v1 import rules_pb2 as rules_api
from redscience.errors import RuleSetError
from services.gateway import identity
from services.gateway.answers import answer_text
from services.gateway.backends import Backends, call
from services.gateway.forms import can_be_designed, choices_in_lists
from services.gateway.incoming import body
from services.gateway.opponents import house
from services.gateway.shown import Shown, show_cost, show_fault, show_figures, show_sentence, show_tryout


def factory_blueprint(backends: Backends) -> Blueprint:
    """What somebody is designing: checked and tried, never kept."""
    blueprint = Blueprint("factory", __name__)
    rules = backends.rules

    @blueprint.get("/factory/choices")
    def choices() -> Shown:
        identity.session()
        name = request.args.get("family", "")
        found = next((family for family in families.every() if family.name == name), None)
        if found is None:
            abort(404)
        return {"choices": choices_in_lists(found)}

    @blueprint.get("/factory/opponents")
    def opponents() -> Shown:
        identity.session()
        return {"house": house()}

    @blueprint.post("/factory/check")
    def check() -> Shown:
        given = body()
        # A file is read as it is: of a key that is there twice, or of what is no JSON, its reader alone can tell.
        text = given.text("text") if given.has("text") else json.dumps(given.thing("rule_set"))
        asked = rules_api.CheckRequest(rule_set=text)
        answer = call(rules.Check, asked, identity.session().token)
        return {
            "family": _family_of(asked.rule_set),
            "faults": [show_fault(fault) for fault in answer.faults],
            "sentences": [show_sentence(sentence) for sentence in answer.sentences],
            "warnings": [show_sentence(warning) | {"text": answer_text(warning.text)} for warning in answer.warnings],
            "unmet": [
                {"path": one.path, "value": json.loads(one.value), "why": answer_text(one.why)} for one in answer.unmet
            ],
            "cost": show_cost(answer.cost),
            "table": json.loads(answer.table) if answer.table else None,
            "is_read": answer.is_read,
            "digest": answer.digest,
            "same_as": {"id": answer.same_as_id, "name": answer.same_as_name} if answer.same_as_id else None,
        }

    @blueprint.post("/factory/try")
    def try_out() -> Shown:
        given = body()
        asked = match_api.TryOutRequest(
            rule_set=json.dumps(given.thing("rule_set")),
            seat=given.text("seat", ""),
            state=given.text("state", ""),
            moves=given.texts("moves"),
            against_id=given.text("against_id", ""),
        )
        tried = call(backends.match.TryOut, asked, identity.session().token)
        return show_tryout(tried)

    @blueprint.post("/factory/figures")
    def figures() -> Shown:
        asked = match_api.PlayOutRequest(rule_set=json.dumps(body().thing("rule_set")))
        return show_figures(call(backends.match.PlayOut, asked, identity.session().token))

    return blueprint


def _family_of(rule_set: str) -> str:
    """The family whose file it is; "" where nobody here reads it, or nobody can design such games."""
    try:
        family = families.reader_of(rule_set)
    except RuleSetError:
        return ""
    return family.name if can_be_designed(family) else ""
