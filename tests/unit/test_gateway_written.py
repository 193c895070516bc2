"""JSON that others have written goes out as it is, wherever it stands."""

from __future__ import annotations

import json

import pytest
from flask import Flask, jsonify, render_template_string

from redscience.api.match.v1.match_pb2 import Match
from services.gateway.shown import show_match
from services.gateway.sources import event
from services.gateway.written import Provider, Written, compact

ODD = '{"b":1, "a":"<\u00fc> \\" \'","outcome":null}'


def test_it_goes_out_as_it_is_beside_other_values() -> None:
    assert compact({"z": [Written("[ ]"), 1], "a": Written(ODD)}) == f'{{"z":[[ ],1],"a":{ODD}}}'


def test_it_is_never_read() -> None:
    """To read a view of some megabytes holds up everybody."""
    shown = show_match(Match(view='{"legal":[no JSON],"outcome":null}'))
    assert b'"view":{"legal":[no JSON],"outcome":null},' in event("match", shown)
    assert shown["outcome_texts"] == {}


def test_answers_and_pages_have_it() -> None:
    app = Flask(__name__)
    app.json = Provider(app)
    with app.test_request_context("/"):
        assert json.loads(jsonify(view=Written(ODD), n=1).get_data()) == {"view": json.loads(ODD), "n": 1}
        page = render_template_string("{{ data | tojson }}", data={"view": Written(ODD), "n": 1})
    assert "<" not in page
    assert json.loads(page) == {"view": json.loads(ODD), "n": 1}


def test_what_is_no_json_is_refused() -> None:
    with pytest.raises(TypeError):
        compact({"a": object()})
