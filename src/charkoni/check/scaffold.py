"""The scaffold of a new game: a package outside this one, with rules, texts, board, page and tests of a tiny game.

The package is made of the templates in `game_template`: text files in which @NAME@ and @TITLE@ are replaced.
"""

import re
from keyword import iskeyword
from pathlib import Path

from charkoni.check.toys import toys
from charkoni.core import registry
from charkoni.core.errors import N_, BadText, Reason

TEMPLATES = Path(__file__).with_name("game_template")

_NAME = re.compile("[a-z][a-z0-9]*")

_BAD_NAME = N_("the name of a game is a word of small letters and digits that begins with a letter")
_TAKEN_NAME = N_("there is a game of this name already")
_TAKEN_FOLDER = N_("there is a file or folder of this name already")


class BadScaffold(BadText):
    """A name or folder in which no game can be made."""


def write_game(name: str, folder: Path) -> list[Path]:
    """Write the package of a new game and return its files, sorted; raise BadScaffold or OSError.

    name: of the game; the Python package is `charkoni_` and the name.  folder: is created with its parents and must not
    exist.
    """
    _check(name, folder)
    written = []
    for template in sorted(TEMPLATES.rglob("*.txt")):
        place = Path(str(template.relative_to(TEMPLATES).with_suffix("")).replace("@NAME@", name))
        in_package = place.parts[0] == "package"
        path = folder / f"charkoni_{name}" / place.relative_to("package") if in_package else folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        text = template.read_text("utf-8").replace("@NAME@", name).replace("@TITLE@", name.capitalize())
        path.write_text(text, "utf-8")
        written.append(path)
    return sorted(written)


def _check(name: str, folder: Path) -> None:
    if not _NAME.fullmatch(name) or iskeyword(name):
        raise BadScaffold(name, Reason("BAD_NAME", "", _BAD_NAME))
    if name in registry.games() or name in {toy.name for toy in toys()}:
        raise BadScaffold(name, Reason("TAKEN_NAME", "", _TAKEN_NAME))
    if folder.exists() or folder.is_symlink():
        raise BadScaffold(str(folder), Reason("TAKEN_FOLDER", "", _TAKEN_FOLDER))
