"""What holds of every game that can be made, whatever its rules say."""

from __future__ import annotations

import pickle
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from fixtures.acceptance import check_legality
from fixtures.kernels import in_every_way
from fixtures.walks import walk
from hypothesis import Phase, assume, given, seed, settings
from hypothesis import strategies as st
from strategies import rule_sets

import redscience
from redscience.errors import RedscienceError
from redscience.interface import SPECTATOR
from redscience.kernels.compiled import entry
from redscience.variations.engine import kernels, random_play
from redscience.variations.engine.records import (
    HIDES,
    N_COLORS,
    N_KINDS,
    N_RESULTS,
    SCRATCH,
    SPECTATORS,
    Array,
    Record,
    copy_of,
    record,
)
from redscience.variations.engine.sight import look_around
from redscience.variations.engine.spaces import lift, place, recolor
from redscience.variations.engine.warm import SOURCES
from redscience.variations.game import VariationGame
from redscience.variations.language import SHAPES, Check, RuleSet, Shape, digest, to_json
from redscience.variations.language.frozen import FrozenMapping
from redscience.variations.language.spaces import Spaces
from redscience.variations.packing import color_of, kind_of
from redscience.variations.state import VariationState

MOST_MOVES = 2000

few = settings(max_examples=10)


@pytest.mark.slow
@few
@given(rule_sets(largest=12), st.integers(0, 1 << 32))
def test_what_is_listed_is_accepted_and_nothing_else(rules: RuleSet, number: int) -> None:
    for state in walk(rules, Random(number), 4):
        check_legality(state, 1 << 16)
        for name in state.game.all_seats:
            for text in state.legal(name):
                assert state.play({name: text}) is not state


@few
@given(rule_sets(), st.integers(0, 1 << 32), st.data())
def test_moves_written_anyhow_are_played_or_refused_by_name(rules: RuleSet, number: int, data: st.DataObject) -> None:
    for state in walk(rules, Random(number), 3):
        for seat in state.acting:
            text = data.draw(
                st.from_regex(r"([BWKY]?[OPX+TS]@)?([1-4]:)?[0-9],[0-9](,[0-9])?(>[0-9],[0-9])?|draw|agree")
            )
            try:
                after = state.play({seat: text})
            except RedscienceError:
                continue
            assert after.last is not None
            assert after.last.text in state.legal(seat)


@pytest.mark.slow
@few
@given(rule_sets(), st.integers(0, 1 << 32))
def test_the_same_seed_and_moves_are_the_same_match_and_texts_and_pickles_give_it_back(
    rules: RuleSet, number: int
) -> None:
    for state, again in zip(walk(rules, Random(number), 60), walk(rules, Random(number), 60), strict=True):
        pickled = pickle.loads(pickle.dumps(state))  # noqa: S301 - its own
        for other in (again, state.game.read_state(str(state)), pickled):
            assert str(other) == str(state)
            assert other.position == state.position
            assert other.outcome == state.outcome
            assert all(other.choices(seat) == state.choices(seat) for seat in state.game.all_seats)


@few
@given(rule_sets(), st.integers(0, 1 << 32))
def test_pieces_come_and_go_as_the_rules_say(rules: RuleSet, number: int) -> None:
    results = {shape.result for shape in rules.shapes.values()}
    is_sealed = any(phase.order != "sequential" for phase in rules.phases)
    can_be_promoted = bool(VariationGame(rules).rules[0]["n_promotions"])
    states = list(walk(rules, Random(number), 100))
    counts = [kinds_in_play(state) for state in states]
    totals = [sum(n for _, n in count) for count in counts]
    if results == {None} and not (is_sealed or can_be_promoted):
        assert len(set(counts)) == 1
    if results <= {None, "converts", "paralyzes"} and not is_sealed and rules.board.kind != "stacks":
        assert len(set(totals)) == 1
    if "reincarnates_x2" not in results:
        assert totals == sorted(totals, reverse=True)


def kinds_in_play(state: VariationState) -> tuple[tuple[int, int], ...]:
    """How many there are of each kind, on the board and in reserve."""
    now = state.record[0]
    pieces = Counter(dict(enumerate(now["reserve"].tolist())))
    pieces.update(kind for kind in now["kind"].tolist() if kind)
    return tuple(sorted((+pieces).items()))


