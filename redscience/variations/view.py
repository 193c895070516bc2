"""What a viewer may know of a match, as JSON values (view.schema.json beside this).

All of it is made from what the engine says that the viewer sees, and from what is public: the rules, the phase, who
has left. Whoever plays from views alone, or from the choices in them, as Chaos, Random and bots do, can therefore use
nothing that is hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import Any

from redscience.interface import CHAOS, EVERYTHING, SPECTATOR, VIEW_FORMAT
from redscience.variations import parts
from redscience.variations.engine.hands import CATEGORY, HANDS, ranks_of_hand
from redscience.variations.engine.moves import OFFER, PASS, RESERVE
from redscience.variations.engine.records import (
    N_KINDS,
    PARALYZED,
    SPECTATORS,
)
from redscience.variations.history import LEAVE, Event, PlannedMove, backward
from redscience.variations.language import RULES_VERSION, SHAPES
from redscience.variations.notation import COLOR_LETTERS
from redscience.variations.packing import color_of, kind_in, shape_of, source_in, target_in
from redscience.variations.prepared import PreparedGame
from redscience.variations.score import score_now
from redscience.variations.situation import Situation
from redscience.variations.verdict import verdict

FAMILY = "variations"
Choice = tuple[int, int, bool, bool, int]
"""A legal move as the engine's integer, where it rests, whether it captures, whether it is not all, and its weight."""
Turn = tuple[int, str, int, tuple[str, ...], tuple[str, ...]]
"""The number of the phase, what is decided, who has left (a bit each), who is to act as far as a viewer knows, and who
was passed over before."""
SeatNow = tuple[int, str, tuple[int, ...] | None]
"""The number of a seat, its status, and how many of each kind it can place; None where a viewer may not know."""
Look = tuple[int, int, bool]
"""The number of a space, the engine's kind of what is seen there, and whether that is seen to be paralyzed."""
_STATUSES = ("left", "out", "folded", "disqualified")
MOST_TOLD = 12
"""So many of Chaos's moves are told at once."""
Shown = tuple[dict[str, Any], int | None, int]
"""An event as it is shown, its move as the engine's integer if the viewer may read it, and the kind of piece that the
viewer saw where that began; 0 for none."""


def make_view(state: Situation, viewer: str) -> dict[str, Any]:
    """The view of a seat, of a spectator, or of `everything`."""
    plan = plan_of(state, viewer)
    return {
        **heading(state.game, viewer),
        "table": _table(state, viewer),
        **turn(state.game, turn_now(state, viewer)),
        "plan": plan,
        "legal": [legal_move(state.game, choice) for choice in choices(state, viewer, len(plan))],
        "last": last(state, viewer),
        **score_now(state, viewer),
        "outcome": verdict(state),
    }


def heading(game: PreparedGame, viewer: str) -> dict[str, Any]:
    """What is the same in all views of a viewer."""
    return {
        "format": VIEW_FORMAT,
        "family": FAMILY,
        "game": game.name,
        "digest": game.digest,
        "rules_version": RULES_VERSION,
        "viewer": viewer,
    }


def turn_now(state: Situation, viewer: str) -> Turn:
    """Who is to do what."""
    return state.phase, _decision(state), state.now.left, seen_acting(state, viewer), _passed_over(state, viewer)


def turn(game: PreparedGame, now: Turn) -> dict[str, Any]:
    """The phase and how its turns go, and who is to do what."""
    number, decision, left, acting, passed_over = now
    phase = game.rule_set.phases[number]
    told = {
        "phase": number + 1,
        "phases": len(game.rule_set.phases),
        "order": phase.order,
        "placement_only": phase.placement_only,
        "may_pass": phase.may_pass,
        "decision": decision,
        "left": list(game.seats_of[left]),
        "acting": list(acting),
    }
    return {**told, "passed_over": list(passed_over)} if passed_over else told


def choices(state: Situation, viewer: str, n_planned: int) -> Iterable[Choice]:
    """The viewer's legal moves."""
    if viewer not in state.game.numbers:
        return ()
    moves, weights = state.choices(viewer)
    left = state.game.rule_set.pieces_per_turn - n_planned if state.is_sealed else state.now.moves_left
    are_partial = [bool(kind_in(move) or move == PASS) for move in moves] if left > 1 else repeat(object=False)
    ends, captures = parts.ends(state, viewer, moves), parts.captures(state, viewer, moves)
    return zip(moves, ends, captures, are_partial, weights, strict=False)


