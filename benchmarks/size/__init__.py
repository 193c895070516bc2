"""PostgreSQL at size: each hot query of the services among a million players and ten million stored turns.

server   a server of its own, where none is named
filling  fills the databases, by statements in `fill/`, so that few have played very much
asked    what is asked of each service's database, and how many rows that may read
plans    how the server goes about it
"""
