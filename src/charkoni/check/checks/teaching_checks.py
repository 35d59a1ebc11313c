"""Checks of teaching material: the rules in one minute, lessons, the guide, the short game, the equipment."""

import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase

from charkoni.check.checks.board_checks import spread
from charkoni.check.examples import Example, LeafCounts, examples, result
from charkoni.check.report import Trouble
from charkoni.check.sample import Sample
from charkoni.core.compiler import compiled
from charkoni.core.errors import BadMove, BadPosition, IllegalMove, Reason
from charkoni.core.game import Game, Position, game_of
from charkoni.core.registry import named
from charkoni.core.teaching.courses import course_of
from charkoni.core.teaching.equipment import equipment_of
from charkoni.core.teaching.guide import Guide, guide_of
from charkoni.core.teaching.lesson import Lesson, LessonStep
from charkoni.core.teaching.presentation import presentation_of
from charkoni.core.teaching.rule_pages import rule_page_files
from charkoni.core.teaching.summary import BOARDS, Statement, summary_of
from charkoni.core.translations import LANGUAGES, Words
from charkoni.graphics import scene
from charkoni.graphics.scene import BoardView

_VARIANTS = 8
"""The most variants of a game with which one is compared, but for those with one flag changed."""


def summary(sample: Sample) -> Iterator[Trouble]:
    """Each statement of the rules in one minute has a true example, false in variants without the statement."""
    game = sample.game
    told = summary_of(game)
    for statement in told:
        for what in _untruths(statement, _on_board_of(statement.game, game)):
            yield Trouble(f"{statement.text!r}: {what}", statement.position, statement.move)
    texts = {statement.text for statement in told}
    variants = (game_of(game.family, options) for options in game.family.combinations(most=_VARIANTS))
    board = {flag: game.flags[flag] for flag in BOARDS & game.flags.keys()}
    on_board = (variant for variant in variants if board.items() <= variant.flags.items())
    others = {each for variant in on_board for each in summary_of(variant)}
    for other in others:
        if other.text not in texts and not any(_untruths(other, game)):
            yield Trouble(f"{other.text!r} is true, and not told", other.position, other.move)


def lessons(sample: Sample) -> Iterator[Trouble]:
    """Right moves have the stated effects, others do not, refusals have the taught reason, and the end is as stated."""
    game = sample.game
    course = course_of(game.family, game.options)
    if course is None:
        return
    if not any(_can_be_played(each, course.picture) for each in (game, game_of(game.family))):
        yield Trouble("the picture of the lessons is no position in which one moves", course.picture)
    for lesson in course.lessons:
        if not all(step.clauses for step in lesson.steps):
            yield Trouble(f"a step of {lesson.title!r} states no clause")
        variant = _on_board_of(lesson.name, game)
        for step, text in zip(lesson.steps, lesson.texts, strict=True):
            for what in _falsehoods(step, text, variant, is_own=variant == lesson.game):
                yield Trouble(f"{lesson.title!r}, {step.ask!r}: {what}", text)
        yield from _transitions(lesson)


def guide(sample: Sample) -> Iterator[Trouble]:
    """The guide explains each symbol, counter and event of the board, and advises in the first turn."""
    told = guide_of(sample.game)
    if told is None:
        return
    yield from _legend(sample, told)
    demonstrated = named(told.demonstration.name)
    first = demonstrated.parse(told.demonstration.position) if told.demonstration.position else demonstrated.start()
    yield from _played(first, told.demonstration.moves, "the demonstration cannot be played")
    labels = {each.label for position in sample.shown for each in scene.counters(position, Words("en"))}
    for label in sorted(labels - {*told.counters}):
        yield Trouble(f"the counter {label!r} is not explained")
    for language in LANGUAGES:
        if len({Words(language)._(label) for label in told.counters}) < len(told.counters):
            yield Trouble(f"two counters have the same label in {language}")
    kinds = {event.kind for each in sample.shown for move in spread(each) for event in scene.events(each, move)}
    for kind in sorted(kinds - {rule.kind for rule in told.rules}):
        yield Trouble(f"no rule explains an event {kind!r}")
    first = sample.game.start()
    state = (first.play(first.moves[0]) if first.odds else first).state[0]
    if not any(each.when is None or each.when(state) for each in told.advice):
        yield Trouble("there is no advice for the first turn", str(first))


