"""Plays any game, each legal move as likely as Random would make it.

    REDSCIENCE_SECRET=… python examples/bot.py [http://127.0.0.1:8000]

The secret is the bot's, as its owner was shown it. In `choose` a better player begins: `decision.view` holds all that
the seat may know.
"""

import logging
import os
import random
import sys

from redscience.client import DEFAULT_SERVER, Bot, Decision


def choose(decision: Decision) -> str:
    """Draws one of the legal moves."""
    return random.choices(decision.legal, decision.weights)[0]


def main() -> None:
    """Plays until Ctrl-C."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    server = sys.argv[1] if len(sys.argv) > 1 else DEFAULT_SERVER
    Bot(choose, secret=os.environ["REDSCIENCE_SECRET"], server=server, on_over=print).run()


if __name__ == "__main__":
    main()
