"""The platform under load, beside what this machine gives at best.

busy       many matches at once, played by a program over one stream or by people with a call for each move
beside     matches of a game whose turns cost much, which go on beside those
streams    streams of programs
idle       many matches in which nobody moves
watchers   many who follow one match
stages     where the time of a move goes, by the traces that the platform writes
peers      what the machine gives: empty gRPC calls, bare commits, moves of boardgame.io
databases  databases of their own on a PostgreSQL server
platform   the platform that is measured, and people who reach it
report     how figures are said
"""
