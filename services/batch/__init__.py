"""Tournaments: many games between chosen players, cut into blocks and played by workers; where bots play, as matches.

servicer      RPC in, RPC out; who may call what
fields        reads requests, naming every fault
creation      what a tournament is to be, of what was asked
model         what a tournament is: values
rounds        which game has which number
blocks        hands out blocks of games, and takes back what came of them
live          blocks in which bots play: begins their matches, and waits for them
matches       games that were matches, as they are asked for, kept and counted
entrants      asks the match service which bots would play
benchmark     whether a tournament is a Benchmark: asks the rating service who has to be in it
tasks, worker, working    the Celery side of it: workers play what they are handed
playing       plays the games of a block in process
recording     games as they are kept, and what others are told of them
replay        a game step by step
counting      what the games have come to, kept in parts
standing      how players stand, as counts
curves        how the counts have grown
progress      how far a tournament is
made_of       what tournaments are made of, kept in memory
watching      wakes the streams that follow a tournament
schema, store, queries    the database
"""
