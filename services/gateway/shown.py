"""What the browser is told of players, games, matches and standings: plain data, lower-case words, milliseconds."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from redscience import errors, families
from redscience.api.errors.v1.errors_pb2 import Fault
from redscience.api.match.v1.match_pb2 import (
    Hints,
    Match,
    PlayOutResponse,
    Reason,
    Seat,
    Status,
    TryOutResponse,
    Unrated,
)
from redscience.api.players.v1.players_pb2 import Kind, Player, Role
from redscience.api.rating.v1.rating_pb2 import GetLeaderboardResponse, MatchRating, Standing
from redscience.api.rules.v1.rules_pb2 import Cost, Draft, Game, Quota, Sentence
from services.gateway.answers import answer_texts, fault_texts
from services.gateway.assets import is_drawn
from services.gateway.features import called_too, feature_text
from services.gateway.language import gettext
from services.gateway.written import Written

Shown = dict[str, Any]

MANY_MOVES, MANY_BYTES = 2_000, 250_000
"""What a turn costs is said where it may have more moves than these, or a view more bytes."""

_GOES_ON = '"outcome":null'
"""What stands in the view of a match that goes on, which is too long to be read for that. In a text it cannot stand."""


def word(name: str, prefix: str) -> str:
    """`STATUS_RUNNING` -> `running`; the unspecified value is ""."""
    word = name.removeprefix(prefix).lower()
    return "" if word == "unspecified" else word


def show_player(player: Player) -> Shown:
    """A player, as others may know them."""
    return {
        "id": player.id,
        "name": player.name,
        "kind": word(Kind.Name(player.kind), "KIND_"),
        "role": word(Role.Name(player.role), "ROLE_"),
        "avatar": player.avatar,
        "erased": player.erased,
        "owner_id": player.owner_id,
        "universe": player.universe,
    }


def show_fault(fault: Fault | errors.Fault) -> Shown:
    """Something wrong with an input, and where, in the language of whoever asks."""
    told = fault_texts(errors.Fault(fault.path, fault.problem, fault.remedy))
    return {"path": told.path, "problem": told.problem, "remedy": told.remedy}


def show_sentence(sentence: Sentence) -> Shown:
    """Something that is said of rules, and the fields that it comes from."""
    return {"text": sentence.text, "paths": list(sentence.paths)}


def show_cost(cost: Cost) -> str:
    """What a turn of a game may cost, in a sentence; "" where it is nothing to speak of."""
    if cost.legal_moves <= MANY_MOVES and cost.view_bytes <= MANY_BYTES:
        return ""
    moves = f"{cost.legal_moves:,} {'move' if cost.legal_moves == 1 else 'moves'}"
    return f"A turn of this game can have up to {moves}, and each player is sent up to {_size(cost.view_bytes)} for it."


def _size(n_bytes: int) -> str:
    """A number of bytes as people say it: 250 kB, 3.3 MB."""
    thousands = round(n_bytes / 1000)
    return f"{thousands} kB" if thousands < 1000 else f"{n_bytes / 1e6:.1f} MB"  # noqa: PLR2004  (a million)


def show_game(game: Game) -> Shown:
    """A saved game; its rules, and what there is to know beside them, only where the answer had them."""
    source = families.saved(game.rule_set) if game.rule_set else None
    return {
        "id": game.id,
        "family": game.family,
        "is_drawn": is_drawn(game.family),
        "name": game.name,
        "creator_id": game.creator_id,
        "created_at_ms": game.created_at_ms,
        "seats": list(game.seats),
        "also_called": called_too(game.family, game.also_called),
        "features": [feature_text(feature) for feature in game.features],
        "turns": game.turns,
        "origin_id": game.origin_id,
        "english": list(game.english),
        "cost": show_cost(game.cost),
        "has_chaos": source is not None and source.has_chaos,
        # What its maker says of it may be why it was hidden.
        "about": source.about if source and not game.hidden else "",
        "hidden": game.hidden,
        "rule_set": _file(game) if source else None,
    }


def _file(game: Game) -> Shown:
    """The file of a game; of one that is hidden without what its maker says of it."""
    file: Shown = json.loads(game.rule_set)
    return {name: value for name, value in file.items() if not (game.hidden and name == "about")}


def show_played(game: Game) -> Shown:
    """A saved game where it is played: also what each sentence of its rules comes from."""
    sentences = families.saved(game.rule_set).sentences
    return show_game(game) | {"sentences": [{"text": each.text, "paths": list(each.paths)} for each in sentences]}


def show_draft(draft: Draft) -> Shown:
    """A draft in a list of its owner's."""
    return {
        "id": draft.id,
        "family": draft.family,
        "is_drawn": is_drawn(draft.family),
        "name": draft.name,
        "game_id": draft.game_id,
        "changed_at_ms": draft.changed_at_ms,
        "version": draft.version,
        "link": draft.link,
    }


def show_seat(seat: Seat) -> Shown:
    """A seat and who sits on it."""
    return {
        "seat": seat.seat,
        "slot": seat.slot,
        "player": {"id": seat.player_id, "name": seat.player_name, "kind": seat.kind},
        "accepted": seat.accepted,
        "declined": seat.declined,
        "outcome": seat.outcome,
    }


