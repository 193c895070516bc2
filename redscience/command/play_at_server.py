"""`redscience play NAME --with PLAYER`: a match at a server, in the terminal, against whoever is invited."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Any
from uuid import uuid4

from redscience.api.match.v1.match_pb2 import (
    REASON_CANCELLED,
    REASON_DECLINED,
    REASON_LAPSED,
    STATUS_CALLED_OFF,
    STATUS_INVITED,
    STATUS_RUNNING,
    CancelRequest,
    CreateRequest,
    GetRequest,
    LeaveRequest,
    Match,
    PlayRequest,
)
from redscience.api.players.v1.players_pb2 import GetRequest as GetPlayersRequest
from redscience.api.players.v1.players_pb2 import Kind
from redscience.command import pausing
from redscience.command.failures import CommandError, Exit
from redscience.command.following import patiently
from redscience.command.games import game_named
from redscience.command.output import time_of
from redscience.command.people import player_named
from redscience.command.screen import Screen, screen_of
from redscience.command.server import Server, server_of
from redscience.command.watch import changes, source_of

INTERRUPTED = 130
_CALLED_OFF: Mapping[int, str] = {
    REASON_DECLINED: "{who} declined. The match is called off.",
    REASON_LAPSED: "Not everybody accepted in time. The match is called off.",
    REASON_CANCELLED: "The invitation was cancelled.",
}
_OVERTAKEN = frozenset({"match/stale_view", "match/not_acting", "match/over"})
"""What is refused because something has happened, which is told then."""


def run(chosen: argparse.Namespace) -> int:
    """Invites, waits until all have accepted, and plays until the match is over or the person goes."""
    if not chosen.opponents:
        raise CommandError("Say with whom to play at the server: --with PLAYER, such as --with Random.", Exit.INVALID)
    if chosen.seat is not None or chosen.seed is not None:
        raise CommandError("A server draws the seats and the seed. Leave out --seat and --seed.", Exit.INVALID)
    if chosen.against is not None:
        raise CommandError(
            "--against is for a game without a server. Leave it out, or name the player with --with.", Exit.INVALID
        )
    server = server_of(chosen)
    return _played(server, _invited(server, chosen.game, chosen.opponents))


def play_on(server: Server, match_id: str) -> int:
    """Plays a match that has begun, until it is over or the person goes."""
    return _played(server, patiently(lambda: server.call(server.match.Get, GetRequest(match_id=match_id))).match)


def _played(server: Server, match: Match) -> int:
    news = News(server, match.id)
    screen = screen_of(source_of(server, match))
    with interruptible():
        try:
            started = _started(server, match, news)
            Session(server, started, news, screen).play()
        except KeyboardInterrupt:
            return INTERRUPTED
    return 0


def _invited(server: Server, game: str, names: Sequence[str]) -> Match:
    player_ids = [server.me.id, *(player_named(server, name).id for name in names)]
    request = CreateRequest(game_id=game_named(server, game).id, player_ids=player_ids, request_id=str(uuid4()))
    return server.call(server.match.Create, request).match


@contextmanager
def interruptible() -> Iterator[None]:
    """Has Ctrl-C raise KeyboardInterrupt instead of ending the process, so that it can be said what becomes of it."""
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        yield
        return
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class News:
    """What a server tells of a match, heard by a thread of its own while a person types."""

    def __init__(self, server: Server, match_id: str) -> None:
        self._queue: SimpleQueue[Match | CommandError] = SimpleQueue()
        self._is_typing = False
        self._thread = threading.Thread(target=self._hear, args=(server, match_id), daemon=True)
        self._thread.start()

    def _hear(self, server: Server, match_id: str) -> None:
        try:
            for match in changes(server, match_id):
                self._tell(match)
        except CommandError as error:
            self._tell(error)

    def _tell(self, heard: Match | CommandError) -> None:
        self._queue.put(heard)
        if self._is_typing:
            print("\nSomething has happened. Press Enter to see it.", flush=True)

    @property
    def is_waiting(self) -> bool:
        """Whether there is something that was not taken yet."""
        return not self._queue.empty()

    def take(self) -> Match:
        """The next that is heard.

        Raises:
            CommandError: there is no more to hear.
        """
        # Through a pipe, too, what was said is seen while nothing happens.
        sys.stdout.flush()
        heard = self._queue.get()
        if isinstance(heard, CommandError):
            raise heard
        return heard

    def newest(self, known: Match) -> Match:
        """The last that was heard, without waiting; what is known where that is nothing."""
        while self.is_waiting and isinstance(heard := self._queue.get(), Match):
            known = heard
        return known

    def typed(self, prompt: str) -> str:
        """What the person types; they are told when there are news meanwhile."""
        self._is_typing = True
        try:
            return input(prompt).strip()
        finally:
            self._is_typing = False


def _started(server: Server, match: Match, news: News) -> Match:
    """The match when all have accepted.

    Raises:
        CommandError: it was called off.
        KeyboardInterrupt: the person waits no longer, and has been told what becomes of the invitation.
    """
    try:
        if match.status == STATUS_INVITED:
            until = time_of(match.lapses_at_ms)
            print(f"Waiting for {_names(match, has_accepted=False)}, until {until} at the latest.")
            print("Ctrl-C cancels the invitation.", flush=True)
        while (now := news.take()).status == STATUS_INVITED:
            _tell_accepted(match, now)
            match = now
    except KeyboardInterrupt:
        print(f"\n{_cancelled(server, match)}")
        raise
    if now.status == STATUS_CALLED_OFF:
        who = " and ".join(seat.player_name for seat in now.seats if seat.declined) or "Somebody"
        raise CommandError(_CALLED_OFF[now.reason].format(who=who), Exit.REFUSED)
    return now


def _names(match: Match, *, has_accepted: bool) -> str:
    return ", ".join(seat.player_name for seat in match.seats if seat.accepted == has_accepted)


def _tell_accepted(before: Match, now: Match) -> None:
    for seat, known in zip(now.seats, before.seats, strict=False):
        if seat.accepted and not known.accepted:
            print(f"{seat.player_name} has accepted.", flush=True)


def _cancelled(server: Server, match: Match) -> str:
    try:
        server.call(server.match.Cancel, CancelRequest(match_id=match.id))
    except CommandError as error:
        return _goes_on(server, match) if error.server_code == "match/started" else error.message
    return "The invitation is cancelled."


def _goes_on(server: Server, match: Match) -> str:
    """What becomes of a match that the person leaves as it is."""
    page = f"{server.address}/matches/{match.id}"
    what = pausing.until_when(match) if match.is_paused else "The match goes on, and so does your time."
    return f"{what} Play on at {page}, or watch: redscience watch {match.id}"


class Session:
    """A match that has begun, as somebody plays it who may hold several of its seats.

    Args:
        server: where it is played.
        match: as it began.
        news: of it.
        screen: shows it.
    """

    def __init__(self, server: Server, match: Match, news: News, screen: Screen) -> None:
        self._server, self._news, self._screen = server, news, screen
        self._match, self._heard_at_s = match, time.monotonic()
        self._view: dict[str, Any] = json.loads(match.view) if match.view else {}
        self._fresh: Collection[Any] = ()
        self._has_left = False
        self._words: Mapping[str, Callable[[], None]] = {
            "?": lambda: screen.tell_moves(self._view),
            "help": lambda: screen.tell_moves(self._view),
            "rules": screen.tell_rules,
        }

    def play(self) -> None:
        """Plays until the match has ended, or the person has left it or goes.

        Raises:
            CommandError: the server is gone.
            KeyboardInterrupt: the person goes, and has been told what becomes of the match.
        """
        try:
            self._greet()
            while self._match.status == STATUS_RUNNING and not self._has_left:
                if (self._match.is_acting or pausing.is_asked(self._match)) and not self._news.is_waiting:
                    self._ask()
                if not self._has_left:
                    self._hear(self._news.take())
        except (EOFError, KeyboardInterrupt) as gone:
            print()
            self._screen.say(_goes_on(self._server, self._news.newest(self._match)))
            if isinstance(gone, KeyboardInterrupt):
                raise
            return
        self._screen.tell_end(self._view, self._fresh)

    def _greet(self) -> None:
        seats = ", ".join(f"{seat.seat} {seat.player_name or seat.kind}" for seat in self._match.seats)
        self._screen.say(f"{self._match.game_name}: {seats}. You are {self._match.viewer}.")
        if self._match.impulses:
            self._screen.say(f"Your impulses in this match: {', '.join(self._match.impulses)}.")
        self._screen.explain(self._view)

    def _hear(self, match: Match) -> None:
        """Tells what has happened."""
        if said := pausing.told(self._match, match):
            self._screen.say(said)
        before, self._view = self._view, json.loads(match.view)
        self._match, self._heard_at_s = match, time.monotonic()
        changed = set(self._screen.drawing.changed(self._view))
        is_of_others = self._screen.tell_news(before, self._view, match.viewer)
        self._fresh = changed.union(self._fresh) if is_of_others else changed

    def _ask(self) -> None:
        """Asks until something is done, or something has happened."""
        self._screen.show(self._view, self._fresh)
        self._fresh = ()
        is_done = False
        while not (is_done or self._news.is_waiting):
            text = self._news.typed(self._prompt())
            is_done = not self._news.is_waiting and self._answer(text)

    def _prompt(self) -> str:
        left_ms = self._match.due_at_ms - self._match.now_ms - 1000 * (time.monotonic() - self._heard_at_s)
        time_left = f" ({max(0, round(left_ms / 1000))} s)" if self._match.due_at_ms else ""
        time_left = " (paused)" if self._match.is_paused else time_left
        return f"{self._match.viewer}{time_left}> "

    def _answer(self, text: str) -> bool:
        """Does what was typed; whether there is something to hear of now."""
        typed = text.casefold()
        if not text or typed in self._words:
            self._words.get(typed, lambda: None)()
            return False
        try:
            if typed in pausing.WORDS:
                return pausing.is_other(self._match, pausing.WORDS[typed](self._server, self._match))
            if typed == "leave":
                self._leave()
            else:
                legal = [choice["move"] for choice in self._view["legal"]]
                self._play(typed if typed in legal else text)
        except CommandError as error:
            self._screen.say(error.message)
            return error.server_code in _OVERTAKEN
        return True

    def _play(self, move: str) -> None:
        request = PlayRequest(
            match_id=self._match.id,
            seat=self._match.viewer,
            view_version=self._match.view_version,
            request_id=str(uuid4()),
            moves=[move],
        )
        self._server.call(self._server.match.Play, request)

    def _leave(self) -> None:
        seat = self._match.viewer
        request = LeaveRequest(match_id=self._match.id, seat=seat, request_id=str(uuid4()))
        self._hear(self._server.call(self._server.match.Leave, request).match)
        others = self._own_seats() if self._match.status == STATUS_RUNNING else []
        if others:
            self._screen.say(f"{seat.capitalize()} has left, and loses. You play on as {' and '.join(others)}.")
        self._has_left = not others

    def _own_seats(self) -> list[str]:
        """The seats that the person has not left, as themself or by a persona."""
        me, ids = self._server.me.id, [seat.player_id for seat in self._match.seats if seat.player_id]
        found = self._server.call(self._server.players.Get, GetPlayersRequest(ids=ids)).players
        own = {me, *(player.id for player in found if player.owner_id == me and player.kind == Kind.KIND_PERSONA)}
        gone = self._view["left"]
        return [seat.seat for seat in self._match.seats if seat.player_id in own and seat.seat not in gone]
