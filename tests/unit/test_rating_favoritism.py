"""What opponents are to each other: known cases, laws, and the check of sense on Random."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import exp, sqrt
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redscience.names import RANDOM_ID
from services.kit.ids import new_id
from services.rating.favoritism import (
    Favoritism,
    Meeting,
    Shares,
    drawn_share,
    favoritism,
    meetings,
    relative_rating,
    tied_share,
)
from services.rating.ranking import Side, sides
from services.rating.record import Record
from services.rating.result import MatchResult, Outcome, SeatResult
from services.rating.settlement import settle
from services.rating.skill import BEGINNER, BETA, Skill

WIN, DRAW, LOSE = 0, 1, 2
A, B, C, D = "abcd"

skills = st.builds(Skill, mu=st.floats(-100, 100), sigma=st.floats(0.5, 10))
chances = st.tuples(st.floats(0, 1), st.floats(0, 1), st.floats(0.01, 1)).map(
    lambda parts: Shares(parts[0] / sum(parts), parts[1] / sum(parts))
)
ends = st.sampled_from((Shares(1.0, 0.0), Shares(0.0, 1.0), Shares(0.0, 0.0)))


def side(rank: int, *players: str) -> Side:
    return Side(players, rank)


def duel(first: int, second: int) -> tuple[Side, Side]:
    return side(first, A), side(second, B)


def test_of_a_game_that_nobody_knows_a_tenth_is_drawn() -> None:
    assert drawn_share(0, 0.0) == pytest.approx(0.1)
    assert drawn_share(20, 20.0) == pytest.approx(0.55)
    assert drawn_share(180, 0.0) == pytest.approx(0.01)


@pytest.mark.parametrize(
    ("ranks", "favor", "boosts"),
    [
        # Two beginners: E(draw) = 0.1, E(a wins) = E(b wins) = 0.45.
        ((WIN, LOSE), -0.55, Favoritism(0.55, -0.45, -0.1)),
        ((LOSE, WIN), 0.55, Favoritism(-0.45, 0.55, -0.1)),
        ((DRAW, DRAW), 0.0, Favoritism(-0.45, -0.45, 0.9)),
        # Who win or lose together have not beaten each other.
        ((WIN, WIN), 0.0, Favoritism(-0.45, -0.45, 0.9)),
        ((LOSE, LOSE), 0.0, Favoritism(-0.45, -0.45, 0.9)),
    ],
)
def test_a_match_of_beginners(ranks: tuple[int, int], favor: float, boosts: Favoritism) -> None:
    (meeting,) = meetings(duel(*ranks), {A: BEGINNER, B: BEGINNER}, 0.1).values()
    assert meeting.favor == pytest.approx(favor)
    shown = favoritism([meeting])
    assert (shown.win_boost, shown.kick_back, shown.draw_boost) == pytest.approx(
        (boosts.win_boost, boosts.kick_back, boosts.draw_boost)
    )
    assert shown.preference == pytest.approx(boosts.draw_boost + 2 * boosts.win_boost)


def test_the_stronger_who_only_draws_does_the_weaker_a_favor() -> None:
    strong, weak = Skill(35, 3), Skill(20, 4)
    c = sqrt(3**2 + 4**2 + 2 * BETA**2)
    wins = 0.8 * exp(35 / c) / (exp(35 / c) + exp(20 / c))
    (meeting,) = meetings(duel(DRAW, DRAW), {A: strong, B: weak}, 0.2).values()
    assert meeting.expected.win == pytest.approx(wins)
    assert meeting.expected.lose == pytest.approx(0.8 - wins)
    assert meeting.favor == pytest.approx(wins - (0.8 - wins))
    assert meeting.favor > 0


def test_boosts_are_means() -> None:
    known = {A: BEGINNER, B: BEGINNER}
    played = [
        meetings(duel(*ranks), known, 0.1)[A, B] for ranks in ((WIN, LOSE), (WIN, LOSE), (DRAW, DRAW), (LOSE, WIN))
    ]
    shown = favoritism(played)
    assert shown.win_boost == pytest.approx(0.5 - 0.45)
    assert shown.kick_back == pytest.approx(0.25 - 0.45)
    assert shown.draw_boost == pytest.approx(0.25 - 0.1)
    assert shown.preference == pytest.approx(0.15 + 2 * 0.05)


def test_between_two_of_many_chances_are_as_the_models() -> None:
    """Of two, their chances of coming before each other are as the model's chances that they come first."""
    known = {A: Skill(30, 2), B: Skill(22, 5), C: Skill(27, 8)}
    c = sqrt(sum(skill.sigma**2 + BETA**2 for skill in known.values()))
    first = {player: exp(skill.mu / c) for player, skill in known.items()}
    met = meetings([side(WIN, A), side(LOSE, B), side(LOSE, C)], known, 0.3)
    assert set(met) == {(A, B), (A, C), (B, C)}
    for (one, other), meeting in met.items():
        assert meeting.expected.win == pytest.approx(0.7 * first[one] / (first[one] + first[other]))
    assert [met[pair].result for pair in ((A, B), (A, C), (B, C))] == [Shares(1, 0), Shares(1, 0), Shares(0, 1)]


