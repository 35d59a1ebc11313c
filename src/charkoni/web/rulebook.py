"""The rule pages: Markdown made into HTML, with an anchor at every clause."""

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from charkoni.web.config import rule_pages

_CLAUSE = re.compile(r"(?<![A-Za-z0-9])([A-Z]{1,2}[0-9]{1,2}[a-z]?)(?![A-Za-z0-9])")


@dataclass(frozen=True, slots=True)
class RulePage:
    """A rule page: its title, its HTML, and its headings as (anchor, text)."""

    title: str
    html: str
    headings: tuple[tuple[str, str], ...]


def rules_of(name: str, lang: str) -> RulePage | None:
    """Return the rules of a game, in a language if there is a page in it, else in English."""
    for path in (rule_pages() / f"{name}.{lang}.md", rule_pages() / f"{name}.md"):
        if path.is_file():
            return _page(path, path.stat().st_mtime_ns)
    return None


@lru_cache(maxsize=64)
def _page(path: Path, _changed: int) -> RulePage:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(path.read_text(encoding="utf-8"))
    title, headings = "", list[tuple[str, str]]()
    for place, token in enumerate(tokens):
        if token.type != "heading_open":
            continue
        text = tokens[place + 1].content
        if token.tag == "h1" and not title:
            title = text
        elif token.tag == "h2":
            anchor = f"s{len(headings) + 1}"
            token.attrSet("id", anchor)
            headings.append((anchor, text))
    _anchor_clauses(tokens)
    html = markdown.renderer.render(tokens, markdown.options, {})
    return RulePage(title, str(html), tuple(headings))


def _anchor_clauses(tokens: list[Token]) -> None:
    """Give the block in which a clause is first named in brackets the clause's number as anchor."""
    seen: set[str] = set()
    for place, token in enumerate(tokens):
        if token.type != "inline":
            continue
        for name in _CLAUSE.findall(" ".join(re.findall(r"[(\[]([^()\[\]]*)[)\]]", token.content))):
            if name not in seen:
                seen.add(name)
                _mark(token, name, place)


def _mark(token: Token, name: str, _place: int) -> None:
    anchor = Token("html_inline", "", 0)
    anchor.content = f'<span id="{name}" class="clause"></span>'
    token.children = [anchor, *(token.children or [])]
