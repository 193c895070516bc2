"""The engine of Tic-Tac-Rainbow: the only judge of a move. Kernels over three flat records.

    warm          which kernels there are, to be compiled before they are needed
    records       RULES, POSITION, SCRATCH: the layout of what kernels work on
    pegs          pegs on the board and off it
    ending        lines, repetition, leaving: how a match ends
    actions       placing, flipping, moving: what a seat may do, and what comes of it
    random_play   uniformly random legal moves, and whole random games
    kernels       the entry points, called from Python
    assemble      from what was chosen to RULES and the first POSITION

Importing this package imports nothing; importing `kernels` loads numba.
"""