def test_partners_are_no_opponents_and_count_as_one_side() -> None:
    known = {A: Skill(30, 2), B: Skill(22, 5), C: Skill(27, 8), D: Skill(25, 3)}
    met = meetings([side(WIN, A, C), side(LOSE, B, D)], known, 0.0)
    assert set(met) == {(A, B), (A, D), (B, C), (C, D)}
    c = sqrt(sum(skill.sigma**2 for skill in known.values()) + 2 * BETA**2)
    expected = 1 / (1 + exp((22 + 25 - 30 - 27) / c))
    for pair in ((A, B), (A, D), (C, D)):
        assert met[pair].expected.win == pytest.approx(expected)
    assert met[B, C].expected.lose == pytest.approx(expected)
    assert met[B, C].result == Shares(0, 0)


def test_chaos_is_nobodys_opponent_and_widens_the_scale() -> None:
    known = {A: Skill(30, 2), B: Skill(20, 2)}
    alone = meetings(duel(WIN, LOSE), known, 0.1)[A, B].expected.win
    beside = meetings([*duel(WIN, LOSE), Side((), DRAW)], known, 0.1)
    assert set(beside) == {(A, B)}
    assert 0.45 < beside[A, B].expected.win < alone


def test_of_several_seats_each_counts_in_part_and_nobody_meets_themself() -> None:
    known = {A: BEGINNER, B: BEGINNER}
    met = meetings([side(DRAW, A), side(WIN, B), side(LOSE, B)], known, 0.1)
    assert set(met) == {(A, B)}
    assert met[A, B].result == Shares(0.5, 0.0)
    assert met[A, B].favor == pytest.approx(0)
    assert meetings([side(WIN, B), side(LOSE, B)], {B: BEGINNER}, 0.1) == {}


def test_what_is_drawn_of_a_match() -> None:
    assert tied_share(duel(DRAW, DRAW)) == 1
    assert tied_share(duel(WIN, LOSE)) == 0
    assert tied_share([side(WIN, A), side(LOSE, B), side(LOSE, C)]) == pytest.approx(1 / 3)
    assert tied_share([side(WIN, A, C), side(WIN, B, D), Side((), LOSE)]) == 1
    assert tied_share([side(WIN, A), Side((), LOSE)]) == 0


def test_relative_rating_is_of_whoever_is_above_zero() -> None:
    assert relative_rating(10.0, 15.0) == pytest.approx(0.5)
    assert relative_rating(10.0, -5.0) == pytest.approx(-1.5)
    assert relative_rating(0.0, 15.0) is None
    assert relative_rating(-1.0, 15.0) is None


@given(chances, ends)
def test_what_one_does_for_the_other_the_other_undoes(expected: Shares, result: Shares) -> None:
    meeting = Meeting(result, expected)
    assert meeting.turned().favor == pytest.approx(-meeting.favor)
    one, other = favoritism([meeting]), favoritism([meeting.turned()])
    assert (one.win_boost, one.draw_boost) == pytest.approx((other.kick_back, other.draw_boost))
    assert one.win_boost + one.kick_back + one.draw_boost == pytest.approx(0)


