"""Routes of the pages up to a first game and through it, in the order in which they are tried.

The others are imported by `deferred_routers`, so that a server starts without them.
"""

from collections.abc import Iterator

from fastapi import APIRouter

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


def deferred_routers() -> Iterator[APIRouter]:
    """Import the routers of pages that no first game needs, in the order in which they are tried."""
    from charkoni.web.pages import lessons, my_data, network, puzzles, strength, study
    from charkoni.web.pages.analyses import ending
    from charkoni.web.pages.analyses import pages as analyses
    from charkoni.web.pages.rulebook import pages as rulebook
    from charkoni.web.pages.table import guided_game

    for module in (guided_game, ending, lessons, strength, analyses, puzzles, study, my_data, network, rulebook):
        yield module.router
