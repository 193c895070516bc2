"""What every family of games offers, and all that anybody outside a family knows of it.

    Family   a kind of game with rules of its own: reads its files, keeps its shelf of ready games, has its page
    Source   a game as it is saved: all of its rules, nothing played
    Game     the rules of a game, ready to be played
    State    what is true in a match at one moment

A state is a value: `play` and `leave` return a new one and change nothing. A seat is named by an identifier of the
game's own (`black`, `white`, `north`); Chaos's seat is `chaos`, and `spectator` is a viewer too. Moves have one text
form in each family.

What a service or a page's shell needs to know is a property here. Nobody outside a family looks for it in a view: of
those they know only the envelope (docs/view.schema.json).
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from math import inf
from operator import index
from random import Random
from typing import Any, Literal

from redscience.arguments import shown
from redscience.english import English
from redscience.errors import NotActing
from redscience.kernels.cache import Kernels
from redscience.random_games import Playouts, Result, draw, has_choice, random_games
from redscience.search import PlainSearcher, Searcher

SPECTATOR = "spectator"
EVERYTHING = "everything"
"""The viewer of a replay who sees the whole table as it really was. Nobody has this view while a match goes on."""
LEAVE = "leave"
"""The move of a view's event by which seats left, in every family."""
CHAOS = "chaos"
"""The seat that the platform holds in some games: it acts, plays and has a view like any other, and has no result."""
MAX_SEED = (1 << 128) - 1
MOST_BYTES = 65_536
"""So large a file of a game may be."""
VIEW_FORMAT = "redscience-view/2"
"""What every view says it is."""
Adding = Literal["sum", "least", "most"]
"""How a number of single matches becomes one of many."""
json_text: Callable[[Any], str] = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""JSON values as compact text, as views are sent."""


def whole_seed(seed: int) -> int:
    """The seed of a match as states keep it.

    Raises:
        ValueError: it is no whole number from 0 to MAX_SEED.
    """
    with suppress(TypeError):
        if 0 <= (whole := int(index(seed))) <= MAX_SEED:
            return whole
    raise ValueError(f"seed is {seed!r}; it must be a whole number from 0 to 2**128-1")


def check_leavers(seats: Sequence[str]) -> None:
    """Sees that somebody is to leave.

    Raises:
        NotActing: there is nobody.
        TypeError: somebody is named by something else than text.
    """
    if unnamed := [seat for seat in seats if not isinstance(seat, str)]:
        raise TypeError(f'the seat that leaves is {shown(unnamed[0])}; name each, as in leave("black", "white")')
    if not seats:
        raise NotActing("Nobody was named to leave. Name one seat at least.")


def is_json(value: object) -> bool:
    """Whether everybody can read it as JSON: Python also reads NaN, too large a number, and half a surrogate pair."""
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        return False
    return True


@dataclass(frozen=True, eq=False)
class Outcome(Mapping[str, Result]):
    """What became of each player's seat, as a mapping; with what else there is to be kept of the match.

    It equals any mapping with the same results.

    Attributes:
        results: by seat, in order of play.
        weights: by seat, the share of the match that its player has played themself, from 0 to 1; 1 for a seat that is
            missing. What a seat wins or loses in rating counts by its own share, and by the share of whoever it won it
            from or lost it to, on average where they are several: who has gone early pays and gives little.
        is_void: whether the match counts for nobody, as if it had not been played.
        statistics: by seat, numbers that the game keeps of its matches, by the names of `Family.statistics`; a number
            that a match says nothing of is missing. Empty in most games.
    """

    results: Mapping[str, Result]
    weights: Mapping[str, float] = field(default_factory=dict)
    is_void: bool = False
    statistics: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    @property
    def chaos(self) -> Result | None:
        """What became of Chaos, seated or not: it wins where all players lose, loses where all win; None of the rest.

        Rules: C10.
        """
        results = set(self.results.values())
        if results == {"lose"}:
            return "win"
        return "lose" if results == {"win"} else None

    def __getitem__(self, seat: str) -> Result:
        return self.results[seat]

    def __iter__(self) -> Iterator[str]:
        return iter(self.results)

    def __len__(self) -> int:
        return len(self.results)

    def __hash__(self) -> int:
        return hash(tuple(self.results.items()))


@dataclass(frozen=True, slots=True)
class RandomGame:
    """A game that Random has played against itself, move by move.

    Attributes:
        moves: in order, each with the seat that made it.
        outcome: what became of it; None where it was cut off before its end.
        turns: by seat, how many it has taken itself (`State.takes_turn`).
    """

    moves: tuple[tuple[str, str], ...]
    outcome: Outcome | None
    turns: Mapping[str, int]


class State(ABC):
    """What is true in a match at one moment."""

    @property
    @abstractmethod
    def game(self) -> Game:
        """What is played."""

    @property
    @abstractmethod
    def acting(self) -> tuple[str, ...]:
        """The seats that owe a decision now, in order of play: empty at the end, several in a sealed round.

        This is the truth, for whoever keeps the match; what a viewer may know of it stands in their view. Chaos may be
        among them.
        """

    def seen_acting(self, viewer: str) -> tuple[str, ...]:
        """The seats that owe a decision as far as a viewer may know: those of their view, which need not be made."""
        return tuple(self.view(viewer)["acting"])

    def owes_rest(self, seat: str) -> bool:
        """Whether a seat has made a part of its turn, or of its sealed plan, and owes the rest: its clock goes on."""
        del seat
        return False

    def takes_turn(self, seat: str, *, is_automatic: bool) -> bool:
        """Whether a move that is made now is one more turn of its seat: so turns are counted, wherever one plays.

        What is made for a seat is none, and neither is the rest of a turn that it has begun. To leave is no move.

        Args:
            seat: whose move it is.
            is_automatic: whether it is made for the seat: its only choice, or what its silence means.
        """
        return not is_automatic and not self.owes_rest(seat)

    def shows_turns(self, viewer: str) -> bool:
        """Whether a viewer who is not to act may know when turns begin and end, and so see the clock that runs.

        Not where whose turn it is, or how often it changes, is hidden from them.
        """
        del viewer
        return True

    def allowed_ms(self, seat: str) -> int | None:
        """How long the present decision of a seat may take; None for the game's seconds per turn.

        A secret set-up takes minutes where a move takes seconds. Everybody sees the clock that comes of it, so that
        it depends on nothing that is hidden.
        """
        del seat
        return None

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """What became of the match; None while it goes on."""

    @property
    def counted(self) -> Mapping[str, int]:
        """By seat, Chaos included, what seats are compared by at the end, as it is now; empty where they are not.

        Like `acting` this is the truth, for whoever has the match when it is over. What partners came to stands with
        each.
        """
        return {}

    @abstractmethod
    def legal(self, seat: str) -> tuple[str, ...]:
        """The moves that the seat may make as it sees the board, in a fixed order; empty where it owes no decision.

        Raises:
            NotActing: there is no such seat in this game.
        """

    @abstractmethod
    def weights(self, seat: str) -> tuple[int, ...]:
        """In how many ways Random hits each of `legal(seat)`: each piece in reserve is a way of its own."""

    def forced(self, seat: str) -> str | None:
        """The one move of `legal(seat)` that Random may hit; None where there are several, or none.

        To offer a draw, which nobody is drawn to, is no choice.
        """
        hit = [move for move, weight in zip(self.legal(seat), self.weights(seat), strict=True) if weight]
        return hit[0] if len(hit) == 1 else None

    @abstractmethod
    def play(self, moves: Mapping[str, str | Sequence[str]]) -> State:
        """The state after a move, or several moves in order, of each seat given: all or nothing.

        All who are asked something together may be given, also where an answer of one ends the question.

        Args:
            moves: by seat. `redscience.arguments.each_move` gives each, for families.

        Raises:
            TypeError: they are no mapping of seats to texts.
            UnreadableMove, IllegalMove, AmbiguousMove: the move cannot be made; the message says why.
            NotActing: the seat owes no decision now.
            MatchOver: there is nothing left to decide.
        """

    def silence(self, seat: str) -> str | None:
        """The move that is made for a seat which lets its time run out; None where it leaves the match instead."""
        del seat
        return None

    @abstractmethod
    def leave(self, *seats: str) -> State:
        """The state after these seats resigned, ran out of time or went away at one moment, judged by the rules.

        Rules: C46. One event, whatever the order of the seats; there is at least one (`check_leavers`).

        Raises:
            NotActing: none is given, or one is not in the match or has left it already; nobody can make Chaos leave.
            MatchOver: there is nothing left to leave.
        """

    @abstractmethod
    def view(self, viewer: str) -> dict[str, Any]:
        """All that a seat, or `spectator`, may know, as JSON values: the envelope of docs/view.schema.json.

        It is whoever's who asked for it: what is done to it changes nothing in the match, or in another view.
        When the match is over nothing is hidden from anybody: a spectator then sees what `revealed` shows.

        Raises:
            NotActing: there is no such viewer.
        """

    def view_text(self, viewer: str) -> str:
        """The same as JSON text, `json_text(view(viewer))`: a family that can write it sooner than make it does so.

        Raises:
            NotActing: there is no such viewer.
        """
        return json_text(self.view(viewer))

    def revealed(self) -> dict[str, Any]:
        """The view of `everything`: nothing on the table is hidden, and nobody has moves to choose from.

        For matches that are over alone. A family that hides more than sealed moves has one of its own.
        """
        return {**self.view(SPECTATOR), "viewer": EVERYTHING}

    @property
    def last_is_sealed(self) -> bool:
        """Whether what was done last is sealed: nobody but whoever did it has seen anything of it yet."""
        return False

    def replay_text(self, viewer: str) -> str:
        """What a seat, `spectator` or `everything` saw, as JSON text: the view without what helps to choose a move.

        That is the legal moves, of which there are none, and what else a family says is for choosing.

        Raises:
            NotActing: there is no such viewer.
        """
        view = self.revealed() if viewer == EVERYTHING else self.view(viewer)
        return json_text({**view, "legal": []})

    @property
    @abstractmethod
    def position(self) -> str:
        """One line that says all that is true now, without history: equal text, equal future but for repetition."""

    @abstractmethod
    def __str__(self) -> str:
        """The start and the moves since; `Game.read_state` reads it back exactly.

        Words with a blank between: the game's digest, the seed, then each event as `seat:move`, with `_` for a blank in
        the move, and `seat+seat:leave` (`redscience.state_text`). Agents read on from the state of an earlier view.
        """

    @property
    def history(self) -> tuple[tuple[str, str], ...]:
        """What was done since the start, in order: a seat and its move, or seats joined by `+` and `leave`.

        Like `acting` this is the truth, secrets included, as the state's text tells it.
        """
        events = (word.partition(":") for word in str(self).split(" ")[2:])
        return tuple((seats, move.replace("_", " ")) for seats, _, move in events)

    def __repr__(self) -> str:
        return f"<{self.game.name}: {self.position}>"

    @property
    def kept_bytes(self) -> int:
        """About how many bytes it keeps of what it could work out again, such as legal moves; 0 for little."""
        return 0

    def forget(self) -> None:  # noqa: B027  # most have nothing to drop
        """Drops what it could work out again: it is the same state, and only slower to ask once.

        Another thread may be asking it something at that moment.
        """

    def playouts(
        self, games: int, *, seed: int = 0, cores: int = 1, progress: Callable[[int], None] | None = None
    ) -> Playouts:
        """Plays random games from here; see `redscience.random_games`."""
        del cores  # a family without kernels of its own plays on one
        return random_games(lambda _: self, games, seed=seed, progress=progress)


class Game(ABC):
    """The rules of a game, ready to be played: a value, equal to any that is made from an equal source."""

    @property
    @abstractmethod
    def name(self) -> str:
        """What people call it."""

    @property
    @abstractmethod
    def seats(self) -> tuple[str, ...]:
        """The players' seats in order of play, without Chaos."""

    @property
    def teams(self) -> Mapping[str, int]:
        """The team of each player's seat, numbered from 0: seats of one share an outcome and are rated together."""
        return {seat: number for number, seat in enumerate(self.seats)}

    @property
    def has_chaos(self) -> bool:
        """Whether Chaos has a seat, after all players."""
        return False

    @property
    def has_secrets(self) -> bool:
        """Whether anything is ever hidden from anybody: cloaked spaces, or sealed rounds."""
        return False

    @property
    def has_chance(self) -> bool:
        """Whether the rules draw anything during a match that nobody can know beforehand: cards, dice, shares of a pot.

        Where they do, views do not carry the state (`state`), and no move is taken back.
        """
        return False

    def chaos_result(self, outcome: Outcome) -> Result | None:
        """How Chaos ranks in a match of this outcome; None where it has no part in it.

        Where it has neither won nor lost, a Chaos at the table stands between those who did (rules: C10).
        """
        return outcome.chaos or ("draw" if self.has_chaos else None)

    @abstractmethod
    def start(self, seed: int | None = 0) -> State:
        """The state before the first move.

        Args:
            seed: 0 … MAX_SEED; fixes the engine's own chance (decks, dice, split pots), in every process alike. None
                where it is not known, as to whoever plays on from a view: it is played like one of 0, and the state's
                text says so.

        Raises:
            ValueError: the seed is no such number (`whole_seed`).
        """

    def start_like(self, view: Mapping[str, Any], seed: int) -> State:
        """A start that may have led to a view of its seat; the seed draws what the view does not tell.

        A family that deals overrides this: a start of another seed hardly ever looks like one that was seen. The view
        is the first that the seat's player knows, which is not of the start where they took over in the middle. What
        is given back need not agree with the view, as whoever asks compares, but must be a start that can be.
        """
        del view
        return self.start(seed)

    def imagined(self, views: Sequence[Mapping[str, Any]], chance: Random) -> Iterator[State]:
        """States that the present one may be, drawn one after the other; none where views alone do not tell how.

        The seat has the same moves in each as in the present view. What came before it they need not tell.

        Args:
            views: of one seat at its decisions, the oldest first, of the present one last; earlier ones may be missing.
            chance: draws what they hide.
        """
        del views, chance
        return iter(())

    def varied(self, state: State, seat: str, seed: int, *, loosely: bool = False) -> State:
        """A state that differs from another only in what the seat has never seen anything of; the same where it cannot.

        Args:
            state: that is varied.
            seat: all of whose views of the match so far are the same in both.
            seed: of what is drawn.
            loosely: whether only its present view has to be, where nothing else has led on.
        """
        del seat, seed, loosely
        return state

    def fitting(self, view: Mapping[str, Any], moves: Sequence[str]) -> Sequence[str]:
        """Of another seat's moves, those that may be what a view shows the trace of; empty where nothing tells."""
        del view, moves
        return ()

    def resembling(self, view: Mapping[str, Any], *, before: bool = False) -> Callable[[State], bool]:
        """Whether a state may have a view of its seat, as far as that is told without making its own; else true.

        Args:
            view: of a seat.
            before: whether it is rather asked if the last event that the view tells of may have led there from a state.
        """
        del view, before
        return lambda _: True

    @abstractmethod
    def read_state(self, text: str) -> State:
        """Reads the text of a state.

        Raises:
            UnreadableState: it is no state of this game; the message says where it stops making sense.
        """

    def read_states(self, text: str) -> Iterator[State]:
        """The start and what each event of a state's text led to, made as they are asked for; the last is that state.

        A family whose matches may be long overrides this, so that whoever reads one can stop on the way.

        Raises:
            UnreadableState: as `read_state` does, when that is reached.
        """
        yield self.read_state(text)

    def __repr__(self) -> str:
        return f"<game {self.name}>"

    def searcher(self) -> Searcher:
        """A searcher of this game's matches: the plain one, unless the family has one of its own."""
        return PlainSearcher(self.seats, is_open=not (self.has_secrets or self.has_chance))

    def playouts(
        self, games: int, *, seed: int = 0, cores: int = 1, progress: Callable[[int], None] | None = None
    ) -> Playouts:
        """Plays random games from the start, each dealt anew; see `redscience.random_games`."""
        del cores  # as above
        return random_games(self.start, games, seed=seed, progress=progress)

    def random_game(self, seed: int, *, most_moves: float = inf) -> RandomGame:
        """A random game with all its moves: the same for the same seed, 0 … MAX_SEED, which it is started with, too.

        Whoever is to act first makes one of its moves, each as likely as its weight. A family that has a quicker way
        than through its states plays the same games by it. After `most_moves` it is cut off.

        Raises:
            ValueError: the seed is no such number.
        """
        state, chance = self.start(seed), Random(whole_seed(seed))
        moves, turns = list[tuple[str, str]](), Counter[str]()
        while state.outcome is None and len(moves) < most_moves:
            seat = state.acting[0]
            weights = state.weights(seat)
            move = draw(state.legal(seat), weights, chance)
            moves.append((seat, move))
            turns[seat] += state.takes_turn(seat, is_automatic=not has_choice(weights))
            state = state.play({seat: move})
        return RandomGame(tuple(moves), state.outcome, turns)


