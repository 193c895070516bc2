"""The variations of Tic-Tac-Toe: the rule language, played by the engine.

family     what everybody else knows of them
game       rules, ready to be played
state      a match at one moment: what can be done
view       what a viewer may know
moves      from the text of a move to the engine's integer
verdict    how a match ended, in words
position   all that is true now, in a line
playouts   random games by the million
situation  a match at one moment: what can be asked
bound      what a position may cost at most, from the rules alone
prepared   rules made ready for the engine
drawing    views as text for a terminal
notation   the text of moves
"""
