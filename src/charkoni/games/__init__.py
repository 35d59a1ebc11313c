"""The games of this package, one folder each, and the default game of menus, tournaments and documentation.

The games are registered by entry points (pyproject.toml), as those of any other package: see `charkoni.core.registry`.
"""

from charkoni.core.errors import N_

DEFAULT_GAME = "mangala"
"""The game preselected in menus and new tournaments."""

DEFAULT_PROFILE = "mangala-wng"
"""The competition profile of a new tournament of that game."""

EXAMPLES = ("mangala", "mosty:size=4")
"""Names of games in the documentation of the interface."""

NAME_HELP = N_("the game, with flags if wanted: mosty:size=7")
"""Help text of a command-line argument that is a game's name."""
