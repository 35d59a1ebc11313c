"""All routes of tournaments, in the order in which they are tried."""

from charkoni.web.tournaments import broadcast, calls, festivals, leagues, printouts, static_pages
from charkoni.web.tournaments.arbiter import actions, desk, entries, imports, pairing, settings, staff
from charkoni.web.tournaments.online import interventions
from charkoni.web.tournaments.player import boards, my_page
from charkoni.web.tournaments.public import overview, results

_PUBLIC = (overview, leagues, results, printouts, festivals, my_page, boards)
_DESK = (imports, interventions, broadcast, calls, desk, entries, settings, staff, pairing)

# The actions come last: /t/{event}/desk/{action} fits all other forms of the desk.
ROUTERS = tuple(module.router for module in (*_PUBLIC, *_DESK, static_pages, actions))
