"""The parts of the rules in plain English, in the order in which they are told. Each takes a normal form.

match       who plays, where, and what a turn is
start       what there is before the first move
pieces      what pieces can do
captures    what happens where they meet
course      where nobody may go, what is not seen, and the phases
end         how it ends
phrases     what several of them say
"""
