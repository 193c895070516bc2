"""What the match service tells on the bus it may tell there."""

from __future__ import annotations

import pytest

from services.laptop.nats_server import BUS_RIGHTS
from services.match.events import CHAT, ENDED, INVITATION, MATCH, NEW_REPLICA, hint_subject


@pytest.mark.parametrize("subject", [*(hint_subject("*", kind) for kind in (MATCH, INVITATION, CHAT)), NEW_REPLICA])
def test_its_hints_are_told_and_heard(subject: str) -> None:
    rights = BUS_RIGHTS["match"]
    assert subject in rights.hints
    assert subject in rights.hears


def test_its_facts_are_its_own() -> None:
    assert [name for name, rights in BUS_RIGHTS.items() if rights.facts] == ["match"]
    (facts,) = BUS_RIGHTS["match"].facts
    assert ENDED.startswith(facts.removesuffix(">"))
