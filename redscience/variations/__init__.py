"""The variations of Tic-Tac-Toe: the rule language, played by the engine.

game      rules made ready
state     a match at one moment
moves     between the text of a move and the engine's integer
view      what a viewer may know
playouts  random games by the million
"""
