"""What the browser is told of people: what they did, whom they know, what they own."""

from __future__ import annotations

from collections.abc import Mapping

from redscience import families
from redscience.api.chat.v1.chat_pb2 import ReportedMessage
from redscience.api.match.v1.match_pb2 import Match, Reason
from redscience.api.players.v1.players_pb2 import AuditEntry, ListFriendsResponse, Player, Session
from redscience.api.rating.v1.rating_pb2 import Favoritism, MatchRating, Statistics
from redscience.api.rules.v1.rules_pb2 import Change
from services.gateway.catalogues import catalogue
from services.gateway.language import language
from services.gateway.shown import Shown, show_match_rating, show_player, show_seat, word

_BETWEEN = {"role": " to ", "rename": "\n"}
"""What stands in the detail of an entry between what was and what is."""
STANCES = ("friends", "asked", "asking", "banned")
"""In which of these groups somebody is whom one has to do with."""


def show_statistics(statistics: Statistics, games: Mapping[str, Shown], keeping: Mapping[str, str]) -> Shown:
    """What a player did in a game; `keeping` are the families of those games that keep numbers of their own."""
    standing = statistics.standing
    return {
        "game": games[standing.game_id],
        "mu": standing.mu,
        "sigma": standing.sigma,
        "rating": standing.rating,
        "top_burst": standing.top_burst,
        "held_ms": statistics.held_ms,
        "played": standing.played,
        "won_percent": statistics.won_percent,
        "drawn_percent": statistics.drawn_percent,
        "mean_turn_ms": standing.mean_turn_ms,
        "since_last_match_ms": statistics.since_last_match_ms,
        "won": standing.won,
        "lost": standing.lost,
        "drawn": standing.drawn,
        "figures": _show_figures(statistics, keeping.get(standing.game_id, "")),
    }


def _show_figures(statistics: Statistics, family: str) -> list[Shown]:
    """The numbers that a game keeps, as its family adds them up and in its order; what it does not name is left out."""
    known = {figure.name: figure for figure in statistics.figures}
    ways = next((each.statistics for each in families.every() if each.name == family), {}) if known else {}
    if not ways:
        return []
    texts = catalogue(language(), family)
    return [
        {"name": texts.text(name), "value": getattr(known[name], way)} for name, way in ways.items() if name in known
    ]


def show_past_match(match: Match, player_id: str, rating: MatchRating | None, players: Mapping[str, Shown]) -> Shown:
    """A match that has ended, as it was for one of its players; `rating` is theirs, where it was rated.

    The others are called as they are now (`players`, by their ids); as whom they played is told besides.
    """
    own = next((seat for seat in match.seats if seat.player_id == player_id), None)
    others = [seat for seat in match.seats if own is None or seat.slot != own.slot]
    return {
        "id": match.id,
        "game": {"id": match.game_id, "name": match.game_name},
        "ended_at_ms": match.ended_at_ms,
        "outcome": own.outcome if own else "",
        "reason": word(Reason.Name(match.reason), "REASON_"),
        "others": [_called(show_seat(seat)["player"], players) for seat in others],
        "others_then": [seat.player_name for seat in others],
        "ratings": show_match_rating(rating) if rating else None,
    }


def _called(player: Shown, players: Mapping[str, Shown]) -> Shown:
    known = players.get(player["id"])
    return player | {"name": known["name"]} if known and known["kind"] else player


def show_favoritism(favoritism: Favoritism, players: Mapping[str, Shown], games: Mapping[str, Shown]) -> Shown:
    """A player against another in a game."""
    has_relative = favoritism.HasField("relative_rating")
    return {
        "game": games[favoritism.game_id],
        "other": players[favoritism.other_id],
        "together": favoritism.together,
        "win_boost": favoritism.win_boost,
        "kick_back": favoritism.kick_back,
        "draw_boost": favoritism.draw_boost,
        "preference": favoritism.preference,
        "favors": favoritism.favors,
        "favors_owed": favoritism.favors_owed,
        "relative_rating": favoritism.relative_rating if has_relative else None,
    }


def show_friends(answer: ListFriendsResponse) -> Shown:
    """Whom somebody has to do with, in groups."""
    return {group: [show_player(player) for player in getattr(answer, group)] for group in STANCES}


def show_session(session: Session, *, is_this: bool) -> Shown:
    """A session as its owner may know it."""
    return {"id": session.id, "label": session.label, "used_at_ms": session.used_at_ms, "is_this": is_this}


def show_to_admin(player: Player) -> Shown:
    """A player with what Admins alone are told."""
    return show_player(player) | {
        "email": player.email,
        "created_at_ms": player.created_at_ms,
        "is_suspended": bool(player.suspended_at_ms),
    }


def show_report(report: ReportedMessage) -> Shown:
    """A message that somebody reported."""
    message = report.message
    return {
        "id": report.id,
        "match_id": report.match_id,
        "player": {"id": message.player_id, "name": message.player_name},
        "text": message.text,
        "is_hidden": message.is_hidden,
        "reporter": {"id": report.reporter_id, "name": report.reporter_name},
        "reason": report.reason,
        "at_ms": report.at_ms,
        "resolver": {"id": report.resolver_id, "name": report.resolver_name} if report.resolver_id else None,
        "resolved_at_ms": report.resolved_at_ms,
    }


def show_audit(entry: AuditEntry, players: Mapping[str, Shown]) -> Shown:
    """What an Admin did about a player; where it is a role or a name, as a change from one to another."""
    before, _, after = entry.detail.partition(_BETWEEN[entry.action]) if entry.action in _BETWEEN else ("", "", "")
    return {
        "id": entry.id,
        "admin": players.get(entry.admin_id),
        "subject": players[entry.player_id],
        "is_game": False,
        "what": entry.action,
        "detail": "" if after else entry.detail,
        "before": before,
        "after": after,
        "at_ms": entry.at_ms,
    }


def show_change(change: Change, players: Mapping[str, Shown], games: Mapping[str, Shown]) -> Shown:
    """What an Admin changed of a game, or of how many somebody may save; no Admin where a new release did."""
    is_game = change.field != "quota"
    return {
        "id": change.id,
        "admin": players.get(change.admin_id),
        "subject": (games if is_game else players)[change.subject_id],
        "is_game": is_game,
        "what": change.field,
        "detail": "",
        "before": change.before,
        "after": change.after,
        "at_ms": change.at_ms,
    }
