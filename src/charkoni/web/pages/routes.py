"""Routes of the pages up to a first game and through it, in the order in which they are tried.

The other pages are in `deferred_routes`.
"""

from charkoni.web.pages import (
    board_pictures,
    cards,
    dice,
    home,
    home_board,
    invites,
    new_game,
    position_queries,
    settings,
)
from charkoni.web.pages.table import guide, records, sharing
from charkoni.web.pages.table import page as table

ROUTERS = tuple(
    module.router
    for module in (
        board_pictures,
        records,  # before the table: /g/{id}.svg is no id of a game
        sharing,
        position_queries,
        invites,
        guide,
        dice,
        table,
        cards,
        home,
        home_board,
        new_game,
        settings,
    )
)
