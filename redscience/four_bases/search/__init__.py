"""What thinks ahead in Four Bases: random games, and what the orders of the present turn have been worth in them.

    lessons    LESSONS: by seat and order
    kernels    the entry points, called from Python
    warm       which kernels there are

Importing this package imports nothing; importing `kernels` loads numba.
"""
