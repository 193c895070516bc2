"""A judge of matches, written from the rules of play and from nothing else: it knows no engine.

It is slow and plain: pieces lie in dictionaries by their spaces, moves are texts in full notation, and everything is
looked at anew each time. Chance is an argument: what was dealt, and where a split pot begins to be shared out.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field

from redscience.variations.language import Check, RuleSet
from redscience.variations.language.checks import CHECKS
from redscience.variations.language.model import At
from reference import measures
from reference.deals import Deal, first_deal
from reference.events import Happening, make_move
from reference.measures import team
from reference.moves import AGREE, DRAW, PASS, REFUSE, Move, Mover
from reference.outcomes import CHAOS, Result, Standing
from reference.pieces import SPECTATOR, Look, owners_of
from reference.rounds import play_round
from reference.stacks import Draw
from reference.table import Seen, Table, laid_out

MOST_MOVES = 2000
"""In one phase (rules: 0.4 Repetition)."""


@dataclass
class Plan:
    """What a seat has sealed of a round.

    Attributes:
        done: whether it is complete.
        offers: whether it is an offer of a draw instead.
        offered: whether it has offered a draw in this round, so that it may not again.
    """

    moves: list[Move] = field(default_factory=list)
    done: bool = False
    offers: bool = False
    offered: bool = False


def no_chance(n: int) -> int:
    """For games in which nothing is drawn."""
    raise AssertionError(f"one of {n} has to be drawn, and nobody says which")


class Judge:
    """One match, changed in place by `play` and `leave`.

    Attributes:
        outcome: what became of each player; None while the match goes on.
        draw: says where a split pot begins: a number from 0 to one less than the captors.
        left, folded, out, disqualified: the seats that are.
        turn, moves_left: the seat on turn of a sequential phase, and how many moves it still has.
        chain: where the piece stands that may only jump on, or not.
        asked: the seats that have to answer the offer of a draw; offered: whether one was offered in this turn.
        plans: what is sealed of a round.
        passed: the seats that have passed since the last move, in order.
        seen_before: what may not be repeated in this phase.
        moves_made, placed: single moves, and pieces from reserves, in this phase.
        had: the seats that ever had a piece of a shape that a check names.
        promoters: those of them that have none left because they promoted the last, by shape.
        last_rows: by board and length, who completed a row last.
        has_decided: whether a check has just disqualified somebody, so that those after it are not asked.
    """

    def __init__(self, rules: RuleSet, deal: Deal | None = None, draw: Draw = no_chance) -> None:
        self.rules = rules
        self.seats = rules.seats
        self.table: Table = laid_out(rules, first_deal(rules) if deal is None else deal)
        self.draw = draw
        self.outcome: dict[str, str] | None = None
        self.left: set[str] = set()
        self.folded: set[str] = set()
        self.out: set[str] = set()
        self.disqualified: set[str] = set()
        self.had: dict[str | None, set[str]] = {}
        self.promoters: dict[str | None, set[str]] = {}
        self.last_rows: dict[tuple[int, int], set[str]] = {}
        self.asked: set[str] = set()
        self.passed: list[str] = []
        self.seen_before: set[object] = set()
        self.moves_made = 0
        self.placed = 0
        self.others_moved = False
        self.chain: At | None = None
        self.offered = False
        self.plans: dict[str, Plan] = {}
        self.phase_over = False
        self.has_decided = False
        self._note_who_has()
        self._enter_phase()

    def copy(self) -> Judge:
        """Another match that has come to the same."""
        # What nobody can change both have: to copy spaces and positions took longer than all else that is judged.
        shared = (self.rules, self.table.grid, *self.table.board)
        copies = {id(each): each for each in shared} | {id(self.seen_before): set(self.seen_before)}
        return copy.deepcopy(self, copies)

    # What is seen.

    def seen(self, viewer: str) -> Seen:
        """The board as a seat or a spectator sees it (rules: A6)."""
        found: dict[At, Look] = {}
        mine = owners_of(self.rules, viewer) if viewer in self.seats else ()
        for at, piece in self.table.board.items():
            own = self.rules.cloaking == "obscures" and piece.owner in mine
            if at not in self.table.phase.cloaks or viewer in piece.known or own:
                found[at] = piece.look
            elif self.rules.cloaking == "obscures":
                found[at] = Look(piece.owner, None)
        return found

    def looks(self, viewer: str) -> dict[At, tuple[str | None, str]]:
        """The shape, where it is seen, and the colour of the pieces that a viewer sees."""
        return {at: (look.shape, self._color(look.owner)) for at, look in self.seen(viewer).items()}

    def paralyzed(self, viewer: str) -> set[At]:
        """Where a viewer sees pieces that cannot move any more."""
        return {at for at, look in self.seen(viewer).items() if look.paralyzed}

    def _color(self, owner: str) -> str:
        return owner if owner == "communal" else self.rules.color_of_owner(owner)

    def reserve(self, viewer: str, seat: str) -> dict[tuple[str, str], int] | None:
        """How many of each owner and shape a seat can place; None where the viewer may not know (rules: A6, 0.4)."""
        owners = owners_of(self.rules, seat)
        hidden = self.rules.cloaking == "hides" and self.table.phase.cloaks
        if hidden and not (viewer in self.seats and set(owners_of(self.rules, viewer)) & set(owners)):
            return None
        return {(owner, name): self.table.reserve[owner, name] for owner in owners for name in self.rules.shapes}

    def _update_knowledge(self) -> None:
        """What is uncloaked becomes known to all, then own pieces that can be moved to their seats (rules: A6, R16)."""
        seen = {seat: self.seen(seat) for seat in self.active}
        for at, piece in self.table.board.items():
            if at not in self.table.phase.cloaks:
                piece.known |= {*self.seats, SPECTATOR}
        for seat in self.active:
            for at, piece in self.table.board.items():
                if self.table.owns(seat, piece.owner) and seat not in piece.known:
                    mover = Mover(self.table, seat, {**seen[seat], at: piece.look})
                    if mover.may_lift(at, piece.look) and mover.reached(at, piece.look):
                        piece.known.add(seat)

    # Who acts.

    @property
    def active(self) -> tuple[str, ...]:
        """The seats that play in this phase (rules: 0.1)."""
        gone = {*self.table.phase.locked, *self.folded, *self.left, *self.out}
        return tuple(seat for seat in self.seats if seat not in gone)

    @property
    def in_rounds(self) -> bool:
        """Whether the phase is played in sealed rounds."""
        return self.table.phase.order != "sequential"

    @property
    def acting(self) -> tuple[str, ...]:
        """The seats that owe a decision."""
        if self.outcome is not None:
            return ()
        if self.asked:
            return tuple(seat for seat in self.seats if seat in self.asked)
        if self.in_rounds:
            return tuple(seat for seat in self.seats if seat in self.plans and not self.plans[seat].done)
        return (self.turn,)

    def acting_as_seen(self, viewer: str) -> tuple[str, ...]:
        """The same as far as a viewer may know."""
        if self.outcome is not None or self.asked:
            return self.acting
        if self.in_rounds:
            return tuple(s for s in self.seats if s in self.plans and (s != viewer or not self.plans[s].done))
        if self.table.phase.cloaks:
            return (viewer,) if viewer == self.turn else tuple(seat for seat in self.active if seat != viewer)
        return self.acting

    # What may be done.

    def legal(self, seat: str) -> list[str]:
        """The moves that a seat may make now, as it sees the board."""
        return list(self.choices(seat))

    def weights(self, seat: str) -> list[int]:
        """In how many ways Random hits each of `legal` (rules: A9, 0.4 Random)."""
        return list(self.choices(seat).values())

    def choices(self, seat: str) -> dict[str, int]:
        """The legal moves, each with its weight."""
        if seat not in self.acting:
            return {}
        if self.asked:
            return {AGREE: 1, REFUSE: 1}
        found = {move.text: move.weight for move in self._moves(seat)}
        if self._may_pass(seat):
            found[PASS] = 1
        if self._may_offer(seat):
            found[DRAW] = 0
        return found

    def options(self, seat: str) -> list[Move]:
        """The placements and jumps that a seat may make now, with all that it sees of them."""
        return self._moves(seat) if seat in self.acting and not self.asked else []

    def status(self, seat: str) -> str:
        """How a seat stands: left, out, folded, disqualified, locked in this phase, or in."""
        standings = {
            "left": self.left,
            "out": self.out,
            "folded": self.folded,
            "disqualified": self.disqualified,
            "locked": set(self.table.phase.locked),
        }
        return next((name for name, seats in standings.items() if seat in seats), "in")

    def _may_offer(self, seat: str) -> bool:
        """Once a turn, before its first move; never Chaos, and not where nobody could be asked (rules: A1, 0.4)."""
        if self.in_rounds:
            fresh = not self.plans[seat].moves and not self.plans[seat].offered
        else:
            fresh = not self.offered and self.moves_left == self.rules.pieces_per_turn and self.chain is None
        return self.rules.agree_draw and seat != CHAOS and fresh and bool(self._askable() - {seat})

    def _askable(self) -> set[str]:
        """All players who have not left and are not out (rules: R19)."""
        return set(self.rules.player_seats) - self.left - self.out

    def _may_pass(self, seat: str) -> bool:
        """By the phase's option, not while something must be captured (rules: A4 Must); in a chain, to end it."""
        if not self.in_rounds and self.chain is not None:
            shape = self.table.board[self.chain].shape
            return self.rules.shapes[shape].power != "must"
        return self.table.phase.may_pass and not self._must_capture(self._all_moves(seat))

    def _moves(self, seat: str) -> list[Move]:
        """The placements and jumps that are legal now."""
        if self.in_rounds:
            return self._second_moves(seat) if self.plans[seat].moves else self._first_moves(seat)
        if self.chain is not None:
            return Mover(self.table, seat, self.seen(seat)).moves(self.chain)
        return self._first_moves(seat)

    def _all_moves(self, seat: str) -> list[Move]:
        return Mover(self.table, seat, self.seen(seat)).moves()

    def _first_moves(self, seat: str) -> list[Move]:
        moves = self._all_moves(seat)
        return [move for move in moves if move.captures] if self._must_capture(moves) else moves

    def _must_capture(self, moves: list[Move]) -> bool:
        """Whether a piece that must capture can; captures are then the only legal moves (rules: A4, 0.4)."""
        return any(move.captures and self.rules.shapes[move.look.shape or ""].power == "must" for move in moves)

    def _second_moves(self, seat: str) -> list[Move]:
        """What goes together with what is sealed already (rules: R7)."""
        sealed = self.plans[seat].moves
        from_where = {at for move in sealed for at in _origins(move)}
        to_where = {at for move in sealed for at in _targets(move)}
        found = []
        for move in self._first_moves(seat):
            placed = sum(other.origin is None and other.look == move.look for other in sealed)
            weight = move.weight - placed if move.origin is None else move.weight
            meets = not self.table.grid.has_gravity and to_where & _targets(move)
            if weight > 0 and not from_where & _origins(move) and not meets:
                found.append(Move(**{**vars(move), "weight": weight}))
        return found

    # What comes of it.

    def play(self, seat: str, text: str) -> None:
        """Makes a legal move."""
        assert text in self.choices(seat), f"{seat} may not {text}"
        if self.asked:
            self._answer(seat, text)
        elif self.in_rounds:
            self._seal(seat, text)
        elif text == DRAW:
            self.offered = True
            self.asked = self._askable() - {seat}
        elif text == PASS:
            self._pass(seat)
        else:
            self._make(seat, next(move for move in self._moves(seat) if move.text == text))

    def _answer(self, seat: str, text: str) -> None:
        """The first refusal ends the question; consent of all ends the match (rules: 0.4 Draw offer, C43)."""
        if text == REFUSE:
            self.asked = set()
            if self.in_rounds:
                for plan in self.plans.values():
                    plan.done, plan.offers = plan.done and not plan.offers, False
            return
        self.asked.discard(seat)
        if not self.asked:
            self._end(self._everyone("draw"))

    def _pass(self, seat: str) -> None:
        """Instead of the first move it passes the whole turn; later it ends the turn, in a chain only the chain."""
        if self.chain is not None:
            self.chain = None
            self._go_on(seat)
            return
        if self.moves_left == self.rules.pieces_per_turn:
            self.passed.append(seat)
        self._update_knowledge()
        self._next_turn()

    def _make(self, seat: str, move: Move) -> None:
        """A single move of a sequential phase (rules: 0.1)."""
        key = (self._position_key(), seat, move.text)
        counts = seat != CHAOS or not (self.table.phase.may_pass or self.others_moved)
        repeated = counts and key in self.seen_before
        self.seen_before.add(key)
        in_chain = self.chain is not None
        before = self.table.truth
        happening = make_move(self.table, seat, move, self.draw, chain=in_chain)
        self.chain = happening.chain
        self.moves_made += 1
        self.placed += happening.placed
        self.passed = []
        self.others_moved = self.others_moved or seat != CHAOS
        self.moves_left -= not in_chain
        self._after(before, happening, repeated=repeated)
        if self.outcome is None and not self.phase_over:
            if happening.failed:
                self._next_turn()
            else:
                self._go_on(seat)

    def _go_on(self, seat: str) -> None:
        """The rest of the turn: more jumps, a second move, or the next turn (rules: C35, 0.4 Chain jump)."""
        if seat not in self.active:
            self._next_turn()
            return
        if self.chain is not None and not self._moves(seat):
            self.chain = None
        if self.chain is None and (not self.moves_left or not self._moves(seat)):
            self._next_turn()

    def _after(self, before: Seen, happening: Happening, *, repeated: bool) -> None:
        """Knowledge, checks, and the ends of a phase that a move or round can bring."""
        self.phase_over = False
        self._note_who_has()
        self._note_who_promoted(happening)
        changed = self._changed(before, happening)
        self._note_rows(changed)
        stalemate = self._checks(happening, changed)
        self._update_knowledge()
        if self.outcome is None and (stalemate or repeated or self.moves_made >= MOST_MOVES):
            self._end_phase()
            self.phase_over = True

    def _changed(self, before: Seen, happening: Happening) -> dict[At, set[str]]:
        """The spaces whose content changed, each with the seats that did it (rules: R22)."""
        now = self.table.truth
        changed = [at for at in before.keys() | now.keys() if _kind(before.get(at)) != _kind(now.get(at))]
        return {at: happening.touched.get(at, set()) for at in changed}

    def _position_key(self) -> object:
        """The true board by owner and shape, and the reserves (rules: C2, R24)."""
        board = frozenset((at, piece.owner, piece.shape) for at, piece in self.table.board.items())
        return board, frozenset(self.table.reserve.items())

    # Turns and phases.

    def _enter_phase(self) -> None:
        self.passed = []
        self.seen_before = set()
        self.moves_made = 0
        self.placed = 0
        self.others_moved = False
        self.chain = None
        self.offered = False
        self.asked = set()
        self.plans = {}
        self.phase_over = False
        self._update_knowledge()
        if not self.active:
            self._end_phase()
        elif self.in_rounds:
            self._start_round()
        else:
            self._start_turn(self.active[0])

    def _start_turn(self, seat: str) -> None:
        """Who can do nothing, and may not pass, passes (rules: 0.1, C47) or loses (0.4 No move loses)."""
        self.turn = seat
        self.moves_left = self.rules.pieces_per_turn
        self.offered = False
        self.asked = set()
        self.chain = None
        if self.table.phase.may_pass or self._moves(seat):
            return
        if any(check.check == "no_move_loses" for check in self.rules.checks):
            self._end(self._standing().loses(team(self.table, seat)))
            return
        self.passed.append(seat)
        self._next_turn()

    def _next_turn(self) -> None:
        """The next active seat, unless all of them have passed (rules: 0.1, C1)."""
        if self.turn == CHAOS:
            self.others_moved = False
        active = self.active
        if set(self.passed) >= set(active):
            self._end_phase()
            return
        later = [seat for seat in active if self.seats.index(seat) > self.seats.index(self.turn)]
        self._start_turn((later or active)[0])

    def _end_phase(self) -> None:
        """Too few pieces, folding, the next phase; after the last one the stalemate rules (rules: 0.1, R14, R15)."""
        if self.placed < self.table.phase.draw_below:
            self._end(self._everyone("draw"))
        elif self.table.phase_number + 1 == len(self.rules.phases):
            self._stalemate()
        else:
            self._fold()
            self.table.phase_number += 1
            self._enter_phase()

    def _fold(self) -> None:
        """Players who are still in and have committed less than the most of them fold (rules: C34, R15)."""
        if self.rules.fold == "none":
            return
        gone = {*self.folded, *self.left, *self.out}
        counts = {s: measures.committed(self.table, s) for s in self.rules.player_seats if s not in gone}
        self.folded |= {seat for seat, count in counts.items() if count < max(counts.values())}

    # Sealed rounds.

    def _start_round(self) -> None:
        """Every active seat plans what would be legal if it moved first; who can do nothing passes (rules: A7, C4)."""
        self.plans = {seat: Plan() for seat in self.active}
        for seat, plan in self.plans.items():
            plan.done = not self.table.phase.may_pass and not self._first_moves(seat)
        self._resolve_when_sealed()

    def _seal(self, seat: str, text: str) -> None:
        plan = self.plans[seat]
        if text == DRAW:
            plan.offers = plan.offered = plan.done = True
        elif text == PASS:
            plan.done = True
        else:
            plan.moves.append(next(move for move in self._moves(seat) if move.text == text))
            plan.done = len(plan.moves) == self.rules.pieces_per_turn or not self._second_moves(seat)
        self._resolve_when_sealed()

    def _resolve_when_sealed(self) -> None:
        """When all is sealed, offers of a draw are asked about first (rules: C43, R19)."""
        if not all(plan.done for plan in self.plans.values()):
            return
        offering = {seat for seat, plan in self.plans.items() if plan.offers}
        if offering:
            self.asked = self._askable() - offering
            if not self.asked:
                self._end(self._everyone("draw"))
            return
        self._play_round()

    def _play_round(self) -> None:
        phase = self.table.phase
        texts = tuple((seat, *(move.text for move in plan.moves)) for seat, plan in self.plans.items() if plan.moves)
        moves = [(seat, move) for seat, plan in self.plans.items() for move in plan.moves]
        self.passed = [seat for seat, plan in self.plans.items() if not plan.moves]
        key = (self._position_key(), texts)
        repeated = key in self.seen_before
        self.seen_before.add(key)
        self.moves_made += sum(bool(plan.moves) for plan in self.plans.values())
        if not moves:
            self._update_knowledge()
            self._end_phase()
            return
        before = self.table.truth
        happening = play_round(self.table, moves, self.draw)
        self.placed += happening.placed
        self._after(before, happening, repeated=repeated)
        if self.outcome is None and not self.phase_over:
            if phase.order == "single" or not self.active:
                self._end_phase()
            else:
                self._start_round()

    # Leaving.

    def leave(self, *seats: str) -> None:
        """Seats go away at one moment; who is with them loses too (rules: C46, R20)."""
        assert self.outcome is None
        for seat in seats:
            self.left |= team(self.table, seat)
        still_in = set(self.seats) - self.left - self.out
        sides = {frozenset(team(self.table, seat)) for seat in still_in}
        if not set(self.rules.player_seats) - self.left:
            self._end(self._everyone("lose"))
        elif len(sides) == 1:
            self._end(self._everyone("win") if CHAOS not in still_in else self._everyone("lose"))
        else:
            self._update_knowledge()
            self._go_on_without()

    def _go_on_without(self) -> None:
        """The match without those who have just left or gone out."""
        if self.in_rounds:
            self._round_without()
            return
        was_asked = bool(self.asked)
        self.passed = [seat for seat in self.passed if seat in self.active]
        if self.turn not in self.active or set(self.passed) >= set(self.active):
            self._next_turn()
            return
        self.asked &= self._askable()
        if was_asked and not self.asked:
            self._end(self._everyone("draw"))

    def _round_without(self) -> None:
        was_asked = bool(self.asked)
        self.plans = {seat: plan for seat, plan in self.plans.items() if seat in self.active}
        self.asked &= self._askable()
        if not self.plans:
            self._end_phase()
        elif not was_asked:
            self._resolve_when_sealed()
        elif not any(plan.offers for plan in self.plans.values()):
            self.asked = set()
            self._resolve_when_sealed()
        elif not self.asked:
            self._end(self._everyone("draw"))

    # Checks.

    def _note_who_has(self) -> None:
        """Who ever had a piece of the shape of a "Last … wins" (rules: R9)."""
        for check in self.rules.checks:
            if check.check == "last_piece_wins":
                self.had[check.shape] = self.had.get(check.shape, set()) | self._having(check.shape)

    def _note_who_promoted(self, happening: Happening) -> None:
        """Who has no piece of a shape left, and promoted one just now: not all were captured (rules: 0.4)."""
        for shape in self.had:
            owners = {owner for owner, name in happening.promoted if name == shape}
            promoters = self.promoters.get(shape, set()) | {seat for owner in owners for seat in self._seats_of(owner)}
            self.promoters[shape] = promoters - self._having(shape)

    def _having(self, shape: str | None) -> set[str]:
        """The seats with pieces of a shape, those in reserve included."""
        wanted = None if shape == "any" else shape
        owners = {piece.owner for piece in self.table.board.values() if wanted in {None, piece.shape}}
        owners |= {owner for (owner, name), n in self.table.reserve.items() if n and wanted in {None, name}}
        return {seat for seat in self.seats if owners & set(owners_of(self.rules, seat))}

    def _note_rows(self, changed: dict[At, set[str]]) -> None:
        """Who was the last to complete a row, for the rule that asks (rules: C45)."""
        for rule in self.rules.stalemate:
            if rule.rule == "last_row_wins":
                for board in {at[0] for at in changed} - self.table.decided.keys():
                    here = {at: seats for at, seats in changed.items() if at[0] == board}
                    done = measures.row_completers(self.table, here, rule.length or 0, "any", measures.same_owner)
                    if done:
                        self.last_rows[board, rule.length or 0] = done

    def _checks(self, happening: Happening, changed: dict[At, set[str]]) -> bool:
        """The turn checks in the written order, the first that decides, decides; whether one says stalemate."""
        boards = (happening.boards | {at[0] for at in changed}) - self.table.decided.keys()
        self.has_decided = False
        for check in self.rules.checks:
            option = CHECKS[check.check]
            if option.result == "stalemate":
                if self._means_stalemate(check, happening):
                    return True
            elif option.measure == "last":
                self._check_last(check)
            elif option.measure not in {"no_move", "permission"}:
                for board in sorted(boards - self.table.decided.keys()):
                    if self.outcome is None:
                        self._check_board(check, board, happening, changed)
            if self.outcome is not None or self.has_decided:
                return False
        return False

    def _means_stalemate(self, check: Check, happening: Happening) -> bool:
        """Goal reached, or in the last phase Chaos has nothing to capture (rules: C44, 0.4 HideSeek-000)."""
        if CHECKS[check.check].measure == "goal":
            return bool(self._at_goal(happening, None))
        if self.table.phase_number + 1 < len(self.rules.phases):
            return False
        self._update_knowledge()  # Chaos knows what has just happened
        return CHAOS not in self.active or not any(move.captures for move in self._all_moves(CHAOS))

    def _at_goal(self, happening: Happening, board: int | None) -> set[str]:
        """Whose pieces moved onto their goal lines (rules: 0.4 More checks, R23)."""
        where = {id(piece): at for at, piece in self.table.board.items()}
        found: set[str] = set()
        for mover, piece in happening.moved:
            at = where.get(id(piece))
            if at is None or board not in {None, at[0]} or at[0] in self.table.decided:
                continue
            owners = [mover] if self.table.owns(mover, piece.owner) else self._seats_of(piece.owner)
            found |= {seat for seat in owners if self.table.grid.on_goal(seat, at)}
        return found

    def _seats_of(self, owner: str) -> list[str]:
        return [seat for seat in self.seats if owner in owners_of(self.rules, seat)]

    def _check_board(self, check: Check, board: int, happening: Happening, changed: dict[At, set[str]]) -> None:
        option = CHECKS[check.check]
        satisfied = self._satisfying(check, board, happening, changed)
        satisfied = {mate for seat in satisfied for mate in team(self.table, seat)}
        if not satisfied:
            return
        standing = self._standing()
        if option.result == "all_lose":
            self._decide(board, self._everyone("lose"), {CHAOS})
        elif option.result == "loses":
            result = standing.loses(satisfied)
            self._decide(board, result, standing.scorers(result))
        elif self.rules.board.count > 1:
            # Chaos scores with those who win, unless all players do.
            scorers = satisfied - ({CHAOS} if satisfied >= set(self.rules.player_seats) else set())
            self._decide(board, standing.wins(satisfied), scorers)
        else:
            self._first_to_win(satisfied)

    def _satisfying(self, check: Check, board: int, happening: Happening, changed: dict[At, set[str]]) -> set[str]:
        """The seats that satisfy a check on a board."""
        option = CHECKS[check.check]
        here = {at: seats for at, seats in changed.items() if at[0] == board}
        length = check.length or 0
        if option.measure == "row":
            return measures.row_completers(self.table, here, length, option.lines, measures.same_owner)
        if option.measure == "shape_row":
            return measures.row_completers(self.table, here, length, option.lines, measures.same_shape)
        if option.measure == "piece":
            owners = {piece.owner for at, piece in self.table.board.items() if at[0] == board}
            return {seat for owner in owners for seat in self._seats_of(owner)}
        if option.measure == "goal":
            return self._at_goal(happening, board)
        return self._on_another_shape(board, happening)

    def _on_another_shape(self, board: int, happening: Happening) -> set[str]:
        """Who put a piece on a piece of another shape: only those two are compared (rules: B2 TheoryOfMind)."""
        where = {id(piece): at for at, piece in self.table.board.items()}
        found: set[str] = set()
        for seat, piece in happening.led:
            at = where.get(id(piece))
            if at is not None and at[0] == board:
                below = [self.table.board[s] for s in self.table.grid.column(at) if s in self.table.board and s < at]
                if below and below[-1].shape != piece.shape:
                    found.add(seat)
        return found

    def _check_last(self, check: Check) -> None:
        """Who has lost all pieces of a shape is out; the last team that has not wins (rules: A4x, 0.4, R9)."""
        having, promoters = self._having(check.shape), self.promoters.get(check.shape, set())
        taking_part = self.had.get(check.shape, set()) - self.left
        lost = taking_part - having - promoters
        self.out |= lost
        if not lost:
            return
        teams = {frozenset(team(self.table, seat)) for seat in taking_part & (having | promoters - self.out)}
        if not teams:
            self._end(self._everyone("lose"))
        elif len(teams) == 1:
            self._first_to_win(set(*teams))

    def _first_to_win(self, seats: set[str]) -> None:
        """Who satisfies a winning check wins; overachievers are disqualified, once a match (rules: C20, R12)."""
        fresh = seats - self.disqualified
        if self.rules.disqualify_overachievers and not self.disqualified:
            self.disqualified |= seats
            self.has_decided = True
            if self.disqualified >= set(self.rules.player_seats) - self.left - self.out:
                self._end(self._everyone("lose"))
        elif fresh:
            self._end(self._standing().wins(fresh))

    # The end.

    def _standing(self) -> Standing:
        return Standing(self.table, self.disqualified, self.passed[0] if self.passed else None, self.last_rows)

    def _everyone(self, came: str) -> Result:
        return dict.fromkeys(self.rules.player_seats, came)

    def _decide(self, board: int, result: Mapping[str, str], scorers: set[str]) -> None:
        """A board is decided; a single one ends the match (rules: C33)."""
        if self.rules.board.count == 1:
            self._end(result)
            return
        self.table.decided[board] = scorers & set(self.seats)
        if len(self.table.decided) == self.rules.board.count:
            self._end(self._standing().boards_result())

    def _stalemate(self) -> None:
        """The final stalemate (rules: A5): of the match, or of every board that is not decided."""
        standing = self._standing()
        result = standing.match_result()
        if result is not None:
            self._end(result)
            return
        for board in range(1, self.rules.board.count + 1):
            if board not in self.table.decided:
                self._decide(board, *standing.board_result(board))

    def _end(self, result: Mapping[str, str]) -> None:
        """Who has left, is out with all partners, or is disqualified loses whatever happens (rules: 0.4, C46, R9)."""
        out = {seat for seat in self.out if team(self.table, seat) <= self.out}
        losing = self.left | out | self.disqualified
        self.outcome = {seat: "lose" if seat in losing else came for seat, came in result.items()}
        self.asked = set()


def _kind(look: Look | None) -> tuple[str, str | None] | None:
    return None if look is None else (look.owner, look.shape)


def _origins(move: Move) -> set[At]:
    rooks = {way.rook[0] for way in move.ways if way.rook}
    return rooks if move.origin is None else rooks | {move.origin}


def _targets(move: Move) -> set[At]:
    return {move.target, *(way.rook[1] for way in move.ways if way.rook)}


def start(rules: RuleSet, deal: Deal | None = None, draw: Draw = no_chance) -> Judge:
    """The match before its first move."""
    return Judge(rules, deal, draw)
