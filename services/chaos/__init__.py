"""Chooses moves for the seats that the platform holds: Random's and Chaos's, and those of the players that think.

choosing   draws a move from a view
playing    hears what Random and Chaos owe, chooses, answers
answering  what is said on a stream
house      a process of its own, for the players that think
"""
