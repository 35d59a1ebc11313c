"""A print-out as a value: headings, tables, slips, posters.  Text, HTML and PDF are made from the same value."""

from dataclasses import dataclass

LEFT, RIGHT, CENTRE = "l", "r", "c"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.  wide: takes the room that is left, and breaks long text."""

    head: str
    align: str = LEFT
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table.  Cells are text; a row has as many cells as there are columns."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Text:
    """Paragraphs, or the heading of what follows."""

    lines: tuple[str, ...]
    heading: bool = False


@dataclass(frozen=True, slots=True)
class Slip:
    """A result slip: lines of head, both sides with a box for the count, the results to be ticked, signatures, a code.

    sides: (role, name).  boxes: the label of the box beside a name, empty for none.
    """

    head: tuple[str, ...]
    sides: tuple[tuple[str, str], tuple[str, str]]
    box: str
    results: tuple[str, ...]
    signatures: tuple[str, str]
    code: str = ""


@dataclass(frozen=True, slots=True)
class Poster:
    """A page of large lines, (text, size 1 ... 4), and a code to be scanned."""

    lines: tuple[tuple[str, int], ...]
    code: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A print-out: title, lines under it, and its parts.  framed: pages have a frame, as diplomas do."""

    title: str
    under: tuple[str, ...]
    parts: tuple[Grid | Text | Slip | Poster, ...]
    language: str = "en"
    landscape: bool = False
    framed: bool = False
