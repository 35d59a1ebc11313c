"""The file of a match: a first line that says what is played, then a line for each game, safe on the disk at once."""

import contextlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from charkoni.arena.playing import Line
from charkoni.core.errors import BadText, Reason, mark

try:
    import fcntl as _fcntl
except ImportError:  # Windows
    locking: Any = None
else:
    locking = _fcntl

LARGEST_LINE = 4_000_000

_OTHER = mark("the file holds another match: its {field} is {found}, not {wanted}")
_NO_MATCH = mark("the file holds no match: line {line} cannot be read")
_BUSY = mark("another program is writing to this file")
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


class BadLedger(BadText):
    """A file that cannot be the one of this match."""


class Ledger:
    """The file of a match, opened to go on with it.

    header: what the games follow from; a file that says something else is refused.  lines: the games found.  dropped:
    whether a last line, half written when a program was killed, was cut off.
    """

    def __init__(self, path: Path, header: Mapping[str, Any], about: Mapping[str, Any] | None = None) -> None:
        """Open or begin a file; raise BadLedger or OSError.  `about` is noted in a new file and not compared."""
        self.path = path
        self.header = dict(header)
        self.lines: list[Line] = []
        self.dropped = False
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file: BinaryIO = path.open("a+b")
        try:
            self._lock()
            self._read(dict(about or {}))
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, line: Line) -> None:
        """Write a game; when this returns, it survives a power cut."""
        self._write(line)
        self.lines.append(line)

    def _write(self, content: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def _lock(self) -> None:
        if locking is None:
            return
        try:
            locking.flock(self._file, locking.LOCK_EX | locking.LOCK_NB)
        except BlockingIOError:
            raise BadLedger(str(self.path), Reason("BUSY", "", _BUSY)) from None

    def _read(self, about: dict[str, Any]) -> None:
        """Read what is there, cut off half a last line, and write the first line if there is none."""
        self._file.seek(0)
        content = self._file.read()
        whole = content[: content.rfind(b"\n") + 1]
        rows = [self._parsed(number, row) for number, row in enumerate(whole.splitlines(), 1)]
        if rows:
            self._compare(rows[0])
            self.lines = [self._game(number, row) for number, row in enumerate(rows[1:], 2)]
            self._refuse_doubles()
        elif content and not content.startswith(b"{"):
            raise self._unreadable(1)  # somebody's file of one line, not ours
        if len(whole) < len(content):
            self.dropped = True
            self._file.truncate(len(whole))
        if not rows:
            self._write(self.header | about)
            with contextlib.suppress(OSError, AttributeError):
                folder = os.open(self.path.parent, os.O_RDONLY)
                try:
                    os.fsync(folder)
                finally:
                    os.close(folder)

    def _parsed(self, number: int, row: bytes) -> dict[str, Any]:
        try:
            found = json.loads(row)
        except (ValueError, RecursionError):
            raise self._unreadable(number) from None
        if not isinstance(found, dict):
            raise self._unreadable(number)
        return found

    def _compare(self, first: Mapping[str, Any]) -> None:
        if "charkoni-match" not in first:
            raise self._unreadable(1)
        for field, wanted in self.header.items():
            if first.get(field) != wanted:
                values = {"field": field, "found": first.get(field), "wanted": wanted}
                raise BadLedger(str(self.path), Reason("OTHER_MATCH", "", _OTHER, values))

    def _game(self, number: int, row: dict[str, Any]) -> Line:
        if any(not isinstance(row.get(name), kind) for name, kind in _NEEDED.items()):
            raise self._unreadable(number)
        return row

    def _refuse_doubles(self) -> None:
        seen: set[int] = set()
        for line in self.lines:
            if line["game"] in seen:
                raise BadLedger(str(self.path), Reason("GAME_TWICE", "", _TWICE, {"game": line["game"]}))
            seen.add(line["game"])

    def _unreadable(self, number: int) -> BadLedger:
        return BadLedger(str(self.path), Reason("NO_MATCH", "", _NO_MATCH, {"line": number}))


def read_games(path: Path) -> list[str]:
    """Return the records of the games in a match's file; raise BadLedger or OSError.  Half a last line is left out."""
    texts = []
    with path.open("rb") as file:
        for number, row in enumerate(file, 1):
            if not row.endswith(b"\n"):
                break
            try:
                found = json.loads(row)
            except ValueError:
                raise BadLedger(str(path), Reason("NO_MATCH", "", _NO_MATCH, {"line": number})) from None
            if number == 1 and not (isinstance(found, dict) and "charkoni-match" in found):
                raise BadLedger(str(path), Reason("NO_MATCH", "", _NO_MATCH, {"line": 1}))
            if number > 1:
                texts.append(found["record"])
    return texts
