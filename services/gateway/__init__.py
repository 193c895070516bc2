"""The pages, the JSON they speak, and live updates. It holds no state of its own and asks the other services.

__main__    composes and serves
server      connections and streams on an event loop, the application in threads
bounds      what clients may take of the process
turns       in what order requests go to the application
askers      from whom they come, as far as that is known
wsgi        a request as WSGI has it, and the whole answer of an application
app         the Flask application, composed of what follows
backends    the services that are asked, and how a call is made
sessions    session secrets, traded for access tokens
pages       addresses that answer with HTML
api         addresses that answer with JSON
admission   what the application lets in to an event stream
events      one stream of server-sent events per page
sources     what many streams follow is asked for once
shown       what the browser is told of a match, a game, a standing
shown_people what it is told of people: what they did, whom they know, what they own
failures    errors as JSON or as a page
identity    who asks
incoming    the JSON that a page sends, read field by field
home        what the home page shows
leaderboards a leaderboard with names
admin       what Admins see: people, reports, games, what was changed
accounts    what somebody owns, for the page of settings
evolution   ratings over time
profiles    what a player's page shows, a tab each
names       players and games by their ids, many at once
tracing     a span for each request
security    headers, and requests that came from elsewhere
drain       streams end when the process is told to stop
stream_limit how many streams may be open at once
icons       the icons, inline
assets      addresses of static files, which change when the files do
"""
