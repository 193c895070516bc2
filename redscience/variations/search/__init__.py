"""What thinks ahead in the variations: a tree of bounded memory over the engine's positions.

    tree       TREE: the layout of the tree, and what is asked of one entry
    learning   what a move has been worth whenever it was made
    threats    plain games: where a piece would complete a row
    sides      where simulations of two sides on bits begin, and of three kinds of games all of them:
    small      plain games on small boards
    converting games that only convert what they enclose
    advancing  games that only step forward
    goals      what decides at once in these: who is first on a goal line
    growing    new entries, and what of a tree outlives a move
    choosing   which move is tried next
    playing    playouts by what has been learnt, in which no row is overlooked
    settling   what a finished simulation changes: visits, values, regrets, proofs
    kernels    the entry points, called from Python
    warm       which kernels there are

Importing this package imports nothing; importing `kernels` loads numba.
"""
