"""All routes of tournaments, in the order in which they are tried."""

from charkoni.web.tournaments import broadcast, calls, planner, printouts
from charkoni.web.tournaments.arbiter import (
    actions,
    creation,
    desk,
    entries,
    game_interventions,
    imports,
    pairing,
    publication,
    settings,
    staff,
)
from charkoni.web.tournaments.arbiter import festival as arbiter_festival
from charkoni.web.tournaments.player import boards, my_page
from charkoni.web.tournaments.public import (
    explanations,
    festival,
    live_boards,
    overview,
    rounds,
    standings,
    updates,
)

ROUTERS = tuple(
    module.router
    for module in (
        planner,
        imports,
        overview,
        rounds,
        standings,
        updates,
        printouts,
        explanations,
        festival,
        arbiter_festival,
        my_page,
        boards,
        live_boards,
        game_interventions,
        broadcast,
        calls,
        creation,
        desk,
        entries,
        settings,
        staff,
        publication,
        pairing,
        actions,  # the last: /t/{event}/desk/{action} fits all other forms of the desk
    )
)
