"""A print-out as a value, which `text`, `html` and `pdf` render: headings, grids, sentences, boards, slips, posters."""

from dataclasses import dataclass

LEFT, RIGHT, CENTRE = "l", "r", "c"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a grid.  wide: takes the remaining width, and wraps long text."""

    head: str
    align: str = LEFT
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows of text cells; a row has a cell for each column.

    is_form: empty cells are to be written in by hand.  is_small: in small print, as of solutions.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    is_form: bool = False
    is_small: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """Paragraphs, or the heading of the next part.  new_page: it begins a page."""

    lines: tuple[str, ...]
    heading: bool = False
    new_page: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """A board.  svg: an SVG document.  lines: the same as text, without colour.  is_large: of many small places."""

    svg: str
    lines: tuple[str, ...]
    is_large: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """A board with a line of text above and below it.  is_answered: below it is an empty line to be written on."""

    picture: Picture
    head: str = ""
    is_answered: bool = False
    foot: str = ""


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures side by side in so many columns; with one column each is as wide as the page."""

    figures: tuple[Figure, ...]
    columns: int


@dataclass(frozen=True, slots=True)
class Item:
    """A numbered sentence.

    label: its number.  sign: before the number, empty for none.  pictures: in a row below it.  caption: of the row.
    """

    label: str
    text: str
    sign: str = ""
    pictures: tuple[Picture, ...] = ()
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Slip:
    """A result slip to be filled in.

    head: its first lines.  sides: (role, name).  boxes: of each side the labels of boxes for numbers: the final count,
    or the games of a match and their sum.  results: to be ticked.  signatures: labels of the lines.  codes: the URL of
    the QR code of each side, empty for none.
    """

    head: tuple[str, ...]
    sides: tuple[tuple[str, str], ...]
    boxes: tuple[tuple[str, ...], ...]
    results: tuple[str, ...]
    signatures: tuple[str, ...]
    codes: tuple[str, ...] = ("", "")


@dataclass(frozen=True, slots=True)
class Badge:
    """The badge of a player, to be worn, and next to it the card to keep.

    number: the pairing number, or the number of the entry.  event: its name.  lines: club, country, categories.  code:
    the personal code, only on the card.  link: the URL of its QR code, empty for none.  note: the purpose of the code.
    """

    number: str
    name: str
    event: str
    lines: tuple[str, ...] = ()
    code: str = ""
    link: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class NameCard:
    """A small card, twenty to a page: a name, a line under it, and the URL of its QR code."""

    name: str
    line: str
    link: str


@dataclass(frozen=True, slots=True)
class Poster:
    """A page of large lines, (text, size 1 ... 4), and the URL of a QR code, empty for none.

    signature: the role and name under a line to sign, empty for none.
    """

    lines: tuple[tuple[str, int], ...]
    code: str = ""
    signature: tuple[str, str] = ("", "")


Part = Grid | Text | Figures | Item | Slip | Badge | NameCard | Poster


@dataclass(frozen=True, slots=True)
class Sheet:
    """A print-out: title, lines under it, and its parts.  framed: pages have a frame."""

    title: str
    under: tuple[str, ...]
    parts: tuple[Part, ...]
    language: str = "en"
    landscape: bool = False
    framed: bool = False
