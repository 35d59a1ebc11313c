"""The lines of a report file (TRF16, TRF26), split into columns; misplaced values are refused with line and column.

Columns are counted in characters from 1, as in FIDE's description:

    1-3 001   5-8 number   10 sex   11-13 title   15-47 name   49-52 rating   54-56 federation   58-68 FIDE number
    70-79 birth   81-84 points   86-89 rank   then for each round, every ten: 92-95 opponent   97 side   99 mark
"""

import re
from dataclasses import dataclass
from pathlib import Path

from charkoni.core.files.data_files import read_texts
from charkoni.tournament.model.errors import BadFile, TournamentError, refusal
from charkoni.tournament.pairing.input import MARKS, Slot

LARGEST = 20_000_000
"""Bytes of the largest file that is read."""

TEXTS = read_texts(Path(__file__).with_name("messages.toml"))
"""What is refused or noted about report files, by name."""

FIRST_ROUND = 91
"""Where the opponent of round 1 begins, counted from 0; every round takes ten columns."""


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player's line.

    line: its number, from 1.  quoted: the whole line.  number: the pairing number.  points: half points as written.
    rating, rank: 0 for none.  slots: one for each round; None where the columns are empty, mark ? where a game has no
    result yet.  odd: byes written in an old form, and the marks as which they were read.
    """

    line: int
    quoted: str
    number: int
    sex: str
    title: str
    name: str
    rating: int
    country: str
    federation_id: str
    birth: str
    points: int
    rank: int
    slots: tuple[Slot | None, ...]
    odd: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """Any other line.  line: its number, from 1.  code: `012`, `XXR`, `###`.  rest: from column 5 on.  quoted: all."""

    line: int
    code: str
    rest: str
    quoted: str


def decoded(content: bytes, encoding: str = "utf-8-sig") -> str:
    """Return the text of a file; raise BadFile for an empty or too large file, a zero byte, or another encoding."""
    if not content.strip():
        raise refusal(BadFile, "", TEXTS["empty"])
    if len(content) > LARGEST:
        raise refusal(BadFile, "", TEXTS["too-large"], megabytes=LARGEST // 1_000_000)
    if b"\0" in content:
        raise refusal(BadFile, "", TEXTS["binary"], place=content.index(b"\0") + 1)
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise refusal(
            BadFile, content[error.start : error.start + 8], TEXTS["encoding"], place=error.start + 1
        ) from None


def split_lines(text: str) -> tuple[list[PlayerLine], list[Record]]:
    """Return the lines of players (001) and all others; raise BadFile with line and column."""
    rows, records = [], []
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        if line.startswith("001"):
            rows.append(_row(number, line.rstrip()))
        else:
            records.append(Record(number, line[:3].upper(), line[4:].rstrip(), line.rstrip()))
    if not rows:
        first = next((line for line in lines if line.strip()), "")
        raise refusal(BadFile, first[:60], TEXTS["no-players"])
    return rows, records


def error_at(line: int, column: int, quoted: str, name: str, /, **args: object) -> BadFile:
    """Return the error at a place in a line; lines and columns count from 1.  name: of its text."""
    return refused_at(line, column, quoted, refusal(BadFile, "", TEXTS[name], **args))


def refused_at(line: int, column: int, quoted: str, error: TournamentError) -> BadFile:
    """Return an error about a value at a place in a line."""
    part = quoted[max(column - 1, 0) : column + 9].strip() or quoted[:40]
    refused = refusal(BadFile, part, error.reason.template, **error.reason.args)
    return refused.having(line=line, column=column, quoted=quoted)


def _row(line: int, text: str) -> PlayerLine:
    if len(text) < 84:
        raise error_at(line, len(text) + 1, text, "too-short")
    number = _whole(line, text, 4, 8, needed=True)
    slots, odd = _slots(line, text)
    return PlayerLine(
        line,
        text,
        number,
        text[9:10].strip(),
        text[10:13].strip(),
        text[14:47].strip(),
        _whole(line, text, 48, 52),
        text[53:56].strip(),
        text[57:68].strip(),
        text[69:79].strip(),
        _points(line, text),
        _whole(line, text, 85, 89),
        tuple(slots),
        tuple(odd),
    )


def _whole(line: int, text: str, start: int, end: int, needed: bool = False) -> int:
    part = text[start:end].strip()
    if not part and not needed:
        return 0
    if not (part.isascii() and part.isdigit()):
        raise error_at(line, start + 1, text, "number")
    return int(part)


def _points(line: int, text: str) -> int:
    part = text[80:84].strip().replace(",", ".").replace("½", ".5")
    found = re.fullmatch(r"(?=\.?\d)(\d*)(?:\.([05]?))?", part, re.ASCII)
    if not found:
        raise error_at(line, 81, text, "half-points")
    return 2 * int(found[1] or 0) + (found[2] == "5")


def _slots(line: int, text: str) -> tuple[list[Slot | None], list[str]]:
    slots: list[Slot | None] = []
    odd: list[str] = []
    for round_, start in enumerate(range(FIRST_ROUND, len(text), 10), 1):
        part = text[start : start + 10].ljust(10)
        if not part.strip():
            slots.append(None)
            continue
        if text[start - 2 : start].strip() or (part[4] + part[6] + part[8:]).strip():
            raise error_at(line, start + 1, text, "columns", round=round_)
        slots.append(_slot(line, text, start, odd))
    return slots, odd


def _slot(line: int, text: str, start: int, odd: list[str]) -> Slot | None:
    opponent = _whole(line, text, start, start + 4)
    side = text[start + 5 : start + 6].strip().lower() or "-"
    letter = text[start + 7 : start + 8].strip().upper() or ("?" if opponent else "Z")
    if side not in "wb-":
        raise error_at(line, start + 6, text, "side")
    if letter not in MARKS and text[start + 7 : start + 8].strip():
        raise error_at(line, start + 8, text, "letter", letter=letter)
    if opponent == 0:
        return Slot(mark=_bye(letter, odd))
    if side == "-" and letter not in "+-":
        raise error_at(line, start + 6, text, "side")
    if letter in "UHFZ":
        raise error_at(line, start + 8, text, "bye-opponent", letter=letter)
    return Slot(opponent, side, letter)


def _bye(letter: str, odd: list[str]) -> str:
    """Return the bye denoted by a mark without an opponent; old programs write results there."""
    if letter in "UHFZ":
        return letter
    meant = {"+": "F", "1": "F", "W": "F", "=": "H", "D": "H"}.get(letter, "Z")
    odd.append(f"{letter} -> {meant}")
    return meant
