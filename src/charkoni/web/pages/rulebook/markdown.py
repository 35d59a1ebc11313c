"""The rule pages: Markdown rendered as HTML, with an anchor at every clause, and split at examples and diagrams."""

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from charkoni.check.examples import Example, examples
from charkoni.web.config import rule_page_file

_CLAUSE = re.compile(r"(?<![A-Za-z0-9])([A-Z]{1,2}[0-9]{1,2}[a-z]?)(?![A-Za-z0-9])")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|^[A-Z]{1,2}[0-9]{1,2}:")


@dataclass(frozen=True, slots=True)
class Diagram:
    """A block of plain text, which may be the diagram of a position."""

    text: str


Part = str | Diagram | tuple[Example, ...]
"""A part of a page: HTML, a diagram, or the examples of one block."""


@dataclass(frozen=True, slots=True)
class RulePage:
    """A rule page.

    name: of the game.  headings: (anchor, text).  lang: of the page.  text: its Markdown source.
    """

    name: str
    title: str
    headings: tuple[tuple[str, str], ...]
    parts: tuple[Part, ...]
    lang: str
    text: str


def rule_page(name: str, lang: str) -> RulePage | None:
    """Return the rules of a game in a language, or in English where that page is missing; None without any page."""
    path = rule_page_file(name, lang)
    if path is None:
        return None
    return _parsed(name, path, lang if path.stem == f"{name}.{lang}" else "en", path.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _parsed(name: str, path: Path, lang: str, _changed_ns: int) -> RulePage:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    whole = path.read_text(encoding="utf-8")
    tokens = markdown.parse(whole)
    title, heading, headings = "", -1, list[tuple[str, str]]()
    for place, token in enumerate(tokens):
        if token.type != "heading_open":
            continue
        text = tokens[place + 1].content
        if token.tag == "h1" and not title:
            title, heading = text, place
        elif token.tag == "h2":
            anchor = f"s{len(headings) + 1}"
            token.attrSet("id", anchor)
            headings.append((anchor, text))
    if title:
        del tokens[heading : heading + 3]  # the title is shown above the contents
    _anchor_clauses(tokens)
    return RulePage(name, title, tuple(headings), _parts(markdown, tokens), lang, whole)


def _parts(markdown: MarkdownIt, tokens: list[Token]) -> tuple[Part, ...]:
    """Return the page split at its blocks of examples and its diagrams."""
    parts, start = list[Part](), 0
    for place, token in enumerate(tokens):
        block = _block(token)
        if block is not None:
            parts += [_html(markdown, tokens[start:place]), block]
            start = place + 1
    return (*parts, _html(markdown, tokens[start:]))


def _html(markdown: MarkdownIt, tokens: list[Token]) -> str:
    return str(markdown.renderer.render(tokens, markdown.options, {}))


def _block(token: Token) -> Diagram | tuple[Example, ...] | None:
    """Return the examples or the diagram of a block; None for anything else."""
    if token.type == "fence" and token.content.startswith("game "):
        parsed = examples(f"```\n{token.content}```")
        return tuple(each for each in parsed if isinstance(each, Example))
    return Diagram(token.content) if token.type == "fence" and not token.level else None


def _anchor_clauses(tokens: list[Token]) -> None:
    """Give the block in which a clause is first named in brackets the clause's number as anchor."""
    seen: set[str] = set()
    for token in tokens:
        if token.type != "inline":
            continue
        for name in _CLAUSE.findall(" ".join(_BRACKETS.findall(token.content))):
            if name not in seen:
                seen.add(name)
                _mark(token, name)


def _mark(token: Token, name: str) -> None:
    anchor = Token("html_inline", "", 0)
    anchor.content = f'<span id="{name}" class="clause"></span>'
    token.children = [anchor, *(token.children or [])]
