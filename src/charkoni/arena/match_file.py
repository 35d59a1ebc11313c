"""Match files: journals whose first line describes the match, with a line for each game (docs/strength.md).

Games without checksums, as older versions wrote them, are replayed when a file is read: their results must be those of
their records.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import takewhile
from pathlib import Path

from charkoni.arena.game import result_of
from charkoni.core.errors import N_, BadText, IllegalMove, Reason
from charkoni.core.files import journal
from charkoni.core.record import Record

KIND = "charkoni-match"

_NOT_REPLAYED = N_("line {line}: the moves of game {game} do not lead to its recorded result")
_TWICE = N_("the file contains game {game} twice")

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


class MatchFile(journal.Journal):
    """The journal of a match, opened to append games."""

    def __init__(self, path: Path, header: Mapping[str, object], about: Mapping[str, object] | None = None) -> None:
        """Open or begin a file; raise BadJournal or OSError.  `about` is added to the first line and not compared."""
        super().__init__(path, header, _NEEDED, about)
        try:
            _require_results(self.path, self.rows)
        except journal.BadJournal:
            self._file.close()
            raise


def read_match(path: Path, header: Mapping[str, object]) -> tuple[journal.Row, list[journal.Row]]:
    """Return the first line and the games of a match file, plain or compressed; raise BadJournal or OSError.

    header: the expected first line, as `Match.header`.
    """
    first, rows = journal.read_journal(path, header, _NEEDED)
    _require_results(path, rows)
    return first, rows


def _require_results(path: Path, rows: Sequence[journal.Row]) -> None:
    """Raise BadJournal for a game that is there twice, or whose moves, without a checksum, lead to another result."""
    for game, count in Counter(row["game"] for row in rows).items():
        if count > 1:
            raise journal.BadJournal(str(path), Reason("GAME_TWICE", "", _TWICE, {"game": game}))
    for number, row in enumerate(rows[: max(0, journal.unchecked_count(path) - 1)], 2):
        if not _is_replayed(row):
            raise journal.BadJournal(
                str(path), Reason("RESULT", "", _NOT_REPLAYED, {"line": number, "game": row["game"]})
            )


def _is_replayed(row: journal.Row) -> bool:
    """Return whether the record of a game is legal and ends as stated in its line."""
    try:
        _, points, reason = result_of(Record.parse(row["record"]), row["seats"])
        return points == Fraction(row["points"]) and row["reason"] == reason
    except (BadText, IllegalMove, ValueError, ZeroDivisionError):
        return False


def read_games(path: Path) -> list[str]:
    """Return the records of the games in a match file, plain or compressed; raise BadJournal or OSError.

    An incomplete last line is skipped: the match may still be running.
    """
    texts = []
    whole = takewhile(lambda line: line.endswith(b"\n"), journal.lines_of(path))
    for number, row in enumerate(journal.checked_rows(path, whole), 1):
        if (KIND not in row) if number == 1 else not isinstance(row.get("record"), str):
            raise journal.unreadable(path, number)
        if number > 1:
            texts.append(row["record"])
    return texts
