"""`redscience completion`: what a shell needs to complete the command line."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Mapping

_BASH = """_redscience() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} words
    case ${{COMP_WORDS[1]}} in
{cases}
    esac
    [ "$COMP_CWORD" -eq 1 ] && words={commands}
    COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o default -F _redscience redscience
"""
SHELLS: Mapping[str, str] = {"bash": _BASH, "zsh": "autoload -Uz bashcompinit && bashcompinit\n" + _BASH}


def run(chosen: argparse.Namespace) -> int:
    """Prints a script, made of the command line itself. Where no word of it fits, the shell offers files."""
    from redscience.command.line import words_of_commands  # noqa: PLC0415 - it loads this module

    words = words_of_commands()
    cases = "\n".join(f"        {name}) words={shlex.quote(' '.join(each))} ;;" for name, each in words.items())
    commands = shlex.quote(" ".join((*words, "--help", "--version")))
    print(SHELLS[chosen.shell].format(cases=cases, commands=commands), end="")
    return 0
