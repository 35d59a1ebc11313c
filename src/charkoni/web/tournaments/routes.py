"""All routes of tournaments, in the order in which they are tried."""

from charkoni.web.tournaments import broadcast, calls, planner, printouts, static_pages
from charkoni.web.tournaments.arbiter import (
    actions,
    desk,
    entries,
    imports,
    pairing,
    settings,
    staff,
)
from charkoni.web.tournaments.arbiter import festival as arbiter_festival
from charkoni.web.tournaments.online import interventions
from charkoni.web.tournaments.player import boards, my_page
from charkoni.web.tournaments.public import (
    explanations,
    festival,
    live_boards,
    overview,
    results,
    updates,
)

ROUTERS = tuple(
    module.router
    for module in (
        planner,
        imports,
        overview,
        results,
        updates,
        printouts,
        explanations,
        festival,
        arbiter_festival,
        my_page,
        boards,
        live_boards,
        interventions,
        broadcast,
        calls,
        desk,
        entries,
        settings,
        staff,
        pairing,
        static_pages,
        actions,  # the last: /t/{event}/desk/{action} fits all other forms of the desk
    )
)
