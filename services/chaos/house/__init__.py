"""Chooses moves for the platform's own players that think, by agents of the library, from views alone.

playing      hears what they owe, has it thought about, answers
thinking     a few threads, on which decisions are thought about, the one asked first before the others
schedule     whose turn it is on a thread, and for how long
minds        the agents, one for each seat of a match, and what is done where they cannot think
games        the games that are played, each loaded once
warming      what must be compiled before anybody can think, beside everything else
"""
