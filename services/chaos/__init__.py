"""Chooses moves for the seats that the platform holds: Random's, and later Chaos's.

choosing   draws a move from a view
playing    looks at a match, chooses, plays
owed       hears that a turn is due, and asks for what it did not hear
"""
