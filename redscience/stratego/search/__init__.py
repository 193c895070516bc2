"""What thinks ahead in Stratego: a tree of bounded memory over the engine's positions.

    table      TABLE: what is known of moves, found by keys
    hiding     what a seat does not know, laid anew before each simulation
    worth      what a position is worth where a playout is cut off
    kernels    the entry points, called from Python
    warm       which kernels there are

Importing this package imports nothing; importing `kernels` loads numba.
"""
