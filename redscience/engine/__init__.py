"""The engine of the variations: the only judge of a move. Kernels over three flat records.

    compiled      how kernels are compiled: the one module that names numba
    records       RULES, POSITION, SCRATCH: the layout of what kernels work on
    randomness    the generator in a position
    moves         a move as one integer
    spaces        which spaces are open, and what stands where
    motions       where pieces may go
    rows          N in a row
    repetition    what was done in which position
    stalemate     what a stalemate means, and how boards and the match end
    legality      what a seat may do
    turns         the effect of a move: checks, whose turn it is, stalemate
    random_play   uniformly random legal moves, and whole random games
    kernels       the entry points, called from Python
    assemble      from a rule set to RULES and the first POSITION

Importing this package imports nothing; importing `kernels` loads numba.
"""
