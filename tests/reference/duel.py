"""The engine and the judge through the same match, compared after every event."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from random import Random
from typing import Any, TypeAlias

from redscience.variations.game import VariationGame
from redscience.variations.language import RuleSet, to_json
from redscience.variations.language.deck import cards
from redscience.variations.language.model import COMMUNAL, At, Card, Pack
from redscience.variations.state import VariationState
from reference.deals import Deal, is_possible, markers, owner_of_card
from reference.judge import Judge
from reference.moves import AGREE, DRAW, PASS, REFUSE
from reference.pieces import SPECTATOR

COLORS = {"b": "black", "w": "white", "k": "pink", "y": "yellow", "c": COMMUNAL}
LEAVE = "leave"
MOST_DEALS = 2000
"""So many ways in which a board can have been dealt are tried."""

Laid: TypeAlias = tuple[At, tuple[str, str]]
"""Where a dealt piece lies, and how it looks."""


class Disagreement(AssertionError):  # noqa: N818  (named for what happened)
    """The engine and the judge do not agree; the message says after what, and about what."""


class Duel:
    """A match played on both.

    Where the judge cannot know what chance brought, all that it can have been are followed, as long as they agree.

    Attributes:
        state: the engine's.
        judges: the judge's, one for each way in which chance may have gone.
    """

    def __init__(self, rules: RuleSet, seed: int = 0) -> None:
        self.rules = rules
        self.events: list[str] = []
        self.state: VariationState = VariationGame(rules).start(seed)
        # Several deals can come to the same pieces, known to the same seats.
        judges = {_laid_out(judge): judge for judge in (Judge(rules, deal) for deal in _deals(rules, self.state))}
        self._keep_agreeing([*judges.values()])

    @property
    def judge(self) -> Judge:
        """One that agrees with the engine."""
        return self.judges[0]

    def play(self, seat: str, move: str) -> None:
        """One move of one seat on both."""
        self.events.append(f"{seat}:{move}")
        self._happen(lambda: self.state.play({seat: move}), lambda judge: judge.play(seat, move))

    def leave(self, *seats: str) -> None:
        """Seats that leave at one moment."""
        self.events.append(f"{'+'.join(seats)}:{LEAVE}")
        self._happen(lambda: self.state.leave(*seats), lambda judge: judge.leave(*seats))

    def _happen(self, engine: Callable[[], VariationState], judge: Callable[[Judge], None]) -> None:
        try:
            self.state = engine()
        except Exception as error:
            raise Disagreement(f"{self}\nthe engine fails: {error!r}") from error
        self._keep_agreeing([after for before in self.judges for after in _branches(before, judge)])

    def _keep_agreeing(self, judges: Sequence[Judge]) -> None:
        differences = [difference(self.state, judge) for judge in judges]
        self.judges = [judge for judge, found in zip(judges, differences, strict=True) if found is None]
        if not self.judges:
            shown = min((found for found in differences if found), key=len, default="no deal fits")
            raise Disagreement(f"{self}\n{shown}")

    def __str__(self) -> str:
        return f"{to_json(self.rules)}\nevents: {' '.join(self.events) or 'none'}\nposition: {self.state.position}"


def duel(rules: RuleSet, chance: Random, *, events: int = 5000, leaving: float = 0.003, moves: float = math.inf) -> int:
    """Plays a random match on both, with seats that leave and offer draws; returns how many events it had.

    Args:
        rules: must be playable.
        chance: of the moves.
        events: after so many the match is left unfinished.
        leaving: how likely seats leave instead of the next move.
        moves: after so many legal moves that the judge has listed the match is left unfinished, too.
    """
    match = Duel(rules, chance.getrandbits(64))
    for event in range(events):
        state = match.state
        moves -= len(match.judges) * sum(len(state.legal(seat)) for seat in state.acting)
        if state.outcome is not None or moves < 0:
            return event
        if chance.random() < leaving:
            present = [seat for seat in rules.player_seats if seat not in match.judge.left]
            match.leave(*chance.sample(present, 2 if len(present) > 1 and chance.random() < 0.2 else 1))
        else:
            seat = chance.choice(match.state.acting)
            match.play(seat, _chosen(match.state.legal(seat), chance))
    return events


def _chosen(legal: tuple[str, ...], chance: Random) -> str:
    """A move; offers and agreement seldom enough that matches go on."""
    if AGREE in legal:
        return AGREE if chance.random() < 0.5 else REFUSE
    move = chance.choice(legal)
    return chance.choice(legal) if move == DRAW else move


# Chance.


def _branches(judge: Judge, event: Callable[[Judge], None]) -> Iterator[Judge]:
    """The match after an event, once for each way in which chance may have gone."""
    waiting: list[list[int]] = [[]]
    while waiting:
        script = waiting.pop()
        asked: list[int] = []

        def draw(n: int, script: list[int] = script, asked: list[int] = asked) -> int:
            asked.append(n)
            return script[len(asked) - 1] if len(asked) <= len(script) else 0

        after = judge.copy()
        after.draw = draw
        event(after)
        yield after
        for number in range(len(script), len(asked)):
            head = [*script, *[0] * (number - len(script))]
            waiting += [[*head, start] for start in range(1, asked[number])]


def _deals(rules: RuleSet, state: VariationState) -> list[Deal]:
    """What may have been dealt, by what lies on the engine's board."""
    if rules.deck is None:
        return [()]
    spaces = markers(rules)
    board = board_of(state)
    known = list(dict.fromkeys(cards(rules.deck)))
    seen = {seat: _seen_in_full(state, seat) for seat in rules.seats}
    found: list[Deal] = []
    for laid in _blanks(rules, spaces, board):
        options = [_fitting(rules, at, laid, known, seen) for at in spaces]
        found += islice(_possible(rules.deck, (), options), MOST_DEALS - len(found))
    return found


