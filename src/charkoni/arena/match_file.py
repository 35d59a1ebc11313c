"""The file of a match: a first line that says what is played, then a line for each game."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from charkoni.core.errors import Reason, mark
from charkoni.core.journal import BadJournal, Journal, parsed, unreadable

KIND = "charkoni-match"

_TWICE = mark("the file holds game {game} twice")

_NEEDED = {
    "game": int,
    "set": int,
    "seats": list,
    "points": str,
    "reason": str,
    "record": str,
    "slowest": list,
    "late": list,
}


class MatchFile(Journal):
    """The file of a match, opened to go on with it."""

    def __init__(self, path: Path, header: Mapping[str, Any], about: Mapping[str, Any] | None = None) -> None:
        """Open or begin a file; raise BadJournal or OSError.  `about` is noted in a new file and not compared."""
        super().__init__(path, header, _NEEDED, about)
        seen: set[int] = set()
        for row in self.rows:
            if row["game"] in seen:
                self._file.close()
                raise BadJournal(str(path), Reason("GAME_TWICE", "", _TWICE, {"game": row["game"]}))
            seen.add(row["game"])


def read_games(path: Path) -> list[str]:
    """Return the records of the games in a match's file; raise BadJournal or OSError.

    Half a last line is left out: the match may still be going on.
    """
    texts = []
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                break
            row = parsed(path, number, line)
            if (KIND not in row) if number == 1 else not isinstance(row.get("record"), str):
                raise unreadable(path, number)
            if number > 1:
                texts.append(row["record"])
    return texts
