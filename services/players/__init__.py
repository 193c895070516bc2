"""People, bots and services: who they are, and the tokens that say so. Knows no game.

servicer    RPC in, RPC out
addresses   what an e-mail address may be
codes       one-time codes: how long they hold, how often they may be asked for and tried
names       what a player may be called, and what a new one is called
sessions    secrets of sessions and services
mail        the mail with a code, and how mail is sent
store       tables and their reading and writing
"""
