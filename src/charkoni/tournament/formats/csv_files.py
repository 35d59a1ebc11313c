"""CSV files: lists of entries are read and written; pairings, standings and crosstables are written.

Reading: the separator is the comma, semicolon or tab, whichever is most frequent in the heading line.  The first line
holds the headings, every other line a person; cells may be enclosed in double quotes.  Written: commas, one heading
line, CR LF after each line.  A cell that begins with = + - or @ is preceded by an apostrophe, so that spreadsheets do
not evaluate it; reading removes it.
"""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from charkoni.core.errors import Reason
from charkoni.core.files.data_files import read_file
from charkoni.tournament.model.categories import category_text, parts
from charkoni.tournament.model.category_members import by_entry, categories, existing, members
from charkoni.tournament.model.errors import TEXTS, BadFile, ListError, TournamentError, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.person_names import checked_name
from charkoni.tournament.model.players import Person
from charkoni.tournament.model.schedule import MOST_ENTRIES
from charkoni.tournament.model.settings import points_text
from charkoni.tournament.standings.crosstable import crosstable_of
from charkoni.tournament.standings.ranking import category_lines, standings
from charkoni.tournament.standings.tiebreaks import Value

MOST_LINES = 2 * MOST_ENTRIES
"""How many lines of a list are read, empty ones included."""

SEPARATORS = "\t;,"

_SEPARATOR_LINE = re.compile(r"\ufeff?sep=([^\w\s]|\t)\s*?(?:\r\n|\r|\n)", re.IGNORECASE)
"""The first line in which Excel names the separator: sep=;"""


@dataclass(frozen=True, slots=True)
class _Headings:
    headings: Mapping[str, tuple[str, ...]]


COLUMNS = read_file(_Headings, Path(__file__).with_suffix(".toml")).headings
"""The fields of a list of entries, and the headings by which their columns are recognised: see `_heading_key`."""


@dataclass(frozen=True, slots=True)
class ListRow:
    """A row of a list of entries.

    fields: those of `model.players.Entry` that are not empty: rating as an int, categories as a list, others as texts.
    line: its number in the file; the heading is line 1.
    """

    person: Person
    fields: Mapping[str, Any]
    line: int


def read_entries(text: str, mapping: Mapping[str, str] | None = None) -> list[ListRow]:
    """Return the rows of a list of entries; empty lines are skipped.

    mapping: see `column_indexes`.  Cells: `name` as `person_names.checked_name` accepts it; `rating` up to 4 digits,
    empty for none; `categories` as in `model.categories`; others are any text.  Raise BadFile for a list without rows
    or names, for one of more people than an event holds, and for a bad cell, with its line.
    """
    lines = _lines(text)
    head = [cell.strip() for cell in lines[0]] if lines else []
    if len(lines) < 2:
        raise refusal(BadFile, text[:40], "list-empty")
    columns = column_indexes(head, mapping or {})
    rows = []
    for number, cells in enumerate(lines[1:], 3 if _SEPARATOR_LINE.match(text) else 2):
        if any(cell.strip() for cell in cells):
            if more := [cell.strip() for cell in cells[len(head) :] if cell.strip()]:
                error = refusal(
                    BadFile, more[0], "more-cells", cells=len(cells), columns=len(head), more=", ".join(more)
                )
                raise error.having(line=number, column=len(head) + 1)
            plain = {name: cells[i].strip() if i < len(cells) else "" for name, i in columns.items()}
            rows.append(_row(plain, number, columns))
    if not rows:
        raise refusal(BadFile, text[:40], "list-empty")
    return rows


def _lines(text: str) -> list[list[str]]:
    plain = text.replace("\r\n", "\n").replace("\r", "\n")  # csv.Error at a lone return
    own = _SEPARATOR_LINE.match(plain)
    plain = plain[own.end() :] if own else plain.removeprefix("\ufeff")
    count = plain.count("\n")
    if count > MOST_LINES:
        raise refusal(BadFile, plain[:40], "long-list", count=count, most=MOST_ENTRIES)
    separator, lines = own[1] if own else _separator(plain), list[list[str]]()
    reader = csv.reader(io.StringIO(plain), delimiter=separator, strict=True)
    while True:
        start = reader.line_num
        try:
            lines.append(next(reader))
        except StopIteration:
            return lines
        except csv.Error:  # also at the end of the file, or of a cell of more than 128 KB
            quoted = plain.split("\n")[start]
            raise refusal(BadFile, quoted[:40], "quote").having(line=start + 1 + bool(own), column=1) from None


