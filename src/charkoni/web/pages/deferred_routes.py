"""Routes of pages that no first game needs, in the order in which they are tried; see `DeferredRoutes`."""

from charkoni.web.pages import lessons, my_data, puzzles, strength, study
from charkoni.web.pages.analyses import ending
from charkoni.web.pages.analyses import pages as analyses
from charkoni.web.pages.rulebook import pages as rulebook
from charkoni.web.pages.table import guided_game

ROUTERS = tuple(
    module.router for module in (guided_game, ending, lessons, strength, analyses, puzzles, study, my_data, rulebook)
)
