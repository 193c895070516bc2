"""A match is applied in one transaction, once, whatever the order in which it is told."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import exp, sqrt
from statistics import fmean

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from fixtures.databases import Databases, both_databases
from sqlalchemy import Connection, Engine, func, select

from redscience.names import RANDOM_ID
from services.kit.database import make_engine
from services.kit.ids import new_id
from services.rating import figures, queries, store
from services.rating.favoritism import WINDOW
from services.rating.figures import Figure
from services.rating.leaderboard import LeaderboardKey
from services.rating.record import Record
from services.rating.result import MatchResult, SeatResult
from services.rating.schema import matches, meetings, metadata, seats
from services.rating.settlement import settle
from services.rating.skill import BEGINNER, BETA

pytestmark = both_databases

BOARD = LeaderboardKey("public", new_id())
PLAYERS = [new_id() for _ in range(6)]
NOW_MS = 1_700_000_100_000


def duel(winner: str, loser: str, *, rated: bool = True, number: int = 0) -> MatchResult:
    return MatchResult(
        event_id=new_id(),
        match_id=new_id(),
        game_id=BOARD.game_id,
        universe=BOARD.universe,
        rated=rated,
        started_at_ms=1_700_000_000_000,
        ended_at_ms=1_700_000_060_000 + number,
        seats=(
            SeatResult("black", winner, "person", "win", 0, 4, 8_000),
            SeatResult("white", loser, "bot", "lose", 1, 3, 100),
        ),
        chaos=None,
    )


@pytest.fixture
def engine(databases: Databases) -> Iterator[Engine]:
    engine = make_engine(databases.of_service("rating"))
    yield engine
    engine.dispose()


@pytest.fixture
def connection(engine: Engine) -> Iterator[Connection]:
    with engine.begin() as connection:
        yield connection


def apply(connection: Connection, results: Iterable[MatchResult]) -> list[bool]:
    return [store.apply(connection, result, now_ms=NOW_MS) for result in results]


def records(connection: Connection) -> dict[str, Record]:
    shown = queries.board(connection, BOARD, PLAYERS, 100).shown(PLAYERS, limit=100)
    return {standing.player_id: standing.record for standing in shown.standings}


def test_the_migrations_make_what_the_schema_says(connection: Connection) -> None:
    assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_twice_is_once(connection: Connection) -> None:
    told = [duel(*random.Random(n).sample(PLAYERS, 2), number=n) for n in range(10)]
    assert all(apply(connection, told))
    before = records(connection)
    assert not any(apply(connection, told))
    assert records(connection) == before
    assert queries.board(connection, BOARD, (), 1).matches == 10


def test_independent_matches_may_be_told_in_any_order(engine: Engine) -> None:
    told = [duel(PLAYERS[n], PLAYERS[n + 1], number=n) for n in (0, 2, 4)]
    found = []
    for order in (told, told[::-1], [told[1], told[0], told[2], told[1]]):
        with engine.connect() as connection:
            apply(connection, order)
            found.append(records(connection))
    assert found[0] == found[1] == found[2]


def test_numbers_of_rated_matches_are_added_up_by_player_and_name(connection: Connection) -> None:
    anna, bert = PLAYERS[:2]
    counted = [{"hits": 3.0}, {"hits": 1.0, "moves": 40.0}, {}]
    told = [saying(duel(anna, bert, number=n), statistics) for n, statistics in enumerate(counted)]
    unrated = saying(duel(anna, bert, rated=False), {"hits": 9.0})
    apply(connection, [*told, unrated, *told])
    of_anna = figures.figures_of(connection, BOARD.universe, anna, [BOARD.game_id])
    assert of_anna == {BOARD.game_id: [Figure("hits", 4.0, 1.0, 3.0), Figure("moves", 40.0, 40.0, 40.0)]}
    assert figures.figures_of(connection, BOARD.universe, bert, [BOARD.game_id]) == {}
    assert figures.figures_of(connection, new_id(), anna, [BOARD.game_id]) == {}
    assert figures.figures_of(connection, BOARD.universe, anna, [new_id()]) == {}


def saying(result: MatchResult, statistics: Mapping[str, float]) -> MatchResult:
    """The match with numbers of its first seat."""
    first, *others = result.seats
    return replace(result, seats=(replace(first, statistics=statistics), *others))


def test_random_in_two_seats_has_the_numbers_of_both(connection: Connection) -> None:
    match = duel(RANDOM_ID, RANDOM_ID)
    seats = tuple(replace(seat, statistics={"hits": n}) for n, seat in enumerate(match.seats, start=2))
    apply(connection, [replace(match, seats=seats)])
    of_random = figures.figures_of(connection, BOARD.universe, RANDOM_ID, [BOARD.game_id])
    assert of_random == {BOARD.game_id: [Figure("hits", 5.0, 2.0, 3.0)]}


def test_the_history_holds_the_ratings_before_and_after(connection: Connection) -> None:
    first, second = duel(PLAYERS[0], PLAYERS[1]), duel(PLAYERS[0], PLAYERS[1], number=1)
    apply(connection, [first, second])
    rows = connection.execute(select(seats).order_by(seats.c.match_id, seats.c.position)).all()
    of_first = [row for row in rows if row.match_id == first.match_id]
    of_second = [row for row in rows if row.match_id == second.match_id]
    assert [(row.mu_before, row.sigma_before) for row in of_first] == [(BEGINNER.mu, BEGINNER.sigma)] * 2
    assert [(row.mu_after, row.sigma_after) for row in of_first] == [
        (row.mu_before, row.sigma_before) for row in of_second
    ]
    assert [(row.seat, row.player_id, row.kind, row.outcome) for row in of_first] == [
        ("black", PLAYERS[0], "person", "win"),
        ("white", PLAYERS[1], "bot", "lose"),
    ]


def test_the_history_is_in_the_order_in_which_matches_counted(connection: Connection) -> None:
    # Two workers have played at the same time: the block of the one counts before that of the other.
    blocks = [[duel(*PLAYERS[:2], number=n) for n in numbers] for numbers in ((0, 2, 4, 7), (1, 3, 5, 6))]
    for block in blocks:
        store.apply_all(connection, block, now_ms=NOW_MS)
    apply(connection, [duel(*PLAYERS[:2], number=5)])
    for player in PLAYERS[:2]:
        first = queries.list_history(connection, BOARD, player, start=None, size=6)
        rest = queries.list_history(connection, BOARD, player, start=first.following, size=6)
        points = (*first.items, *rest.items)
        assert [point.match_id for point in points[:0:-1]] == [each.match_id for block in blocks for each in block]
        assert points[0].skill == records(connection)[player].skill
        ratings = [point.skill.mu for point in points]
        assert ratings == sorted(ratings, reverse=player == PLAYERS[0])


def test_an_unrated_match_stands_in_the_history_alone(connection: Connection) -> None:
    assert apply(connection, [duel(PLAYERS[0], PLAYERS[1], rated=False)]) == [False]
    assert connection.execute(select(matches.c.rated)).scalars().all() == [False]
    assert connection.execute(select(seats.c.mu_before)).scalars().all() == [None, None]
    assert queries.board(connection, BOARD, PLAYERS, 10).matches == 0
    assert queries.standings_of(connection, "public", PLAYERS[0]) == []


def test_a_failure_leaves_nothing_behind(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    result = duel(PLAYERS[0], PLAYERS[1])

    def fail(*_: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patched:
        patched.setattr(store, "_seat_rows", fail)
        with pytest.raises(RuntimeError), connection.begin_nested():
            store.apply(connection, result, now_ms=NOW_MS)
    assert connection.execute(select(func.count()).select_from(matches)).scalar() == 0
    assert apply(connection, [result]) == [True]


def test_a_cursor_is_kept_for_each_source(connection: Connection) -> None:
    assert store.cursor(connection, "match") == ""
    store.move_cursor(connection, "match", "5")
    store.move_cursor(connection, "match", "9")
    assert store.cursor(connection, "match") == "9"
    assert store.cursor(connection, "other") == ""


def test_a_players_games_are_in_the_order_of_their_last_matches(connection: Connection) -> None:
    apply(connection, [duel(PLAYERS[0], PLAYERS[1])])
    other = new_id()
    later = MatchResult(
        event_id=new_id(),
        match_id=new_id(),
        game_id=other,
        universe=BOARD.universe,
        rated=True,
        started_at_ms=NOW_MS,
        ended_at_ms=NOW_MS,
        seats=(SeatResult("black", PLAYERS[0], "person", "lose", 0, 1, 1),),
        chaos="win",
    )
    apply(connection, [later])
    assert [standing.game_id for standing in queries.standings_of(connection, "public", PLAYERS[0])] == [
        other,
        BOARD.game_id,
    ]


def test_of_the_games_of_a_player_some_are_told_and_the_rest_by_the_page(connection: Connection) -> None:
    played = [replace(duel(*PLAYERS[:2], number=n), game_id=new_id()) for n in range(queries.MOST_GAMES + 1)]
    apply(connection, played)
    told = queries.standings_of(connection, "public", PLAYERS[0])
    assert [standing.game_id for standing in told] == [match.game_id for match in played[:0:-1]]


def a_season(length: int, dice: random.Random) -> list[MatchResult]:
    """Duels among few, in the order in which they ended."""
    told = []
    for number in range(length):
        match = duel(*dice.sample(PLAYERS[:4], 2), number=number)
        if dice.random() < 0.3:
            match = replace(match, seats=tuple(replace(seat, outcome="draw") for seat in match.seats))
        told.append(match)
    return told


@dataclass
class Seen:
    """One player's matches against another, as the definitions have them."""

    won: list[float] = field(default_factory=list)
    lost: list[float] = field(default_factory=list)
    drawn: list[float] = field(default_factory=list)
    favors: float = 0.0


