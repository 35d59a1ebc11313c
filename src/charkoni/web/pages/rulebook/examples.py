"""Examples and diagrams of rule pages as boards, each beside the clause that it shows."""

import re
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape

from charkoni.check.examples import Example, examples
from charkoni.core.errors import BadMove, BadPosition, IllegalMove
from charkoni.core.game import Game, Position
from charkoni.core.registry import named
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.games.diagram_labels import translated_diagram
from charkoni.graphics import scene
from charkoni.web.live.queries import rule_url
from charkoni.web.pages.board_pictures import new_game_url, picture_url
from charkoni.web.pages.rulebook.markdown import Diagram, Part, Prose, RulePage, Section

_LISTS = ("<ul", "<ol", "<table")
_CODE = re.compile(r"`([^`\n]+)`")


@dataclass(frozen=True, slots=True)
class ExampleBoard:
    """A board in place of a diagram.  picture: its address."""

    picture: str
    position: str


@dataclass(frozen=True, slots=True)
class ShownExample:
    """An example as a page shows it.

    name: of the variant, empty for the standard rules.  before, after: addresses of pictures, the latter empty for an
    illegal move.  clause: that it shows, "" if it belongs to none.  result: the effect of the move, in words.  refused:
    why the move is illegal, with rule and rule_url of the clause.  moves: all legal ones, where the example lists them.
    play: address to play from here, empty when the game is over.  text: the source of the example.
    """

    game: str
    name: str
    position: str
    move: str
    before: str
    after: str = ""
    clause: str = ""
    remark: str = ""
    result: str = ""
    refused: str = ""
    rule: str = ""
    rule_url: str = ""
    moves: tuple[str, ...] = ()
    play: str = ""
    text: str = ""


ShownPart = str | tuple[ExampleBoard, ...] | tuple[ShownExample, ...]
ShownSection = Section[ShownPart]


@lru_cache(maxsize=32)
def shown_sections(page: RulePage, lang: str) -> tuple[ShownSection, ...]:
    """Return the sections of a page with boards, for a reader of a language; the rules of its game must be compiled.

    Examples of a section for looking up move to the clauses that they show.
    """
    words = Words(lang)
    known = positions_by_diagram(page.text, page.name, Words(page.lang))
    anchored = {clause for part in page.parts if isinstance(part, Prose) for clause in part.clauses}
    moved: dict[str, list[ShownExample]] = {}
    shown = []
    for section in reversed(page.sections):  # the examples follow the clauses
        parts, beside = list[ShownPart](), list[ShownExample]()
        for place, part in enumerate(section.parts):
            if isinstance(part, tuple):
                each = [shown_example(example, words) for example in part]
                stays = [example for example in each if not section.is_reference or example.clause not in anchored]
                for example in each:
                    if example not in stays:
                        moved.setdefault(example.clause, []).append(example)
                parts += [tuple(stays)] if stays else []
            elif isinstance(part, Diagram):
                parts.append(_shown_diagram(part, words, known))
            else:
                parts.append(part.html)
                beside += [example for clause in part.clauses for example in moved.pop(clause, ())]
            after = section.parts[place + 1 : place + 2]
            # A list or table that comes next is announced by the paragraph before it.
            if beside and not (after and isinstance(after[0], Prose) and after[0].html.startswith(_LISTS)):
                parts.append(tuple(beside))
                beside = []
        shown.append(Section(section.anchor, section.title, section.is_reference, tuple(parts)))
    return tuple(reversed(shown))


def _shown_diagram(part: Diagram, words: Words, known: dict[str, Position]) -> ShownPart:
    if part.pictured:
        # With marks at the ends of all moves that fit the example's pattern.
        boards = [
            ExampleBoard(picture_url(example.game.name, example.position, reach=example.move), example.position)
            for example in part.pictured
            if not example.move or "*" in example.move
        ]
        return tuple(boards) or tuple(shown_example(example, words) for example in part.pictured)
    position = known.get(stripped(part.text))
    if position is None:
        return _preformatted(part.text)
    return (ExampleBoard(picture_url(position.game.name, str(position)), str(position)),)


def shown_example(example: Example, words: Words) -> ShownExample:
    """Return an example as a page shows it; result and refusal are computed by the rules, not read from the page."""
    game, text = example.game, example.position
    position = game.parse(text)
    shown = ShownExample(
        game=game.name,
        name=names.game_name(words, game) if game.options else "",
        position=text,
        move=example.move,
        before=picture_url(game.name, text),
        clause=example.clause,
        remark=example.remark,
        play=new_game_url(game.name, text) if position.outcome is None else "",
        text=f"{text} | {example.move} | {example.wanted}",
    )
    if example.move == "*":
        return replace(shown, moves=position.moves)
    try:
        after = position.play(example.move)
    except (BadMove, IllegalMove) as error:
        clause = error.reason.clause
        refused = error.reason.message(words._).removesuffix(f" ({clause})")
        return replace(shown, refused=refused, rule=clause, clause=clause, rule_url=rule_url(game.name, clause))
    result = scene.describe(position, example.move, words)
    end = names.result(words, game, after.outcome) if after.outcome else ""
    sentences = result if end in result else f"{result} {end}"
    return replace(shown, after=picture_url(game.name, text, example.move), result=sentences)


def plain_sections(page: RulePage) -> tuple[ShownSection, ...]:
    """Return the sections of a page as HTML without boards, which needs no compiled rules."""
    return tuple(
        Section(section.anchor, section.title, section.is_reference, tuple(map(_plain, section.parts)))
        for section in page.sections
    )


def _plain(part: Part) -> str:
    if isinstance(part, Prose):
        return part.html
    if isinstance(part, Diagram):
        return _preformatted(part.text)
    return _preformatted("\n".join(f"{each.position} | {each.move} | {each.wanted}" for each in part))


def _preformatted(text: str) -> str:
    return f"<pre>{escape(text)}</pre>"


def positions_by_diagram(text: str, name: str, words: Words) -> dict[str, Position]:
    """Return the positions that a rule page names, by diagram in its language: of examples, leaf counts and texts."""
    games = _games(text, name)
    positions = [game.start() for game in games]
    for each in examples(text):
        if not isinstance(each, Example):
            positions.append(each.root)
            continue
        before = each.game.parse(each.position)
        positions.append(before)
        with suppress(BadMove, IllegalMove):
            positions.append(before.play(each.move))
    for code in _CODE.findall(text):
        for game in games:
            with suppress(BadPosition):
                positions.append(game.parse(code))
    by_diagram: dict[str, Position] = {}
    for position in positions:
        by_diagram.setdefault(stripped(translated_diagram(words, position)), position)
    return by_diagram


def stripped(diagram: str) -> str:
    """Return a diagram without blanks at the ends of its lines."""
    return "\n".join(line.rstrip() for line in diagram.strip("\n").split("\n"))


def _games(text: str, name: str) -> list[Game]:
    """Return a game and the variants that the page names."""
    games = [named(name)]
    for spec in sorted(set(re.findall(rf"\b{name}:[\w=,]+", text))):
        with suppress(ValueError):
            games.append(named(spec.rstrip(",")))
    return games
