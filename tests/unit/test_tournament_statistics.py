"""What a tournament tells: counts that add up in any order, and statements that are as sure as they say."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from math import isfinite, log
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.tournament_statistics import WORLDS, coverage, played, verdicts
from redscience.random_games import Result
from redscience.tournaments.pairings import Pairings
from redscience.tournaments.rating import BETA, MEAN, ratings
from redscience.tournaments.results import PlayedGame, Results, half_points
from redscience.tournaments.schedule import Schedule
from redscience.tournaments.seating import Seating, seating
from redscience.tournaments.sprt import MOST_ELO, SequentialTest, Verdict, expected_score
from redscience.tournaments.standings import Score, cross_table, lengths, seat_worths, standings

DUEL, THREE, PARTNERS = seating((0, 1), 2), seating((0, 1, 2), 3), seating((0, 1, 0, 1), 4)


def random_sets(its: Seating, players: int, seed: int) -> list[list[PlayedGame]]:
    """Sets of games with any results."""
    chance = Random(seed)
    schedule = Schedule([its], [Pairings(players, len(its.places))], 12, seed)

    def game(players: tuple[int, ...]) -> PlayedGame:
        by_team: list[Result] = [chance.choice(("win", "draw", "lose")) for _ in its.sides]
        results = tuple(by_team[team] for team in its.teams)
        return PlayedGame(0, players, results, chance.randrange(5, 20), timed_out=(0,) * chance.randrange(2))

    return [[game(each.players) for each in schedule.set_of(number)] for number in range(schedule.sets)]


def results_of(its: Seating, sets: list[list[PlayedGame]]) -> Results:
    results = Results((its,))
    for games in sets:
        results.add_set(games)
    return results


def duel(wins: int, draws: int, losses: int) -> Results:
    """Results of player 0 against player 1, half of them from either seat."""
    results = Results((DUEL,))
    for players, outcomes in (((0, 1), ("win", "draw", "lose")), ((1, 0), ("lose", "draw", "win"))):
        mirrored = {"win": "lose", "draw": "draw", "lose": "win"}
        counts = {
            (each, mirrored[each]): times // 2 for each, times in zip(outcomes, (wins, draws, losses), strict=True)
        }
        results.outcomes[0, players] = Counter(counts)  # type: ignore[arg-type]
    return results


@settings(max_examples=25)
@given(st.sampled_from([(DUEL, 3), (THREE, 4), (PARTNERS, 4)]), st.integers(0, 99), st.randoms())
def test_any_order_and_any_cut_come_to_the_same(table: tuple[Seating, int], seed: int, order: Random) -> None:
    its, players = table
    sets = random_sets(its, players, seed)
    whole = results_of(its, sets)
    order.shuffle(sets)
    cut = order.randrange(len(sets) + 1)
    merged = results_of(its, sets[:cut])
    merged.merge(results_of(its, sets[cut:]))
    assert merged == whole
    assert Results.from_json((its,), json.loads(json.dumps(merged.as_json()))) == whole
    assert whole.games == sum(map(len, sets))


def test_a_set_is_whole() -> None:
    (first, second, *_), *_ = random_sets(THREE, 3, 1)
    for games in ([], [first], [first, second], [first] * 6):
        with pytest.raises(ValueError, match="A set"):
            Results((THREE,)).add_set(games)


@settings(max_examples=25)
@given(st.sampled_from([(DUEL, 2), (THREE, 3), (PARTNERS, 4)]), st.integers(0, 99))
def test_points_are_divided_among_those_who_meet(table: tuple[Seating, int], seed: int) -> None:
    its, players = table
    for games in random_sets(its, players, seed):
        sides = len(its.sides)
        pairs = sides * (sides - 1) // 2
        partners = len(its.teams) // sides
        assert sum(half_points(its, games).values()) == 2 * pairs * partners * len(games)


def test_a_player_of_both_sides_seats_has_its_points_once() -> None:
    both = seating((0, 1, 0, 1), 2)
    games = [
        PlayedGame(0, players, tuple("win" if player == 0 else "lose" for player in players), 9)
        for players in both.set_of((0, 1))
    ]
    assert half_points(both, games) == {0: 4, 1: 0}


@pytest.mark.parametrize(("wins", "losses"), [(60, 40), (90, 10), (50, 50)])
def test_two_players_are_apart_as_far_as_the_logarithm_of_their_odds(wins: int, losses: int) -> None:
    told = ratings(duel(wins, 0, losses))
    one, other = told.of(0), told.of(1)
    assert one is not None
    assert other is not None
    share = (wins + 0.5) / (wins + losses + 1)
    assert one.value - other.value == pytest.approx(BETA * 2**0.5 * log(share / (1 - share)), abs=1e-5)
    assert (one.value + other.value) / 2 == pytest.approx(MEAN)


def test_draws_make_ratings_surer() -> None:
    drawn, fought = ratings(duel(2, 96, 2)).of(0), ratings(duel(50, 0, 50)).of(0)
    assert drawn is not None
    assert fought is not None
    assert drawn.value == pytest.approx(fought.value)
    assert drawn.deviation < 0.4 * fought.deviation


def test_whoever_wins_everything_is_no_infinity() -> None:
    told = ratings(duel(100, 0, 0))
    best = told.of(0)
    assert best is not None
    assert MEAN + 20 < best.value < MEAN + 60
    assert best.low > MEAN
    assert told.superiority(0, 1) == pytest.approx(1.0, abs=1e-3)
    assert told.superiority(1, 0) == pytest.approx(1 - (told.superiority(0, 1) or 0))


def test_nobody_has_played() -> None:
    first, second = standings(Results((DUEL,)), 2)
    assert (first.rating, first.superiority, first.rank, second.rank) == (None, None, 1, 1)
    assert (cross_table(Results((DUEL,))), seat_worths(Results((DUEL,)), 0), lengths(Results((DUEL,)), 0)) == (
        {},
        [],
        None,
    )


def test_who_has_not_played_comes_after_all_who_have() -> None:
    sets = [[PlayedGame(0, (0, 1), ("win", "lose"), 9), PlayedGame(0, (1, 0), ("lose", "win"), 9)]] * 30
    told = standings(results_of(DUEL, sets), 4)
    assert told[1].rating is not None
    assert told[1].rating.value < 0.0
    assert [(each.player, each.rank) for each in told] == [(0, 1), (1, 2), (2, 3), (3, 3)]


def test_points_can_decide_whoever_had_the_better_seats() -> None:
    four = seating((0, 1, 2, 3), 5)
    results = Results((four,))
    # Three have won one game and drawn one, both at the same table: in ratings the seats that they had part them.
    results.outcomes[0, (1, 0, 2, 3)] = Counter({("draw", "draw", "draw", "lose"): 1})
    results.outcomes[0, (4, 1, 2, 0)] = Counter({("lose", "win", "win", "win"): 1})
    assert [each.rank for each in standings(results, 6)] == [1, 1, 3, 4, 4, 6]
    told = standings(results, 6, by_score=True)
    assert [(each.player, each.rank) for each in told] == [(0, 1), (1, 1), (2, 1), (3, 4), (4, 4), (5, 6)]


def test_whoever_wins_the_first_game_and_leaves_is_not_the_best() -> None:
    results = Results((DUEL,))
    for players in ((0, 1), (1, 2), (2, 1), (1, 2)):
        results.add(PlayedGame(0, players, ("win", "lose"), 9))
    for gone, ranked in (((), [0, 1, 2]), ((0,), [1, 2, 0])):
        assert [each.player for each in standings(results, 3, by_score=True, gone=gone)] == ranked


@pytest.mark.parametrize("players", [3, 5, 6, 9, 12])
def test_those_who_have_done_the_same_share_a_rank_in_whatever_order_it_is_told(players: int) -> None:
    # The first mover wins each game: everybody has won once against everybody, and lost once.
    schedule = Schedule([DUEL], [Pairings(players, 2)], 2, 1)
    games = [PlayedGame(0, each.players, ("win", "lose"), 9) for each in schedule]
    for seed in range(3):
        Random(seed).shuffle(games)
        results = Results((DUEL,))
        for game in games:
            results.add(game)
        assert [(each.player, each.rank) for each in standings(results, players)] == [(n, 1) for n in range(players)]


def test_of_two_to_whom_no_games_lead_nobody_says_who_is_stronger() -> None:
    met = ((0, 2), (4, 5), (2, 6))
    sets = [
        [PlayedGame(0, (one, other), ("win", "lose"), 9), PlayedGame(0, (other, one), ("lose", "win"), 9)]
        for one, other in met
    ] * 30
    told = ratings(results_of(DUEL, sets))
    assert told.superiority(0, 4) is told.superiority(5, 2) is None
    assert (told.superiority(0, 6) or 0.0) > 0.99
    assert (told.superiority(4, 5) or 0.0) > 0.99
    best, *_ = standings(results_of(DUEL, [*sets[:1], *sets[1:2] * 2]), 6)
    assert best.superiority is None


def test_the_tables_of_a_small_tournament() -> None:
    sets = [
        [PlayedGame(0, (0, 1), ("win", "lose"), 9), PlayedGame(0, (1, 0), ("draw", "draw"), 5)],
        [PlayedGame(0, (0, 1), ("lose", "lose"), 7), PlayedGame(0, (1, 0), ("lose", "win"), 6, illegal=(0,))],
    ]
    results = results_of(DUEL, sets)
    first, second = standings(results, 3)[:2]
    assert (first.player, first.results, first.all_lost, second.illegal) == (0, Score(2, 1, 1), 1, 1)
    assert cross_table(results)[0, 1] == Score(2, 2, 0)
    assert cross_table(results, seat=0)[0, 1] == Score(1, 1, 0)
    assert [each.results for each in seat_worths(results, 0)] == [Score(1, 1, 2), Score(1, 1, 2)]
    told = lengths(results, 0)
    assert told is not None
    assert (told.least, told.median, told.most, told.mean) == (5, 6, 9, 6.75)
    assert results.sets[0, (0, 1)] == {3: 2}


def test_a_score_of_one_way_has_an_interval() -> None:
    assert Score().margin is None
    assert 0.0 < (Score(10, 0, 0).margin or 0.0) < 0.2


# Seeded: what is true of 2,000 tournaments (docs/tournaments.md) is checked of some, so that a wrong formula shows.
@pytest.mark.parametrize("name", ["four players, Benchmark", "three seats", "four seats, partners"])
def test_intervals_cover_as_often_as_they_say(name: str) -> None:
    held = list(coverage(WORLDS[name], range(40)))
    assert 0.9 < sum(held) / len(held) < 0.99


def test_strengths_are_found_without_bias() -> None:
    world = WORLDS["three seats"]
    sums = [0.0] * len(world.strengths)
    for seed in range(60):
        sums = [each + value for each, value in zip(sums, ratings(played(world, seed)).values, strict=True)]
    assert [each / 60 for each in sums] == pytest.approx(world.strengths, abs=0.5)


@pytest.mark.parametrize(("elo", "wrong"), [(0.0, Verdict.H1), (100.0, Verdict.H0)])
def test_the_sequential_test_errs_as_often_as_it_says(elo: float, wrong: Verdict) -> None:
    said = [verdict for verdict, _ in verdicts(SequentialTest(0.0, 100.0, 0.1, 0.1), elo, range(60))]
    assert Verdict.GOES_ON not in said
    assert said.count(wrong) <= 12


def test_the_ratio_is_that_of_the_normal_approximation() -> None:
    """Van den Bergh's (s1 - s0)(2 s - s0 - s1) N / (2 variance), which is close where the hypotheses are."""
    test, counts = SequentialTest(0.0, 5.0), {0: 100, 1: 200, 2: 420, 3: 220, 4: 110}
    sets = sum(counts.values())
    mean = sum(half * times for half, times in counts.items()) / 4 / sets
    variance = sum((half / 4 - mean) ** 2 * times for half, times in counts.items()) / sets
    s0, s1 = expected_score(0.0), expected_score(5.0)
    assert test.ratio(counts) == pytest.approx(sets * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance), rel=0.01)