def legal_move(game: PreparedGame, choice: Choice) -> dict[str, Any]:
    """A legal move with its weight."""
    move, end, captures, is_partial, weight = choice
    told = {"move": game.text_of(move), "weight": weight, **parts.of_choice(game, move, end, captures)}
    return {**told, "partial": True} if is_partial else told


def _decision(state: Situation) -> str:
    """What those who are to act decide: a question is put to all to see, and the order of a phase is public."""
    if state.is_asking:
        return "answer"
    return "plan" if state.is_sealed else "move"


def _table(state: Situation, viewer: str) -> dict[str, Any]:
    """The start table with the pieces, reserves and marks of now."""
    return {
        **state.game.tables[state.phase](),
        "seats": [seat(state.game, now) for now in seats_now(state, viewer)],
        "pieces": [piece(state.game, look) for look in looks(state, viewer)],
    }


def seats_now(state: Situation, viewer: str) -> tuple[SeatNow, ...]:
    """How the seats stand, and what each can place as far as the viewer may know."""
    hands, reserve = state.game.hands, state.record[0]["reserve"].tolist()
    return tuple(
        (
            number,
            _status(state, number),
            tuple([reserve[kind] for kind in hands[number]]) if _knows_reserve(state, viewer, name) else None,
        )
        for number, name in enumerate(state.game.all_seats)
    )


def seat(game: PreparedGame, now: SeatNow) -> dict[str, Any]:
    """A seat with how it stands, and what it can place."""
    number, status, counts = now
    its = game.table["seats"][number]
    return {
        **its,
        "goal": its["goal"] and dict(its["goal"]),
        "status": status,
        "reserve": None if counts is None else _reserve(game, number, counts),
    }


def looks(state: Situation, viewer: str) -> Iterable[Look]:
    """What the viewer sees on the spaces that are not empty to it."""
    sees = state.sees(viewer)[: state.game.spaces.total]
    occupied = sees.nonzero()[0]
    kinds, are_paralyzed = sees[occupied], repeat(object=False)
    if state.game.paralyzes:
        traits = state.record[0]["traits"][occupied]
        are_paralyzed = ((traits & PARALYZED != 0) & (kinds < N_KINDS)).tolist()
    return zip(occupied.tolist(), kinds.tolist(), are_paralyzed, strict=False)


def piece(game: PreparedGame, look: Look) -> dict[str, Any]:
    """A piece as a viewer sees it."""
    number, kind, is_paralyzed = look
    told = {"at": list(game.places[number]), **game.looks(kind)}
    return {**told, "paralyzed": True} if is_paralyzed else told


def _status(state: Situation, number: int) -> str:
    """How a seat stands: what keeps it from taking turns, or from winning."""
    now = state.now
    if (now.left | now.out | now.folded | now.disqualified) >> number & 1:
        return next(status for status in _STATUSES if getattr(now, status) >> number & 1)
    return "in" if state.game.takes_turns[state.phase] >> number & 1 else "locked"


def _knows_reserve(state: Situation, viewer: str, seat: str) -> bool:
    """Whether a viewer may know a seat's reserve: not another's while spaces are cloaked that hide (rules: A6)."""
    rules = state.game.rule_set
    if not state.game.hides or state.is_open_to(viewer) or not rules.phases[state.phase].cloaks:
        return True
    if viewer == SPECTATOR:
        return False
    return viewer == seat or rules.owner_of_seat(viewer) == rules.owner_of_seat(seat)


def _reserve(game: PreparedGame, number: int, counts: tuple[int, ...]) -> dict[str, int]:
    """What a seat can place, or could at the start; by colour and shape where it chooses the colour."""
    return {
        (COLOR_LETTERS[game.color_name(color_of(kind))] if game.colors_are_chosen else "")
        + SHAPES[shape_of(kind)]: count
        for kind, count in zip(game.hands[number], counts, strict=True)
        if count or game.start_reserve[kind]
    }


