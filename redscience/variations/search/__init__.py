"""What thinks ahead in the variations: a tree of bounded memory over the engine's positions.

    tree       TREE: the layout of the tree, and what is asked of one entry
    growing    new entries, and what of a tree outlives a move
    choosing   which move is tried next
    playing    playouts that overlook no row
    settling   what a finished simulation changes: visits, values, regrets, proofs
    kernels    the entry points, called from Python
    warm       which kernels there are

Importing this package imports nothing; importing `kernels` loads numba.
"""
