"""What moves are made of, as a view tells them to those who draw them and say them in words.

All of it follows from what the viewer sees, and from the texts of moves that the viewer may read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Any

from redscience.variations import moves as move_texts
from redscience.variations.engine.moves import RESERVE
from redscience.variations.engine.records import OFF
from redscience.variations.language import SHAPES
from redscience.variations.language.model import COMMUNAL
from redscience.variations.packing import kind_in, promotion_in, source_in, target_in
from redscience.variations.prepared import PreparedGame
from redscience.variations.situation import Situation

Told = dict[str, Any]
Place = tuple[int, ...]
"""A space [board, x, y, z], or a stack [board, x, y]."""


def ends(state: Situation, viewer: str, moves: Sequence[int]) -> Iterable[int]:
    """The number of the space where each move comes to rest as far as the viewer sees; OFF if that is its target."""
    if not state.game.has_gravity:
        return repeat(OFF)
    return [_end_of(state, viewer, move) for move in moves]


def captures(state: Situation, viewer: str, moves: Sequence[int]) -> Iterable[bool]:
    """Whether each move captures as far as the viewer sees."""
    if not state.game.is_powered:
        return repeat(object=False)
    return [kind_in(move) != 0 and move_texts.captures(state, viewer, move) for move in moves]


def of_choice(game: PreparedGame, move: int, end: int, captures: bool) -> Told:  # noqa: FBT001 - parts of one value
    """What a choice is made of."""
    parts = _of_move(game, move, end)
    if not captures:
        return parts
    converts = {"converts": True} if parts.get("shape") in game.converting else {}
    return {**parts, "captures": True, **converts}


def of_plan(state: Situation, viewer: str, move: int) -> Told:
    """What a move of the viewer's own is made of; on stacks `to` is where the piece rests as far as the viewer sees."""
    return _of_move(state.game, move, _end_of(state, viewer, move))


def _end_of(state: Situation, viewer: str, move: int) -> int:
    """The number of the space where a move comes to rest as far as the viewer sees; OFF if that is its target."""
    if not state.game.has_gravity or kind_in(move) == 0:
        return OFF
    return state.rest(viewer, target_in(move))


def _of_move(game: PreparedGame, move: int, end: int) -> Told:
    kind = kind_in(move)
    if kind == 0:
        return {"kind": game.text_of(move)}
    to = game.places[target_in(move) if end == OFF else end]
    return {**_kind_of_move(game, move), **game.looks(kind), "to": list(to), **_promotion(move)}


def of_events(state: Situation, viewer: str, told: Sequence[tuple[Told, int | None, int]]) -> list[Told]:
    """Events as a view tells them, with what their moves are made of.

    Each comes with its move, None for one that may not be read, and with the kind of piece that the viewer saw where
    that began; 0 for none.
    """
    seen = _Seen(state, viewer, {tuple(one["at"]): one["now"] for event, *_ in told for one in event["changes"]})
    events = [event if move is None else {**event, **seen.parts(event, move, moved)} for event, move, moved in told]
    for number, event in enumerate(events):
        if "to" in event and "failed" not in event and seen.is_lost(event, events[number + 1 :]):
            event["converted" if seen.is_converted(event) else "lost"] = True
            event.update(seen.converted_by(event, events) if "converted" in event else {})
        elif len(events) == 1 and seen.turns(event):
            event["turned"] = True
    return events