def _laid_out(judge: Judge) -> tuple[Any, ...]:
    """What stands where, and who knows it."""
    board = judge.table.board
    return tuple((at, board[at].look, *sorted(board[at].known)) for at in sorted(board))


def _seen_in_full(state: VariationState, seat: str) -> set[At]:
    pieces = state.view(seat)["table"]["pieces"]
    return {tuple(piece["at"]) for piece in pieces if "shape" in piece}


def _fitting(
    rules: RuleSet, at: At, laid: dict[At, Laid], known: Sequence[Card], seen: dict[str, set[At]]
) -> list[Card]:
    """The cards that can have come to a marker: of that look, and seen by whoever they name."""
    if at not in laid:
        return [card for card in known if card.shape is None]
    lies, (shape, color) = laid[at]
    names = {rules.color_of_owner(owner): owner for owner in rules.owners} | {COMMUNAL: COMMUNAL}
    return [
        card
        for card in known
        if card.shape == shape
        and owner_of_card(rules, rules.setup[at].owner, card) == names[color]
        and (card.seat is None or lies in seen[card.seat])
    ]


def _possible(deck: Pack, begun: Deal, options: Sequence[Sequence[Card]]) -> Iterator[Deal]:
    """The deals that begin so, go on with one option after the other, and are allowed by the deck."""
    if len(begun) == len(options):
        yield begun
        return
    for card in options[len(begun)]:
        if is_possible(deck, (*begun, card)):
            yield from _possible(deck, (*begun, card), options)


def _blanks(rules: RuleSet, spaces: list[At], board: dict[At, tuple[str, str]]) -> Iterator[dict[At, Laid]]:
    """Which piece came to which marker, and where it lies; on stacks what was above a blank has fallen."""
    if rules.board.kind != "stacks":
        yield {at: (at, board[at]) for at in spaces if at in board}
        return
    choices = []
    for column in dict.fromkeys(at[:3] for at in spaces):
        laid = sorted(at for at in rules.setup if at[:3] == column)
        now = [(at, board[at]) for at in sorted(board) if at[:3] == column]
        dealt = [at for at in laid if at in spaces]
        ways = []
        for kept in product((True, False), repeat=len(dealt)):
            stay = [at for at in laid if at not in spaces or kept[dealt.index(at)]]
            if len(stay) == len(now):
                fallen = dict(zip(stay, now, strict=True))
                ways.append({at: fallen[at] for at in dealt if at in fallen})
        choices.append(ways)
    for chosen in product(*choices):
        yield {at: look for way in chosen for at, look in way.items()}


# What is compared.


def compare(state: VariationState, judge: Judge) -> None:
    """All that both know must be the same."""
    found = difference(state, judge)
    if found is not None:
        raise Disagreement(f"{to_json(state.game.rule_set)}\n{state}\n{state.position}\n{found}")


def difference(state: VariationState, judge: Judge) -> str | None:
    """What the engine says otherwise than the judge; None if nothing."""
    for what, engine, reference in _compared(state, judge):
        if engine != reference:
            return f"{what}\n  engine: {_shown(engine, reference)}\n  judge:  {_shown(reference, engine)}"
    return None


