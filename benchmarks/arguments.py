"""What benchmarks are told on the command line."""

from __future__ import annotations

import argparse

from redscience import families
from redscience.errors import UnknownGame


def game_name(name: str) -> str:
    """The name of one of our games, as an argument.

    Raises:
        argparse.ArgumentTypeError: there is no such game.
    """
    try:
        return families.get(name).name
    except UnknownGame as error:
        raise argparse.ArgumentTypeError(str(error)) from error
