"""Examples and diagrams of rule pages as boards."""

from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape

from charkoni.check.examples import Example
from charkoni.core.errors import BadMove, IllegalMove
from charkoni.core.game import Position
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.graphics import scene
from charkoni.web.live.queries import rule_url
from charkoni.web.pages.board_pictures import new_game_url, picture_url
from charkoni.web.pages.rulebook.diagrams import positions_by_diagram, stripped
from charkoni.web.pages.rulebook.markdown import Diagram, Part, RulePage


@dataclass(frozen=True, slots=True)
class Board:
    """A board in place of a diagram.  picture: its address."""

    picture: str
    position: str


@dataclass(frozen=True, slots=True)
class ShownExample:
    """An example as a page shows it.

    name: of the variant, empty for the standard rules.  before, after: addresses of pictures, the latter empty for an
    illegal move.  result: the effect of the move, in words.  refused: why the move is illegal, with rule and rule_url
    of the clause.  moves: all legal ones, where the example lists them.  play: address to play from here, empty when
    the game is over.  text: the source of the example.
    """

    game: str
    name: str
    position: str
    move: str
    before: str
    after: str = ""
    remark: str = ""
    result: str = ""
    refused: str = ""
    rule: str = ""
    rule_url: str = ""
    moves: tuple[str, ...] = ()
    play: str = ""
    text: str = ""


ShownPart = str | Board | tuple[ShownExample, ...]


@lru_cache(maxsize=32)
def shown_parts(page: RulePage, lang: str) -> tuple[ShownPart, ...]:
    """Return the parts of a page with boards, for a reader of a language; the rules of its game must be compiled."""
    words = Words(lang)
    known = positions_by_diagram(page.text, page.name)
    return tuple(_shown_part(part, words, known) for part in page.parts)


def _shown_part(part: Part, words: Words, known: dict[str, Position]) -> ShownPart:
    if isinstance(part, tuple):
        return tuple(shown_example(example, words) for example in part)
    if isinstance(part, str):
        return part
    position = known.get(stripped(part.text))
    if position is None:
        return _preformatted(part.text)
    return Board(picture_url(position.game.name, str(position)), str(position))


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
        return replace(shown, refused=refused, rule=clause, rule_url=rule_url(game.name, clause))
    result = scene.describe(position, example.move, words)
    end = names.result(words, game, after.outcome) if after.outcome else ""
    sentences = result if end in result else f"{result} {end}"
    return replace(shown, after=picture_url(game.name, text, example.move), result=sentences)


def plain_parts(page: RulePage) -> tuple[str, ...]:
    """Return the parts of a page as HTML without boards, which needs no compiled rules."""
    return tuple(_plain(part) for part in page.parts)


def _plain(part: Part) -> str:
    if isinstance(part, str):
        return part
    if isinstance(part, Diagram):
        return _preformatted(part.text)
    return _preformatted("\n".join(f"{each.position} | {each.move} | {each.wanted}" for each in part))


def _preformatted(text: str) -> str:
    return f"<pre>{escape(text)}</pre>"
