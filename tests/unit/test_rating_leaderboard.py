"""Who is shown, in which order, and who is ranked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from redscience.names import RANDOM_ID, STANDARD_ID
from services.rating.leaderboard import ALWAYS_SHOWN, RANKED, arrange
from services.rating.record import Record
from services.rating.skill import Skill

GAME = "game"


def record(rating: float, held_since_ms: int = 1) -> Record:
    return Record(skill=Skill(rating + 3, 1), played=1, held_since_ms=held_since_ms)


def by_rating(ratings: Sequence[float]) -> list[tuple[str, Record]]:
    ordered = sorted(ratings, reverse=True)
    return [(f"player-{place}", record(rating)) for place, rating in enumerate(ordered)]


def test_the_standard_player_and_random_are_last_and_unranked_before_they_have_played() -> None:
    shown = arrange(GAME, by_rating([-3, -9]), {}, limit=10)
    assert [(standing.player_id, standing.rank) for standing in shown] == [
        ("player-0", 1),
        ("player-1", 2),
        (STANDARD_ID, 0),
        (RANDOM_ID, 0),
    ]
    assert shown[-1].record == shown[-2].record == Record()


def test_random_is_ranked_among_the_others_when_it_has_played() -> None:
    best = [(STANDARD_ID, record(9)), ("a", record(5)), (RANDOM_ID, record(4)), ("b", record(1))]
    shown = arrange(GAME, best, {}, limit=10)
    assert [(standing.player_id, standing.rank) for standing in shown] == [
        (player, rank) for rank, (player, _) in enumerate(best, start=1)
    ]


def test_others_take_the_places_of_the_last_and_stand_in_their_order() -> None:
    others = {"low": record(-5), "late": record(-2, 20), "early": record(-2, 10)}
    shown = arrange(GAME, by_rating(range(10)), others, limit=10)
    assert [standing.player_id for standing in shown][5:] == ["early", "late", "low", *ALWAYS_SHOWN]
    assert [standing.rank for standing in shown] == [1, 2, 3, 4, 5, 0, 0, 0, 0, 0]


def test_rating_and_top_burst_count_together_and_of_equals_the_rating() -> None:
    others = {
        "steady": replace(record(3, 10), top_burst=1.0),
        "burst": replace(record(2, 20), top_burst=3.0),
        "level": replace(record(1, 5), top_burst=3.0),
    }
    shown = arrange(GAME, [], others, limit=10)
    assert [standing.player_id for standing in shown] == ["burst", "steady", "level", *ALWAYS_SHOWN]


def test_who_was_added_takes_nobodys_place() -> None:
    others = {"me": record(-2), "added": record(-1)}
    shown = arrange(GAME, by_rating(range(10)), others, limit=10, added={"added"})
    assert [standing.player_id for standing in shown][7:] == ["added", "me", *ALWAYS_SHOWN]


def test_one_of_the_best_who_asks_takes_no_other_place() -> None:
    best = by_rating(range(10))
    shown = arrange(GAME, best, {"player-9": best[9][1]}, limit=10)
    assert [(standing.player_id, standing.rank) for standing in shown][6:] == [
        ("player-6", 7),
        ("player-9", 10),
        (STANDARD_ID, 0),
        (RANDOM_ID, 0),
    ]


@given(
    ratings=st.lists(st.floats(-20, 60), max_size=15),
    limit=st.integers(1, 15),
    asked=st.sets(st.integers(0, 14), max_size=3),
    added=st.sets(st.integers(0, 14), max_size=3),
)
def test_everyone_once_as_many_as_asked_for_and_ranked_to_the_tenth(
    ratings: list[float], limit: int, asked: set[int], added: set[int]
) -> None:
    everyone = by_rating(ratings)
    at = {player: index for index, (player, _) in enumerate(everyone)}
    others = {player: known for player, known in everyone if at[player] in asked | added}
    only_added = {player for player in others if at[player] not in asked}
    shown = arrange(GAME, everyone[: max(limit, RANKED)], others, limit=limit, added=only_added)
    ids = [standing.player_id for standing in shown]
    assert len(set(ids)) == len(ids)
    assert {*others, *ALWAYS_SHOWN} <= set(ids)
    chosen = set(ids) - only_added
    certain = {*others, *ALWAYS_SHOWN} - only_added
    # Nobody but those always shown is below the best who have a place: who is left out is worse than all who are in.
    assert len(chosen) <= max(limit, len(certain))
    rest = [at[player] for player in set(ids) - certain - only_added]
    assert all(index < min((at[p] for p in set(at) - set(ids)), default=99) for index in rest)
    for standing in shown:
        place = at.get(standing.player_id, RANKED)
        assert standing.rank == (place + 1 if place < RANKED else 0)
