"""What the services ask their databases all the time, and how many rows that may read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection

from benchmarks.size.filling import Size, made_id
from benchmarks.size.plans import Ask
from redscience.api.rules.v1 import rules_pb2
from redscience.names import RANDOM_ID
from services.batch import block_store
from services.batch import queries as batch_queries
from services.batch.appointments import Appointments
from services.batch.store import Store as Tournaments
from services.kit.identity import CHAOS_SERVICE, Caller
from services.kit.outbox import oldest
from services.match import attendance, chat_store, invitation_store, lobby_store, programs
from services.match import queries as match_queries
from services.match import schema as match_schema
from services.match import store as match_store
from services.match.answers import first_answer, forget_answers
from services.players import administration, ended, erasing, friends, personas, seats
from services.players import store as people
from services.players.allowances import VISITS, Allowances
from services.players.sessions import opened
from services.rating import queries as rating_queries
from services.rating import store as rating_store
from services.rating.leaderboard import LeaderboardKey
from services.rating.paging import Start
from services.rating.result import MatchResult, SeatResult
from services.rules import drafts, search
from services.rules import fields as rules_fields
from services.rules import queries as rules_queries
from services.rules import schema as rules_schema

PAGE = 21
"""As many as a page shows, and one more."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Something that is asked, and its figures.

    Attributes:
        rows: so many may be read.
        ms: so long may the server take; None where only the rows are held.
    """

    ask: Ask
    rows: int
    ms: float | None = None


Make = Callable[[Size], Mapping[str, Asked]]
"""Gives everything that is asked of a database of this size."""


def _match(size: Size) -> Mapping[str, Asked]:
    now_ms, last, over = size.now_ms, made_id("1", size.matches), made_id("1", size.matches // 2)
    # Who plays most, some who play now and then, somebody who never did; and the game that nearly nobody plays.
    first, usual, nobody = made_id("2", 0), made_id("2", size.players // 20), made_id("2", size.players + 1)
    seldom = made_id("3", 999)

    def listed(**wanted: Any) -> Ask:
        usually = {"universe": "public", "invited_to": "", "controller_id": nobody, "player_id": "", "game_id": ""}
        wanted = {**usually, "status": None, "before_id": "", "count": PAGE, **wanted}
        return lambda connection: match_queries.list_matches(connection, match_queries.Wanted(**wanted))

    def invited(controller_id: str) -> Ask:
        wanted = match_queries.Wanted("public", "", controller_id, "", "", "invited", "", PAGE, own=True)
        return lambda connection: invitation_store.list_invitations(connection, wanted, now_ms)

    def replayed(connection: Connection) -> object:
        return match_store.find_match(connection, over), match_store.rows_after(connection, over, -1)

    def asked_again(connection: Connection) -> object:
        request = match_store.Request(first, "none", "")
        return match_store.find_request(connection, over, request), first_answer(connection, request)

    def due(connection: Connection) -> object:
        at_ms = now_ms + 50_000
        return match_queries.to_look_at(connection, at_ms, 64), match_queries.next_look_ms(connection, at_ms)

    def who_watches(connection: Connection) -> object:
        match = match_store.find_match(connection, watched)
        return match and attendance.attending(connection, match)

    # Of those that have ended, the newest come behind all that go on.
    lately, of_all = 400 + 2 * size.running, 10 + 2 * size.running
    # Their matches are looked through, or those of the game: whichever are fewer.
    of_who_plays_most = 1_000 + size.matches // 25
    place = chat_store.Place(made_id("1", 4), "seats")
    saying = chat_store.Saying(Caller(first, "person", "creator", "public", "Name"), place, "Hello", "none")
    watched = made_id("1", size.matches - 100)
    of_player = {"count": PAGE, "status": "ended"}
    return {
        "a match found and its record": Asked(replayed, 30),
        "the last row of a record": Asked(lambda connection: match_store.last_number(connection, over), 2),
        "a request repeated": Asked(asked_again, 2),
        "matches of who plays most": Asked(listed(player_id=first, **of_player), lately, 20),
        "of Random": Asked(listed(player_id=RANDOM_ID, **of_player), lately, 20),
        "of one who plays now and then": Asked(listed(player_id=usual, **of_player), 400, 20),
        "of one who never played": Asked(listed(player_id=nobody, **of_player), 10, 20),
        "of who plays most, a later page": Asked(listed(player_id=first, before_id=over, **of_player), 400, 20),
        "of who plays most, in one game": Asked(
            listed(player_id=first, game_id=seldom, **of_player), of_who_plays_most, 20
        ),
        "of one who plays now and then, in one game": Asked(
            listed(player_id=usual, game_id=seldom, **of_player), 400, 20
        ),
        "home: own that run": Asked(listed(controller_id=first, own=True, status="running"), 400, 20),
        "home: of one who never played": Asked(listed(controller_id=nobody, own=True, status="running"), 10, 20),
        "home: the last games of who plays most": Asked(
            listed(controller_id=first, own=True, count=50), of_who_plays_most, 20
        ),
        "home: invited": Asked(invited(first), 2_000, 20),
        "home: what others play": Asked(listed(status="running"), 100, 20),
        "matches of a game that is seldom played": Asked(listed(game_id=seldom, status="running"), 400, 20),
        "ended matches of such a game": Asked(listed(game_id=seldom, status="ended"), 400, 20),
        "matches of a small universe": Asked(listed(universe=made_id("4", 5), status="running"), 100, 20),
        "the lobby": Asked(
            lambda connection: lobby_store.list_lobby(connection, lobby_store.Wanted("public", "", "", PAGE), now_ms),
            200,
        ),
        "the lobby of a game": Asked(
            lambda connection: lobby_store.list_lobby(
                connection, lobby_store.Wanted("public", seldom, "", PAGE), now_ms
            ),
            200,
        ),
        "what waits for somebody": Asked(lambda connection: match_queries.held_by(connection, first), 1_000),
        "what waits for Random": Asked(
            lambda connection: match_queries.held_by(connection, CHAOS_SERVICE), 2 * size.running
        ),
        "due clocks": Asked(due, 700),
        "invitations that lapse": Asked(lambda connection: invitation_store.to_lapse(connection, now_ms, 64), 100),
        "the outbox": Asked(lambda connection: connection.execute(oldest(match_schema.outbox)).all(), 64),
        "what ended since": Asked(lambda connection: match_queries.list_ended(connection, size.matches // 2, 100), 100),
        "who watches a match": Asked(who_watches, 40),
        "replicas that are gone": Asked(lambda connection: attendance.gone_replicas(connection, "", now_ms), of_all),
        "what is said": Asked(lambda connection: chat_store.messages_after(connection, place, 0, 100), 10),
        "saying something": Asked(lambda connection: chat_store.add_message(connection, saying, now_ms), 40),
        "reports that wait": Asked(
            lambda connection: chat_store.list_reports(connection, "", PAGE, is_resolved=False), 50
        ),
        "answers forgotten": Asked(lambda connection: forget_answers(connection, now_ms), 700),
        "bots that are there": Asked(lambda connection: programs.every(connection, now_ms), 2_000),
        "a clock that is looked at later": Asked(
            lambda connection: match_queries.look_later(connection, {last: match_queries.Seen(30, now_ms)}), 5
        ),
    }


def _rating(size: Size) -> Mapping[str, Asked]:
    key = LeaderboardKey("public", made_id("3", 0))
    first, usual = made_id("2", 0), made_id("2", size.players // 20)
    page = [made_id("1", number) for number in range(1, PAGE)]
    result = MatchResult(
        event_id=made_id("9", 1),
        match_id=made_id("9", 1),
        game_id=key.game_id,
        universe="public",
        rated=True,
        started_at_ms=size.now_ms,
        ended_at_ms=size.now_ms,
        seats=(
            SeatResult("black", first, "person", "win", 0, 4, 8_000),
            SeatResult("white", usual, "person", "lose", 1, 4, 8_000),
        ),
        chaos=None,
    )
    later = Start((10.0, 1.0, -size.now_ms, usual))
    return {
        "a leaderboard with whoever asks": Asked(
            lambda connection: rating_queries.board(connection, key, {usual}, 10), 30, 5
        ),
        "a later page of it": Asked(
            lambda connection: rating_queries.list_leaderboard(connection, key, start=later, size=50), 80, 5
        ),
        "a page around somebody": Asked(
            lambda connection: rating_queries.list_around(connection, key, player=usual, size=50), 90, 5
        ),
        "all games of who plays most": Asked(
            lambda connection: rating_queries.standings_of(connection, "public", first), 1_200
        ),
        "statistics by the page": Asked(
            lambda connection: rating_queries.list_standings(
                connection, "public", first, game_id="", start=None, size=20
            ),
            30,
        ),
        "ratings as they went": Asked(
            lambda connection: rating_queries.list_history(connection, key, first, start=None, size=50), 60
        ),
        "opponents of who plays most": Asked(
            lambda connection: rating_queries.list_pairings(
                connection, "public", first, game_id="", start=None, size=20
            ),
            100,
        ),
        "opponents of Random": Asked(
            lambda connection: rating_queries.list_pairings(
                connection, "public", RANDOM_ID, game_id="", start=None, size=20
            ),
            100,
        ),
        "opponents in one game": Asked(
            lambda connection: rating_queries.list_pairings(
                connection, "public", first, game_id=key.game_id, start=None, size=20
            ),
            100,
        ),
        "two in all games": Asked(
            lambda connection: rating_queries.favors_in_all(connection, "public", (first, RANDOM_ID)), 1_200
        ),
        "ratings of a page of matches": Asked(
            lambda connection: rating_queries.match_ratings(connection, "public", page), 100
        ),
        "who a Benchmark has to have": Asked(partial(rating_queries.top_and_favored_by, key=key), 3_000),
        "a match applied": Asked(lambda connection: rating_store.apply(connection, result, now_ms=size.now_ms), 60),
    }


def _players(size: Size) -> Mapping[str, Asked]:
    now_ms = size.now_ms
    first, usual = made_id("2", 0), made_id("2", size.players // 20)
    me = Caller(first, "person", "admin", "public", "Name")
    wanted = administration.Wanted("", "", is_suspended=False, after_id="", limit=PAGE)

    def found(**asked: Any) -> Ask:
        exactly = administration.Wanted(**{**{name: getattr(wanted, name) for name in wanted.__slots__}, **asked})
        return lambda connection: administration.find(connection, me, exactly)

    def visits(connection: Connection) -> None:
        Allowances(lambda: b"key").take(connection, VISITS, now_ms=now_ms)
        people.add_session(connection, opened("secret", usual, "person", "", now_ms=now_ms), now_ms=now_ms)

    def named(prefix: str) -> Ask:
        return lambda connection: people.players_by_prefix(connection, prefix, "public", 20)

    def known(connection: Connection) -> object:
        return people.session_player(connection, "c4ca4238a0b923820dcc509a6f75849b" * 2, now_ms=now_ms)

    return {
        "a session's player": Asked(known, 5),
        "a visit": Asked(visits, 10),
        "players of a page": Asked(
            lambda connection: people.known_players(connection, me, [made_id("2", n) for n in range(40)]), 60
        ),
        "who is called so": Asked(lambda connection: people.player_by_name(connection, "name0", "public"), 2),
        "names that begin so": Asked(named("name"), 300),
        "a name that few have": Asked(named("namec4ca4"), 300),
        "a name that nobody has": Asked(named("zz"), 100),
        "who logs in": Asked(lambda connection: people.player_by_email(connection, "a@example.org"), 2),
        "friends of who has most": Asked(lambda connection: friends.list_all(connection, first), 10_000, 20),
        "friends of others": Asked(lambda connection: friends.list_all(connection, usual), 200),
        "seats checked": Asked(lambda connection: seats.check_seats(connection, me.id, [first, usual, RANDOM_ID]), 40),
        "one's own players": Asked(lambda connection: personas.list_own(connection, first), 50),
        "sessions of who has most": Asked(
            lambda connection: people.list_sessions(connection, usual, now_ms=now_ms), 200
        ),
        "sessions that ended": Asked(lambda connection: ended.ended_since(connection, now_ms - 1), 20),
        "who was erased": Asked(lambda connection: erasing.erased_after(connection, 100), 1_100),
        "Admins: everybody": Asked(found(), 100),
        "Admins: by a name": Asked(found(text="namec4ca4"), 500),
        "Admins: by a name that nobody has": Asked(found(text="zz"), 100),
        "Admins: trainers": Asked(found(role="trainer"), 300),
        "Admins: other Admins": Asked(found(role="admin"), 100),
        "Admins: who is suspended": Asked(found(is_suspended=True), 300),
        "Admins: what was done": Asked(
            lambda connection: administration.list_audit(connection, me, before_id="", limit=PAGE), 30
        ),
    }


def _rules(_: Size) -> Mapping[str, Asked]:
    somebody = made_id("2", 0)
    text = {"words": ("word7",)}

    def page(**wanted: Any) -> Ask:
        return lambda connection: search.page(connection, rules_fields.Wanted(**wanted), None)

    def related(connection: Connection) -> object:
        game = rules_queries.existing(connection, made_id("3", 5))
        return search.related(connection, game, None)

    return {
        "games in order": Asked(page(), 4_200),
        "the newest games": Asked(page(order=rules_pb2.ORDER_NEWEST), 4_200),
        "the shortest games": Asked(page(order=rules_pb2.ORDER_SHORTEST), 4_200),
        "games found by a word": Asked(page(**text), 2_000),
        "games found by a part of a name": Asked(page(name_contains="game c4"), 12_000),
        "games of a creator": Asked(page(creator_id=somebody), 4_000),
        "games like one": Asked(related, 1_500),
        "games of a page": Asked(
            lambda connection: rules_queries.lines_by_id(connection, [made_id("3", n) for n in range(40)]), 40
        ),
        "one's drafts": Asked(lambda connection: drafts.own_drafts(connection, somebody), 10),
        "a draft by its link": Asked(lambda connection: _shown(connection, "cfcd208495d565ef66e7dff9f98764da"), 1),
        "the outbox": Asked(lambda connection: connection.execute(oldest(rules_schema.outbox)).all(), 64),
    }


def _shown(connection: Connection, link: str) -> object:
    return drafts.shown_draft(connection, link)


def _batch(size: Size) -> Mapping[str, Asked]:
    store = Tournaments(lambda player_id: (player_id, "house"))
    now_ms = size.now_ms
    first, nobody, seldom = made_id("2", 0), made_id("2", size.players + 1), made_id("3", 999)
    one = made_id("1", 7)

    def listed(**asked: Any) -> Ask:
        usually = {"universe": "public", "status": None, "player_id": "", "game_id": "", "before": "", "count": PAGE}
        wanted = batch_queries.Wanted(**{**usually, "benchmarks_only": False, **asked})
        return lambda connection: batch_queries.listed(connection, store, wanted)

    def paced(connection: Connection) -> object:
        tournament = store.find(connection, one)
        return tournament and batch_queries.paces(connection, [tournament], now_ms)

    return {
        "tournaments": Asked(listed(), 300),
        "tournaments that run": Asked(listed(status="running"), 500),
        "tournaments of who plays most": Asked(listed(player_id=first), 2_000),
        "of one who never played": Asked(listed(player_id=nobody), 10),
        "of a game that is seldom played": Asked(listed(game_id=seldom), 20_000),
        "Benchmarks": Asked(listed(benchmarks_only=True), 500),
        "tournaments of a person that are not over": Asked(listed(own_of=first), 2_000),
        "whether people play in one that runs": Asked(Appointments(store).has_people, 500),
        "one and its pace": Asked(paced, 70),
        "the next block": Asked(block_store.next_to_cut, 200),
        "blocks that wait": Asked(lambda connection: block_store.waiting(connection, now_ms), 1_000),
        "blocks that are lost": Asked(lambda connection: block_store.has_lost(connection, now_ms), 1_000),
        "blocks to be rated": Asked(lambda connection: batch_queries.rated_blocks(connection, store, 100, 1), 20),
        "one's tournaments that run": Asked(lambda connection: store.count_running(connection, first), 500),
    }


ASKED: Mapping[str, Make] = {
    "match": _match,
    "rating": _rating,
    "players": _players,
    "rules": _rules,
    "batch": _batch,
}
