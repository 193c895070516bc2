"""People, bots and services: who they are, and the tokens that say so. Knows no game.

servicer        RPC in, RPC out
messages        players as they are told of to others
authentication  log-in by code, visits without one, tokens for secrets
addresses       what an e-mail address may be
codes           one-time codes: how they are written, how long they hold, how often they may be tried
administration  what Admins alone may do, and the audit of it
allowances      how often something may be asked for
names           what a player may be called, and what a new one is called
sessions        their secrets, how long they last, what opened them
avatars         drawings with numbers
bots            programs with names, owners and tokens
personas        players without a log-in, and private universes
friends         who asks, accepts, refuses and bans whom
stances         what players have said of one another: friends, bans
seats           who may be seated by whom
mail            the mail with a code, and how mail is sent
store           players, sessions, codes and mail: their reading and writing
schema          the tables
"""
