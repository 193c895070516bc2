"""Matches: who sits where, every turn, the clock, the record. The library decides; this remembers.

servicer      RPC in, RPC out; who may call what
adjudicator   the one way in: decide in memory, store under the key of the next row, tell
turns         what a move, a resignation or the end of the time changes
proposals     moves kept back until time runs out
take_backs    moves taken back, where all agree
agreed_pauses pauses of a whole match, where all agree
paused        what is said about them, and what they leave of the clock
table         a match as replayed, and what each viewer has seen of it
ending        the one end of every match
chance        what the service draws comes from the match's seed
creation      makes matches, or invitations where somebody has to accept first
invitation    what may become of an invitation
invitations   keeps them until all have accepted
invitation_store    invitations in the database
starting      a match as it starts
scheduling    games of tournaments in which bots play
seating       who may sit, who sits where, who may act
rated         whether a match counts
deadlines     when a turn ends
pauses        in games with secrets, what nobody is asked for waits before it shows
alarms        ends pauses on time
model         what a match is: values
games         the library's games, loaded when first needed
rematches     one match follows on another
programs      which bots are connected, and what they accept
bots          whether bots take part in a match
acquaintances asks the players service whom somebody may invite
residence     who is of which universe
fields        reads requests, naming every fault
messages      what callers are told
answers       who makes a match twice under one request is answered as before
schema, store, queries, listing    the database
events        what is told on the bus
watching      wakes the streams that follow a match
attendance    who follows which match: how many watch, and which of those who play are here
chat          what may be said about a match, and by whom
conversation  keeps what is said, and tells it to those who listen
chat_servicer, chat_store    chat's way in and its database
serving       asks programs for what they owe, over one stream each
journal       stores what was decided, in groups
replay        a match is what its record says
tryouts       matches of rule sets that need not be saved, kept nowhere
downtime      gives back the time in which nobody kept the clocks
sweep         finds what is due, and hands it over
tasks, worker, working
              the Celery side of it; `services.kit.broker` has the rest
"""
