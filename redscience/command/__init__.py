"""The `redscience` command.

redscience up [--state DIR] [--port N]                  runs the whole platform on this machine
redscience play NAME|FILE [--seat SEAT] [--seed N]      a game in the terminal, against Random
redscience rules NAME|FILE                              the rules in plain English
redscience check FILE                                   what is wrong with a rule-set file
redscience --version

Exit codes: 0 done; 1 a rule set has faults or cannot be played yet, the output cannot be written, or the platform does
not start; 2 the command line or a file cannot be understood, or a folder, port or key cannot be used; 130 interrupted;
141 nobody reads the output any more.
"""

from redscience.command.line import main

__all__ = ["main"]
