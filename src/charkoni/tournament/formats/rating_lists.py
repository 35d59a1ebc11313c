"""Rating lists of federations, read line by line: CSV, or the fixed columns of FIDE's lists.

The first line holds the headings.  Where it has no separator, a column begins where its heading begins:

    ID Number      Name                          Fed Sex Tit  WTit OTit           FOA NOV26 Gms K  B-day Flag

A list of FIDE for one kind of play names its month in the heading of the ratings.
"""

import csv
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from charkoni.core.errors import N_
from charkoni.tournament.formats.csv_files import SEPARATORS, column_indexes
from charkoni.tournament.formats.encodings import Decoded, decode
from charkoni.tournament.known_people import KnownPerson
from charkoni.tournament.model.categories import sex_of
from charkoni.tournament.model.errors import BadFile, TournamentError, refusal
from charkoni.tournament.model.person_names import checked_name

_SAMPLE = 1 << 16
"""Bytes at the beginning of a list from which its encoding follows, together with lines that are not ASCII."""

_MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")


@dataclass(frozen=True, slots=True)
class ListHead:
    """What is known of a list before its rows are read.

    month: of the ratings, `2026-11-01`, where a heading names it.  decoded: the sample by which the encoding was found.
    cuts: where the columns begin, of fixed columns; else separator is set.  columns: their indexes by field.
    """

    decoded: Decoded
    month: str
    separator: str
    cuts: tuple[int, ...]
    columns: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that is left out.  line: its number, from 1."""

    line: int
    error: TournamentError


def head_of_list(path: Path, encoding: str = "", mapping: Mapping[str, str] | None = None) -> ListHead:
    """Return the head of a list; raise BadFile, OSError.  mapping: see `csv_files.column_indexes`."""
    decoded = decode(_sample(path), encoding)
    first = decoded.text.removeprefix("\ufeff").partition("\n")[0].rstrip("\r")
    separator = max(SEPARATORS, key=first.count)
    cuts: tuple[int, ...] = ()
    if separator in first:
        headings = [cell.strip() for cell in next(csv.reader([first], delimiter=separator))]
    else:
        found = list(re.finditer(r"ID Number|\S+", first))
        cuts, headings = tuple(each.start() for each in found), [each[0] for each in found]
    dated = {heading: date for heading in headings if (date := _month(heading))}
    own = {"rating": next(iter(dated))} if dated else {}
    columns = column_indexes(headings, own | dict(mapping or {}))
    return ListHead(decoded, next(iter(dated.values()), ""), "" if cuts else separator, cuts, columns)


def _month(heading: str) -> str:
    """Return the first day of the month of a heading like NOV26, or an empty text."""
    name, year = heading[:3].upper(), heading[3:]
    is_month = name in _MONTHS and len(year) == 2 and year.isascii() and year.isdigit()
    return f"20{year}-{_MONTHS.index(name) + 1:02}-01" if is_month else ""


def _sample(path: Path) -> bytes:
    """Return the beginning of a list and, of one of single bytes, more lines that are not ASCII, as far as they go."""
    with path.open("rb") as file:
        begin = file.read(_SAMPLE)
        if b"\0" in begin or len(begin) < _SAMPLE:
            return begin
        begin += file.readline()
        foreign = itertools.filterfalse(bytes.isascii, file)
        sizes = itertools.accumulate(map(len, (kept := list(itertools.islice(foreign, _SAMPLE // 64)))))
        return begin + b"".join(line for line, size in zip(kept, sizes, strict=True) if size <= 4 * _SAMPLE)


def list_rows(path: Path, head: ListHead, day: str) -> Iterator[KnownPerson | BadLine]:
    """Iterate over the people of a list, and the lines that are left out; raise BadFile, OSError.

    day: of the list, which their ratings bear for every game.
    """
    number = 0
    with path.open(encoding=head.decoded.encoding, newline="") as file:
        try:
            for number, cells in enumerate(_cells(file, head), 1):
                if number == 1 or not any(cells):
                    continue
                try:
                    yield _person({name: cells[i] for name, i in head.columns.items() if i < len(cells)}, day)
                except TournamentError as error:
                    yield BadLine(number, error)
        except (UnicodeDecodeError, csv.Error):
            raise refusal(BadFile, path.name, "list-encoding", name=head.decoded.encoding, line=number) from None


def _cells(file: Iterable[str], head: ListHead) -> Iterator[Sequence[str]]:
    if head.separator:
        yield from ([cell.strip() for cell in cells] for cells in csv.reader(file, delimiter=head.separator))
        return
    places = list(itertools.pairwise((*head.cuts, None)))
    for line in file:
        yield [line[begin:end].strip() for begin, end in places]


def _person(cells: Mapping[str, str], day: str) -> KnownPerson:
    name, rating = " ".join(filter(None, (cells.get("surname"), cells.get("name")))), cells.get("rating", "") or "0"
    if not (rating.isascii() and rating.isdigit() and len(rating) <= 4):
        raise refusal(BadFile, rating, N_("a rating is a whole number up to 9999"))
    year = re.search(r"\b(19|20)\d\d\b", cells.get("birth", ""), re.ASCII)
    return KnownPerson(
        name=name if name.isascii() and name.isprintable() and name.strip() == name else checked_name(name),
        latin=cells.get("latin", ""),
        year=int(year[0]) if year else 0,
        sex=sex_of(cells.get("sex", "")),
        club=cells.get("club", ""),
        country=cells.get("country", ""),
        title=cells.get("title", ""),
        federation_id=cells["federation_id"] if cells.get("federation_id", "").strip("0") else "",
        ratings={"": (day, int(rating))} if int(rating) else {},
    )