def by_the_definitions(told: Sequence[MatchResult]) -> dict[tuple[str, str], Seen]:
    """What `told`, in this order, was to each two: from the ratings going into each match and the game's draws."""
    pairs: dict[tuple[str, str], Seen] = defaultdict(Seen)
    known: dict[str, Record] = {}
    drawn = 0
    for played, match in enumerate(told):
        seats = {seat.player_id: seat for seat in match.seats}
        before = {player: known.get(player, Record()) for player in seats}
        c = sqrt(sum(record.skill.sigma**2 + BETA**2 for record in before.values()))
        weights = {player: exp(record.skill.mu / c) for player, record in before.items()}
        draw = (drawn + 2) / (played + 20)
        wins = {player: (1 - draw) * weight / sum(weights.values()) for player, weight in weights.items()}
        for a, b in (tuple(seats), tuple(seats)[::-1]):
            seen = pairs[a, b]
            seen.won.append((seats[a].outcome == "win") - wins[a])
            seen.lost.append((seats[b].outcome == "win") - wins[b])
            seen.drawn.append((seats[a].outcome == "draw") - draw)
            seen.favors += {"lose": wins[a] + draw, "win": -wins[b] - draw, "draw": wins[a] - wins[b]}[seats[a].outcome]
        drawn += match.seats[0].outcome == "draw"
        known |= settle(match, before)
    return pairs


