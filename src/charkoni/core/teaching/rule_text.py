"""What programs read in the rule page of a game: the rules in one minute, and the lines of its executed examples.

The first section of a page holds the rules in one minute: items that end with the clauses they state in brackets, and
optionally their origin, `(M4 [source])`.  A third-level heading that names a variant in backquotes is followed by the
items changed by its flags, one that names none by the exceptions, which newcomers may read later.

A block of examples begins with a line `game NAME`; its other lines are `position | move | result`, with an optional
remark after `#`: the clause that the line shows, words, or both (`# M7: five stones are odd`).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from charkoni.core.catalog import Provenance
from charkoni.core.family import Family
from charkoni.core.teaching.rule_pages import rule_page_file

REFERENCES = {
    "en": ("Writing it down", "Where the rules come from", "Examples", "History of this page"),
    "ru": ("Запись", "Откуда правила", "Примеры", "История страницы"),
    "tr": ("Yazım", "Kurallar nereden geliyor", "Örnekler", "Sayfanın geçmişi"),
    "kk": ("Жазу", "Ережелер қайдан", "Мысалдар", "Беттің тарихы"),
    "ky": ("Жазуу", "Эрежелер кайдан", "Мисалдар", "Барактын тарыхы"),
}
"""The headings of the sections to look something up in, which come last, by language."""

_CLAUSE = re.compile(r"([A-Z]{1,2}[0-9]{1,2})(?:: (.*))?")
_BLOCK = re.compile(r"^```[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
_SECTION = re.compile(r"^## ([^\n]*)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_NO_SENTENCES = re.compile(
    r"^(?<=\n\n)(?:(?!\n\n).)*:\n\n```[^\n]*\n.*?^```$|^```[^\n]*\n.*?^```$|^### [^\n]*$", re.MULTILINE | re.DOTALL
)
"""Drawings with the paragraphs that announce them, and headings."""
_TABLE = re.compile(r"^\|([^\n]*)\|\n\|[-|]+\n((?:\|[^\n]*(?:\n|\Z))+)", re.MULTILINE)
_HEADING = re.compile(r"### .*`([^`]+)`")
_ITEM = re.compile(r"^- (.*?)\s+\(([A-Z0-9,\s]+?)(?:\s+\[(\w+)\])?\)$", re.MULTILINE | re.DOTALL)
_MARKS = {
    Provenance.SAID: ("source", "источник", "kaynak"),
    Provenance.READ: ("reading", "прочтение", "yorum"),
    Provenance.ADDED: ("added", "добавлено", "ek"),
}
"""The marks of sentences on the pages, which tell where they come from."""


@dataclass(frozen=True, slots=True)
class ExampleLine:
    """A line of a block.

    number: of the line in the page, from 1.  game: named above it, "" in a block of leaf counts.  position, move,
    wanted: its three parts, as written.  remark: its comment without the clause.  clause: "" if it names none.
    """

    number: int
    game: str
    position: str
    move: str
    wanted: str
    remark: str = ""
    clause: str = ""


@dataclass(frozen=True, slots=True)
class MinuteItem:
    """A sentence of the rules in one minute.

    variant: the game with the flags it needs.  clauses: that it states.  is_exception: newcomers may read it later.
    verdict: its mark, None without one.
    """

    variant: str
    text: str
    clauses: tuple[str, ...]
    is_exception: bool
    verdict: Provenance | None


@dataclass(frozen=True, slots=True)
class RuleText:
    """What programs read in a rule page."""

    minute: tuple[MinuteItem, ...]
    examples: tuple[ExampleLine, ...]


def rule_text(family: Family, language: str) -> RuleText:
    """Return the rule page of a game in a language, or in English where it is missing; nothing without any page.

    Languages of events alone have the rules, and take the examples of the page that stands for theirs.
    """
    path, short = rule_page_file(family, language), rule_page_file(family, language, "summary")
    if path is None:
        return RuleText((), ())
    page = _read(path, path.stat().st_mtime_ns, family.name)
    return replace(page, minute=_read(short, short.stat().st_mtime_ns, family.name).minute) if short else page


@lru_cache(maxsize=64)
def _read(path: Path, _changed_ns: int, name: str) -> RuleText:
    page = path.read_text(encoding="utf-8")
    return RuleText(tuple(minute(page, name)), tuple(example_lines(page)))


def minute(page: str, name: str) -> Iterator[MinuteItem]:
    """Yield the items of the rules in one minute of the page of a game."""
    section = _SECTION.search(page)
    variant = name
    for part in re.split(r"^(?=### )", section[2] if section else "", flags=re.MULTILINE):
        heading = _HEADING.match(part)
        variant = heading[1] if heading else name
        is_exception = part.startswith("### ") and not heading
        for text, clauses, mark in _ITEM.findall(part):
            verdict = next((each for each, words in _MARKS.items() if mark in words), None)
            named = tuple(clauses.replace(",", " ").split())
            yield MinuteItem(variant, " ".join(text.split()), named, is_exception, verdict)


def full_rules(page: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the sections that state the rules, up to those for looking up: title and paragraphs, without markup.

    A row of a table is a paragraph, an item of a list, too, unless it goes on with the sentence before it.
    """
    for title, body in _SECTION.findall(page)[1:]:
        if any(title in titles for titles in REFERENCES.values()):
            return
        paragraphs: list[str] = []
        for block in re.split(r"\n\s*\n|\n(?=- |\|)", _TABLE.sub(_rows, _NO_SENTENCES.sub("\n", body))):
            text = re.sub(r"\*\*|`|\[([^\]]*)\]\([^)]*\)", r"\1", " ".join(block.split()))  # without marks of Markdown
            text = text.removeprefix("- ").removeprefix("|")
            if paragraphs and text and paragraphs[-1][-1] not in ".)":
                paragraphs[-1] += f" {text}"  # an item that ends the sentence before it
            elif text:
                paragraphs.append(text)
        yield title, paragraphs


def _rows(table: re.Match[str]) -> str:
    """Return the rows of a table as sentences behind bars; of three columns or more, each cell with its head."""
    first_head, *heads = map(str.strip, table[1].split("|"))
    lines = []
    for row in table[2].splitlines():
        first, *cells = map(str.strip, row.strip("|").split("|"))
        if len(cells) > 1:
            first = f"{first_head}, {first}"
            cells = ["; ".join(f"{head} – {cell}" for head, cell in zip(heads, cells, strict=True) if cell != "–")]
        lines.append(f"|{': '.join([first, *cells])}.\n")
    return "".join(lines)


def example_lines(page: str) -> Iterator[ExampleLine]:
    """Yield the lines of all blocks of examples and of leaf counts of a page."""
    for block in _BLOCK.finditer(page):
        first = page.count("\n", 0, block.start(1)) + 1
        lines = block[1].splitlines()
        if lines and (lines[0].startswith("game ") or lines[0] == "leaves"):
            yield from _lines(lines, first)


def _lines(lines: list[str], first: int) -> Iterator[ExampleLine]:
    game = ""
    for number, line in enumerate(lines, first):
        if line == "leaves":
            game = ""
        elif line.startswith("game "):
            game = line.removeprefix("game ").strip()
        elif line.strip():
            content, _, comment = line.partition("#")
            position, move, wanted = (part.strip() for part in content.split(" | "))
            named = _CLAUSE.fullmatch(comment.strip())
            remark, clause = (named[2] or "", named[1]) if named else (comment.strip(), "")
            yield ExampleLine(number, game, position, move, wanted, remark, clause)