@dataclass(frozen=True, slots=True)
class Bound:
    """What a position of a game may cost at most.

    Attributes:
        legal_moves: the most legal moves that a seat has in any position.
        view_bytes: the most bytes of any view, as JSON text.
        turn_us: about how many microseconds of one core a turn takes where there are as many: to judge the move and to
            write the view of the seat that is to act then.
    """

    legal_moves: int
    view_bytes: int
    turn_us: int


@dataclass(frozen=True, slots=True)
class Sentence:
    """Something that is said of the rules of a game, in plain English.

    Attributes:
        text: a sentence or a few.
        paths: the fields of the game's file that it comes from, as in faults, the one that says most first; empty where
            the family does not tell.
    """

    text: str
    paths: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unmet:
    """Something that can be chosen in the form of a family, and would mean nothing in a game as it is.

    Attributes:
        path: of the field, as the form writes it.
        value: the choice.
        why: what is missing and what to do, in a sentence or two.
    """

    path: str
    value: str | int | bool
    why: English


@dataclass(frozen=True, slots=True)
class Nearest:
    """What a shelf has for somebody who looks for a game by a name that none of its games has.

    Attributes:
        game: the name of the game that comes nearest; empty where nothing is like it.
        why: how it differs, or why nothing is like it, a sentence; empty where it is that very game, by a name in
            another language.
    """

    game: str
    why: str = ""


