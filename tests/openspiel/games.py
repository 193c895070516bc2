"""All games that are compared, by the name of their comparison."""

from __future__ import annotations

from openspiel.adapter import Adapter
from openspiel.breakthrough import BREAKTHROUGH
from openspiel.checkers import CHECKERS
from openspiel.dark_chess import DARK_CHESS
from openspiel.othello import OTHELLO
from openspiel.phantom_ttt import PHANTOM_TTT
from openspiel.rows import (
    CONNECT_FOUR,
    GOMOKU,
    GOMOKU_ANTI,
    GOMOKU_SPACE,
    GOMOKU_TORUS,
    MNK_LINE,
    MNK_OBLONG,
    MNK_SQUARE,
    TIC_TAC_TOE,
)

ADAPTERS: dict[str, Adapter] = {
    adapter.name: adapter
    for adapter in (
        TIC_TAC_TOE,
        MNK_LINE,
        MNK_SQUARE,
        MNK_OBLONG,
        GOMOKU_ANTI,
        GOMOKU_TORUS,
        GOMOKU_SPACE,
        CONNECT_FOUR,
        PHANTOM_TTT,
        OTHELLO,
        BREAKTHROUGH,
        CHECKERS,
        DARK_CHESS,
        GOMOKU,
    )
}
