"""Plays any game, each legal move as likely as Random would make it.

    REDSCIENCE_SECRET=… python examples/bot.py [http://127.0.0.1:8000]

The secret is the bot's, as its owner was shown it. In `choose` a better player begins: `decision.view` holds all that
the seat may know.
"""

import logging
import os
import random
import sys

from redscience.client import DEFAULT_SERVER, Accepting, Bot, Decision
from redscience.errors import RedscienceError


def choose(decision: Decision) -> str:
    """Draws one of the legal moves."""
    return random.choices(decision.legal, decision.weights)[0]


if __name__ == "__main__":
    secret = os.environ.get("REDSCIENCE_SECRET", "")
    if not secret:
        sys.exit("Set REDSCIENCE_SECRET to the secret of your bot, as its owner was shown it.")
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    server = sys.argv[1] if len(sys.argv) > 1 else DEFAULT_SERVER
    accepting = Accepting(seconds_per_turn=5, matches=10, whom="anybody", tournaments=True)
    try:
        Bot(choose, secret=secret, server=server, accepting=accepting, on_over=print).run()
    except RedscienceError as error:
        sys.exit(f"{type(error).__name__}: {error.message}")
