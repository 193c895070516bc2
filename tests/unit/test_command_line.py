"""The command line, `redscience rules` and `redscience check`."""

from __future__ import annotations

import importlib.util
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from redscience import families
from redscience.command import main
from redscience.command.line import command_parsers, words_of_commands
from redscience.command.screen import screen_of
from redscience.variations import catalogue
from redscience.variations.language import english

FAULTY = '{"name": "a b", "players": "9", "board": {"kind": "squarez", "size": [40, 3]}, "colour": 1}'


def test_help_loads_neither_the_engine_nor_the_language() -> None:
    code = (
        "import sys; from redscience.command import main\n"
        "try: main(['--help'])\n"
        "finally: print({'grpc', 'numba', 'numpy', 'redscience.variations.language'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "play a game in the terminal" in done.stdout
    assert done.stdout.endswith("set()\n")


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["tournament", "new", "--help"], ["up", "--help"]])
def test_help_that_nobody_reads_ends_cleanly(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "redscience.command", *arguments]
    environment = os.environ | {"PYTHONUNBUFFERED": ""}
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, check=False, env=environment)
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.parametrize("command", sorted(command_parsers()))
def test_every_command_says_in_a_sentence_what_it_does(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    _usage, sentence, *_ = capsys.readouterr().out.split("\n\n")
    assert re.fullmatch(r"[A-Z][^.]+\.( .*\.)?", " ".join(sentence.split()))


@pytest.mark.parametrize("command", ["up", "status", "host"])
def test_a_shell_completes_what_other_programs_read(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    helps = [[command], *([command, each] for each in ("backup", "restore", "move") if command == "host")]
    said = set[str]()
    for each in helps:
        with pytest.raises(SystemExit):
            main([*each, "--help"])
        said |= set(re.findall(r"--[a-z]+|^    [a-z]+(?= )", capsys.readouterr().out, re.MULTILINE))
    assert {each.strip() for each in said} == set(words_of_commands()[command])


def test_a_game_is_brought_in_with_one_token_at_most(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["game", "--help"])
    assert "--import FILE [TOKEN]\n" in capsys.readouterr().out
    assert "--token" not in words_of_commands()["game"]


@pytest.mark.parametrize("arguments", [[], ["check"], ["rules", "Connect4", "more"], ["no-such-command"]])
def test_what_cannot_be_understood_is_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = main(arguments)
    except SystemExit as stopped:
        code = stopped.code  # type: ignore[assignment]
    assert code == 2
    assert "redscience" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["games"], ["login", "a@b.c"], ["game", "Connect4", "-e", "-"], ["up"]])
def test_what_needs_the_services_says_how_to_install_them(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "grpc" else object())
    assert main(arguments) == 2
    told = "(missing: grpc). Install it in the folder of the platform's source, with: pip install '.[services]'"
    assert told in capsys.readouterr().err


ZEROS = "00000199999999999999"
NOT_UTF_8 = "\udcff"
"""A byte of a command line that is not UTF-8, as Python gives it."""


@pytest.mark.parametrize(
    "arguments",
    [
        ["games", "--seats", ZEROS],
        ["games", "--least-turns", "10001"],
        ["games", "--limit", ZEROS],
        ["games", "--limit", "0" * 5_000],
        ["player", "Anna", "--quota", ZEROS],
        ["tournament", "new", "--game", "Othello", "--player", "Random", "--games", ZEROS],
        ["tournament", "new", "--game", "Othello", "--player", "Random", "--rounds", "1000001"],
    ],
)
def test_numbers_out_of_bounds_are_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert "must be a whole number from " in capsys.readouterr().err


@pytest.mark.parametrize("window", ["0m", "0d", "31d", "721h", "999999d"])
def test_a_round_is_open_from_a_minute_to_thirty_days(window: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["tournament", "new", "--game", "Othello", "--player", "Anna", "--window", window])
    assert stopped.value.code == 2
    assert "argument --window: must be from 1m to 30d\n" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ["tournament", "new", "--game", "Othello", "--player", "Random", "--rounds", "3"],
            "--rounds is for --format swiss or mixed. Leave it out, or ask for one of these.",
        ),
        (
            ["game", "Connect4", "--variant-of", "Tic-Tac-Toe"],
            "--variant-of is for a game that is saved. Leave it out, or name its file with -i.",
        ),
        (
            ["player", "Anna", "--yes"],
            "--yes is for --erase. Leave it out, or say --erase.",
        ),
        (
            ["play", "Othello", "--with", "Anna", "--against", "greedy"],
            "--against is for a game without a server. Leave it out, or name the player with --with.",
        ),
    ],
)
def test_an_option_that_would_do_nothing_is_refused(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    # Nobody is asked.
    assert main([*arguments, "--server", "http://127.0.0.1:1"]) == 2
    assert capsys.readouterr().err == f"{told}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["games", NOT_UTF_8],
        ["games", "--feature", NOT_UTF_8],
        ["login", NOT_UTF_8],
        ["player", "Anna", "--suspend", NOT_UTF_8],
        ["game", "Mine", "-i", "-", NOT_UTF_8],
        ["play", "Othello", "--with", NOT_UTF_8],
    ],
)
def test_what_is_not_utf_8_goes_to_no_server(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*arguments, "--server", "http://127.0.0.1:1"]) == 2
    assert capsys.readouterr().err == "'\\udcff' is not UTF-8. Write it in UTF-8.\n"


