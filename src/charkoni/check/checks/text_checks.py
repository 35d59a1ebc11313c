"""Checks of texts: round trips of positions and moves, refusal of garbage."""

import pickle
from collections.abc import Iterator

from charkoni.check.mutants import HOPELESS, mutants
from charkoni.check.report import Trouble
from charkoni.check.sample import Sample, each, each_of
from charkoni.core.errors import BadMove, BadPosition, BadText
from charkoni.core.game import Game, Position
from charkoni.core.kernel_calls import audit


def start(sample: Sample) -> Iterator[Trouble]:
    """The start is canonical: valid, readable, not over, and every time the same."""
    first, second = sample.game.start(), sample.game.start()
    if first != second:
        yield Trouble("two starts differ", str(first))
    if int(audit(sample.game.kernels, first.state)) != 0:
        yield Trouble("the start breaks an invariant", str(first))
    if first.outcome is not None:
        yield Trouble("the start is over", str(first))
    if sample.game.parse(str(first)) != first:
        yield Trouble("the start reads back as another position", str(first))


def position_text(sample: Sample) -> Iterator[Trouble]:
    """A position text reads back as an equal position, byte by byte (T1, T2)."""
    yield from each(sample.positions, _reads_back)
    texts: dict[str, Position] = {}
    for position in sample.positions:
        other = texts.setdefault(str(position), position)
        if other != position:
            yield Trouble("two different positions have this text", str(position))


def garbage(sample: Sample) -> Iterator[Trouble]:
    """Other texts are refused with the right error and a reason, or written back exactly when they are accepted."""
    for text in (*HOPELESS, *sample.mutants):
        yield from _try_position(sample.game, text)
    random = sample.random
    for move in (*HOPELESS, *sample.moves):
        for text in (move, *mutants(move, sample.moves, random, 3)):
            yield from _try_move(sample.game, text)


def _reads_back(position: Position) -> Iterator[Trouble]:
    text = str(position)
    if not (text.isascii() and text.isprintable() and all(text.split(" "))):
        yield Trouble("the text is not a line of ASCII fields")
    again = position.game.parse(text)
    if again.state.tobytes() != position.state.tobytes():
        yield Trouble("the text reads back as other bytes")
    if again != position or hash(again) != hash(position) or again.turn != position.turn:
        yield Trouble("the text reads back as a position that is not equal")
    if pickle.loads(pickle.dumps(position)) != position:
        yield Trouble("the position comes back changed from a pickle")


@each_of(lambda sample: sample.positions)
def move_text(position: Position) -> Iterator[Trouble]:
    """Codes and texts of legal moves are two names of the same things, listed in the order of T5."""
    game = position.game
    family = game.family
    if list(position.moves) != sorted(set(position.moves)):
        yield Trouble("the list of moves is not sorted, or not without repetition")
    for move, code in zip(position.moves, position.codes, strict=True):
        if not (move.isascii() and move.isprintable() and " " not in move and move == move.lower()):
            yield Trouble("a move text is lower case ASCII without spaces", move=move)
        if family.write_move(code, game.flags) != move:
            yield Trouble(f"code {code} is written {family.write_move(code, game.flags)!r}", move=move)
        if family.read_move(move, game.flags) != code:
            yield Trouble(f"read as code {family.read_move(move, game.flags)}, not {code}", move=move)


def _try_position(game: Game, text: str) -> Iterator[Trouble]:
    try:
        position = game.parse(text)
    except BadPosition as error:
        yield from _explains(error, text)
    except Exception as error:  # any other error is a finding
        yield Trouble(f"reading raised {error!r} instead of BadPosition", text)
    else:
        if str(position) != text:
            yield Trouble(f"read as {str(position)!r} without a word", text)


def _try_move(game: Game, text: str) -> Iterator[Trouble]:
    try:
        code = game.family.read_move(text, game.flags)
    except BadMove as error:
        yield from _explains(error, text)
        return
    except Exception as error:  # any other error is a finding
        yield Trouble(f"reading raised {error!r} instead of BadMove", move=text)
        return
    if not 0 <= code < game.codes:
        yield Trouble(f"code {code} is not among the {game.codes} codes", move=text)
    elif game.family.read_move(game.family.write_move(code, game.flags), game.flags) != code:
        yield Trouble(f"code {code} does not survive writing and reading", move=text)


def _explains(error: BadText, text: str) -> Iterator[Trouble]:
    """An error quotes the text, or a piece of it and the text as its place, and has a reason."""
    if text not in (error.text, error.where):
        yield Trouble(f"the error quotes {error.text!r}", text)
    if not error.reason.code.isupper() or not error.reason.message().strip() or not str(error):
        yield Trouble(f"the error does not say why: {error!r}", text)
