"""`redscience completion`: what a shell needs to complete the command line."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator, Mapping

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
    """Prints a script, made of the command line itself."""
    from redscience.command.line import command_parsers  # noqa: PLC0415 - it loads this module

    parsers = command_parsers()
    cases = "\n".join(
        f"        {name}) words={shlex.quote(' '.join(_words(each)))} ;;" for name, each in parsers.items()
    )
    commands = shlex.quote(" ".join((*parsers, "--help", "--version")))
    print(SHELLS[chosen.shell].format(cases=cases, commands=commands), end="")
    return 0


def _words(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Options, and what there is to choose from. Where neither fits, the shell offers files."""
    for action in parser._actions:  # noqa: SLF001 - argparse has no other way to ask
        yield from action.option_strings
        yield from map(str, action.choices or ())
