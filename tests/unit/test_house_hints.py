"""Hints: what is told to whoever asks what to do."""

from __future__ import annotations

import json
from typing import Any

from redscience import families
from redscience.api.match.v1 import match_pb2
from services.chaos.house.hints import Asking


def test_an_offer_of_a_draw_is_no_choice() -> None:
    for weights, has_choice in (((1,), False), ((1, 0), False), ((1, 1), True), ((3, 1, 0), True)):
        legal: list[dict[str, Any]] = [{"move": str(number), "weight": weight} for number, weight in enumerate(weights)]
        match = match_pb2.Match(viewer="black", view=json.dumps({"legal": legal}))
        assert Asking(match, families.get("Tic-Tac-Toe").game()).has_choice == has_choice, weights
