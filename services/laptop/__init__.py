"""The whole platform on one machine: every process started, watched and stopped together.

__main__     `python -m services.laptop`: arguments, then the life of the platform
errors       what keeps the platform from starting
state        the folder in which everything is kept, and the locks on it
keys         keys and secrets, made once
ports        free ports
plan         which processes there are, and what each is told
nats_server  where nats-server is
child        keeps a program that is not ours from outliving us
probes       whether a process is ready, and answers
liveness     whether one that was ready hangs; `recovery` starts again what does not do its work
supervisor   starts, watches, starts again, stops
logs         what processes write, kept within bounds
status       how all processes are
host         what whoever hosts it does: `backup` copies and restores, `moving` takes all to PostgreSQL
hosted_keys  keys and secrets for who hosts it elsewhere
"""