def disguised(state: VariationState, viewer: str, chance: Random) -> VariationState:
    """The same but for what a viewer cannot know: unseen pieces, reserves and plans, and what others know."""
    game, rules, sees = state.game, state.game.rules, state.sees(viewer)
    after, number = copy_of(state.record), SPECTATORS if viewer == SPECTATOR else state.number(viewer)
    now = after[0]
    kinds = [kind_of(SHAPES.index(shape), color) for shape in game.rule_set.shapes for color in range(N_COLORS)]
    hidden = [space for space in now["kind"].nonzero()[0].tolist() if sees[space] != now["kind"][space]]
    for space in hidden:
        alike = [kind for kind in kinds if sees[space] in {0, N_KINDS + color_of(kind)}]
        places = [space] if sees[space] or game.has_gravity else [space, *hiding_places(state, now)]
        place_again(rules, after, space, chance.choice(places), chance.choice(alike))
    for space in now["kind"].nonzero()[0].tolist():
        if sees[space] != now["kind"][space]:
            now["traits"][space] = chance.randrange(256) & ~(1 << number)
    if game.rules[0]["cloaking"] == HIDES and game.rule_set.phases[state.phase].cloaks:
        own = set() if viewer == SPECTATOR else set(game.hands[game.numbers[viewer]])
        for kind in {kind for hand in game.hands for kind in hand} - own:
            now["reserve"][kind] = chance.randint(0, 3)
    others = [seat for seat in state.acting if seat != viewer]
    forget_plans(now, [state.number(seat) for seat in state.game.all_seats if seat != viewer])
    if state.is_sealed and len(others) > 1 and not now["asked"]:
        now["planned"] = int(now["planned"]) | 1 << state.number(chance.choice(others))
    if game.is_cloaked:
        look_again(rules, after)
    return VariationState(game, state.seed, after, state.last)


def forget_plans(now: Record, seats: list[int]) -> None:
    """A plan was made for pieces as they stood, and can be carried out with those alone."""
    for part in ("n_plan", "plan_rook", "plan_crossed"):
        now[part][seats] = 0


def hiding_places(state: VariationState, now: Record) -> list[int]:
    """Empty spaces on which a piece would not be seen."""
    cloak, solid = (state.game.rules[0][field] for field in ("cloak", "solid"))
    spaces = range(state.game.spaces.total)
    return [space for space in spaces if cloak[state.phase, space] and not (now["kind"][space] or solid[space])]


@partial(entry, sources=SOURCES)
def place_again(rules: Array, position: Array, source: int, target: int, kind: int) -> None:
    """Has a piece stand elsewhere, as one of another kind."""
    if source == target:
        recolor(rules[0], position[0], source, kind)
    else:
        lift(rules[0], position[0], source)
        place(rules[0], position[0], kind, 0, target)


@partial(entry, sources=SOURCES)
def look_again(rules: Array, position: Array) -> None:
    """Every viewer looks at the board anew."""
    look_around(rules[0], position[0])


@pytest.mark.slow
@settings(few, max_examples=30)
@given(rule_sets(), st.integers(0, 1 << 32))
def test_what_one_is_told_and_may_do_follows_from_what_one_may_know(rules: RuleSet, number: int) -> None:
    assume(VariationGame(rules).has_secrets)
    knows_nothing_else(rules, Random(number))


def knows_nothing_else(rules: RuleSet, chance: Random) -> None:
    """What viewers are told, may do and are refused stays the same whatever changes that is hidden from them."""
    # States that follow one another tell nearly the same.
    for state in islice(walk(rules, chance, 30), 0, None, 3):
        for viewer in (*state.game.all_seats, SPECTATOR):
            if state.outcome is None:
                other = disguised(state, viewer, chance)
                assert other.view(viewer) == state.view(viewer), (state, viewer)
                if viewer in state.acting:
                    texts = tried(chance)
                    assert refusals(other, viewer, texts) == refusals(state, viewer, texts), (state, viewer)


