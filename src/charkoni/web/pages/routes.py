"""All routes of pages, in the order in which they are tried."""

from charkoni.web.pages import (
    board_pictures,
    cards,
    dice,
    home,
    home_board,
    invites,
    lessons,
    my_data,
    new_game,
    position_queries,
    puzzles,
    settings,
    strength,
    study,
)
from charkoni.web.pages.analyses import ending
from charkoni.web.pages.analyses import pages as analyses
from charkoni.web.pages.rulebook import pages as rulebook
from charkoni.web.pages.table import guide, guided_game, records, sharing
from charkoni.web.pages.table import page as table

ROUTERS = tuple(
    module.router
    for module in (
        board_pictures,
        records,  # before the table: /g/{id}.svg is no id of a game
        sharing,
        ending,
        position_queries,
        invites,
        guide,
        guided_game,
        dice,
        table,
        lessons,
        strength,
        analyses,
        puzzles,
        study,
        cards,
        home,
        home_board,
        my_data,
        new_game,
        rulebook,
        settings,
    )
)
