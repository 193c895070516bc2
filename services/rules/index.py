"""By what games are found: every game is kept under all of its terms, so that no search looks at every game.

A term is a letter for its kind, and what is looked for:

    w:connect       a word of the rules in English or of a feature, or the beginning of a word of a name that it has
    n:nec           three signs of the folded name that follow one another
    s:2             the number of seats
    f:variations    the family
    x:hexagons      a feature
    c:01J…          the creator
    o:01J…          the game that it was made from
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from sqlalchemy import Connection, delete, insert, select, update

from redscience import families
from redscience.errors import UnplayableGame
from redscience.names import folded_name
from services.rules.game import Game
from services.rules.queries import game_of
from services.rules.schema import games, terms

VERSION = 4
"""Of what terms a game has, and of what else games are called; games that are kept under those of another version are
brought up to date at the start."""
_TOGETHER = 50
_LONGEST_WORD = 40
_TRIGRAM = 3
_APOSTROPHE = re.compile("['\u2019]")
_RUN = re.compile(r"\d+|[^\W\d_]+")
_PART = re.compile(r"\d+|[A-Z]+(?![a-z])|[A-Z][a-z]+|[a-z]+")


def terms_of(game: Game) -> frozenset[str]:
    """All terms of a game; those of its rules only where this release reads them."""
    return frozenset(
        (
            *(f"w:{word}" for name in (game.name, *game.also_called) for word in _of_name(name)),
            *(f"w:{word}" for text in (*_english(game), *game.features) for word in _of_text(text)),
            *trigrams(game.name),
            *filters(game.family, len(game.seats), game.features, game.creator_id, game.origin_id),
        )
    )


def words(text: str) -> Iterator[str]:
    """The words of a text, as they are compared: `prisoner's` is one, as people write it without the apostrophe."""
    return (run[:_LONGEST_WORD] for run in _RUN.findall(_APOSTROPHE.sub("", folded_name(text))))


def trigrams(name: str) -> Iterator[str]:
    """The terms of a name, or of a part of one."""
    folded = folded_name(name)
    return (f"n:{folded[start : start + _TRIGRAM]}" for start in range(len(folded) - _TRIGRAM + 1))


def filters(
    family: str, seats: int, features: Iterable[str], creator_id: str = "", origin_id: str = ""
) -> Iterator[str]:
    """The terms of what a game is; what is empty, or 0, has none."""
    if family:
        yield f"f:{family}"
    if seats:
        yield f"s:{seats}"
    yield from (f"x:{feature}" for feature in features)
    if creator_id:
        yield f"c:{creator_id}"
    if origin_id:
        yield f"o:{origin_id}"


def put(connection: Connection, game: Game, found_by: Collection[str]) -> None:
    """Keeps a game under these terms and no others."""
    connection.execute(delete(terms).where(terms.c.game_id == game.id))
    connection.execute(insert(terms), [{"term": term, "game_id": game.id} for term in sorted(found_by)])
    connection.execute(
        update(games).where(games.c.id == game.id).values(features=" ".join(game.features), indexed=VERSION)
    )


def catch_up(connection: Connection) -> bool:
    """Brings some games up to date that are not; whether there may be more."""
    rows = connection.execute(select(games).where(games.c.indexed < VERSION).limit(_TOGETHER)).all()
    for row in rows:
        game = game_of(row).described()
        put(connection, game, terms_of(game))
    return len(rows) == _TOGETHER


def _of_name(name: str) -> Iterator[str]:
    """Beginnings of its words, where `HideSeek-9` has hide, seek, hideseek and 9, and of all of them in one."""
    parts = tuple(words(name))
    whole = {*parts, *(part.casefold() for part in _PART.findall(name)), "".join(parts)[:_LONGEST_WORD]}
    return (word[:end] for word in whole for end in range(1, len(word) + 1))


def _of_text(text: str) -> Iterator[str]:
    """Its words, and of words of several that of one too."""
    for word in words(text):
        yield word
        yield word.removesuffix("s") or word


def _english(game: Game) -> Sequence[str]:
    try:
        return families.saved(game.rule_set).english
    except UnplayableGame:
        return ()
