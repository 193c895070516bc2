"""`redscience play`: what a person types, and what they see."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TextIO

import pytest

from redscience import families
from redscience.command import main

Plays = Callable[..., tuple[int, str, str]]
"""Types lines into `redscience play` with these arguments; gives its exit code, its output and its errors."""


class Typed(io.StringIO):
    """What a person types, which is on the screen too."""

    def readline(self, size: int | None = -1, /) -> str:
        line = super().readline(-1 if size is None else size)
        sys.stdout.write(line)
        return line


@pytest.fixture
def plays(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Plays:
    def run(typed: str, *arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", Typed(typed))
        monkeypatch.setenv("COLUMNS", "80")
        code = main(["play", *arguments])
        return code, *capsys.readouterr()

    return run


def test_a_match_is_played_to_its_end_and_the_end_is_told(plays: Plays) -> None:
    code, out, _ = plays("2,2\n1,1\n3,3\n", "tic-tac-toe", "--seed", "3")
    assert code == 0
    assert "You are black; Random is white." in out
    assert "white plays O@2,1" in out
    assert "3  W  . [B]" in out
    assert out.endswith("Black has three in a row. Black wins, white loses.\n")


def test_the_same_seed_is_the_same_match(plays: Plays) -> None:
    typed = "".join(f"O@{x},{y}\n" for x in range(1, 8) for y in (1,) * 6)
    runs = {plays(typed, "Connect4", "--seed", str(seed))[1].replace(f"seed {seed}", "") for seed in (5, 5, 6)}
    assert len(runs) == 2


def test_a_mistake_is_explained_and_asked_again(plays: Plays) -> None:
    code, out, _ = plays("\nnonsense\nO@9,9\nO@2,1\nO@1,1\nX@1,1\nagree\ndraw\n", "Tic-Tac-Toe", "--seed", "3")
    assert code == 0
    for told in (
        "'nonsense' is not a move.",
        "O@9,9 is off the board: x goes from 1 to 3.",
        "X@1,1: there is no X in this game; its pieces are O.",
        "agree: no draw was offered.",
        "draw: in Tic-Tac-Toe no draw can be offered.",
        "The input has ended, and the match with it.",
    ):
        assert told in out


def test_moves_and_rules_are_told_when_asked_for(plays: Plays) -> None:
    _, out, _ = plays("?\nRULES\n", "Tapatan", "--seed", "1")
    assert "O@1,1  O@2,1  O@3,1" in out
    assert "Tapatan\n=======" in out
    assert "wins." in out


def test_a_draw_can_be_offered(plays: Plays) -> None:
    outs = [plays("Draw\n", "4on7sq", "--seed", str(seed))[1] for seed in range(6)]
    assert any("white agrees to the draw" in out and out.endswith("It is a draw.\n") for out in outs)
    assert any("white refuses the draw" in out for out in outs)


def test_who_leaves_has_lost_also_where_others_play_on(plays: Plays) -> None:
    assert plays("leave\n", "Tic-Tac-Toe")[1].endswith("Black left. White wins, black loses.\n")
    assert "You have left the match, and lose it." in plays("leave\n", "3P-Notakto")[1]


def test_who_tries_what_cannot_be_is_told_so(plays: Plays) -> None:
    everywhere = "".join(f"{x},{y}\n" for x in (1, 2, 3) for y in (1, 2, 3))
    out = plays(everywhere, "4P-Blind-TTT", "--seat", "white", "--seed", "4")[1]
    tried = re.findall(r"^white (\w+ \S+.*)$", out, re.MULTILINE)
    # What one has done is not told, but for what came otherwise.
    assert tried
    assert all(re.fullmatch(r"tries O@\d,\d, and nothing moves", each) for each in tried)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_there_is_one_of_is_said_to_be_one(plays: Plays, seats: int) -> None:
    out = plays("", f"FourBases-{seats}P")[1]
    assert "south has 1 base and 0 pieces" in out
    assert "used 0 of 1 action." in " ".join(out.split())


class Reader(io.TextIOBase):
    """Somebody who asks which moves there are, reads them on the screen, and makes one of them at random."""

    def __init__(self, screen: io.StringIO, chance: Random) -> None:
        self._screen, self._chance = screen, chance
        self._asked_at = 0

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        del size
        if not self._asked_at:
            self._asked_at = self._screen.tell()
            return "?\n"
        *shown, _ = self._screen.getvalue()[self._asked_at :].splitlines()
        self._asked_at = 0
        moves = [move for line in shown for move in re.split(" {2,}", line.strip())]
        return f"{self._chance.choice([move for move in moves if move != 'draw'] or moves)}\n"


@pytest.mark.slow
@pytest.mark.parametrize("name", families.names())
def test_every_game_of_every_family_is_played_to_its_end(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = families.get(name).seats
    for seat in {seats[0], seats[-1]}:
        screen = io.StringIO()
        monkeypatch.setattr(sys, "stdout", screen)
        monkeypatch.setattr(sys, "stdin", Reader(screen, Random(f"{name} {seat}")))
        assert main(["play", name, "--seat", seat, "--seed", "4"]) == 0
        *_, last = screen.getvalue().splitlines()
        assert re.search(r"\b(wins?|draws?|loses?|It is a draw)\b", last), screen.getvalue()


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["Conect4"], 4, "Did you mean Connect4?"),
        (["nonsense"], 4, "There are Tic-Tac-Toe,"),
        (["Connect4", "--seat", "pink"], 2, "its seats are black, white."),
        (["no-such-file.json"], 2, "'no-such-file.json' cannot be read: No such file or directory."),
        (["nul\0.json"], 2, "cannot be read"),
        (["\udcff"], 4, "no game named"),
    ],
)
def test_what_cannot_be_played_is_said(plays: Plays, arguments: list[str], code: int, told: str) -> None:
    came, out, errors = plays("", *arguments)
    assert (came, out) == (code, "")
    assert told in errors


@pytest.mark.parametrize("seed", ["-1", "x", "٣", str(1 << 128), "9" * 5000])
def test_a_seed_is_a_whole_number(seed: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["play", "Connect4", "--seed", seed])
    assert stopped.value.code == 2
    assert "must be a whole number" in capsys.readouterr().err


def test_the_second_seat_answers_the_first_move(plays: Plays) -> None:
    _, out, _ = plays("", "Tapatan", "--seat", "WHITE")
    assert "You are white; Random is black." in out
    assert out.index("black plays O@") < out.index("(B)") < out.index("white>")


def test_a_game_from_a_file(plays: Plays, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text('{"name": "Mine", "board": {"kind": "squares", "size": [4, 3, 1]}}')
    assert "Mine (seed" in plays("leave\n", str(file))[1]


def process(stdin: int | TextIO) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "redscience.command", "play", "Tic-Tac-Toe"]
    return subprocess.Popen(command, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.usefixtures("heeds_control_c")
def test_control_c_ends_cleanly() -> None:
    playing = process(subprocess.PIPE)
    assert playing.stdin is not None
    assert playing.stdout is not None
    # It asks for a move when the board is drawn: the first `?` has been answered then.
    playing.stdin.write("?\n" * 500)
    playing.stdin.flush()
    while not playing.stdout.readline().startswith("black> O@1,1"):
        assert playing.poll() is None
    playing.send_signal(signal.SIGINT)
    _, errors = playing.communicate()
    assert errors.endswith("Interrupted.\n")
    assert "Traceback" not in errors
    assert playing.returncode == 130


SWALLOWS = """
import os, signal, sys, time
from redscience.command import main, play
def run(chosen):
    print("so far")
    try:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(60)
    except KeyboardInterrupt:
        raise ImportError("numba._devicearray failed to import")