def presentation(sample: Sample) -> Iterator[Trouble]:
    """The short game can be played and ends with its last move at the earliest; what lies on the table lies there."""
    shown = presentation_of(sample.game.family)
    if shown:
        start = game_of(sample.game.family).parse(shown.position)
        yield from _played(start, shown.moves.split(), "the short game cannot be played")
    for thing in equipment_of(sample.game):
        if not thing.holds(sample.game.start()):
            yield Trouble(f"the start does not have {thing.text!r}")


def _can_be_played(game: Game, text: str) -> bool:
    """Return whether a text is a position in which the game is not over."""
    try:
        return game.parse(text).outcome is None
    except BadPosition:
        return False


def fulfils(step: LessonStep, position: Position, move: str) -> bool:
    """Return whether a move is what a step claims of the right ones."""
    after = position.play(move)
    is_so = not step.claim or getattr(position.game.family.module("teaching.conditions"), step.claim)(position, after)
    leads_there = not step.leads_to or fnmatchcase(str(after), step.leads_to)
    return is_so and leads_there and {*step.expects} <= {event.kind for event in scene.events(position, move)}


def _falsehoods(step: LessonStep, text: str, game: Game, *, is_own: bool) -> Iterator[str]:
    """Yield the faults of a step that starts in a position, played in its own game or in another variant."""
    try:
        position = game.parse(text)
    except BadPosition as error:
        yield f"{error} ({game.name})"
        return
    if not {*step.moves} <= {*position.moves}:
        yield f"{sorted({*step.moves} - {*position.moves})} cannot be played in {game.name}"
        return
    for move in step.moves:
        after = position.play(move)
        if not fulfils(step, position, move):
            yield f"the right move {move} does not do it in {game.name}"
        for reply in step.replies:
            if reply not in after.moves:
                yield f"the reply {reply} to {move} cannot be played in {game.name}"
                break
            after = after.play(reply)
        ends = [str(after), step.after]
        if not is_own:  # in the last word some flags count other things
            ends = [end.rpartition(" ")[0] for end in ends]
        if move == step.moves[0] and ends[0] != ends[1]:
            yield f"it ends in {str(after)!r}"
    if step.is_only_move and not (step.expects or step.leads_to or step.claim):
        yield "the right moves are alone, and nothing is claimed of them"
    for move in position.moves if step.is_only_move and is_own else ():
        if move not in step.moves and fulfils(step, position, move):
            yield f"{move} does it, too, in {game.name}"
    for move, code in step.refused.items():
        refusal = _refusal(position, move)
        if refusal is None or refusal.code != code:
            yield f"{move} is refused by {refusal and refusal.code}, not {code}, in {game.name}"


def _refusal(position: Position, move: str) -> Reason | None:
    try:
        position.play(move)
    except (BadMove, IllegalMove) as error:
        return error.reason
    return None


def _untruths(statement: Statement, game: Game) -> Iterator[str]:
    """Yield the faults of the example of a statement, played in a game or variant."""
    try:
        position = game.parse(statement.position)
    except BadPosition as error:
        yield str(error)  # the notation already shows that this is another game
        return
    for move in filter(None, (statement.move, statement.refused)):
        refusal = _refusal(position, move)
        is_refused = move == statement.refused or statement.result.startswith("illegal")
        if is_refused and (refusal is None or refusal.clause != statement.clause):
            yield f"{statement.clause} does not forbid {move} in {game.name}"
        elif not is_refused and (refusal or result(position.play(move)) != statement.result):
            yield f"{move} has another result in {game.name}"


def _on_board_of(name: str, game: Game) -> Game:
    """Return the variant with the rules of a game, on the board of the variant `name`, which is another one or not."""
    own = game_of(game.family, name.partition(":")[2])
    values = {flag.name: (own if flag.name in BOARDS else game).flags[flag.name] for flag in game.family.flags}
    return game_of(game.family, game.family.written(values))


