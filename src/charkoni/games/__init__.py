"""The games of this package, one folder each, and which of them stands for all where one has to be named.

They are offered by entry points (pyproject.toml), as those of any other package: see `charkoni.core.registry`.
"""

from charkoni.core.errors import mark

DEFAULT_GAME = "mangala"
"""The game that menus and new tournaments begin with."""

DEFAULT_PROFILE = "mangala-wng"
"""The competition profile of a new tournament of that game."""

EXAMPLES = ("mangala", "mosty:size=4")
"""Names of games in the documentation of the interface."""

NAME_HELP = mark("the game, with flags if wanted: mosty:size=7")
"""The help of a command-line argument that names a game."""
