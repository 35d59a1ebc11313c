"""The rule pages: Markdown rendered as HTML, with an anchor at every clause, in sections of prose and pictures."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Generic, TypeVar

from markdown_it import MarkdownIt
from markdown_it.token import Token

from charkoni.check.examples import Example, examples
from charkoni.core.errors import BadGame
from charkoni.core.registry import family, named
from charkoni.core.teaching.rule_pages import rule_page_file
from charkoni.core.teaching.rule_text import REFERENCES, minute

_CLAUSE = re.compile(r"(?<![A-Za-z0-9])([A-Z]{1,2}[0-9]{1,2}[a-z]?)(?![A-Za-z0-9])")
_REFERENCE = re.compile(rf"\s*\((?:{_CLAUSE.pattern}[^()<>]*|\[\w+\])\)")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|^[A-Z]{1,2}[0-9]{1,2}:")


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph, list or table as HTML.  clauses: those whose anchors it contains."""

    html: str
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Diagram:
    """A block of plain text, which may be the diagram of a position.

    pictured: examples whose pictures show the same.  A move with `*` denotes all matching legal moves; without a move
    only the position is shown.
    """

    text: str
    pictured: tuple[Example, ...] = ()


Part = Prose | Diagram | tuple[Example, ...]
"""A part of a page: prose, a diagram, or the examples of one block."""

P = TypeVar("P", covariant=True)


@dataclass(frozen=True, slots=True)
class Section(Generic[P]):
    """A section of a rule page; the first one has neither anchor nor title.  is_reference: it is for looking up.

    parts: as written, or as they are shown: HTML, boards and examples.
    """

    anchor: str
    title: str
    is_reference: bool
    parts: tuple[P, ...]


@dataclass(frozen=True, slots=True)
class RulePage:
    """A rule page.  name: of the game.  lang: of the page.  text: its Markdown source."""

    name: str
    title: str
    sections: tuple[Section[Part], ...]
    lang: str
    text: str

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of all sections."""
        return tuple(part for section in self.sections for part in section.parts)


def pictured(stated: str) -> tuple[Example, ...]:
    """Return the declared content of a diagram: `game | position | move`, further ones after `||`.

    It follows the info word `picture` of the diagram's block.
    """
    game, _, rest = stated.partition(" | ")
    shown = [each.partition(" | ") for each in rest.split(" || ")]
    return tuple(Example(0, named(game), position, move, "") for position, _, move in shown)


def rule_page(name: str, lang: str, kind: str = "") -> RulePage | None:
    """Return the rules of a game in a language, or in English where that page is missing; None without any page.

    kind: "sources" for the page that compares them with their source, "printed" for the one that compares the printed
    rules of a country, in its language.
    """
    try:
        path = rule_page_file(family(name), lang, kind)
    except BadGame:
        return None
    if path is None:
        return None
    written = path.stem.partition(".")[2] or "en"
    return _parsed(name, path, written, not kind, path.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _parsed(name: str, path: Path, lang: str, is_rules: bool, _changed_ns: int) -> RulePage:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    text = path.read_text(encoding="utf-8")
    tokens = markdown.parse(text)
    title, sections = name, list[Section[Part]]()
    heads = _heads(tokens)
    if is_rules and any(minute(text, name)):  # shown at the top, on boards
        tokens[heads[1] : heads[2]] = []
        heads = _heads(tokens)
    introduction = heads[1] if len(heads) > 1 else len(tokens)  # it names a clause only to explain the numbers
    clauses = _anchor_clauses([*tokens[introduction:], *tokens[:introduction]])
    for start, end in pairwise([*heads, len(tokens)]):
        heading = tokens[start + 1].content
        parts = tuple(_parts(markdown, tokens[start + 3 : end], clauses))
        if tokens[start].tag == "h1":
            title = heading
            sections.append(Section("", "", False, parts))
        else:
            sections.append(Section(f"s{len(sections)}", heading, heading in REFERENCES.get(lang, ()), parts))
    return RulePage(name, title, tuple(sections), lang, text)


def _heads(tokens: list[Token]) -> list[int]:
    """Return the places of the page's title and of the titles of its sections."""
    return [place for place, token in enumerate(tokens) if token.type == "heading_open" and token.tag in ("h1", "h2")]


def _parts(markdown: MarkdownIt, tokens: list[Token], clauses: dict[int, list[str]]) -> Iterator[Part]:
    """Yield the blocks of a section: prose, examples and diagrams."""
    start = 0
    for place, token in enumerate(tokens):
        if token.level or token.nesting == 1:
            continue
        if token.type == "fence":
            yield _fence(token)
        else:
            block = tokens[start : place + 1]
            html = str(markdown.renderer.render(block, markdown.options, {}))
            # The numbers of clauses in brackets step back behind the sentences.
            html = _REFERENCE.sub(r'<span class="reference">\g<0></span>', html)
            yield Prose(html, tuple(clause for each in block for clause in clauses.get(id(each), ())))
        start = place + 1


def _fence(token: Token) -> Diagram | tuple[Example, ...]:
    """Return the examples or the diagram of a fenced block; see `pictured`."""
    if token.content.startswith("game "):
        parsed = examples(f"```\n{token.content}```")
        return tuple(each for each in parsed if isinstance(each, Example))
    word, _, stated = token.info.partition(" ")
    return Diagram(token.content, pictured(stated)) if word == "picture" else Diagram(token.content)


def _anchor_clauses(tokens: list[Token]) -> dict[int, list[str]]:
    """Give the block in which a clause is first named in brackets its anchor; return the clauses by token id."""
    seen: set[str] = set()
    clauses: dict[int, list[str]] = {}
    for token in tokens:
        if token.type != "inline":
            continue
        names = dict.fromkeys(_CLAUSE.findall(" ".join(_BRACKETS.findall(token.content))))
        first = [name for name in names if name not in seen]
        if first:
            seen.update(first)
            clauses[id(token)] = first
            anchors = [
                Token("html_inline", "", 0, content=f'<span id="{each}" class="clause"></span>') for each in first
            ]
            token.children = [*anchors, *(token.children or [])]
    return clauses
