"""Random games by the million, for families that play them in kernels: in chunks, on several cores."""

from __future__ import annotations

import hashlib
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from itertools import islice
from typing import TypeAlias

from redscience.arguments import whole_number
from redscience.random_games import Playouts, Result

CHUNK = 8192
"""Games for which one seed serves, usually: what makes the result independent of the number of cores."""
_AHEAD = 2
"""So many chunks a core are begun or wait; others are not thought of yet."""
_Played: TypeAlias = tuple[Mapping[int, int], int, int]
"""How often each result came in a chunk, its plies, and its games."""


def engine_seed(seed: int, part: int = 0) -> int:
    """A seed for an engine's generator, 0 … 2**62-1, from a seed of any size and the number of a part of the work."""
    digest = hashlib.blake2b(f"{seed}/{part}".encode(), digest_size=8).digest()
    return int.from_bytes(digest) >> 2


def many_games(
    play: Callable[[int, int], tuple[Mapping[int, int], int]],
    named: Callable[[int], tuple[Result, ...]],
    games: int,
    *,
    seed: int,
    cores: int,
    progress: Callable[[int], None] | None,
    together: int = CHUNK,
    first_part: int = 1,
) -> Playouts:
    """Plays random games and counts their outcomes.

    Args:
        play: plays so many games from a seed, and gives how often each result of the engine came, and the plies; called
            from several threads at once.
        named: the outcome that a result of the engine stands for.
        games: how many.
        seed: the same seed gives the same counts on any number of cores.
        cores: threads that play side by side; the kernels hold no lock.
        progress: called now and then with the number of games played so far, from the calling thread.
        together: games for which one seed serves; fewer where games are long, so that progress is told.
        first_part: the number by which the seed of the first of them is made.

    Raises:
        ValueError: games or cores are no whole numbers from 1.
    """
    games, cores = whole_number("games", games), whole_number("cores", cores)

    def chunk(number: int) -> _Played:
        n = min(together, games - number * together)
        return *play(n, engine_seed(seed, first_part + number)), n

    counts, plies, done = Counter[int](), 0, 0
    with closing(_in_order(chunk, range(-(-games // together)), cores)) as played:
        for some, its_plies, n in played:
            counts.update(some)
            plies += its_plies
            done += n
            if progress is not None:
                progress(done)
    in_order = sorted(counts, key=lambda result: (-counts[result], result))
    return Playouts(games, plies, {named(result): counts[result] for result in in_order})


def _in_order(chunk: Callable[[int], _Played], numbers: Iterable[int], cores: int) -> Generator[_Played, None, None]:
    """What comes of the chunks, in their order; when it is closed no further one is begun."""
    if cores == 1:
        yield from map(chunk, numbers)
        return
    rest, waiting = iter(numbers), deque[Future[_Played]]()
    with ThreadPoolExecutor(cores) as pool:
        try:
            while True:
                waiting.extend(pool.submit(chunk, number) for number in islice(rest, _AHEAD * cores - len(waiting)))
                if not waiting:
                    return
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
