"""Who plays whom in a tournament: everybody equally often, from every seat, and the same however it is cut."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redscience.tournaments.pairings import Format, Pairings, in_rounds
from redscience.tournaments.schedule import Schedule, game_seed
from redscience.tournaments.seating import seating
from redscience.tournaments.swiss import meetings, mixed_rounds, next_round

TEAMS = [(0, 1), (0, 1, 2), (0, 1, 2, 3), (0, 1, 0, 1)]
tables = st.tuples(st.sampled_from(TEAMS), st.integers(2, 6), st.sampled_from(["round-robin", "gauntlet"]))


def schedule_of(teams: tuple[int, ...], players: int, format_: Format, games: int) -> Schedule:
    its = seating(teams, players)
    return Schedule([its], [Pairings(players, len(its.places), format_)], games, seed=7)


@settings(max_examples=30)
@given(tables, st.integers(1, 20))
def test_every_permutation_of_the_seats_comes_equally_often(
    table: tuple[tuple[int, ...], int, Format], games: int
) -> None:
    schedule = schedule_of(*table, games)
    line_ups = Counter(game.players for game in schedule)
    by_players: dict[tuple[int, ...], Counter[tuple[int, ...]]] = {}
    for players, times in line_ups.items():
        by_players.setdefault(tuple(sorted(players)), Counter())[players] = times
    for counts in by_players.values():
        assert len(set(counts.values())) == 1
        assert counts.total() >= games


@settings(max_examples=30)
@given(tables, st.integers(1, 20))
def test_a_set_is_a_piece_of_the_schedule(table: tuple[tuple[int, ...], int, Format], games: int) -> None:
    schedule = schedule_of(*table, games)
    pieces = [game for number in range(schedule.sets) for game in schedule.set_of(number)]
    assert pieces == list(schedule)
    assert [game.number for game in schedule] == list(range(len(schedule)))


@settings(max_examples=60)
@given(tables, st.integers(1, 20), st.data())
def test_the_games_of_some_are_those_that_all_of_them_play(
    table: tuple[tuple[int, ...], int, Format], games: int, data: st.DataObject
) -> None:
    schedule = schedule_of(*table, games)
    some = data.draw(st.sets(st.integers(0, table[1] - 1), min_size=1, max_size=3))
    first = data.draw(st.integers(0, len(schedule)))
    wanted = [place for place, game in enumerate(schedule) if place >= first and some.issubset(game.players)]
    assert list(schedule.places_with(some, first)) == wanted


def test_the_games_of_some_are_found_in_each_of_several_games() -> None:
    two, three = (seating(teams, 4) for teams in TEAMS[:2])
    pairings = [Pairings(4, 2), [(0, 1, 2), (1, 2, 3)]]
    schedule = Schedule([two, three], pairings, 8, seed=7, whole=False)
    for some in ({0}, {1, 2}, {0, 3}, {0, 1, 2}):
        wanted = [place for place, game in enumerate(schedule) if some.issubset(game.players)]
        assert list(schedule.places_with(some)) == wanted
        assert list(schedule.places_with(some, 9)) == [place for place in wanted if place >= 9]


@pytest.mark.parametrize(("players", "places"), [(5, 2), (6, 3), (7, 4)])
def test_a_round_robin_has_every_combination(players: int, places: int) -> None:
    assert list(Pairings(players, places)) == list(combinations(range(players), places))


def test_in_a_gauntlet_everybody_meets_the_first() -> None:
    assert list(Pairings(4, 3, "gauntlet")) == [(0, 1, 2), (0, 1, 3), (0, 2, 3)]


def test_too_few_players_fill_the_seats_several_times_or_as_partners() -> None:
    assert list(Pairings(2, 3)) == [(0, 0, 1), (0, 1, 1)]
    assert set(seating((0, 1, 0, 1), 2).set_of((0, 1))) == {(0, 1, 0, 1), (1, 0, 1, 0)}


def test_a_huge_tournament_is_never_listed() -> None:
    schedule = schedule_of((0, 1), 1_000, "round-robin", 1_000_000)
    assert len(schedule) == 999 * 500 * 1_000_000
    last = schedule[len(schedule) - 1]
    assert (last.players, last.seed) == ((999, 998), game_seed(7, last.number))


def test_several_games_take_turns() -> None:
    two, three = seating((0, 1), 3), seating((0, 1, 2), 3)
    schedule = Schedule([two, three], [Pairings(3, 2), Pairings(3, 3)], 6, seed=1)
    assert [schedule.set_of(number)[0].game for number in range(schedule.sets)] == [0, 0, 0, 1, 0, 0, 0, 0, 0, 0]
    assert Counter(game.game for game in schedule) == {0: 18, 1: 6}


def test_a_game_keeps_its_seed_and_no_two_share_one() -> None:
    assert game_seed(1, 2) == game_seed(1, 2)
    assert len({game_seed(seed, number) for seed in range(20) for number in range(200)}) == 4_000


@pytest.mark.parametrize(("players", "places", "rounds"), [(8, 2, 5), (9, 2, 5), (9, 3, 3), (16, 4, 3)])
def test_nobody_meets_twice_in_a_swiss_while_there_are_others(players: int, places: int, rounds: int) -> None:
    played: list[list[tuple[int, ...]]] = []
    for _ in range(rounds):
        played.append(next_round(range(players), played, places))
    met = meetings(group for groups in played for group in groups)
    assert max(met.values()) == 1
    games = Counter(player for groups in played for group in groups for player in group)
    assert max(games.values()) - min(games[player] for player in range(players)) <= 1


def test_the_first_round_of_a_swiss_goes_by_the_ranking() -> None:
    assert next_round([3, 1, 2, 0, 4], [], 2) == [(3, 1), (2, 0)]


@settings(max_examples=50)
@given(st.integers(2, 9), st.integers(2, 4), st.data())
def test_in_a_round_nobody_has_two_games_who_can_play_but_one(players: int, places: int, data: st.DataObject) -> None:
    people = frozenset(data.draw(st.sets(st.integers(0, players - 1))))
    pairings = Pairings(max(players, places), places)
    rounds = in_rounds(pairings, max(players, places), people)
    for each in rounds:
        held = [player for combination in each for player in people.intersection(combination)]
        assert len(held) == len(set(held))
    assert sorted(combination for each in rounds for combination in each) == sorted(pairings)


@pytest.mark.parametrize("players", range(2, 12))
def test_people_who_meet_two_by_two_have_as_few_rounds_as_there_can_be(players: int) -> None:
    rounds = in_rounds(Pairings(players, 2), players, frozenset(range(players)))
    assert len(rounds) == players - 1 + players % 2


@pytest.mark.parametrize(("players", "places", "rounds"), [(24, 2, 10), (24, 3, 5), (24, 4, 4), (23, 3, 4), (5, 2, 5)])
def test_in_mixed_rounds_all_play_alike_often_and_hardly_anybody_meets_twice(
    players: int, places: int, rounds: int
) -> None:
    mixed = mixed_rounds(players, places, rounds)
    assert [len(each) for each in mixed] == [players // places] * rounds
    played = Counter(player for each in mixed for combination in each for player in combination)
    assert max(played.values()) - min(played[player] for player in range(players)) <= 1
    assert all(len({*combination}) == places for each in mixed for combination in each)
    again = [times - 1 for times in meetings(combination for each in mixed for combination in each).values()]
    assert sum(again) <= players // 4


def test_where_sets_are_not_whole_the_seats_are_drawn() -> None:
    four, two = seating((0, 1, 2, 3), 8), seating((0, 1), 8)
    tables = [(0, 1, 2, 3), (4, 5, 6, 7)] * 100
    once = Schedule([four], [tables], 1, 7, whole=False)
    assert (len(once), once.sets, len({game.set_number for game in once})) == (200, 200, 200)
    firsts = Counter(game.players[0] for game in once)
    assert set(firsts) == set(range(8))
    assert min(firsts.values()) > 10
    thrice = Schedule([four], [tables[:2]], 3, 7, first_set=5, whole=False)
    assert [game.set_number for game in thrice] == [5] * 3 + [6] * 3
    assert len({game.players for game in thrice}) == 6
    # More than there are ways to seat them are whole sets.
    more = Schedule([two], [[(0, 1)]], 3, 7, whole=False)
    assert [game.players for game in more] == [(0, 1), (1, 0)] * 2
    assert len(Schedule([two], [[(0, 1)]], 1, 7)) == 2