def seen_acting(state: Situation, viewer: str) -> tuple[str, ...]:
    """Who is to act, as far as the viewer may know (rules: C42): neither who has planned nor how often turns change."""
    acting = state.acting
    if state.is_asking or state.is_open_to(viewer):
        return acting
    is_cloaked = bool(state.game.rule_set.phases[state.phase].cloaks)
    if not (state.is_sealed or is_cloaked):
        return acting
    if viewer in acting and not state.is_sealed:
        return (viewer,)
    active = state.game.seats_of[state.now.active]
    return tuple(seat for seat in active if seat != viewer or seat in acting)


def _passed_over(state: Situation, viewer: str) -> tuple[str, ...]:
    """Who could do nothing, between the seat that has moved and the one that is to move now, in order of play."""
    event, now = state.last, state.now
    if event is None or not state.acting or state.is_asking or state.is_sealed or event.phase != state.phase:
        return ()
    if not (kind_in(event.move) or event.move == PASS):
        return ()
    if state.game.rule_set.phases[state.phase].cloaks and not state.is_open_to(viewer):
        return ()  # whose turn it is tells what moved there
    seats, mover = state.game.all_seats, state.number(event.seats[0])
    if mover == now.seat and (now.chain or now.moves_left < state.game.rule_set.pieces_per_turn):
        return ()  # its turn goes on
    between = (now.seat - mover - 1) % len(seats)
    following = ((mover + step) % len(seats) for step in range(1, between + 1))
    return tuple(seats[seat] for seat in following if now.active >> seat & 1)


def plan_of(state: Situation, viewer: str) -> list[dict[str, Any]]:
    """The viewer's own moves sealed so far in this round."""
    if not state.is_sealed or state.outcome is not None or viewer not in state.game.numbers:
        return []
    if _status(state, state.number(viewer)) == "left":
        return []
    plan: list[dict[str, Any]] = []
    for event in backward(state.last):
        if event.carried_out or event.phase != state.phase:
            break
        if event.is_plan and event.seats == (viewer,):
            plan.insert(0, {"move": event.text, **parts.of_plan(state, viewer, event.move)})
    return plan


def last(state: Situation, viewer: str) -> list[dict[str, Any]]:
    """The last event of which the viewer saw anything; after a round, one for each seat of it.

    What Chaos did since stands behind it: Chaos plays at once, and nobody could read what a player did before.
    """
    told: list[Shown] = []
    for event in backward(state.last):
        shown = list(_shown(state, viewer, event))
        told[:0] = shown
        is_chaos = event.seats == (CHAOS,) and not event.carried_out
        if (shown and not is_chaos) or len(told) >= MOST_TOLD:
            break
    return parts.of_events(state, viewer, told)


def _shown(state: Situation, viewer: str, event: Event) -> Iterator[Shown]:
    """What a viewer is shown of an event; nothing if it saw nothing."""
    is_open = state.is_open_to(viewer)
    seen = event.changed if is_open else event.seen_by(SPECTATORS if viewer == SPECTATOR else state.number(viewer))
    if event.is_plan and not event.carried_out:
        return
    if event.move == OFFER and viewer not in event.seats and _is_sealed_offer(state, event):
        return
    if event.carried_out:
        yield from _round(state, viewer, event, seen, is_open=is_open)
        return
    may_read = is_open or viewer in event.seats or not event.is_hidden
    if may_read or seen:
        moved, *captured = _seen_of(state, viewer, event)
        for position, seat in enumerate(event.seats):
            shown: dict[str, Any] = {"seat": seat}
            if may_read:
                shown["move"] = event.text
            if _knows_failure(viewer, seat, event):
                shown["failed"] = True
            if any(captured):
                shown["captured"] = [dict(state.game.looks(kind)) for kind in captured if kind]
            if compared := _compared(state, viewer, event):
                shown["compared"] = compared
            shown["changes"] = _changes(state, viewer, seen) if position == 0 else []
            yield shown, event.move if may_read else None, moved


def _seen_of(state: Situation, viewer: str, event: Event) -> tuple[int, ...]:
    """What a viewer saw before of what moved, and of what that took off the board, as the engine's kinds."""
    if event.saw is None or state.is_open_to(viewer):
        return event.moved, *event.captured
    return event.saw[SPECTATORS if viewer == SPECTATOR else state.number(viewer)]