def tried(chance: Random) -> list[str]:
    """Some moves that nobody offers the viewer."""
    spaces = [f"{x},{y}" for x in range(1, 4) for y in range(1, 4)]
    jumps = [f"{one}>{other}" for one in chance.sample(spaces, 3) for other in chance.sample(spaces, 3)]
    placed = [f"{shape}@{space}" for shape in SHAPES for space in chance.sample(spaces, 2)]
    return [*jumps, *placed, "pass", "draw", "agree"]


def refusals(state: VariationState, viewer: str, texts: list[str]) -> list[str]:
    """What is said to moves that are not legal; "" for legal ones."""
    said = []
    for text in texts:
        try:
            state.play({viewer: text})
        except RedscienceError as error:
            said.append(str(error))
        else:
            said.append("")
    return said


@few
@given(rule_sets(), st.integers(0, 1 << 32))
def test_every_random_game_ends_within_the_bound(rules: RuleSet, number: int) -> None:
    game = VariationGame(rules)
    if game.start(number).outcome is None:  # what is dealt can end it
        reserves = sum(sum(shape.reserve.values()) for shape in rules.shapes.values())
        done = redscience.playouts(game, 1, seed=number)
        most = MOST_MOVES * rules.pieces_per_turn * len(rules.phases)
        assert done.plies <= (reserves if game.rules[0]["quick"] and not game.rules[0]["mobile"] else most)


@pytest.mark.slow
@few
@given(rule_sets(), st.integers(0, 1 << 32))
def test_rule_sets_of_one_digest_play_alike(rules: RuleSet, number: int) -> None:
    spellings = [other for other in respelled(rules) if digest(other) == digest(rules)]
    assert spellings
    walked = list(walk(rules, Random(number), 30))
    for other in spellings:
        for one, two in zip(walked, walk(other, Random(number), 30), strict=True):
            assert str(one) == str(two)
            assert one.position == two.position
            assert all(one.choices(seat) == two.choices(seat) for seat in rules.seats)
    if VariationGame(rules).start(number).outcome is None:  # it may be dealt so that nothing is left to play
        first, *others = (redscience.playouts(VariationGame(each), 5, seed=number) for each in (rules, *spellings))
        assert all(other == first for other in others)


def respelled(rules: RuleSet) -> Iterator[RuleSet]:
    """The same rules said otherwise; the digest tells which of these cannot matter here."""
    board, everyone = rules.board, tuple(rules.seats)
    some = Spaces(board.kind, board.size, board.count).at(0)
    yield replace(rules, name="Otherwise", about="The same")
    yield replace(rules, shapes=FrozenMapping(reversed([*rules.shapes.items()])))
    unused = {name: Shape(move="adjacent") for name in ("O", "P", "X", "+", "T", "S") if name not in rules.shapes}
    yield replace(rules, shapes=FrozenMapping({**unused, **rules.shapes}))
    yield replace(rules, board=replace(board, exclusive=FrozenMapping({some: everyone, **board.exclusive})))
    yield replace(rules, board=replace(board, walls=board.walls[::-1], sticky=(*board.sticky, *board.walls, some)))
    if board.size == (3, 3, 1):
        yield replace(rules, board=replace(board, kind="squares" if board.kind == "hash" else "hash"))
    straight = tuple(replace(check, check="first_row_wins_no_diagonal") for check in rules.checks)
    yield replace(rules, checks=straight)
    yield replace(rules, checks=(*rules.checks, *(Check(check.check, length=6) for check in rules.checks)))


@partial(entry, sources=SOURCES)
def draw_moves(rules: Array, position: Array, scratch: Array, seat: int, out: Array) -> None:
    """Random's move in one position, many times."""
    for i in range(len(out)):
        out[i] = random_play.random_move(rules[0], position[0], scratch[0], seat)


def fits(seen: Counter[int], weights: dict[int, int]) -> bool:
    """Whether counts fit their weights: chi-square, of which a fair sample exceeds this bound once in 10**7 or less."""
    n, total = sum(seen.values()), sum(weights.values())
    expected = {each: n * weight / total for each, weight in weights.items() if weight}
    square = sum((seen[each] - those) ** 2 / those for each, those in expected.items())
    return seen.keys() <= expected.keys() and square < len(expected) + 8 * (2 * len(expected)) ** 0.5 + 12