@dataclass(frozen=True, slots=True)
class _Seen:
    """What a viewer sees after the events of a view; `changed` is what they changed, as it looks now."""

    state: Situation
    viewer: str
    changed: Mapping[Place, Told | None]

    def parts(self, event: Told, move: int, moved: int) -> Told:
        """What the move of an event is made of: of a piece that moved what is seen of it where it came to, or was.

        `moved` is what was seen of it where it began.
        """
        game, kind = self.state.game, kind_in(move)
        if kind == 0:
            return {"kind": event["move"]}
        to = list(game.places[target_in(move)])[: 3 if game.has_gravity else 4]
        parts = {**_kind_of_move(game, move), "to": to, **_promotion(move)}
        if source_in(move) == RESERVE:
            return {**parts, **game.looks(kind)}
        if "failed" in event:
            return parts
        if promotion_in(move):  # what it was is seen no more: told where nothing has been hidden
            return parts if game.has_secrets else {**parts, **game.looks(kind)}
        changed = self._changed_at(to)
        own = [now for now in changed if now and self._can_be({**event, **parts}, now)]
        # Where more has changed on a stack than came there by the move, its own piece need not be the first.
        came = sum(one["now"] is None for one in event["changes"])
        if game.has_gravity and len(changed) > came and len({now.get("shape") for now in own}) > 1:
            return parts
        return {**parts, **(own[0] if own else game.looks(moved) if moved else {})}

    def is_lost(self, event: Told, later: Sequence[Told]) -> bool:
        """Whether a piece is seen not to be where its own move took it, though nothing took it further since."""
        to = event["to"]
        if any(_is_at(one["from"], to) for one in later if "from" in one):
            return False
        changed = self._changed_at(to)
        if self.state.game.has_gravity:
            # What was moved onto a stack cannot be told from what lay there before.
            return event["kind"] == "place" and not self._is_cloaked(to) and not self._survives(event, changed)
        if changed:
            return not self._survives(event, changed[:1])
        stands = self._now_at(to)
        if self._is_cloaked(to):
            return stands is not None and not self._can_be(event, stands)
        return not self._survives(event, [stands])

    def is_converted(self, event: Told) -> bool:
        """Whether a piece is seen to be another's where it went, in a game that converts whatever is captured."""
        if not self._converts:
            return False
        seen, shape = self._changed_at(event["to"]), event.get("promotion", event.get("shape"))
        return any(now and (shape is None or now.get("shape") == shape) for now in seen)

    def converted_by(self, event: Told, events: Sequence[Told]) -> Told:
        """The piece that converted one where they met: that of the only other move there that took its piece along."""
        rivals = [one for one in events if one is not event and one.get("to") == event["to"]]
        winners = [one for one in rivals if "shape" in one and not self.is_lost(one, ())]
        if len(rivals) != 1 or len(winners) != 1:
            return {}
        return {"converted_by": {"shape": winners[0]["shape"], "color": winners[0]["color"]}}

    def turns(self, event: Told) -> bool:
        """Whether all else that a placement is seen to have changed it converted: nothing else does that here."""
        if event.get("kind") != "place" or self.state.game.has_gravity or not self._converts:
            return False
        elsewhere = [each["now"] for each in event["changes"] if each["at"] != event["to"]]
        return bool(elsewhere) and all(now and now["color"] == event["color"] for now in elsewhere)

    @property
    def _converts(self) -> bool:
        """Whether the game converts whatever is captured."""
        rules = self.state.game.rule_set
        return {shape.result for shape in rules.shapes.values()} - {None} == {"converts"}

    def _survives(self, event: Told, seen: Sequence[Told | None]) -> bool:
        return any(now and self._can_be(event, now) for now in seen)

    def _can_be(self, event: Told, now: Told) -> bool:
        """Whether a piece that is seen can be the one of an event."""
        if event["kind"] == "place":
            return bool(now["color"] == event["color"] and now.get("shape", event["shape"]) == event["shape"])
        game = self.state.game
        if game.colors_are_chosen or now["color"] == COMMUNAL:
            return True
        return any(seat["seat"] == event["seat"] and seat["color"] == now["color"] for seat in game.table["seats"])

    def _changed_at(self, to: Sequence[int]) -> list[Told | None]:
        return [now for at, now in self.changed.items() if _is_at(at, to)]

    def _now_at(self, to: Sequence[int]) -> Told | None:
        board, x, y, z = to
        kind = int(self.state.sees(self.viewer)[self.state.game.spaces.number((board, x, y, z))])
        return dict(self.state.game.looks(kind)) if kind else None

    def _is_cloaked(self, to: Sequence[int]) -> bool:
        game = self.state.game
        return any(_is_at(game.spaces.at(number), to) for number in game.cloaked[self.state.phase])


def _is_at(at: Sequence[int], to: Sequence[int]) -> bool:
    """Whether a space is the one that is named, or in the stack that is."""
    return list(at[: len(to)]) == list(to)


def _kind_of_move(game: PreparedGame, move: int) -> Told:
    if source_in(move) == RESERVE:
        return {"kind": "place"}
    return {"kind": "jump", "from": list(game.places[source_in(move)])}


def _promotion(move: int) -> Told:
    return {"promotion": SHAPES[promotion_in(move) - 1]} if promotion_in(move) else {}