play.run = run
sys.argv[1:] = ["play", "Tic-Tac-Toe"]
sys.exit(main())
"""


@pytest.mark.usefixtures("heeds_control_c")
def test_control_c_ends_it_whatever_is_loaded_in_that_moment() -> None:
    done = subprocess.run([sys.executable, "-c", SWALLOWS], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "so far\n", "\nInterrupted.\n")


def test_in_the_background_control_c_is_not_for_it() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        playing = process(subprocess.PIPE)
    finally:
        signal.signal(signal.SIGINT, before)
    assert playing.stdout is not None
    while not playing.stdout.readline().startswith("Type a move"):
        assert playing.poll() is None
    playing.send_signal(signal.SIGINT)
    out, errors = playing.communicate("leave\n")
    assert out.endswith("Black left. White wins, black loses.\n")
    assert (playing.returncode, errors) == (0, "")


def test_a_reader_that_goes_away_ends_it_cleanly() -> None:
    playing = process(subprocess.PIPE)
    assert playing.stdin is not None
    assert playing.stdout is not None
    playing.stdout.close()
    playing.stdin.write("?\n")
    playing.stdin.close()
    assert playing.stderr is not None
    assert playing.stderr.read() == ""
    assert playing.wait() == 141
    playing.stderr.close()


@pytest.mark.slow
def test_closed_streams_and_bytes_that_are_no_text_do_no_harm() -> None:
    script = f"printf 'a\\377\\n' | {sys.executable} -m redscience.command play Tic-Tac-Toe"
    for closing in ("", "<&-", ">&-"):
        done = subprocess.run(["sh", "-c", f"{script} {closing}"], capture_output=True, check=False, env=os.environ)
        assert (done.returncode, done.stderr) == (0, b"")


def test_an_agent_sits_opposite(plays: Plays) -> None:
    code, out, _ = plays("1,1\nleave\n", "tic-tac-toe", "--against", "Greedy", "--seed", "3")
    assert code == 0
    assert "Greedy is white" in out
    assert plays("leave\n", "Tic-Tac-Toe", "--against", "standard", "--seat", "white")[0] == 0


def test_an_unknown_agent_is_refused(plays: Plays) -> None:
    code, _, errors = plays("", "Tic-Tac-Toe", "--against", "standart")
    assert code == 2
    assert "There is standard" in errors
