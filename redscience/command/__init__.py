"""The `redscience` command.

redscience up [--state DIR] [--port N]    runs the whole platform on this machine
redscience --version
"""

from redscience.command.line import main

__all__ = ["main"]