def show_match(match: Match) -> Shown:
    """A match, as the viewer that it was made for may see it."""
    return {
        "id": match.id,
        "game": {"id": match.game_id, "name": match.game_name},
        "status": word(Status.Name(match.status), "STATUS_"),
        "seats": [show_seat(seat) for seat in match.seats],
        "viewer": match.viewer,
        "view_version": match.view_version,
        "view": Written(match.view) if match.view else None,
        "outcome_texts": outcome_texts(match.view),
        "is_acting": match.is_acting,
        "acting": list(match.acting),
        "due_at_ms": match.due_at_ms,
        "lapses_at_ms": match.lapses_at_ms,
        "is_in_lobby": match.is_in_lobby,
        "link": match.link,
        "now_ms": match.now_ms,
        "proposed": list(match.proposed),
        "impulses": list(match.impulses),
        "was_forced": match.was_forced,
        "can_take_back": match.can_take_back,
        "take_back_asked_by": match.take_back_asked_by,
        "take_back_agreed": list(match.take_back_agreed),
        "can_pause": match.can_pause,
        "pause_asked_by": match.pause_asked_by,
        "pause_agreed": list(match.pause_agreed),
        "is_paused": match.is_paused,
        "paused_until_ms": match.paused_until_ms,
        "paused_left_ms": match.paused_left_ms,
        "resumed_by": match.resumed_by,
        "reason": word(Reason.Name(match.reason), "REASON_"),
        "created_at_ms": match.created_at_ms,
        "started_at_ms": match.started_at_ms,
        "ended_at_ms": match.ended_at_ms,
        "rated": match.rated,
        "unrated": word(Unrated.Name(match.unrated), "UNRATED_"),
        "hints": word(Hints.Name(match.hints), "HINTS_"),
        "seconds_per_turn": match.seconds_per_turn,
    }


def outcome_texts(view: str) -> dict[str, str]:
    """How a view's match ended, in words, in all languages but English; empty while it goes on."""
    if not view or _GOES_ON in view:
        return {}
    text = (json.loads(view).get("outcome") or {}).get("text")
    return answer_texts(text) if text else {}


def show_standing(standing: Standing, player: Player | None) -> Shown:
    """A player's standing in a game."""
    played = standing.played
    return {
        "player": show_player(player or Player(id=standing.player_id, name="?")),
        "rank": standing.rank,
        "mu": standing.mu,
        "sigma": standing.sigma,
        "rating": standing.rating,
        "top_burst": standing.top_burst,
        "held_since_ms": standing.held_since_ms,
        "last_match_at_ms": standing.last_match_at_ms,
        "mean_turn_ms": standing.mean_turn_ms,
        "played": played,
        "won": standing.won,
        "drawn": standing.drawn,
        "lost": standing.lost,
        "won_percent": 100 * standing.won / played if played else None,
        "drawn_percent": 100 * standing.drawn / played if played else None,
    }


def show_match_rating(rating: MatchRating) -> Shown:
    """What a player was rated going into a match and coming out of it."""
    return {
        "before": {"mu": rating.mu_before, "sigma": rating.sigma_before, "rating": rating.rating_before},
        "after": {"mu": rating.mu_after, "sigma": rating.sigma_after, "rating": rating.rating_after},
    }


def show_leaderboard(answer: GetLeaderboardResponse, players: Mapping[str, Player], *, now_ms: int) -> Shown:
    """A leaderboard, best first."""
    return {
        "matches": answer.matches,
        "now_ms": now_ms,
        "standings": [show_standing(standing, players.get(standing.player_id)) for standing in answer.standings],
    }


def by_id(players: Iterable[Player]) -> dict[str, Player]:
    """Players by their ids."""
    return {player.id: player for player in players}


def last_used_games(matches: Iterable[Match], count: int = 5) -> list[Shown]:
    """The games of these matches (newest first), each once."""
    games: dict[str, str] = {}
    for match in matches:
        games.setdefault(match.game_id, match.game_name)
    return [{"id": game_id, "name": name} for game_id, name in list(games.items())[:count]]


def show_quota(quota: Quota) -> Shown:
    """How many games somebody has saved and may save (None for any number), and what saving means, in words."""
    return {
        "saved": quota.saved,
        "most": quota.most if quota.HasField("most") else None,
        "left": quota.left if quota.HasField("left") else None,
        "words": _quota_words(quota),
    }


def _quota_words(quota: Quota) -> str:
    if not quota.HasField("left"):
        return gettext("A saved game can be copied, never changed.")
    if quota.left == 0:
        said = gettext("You have saved all of your %(most)s games, so this one can be exported, not saved.")
    else:
        said = gettext("A saved game can be copied, never changed. %(left)s of %(most)s saves left.")
    return said % {"most": quota.most, "left": quota.left}


def show_figures(played: PlayOutResponse) -> Shown:
    """What came of a sample of random games, by seat."""
    return {
        "games": played.games,
        "unlost": played.unlost,
        "turns": [played.turns, played.fewest_turns, played.most_turns],
        "seats": [{"seat": one.seat, "won": one.won, "drawn": one.drawn, "lost": one.lost} for one in played.seats],
    }


def show_tryout(tried: TryOutResponse) -> Shown:
    """A try-out, as whoever tries it sees it."""
    return {
        "seat": tried.seat,
        "view": Written(tried.view),
        "state": tried.state,
        "seats": list(tried.seats),
        "has_chaos": tried.has_chaos,
    }