@given(chances)
def test_whoever_does_as_expected_does_no_favor(expected: Shares) -> None:
    shares = {Shares(1.0, 0.0): expected.win, Shares(0.0, 1.0): expected.draw, Shares(0.0, 0.0): expected.lose}
    assert sum(chance * Meeting(result, expected).favor for result, chance in shares.items()) == pytest.approx(0)


@given(st.lists(skills, min_size=2, max_size=4), st.floats(0, 1))
def test_chances_are_chances(known: list[Skill], draw: float) -> None:
    players = dict(zip("abcd", known, strict=False))
    for meeting in meetings([side(LOSE, player) for player in players], players, draw).values():
        expected = meeting.expected
        assert expected.draw == draw
        assert -1e-9 <= expected.win <= 1
        assert -1e-9 <= expected.lose <= 1


Law = Callable[[random.Random, int], Sequence[Outcome]]
"""Draws how a match ends for so many seats; the seats are alike."""


def one_wins(dice: random.Random, seats: int) -> Sequence[Outcome]:
    winner = dice.randrange(seats)
    return ["win" if seat == winner else "lose" for seat in range(seats)]


def all_draw_often(dice: random.Random, seats: int) -> Sequence[Outcome]:
    return ["draw"] * seats if dice.random() < 0.6 else one_wins(dice, seats)


def each_for_themself(dice: random.Random, seats: int) -> Sequence[Outcome]:
    """Several may win, or none, as in games that are no contest."""
    return [dice.choice(("win", "draw", "lose")) for _ in range(seats)]


KNOWN_AFTER = 200
"""After so many matches it is known how often a game is drawn; before, draws are told from what is usual."""


@pytest.mark.slow
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**32), law=st.sampled_from((one_wins, all_draw_often, each_for_themself)))
@pytest.mark.parametrize("at_table", [2, 3, 4])
def test_random_against_random_favours_nobody_and_keeps_the_sum(at_table: int, seed: int, law: Law) -> None:
    dice = random.Random(seed)
    pool = {str(player): Record() for player in range(8)}
    seen: list[Meeting] = []
    played, drawn = 0, 0.0
    for number in range(600):
        seated = dice.sample(sorted(pool), at_table)
        match = ended(list(zip(seated, law(dice, at_table), strict=True)))
        ranked, before = sides(match), {player: pool[player] for player in seated}
        met = meetings(ranked, {p: record.skill for p, record in before.items()}, drawn_share(played, drawn))
        if number >= KNOWN_AFTER:
            # Either way round, so that nothing hangs on whose id is smaller.
            seen += [meeting.turned() if dice.random() < 0.5 else meeting for meeting in met.values()]
        played, drawn = played + 1, drawn + tied_share(ranked)
        pool |= settle(match, before)
    shown = favoritism(seen)
    # Five standard errors of the mean of as many throws as there were matches.
    near = 5 * 0.5 / sqrt(played - KNOWN_AFTER)
    assert (shown.win_boost, shown.kick_back, shown.draw_boost) == pytest.approx((0, 0, 0), abs=near)
    assert fmean(meeting.favor for meeting in seen) == pytest.approx(0, abs=near)
    # Five standard deviations of the mean of eight, where it strays most: 0.24, with two at a table.
    assert fmean(record.skill.mu for record in pool.values()) == pytest.approx(BEGINNER.mu, abs=1.2)


def test_the_one_random_against_itself_favours_nobody_and_keeps_its_rating() -> None:
    record = {RANDOM_ID: Record(skill=Skill(28, 2))}
    for _ in range(100):
        match = ended([(RANDOM_ID, "win"), (RANDOM_ID, "lose")])
        assert meetings(sides(match), {RANDOM_ID: record[RANDOM_ID].skill}, 0.1) == {}
        record = settle(match, record)
    assert record[RANDOM_ID].skill == Skill(28, 2)


def ended(seated: Sequence[tuple[str, Outcome]]) -> MatchResult:
    return MatchResult(
        event_id=new_id(),
        match_id=new_id(),
        game_id=new_id(),
        universe="public",
        rated=True,
        started_at_ms=1,
        ended_at_ms=2,
        seats=tuple(
            SeatResult("black", player, "random", outcome, team, 1, 1) for team, (player, outcome) in enumerate(seated)
        ),
        chaos=None,
    )
