"""What a tournament is: values, without behaviour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

Format = Literal["round-robin", "gauntlet", "swiss", "mixed"]
Status = Literal["inviting", "running", "paused", "cancelled", "ended"]
Kind = Literal["random", "house", "bot", "person"]
Entry = Literal["invited", "accepted", "declined"]
OVER: frozenset[Status] = frozenset({"cancelled", "ended"})


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays.

    Attributes:
        player_id: who is rated.
        name, kind: what the platform says of them.
        seconds, simulations: a budget for a move that is not their own; at most one of the two.
        entry: what a person has said who is asked whether they play; None of all others.
    """

    player_id: str
    name: str
    kind: Kind
    seconds: float | None = None
    simulations: int | None = None
    entry: Entry | None = None

    @property
    def is_outside(self) -> bool:
        """Whether they are no part of the platform: their games are matches."""
        return self.kind in {"bot", "person"}

    @property
    def is_person(self) -> bool:
        """Whether they are asked first, and come to their games."""
        return self.kind == "person"

    @property
    def has_own_budget(self) -> bool:
        """Whether they think as long as they always do."""
        return self.seconds is None and self.simulations is None


@dataclass(frozen=True, slots=True)
class PlayedRules:
    """One of the games that are played, as it was when the tournament was made.

    Attributes:
        seats: in order of play.
        teams: of each seat.
    """

    game_id: str
    name: str
    digest: str
    rules_version: int
    rule_set: str
    seats: tuple[str, ...]
    teams: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sprt:
    """The hypotheses of a sequential test between two players."""

    elo0: float
    elo1: float
    alpha: float
    beta: float


@dataclass(frozen=True, slots=True)
class Benchmark:
    """What a tournament qualifies as Benchmark by, as the leaderboard of its game was when it was made.

    Attributes:
        top_player_id: the first of it.
        favored_by_id: whose favors the first owed most.
    """

    top_player_id: str
    favored_by_id: str


@dataclass(frozen=True, slots=True)
class Settings:
    """What a tournament is made of, and never changes.

    Attributes:
        games_each: at least so many games for each combination.
        seed: 32 hexadecimal digits.
        rounds: of a Swiss or mixed tournament; 1 of all others.
        window_ms: where people play, how long a round is open; 0 of all others.
    """

    format: Format
    games_each: int
    seed: str
    rounds: int = 1
    sprt: Sprt | None = None
    window_ms: int = 0


@dataclass(frozen=True, slots=True)
class SequentialTestState:
    """How far a sequential test has looked.

    Attributes:
        next_game: the first one that it has not looked at.
        sets: of those that it has, how many came to 0 to 4 half points for the first player.
        decision: "", "lower", "upper".
    """

    next_game: int = 0
    sets: tuple[int, ...] = (0, 0, 0, 0, 0)
    decision: Literal["", "lower", "upper"] = ""


@dataclass(frozen=True, slots=True)
class Round:
    """Games whose line-ups are known.

    Attributes:
        first_game, first_set: the numbers of the first game and of the first set.
        end: the number of the first game behind it.
        combinations: who meets; None where the format says so.
    """

    number: int
    first_game: int
    first_set: int
    end: int
    combinations: tuple[tuple[int, ...], ...] | None = None


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as it stands.

    Attributes:
        mark: a number of 40 bits, a part of the ids of its games' matches.
        games_played, games_total: the latter as far as it is known.
        totals: by player, how many seats they have won, drawn and lost; empty before the first game is counted.
        ms_per_game: how long one takes a worker, of late; 0 where that is not known.
        benchmark: None where it does not qualify as one.
        players: while it is inviting all who are asked, then those who play.
        left_out: people who were asked and do not play, once it has begun.
        withdrawn: which of the players have left it since: they come to no game any more.
        is_open: whether anybody of its universe may join until whoever made it begins it.
    """

    id: str
    mark: int
    made_by_id: str
    made_by_name: str
    universe: str
    name: str
    status: Status
    settings: Settings
    rated: bool
    games_total: int
    games_played: int
    next_game: int
    ms_per_game: float
    created_at_ms: int
    ended_at_ms: int | None
    players: Sequence[Player] = ()
    games: Sequence[PlayedRules] = ()
    totals: Sequence[tuple[int, int, int]] = ()
    sequence: SequentialTestState = field(default_factory=SequentialTestState)
    benchmark: Benchmark | None = None
    left_out: Sequence[Player] = ()
    withdrawn: frozenset[int] = frozenset()
    is_open: bool = False

    @property
    def outside(self) -> frozenset[int]:
        """Which of the players are bots or people."""
        return frozenset(number for number, player in enumerate(self.players) if player.is_outside)

    @property
    def people(self) -> frozenset[int]:
        """Which of the players are people."""
        return frozenset(number for number, player in enumerate(self.players) if player.is_person)

    @property
    def has_too_few(self) -> bool:
        """Whether it is open, and fewer are in it than have seats at a table: there is nothing to be played yet."""
        return self.is_open and len(self.players) < max(len(game.seats) for game in self.games)

    @property
    def is_over(self) -> bool:
        """Whether nothing more is played."""
        return self.status in OVER


@dataclass(frozen=True, slots=True)
class Block:
    """Some games that one worker plays together.

    Attributes:
        taken_by, leased_until_ms: who plays it, and until when that holds; "" and 0 for nobody.
        is_live: whether bots or people play in it: its games are matches, and this service waits for their ends.
        is_waiting, closes_at_ms: where people play in it, whether it waits for them, and until when; None of others.
        called, begun: of how many of its games people have come to, and of how many there is a match.
        absent: who had not come to the rest of it when its time was over.
    """

    id: str
    tournament_id: str
    round: int
    first: int
    count: int
    is_done: bool
    taken_by: str
    leased_until_ms: int
    is_live: bool = False
    is_waiting: bool = False
    closes_at_ms: int | None = None
    called: int = 0
    begun: int = 0
    absent: tuple[int, ...] = ()

    @property
    def has_match(self) -> bool:
        """Whether people play one of its games now, in a match that is there."""
        return not self.is_waiting and 0 < self.called <= self.begun


@dataclass(frozen=True, slots=True)
class Played:
    """What a worker tells of a block.

    Attributes:
        games: a batch.v1.PlayedBlock, compressed.
        counts: as `Results.as_json`, as JSON text.
        sets: for a sequential test, a digit for each set.
        took_ms: how long it took a worker; None where it was played as matches.
    """

    games: bytes
    counts: str
    sets: str
    took_ms: int | None