def test_a_token_that_is_not_utf_8_is_not_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REDSCIENCE_TOKEN", f"secret{NOT_UTF_8}")
    assert main(["whoami", "--server", "http://127.0.0.1:1", "--json"]) == 2
    told = json.loads(capsys.readouterr().err)["error"]["message"]
    assert told == "REDSCIENCE_TOKEN is not UTF-8. Write it in UTF-8."


def test_the_name_of_a_file_need_not_be_utf_8(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / f"{NOT_UTF_8}.json")
    Path(file).write_text("{}")
    assert main(["check", file]) == 1
    # It is read before the server is asked.
    assert main(["game", "Mine", "-i", f"{file}x", "--server", "http://127.0.0.1:1"]) == 2
    assert "cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize("columns", ["1", "2", "4"])
def test_the_narrowest_terminal_is_told_rules_too(
    columns: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert main(["rules", "Connect4"]) == 0
    assert " ".join(english(catalogue.get("Connect4"))) in " ".join(capsys.readouterr().out.split())
    screen_of(families.get("Connect4")).say("Type a move.")
    assert capsys.readouterr().out == "Type a move.\n"


def test_rules_are_told_in_english(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "kpoker"]) == 0
    title, line, _, *text = capsys.readouterr().out.splitlines()
    assert (title, line) == ("KPoker", "======")
    assert " ".join(text).endswith(" ".join(english(catalogue.get("KPoker"))))


def test_a_game_that_is_not_there_is_4(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "Nope"]) == 4
    assert capsys.readouterr().err.startswith("There is no game named 'Nope'.")


def test_a_valid_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "valid.json"
    file.write_text(families.get("Connect4").text)
    assert main(["check", str(file)]) == 0
    game = families.get("Connect4")
    assert game.bound is not None
    valid, its_digest, cost = capsys.readouterr().out.splitlines()
    assert (valid, its_digest) == ("Connect4 is valid.", f"Its digest is {game.digest}.")
    taken = f"{game.bound.turn_us / 1000:.1f} ms"
    size = f"{game.bound.view_bytes:,} bytes"
    assert cost == f"A turn has at most 7 legal moves and a view of {size}, and takes about {taken}."


def test_games_of_all_families_are_told_and_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for family in families.every():
        source = families.get(next(name for shelf in family.shelves.values() for name in shelf))
        file = tmp_path / f"{source.name}.json"
        file.write_text(source.text)
        assert main(["check", str(file)]) == main(["rules", str(file)]) == 0
        out = capsys.readouterr().out
        assert f"{source.name} is valid.\nIts digest is {source.digest}.\n" in out
        assert " ".join(source.english[-1].split()) in " ".join(out.split())


def test_all_faults_of_a_file_from_the_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(FAULTY.encode())))
    assert main(["check", "-"]) == 1
    first, *faults = capsys.readouterr().out.splitlines()
    assert first == "The rule set has 5 faults."
    assert [fault.partition(": ")[0] for fault in faults] == ["colour", "players", "board.kind", "board.size", "name"]
    assert faults[3] == "board.size: is a list of 2. Give three numbers: x, y and z."


@pytest.mark.parametrize("command", ["rules", "play"])
def test_faults_are_told_by_the_other_commands_too(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "faulty.json"
    file.write_text(FAULTY)
    assert main([command, str(file)]) == 1
    assert "name: has a space in it. Use a hyphen instead.\n" in capsys.readouterr().err


@pytest.mark.parametrize("path", ["no-such-file", ".", "a\0b"])
def test_a_file_that_cannot_be_read_is_2(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", path]) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_a_file_without_end_is_read_only_as_far_as_needed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "/dev/zero"]) == 1
    assert "is larger than 65536 bytes" in capsys.readouterr().out
