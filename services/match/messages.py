"""What callers are told: nothing but what their own view holds, until the match is over."""

from __future__ import annotations

from redscience.api.house.v1.choosing_pb2 import ChooseResponse
from redscience.api.match.v1 import match_pb2
from redscience.interface import SPECTATOR
from services.match import agreed_pauses, hints, take_backs
from services.match.chance import impulses
from services.match.deadlines import seen_due_at_ms
from services.match.ending import REASONS
from services.match.figures import Figures
from services.match.invitation import Invitation
from services.match.model import Match, Seat, Snapshot
from services.match.playback import Page, Shown
from services.match.rated import why_unrated
from services.match.sidelines import Reached
from services.match.store import History, Paused, TakenBack
from services.match.table import Turn
from services.match.tryouts import Tried

_CALL_OFFS = {
    None: match_pb2.REASON_UNSPECIFIED,
    "declined": match_pb2.REASON_DECLINED,
    "lapsed": match_pb2.REASON_LAPSED,
    "cancelled": match_pb2.REASON_CANCELLED,
}
_STATUSES = {"running": match_pb2.STATUS_RUNNING, "ended": match_pb2.STATUS_ENDED}


def match_message(snapshot: Snapshot, viewer: str, now_ms: int) -> match_pb2.Match:
    """A match as one viewer may see it: a seat, or "spectator"."""
    message = own_match(snapshot, viewer, now_ms)
    message.view_version = snapshot.table.versions[viewer]
    message.view = snapshot.table.view(viewer)
    message.proposed.extend(snapshot.proposals.get(viewer, ()))
    message.take_back_asked_by = snapshot.take_back.asked_by
    message.take_back_agreed.extend(sorted(snapshot.take_back.agreed))
    _tell_pause(message, snapshot, viewer)
    message.unrated = why_unrated(snapshot.match, snapshot.table)
    if viewer != SPECTATOR:
        message.can_take_back = take_backs.can_ask(snapshot, viewer)
        message.can_pause = agreed_pauses.can_ask(snapshot, viewer)
        message.hints = hints.offered(snapshot, viewer)
        message.was_forced = snapshot.table.tallies[viewer].was_forced
        message.impulses.extend(impulses(snapshot.match.seed, viewer))
    return message


def listed_match(match: Match, now_ms: int) -> match_pb2.Match:
    """What everybody of the match's universe may know of it, without a view: no clock, which may be a secret."""
    return match_pb2.Match(
        id=match.id,
        game_id=match.game_id,
        game_name=match.game_name,
        status=_STATUSES[match.status],
        seats=[_seat(seat) for seat in match.seats],
        now_ms=now_ms,
        reason=REASONS[match.reason],
        created_at_ms=match.created_at_ms,
        started_at_ms=match.started_at_ms,
        ended_at_ms=match.ended_at_ms or 0,
        rated=match.rated,
        seconds_per_turn=match.seconds_per_turn,
        universe=match.universe,
        tournament_id=match.tournament_id,
    )


def own_match(snapshot: Snapshot, viewer: str, now_ms: int) -> match_pb2.Match:
    """What one viewer is told of a match without its view: what everybody may know, what they owe, and until when."""
    message = listed_match(snapshot.match, now_ms)
    message.viewer = viewer
    message.due_at_ms = seen_due_at_ms(snapshot.match, snapshot.table, viewer)
    message.is_acting = viewer in snapshot.table.state.acting and not snapshot.match.is_paused
    message.is_paused = snapshot.match.is_paused
    if not message.is_paused:
        message.acting.extend(snapshot.table.state.seen_acting(viewer))
    return message


def _tell_pause(message: match_pb2.Match, snapshot: Snapshot, viewer: str) -> None:
    """What all know of a pause; and of the clock that it has stopped, whoever sees it run."""
    pause = snapshot.match.agreed_pause
    message.pause_asked_by = pause.asked_by
    message.pause_agreed.extend(sorted(pause.agreed))
    message.pause_asked_until_ms = pause.question_ends_at_ms or 0
    message.resumed_by = pause.resumed_by
    if pause.stopped is not None:
        message.paused_until_ms = snapshot.match.pause_ends_at_ms or 0
        message.paused_left_ms = pause.stopped.left_ms if snapshot.table.shows_clock(viewer) else 0


def invitation_message(invitation: Invitation, controller_id: str, now_ms: int) -> match_pb2.Match:
    """What one who is named in an invitation may know of it: nobody has a seat yet, and there is nothing to see."""
    return match_pb2.Match(
        id=invitation.id,
        game_id=invitation.game_id,
        game_name=invitation.game_name,
        status=match_pb2.STATUS_INVITED if invitation.reason is None else match_pb2.STATUS_CALLED_OFF,
        seats=[_invited(invitation, seat) for seat in invitation.seats],
        now_ms=now_ms,
        reason=_CALL_OFFS[invitation.reason],
        created_at_ms=invitation.created_at_ms,
        lapses_at_ms=invitation.lapses_at_ms,
        link=invitation.link if controller_id == invitation.maker_id else "",
        rated=invitation.is_rated,
        seconds_per_turn=invitation.seconds_per_turn,
        is_in_lobby=invitation.is_in_lobby,
        universe=invitation.universe,
    )