def _compared(state: VariationState, judge: Judge) -> Iterator[tuple[str, Any, Any]]:
    yield "outcome", state.outcome, judge.outcome
    yield "board", board_of(state), _true_looks(judge)
    if judge.outcome is not None:
        return
    yield "acting", tuple(state.acting), judge.acting
    for seat in judge.seats:
        legal = state.legal(seat)
        yield f"moves of {seat} listed twice", len(legal), len(set(legal))
        yield f"legal moves of {seat}", dict(zip(legal, state.weights(seat), strict=True)), judge.choices(seat)
    for viewer in (*judge.seats, SPECTATOR):
        yield from _compared_view(state, judge, viewer)


def _compared_view(state: VariationState, judge: Judge, viewer: str) -> Iterator[tuple[str, Any, Any]]:
    view = state.view(viewer)
    table = view["table"]
    seen = {tuple(piece["at"]): (piece.get("shape"), piece["color"]) for piece in table["pieces"]}
    yield f"pieces as {viewer} sees them", seen, judge.looks(viewer)
    paralyzed = {tuple(piece["at"]) for piece in table["pieces"] if piece.get("paralyzed")}
    yield f"paralyzed pieces as {viewer} sees them", paralyzed, judge.paralyzed(viewer)
    for seat in table["seats"]:
        reserve = judge.reserve(viewer, seat["seat"])
        engine = seat["reserve"] and {kind: count for kind, count in seat["reserve"].items() if count}
        yield f"status of {seat['seat']}", seat.get("status", judge.status(seat["seat"])), judge.status(seat["seat"])
        yield f"reserve of {seat['seat']} as {viewer} sees it", engine, _named(judge, reserve)
    yield f"acting as {viewer} sees it", tuple(view["acting"]), judge.acting_as_seen(viewer)
    yield f"phase as {viewer} sees it", view["phase"], judge.table.phase_number + 1
    options = [] if viewer == SPECTATOR else judge.options(viewer)
    listed = [entry for entry in view["legal"] if "to" in entry]
    ends = {entry["move"]: (tuple(entry["to"]), bool(entry.get("captures"))) for entry in listed}
    yield (
        f"ends of moves, and whether {viewer} sees them capture",
        ends,
        {o.text: (o.target, o.captures) for o in options},
    )
    plan = [move.text for move in judge.plans[viewer].moves] if viewer in judge.plans else []
    told = [each["move"] for each in view["plan"]] if "plan" in view else plan
    yield f"plan of {viewer}", [move for move in told if move not in {PASS, DRAW}], plan
    for mark, spaces in (("locked", judge.table.phase.locks), ("cloaked", judge.table.phase.cloaks)):
        yield f"{mark} spaces", {tuple(at) for at in table["marks"][mark]}, set(spaces)


def _named(judge: Judge, reserve: dict[tuple[str, str], int] | None) -> dict[str, int] | None:
    """By shape, and by colour letter and shape where the seat chooses the colour; without empty ones."""
    if reserve is None:
        return None
    letters = {color: letter.upper() for letter, color in COLORS.items()}
    chosen = judge.rules.colors == "choose"
    return {(letters[owner] if chosen else "") + shape: n for (owner, shape), n in reserve.items() if n}


def _true_looks(judge: Judge) -> dict[At, tuple[str, str]]:
    return {
        at: (piece.shape, COMMUNAL if piece.owner == COMMUNAL else judge.rules.color_of_owner(piece.owner))
        for at, piece in judge.table.board.items()
    }


def board_of(state: VariationState) -> dict[At, tuple[str, str]]:
    """The true board, from the text of the position (docs/notation.md)."""
    found: dict[At, tuple[str, str]] = {}
    for board, layers in enumerate(state.position.split(" ")[0].split(";"), 1):
        for z, layer in enumerate(layers.split("|"), 1):
            rows = layer.split("/")
            for y, row in enumerate(reversed(rows), 1):
                x = 1
                for number, color, shape in re.findall(r"(\d+)|([bwkyc])(.)", row):
                    if number:
                        x += int(number)
                    else:
                        found[board, x, y, z] = (shape, COLORS[color])
                        x += 1
    return found


def _shown(one: Any, other: Any) -> str:
    """What one says that the other does not, where both are long."""
    if isinstance(one, dict) and isinstance(other, dict) and len(one) > 12:
        return f"… { ({key: value for key, value in one.items() if other.get(key) != value}) }"
    return str(one)
