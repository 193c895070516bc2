"""Ratings: skill and statistics per universe, game and player, made of finished matches alone.

servicer      RPC in, RPC out; who may call what
events        matches that have ended: heard on the bus, and asked for
blocks        rated games of tournaments: asked for, and applied in bulk
result        a finished match, checked and frozen
ranking       who came before whom
skill         the model: belief before and after
record        one player's skill and statistics in one game
settlement    what a match changes
favoritism    what opponents are to each other, against what was expected
pairs         what is kept of it
figures       the numbers that a game keeps of its matches
leaderboard   who is shown, in which order, ranked how
schema, store the database
queries       what is read of it
paging        long lists by the page
looking       reads a leaderboard once for all who look at the same time
watching      wakes the streams that follow a leaderboard
"""
