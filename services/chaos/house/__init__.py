"""Chooses moves for the platform's own players that think, by agents of the library, from views alone.

playing             hears what they owe, has it thought about, answers
choosing_servicer   how they play in try-outs
advice_servicer     hints to those who play, and analyses of matches that are over
thinking            a few threads, on which decisions are thought about, the one asked first before the others
schedule            whose turn it is on a thread, and for how long
minds               the agents, one for each seat of a match, and what is done where they cannot think
games               the games that are played, each loaded once
analyses            those of matches, as they are made and kept
records             a match as the library analyses it
hints               a hint, by the view of whoever asks
messages            what is told of all that
warming             what must be compiled before anybody can think, beside everything else
"""
