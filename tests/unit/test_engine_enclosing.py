"""Where a piece encloses others: all spaces at once, as bits, are what each space says of itself."""

from __future__ import annotations

from fixtures.kernels import interpreted

RUN = """
import json, warnings
from random import Random
import redscience
from redscience import families
from redscience.variations.engine.enclosing import enclosing_spaces
from redscience.variations.engine.legality import placing_captures

warnings.simplefilter("error", RuntimeWarning)
reversi = json.loads(families.get("Reversi").text)
walled = {**reversi, "name": "Walled", "board": {**reversi["board"], "walls": ["2,2", "6,5", "8,8"]}}
def on_board(*size):
    # Where a side has two spaces, a step across and one aslant can be the same by number.
    pairs = {"2,1": "black", "1,2": "black", "2,2": "white", "1,3": "white"}
    setup = {(at if size[2] == 1 else f"{at},1"): f"{seat} O" for at, seat in pairs.items()}
    name = "Reversi-" + "-".join(map(str, size))
    changes = {"name": name, "board": {"kind": "squares", "size": size}, "setup": setup}
    return families.read(json.dumps({**reversi, **changes})).game()


narrow = [on_board(2, 8, 1), on_board(2, 4, 8), on_board(3, 5, 2), on_board(2, 5, 2)]
for game in (redscience.game("Reversi"), families.read(json.dumps(walled)).game(), *narrow):
    rules, chance, state, found = game.rules[0], Random(1), game.start(1), 0
    assert rules["encloses"]
    while state.outcome is None:
        position = state.record[0]
        for seat in range(2):
            bits, kind = enclosing_spaces(rules, position, seat), int(rules["hand"][seat, 0])
            for space in range(int(rules["n_spaces"])):
                is_free = position["kind"][space] == 0 and not rules["solid"][space]
                expected = bool(is_free and placing_captures(rules, position, seat, kind, space))
                assert bool(bits & rules["bit"][space]) == expected, (seat, space)
                found += expected
        mover = state.acting[0]
        state = state.play({mover: chance.choice(state.legal(mover))})
    assert found
print("same")
"""


def test_bits_are_what_each_space_says() -> None:
    assert interpreted(RUN) == "same\n"
