"""Chooses moves for the seats that the platform holds: Random's and Chaos's.

choosing   draws a move from a view
playing    hears what is owed, chooses, answers
"""
