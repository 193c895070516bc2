"""Tournaments without anything that plays them: who meets whom, what came of it, and what that tells.

    seating     who can hold which seats of a game
    pairings    which players meet: everybody, or one against the others
    swiss       which players meet next, by the standings so far
    schedule    every game of a tournament by its number, with its seats and its seed
    results     what came of the games, added up in any order
    rating      how strong the players are, and how sure that is
    standings   the tables that people read
    report      the same as plain values, for pages, JSON and CSV
    messages    what the batch service tells, as results
    sprt        when enough has been played to decide between two

The unit everywhere is the **set**: one game for each permutation of the seats among the players of a combination.
Whatever a seat is worth, in a set everybody has had the same of it. Players are numbered from 0.
"""