def head_of(text: str) -> list[str]:
    """Return the headings of a CSV text."""
    return [cell.strip() for cell in next(iter(_lines(text)), [])]


def column_indexes(head: Sequence[str], mapping: Mapping[str, str]) -> dict[str, int]:
    """Return the index of the column of each recognised field of `COLUMNS`, from 0.

    mapping: the heading of the column of a field, `-` for none; other fields are recognised by their headings.  Raise
    BadFile for a heading of the mapping that does not exist, and when no column holds the names.
    """
    low = list(map(_heading_key, head))
    named = {low.index(_heading_key(cell)) for cell in mapping.values() if _heading_key(cell) in low}
    columns: dict[str, int] = {}
    for name, known in COLUMNS.items():
        if mapping.get(name) == "-":
            continue
        if name in mapping:
            if _heading_key(mapping[name]) not in low:
                raise refusal(BadFile, mapping[name], "no-column", column=mapping[name], columns=", ".join(head))
            columns[name] = low.index(_heading_key(mapping[name]))
        else:
            taken, keys = {*columns.values(), *named}, set(map(_heading_key, known))
            place = next((i for i, cell in enumerate(low) if cell in keys and i not in taken), None)
            if place is not None:
                columns[name] = place
    if "surname" in columns and "name" not in columns:
        columns["name"] = columns.pop("surname")
    if "name" not in columns:
        raise refusal(BadFile, ", ".join(head), "no-names", columns=", ".join(head))
    return columns


def _heading_key(heading: str) -> str:
    """Return a heading in small letters without spaces, full stops, hyphens and underscores: FIDE-No. is fideno."""
    return re.sub(r"[\s._-]", "", heading.lower())


def unread_columns(text: str, mapping: Mapping[str, str]) -> list[str]:
    """Return the headings of the columns of a list that no field is read from; raise BadFile as `column_indexes`."""
    head = head_of(text)
    read = column_indexes(head, mapping).values()
    return [cell for place, cell in enumerate(head) if cell and place not in read]


def _separator(text: str) -> str:
    """Return the separator that the heading line holds most often."""
    head = next((line for line in io.StringIO(text) if line.strip()), "")
    return max(SEPARATORS, key=head.count)


def refused_row(text: str, mapping: Mapping[str, str], rows: Sequence[ListRow], refused: ListError) -> BadFile:
    """Return the refusal of a row of a list, with its line and the column of the field that is refused."""
    columns, error = column_indexes(head_of(text), mapping), refused.error
    place = columns.get(getattr(error, "field", "name"), columns["name"])
    reason = error.reason
    if refused.other is not None:
        other = rows[refused.other]
        reason = Reason("TWIN", "", TEXTS["line-twice"], {"name": other.person.name, "line": other.line})
    return BadFile(error.text, reason).having(line=rows[refused.place].line, column=place + 1)


def _row(cells: Mapping[str, str], line: int, columns: Mapping[str, int]) -> ListRow:
    """Return a row.  columns: the indexes of the columns by field, from 0."""
    plain = {name: (value[1:] if value[:1] == "'" and value[1:2] in "=+-@" else value) for name, value in cells.items()}
    if "surname" in plain:
        parts_of_name = sorted(("surname", "name"), key=lambda field: columns[field])
        plain["name"] = " ".join(plain[field] for field in parts_of_name)
    try:
        name = checked_name(plain["name"])
    except TournamentError as error:
        raise BadFile(error.text, error.reason).having(line=line, column=columns["name"] + 1) from None
    rating = plain.get("rating", "").strip() or "0"
    if not (rating.isascii() and rating.isdigit() and len(rating) <= 4):
        raise refusal(BadFile, rating, "rating-column").having(line=line, column=columns["rating"] + 1)
    of_person = ("latin", "birth", "sex", "contact", "federation_id")
    latin, birth, sex, contact, id_ = (plain.get(field, "") for field in of_person)
    of_entry = ("title", "club", "region", "country", "fee")
    fields: dict[str, object] = {field: plain[field] for field in of_entry if plain.get(field)}
    if int(rating):
        fields["rating"] = int(rating)
    categories = parts(plain.get("categories", ""))
    if categories:
        fields["categories"] = categories
    return ListRow(Person(name, latin, birth, sex, contact, id_), fields, line)


