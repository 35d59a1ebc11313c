"""The files of a server's events: one for each, in one folder."""

from pathlib import Path

ENDING = ".event"


def ids(folder: Path) -> list[str]:
    """Return the ids of all events in a folder, the last changed first."""
    if not folder.is_dir():
        return []
    files = sorted(folder.glob(f"*{ENDING}"), key=lambda path: -path.stat().st_mtime)
    return [path.name.removesuffix(ENDING) for path in files]
