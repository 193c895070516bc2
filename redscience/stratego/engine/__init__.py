"""The engine of Stratego: the only judge of a move. Kernels over one flat record.

    warm          which kernels there are, to be compiled before they are needed
    records       POSITION: the layout of what kernels work on, and the numbers that stand for pieces and squares
    limits        how often and how long something may go on
    battles       who wins where one piece attacks another
    legality      what a seat may do
    turns         set-up, moves, draws, leaving: what they change, and how the match ends
    random_play   random set-ups, and whole random games
    kernels       the entry points, called from Python

Importing this package imports nothing; importing `kernels` loads numba.
"""
