"""Who is shown, in which order, and who is ranked."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from redscience.names import RANDOM_ID
from services.rating.leaderboard import RANKED, arrange
from services.rating.record import Record
from services.rating.skill import Skill

GAME = "game"


def record(rating: float, held_since_ms: int = 1) -> Record:
    return Record(skill=Skill(rating + 3, 1), played=1, held_since_ms=held_since_ms)


def by_rating(ratings: Sequence[float]) -> list[tuple[str, Record]]:
    ordered = sorted(ratings, reverse=True)
    return [(f"player-{place}", record(rating)) for place, rating in enumerate(ordered)]


def test_random_is_last_and_unranked_before_it_has_played() -> None:
    shown = arrange(GAME, by_rating([-3, -9]), {}, limit=10)
    assert [(standing.player_id, standing.rank) for standing in shown] == [
        ("player-0", 1),
        ("player-1", 2),
        (RANDOM_ID, 0),
    ]
    assert shown[-1].record == Record()


def test_random_is_ranked_among_the_others_when_it_has_played() -> None:
    shown = arrange(GAME, [("a", record(9)), (RANDOM_ID, record(4)), ("b", record(1))], {}, limit=10)
    assert [(standing.player_id, standing.rank) for standing in shown] == [("a", 1), (RANDOM_ID, 2), ("b", 3)]


def test_others_are_shown_below_the_best_in_their_order() -> None:
    others = {"low": record(-5), "late": record(-2, 20), "early": record(-2, 10)}
    shown = arrange(GAME, by_rating(range(10)), others, limit=10)
    assert [standing.player_id for standing in shown][10:] == ["early", "late", "low", RANDOM_ID]
    assert {standing.rank for standing in shown[10:]} == {0}


@given(
    ratings=st.lists(st.floats(-20, 60), max_size=15),
    limit=st.integers(1, 15),
    asked=st.sets(st.integers(0, 14), max_size=3),
)
def test_everyone_once_ranked_only_to_the_tenth(ratings: list[float], limit: int, asked: set[int]) -> None:
    everyone = by_rating(ratings)
    others = {player: known for place, (player, known) in enumerate(everyone) if place in asked}
    shown = arrange(GAME, everyone[: max(limit, RANKED)], others, limit=limit)
    ids = [standing.player_id for standing in shown]
    assert len(set(ids)) == len(ids)
    assert set(ids) == {player for player, _ in everyone[:limit]} | set(others) | {RANDOM_ID}
    places = {player: place for place, (player, _) in enumerate(everyone, start=1)}
    for standing in shown:
        place = places.get(standing.player_id, 0)
        assert standing.rank == (place if place <= RANKED else 0)
