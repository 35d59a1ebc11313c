"""The rules of a game on paper: its equipment and its statements by clause, with boards before and after a move."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version

from charkoni.core.catalog import CompetitionProfile, Provenance
from charkoni.core.errors import N_
from charkoni.core.game import Game
from charkoni.core.game_types import State
from charkoni.core.registry import named
from charkoni.core.teaching.equipment import equipment_of
from charkoni.core.teaching.guide import guide_of
from charkoni.core.teaching.rule_pages import rule_page_file
from charkoni.core.teaching.rule_text import full_rules
from charkoni.core.teaching.summary import Statement, summary_of
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.games.diagram_labels import translated
from charkoni.games.names import in_words
from charkoni.graphics.scene import BoardView
from charkoni.tournament.printouts.document import Picture

THEME = "contrast"
"""The theme of boards on paper: lines on white."""

LARGE = 700
"""The height in units of the drawing above which a board needs more room."""

_CLAUSE = N_("{text} ({clause})")
_ANNEX = N_("The whole rule page of the program, version {version}. Section 3 is a short form of it.")


@dataclass(frozen=True, slots=True)
class Rule:
    """A sentence.

    verdict: of the text of the event's profile, None without a sign.  pictures, caption: of a move that shows it.
    """

    text: str
    verdict: Provenance | None = Provenance.ADDED
    pictures: tuple[Picture, ...] = ()
    caption: str = ""


def equipment(words: Words, game: Game, profile: CompetitionProfile) -> Iterator[Rule]:
    """Yield what lies on a table."""
    for thing in equipment_of(game):
        text = words._(thing.text, **thing.values)
        verdict = thing.verdict or _verdict(game, thing.clause, profile)
        yield Rule(words._(_CLAUSE, text=text, clause=thing.clause), verdict)


def rules(words: Words, game: Game, profile: CompetitionProfile) -> Iterator[Rule]:
    """Yield the aim of a game and its statements, each with the boards of its example."""
    guide = guide_of(game)
    if guide:
        yield Rule(
            words._(_CLAUSE, text=words._(guide.aim), clause=guide.clause), _verdict(game, guide.clause, profile)
        )
    for statement in summary_of(game, words.language):
        text = words._(_CLAUSE, text=statement.text, clause=statement.clause)
        pictures, caption = _example(words, statement)
        is_quoted = statement.variant in profile.prescribed.get("game", ())
        verdict = (statement.verdict or Provenance.ADDED) if is_quoted else Provenance.ADDED
        yield Rule(text, verdict, pictures, caption)


def annex(words: Words, game: Game) -> Iterator[Rule]:
    """Yield the rule page: the version of the program whose page it is, then every paragraph of the rules."""
    page = rule_page_file(game.family, words.language, "summary") or rule_page_file(game.family, words.language)
    if page is None:
        return
    spec = re.compile(rf"\b{game.family.name}\b(?::[a-z0-9=,]+)?")
    yield Rule(words._(_ANNEX, version=version("charkoni")), None)
    for title, paragraphs in full_rules(page.read_text(encoding="utf-8")):
        for paragraph in paragraphs:
            text = spec.sub(lambda found: names.game_name(words, named(found[0].rstrip(","))), paragraph)
            yield Rule(words._("{title}: {text}", title=title, text=text), None)


def _verdict(game: Game, clause: str, profile: CompetitionProfile) -> Provenance:
    """Return whether the text of a profile contains a clause unchanged by its flags; it quotes no other game."""
    games = profile.prescribed.get("game", ())
    return profile.clauses.get(clause, Provenance.ADDED) if game.family.name in games else Provenance.ADDED


def _example(words: Words, statement: Statement) -> tuple[tuple[Picture, ...], str]:
    """Return the boards of an example, before and after its move, and the move in words."""
    played = named(statement.game)
    before = picture(words, played, statement.position)
    if statement.result.startswith("illegal"):
        return (before,), words._("Not allowed here: {move}", move=in_words(words, played, statement.move))
    after = picture(words, played, statement.result.partition(";")[0])
    return (before, after), side_and_move(words, played, statement.position, statement.move)


def side_and_move(words: Words, game: Game, text: str, move: str) -> str:
    """Return a move in words, with the side that makes it in the position of a text, or only the move of a throw."""
    said, mover = in_words(words, game, move), int(_state(game, text).turn)
    if not 0 <= mover < game.players:
        return said
    return words._("{side}: {move}", side=names.side_name(words, game, mover), move=said)


def picture(words: Words, game: Game, text: str) -> Picture:
    """Return a board for paper; the text is known to be valid, so that the rules need not be compiled."""
    lines = (translated(words, line) for line in game.family.text.diagram(_state(game, text), game.flags))
    view = BoardView(game)
    shown = tuple("".join(span for span, _ in line).rstrip() for line in lines)
    return Picture(view.svg_of_text(text, THEME, lang=words.language), shown, view.layout.height > LARGE)


def _state(game: Game, text: str) -> State:
    """Return the state of a position."""
    states = game.blank()
    game.family.text.read_state(text, states[0], game.flags)
    return states[0]
