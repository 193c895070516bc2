"""What is written of matches that are over: who chose what, how long it took, and what it came to."""

from __future__ import annotations

import json
from collections.abc import Iterable

import redscience
from redscience import families
from redscience.api.match.v1.match_pb2 import (
    REASON_RULES,
    REASON_TIME,
    AgreedPause,
    Match,
    Moves,
    Record,
    Seat,
    TakenBack,
    Turn,
)
from redscience.api.rating.v1.rating_pb2 import MatchRating
from redscience.command.export import Games, tables

BEGUN_MS = 1_700_000_000_000
MATCH = Match(id="M", tournament_id="T", rated=True)


def turn(number: int, seat: str, move: str, after_s: float, *, automatic: bool = False) -> Turn:
    at_ms = BEGUN_MS + round(1000 * after_s)
    return Turn(number=number, seats=[seat], moves=Moves(moves=[move]), at_ms=at_ms, automatic=automatic)


def record(name: str, turns: Iterable[Turn], **more: object) -> Record:
    """The record of a match of a game of the catalogue, in which Anna sits first."""
    source, game = families.get(name), redscience.game(name)
    seats = [Seat(seat=each, player_id=each[:1], player_name=each.upper(), kind="person") for each in game.seats]
    if game.has_chaos:
        seats.append(Seat(seat="chaos", player_name="Chaos", kind="chaos"))
    told = {
        "match_id": "M",
        "game_name": name,
        "rule_set": source.text,
        "digest": source.digest,
        "rules_version": source.rules_version,
        "seed": "0" * 32,
        "seats": seats,
        "turns": list(turns),
        "started_at_ms": BEGUN_MS,
        "ended_at_ms": BEGUN_MS + 60_000,
        "reason": REASON_RULES,
    }
    return Record(**{**told, **more})  # type: ignore[arg-type]


STAG_HUNT = (
    turn(1, "white", "P@4,1", 3),
    turn(2, "black", "P@3,1", 5),
    turn(3, "chaos", "O@3,1", 5.4),
    turn(4, "chaos", "pass", 5.8),
)


def test_of_a_sealed_round_each_seat_has_the_time_that_it_took_and_what_it_came_to() -> None:
    ratings = [MatchRating(match_id="M", player_id="b", rating_before=0.5, rating_after=1.5)]
    rows = tables(MATCH, record("StagHunt", STAG_HUNT), ratings, Games())
    assert [(row["seat"], row["choice"], row["seconds"]) for row in rows["choices"]] == [
        ("white", "P@4,1", 3.0),
        ("black", "P@3,1", 5.0),
        ("chaos", "O@3,1", None),
        ("chaos", "pass", None),
    ]
    assert rows["choices"][0]["at"] == "2023-11-14T22:13:23.000Z"
    black, white, chaos = rows["seats"]
    assert (black["player"], black["counted"], black["rating_after"]) == ("BLACK", 0, 1.5)
    assert (white["counted"], white["rating_after"], chaos["kind"]) == (0, None, "chaos")
    (match,) = rows["matches"]
    assert (match["tournament_id"], match["reason"], match["rated"], match["choices"]) == ("T", "rules", True, 4)


def test_pauses_and_what_was_taken_back_are_no_time_for_a_choice() -> None:
    told = record(
        "Tic-Tac-Toe",
        [turn(1, "black", "O@1,1", 2), turn(2, "white", "O@2,2", 12), turn(3, "black", "O@3,3", 30)],
        pauses=[AgreedPause(asked_by="white", began_at_ms=BEGUN_MS + 4_000, ended_at_ms=BEGUN_MS + 9_000)],
        taken_back=[TakenBack(seat="black", at_ms=BEGUN_MS + 26_000, turns=[turn(3, "black", "O@3,1", 20)])],
    )
    rows = tables(MATCH, told, [], Games())["choices"]
    assert [(row["number"], row["choice"], row["seconds"], row["taken_back"]) for row in rows] == [
        (1, "O@1,1", 2.0, False),
        (2, "O@2,2", 5.0, False),
        (3, "O@3,1", None, True),
        (3, "O@3,3", 4.0, False),
    ]


def test_who_left_and_what_was_made_for_a_seat_is_told() -> None:
    left = Turn(number=2, seats=["white"], left="time", at_ms=BEGUN_MS + 62_000)
    turns = [turn(1, "black", "O@1,1", 2, automatic=True), left]
    rows = tables(MATCH, record("Tic-Tac-Toe", turns, reason=REASON_TIME), [], Games())
    made, gone = rows["choices"]
    assert (made["automatic"], made["seconds"]) == (True, None)
    assert (gone["choice"], gone["left"], gone["seconds"]) == ("leave", "time", 60.0)
    assert rows["matches"][0]["reason"] == "time"


def test_a_game_that_cannot_be_played_here_is_told_without_what_its_rules_say() -> None:
    strange = json.dumps({"format": "elsewhere/1"})
    older = record("StagHunt", STAG_HUNT, rules_version=0)
    games = Games()
    for told in (record("StagHunt", STAG_HUNT, rule_set=strange, digest="9:9"), older):
        rows = tables(MATCH, told, [], games)
        assert [row["choice"] for row in rows["choices"]] == ["P@4,1", "P@3,1", "O@3,1", "pass"]
        assert {row["seconds"] for row in rows["choices"]} == {None}
        assert {row["counted"] for row in rows["seats"]} == {None}
