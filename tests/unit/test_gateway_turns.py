"""Whoever asks for much at once waits for themself alone: shares, turns, and lines that end."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tornado.iostream import StreamClosedError

from redscience.errors import LimitReached, Unavailable
from services.gateway.bounds import Bounds
from services.gateway.turns import Asker, Place, Turns

ADA, BEN = Asker("192.0.2.1", person="ada"), Asker("192.0.2.2", person="ben")
EVE, FAY = (Asker("192.0.2.3", visit=visit) for visit in ("eve", "fay"))
STRANGER = Asker("192.0.2.3")
ALL = (ADA, BEN, EVE, FAY, STRANGER, Asker("192.0.2.3", person="gus"))
NAMES = dict(zip(ALL, "ABEFSG", strict=True))


def begun(turns: Turns, places: Sequence[Place]) -> str:
    """Who gets a thread, one after the other, where each gives it back before the next is given."""
    order, left = list[Place](), list(places)
    while came := [place for place in left if place.come.done()]:
        assert len(came) == 1
        order += came
        left.remove(came[0])
        turns.leave(came[0].asker)
    assert not left
    return "".join(NAMES[place.asker] for place in order)


def has_come(places: Sequence[Place]) -> Iterator[bool]:
    return (place.come.done() for place in places)


async def test_who_has_their_share_waits_and_others_begin() -> None:
    turns = Turns(Bounds(threads=6, share=2))
    assert list(has_come([turns.line_up(ADA) for _ in range(4)])) == [True, True, False, False]
    assert all(has_come([turns.line_up(BEN) for _ in range(2)]))
    assert all(has_come([turns.line_up(EVE)]))
    assert turns.in_hand == 7


async def test_a_network_has_no_more_than_its_share_however_many_come_from_it() -> None:
    turns = Turns(Bounds(threads=6, share=2, network_share=3))
    crowd = [turns.line_up(Asker("192.0.2.3", person=f"{n}", visit="" if n % 2 else f"{n}")) for n in range(9)]
    assert sum(has_come(crowd)) == 3
    assert all(has_come([turns.line_up(ADA) for _ in range(2)]))
    turns.leave(crowd[0].asker)
    assert sum(has_come(crowd)) == 4


async def test_houses_take_turns_and_in_a_house_its_visitors() -> None:
    turns = Turns(Bounds(threads=1))
    places = [turns.line_up(asker) for asker in (ADA, ADA, ADA, BEN, BEN, EVE, EVE, EVE, FAY, STRANGER, FAY)]
    assert begun(turns, places) == "A" + "ABE" + "ABF" + "S" + "E" + "F" + "E"


async def test_a_full_line_is_told_to_wait_and_others_line_up() -> None:
    turns = Turns(Bounds(threads=1, line=3))
    places = [turns.line_up(EVE) for _ in range(4)]
    with pytest.raises(LimitReached, match="too much at once"):
        turns.line_up(EVE)
    places += [turns.line_up(FAY) for _ in range(2)]
    assert begun(turns, places) == "EEFEFE"


async def test_where_too_many_wait_the_longest_line_is_shortened() -> None:
    turns = Turns(Bounds(threads=1, queue=4))
    held = turns.line_up(BEN)
    ada = [turns.line_up(ADA) for _ in range(2)]
    network = [turns.line_up(asker) for asker in (EVE, EVE)]
    ben = turns.line_up(BEN)
    with pytest.raises(Unavailable):  # the last of one of the longest
        await next(place for place in (ada[-1], network[-1]) if place.come.done()).come
    assert turns.in_hand == 5
    left = [place for place in (*ada, *network) if not place.come.done()]
    turns.leave(held.asker)
    assert Counter(begun(turns, [*left, ben])) in (Counter("AEEB"), Counter("AAEB"))


async def test_where_too_many_wait_whoever_has_the_longest_line_is_refused() -> None:
    turns = Turns(Bounds(threads=1, queue=3))
    places = [turns.line_up(asker) for asker in (ADA, EVE, EVE, FAY)]
    with pytest.raises(Unavailable):
        turns.line_up(EVE)
    assert begun(turns, places) == "AEFE"


async def test_a_visitor_makes_room_for_another_of_their_network() -> None:
    turns = Turns(Bounds(threads=1, queue=3))
    places = [turns.line_up(asker) for asker in (ADA, EVE, EVE, EVE)]
    fay = turns.line_up(FAY)
    with pytest.raises(Unavailable):
        await places.pop().come
    assert begun(turns, [*places, fay]) == "AEFE"


async def test_who_has_gone_is_forgotten() -> None:
    turns = Turns(Bounds(threads=1, line=1))
    first, gone = turns.line_up(ADA), turns.line_up(ADA)
    turns.give_up(gone)
    with pytest.raises(StreamClosedError):
        await gone.come
    assert begun(turns, [first, turns.line_up(ADA)]) == "AA"
    turns.give_up(first)  # its turn had come
    assert turns.in_hand == 0


BOUNDS = Bounds(threads=4, share=2, network_share=3, line=3, queue=8)


def stepped(turns: Turns, places: list[Place], asker: Asker, does: str) -> None:
    """The asker asks, leaves or gives up, where they can."""
    own = [place for place in places if place.asker == asker]
    running, waiting = ([place for place in own if place.come.done() is done] for done in (True, False))
    if does == "asks":
        try:
            places.append(turns.line_up(asker))
        except (LimitReached, Unavailable):
            assert waiting
    elif does == "leaves" and running:
        places.remove(running[0])
        turns.leave(asker)
    elif does == "gives up" and waiting:
        turns.give_up(waiting[0])
    places[:] = [place for place in places if not (place.come.done() and place.come.exception())]


def check(turns: Turns, places: Sequence[Place]) -> None:
    """Nobody has more than they may, and nobody waits who may begin."""
    taken = Counter(place.asker for place in places if place.come.done())
    networks = Counter(place.asker.network for place in places if place.come.done())
    assert taken.total() <= BOUNDS.threads
    assert max(taken.values(), default=0) <= BOUNDS.share
    assert max(networks.values(), default=0) <= BOUNDS.network_share
    assert turns.in_hand == len(places) <= BOUNDS.threads + BOUNDS.queue
    for place in places:
        assert (
            place.come.done()
            or taken.total() == BOUNDS.threads
            or taken[place.asker] == BOUNDS.share
            or networks[place.asker.network] == BOUNDS.network_share
        )


@given(st.lists(st.tuples(st.sampled_from(ALL), st.sampled_from(("asks", "leaves", "gives up"))), max_size=80))
def test_no_thread_is_lost_nor_stands_idle_for_who_may_have_it(steps: list[tuple[Asker, str]]) -> None:
    async def play() -> None:
        turns, places = Turns(BOUNDS), list[Place]()
        for asker, does in steps:
            stepped(turns, places, asker, does)
            check(turns, places)
        while places:
            stepped(turns, places, places[0].asker, "gives up")
            if places:
                stepped(turns, places, places[0].asker, "leaves")
        assert turns.in_hand == 0

    asyncio.run(play())