def _transitions(lesson: Lesson) -> Iterator[Trouble]:
    """A step without a position of its own follows the only right move before it."""
    if not lesson.steps[0].position:
        yield Trouble(f"the first step of {lesson.title!r} has no position")
    for step, following in zip(lesson.steps, lesson.steps[1:], strict=False):
        if not following.position and len(step.moves) > 1:
            yield Trouble(f"{lesson.title!r}, {following.ask!r}: it begins where one of several moves leads")


def _legend(sample: Sample, told: Guide) -> Iterator[Trouble]:
    """The legend explains everything on the board, and the legend of some variant everything else in the layout."""
    game, found = sample.game, set[str]()
    for is_upright in (False, True):
        layout = BoardView(game, 0, is_upright).layout
        # What the ground refers to is a part of it, drawn once.
        found |= layout.symbols.keys() - {str(dict(each.attributes).get("href", ""))[1:] for each in layout.ground}
        for zone in {entry.zone for entry in told.legend if entry.zone} - layout.spots.keys():
            yield Trouble(f"the legend shows the zone {zone!r}, which the board does not have")
    placed = {piece.symbol for position in sample.shown for piece in BoardView(game).pieces(position)}
    variants = [guide_of(game_of(game.family, options)) or told for options in game.family.combinations(most=_VARIANTS)]
    own, all_patterns = _patterns(told), {pattern for each in variants for pattern in _patterns(each)}
    for symbol in sorted(found):
        if not any(fnmatchcase(symbol, pattern) for pattern in (own if symbol in placed else all_patterns)):
            yield Trouble(f"the legend does not explain the symbol {symbol!r}")
    for pattern in sorted(own):
        if not any(fnmatchcase(symbol, pattern) for symbol in found):
            yield Trouble(f"the board has no symbol {pattern!r} of the legend")


def _patterns(told: Guide) -> set[str]:
    return {pattern for entry in told.legend for pattern in entry.symbols}


def _played(position: Position, moves: Iterable[str], what: str) -> Iterator[Trouble]:
    """The moves can be played one after the other.  what: the finding where they cannot."""
    for move in moves:
        if move not in position.moves:
            yield Trouble(what, str(position), move)
            return
        position = position.play(move)


_MOST_LEAVES = 400_000 if compiled() else 1000


def rule_page(sample: Sample) -> Iterator[Trouble]:
    """The examples of the rule page are true and the same in all languages; it has all clauses that are named."""
    english: list[tuple[object, ...]] = []
    for language, path in rule_page_files(sample.game.family):
        text = path.read_text("utf-8")
        found = list(examples(text))
        for each in found:
            is_too_long = isinstance(each, LeafCounts) and max(each.counts) > _MOST_LEAVES
            if each.game.name == sample.game.name and not (is_too_long or each.agrees()):
                yield Trouble(f"{path.name}, line {each.line}: the result is {each.run()}", each.position)
        shown = [
            (each.game.name, each.position, *((each.move, each.clause) if isinstance(each, Example) else each.counts))
            for each in found
        ]
        english = english or shown
        if shown != english:
            yield Trouble(f"{path.name} has other examples than the page in English")
        for clause in sorted(clauses(sample.game)):
            if not re.search(rf"\b{clause}\b", text):
                yield Trouble(f"{path.name} has no clause {clause}")
        if not found:
            yield Trouble(f"the rule page in {language} has no examples")


def clauses(game: Game) -> set[str]:
    """Return the clauses that summary, lessons, guide and equipment of a game name."""
    course, told = course_of(game.family, game.options), guide_of(game)
    named = {each.clause for each in summary_of(game)} | {each.clause for each in equipment_of(game)}
    if course:
        named |= {clause for lesson in course.lessons for clause in lesson.clauses}
    if told:
        named |= {told.clause, *(entry.clause for entry in told.legend), *(advice.clause for advice in told.advice)}
        named |= {each.clause for each in told.counters.values()} | {rule.clause for rule in told.rules}
    return named
