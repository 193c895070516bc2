"""How a service starts, listens, talks, is watched and stops, and what several of them ask or tell alike.

config      what the environment says, checked once; `values` reads it, `settings_page` makes docs/settings.md of it
process     the life of a service: compose, serve, drain, stop
parent      not outliving the one who started it
clock       the time, as something that is passed in
ids         ULIDs
database    one writer with group commit, readers beside it, migrations first
migrations  Alembic: what an `env.py` needs, loaded only where a database is not of the newest version
outbox      facts stored with the change they tell of, then published
inbox       facts heard once
bus         what is told and heard: durable facts and live hints; `nats_bus` is it over NATS, at a `nats_url`
server      gRPC: health, reflection, and what stands around every method
identity    who calls, and the table of who may call what
own_universes   which universes a caller may look into
rulebook    asks the rules service for a game
page_tokens where a long list goes on; `replay_pages` says how much of a replay is on a page
lanes       in what order slow work is done
sources     from which network address a call comes
blocked     words that are in no name
tokens      signed access tokens; `pem` reads their keys, `key_files` reads them again when they change
ended       sessions that have ended, whose tokens are refused before they expire
broker      Celery on a broker; `folder_broker` is one in a folder
leaving     a process that is told to go has gone soon
cancelling  tasks that miss it once are cancelled again
worker      the life of a worker of Celery; `first_message` is what one that is seldom needed waits for
errors      one table from error to gRPC status to HTTP status; `errors_page` makes docs/errors.md of it
channels    calls to other services, with identity and trace
telemetry   logs and traces
metrics     what Prometheus is told, and whether the process lives
readiness   whether what the process works with does its part
"""