def csv_text(rows: Iterable[Sequence[object]], separator: str = ",") -> str:
    """Return rows as CSV text, see the module; the first row holds the headings."""
    out = io.StringIO()
    csv.writer(out, delimiter=separator, lineterminator="\r\n").writerows([_safe(cell) for cell in row] for row in rows)
    return out.getvalue()


def _safe(cell: object) -> str:
    """Return a text that a spreadsheet does not read as a formula; the values of tie-breaks stay numbers."""
    text = str(cell)
    is_risky = text[:1] in ("=", "+", "-", "@") and not isinstance(cell, Value)
    return f"'{text}" if is_risky else text


def entries_csv(tournament: Tournament) -> str:
    """Return the list of entries, which `read_entries` reads.

    Columns: number (empty before numbering), name, latin, title, rating (empty for none), club, region, country, birth,
    sex, categories (those it belongs to, joined by /).  No contacts, federation ids or fees.
    """
    names = ("number", "name", "latin", "title", "rating", "club", "region", "country", "birth", "sex", "categories")
    rows: list[Sequence[object]] = [names]
    own = by_entry(tournament)
    for entry in tournament.entries:
        person = tournament.person(entry.id)
        rows.append(
            [
                entry.number or "", person.name, person.latin, entry.title, entry.rating or "", entry.club,
                entry.region, entry.country, person.birth, person.sex, "/".join(own[entry.id]),
            ]
        )  # fmt: skip
    return csv_text(rows)


def pairings_csv(tournament: Tournament, number: int) -> str:
    """Return the tables of a round; before the first one, 0, only the head.

    Columns: round, table, first, second (names; second empty for the bye), moves first (a name), result (1:0 as the
    first side sees it, `bye`, or empty while it is missing), counts (both stores, or the score of a match).
    """
    rows: list[Sequence[object]] = [("round", "table", "first", "second", "moves first", "result", "counts")]
    for board in tournament.rounds[number - 1].boards if number else ():
        second = "" if board.is_bye else tournament.name(board.second)
        mover = tournament.name(board.mover) if board.mover else ""
        result = "bye" if board.is_bye else board.result.text if board.result else ""
        counts = board.result.counts if board.result else ""
        rows.append((number, board.number, tournament.name(board.first), second, mover, result, counts))
    return csv_text(rows)


def standings_csv(tournament: Tournament, rounds: int | None = None, category: str = "") -> str:
    """Return the standings after some rounds, by default after all that are closed.

    category: only its members; raise BadSetting for an unknown one.

    Columns: place (the first of shared places), number, name, club, points (1.5), one for each tie-break, categories
    (joined by /), then one for each category: the place in it, empty for others.
    """
    chosen = existing(tournament, category).name if category else ""
    lines, groups, own = standings(tournament, rounds), members(tournament), by_entry(tournament)
    places = {
        name: {line.number: place for place, _, line in category_lines(tournament, lines, ids)}
        for name, ids in groups.items()
    }
    tiebreaks = tournament.settings.tiebreaks
    rows: list[Sequence[object]] = [("place", "number", "name", "club", "points", *tiebreaks, "categories", *groups)]
    by_number = tournament.by_number()
    for line in lines:
        entry = by_number[line.number]
        if chosen and line.number not in places[chosen]:
            continue
        name = tournament.name(entry.id)
        in_groups = [places[group].get(line.number, "") for group in groups]
        points = points_text(line.points)
        rows.append(
            (line.place, line.number, name, entry.club, points, *line.values, "/".join(own[entry.id]), *in_groups)
        )
    return csv_text(rows)


def categories_csv(tournament: Tournament) -> str:
    """Return the categories with their members.

    Columns: category, rule (as typed), number (of the member, empty before numbering), name, and the place in the
    category after the closed rounds, empty for members who have not played.
    """
    rows: list[Sequence[object]] = [("category", "rule", "number", "name", "place")]
    groups, lines = members(tournament), standings(tournament) if tournament.closed else ()
    for category in categories(tournament):
        ids = groups[category.name]
        places = {line.number: place for place, _, line in category_lines(tournament, lines, ids)}
        rule = category_text(category).partition(": ")[2]
        for entry in map(tournament.entry, ids):
            place = places.get(entry.number, "")
            rows.append((category.name, rule, entry.number or "", tournament.name(entry.id), place))
    return csv_text(rows)


def crosstable_csv(tournament: Tournament) -> str:
    """Return the crosstable.

    Columns: place, number, name, one for each round or place (cells as in `Crosstable`), points.
    """
    return csv_text(crosstable_of(tournament).rows())
