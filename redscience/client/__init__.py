"""A way to a platform for programs: bots that play on it, and calls of its services.

    from redscience.client import Bot, Decision

    def choose(decision: Decision) -> str:
        return decision.legal[0]

    Bot(choose, secret="…").run()

It needs the extra `client`. docs/bots.md tells how to begin.
"""

from redscience.client.bot import Bot
from redscience.client.connection import Connection, connected
from redscience.client.decision import Decision
from redscience.client.discovery import DEFAULT_SERVER
from redscience.client.invitations import Accepting, Invitation

__all__ = ["DEFAULT_SERVER", "Accepting", "Bot", "Connection", "Decision", "Invitation", "connected"]
