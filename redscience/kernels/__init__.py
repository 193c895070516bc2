"""What the engines of all families are compiled by, and where what was compiled is kept.

compiled    the decorators of kernels and their parts; names numba
randomness  the generator in a position
cache       the folders of machine code, and what is still to be compiled
"""
