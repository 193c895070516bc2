"""Rule-set files that show the language at work, for the reference; a test reads each."""

from __future__ import annotations

EXAMPLES = {
    "a small game": """
{
  "name": "Four-on-six",
  "seconds_per_turn": 90,
  "board": {"kind": "squares", "size": [6, 6, 1]},
  "checks": [{"check": "first_row_wins", "length": 4}],
  "shapes": {"O": {"reserve": {"black": 18, "white": 18}}}
}
""",
    "breakthrough": """
{
  "name": "Breakthrough",
  "board": {"kind": "squares", "size": [8, 8, 1]},
  "checks": ["goal_reached_wins", "no_move_loses"],
  "shapes": {
    "O": {"power": "can", "condition": "diag_en_passant", "result": "removes", "move": "adjacent_no_back_side"}
  },
  "setup": {"*,1-2": "black O", "*,7-8": "white O"}
}
""",
    "hidden piles": """
{
  "name": "Hidden-piles",
  "players": "2+chaos",
  "cloaking": "hides",
  "board": {
    "kind": "stacks",
    "size": [3, 1, 9],
    "exclusive": {"1,1": "black", "2,1": "white", "3,1": "chaos"}
  },
  "checks": [],
  "stalemate": ["most_pieces_wins"],
  "shapes": {"O": {"reserve": {"black": 6, "white": 6, "chaos": 9}}},
  "phases": [
    {"order": "simultaneous", "may_pass": true, "locked": ["chaos"], "cloaks": "all"},
    {"may_pass": true, "locked": ["black", "white"]}
  ]
}
""",
    "a deck": """
{
  "name": "High-card",
  "cloaking": "obscures",
  "deck": "{P P + + X X}",
  "board": {"kind": "stacks", "size": [3, 1, 4], "sticky": ["3,1"]},
  "checks": [],
  "stalemate": ["most_pieces_wins"],
  "shapes": {
    "O": {"move": "orth_by_stack"},
    "P": {"power": "can", "condition": "cover_by_rank", "result": "converts", "move": "orth_by_full_stack"},
    "+": {"power": "can", "condition": "cover_by_rank", "result": "converts", "move": "orth_by_full_stack"},
    "X": {"power": "can", "condition": "cover_by_rank", "result": "converts", "move": "orth_by_full_stack"}
  },
  "setup": {"1,1": ["dealt black", "black O"], "2,1": ["dealt white", "white O"]},
  "phases": [{"may_pass": true, "cloaks": ["1-2,1"]}]
}
""",
}
