"""The folders of a user, by the conventions of the platform.

An account without a home folder has none of them: that of a container or of cron, or one whose HOME is missing, empty
or relative.  NOWHERE stands for them, a path below which no file can be made, so that its use fails like that of a
folder which cannot be written.
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