def _compared(state: Situation, viewer: str, event: Event) -> list[dict[str, Any]]:
    """The hands that an event compared, by stack and colour, where the viewer saw all that they were made of."""
    number = SPECTATORS if viewer == SPECTATOR else state.game.numbers.get(viewer, SPECTATORS)
    return [
        {
            "at": list(state.game.places[met.foot][:3]),
            "hands": {state.game.color_name(color): _hand(state.game, hand) for color, hand in met.hands},
        }
        for met in event.compared
        if state.is_open_to(viewer) or met.viewers >> number & 1
    ]


def _hand(game: PreparedGame, value: int) -> dict[str, Any]:
    """What a hand is, and of which shapes: of most pieces first, or the highest of a straight."""
    ranks = game.rules[0]["rank"].tolist()
    shapes = [SHAPES[ranks.index(rank)] for rank in ranks_of_hand(value) if rank]
    return {"hand": HANDS[value // CATEGORY - 1], "shapes": shapes}


def _knows_failure(viewer: str, seat: str, event: Event) -> bool:
    """Whether a seat's move failed on something unseen, and a viewer may know of that."""
    return viewer in {seat, EVERYTHING} and seat in event.failed


def _is_sealed_offer(state: Situation, event: Event) -> bool:
    """Whether an offer of a draw stands in for a plan of the round, and nobody has been asked yet (rules: C43)."""
    now = state.record[0]
    is_open = any(now["offered"] >> state.number(seat) & 1 for seat in event.seats)
    return state.is_sealed and is_open and not now["asked"]


def _round(state: Situation, viewer: str, event: Event, seen: tuple[int, ...], *, is_open: bool) -> Iterator[Shown]:
    """What a viewer is shown of a round: each seat's moves with what they changed, the rest with the last.

    Those of a seat that may not be read are one entry, or none beside others: how many there are is hidden, too.
    """
    rest = set(seen)
    shown: list[Shown] = []
    readable = [is_open or planned.seat == viewer or not planned.is_hidden for planned in event.carried_out]
    told = {planned.seat for planned, may_read in zip(event.carried_out, readable, strict=True) if may_read}
    for planned, may_read in zip(event.carried_out, readable, strict=True):
        if (planned.seat in told and not may_read) or (may_read and not planned.move):
            continue
        told.add(planned.seat)
        entry: dict[str, Any] = {"seat": planned.seat}
        own: list[int] = []
        if may_read:
            entry["move"] = planned.text
            own = [space for space in sorted(rest) if _is_of(state, planned, space)]
            rest -= set(own)
        if _knows_failure(viewer, planned.seat, event):
            entry["failed"] = True
        entry["changes"] = _changes(state, viewer, tuple(own))
        shown.append((entry, planned.move if may_read else None, 0))
    if shown and (compared := _compared(state, viewer, event)):
        shown[-1][0]["compared"] = compared
    if shown:
        shown[-1][0]["changes"] += _changes(state, viewer, tuple(sorted(rest)))
    elif seen:
        shown.append(({"seat": event.seats[0], "changes": _changes(state, viewer, seen)}, None, 0))
    if event.text == LEAVE:
        shown += [({"seat": seat, "move": LEAVE, "changes": []}, event.move, 0) for seat in event.seats]
    yield from shown


def _is_of(state: Situation, planned: PlannedMove, space: int) -> bool:
    """Whether a move of a round changed a space: where it began, with what lay on that in a stack, or where it led."""
    if not kind_in(planned.move):
        return False
    source, foot = source_in(planned.move), state.game.rules[0]["foot"]
    if space == source or foot[space] == target_in(planned.move):
        return True
    height = state.game.places[space][-1]
    return bool(source != RESERVE and foot[space] == foot[source] and height > state.game.places[source][-1])


def _changes(state: Situation, viewer: str, spaces: tuple[int, ...]) -> list[dict[str, Any]]:
    """How spaces look to the viewer now."""
    game, sees = state.game, state.sees(viewer)
    return [
        {"at": list(game.places[number]), "now": dict(game.looks(int(sees[number]))) if sees[number] else None}
        for number in spaces
    ]
