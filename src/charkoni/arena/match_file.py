"""Match files: journals whose first line describes the match, with a line for each game (docs/strength.md)."""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any

from charkoni.core.errors import Reason, mark
from charkoni.core.files.journal import BadJournal, Journal, Row, checked_rows, lines_of, read_journal, unreadable

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
    """The journal of a match, opened to append games."""

    def __init__(self, path: Path, header: Mapping[str, Any], about: Mapping[str, Any] | None = None) -> None:
        """Open or begin a file; raise BadJournal or OSError.  `about` is added to the first line and not compared."""
        super().__init__(path, header, _NEEDED, about)
        try:
            _require_once(self.path, self.rows)
        except BadJournal:
            self._file.close()
            raise


def read_match(path: Path, header: Mapping[str, Any]) -> tuple[Row, list[Row]]:
    """Return the first line and the games of a match file, plain or packed; raise BadJournal or OSError.

    header: what the first line must say, as `Match.header`.
    """
    first, rows = read_journal(path, header, _NEEDED)
    _require_once(path, rows)
    return first, rows


def _require_once(path: Path, rows: Sequence[Row]) -> None:
    """Raise BadJournal where a game is in the file twice."""
    seen: set[int] = set()
    for row in rows:
        if row["game"] in seen:
            raise BadJournal(str(path), Reason("GAME_TWICE", "", _TWICE, {"game": row["game"]}))
        seen.add(row["game"])


def read_games(path: Path) -> list[str]:
    """Return the records of the games in a match file, plain or packed; raise BadJournal or OSError.

    Half a last line is left out: the match may still be going on.
    """
    texts = []
    whole = takewhile(lambda line: line.endswith(b"\n"), lines_of(path))
    for number, row in enumerate(checked_rows(path, whole), 1):
        if (KIND not in row) if number == 1 else not isinstance(row.get("record"), str):
            raise unreadable(path, number)
        if number > 1:
            texts.append(row["record"])
    return texts
