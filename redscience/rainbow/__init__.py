"""Tic-Tac-Rainbow: three in a row of one colour, with pegs that have a face on either side.

    board       cells and lines
    pegs        pegs and faces
    options     what can be chosen, and the files that keep it
    english     the rules in plain English
    notation    moves as texts
    drawing     views for a terminal
    engine      the kernels: the only judge of a move
    results     the engine's results by seat
    moves       moves as numbers, and why one is refused
    table       what is on the table, as views have it
    verdict     how a match came to its end, in words
    prepared    the rules as the engine has them
    position    the compact text of what is true now
    playouts    random games by the million
    situation   a match at one moment, as far as it can be asked
    view        what viewers are shown
    state       a match at one moment, and what can be done
    game        the rules, ready to be played
    family      all of it for the registry

Importing this package imports nothing; importing `game` loads numba.
"""
