"""The library's games. It loads the engine, so it is imported when the first game is needed and not before."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from redscience.errors import NotPlayable
from redscience.interface import Game

_LOADED_AT_ONCE = 256


@dataclass(frozen=True, slots=True)
class Terms:
    """What a match takes over from its rule set."""

    seats: tuple[str, ...]
    seconds_per_turn: int
    digest: str
    rules_version: int


@lru_cache(_LOADED_AT_ONCE)
def load_game(rule_set: str) -> Game:
    """The game of a rule-set file.

    Raises:
        RuleSetError, NotPlayable: it is none that can be played.
    """
    import redscience  # noqa: PLC0415 - making a game loads the engine
    from redscience.variations.language import read  # noqa: PLC0415 - likewise

    return redscience.game(read(rule_set))


def terms(rule_set: str) -> Terms:
    """What a match of this rule set takes over from it.

    Raises:
        RuleSetError: it has faults.
        NotPlayable: the engine does not play all of it yet; `faults` say what.
    """
    from redscience.variations.language import RULES_VERSION, not_playable, read  # noqa: PLC0415 - the rule language is read when first needed

    rules = read(rule_set)
    faults = not_playable(rules)
    if faults:
        raise NotPlayable("This game cannot be played yet. " + " ".join(map(str, faults)), faults)
    return Terms(rules.player_seats, rules.seconds_per_turn, rules.digest, RULES_VERSION)


def warm_up() -> None:
    """Loads the engine and plays a move, so that the first player does not wait for it."""
    import redscience  # noqa: PLC0415 - loads the engine

    state = redscience.game("Tic-Tac-Toe").start(seed=0)
    state = state.play({"black": state.legal("black")[0]})
    state.leave("white").view("black")
