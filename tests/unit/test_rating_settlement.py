"""What a match changes: known cases, laws, and the checks of sense on Random."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.kit.ids import new_id
from services.rating.ranking import Side, sides, weights
from services.rating.record import Record
from services.rating.result import MatchResult, Outcome, SeatResult
from services.rating.settlement import settle
from services.rating.skill import BEGINNER, Skill

SEATS = ("black", "white", "pink", "yellow")
ENDED_AT_MS = 1_700_000_000_000

outcomes = st.sampled_from(("win", "draw", "lose"))
skills = st.builds(Skill, mu=st.floats(-10, 60), sigma=st.floats(0.5, 10))


def seat(player: str, outcome: Outcome, team: int, *, turns: int = 5, thinking_ms: int = 10_000) -> SeatResult:
    return SeatResult(SEATS[team % 4], player, "person", outcome, team, turns, thinking_ms)


def match(
    *seats: SeatResult, chaos: Outcome | None = None, rated: bool = True, ended_at_ms: int = ENDED_AT_MS
) -> MatchResult:
    return MatchResult(
        event_id=new_id(),
        match_id=new_id(),
        game_id=new_id(),
        universe="public",
        rated=rated,
        started_at_ms=ended_at_ms - 60_000,
        ended_at_ms=ended_at_ms,
        seats=seats,
        chaos=chaos,
    )


def duel(first: Outcome, second: Outcome) -> MatchResult:
    return match(seat("a", first, 0), seat("b", second, 1))


def records(**known: Skill) -> dict[str, Record]:
    return {player: Record(skill=skill) for player, skill in known.items()}


def test_winners_come_before_draws_before_losers_and_chaos_is_last_to_be_named() -> None:
    played = match(seat("a", "lose", 0), seat("b", "win", 1), seat("c", "draw", 2), chaos="lose")
    assert sides(played) == (Side(("a",), 2), Side(("b",), 0), Side(("c",), 1), Side((), 2))


def test_of_a_match_that_was_played_in_part_that_part_of_the_change_is_made_for_both() -> None:
    first, second = seat("a", "win", 0), seat("b", "lose", 1)
    before = records(a=BEGINNER, b=Skill(30, 4))
    whole = settle(match(first, second), before)
    half = settle(match(first, replace(second, weight=0.5)), before)
    none = settle(match(first, replace(second, weight=0.0)), before)
    for player, record in before.items():
        assert half[player].skill.mu == pytest.approx((record.skill.mu + whole[player].skill.mu) / 2)
        assert half[player].skill.sigma == pytest.approx((record.skill.sigma + whole[player].skill.sigma) / 2)
        assert none[player].skill == record.skill
        assert none[player].played == 1


def change(seats: Sequence[SeatResult], chaos: Outcome | None = None) -> dict[str, float]:
    """What a match between beginners changes in mu."""
    after = settle(match(*seats, chaos=chaos), {seat.player_id: Record() for seat in seats})
    return {player: record.skill.mu - BEGINNER.mu for player, record in after.items()}


def four(*shares: float) -> list[SeatResult]:
    """Four at a table, of whom the first wins, and the share of the match that each has played."""
    seats = [seat(player, "lose" if team else "win", team) for team, player in enumerate("abcd")]
    return [replace(seat, weight=share) for seat, share in zip(seats, shares, strict=True)]


@given(shares=st.lists(st.floats(0, 1), min_size=4, max_size=4))
def test_a_winner_gets_what_the_losers_pay_by_the_shares_that_they_played(shares: Sequence[float]) -> None:
    whole, changed = change(four(1, 1, 1, 1)), change(four(*shares))
    won, *lost = shares
    assert changed["a"] == pytest.approx(whole["a"] * won * sum(lost) / 3)
    for player, share in zip("bcd", lost, strict=True):
        assert changed[player] == pytest.approx(whole[player] * won * share)
    assert sum(changed.values()) == pytest.approx(0)


def test_who_leaves_at_turn_five_of_fifty_pays_one_tenth() -> None:
    whole, changed = change(four(1, 1, 1, 1)), change(four(1, 0.1, 1, 1))
    assert changed["b"] == pytest.approx(whole["b"] / 10)
    assert changed["c"] == whole["c"]
    assert changed["a"] == pytest.approx(whole["a"] * 0.7)


def test_where_all_tie_each_counts_by_the_shares_of_all_others() -> None:
    ranked = [Side(("a",), 1, (0.5,)), Side(("b",), 1), Side(("c",), 1, (0.2,))]
    assert weights(ranked) == [pytest.approx((0.5 * 0.6,)), pytest.approx((0.35,)), pytest.approx((0.2 * 0.75,))]


def test_chaos_has_played_all_of_a_match_and_partners_each_their_share() -> None:
    ranked = [Side(("a", "b"), 0, (1.0, 0.5)), Side((), 2)]
    assert weights(ranked) == [(1.0, 0.5), (0.75,)]


def test_partners_are_one_side() -> None:
    played = match(seat("a", "win", 0), seat("b", "lose", 1), seat("c", "win", 0), seat("d", "lose", 1))
    assert sides(played) == (Side(("a", "c"), 0), Side(("b", "d"), 2))


def test_a_beginner_is_shown_as_zero() -> None:
    assert (BEGINNER.mu, BEGINNER.sigma) == (25.0, 25.0 / 3.0)
    assert BEGINNER.rating == pytest.approx(0.0, abs=1e-12)


def test_beginners_first_win_by_the_formulas_of_weng_and_lin() -> None:
    # After tau is added: c^2 = 2 (sigma^2 + beta^2), p = 1/2, omega = p sigma^2 / c, delta = p (1 - p) sigma^2 / c^2.
    after = settle(duel("win", "lose"), records(a=BEGINNER, b=BEGINNER))
    variance = (25 / 3) ** 2 + (25 / 300) ** 2
    c = (2 * (variance + (25 / 3) ** 2)) ** 0.5
    assert after["a"].skill.mu == pytest.approx(25 + variance / c / 2)
    assert after["b"].skill.mu == pytest.approx(25 - variance / c / 2)
    assert after["a"].skill.sigma == pytest.approx((variance * (1 - variance / c**2 / 4)) ** 0.5)


def test_statistics_follow_the_match() -> None:
    before = {"a": Record(), "b": Record()}
    won = settle(match(seat("a", "win", 0, turns=4, thinking_ms=8_000), seat("b", "lose", 1)), before)
    then = settle(
        match(seat("a", "lose", 0, turns=2, thinking_ms=7_000), seat("b", "win", 1), ended_at_ms=ENDED_AT_MS + 5),
        won,
    )
    assert (then["a"].played, then["a"].won, then["a"].drawn, then["a"].lost) == (2, 1, 0, 1)
    assert then["a"].top_burst == pytest.approx(won["a"].rating - before["a"].rating)
    assert then["a"].mean_turn_ms == 2_500
    assert won["a"].held_since_ms == ENDED_AT_MS
    assert then["a"].held_since_ms == then["a"].last_match_at_ms == ENDED_AT_MS + 5


def test_an_older_match_that_arrives_late_does_not_turn_back_the_clock() -> None:
    first = settle(duel("win", "lose"), records(a=BEGINNER, b=BEGINNER))
    late = settle(match(seat("a", "win", 0), seat("b", "lose", 1), ended_at_ms=ENDED_AT_MS - 1), first)
    assert late["a"].last_match_at_ms == late["a"].held_since_ms == ENDED_AT_MS


def test_top_burst_is_never_below_zero() -> None:
    settled = Skill(25, 1)
    after = settle(duel("lose", "win"), records(a=settled, b=settled))
    assert after["a"].rating < settled.rating
    assert after["a"].top_burst == 0


def test_chaos_enters_with_the_beginners_constant_and_keeps_it() -> None:
    strong = Skill(40, 2)
    lost = settle(match(seat("a", "lose", 0), seat("b", "lose", 1), chaos="win"), records(a=strong, b=BEGINNER))
    against_a_beginner = settle(
        match(seat("a", "lose", 0), seat("b", "lose", 1), seat("c", "win", 2)),
        records(a=strong, b=BEGINNER, c=BEGINNER),
    )
    assert set(lost) == {"a", "b"}
    assert lost["a"] == against_a_beginner["a"]
    assert lost["b"] == against_a_beginner["b"]


def test_all_who_win_against_the_phantom_rise_and_without_it_equals_stay() -> None:
    equals = records(a=BEGINNER, b=BEGINNER)
    assert settle(match(seat("a", "win", 0), seat("b", "win", 1)), equals)["a"].skill.mu == pytest.approx(25)
    assert settle(match(seat("a", "win", 0), seat("b", "win", 1), chaos="lose"), equals)["a"].skill.mu > 25


def test_one_player_against_chaos_is_rated() -> None:
    after = settle(match(seat("a", "win", 0), chaos="lose"), records(a=BEGINNER))
    assert after["a"].skill.mu > 25
    assert after["a"].skill.sigma < BEGINNER.sigma


def test_whoever_alone_beats_chaos_rises_and_whoever_draws_with_it_does_not() -> None:
    equals = records(a=BEGINNER, b=BEGINNER)
    won = settle(match(seat("a", "win", 0), seat("b", "lose", 1), chaos="draw"), equals)
    drew = settle(match(seat("a", "draw", 0), seat("b", "lose", 1), chaos="draw"), equals)
    assert won["a"].skill.mu > drew["a"].skill.mu > 25 > won["b"].skill.mu
    alone = settle(match(seat("a", "draw", 0), chaos="draw"), records(a=BEGINNER))
    assert alone["a"].skill.mu == pytest.approx(25)


def test_all_who_lose_to_the_phantom_fall_alike() -> None:
    four = [seat(player, "lose", team) for team, player in enumerate("abcd")]
    after = settle(match(*four, chaos="win"), records(a=BEGINNER, b=BEGINNER, c=BEGINNER, d=BEGINNER))
    mus = [record.skill.mu for record in after.values()]
    assert mus == pytest.approx([mus[0]] * 4)
    assert mus[0] < 25


def test_several_winners_tie_and_rise_alike() -> None:
    equals = records(a=BEGINNER, b=BEGINNER, c=BEGINNER)
    after = settle(match(seat("a", "win", 0), seat("b", "win", 1), seat("c", "lose", 2)), equals)
    assert after["a"].skill.mu == pytest.approx(after["b"].skill.mu)
    assert after["a"].skill.mu > 25 > after["c"].skill.mu


def test_partners_rise_and_fall_together_also_beside_random() -> None:
    equals = records(a=BEGINNER, r=BEGINNER)
    seats = seat("a", "win", 0), seat("r", "lose", 1), seat("r", "win", 0), seat("r", "lose", 1)
    after = settle(match(*seats), equals)
    assert after["a"].skill.mu > 25 > after["r"].skill.mu
    assert (after["r"].played, after["r"].won, after["r"].lost) == (3, 1, 2)


def test_a_side_that_met_nobody_keeps_its_skill() -> None:
    after = settle(match(seat("a", "lose", 0)), records(a=Skill(30, 4)))
    assert after["a"].skill == Skill(30, 4)
    assert after["a"].lost == 1


def test_random_against_itself_counts_by_the_seat_and_shows_nothing() -> None:
    after = settle(match(seat("r", "win", 0), seat("r", "lose", 1)), records(r=Skill(20, 3)))
    assert after["r"].skill == Skill(20, 3)
    assert (after["r"].played, after["r"].won, after["r"].lost) == (2, 1, 1)


def test_random_in_two_seats_loses_what_the_winner_gains() -> None:
    equal = Skill(25, 2)
    after = settle(match(seat("a", "win", 0), seat("r", "lose", 1), seat("r", "lose", 2)), records(a=equal, r=equal))
    gained, lost = after["a"].skill.mu - 25, 25 - after["r"].skill.mu
    assert gained == pytest.approx(lost)
    assert gained > 0


@given(first=skills, second=skills)
def test_the_winner_of_a_duel_never_falls_and_the_loser_never_rises(first: Skill, second: Skill) -> None:
    after = settle(duel("win", "lose"), records(a=first, b=second))
    assert after["a"].skill.mu >= first.mu
    assert after["b"].skill.mu <= second.mu


@given(mu=st.floats(-10, 60), first=st.floats(0.5, 10), second=st.floats(0.5, 10))
def test_a_draw_between_equals_changes_nothing_in_mu(mu: float, first: float, second: float) -> None:
    after = settle(duel("draw", "draw"), records(a=Skill(mu, first), b=Skill(mu, second)))
    assert after["a"].skill.mu == pytest.approx(mu)
    assert after["b"].skill.mu == pytest.approx(mu)


@given(
    players=st.lists(st.tuples(skills, outcomes), min_size=2, max_size=4),
    chaos=st.sampled_from((None, "win", "draw", "lose")),
    order=st.randoms(use_true_random=False),
)
def test_the_order_of_the_seats_does_not_matter(
    players: Sequence[tuple[Skill, Outcome]], chaos: Outcome | None, order: random.Random
) -> None:
    before = {str(index): Record(skill=skill) for index, (skill, _) in enumerate(players)}
    seats = [seat(str(index), outcome, index) for index, (_, outcome) in enumerate(players)]
    plain = settle(match(*seats, chaos=chaos), before)
    order.shuffle(seats)
    shuffled = settle(match(*seats, chaos=chaos), before)
    for player, record in plain.items():
        assert shuffled[player].skill.mu == pytest.approx(record.skill.mu)
        assert shuffled[player].skill.sigma == pytest.approx(record.skill.sigma)


@given(players=st.lists(st.tuples(skills, outcomes), min_size=2, max_size=4))
def test_every_sigma_stays_between_nothing_and_a_little_more(players: Sequence[tuple[Skill, Outcome]]) -> None:
    before = {str(index): Record(skill=skill) for index, (skill, _) in enumerate(players)}
    seats = [seat(str(index), outcome, index) for index, (_, outcome) in enumerate(players)]
    for player, record in settle(match(*seats), before).items():
        assert 0 < record.skill.sigma < before[player].skill.sigma + 0.01


@given(skills=st.lists(skills, min_size=4, max_size=4), order=st.booleans())
def test_independent_matches_may_arrive_in_any_order(skills: Sequence[Skill], order: bool) -> None:  # noqa: FBT001 # drawn
    known = dict(zip("abcd", (Record(skill=skill) for skill in skills), strict=True))
    matches = [duel("win", "lose"), match(seat("c", "draw", 0), seat("d", "draw", 1))]

    def play(in_order: Sequence[MatchResult]) -> Mapping[str, Record]:
        state = dict(known)
        for played in in_order:
            state |= settle(played, {at.player_id: state[at.player_id] for at in played.seats})
        return state

    assert play(matches if order else matches[::-1]) == play(matches)


@pytest.mark.parametrize("seats_at_table", [2, 3, 4])
def test_random_against_random_does_not_drift(seats_at_table: int) -> None:
    """Many players who are all Random: the mean stays, nobody stands out, and the shown rating settles."""
    chance = random.Random(20_26)
    pool = {str(player): Record() for player in range(12)}
    for _ in range(2_000):
        seated = chance.sample(sorted(pool), seats_at_table)
        drawn = chance.random() < 0.13
        seats = [seat(p, "draw" if drawn else "win" if i == 0 else "lose", i) for i, p in enumerate(seated)]
        pool |= settle(match(*seats), {player: pool[player] for player in seated})
    mus = [record.skill.mu for record in pool.values()]
    assert fmean(mus) == pytest.approx(25, abs=0.6)
    assert max(mus) - min(mus) < 4
    assert all(record.skill.sigma < 2 for record in pool.values())
