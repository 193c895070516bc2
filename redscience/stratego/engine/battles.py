"""Who wins where one piece attacks another."""

from __future__ import annotations

from redscience.kernels.compiled import inlined
from redscience.stratego.engine.records import BOMB, LOST, MARSHAL, MINER, SPY, TIED, WON


@inlined
def fought(attacker: int, defender: int) -> int:
    """What an attack comes to for the attacker, by the kinds of both: WON, LOST or TIED (rules: D1)."""
    if defender == BOMB:
        return WON if attacker == MINER else LOST
    if defender == SPY or (attacker == SPY and defender == MARSHAL):
        return WON
    if attacker == defender:
        return TIED
    return WON if attacker > defender else LOST  # the flag is less than all
