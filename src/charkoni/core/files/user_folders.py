"""The folders of a user, by the conventions of the platform.

An account without a home folder has none of them: in a container or under cron, or if HOME is missing, empty or
relative.  NOWHERE takes their place, a path below which no file can be created, so that its use fails like that of an
unwritable folder.
"""

import os
from collections.abc import Callable
from pathlib import Path

NOWHERE = Path(os.devnull) / "no-home-folder"


def user_folder(find: Callable[[], Path]) -> Path:
    """Return a folder that a function of platformdirs finds, NOWHERE for an account without a home folder."""
    try:
        folder = find()
    except (RuntimeError, KeyError):
        return NOWHERE
    return folder if folder.is_absolute() else NOWHERE