class FeatureGroup(StrEnum):
    """What features are about, in the order in which people look for them."""

    BOARD = "board"
    PIECES = "pieces"
    TURNS = "turns"
    HIDDEN = "hidden"
    RESULT = "result"


class Source(ABC):
    """A game as it is saved: all of its rules, nothing played, a value. Making one loads no engine."""

    @property
    @abstractmethod
    def family(self) -> Family:
        """Whose game it is."""

    @property
    @abstractmethod
    def name(self) -> str:
        """What people call it; no part of the rules."""

    @property
    @abstractmethod
    def about(self) -> str:
        """What its author says of it beside its rules; no part of them."""

    @property
    @abstractmethod
    def digest(self) -> str:
        """The same for any two games of a family that play alike, and for none of another family."""

    @property
    @abstractmethod
    def rules_version(self) -> int:
        """Of what a game, a seed and a list of moves come to; raised when a record would be replayed differently."""

    @property
    @abstractmethod
    def seats(self) -> tuple[str, ...]:
        """The players' seats in order of play, without Chaos."""

    @property
    def has_chaos(self) -> bool:
        """Whether Chaos has a seat, after all players."""
        return False

    @property
    @abstractmethod
    def seconds_per_turn(self) -> int:
        """How long a seat may take for a turn, unless a state says otherwise."""

    @property
    @abstractmethod
    def english(self) -> tuple[str, ...]:
        """The rules in plain English, a sentence or a paragraph an entry."""

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The same, with where it comes from."""
        return tuple(map(Sentence, self.english))

    @property
    def warnings(self) -> tuple[Sentence, ...]:
        """What is allowed in the rules and hardly meant: few, and each certain."""
        return ()

    @property
    @abstractmethod
    def opening(self) -> dict[str, Any]:
        """What is on the table before the first move, as JSON values: the `table` of a spectator's view."""

    @property
    def features(self) -> tuple[str, ...]:
        """What is special about the rules, in words by which people look for games: lower case, with hyphens.

        Games that share many are near to one another. A family that says more keeps the words for ever.
        """
        return ("chaos",) if self.has_chaos else ()

    @property
    def bound(self) -> Bound | None:
        """What a position may cost at most; None where the family does not tell."""
        return None

    @property
    @abstractmethod
    def text(self) -> str:
        """The file; `Family.read` gives the game back."""

    @abstractmethod
    def renamed(self, name: str) -> Source:
        """The same rules under another name."""

    @abstractmethod
    def game(self) -> Game:
        """The game, ready to be played; loads the family's engine."""

    def __repr__(self) -> str:
        return f"<source of {self.name}>"


