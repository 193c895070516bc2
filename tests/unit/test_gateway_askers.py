"""Those who ask are told apart by their session, as far as it is known, and by their network."""

from __future__ import annotations

from typing import Any

import pytest
from fixtures.fakes.world import World
from fixtures.gateway import backends_of

from redscience.names import ANONYMOUS_ID
from services.gateway.askers import Askers
from services.gateway.sessions import Sessions
from services.gateway.turns import Asker
from services.kit.clock import SystemClock


def environ(address: str = "192.0.2.7", *, secret: str = "", forwarded: str = "") -> dict[str, Any]:
    made = {"REMOTE_ADDR": address}
    made |= {"HTTP_COOKIE": f"redscience_language=de; redscience_session={secret}; x"} if secret else {}
    return made | ({"HTTP_X_FORWARDED_FOR": forwarded} if forwarded else {})


def test_a_session_counts_once_it_is_known_and_nobody_is_asked_for_it() -> None:
    world = World()
    sessions = Sessions(backends_of(world).players, SystemClock())
    askers = Askers(sessions, behind_proxy=False)
    ada, secret = world.add_player("Ada")
    visits = [world.add_visitor() for _ in range(2)]
    for each in (secret, *visits, "made up", ""):
        assert askers.of(environ(secret=each)) == Asker("192.0.2.7")
    assert world.calls == []
    for each in (secret, *visits):
        sessions.open(each)
    assert askers.of(environ(secret=secret)) == Asker("192.0.2.7", person=ada.id)
    told = [askers.of(environ(secret=visit)) for visit in visits]
    assert len({asker.visit for asker in told}) == 2
    assert {(asker.person, asker.house) for asker in told} == {("", "192.0.2.7")}
    assert ANONYMOUS_ID not in {asker.house for asker in told}


@pytest.mark.parametrize(
    ("address", "forwarded", "scheme", "network"),
    [
        ("2001:db8::1", "", "http", "20010db800000000/64"),
        ("::ffff:192.0.2.7", "", "http", "192.0.2.7"),
        ("127.0.0.1", "192.0.2.9", "http", "127.0.0.1"),
        ("10.0.0.1", "192.0.2.8, 192.0.2.9", "https", "192.0.2.9"),
        ("10.0.0.1", "192.0.2.8, 2001:db8:0:1::5", "https", "20010db800000001/64"),
        ("10.0.0.1", "rubbish", "https", "10.0.0.1"),
        ("", "", "https", ""),
    ],
)
def test_strangers_are_known_by_their_network(address: str, forwarded: str, scheme: str, network: str) -> None:
    sessions = Sessions(backends_of(World()).players, SystemClock())
    askers = Askers(sessions, behind_proxy=scheme == "https")
    assert askers.of(environ(address, forwarded=forwarded)) == Asker(network)
