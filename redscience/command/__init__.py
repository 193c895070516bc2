"""The `redscience` command.

redscience up [--state DIR] [--port N] [--metrics]      runs the whole platform on this machine
redscience status [--state DIR] [--json]                which processes are ready; with --metrics above, what they do
redscience host backup|restore FILE [--state DIR]       all that it keeps into a file, and back
redscience host move --from sqlite --to postgresql      all of it to the databases of REDSCIENCE_DATABASE_URL
redscience play NAME|FILE [--seat SEAT] [--seed N]      a game in the terminal, against Random
redscience rules NAME|FILE                              the rules in plain English
redscience check FILE                                   what is wrong with a rule-set file
redscience --version

At a server, which --server or REDSCIENCE_SERVER names, else the one that `redscience up` runs on this machine; all of
them but play with --json:

redscience login EMAIL, logout, whoami                  who asks; the session is kept in a file of the user's alone
redscience games [WORD …] [--seats N] [--feature …] …   finds games
redscience play NAME --with PLAYER                      a match with others, in the terminal
redscience game NAME [--related]                        its rules, or the games that are nearest to it
redscience game NAME -e FILE                            out to a file; - for the standard output
redscience game NAME -i FILE [TOKEN]                    in from a file, under this name; - for the standard input
redscience game NAME --rename NEW | --hide | --show     for admins
redscience changes [--people], reports                  what they changed; what was reported to them
redscience players BEGINNING, player NAME [--quota N]   who there is; for admins, how many games they may save
redscience matches [--player NAME] [--game NAME] …      finds matches
redscience match ID, watch ID                           its record as text; the board live in the terminal

redscience completion bash|zsh                          a script that has a shell complete all this

Exit codes: 0 done; 1 a rule set has faults or cannot be played yet, the output cannot be written, or the platform does
not start, or is not all ready; 2 the command line, a file or what was sent to a server cannot be understood, a folder,
port or key cannot be used, or no platform runs there; 3 a server refuses; 4 there is no such game, player, match or
tournament; 5 a server does not answer; 130 interrupted; 141 nobody reads the output any more.
"""

from redscience.command.line import main

__all__ = ["main"]