def test_the_ratio_grows_with_what_speaks_for_the_first() -> None:
    test = SequentialTest(0.0, 20.0)
    ratios = [test.ratio({1: 100 - each, 3: 100 + each}) for each in range(0, 60, 10)]
    assert all(one < other for one, other in pairwise(ratios))
    assert test.ratio({}) == 0.0
    assert test.verdict({4: 40, 3: 40, 2: 20}) is Verdict.H1
    assert test.verdict({0: 40, 1: 40, 2: 20}) is Verdict.H0


def test_a_verdict_is_the_first_one_on_the_way() -> None:
    test = SequentialTest(0.0, 50.0)
    way = [4, 3, 2] * 40 + [0] * 500
    verdict, number, counts = test.first_verdict(way)
    assert (verdict, sum(counts.values())) == (Verdict.H1, number)
    _, _, before = test.first_verdict(way[:20])
    assert test.first_verdict(way[20:], before)[::2] == (verdict, counts)


@pytest.mark.parametrize(
    "wrong",
    [
        {"elo0": 5.0, "elo1": 5.0},
        {"elo0": float("nan")},
        {"elo1": 16_000.0},
        {"elo1": float("inf")},
        {"elo0": -200_000.0},
        {"alpha": 0.0},
        {"beta": 0.5},
    ],
)
def test_a_test_of_nonsense_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="must be"):
        SequentialTest(**wrong)


@pytest.mark.parametrize("counts", [{0: 1}, {4: 1}, {0: 1_000_000}, {2: 5, 4: 3}])
def test_the_farthest_hypotheses_have_a_ratio(counts: dict[int, int]) -> None:
    assert isfinite(SequentialTest(-MOST_ELO, MOST_ELO).ratio(counts))