def test_favoritism_is_as_the_definitions_say(connection: Connection) -> None:
    told = a_season(90, random.Random(4))
    apply(connection, told)
    expected = by_the_definitions(told)
    assert max(len(seen.won) for seen in expected.values()) > WINDOW
    found = {}
    for player in PLAYERS[:4]:
        rows = queries.list_pairings(connection, "public", player, game_id="", start=None, size=10).items
        preferences = [pairing.favoritism.preference for pairing in rows]
        assert preferences == sorted(preferences, reverse=True)
        found |= {(player, pairing.other_id): pairing for pairing in rows}
    assert found.keys() == expected.keys()
    ratings = {player: record.rating for player, record in records(connection).items()}
    for (a, b), seen in expected.items():
        pairing, shown = found[a, b], found[a, b].favoritism
        assert pairing.together == len(seen.won)
        assert shown.win_boost == pytest.approx(fmean(seen.won[-10:]))
        assert shown.kick_back == pytest.approx(fmean(seen.lost[-10:]))
        assert shown.draw_boost == pytest.approx(fmean(seen.drawn[-10:]))
        assert shown.preference == pytest.approx(fmean(seen.drawn[-10:]) + 2 * fmean(seen.won[-10:]))
        assert pairing.favors == pytest.approx(seen.favors)
        assert pairing.favors_owed == pytest.approx(expected[b, a].favors)
        relative = ratings[b] / ratings[a] - 1 if ratings[a] > 0 else None
        assert pairing.relative_rating == pytest.approx(relative)


def test_the_last_ten_together_are_those_that_ended_last(connection: Connection) -> None:
    told = [duel(PLAYERS[0], PLAYERS[1], number=number) for number in range(12)]
    lost = duel(PLAYERS[1], PLAYERS[0], number=-1)
    apply(connection, [*told, lost])
    (pairing,) = queries.list_pairings(connection, "public", PLAYERS[0], game_id="", start=None, size=9).items
    assert pairing.together == 13
    # All of the last ten were won; that the first of all was told late does not make it one of them.
    assert pairing.favoritism.win_boost > 0
    assert pairing.favoritism.kick_back == pytest.approx(-pairing.favoritism.win_boost - pairing.favoritism.draw_boost)
    expected = by_the_definitions(told)[PLAYERS[0], PLAYERS[1]]
    assert pairing.favoritism.win_boost == pytest.approx(fmean(expected.won[-10:]))
    assert pairing.last_match_at_ms == told[-1].ended_at_ms