def offered_message(invitation: Invitation, controller_id: str, now_ms: int) -> match_pb2.Match:
    """What one who may take a seat for the next available knows of an invitation; its id is the link to it."""
    message = invitation_message(invitation, controller_id, now_ms)
    message.link = invitation.id
    return message


def over_message(match: Match) -> match_pb2.Over:
    """What a program is told when a match of its has ended."""
    return match_pb2.Over(match_id=match.id, seats=[_seat(seat) for seat in match.seats], reason=REASONS[match.reason])


def record_message(match: Match, history: History) -> match_pb2.Record:
    """Everything about a match that is over."""
    return match_pb2.Record(
        match_id=match.id,
        game_id=match.game_id,
        game_name=match.game_name,
        rule_set=match.rule_set,
        digest=match.digest,
        rules_version=match.rules_version,
        seed=match.seed,
        seats=[_seat(seat) for seat in match.seats],
        turns=map(_turn, history.turns),
        taken_back=map(_taken_back, history.taken_back),
        pauses=map(_pause, history.pauses),
        reason=REASONS[match.reason],
        started_at_ms=match.started_at_ms,
        ended_at_ms=match.ended_at_ms or 0,
        universe=match.universe,
    )


def replay_message(page: Page, first: int) -> match_pb2.ReplayResponse:
    """What a viewer saw of a match that is over, at some of its steps."""
    return match_pb2.ReplayResponse(
        steps=page.steps,
        first=first,
        views=map(_step, page.shown),
    )


def _step(shown: Shown) -> match_pb2.ReplayStep:
    return match_pb2.ReplayStep(
        number=shown.number, view=shown.view, at_ms=shown.at_ms, taken_back_by=shown.taken_back_by
    )


def sideline_message(reached: Reached) -> match_pb2.SidelineResponse:
    """Where moves have led that nobody has made, and what is advised there."""
    advice = reached.advice or ChooseResponse()
    return match_pb2.SidelineResponse(
        seat=reached.seat,
        view=reached.view,
        advice=advice.move,
        seats=reached.seats,
        has_chance=reached.game.has_chance,
        has_secrets=reached.game.has_secrets,
        values=advice.values,
        best=advice.best,
    )


def what_is_seen(snapshot: Snapshot, viewer: str) -> object:
    """All that `match_message` says but for the instant, as something that is equal for equal matches alone."""
    match, table = snapshot.match, snapshot.table
    due_at_ms = seen_due_at_ms(match, table, viewer)
    proposal = tuple(snapshot.proposals.get(viewer, ()))
    said = snapshot.take_back, match.agreed_pause, match.is_hinted
    names = tuple(seat.player_name for seat in match.seats)  # who is erased is called otherwise
    return viewer, match.status, table.versions[viewer], due_at_ms, proposal, said, names


def _seat(seat: Seat) -> match_pb2.Seat:
    return match_pb2.Seat(
        seat=seat.seat,
        slot=seat.slot,
        player_id=seat.player_id,
        player_name=seat.player_name,
        kind=seat.kind,
        accepted=True,
        outcome=seat.outcome or "",
    )


def _invited(invitation: Invitation, seat: Seat) -> match_pb2.Seat:
    message = _seat(seat)
    message.accepted = seat.slot in invitation.accepted
    message.declined = invitation.reason == "declined" and seat.controller_id == invitation.called_off_by != ""
    return message


def _turn(turn: Turn) -> match_pb2.Turn:
    message = match_pb2.Turn(number=turn.number, seats=turn.seats, at_ms=turn.at_ms, automatic=turn.automatic)
    if turn.left:
        message.left = turn.left
    else:
        message.moves.moves.extend(turn.moves)
    return message


def _taken_back(taken: TakenBack) -> match_pb2.TakenBack:
    return match_pb2.TakenBack(seat=taken.seat, at_ms=taken.at_ms, turns=map(_turn, taken.turns))


def _pause(paused: Paused) -> match_pb2.AgreedPause:
    return match_pb2.AgreedPause(
        asked_by=paused.asked_by,
        began_at_ms=paused.began_at_ms,
        ended_at_ms=paused.ended_at_ms,
        ended_by=paused.ended_by,
    )


def figures_message(figures: Figures) -> match_pb2.PlayOutResponse:
    """What came of a sample of random games."""
    message = match_pb2.PlayOutResponse(
        games=len(figures.lengths),
        unlost=figures.unlost,
        turns=figures.turns,
        fewest_turns=min(figures.lengths),
        most_turns=max(figures.lengths),
    )
    for seat in figures.seats:
        of = figures.of(seat)
        message.seats.add(seat=seat, won=of["win"], drawn=of["draw"], lost=of["lose"])
    return message


def tryout_message(tried: Tried) -> match_pb2.TryOutResponse:
    """A try-out, as whoever tries it sees it."""
    return match_pb2.TryOutResponse(
        seat=tried.seat,
        view=tried.view,
        state=tried.state,
        seats=tried.game.seats,
        has_chaos=tried.game.has_chaos,
    )