@pytest.mark.slow
@few
@given(rule_sets(), st.integers(0, 1 << 32))
def test_random_games_go_on_from_all_that_counts_in_a_position(rules: RuleSet, number: int) -> None:
    chance = Random(number)
    *_, used = walk(rules, chance, 40)
    for state in walk(rules, chance, 20):
        copied(state.game.rules, state.record, used.record)
        copy = VariationState(state.game, None, used.record, None)
        assert copy.acting == state.acting
        assert all(copy.choices(seat) == state.choices(seat) for seat in state.game.all_seats)


@partial(entry, sources=SOURCES)
def copied(rules: Array, origin: Array, position: Array) -> None:
    """Copies a position over another, as random games do."""
    random_play.copy_position(rules[0], origin[0], position[0])


@pytest.mark.slow
@seed(1)
@settings(few, max_examples=20)
@given(rule_sets(), st.integers(0, 1 << 32))
def test_random_draws_moves_by_their_weights(rules: RuleSet, number: int) -> None:
    chance = Random(number)
    *_, state = walk(rules, chance, chance.randrange(40))
    assume(state.outcome is None and not state.record[0]["asked"])
    legal, weights = state.choices(state.acting[0])
    drawn = record(SCRATCH)[0]["moves"][: 100 * len(legal)]
    seat = state.number(state.acting[0])
    draw_moves(state.game.rules, state.record.copy(), record(SCRATCH), seat, drawn)
    assert fits(Counter(drawn.tolist()), dict(zip(legal, weights, strict=True)))


@pytest.mark.parametrize("name", ["Tic-Tac-Toe", "4on7sq", "Connect4", "Qubic-4"])
def test_the_plain_and_the_general_text_play_alike(name: str) -> None:
    game, games = redscience.game(name), 20_000
    assert game.rules[0]["plain"]
    general = game.rules.copy()
    general["plain"] = 0
    counts, plies = zip(*(outcomes_of(game, rules, games) for rules in (game.rules, general)), strict=True)
    assert abs(plies[0] - plies[1]) < 0.02 * plies[0]
    for one, two in zip(*counts, strict=True):
        assert abs(one - two) < 6 * (one + two + 1) ** 0.5


def outcomes_of(game: VariationGame, rules: Array, games: int) -> tuple[list[int], int]:
    scratch, start = record(SCRATCH), game.start().record
    kernels.playouts(rules, start, start.copy(), scratch, games, 1)
    assert len(scratch[0]["counts"]) == N_RESULTS
    return scratch[0]["counts"].tolist(), int(scratch[0]["plies"])


RUN = """
import hashlib, sys
from random import Random
sys.path[:0] = sys.argv[2:]
from redscience.variations.engine import kernels
from redscience.variations.engine.records import POSITION, SCRATCH, record
from redscience.variations.language import read
from fixtures.walks import walk
for number, line in enumerate(open(sys.argv[1], encoding="utf-8")):
    for state in walk(read(line), Random(number), 25):
        moves = [state.choices(seat) for seat in state.game.all_seats]
    scratch, position = record(SCRATCH), record(POSITION)
    start = state.game.start(number).record
    if not start[0]["result"]:
        kernels.playouts(state.game.rules, start, position, scratch, 1, number)
    counted = hashlib.sha256(scratch["counts"].tobytes()).hexdigest()[:12]
    print(number, state, state.position, moves, counted, scratch[0]["plies"], position[0]["random"])
"""


@pytest.mark.slow
def test_all_ways_to_run_the_kernels_agree_to_the_last_bit(tmp_path: Path, walks: int) -> None:
    file = tmp_path / "rule_sets.jsonl"
    file.write_text("\n".join(some_rule_sets(walks or 8)), encoding="utf-8")
    folders = [str(Path(__file__).parent), str(Path(__file__).parents[1])]
    program = [sys.executable, "-W", "error", "-c", RUN, str(file), *folders]
    assert len(set(in_every_way(program, checked=walks > 0))) == 1


def some_rule_sets(n: int) -> list[str]:
    """Files of random rule sets, the same every time, each on one line."""
    files: list[str] = []

    @seed(2)
    @settings(few, max_examples=n, phases=[Phase.generate], database=None)
    @given(rule_sets())
    def collect(rules: RuleSet) -> None:
        files.append(" ".join(to_json(rules).split()))

    collect()
    return files