def test_of_matches_together_those_are_kept_that_are_counted(connection: Connection) -> None:
    numbers = [*range(WINDOW), -1, WINDOW, WINDOW + 1]
    told = {number: duel(*PLAYERS[:2], number=number) for number in numbers}
    for match in told.values():
        apply(connection, [match])
    others = [duel(*PLAYERS[1:3]), replace(duel(*PLAYERS[:2]), game_id=new_id())]
    apply(connection, others)
    counted = [told[number] for number in range(2, WINDOW + 2)]
    kept = set(connection.execute(select(meetings.c.match_id)).scalars())
    assert kept == {match.match_id for match in [*counted, *others]}


def test_of_unrated_matches_nobody_makes_favors(connection: Connection) -> None:
    apply(connection, [duel(PLAYERS[0], PLAYERS[1], rated=False)])
    assert queries.list_pairings(connection, "public", PLAYERS[0], game_id="", start=None, size=9).items == ()
    assert queries.favors_in_all(connection, "public", (PLAYERS[0], PLAYERS[1])) == (0, 0.0)


def test_favors_of_all_games_are_summed(connection: Connection) -> None:
    told = [duel(PLAYERS[0], PLAYERS[1], number=number) for number in range(3)]
    other = new_id()
    apply(connection, [*told, replace(duel(PLAYERS[1], PLAYERS[0]), game_id=other)])
    pair = PLAYERS[0], PLAYERS[1]
    together, favors = queries.favors_in_all(connection, "public", pair)
    games = queries.list_games_of(connection, "public", pair, start=None, size=9).items
    assert {game.game_id: game.together for game in games} == {BOARD.game_id: 3, other: 1}
    assert [game.game_id for game in games] == sorted((BOARD.game_id, other), reverse=True)
    assert (together, favors) == (4, pytest.approx(sum(game.favors for game in games)))
    # Beginners in a game that nobody had played: 0.45 + 0.1 for the one that was lost.
    assert games[0].favors == pytest.approx(0.55)


def test_a_season_with_random_leaves_what_is_owed_in_balance(connection: Connection) -> None:
    dice = random.Random(8)
    for number in range(40):
        three = [dice.choice([*PLAYERS[:2], RANDOM_ID]) for _ in range(2)] + [RANDOM_ID]
        seats = tuple(
            SeatResult("black", player, "person", "win" if team == number % 3 else "lose", team, 1, 1)
            for team, player in enumerate(three)
        )
        apply(connection, [replace(duel(*PLAYERS[:2], number=number), seats=seats)])
    favors = {
        (player, pairing.other_id): pairing.favors
        for player in (*PLAYERS[:2], RANDOM_ID)
        for pairing in queries.list_pairings(connection, "public", player, game_id="", start=None, size=9).items
    }
    assert (RANDOM_ID, RANDOM_ID) not in favors
    assert len(favors) == 6
    for (player, other), given in favors.items():
        assert favors[other, player] == pytest.approx(-given)


def test_many_at_once_are_the_same_as_one_by_one(engine: Engine) -> None:
    told = [any_match(random.Random(n), n) for n in range(80)]
    told += random.Random(1).sample(told, 10)
    found = []
    for together in (1, 7, 90):
        with engine.connect() as connection:
            for start in range(0, len(told), together):
                store.apply_all(connection, told[start : start + together], now_ms=NOW_MS)
            found.append({table.name: sorted(map(tuple, connection.execute(select(table)))) for table in KEPT})
    assert found[0] == found[1] == found[2]
    assert len(found[0]["matches"]) == 80


KEPT = [table for table in metadata.sorted_tables if table.name != "cursors"]


def any_match(rng: random.Random, number: int) -> MatchResult:
    """A match on one of two boards, told in no order, of players who may sit in several seats."""
    results = rng.choice((("win", "lose", "lose"), ("draw", "draw", "lose"), ("lose", "lose", "lose")))
    seats = [
        SeatResult(f"seat-{at}", rng.choice(PLAYERS[:4]), "bot", result, at, rng.randrange(9), rng.randrange(99))
        for at, result in enumerate(results)
    ]
    seats[0] = replace(seats[0], weight=0.5, statistics={"hits": float(number)})
    return replace(
        duel(*PLAYERS[:2], rated=number % 9 != 0, number=rng.randrange(50)),
        event_id=f"01J{number:023}",
        match_id=f"01K{number:023}",
        game_id=(BOARD.game_id, OTHER_GAME)[number % 2],
        seats=tuple(seats),
        chaos="win" if results[0] == "lose" else None,
    )


OTHER_GAME = new_id()
