"""Rule sets: checked, unique by rules and by name, kept for ever. Nothing is played here.

servicer    RPC in, RPC out; who may call what
checking    a rule set as somebody writes it: its faults, its meaning
reading     what saved games say and cost
quotas      who may save how many games
changes     what Admins change: names, quotas, what is hidden; kept for Admins to read
shelf       the library's catalogue among the saved games
game        what a saved game is
fields      reads requests, naming every fault
paging      where a list goes on
index       by what games are found
search      finds them
schema, store, queries    the database
"""
