"""The part of the command line that asks a server. Nothing is loaded for it but argparse."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

_ASK_A_SERVER = frozenset(
    {
        "login",
        "logout",
        "whoami",
        "games",
        "game",
        "changes",
        "reports",
        "players",
        "player",
        "matches",
        "match",
        "watch",
        "tournament",
    }
)
_IMPORT = ("-i", "--import")
_TOKEN = re.compile(r"-[\w-]{19,}")
"""What is longer than any option."""
_MOST, _LARGEST_QUOTA, _MOST_GAMES = 10_000, 1_000_000, 1_000_000
_LEAST_WINDOW_S, _MOST_WINDOW_S = 60, 30 * 86_400


def add_server_commands(commands: Any) -> None:
    """Adds them to the sub-commands of a parser."""
    of_all = _of_all()

    def add(name: str, help_text: str, more: str = "") -> argparse.ArgumentParser:
        told = f"{sentence(help_text)} {more}".rstrip()
        parser: argparse.ArgumentParser = commands.add_parser(
            name, help=help_text, description=told, parents=[of_all], formatter_class=_Formatter
        )
        return parser

    login = add(
        "login", "log in at a server, by a code that it sends", "The session is kept for the commands after it."
    )
    login.add_argument("email", metavar="EMAIL", help="where the code is sent")
    add("logout", "log out at a server", "The session is ended there, and forgotten here.")
    add("whoami", "say who is logged in, and how many games they may still save")
    _add_games(add)
    _add_game(add)
    _add_administration(add)
    _add_people(add)
    _add_matches(add)
    words = "play many games between chosen players, to see who is better"
    tournament = commands.add_parser("tournament", help=words, description=sentence(words))
    _add_tournament(tournament, of_all)


def add_opponents(play: argparse.ArgumentParser) -> None:
    """Adds what has a match played at a server to the parser of `play`."""
    play.add_argument(
        "--with",
        metavar="PLAYER",
        dest="opponents",
        action="append",
        help="invite this player at a server: a friend, a bot, a persona of yours or Random; again for one more",
    )
    _add_server(play)
    play.set_defaults(json=False)


def asks_a_server(chosen: argparse.Namespace) -> bool:
    """Whether a command needs a server."""
    return chosen.command in _ASK_A_SERVER or (chosen.command == "play" and bool(chosen.opponents or chosen.server))


def _of_all() -> argparse.ArgumentParser:
    """What all of them take."""
    of_all = argparse.ArgumentParser(add_help=False)
    _add_server(of_all)
    of_all.add_argument("--json", action="store_true", help="print JSON, errors too")
    return of_all


def _add_server(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--server", metavar="URL", default="", help="the server; REDSCIENCE_SERVER, or this machine's, if not given"
    )


class _Formatter(argparse.HelpFormatter):
    """Shows of an option that takes a file and perhaps a token that it takes no more."""

    def _format_args(self, action: argparse.Action, default_metavar: str) -> str:
        return super()._format_args(action, default_metavar).replace("[TOKEN ...]", "[TOKEN]")


class _Add(Protocol):
    """Adds a command: its name, what it does, and what else there is to say of it, in whole sentences."""

    def __call__(self, name: str, help_text: str, more: str = "") -> argparse.ArgumentParser: ...


def sentence(words: str) -> str:
    """Words of a list as a sentence."""
    return f"{words[0].upper()}{words[1:]}."


def _add_games(add: _Add) -> None:
    games = add("games", "find games on a server", "A game is listed if it is all that is asked for.")
    games.add_argument(
        "words", metavar="WORD", nargs="*", help="of the rules in English, or how a word of the name begins"
    )
    games.add_argument("--seats", metavar="N", type=_count, default=0, help="how many players play it")
    games.add_argument("--family", metavar="NAME", default="", help="such as variations")
    games.add_argument(
        "--feature",
        metavar="WORD",
        action="append",
        default=[],
        help="what is special about its rules, such as captures or hidden; again for one more",
    )
    games.add_argument("--creator", metavar="PLAYER", default="", help="who saved it")
    games.add_argument("--variants-of", metavar="GAME", default="", help="what it was made from")
    for name, words in (("--least-turns", "fewest"), ("--most-turns", "most")):
        games.add_argument(name, metavar="N", type=_count, default=0, help=f"the {words} turns that it usually takes")
    order = games.add_mutually_exclusive_group()
    order.add_argument(
        "--newest", action="store_true", help="the newest first, instead of the catalogue and then by name"
    )
    order.add_argument("--shortest", action="store_true", help="those of the fewest turns first")
    _add_limit(games)


def _add_limit(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--limit", metavar="N", type=_count, default=100, help="how many at most (100)")


def _add_administration(add: _Add) -> None:
    changes = add("changes", "list what admins have changed among games or people, for admins", "The newest is first.")
    changes.add_argument(
        "--people", action="store_true", help="of people: names, roles, suspensions and erasures, instead of games"
    )
    changes.add_argument("--of", metavar="PLAYER", default="", help="of this player alone")
    _add_limit(changes)
    reports = add(
        "reports",
        "list what people have reported of what was said, hide it or show it again, for admins",
        "The newest is first.",
    )
    which = reports.add_mutually_exclusive_group()
    which.add_argument("--resolved", action="store_true", help="those that were dealt with, not those that wait")
    which.add_argument("--hide", metavar="ID", help="hide what this report is about from all but admins")
    which.add_argument("--show", metavar="ID", help="show it again")
    which.add_argument("--resolve", metavar="ID", help="note that this report was dealt with")
    _add_limit(reports)


def _add_people(add: _Add) -> None:
    players = add("players", "find players on a server; for admins, also by address, role or suspension")
    players.add_argument(
        "beginning", metavar="BEGINNING", nargs="?", default="", help="how the name begins; for admins, or the address"
    )
    players.add_argument("--role", choices=("creator", "trainer", "admin"), help="for admins: those who have it")
    players.add_argument("--suspended", action="store_true", help="for admins: those who are")
    players.add_argument("--newest", action="store_true", help="for admins: those who came last first")
    _add_limit(players)
    player = add(
        "player", "show a player of a server; for admins, set their name, role, quota and log-in, or erase them"
    )
    player.add_argument("name", metavar="NAME", help="the name or the id; for admins, or the e-mail address")
    player.set_defaults(limit=_MOST)
    change = player.add_mutually_exclusive_group()
    change.add_argument("--ratings", action="store_true", help="list their games, with rating and statistics")
    change.add_argument("--role", choices=("creator", "trainer", "admin"), help="give them this role")
    change.add_argument("--rename", metavar="NEW", help="give them another name, also in what they have played")
    change.add_argument("--suspend", metavar="REASON", help="end their sessions, and keep them from logging in")
    change.add_argument("--unsuspend", action="store_true", help="let them log in again")
    change.add_argument("--erase", action="store_true", help="remove all that makes them known, for good")
    change.add_argument(
        "--quota",
        metavar="N",
        type=_quota,
        help="how many games they may save as a creator: 0 and more, unlimited, or usual",
    )
    player.add_argument("--yes", action="store_true", help="with --erase: do not ask")


def _add_matches(add: _Add) -> None:
    more = (
        "The newest is first. With --export those that are over go to files, the oldest first, with all that was done."
    )
    matches = add("matches", "find matches on a server", more)
    matches.add_argument("--player", metavar="NAME", default="", help="who plays in it")
    matches.add_argument("--game", metavar="NAME", default="", help="what is played")
    which = matches.add_mutually_exclusive_group()
    which.add_argument("--status", choices=("any", "running", "ended"), default="any", help="any, if not given")
    which.add_argument(
        "--waiting", action="store_true", help="those that wait for your move, whose time runs out first on top"
    )
    matches.add_argument(
        "--universe", metavar="NAME", default="", help="a private one in which you have a persona; yours, if not given"
    )
    matches.add_argument(
        "--export",
        metavar="FOLDER",
        type=Path,
        help="write matches.csv, seats.csv and choices.csv of those that are over into it",
    )
    matches.add_argument("--limit", metavar="N", type=_count, help="how many at most (100; with --export all)")
    for name, help_text in (("match", "print the record of a match"), ("watch", "show a match live in the terminal")):
        add(name, help_text).add_argument("match_id", metavar="ID", help="of the match, as matches gives it")


def _add_tournament(tournament: argparse.ArgumentParser, of_all: argparse.ArgumentParser) -> None:
    actions = tournament.add_subparsers(metavar="ACTION", dest="action", required=True)

    def add(name: str, help_text: str) -> argparse.ArgumentParser:
        parser: argparse.ArgumentParser = actions.add_parser(
            name, help=help_text, description=sentence(help_text), parents=[of_all]
        )
        return parser

    new = add("new", "make a tournament, for trainers and admins")
    new.add_argument("--game", metavar="NAME", action="append", required=True, help="what is played; again for more")
    new.add_argument(
        "--player",
        metavar="NAME",
        action="append",
        default=[],
        help="who plays; again for each. Standard@0.5s thinks for half a second, Standard@200 by 200 simulations",
    )
    games = "for each combination (100; where people play, one for each permutation of the seats)"
    new.add_argument("--games", metavar="N", type=_games_each, default=0, help=games)
    new.add_argument(
        "--window",
        metavar="TIME",
        type=_window,
        default=0,
        help="how long a round is open to people, from 1m to 30d, such as 90m (24h)",
    )
    new.add_argument(
        "--format",
        choices=("round-robin", "gauntlet", "swiss", "mixed"),
        default="round-robin",
        help="round-robin if not given; mixed has people meet in ever new groups",
    )
    new.add_argument("--rounds", metavar="N", type=_games_each, default=0, help="of a Swiss, or of mixed groups")
    new.add_argument("--name", metavar="TEXT", default="", help="what it is called; made up if not given")
    new.add_argument("--seed", metavar="HEX", default="", help="32 hexadecimal digits; drawn if not given")
    new.add_argument("--open", action="store_true", help="anybody may join until you begin it")
    new.add_argument("--unrated", action="store_true", help="its games do not count for ratings")
    new.add_argument(
        "--sprt", metavar=("ELO0", "ELO1"), nargs=2, type=float, help="stop when it is clear which of two is stronger"
    )
    listed = add("list", "list tournaments, the newest first")
    listed.add_argument("--benchmarks", action="store_true", help="those alone that qualify as Benchmark")
    _add_limit(listed)
    for name, help_text in (
        ("watch", "follow a tournament until it is over"),
        ("show", "show the tables of a tournament"),
        ("export", "write all of a tournament to a folder, as JSON and CSV"),
        ("pause", "begin no more games until the tournament is resumed"),
        ("resume", "go on with a tournament that was paused"),
        ("cancel", "end a tournament; what was played is kept"),
        ("accept", "accept a place in a tournament, join an open one, or come back to one that goes on"),
        ("decline", "decline a place in a tournament, or leave one that goes on"),
        ("ask", "ask further people for a tournament that has not begun"),
        ("begin", "begin a tournament with the people who have accepted"),
        ("here", "come to your next game in a tournament: wait for the others, and play it in the terminal"),
    ):
        action = add(name, help_text)
        action.add_argument("tournament_id", metavar="ID", help="of the tournament, as new and list give it")
        if name == "decline":
            action.add_argument("--player", metavar="NAME", default="", help="for its maker: take somebody else out")
        if name == "ask":
            more = "who is asked; again for each"
            action.add_argument("--player", metavar="NAME", action="append", required=True, help=more)
        if name == "export":
            action.add_argument("folder", metavar="FOLDER", type=Path, help="made if it is missing")


def _window(text: str) -> int:
    """A length of time in seconds."""
    found = re.fullmatch(r"([0-9]{1,6})([mhd])", text, re.ASCII)
    if found is None:
        raise argparse.ArgumentTypeError("is no time: write 90m, 24h or 7d")
    seconds = int(found[1]) * {"m": 60, "h": 3600, "d": 86_400}[found[2]]
    if not _LEAST_WINDOW_S <= seconds <= _MOST_WINDOW_S:
        raise argparse.ArgumentTypeError("must be from 1m to 30d")
    return seconds


def _add_game(add: _Add) -> None:
    game = add(
        "game",
        "show a game of a server; save it to a file, or one from a file; for admins, rename or hide it",
        "Without options it prints the rules.",
    )
    game.add_argument("name", metavar="NAME", help="its name, or its id")
    game.set_defaults(limit=_MOST)
    what = game.add_mutually_exclusive_group()
    what.add_argument("-e", "--export", metavar="FILE", dest="export_file", help="write it to a file; - for the output")
    game.add_argument("--token", default="", help=argparse.SUPPRESS)
    what.add_argument(
        *_IMPORT,
        metavar=("FILE", "TOKEN"),
        nargs="+",
        dest="import_from",
        help="save a file under this name, - for the input; with a token, the secret of a session, if not logged in",
    )
    game.add_argument("--variant-of", metavar="GAME", default="", help="with -i: what it was made from")
    what.add_argument("--rename", metavar="NEW", help="give it another name")
    what.add_argument("--hide", action="store_true", help="hide it: no new match is made of it")
    what.add_argument("--related", action="store_true", help="list the games that are nearest to it")
    what.add_argument("--show", action="store_true", help="show it again")


def spelt_out(arguments: Sequence[str]) -> Sequence[str]:
    """The same command line with `-i FILE TOKEN` written so that a token may begin with a hyphen, as options do."""
    for place, word in enumerate(arguments[:-2]):
        if word in _IMPORT and _TOKEN.fullmatch(arguments[place + 2]):
            return (*arguments[: place + 2], f"--token={arguments[place + 2]}", *arguments[place + 3 :])
    return arguments


def texts_for_a_server(chosen: argparse.Namespace) -> Iterator[str]:
    """What of a command line is sent to a server; names of files are not."""
    for name, value in vars(chosen).items():
        if isinstance(value, str) and name != "export_file":
            yield value
        elif isinstance(value, list):
            yield from (each for each in (value[1:] if name == "import_from" else value) if isinstance(each, str))


def _count(text: str) -> int:
    if not _is_within(text, 1, _MOST):
        raise argparse.ArgumentTypeError(f"must be a whole number from 1 to {_MOST}")
    return int(text)


def _games_each(text: str) -> int:
    if not _is_within(text, 1, _MOST_GAMES):
        raise argparse.ArgumentTypeError(f"must be a whole number from 1 to {_MOST_GAMES}")
    return int(text)


def _is_within(text: str, least: int, most: int) -> bool:
    """Whether a text is a whole number within bounds; one of more digits than the largest is none."""
    return text.isascii() and text.isdecimal() and len(text) <= len(str(most)) and least <= int(text) <= most


def _quota(text: str) -> str:
    if text in {"unlimited", "usual"} or _is_within(text, 0, _LARGEST_QUOTA):
        return text
    raise argparse.ArgumentTypeError(f"must be a whole number from 0 to {_LARGEST_QUOTA}, unlimited or usual")