class Drawing(ABC):
    """Draws the views of one game for a terminal."""

    def legend(self) -> Sequence[str]:
        """What the signs mean, and what is special on the table: a sentence or two an entry."""
        return ()

    @abstractmethod
    def table(self, view: Mapping[str, Any], fresh: Collection[Any] = ()) -> Sequence[str]:
        """The table of a view, line by line; what is in `fresh` is marked as new."""

    def beside(self, view: Mapping[str, Any]) -> str:
        """What is not on the table, such as reserves, in a sentence; "" where there is nothing."""
        del view
        return ""

    def told(self, event: Mapping[str, Any]) -> str:
        """An entry of a view's `last`, as a sentence without a full stop."""
        if "move" not in event:
            return f"{event['seat']} makes a move that you do not see"
        return (
            f"{event['seat']} leaves the match" if event["move"] == LEAVE else f"{event['seat']} plays {event['move']}"
        )

    def is_unmeant(self, event: Mapping[str, Any]) -> bool:
        """Whether something came of what a seat did that it did not mean, so that it is told of it, too."""
        del event
        return False

    def changed(self, view: Mapping[str, Any]) -> Collection[Any]:
        """What the last events of a view changed, to be handed to `table`."""
        del view
        return ()


class Family(ABC):
    """A kind of game with rules of its own: one folder, and one line in `redscience.families`.

    Its files are JSON objects of at most MOST_BYTES, with `format`, `name` and what the family needs.

    Attributes:
        name: its identifier, which views and addresses of its page's modules carry: `variations`.
        format: what its files say they are: `redscience-rules/1`.
        page: the folder with its part of the pages, whose `family.js` the shell loads; None where it has none. Its
            games are then played by programs and in the terminal, and pages show their rules.
        kernels: of its engine; None where it compiles nothing.
    """

    name: str
    format: str
    page: str | None = None
    kernels: Kernels | None = None

    @property
    def title(self) -> str:
        """What people call this kind of game."""
        return self.name.replace("_", " ").title()

    @abstractmethod
    def read(self, text: str | bytes) -> Source:
        """Reads a file.

        Raises:
            RuleSetError: with all that is wrong, each fault with the path of its field.
        """

    @property
    @abstractmethod
    def shelves(self) -> Mapping[str, tuple[str, ...]]:
        """The names of the games that come with the library, by shelf, in the order in which they are shown."""

    @abstractmethod
    def ready(self, name: str) -> Source:
        """A game of a shelf, by its exact name."""

    @property
    def also_called(self) -> Mapping[str, tuple[str, ...]]:
        """What else people call games of the shelves, by name: they are found by it too."""
        return {}

    @property
    def nearest(self) -> Mapping[str, Nearest]:
        """What comes nearest to games that are looked for by name and stand on no shelf, by these names."""
        return {}

    @property
    def lengths(self) -> Mapping[str, int]:
        """How long games of the shelves are, by name, as `random_games.usual_length` tells; others are measured."""
        return {}

    @property
    def features(self) -> tuple[str, ...]:
        """Every word that `Source.features` may say of its games, for those who translate them."""
        ready = (self.ready(name) for shelf in self.shelves.values() for name in shelf)
        return tuple(sorted({feature for source in ready for feature in source.features}))

    @property
    def feature_groups(self) -> Mapping[FeatureGroup, tuple[str, ...]]:
        """What the features are about; those that are in none are listed last."""
        return {}

    @property
    def statistics(self) -> Mapping[str, Adding]:
        """The numbers that its outcomes carry, as players' pages show them: how each adds up over rated matches.

        In the order in which they are shown; at most 16. A name is what people read ("bombs hit"): at most 32 small
        letters and blanks, and kept for ever. Where one number is shown in two ways (the shortest game and the
        longest), outcomes carry it under two names.
        """
        return {}

    def form(self) -> dict[str, Any] | None:
        """Every option, for those who let people choose; None where people do not design games of this family."""
        return None

    def unmet(self, text: str | bytes) -> Sequence[Unmet]:
        """What of the form would mean nothing in the game of a file, whatever else is wrong there."""
        del text
        return ()

    @property
    @abstractmethod
    def view_schema(self) -> Mapping[str, Any]:
        """The JSON schema of its views: the envelope (docs/view.schema.json), and all that it adds."""

    @abstractmethod
    def drawing(self, source: Source, *, width: int, colored: bool) -> Drawing:
        """Draws the views of a game for a terminal.

        Args:
            source: the game.
            width: of the terminal, in characters.
            colored: whether pieces are painted as well as lettered.
        """

    @property
    def is_warm(self) -> bool:
        """Whether nothing must be compiled before the first game."""
        return self.kernels is None or not self.kernels.missing

    def compile(self, say: Callable[[str], None]) -> None:
        """Compiles what must be before the first game, and keeps it for all processes.

        Args:
            say: told, a line at a time, of what takes long.

        Raises:
            OSError: it cannot be kept, and was not compiled; the message says why and what to do.
        """
        if self.kernels is not None:
            self.kernels.fill(say)

    @property
    def is_search_warm(self) -> bool:
        """Whether nothing must be compiled before its searchers search."""
        return True

    def compile_search(self, say: Callable[[str], None]) -> None:
        """Compiles what its searchers need besides, and keeps it; nobody needs it who plays without thinking.

        Raises:
            OSError: likewise.
        """
        del say  # most families search by the plain searcher

    def warm(self) -> None:
        """Loads all that a match needs, so that the first player does not wait.

        Kernels that could not be kept are compiled now, not at the first move.
        """
        if self.kernels is not None:
            self.kernels.warm(lambda _: None)
        for name in [name for shelf in self.shelves.values() for name in shelf][:1]:
            game = self.ready(name).game()
            state = game.start()
            state = state.play({state.acting[0]: state.legal(state.acting[0])[0]})
            state.leave(game.seats[-1]).view(game.seats[0])
