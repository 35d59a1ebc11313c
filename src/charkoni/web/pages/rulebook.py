"""The rule pages: Markdown made into HTML, with an anchor at every clause and the examples as boards."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from charkoni.check.examples import Example, examples
from charkoni.core.errors import BadMove, IllegalMove
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.graphics import scene as drawn
from charkoni.web.config import rule_pages
from charkoni.web.live.queries import rule_url
from charkoni.web.pages.new_game import picture_of, start_url
from charkoni.web.pages.rulebook_diagrams import bare, positions_on

_CLAUSE = re.compile(r"(?<![A-Za-z0-9])([A-Z]{1,2}[0-9]{1,2}[a-z]?)(?![A-Za-z0-9])")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|^[A-Z]{1,2}[0-9]{1,2}:")


@dataclass(frozen=True, slots=True)
class Sketch:
    """A block in letters: perhaps a drawing of a position."""

    text: str


@dataclass(frozen=True, slots=True)
class RulePage:
    """A rule page: title, headings as (anchor, text), and parts: HTML, the examples of a block, a sketch."""

    name: str
    title: str
    headings: tuple[tuple[str, str], ...]
    parts: tuple[str | Sketch | tuple[Example, ...], ...]
    lang: str
    text: str


@dataclass(frozen=True, slots=True)
class Board:
    """A board where the page has a drawing in letters."""

    picture: str
    position: str


@dataclass(frozen=True, slots=True)
class Shown:
    """An example as it is shown: pictures before and after, what happened or why it is forbidden, where to go on.

    name: of the variant, empty for the usual rules.  moves: all that are legal, where the example lists them.
    """

    game: str
    name: str
    position: str
    move: str
    before: str
    after: str = ""
    remark: str = ""
    told: str = ""
    refused: str = ""
    rule: str = ""
    rule_url: str = ""
    moves: tuple[str, ...] = ()
    play: str = ""
    text: str = ""


def rules_of(name: str, lang: str) -> RulePage | None:
    """Return the rules of a game, in a language if there is a page in it, else in English."""
    for own, path in ((lang, rule_pages() / f"{name}.{lang}.md"), ("en", rule_pages() / f"{name}.md")):
        if path.is_file():
            return _page(name, path, own, path.stat().st_mtime_ns)
    return None


@lru_cache(maxsize=64)
def _page(name: str, path: Path, lang: str, _changed: int) -> RulePage:
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
        del tokens[heading : heading + 3]  # it stands above the contents
    _anchor_clauses(tokens)
    return RulePage(name, title, tuple(headings), _parts(markdown, tokens), lang, whole)


def _parts(markdown: MarkdownIt, tokens: list[Token]) -> tuple[str | Sketch | tuple[Example, ...], ...]:
    """Return the page cut at its blocks of examples and its sketches."""
    parts, waiting = list[str | Sketch | tuple[Example, ...]](), list[Token]()

    def render() -> None:
        parts.append(str(markdown.renderer.render(waiting, markdown.options, {})))
        waiting.clear()

    for token in tokens:
        if token.type == "fence" and token.content.startswith("game "):
            render()
            found = examples(f"```\n{token.content}```")
            parts.append(tuple(each for each in found if isinstance(each, Example)))
        elif token.type == "fence" and not token.level:
            render()
            parts.append(Sketch(token.content))
        else:
            waiting.append(token)
    render()
    return tuple(parts)


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


# --- examples ---------------------------------------------------------------------------------------------------------


def plain_parts(page: RulePage) -> tuple[str, ...]:
    """Return the parts of a page whose examples cannot be drawn yet: they stand as text."""

    def text(part: str | Sketch | tuple[Example, ...]) -> str:
        if isinstance(part, str):
            return part
        if isinstance(part, Sketch):
            return _preformatted(part.text)
        return _preformatted("\n".join(f"{each.position} | {each.move} | {each.wanted}" for each in part))

    return tuple(text(part) for part in page.parts)


def _preformatted(text: str) -> str:
    return f"<pre>{escape(text)}</pre>"


@lru_cache(maxsize=32)
def shown_parts(page: RulePage, lang: str) -> tuple[str | Board | tuple[Shown, ...], ...]:
    """Return the parts of a page as they are shown to somebody who reads a language."""
    words = Words(lang)
    known = positions_on(page.text, page.name)

    def part_of(part: str | Sketch | tuple[Example, ...]) -> str | Board | tuple[Shown, ...]:
        if isinstance(part, tuple):
            return tuple(shown(example, words) for example in part)
        if isinstance(part, str):
            return part
        position = known.get(bare(part.text))
        if position is None:
            return _preformatted(part.text)
        return Board(picture_of(position.game.name, str(position)), str(position))

    return tuple(part_of(part) for part in page.parts)


def shown(example: Example, words: Words) -> Shown:
    """Return an example as it is shown; what happens is what the rules do, not what the page says."""
    game, text = example.game, example.position
    position = game.parse(text)
    usual = Shown(
        game=game.name,
        name=names.game_name(words, game) if game.options else "",
        position=text,
        move=example.move,
        before=picture_of(game.name, text),
        remark=example.remark,
        play=start_url(game.name, text) if position.outcome is None else "",
        text=f"{text} | {example.move} | {example.wanted}",
    )
    if example.move == "*":
        return replace(usual, moves=position.moves)
    try:
        after = position.play(example.move)
    except (BadMove, IllegalMove) as error:
        clause = error.reason.clause
        told = error.reason.say(words._).removesuffix(f" ({clause})")
        return replace(usual, refused=told, rule=clause, rule_url=rule_url(game.name, clause))
    told = drawn.tell(position, example.move, words)
    end = names.result(words, game, after.outcome) if after.outcome else ""
    sentences = told if end in told else f"{told} {end}"
    return replace(usual, after=picture_of(game.name, text, example.move), told=sentences)
