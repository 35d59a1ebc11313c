"""Checks of results, static values and diagrams."""

from collections.abc import Iterator, Sequence

import numpy as np

from charkoni.check.report import Trouble
from charkoni.check.sample import Sample, each, each_of
from charkoni.core.constants import OVER, POINT
from charkoni.core.game import Position
from charkoni.core.kernel_calls import score, static_value

WIDE = 76
HIGH = 21
"""The size of a diagram in an 80 x 24 terminal; most games take 19 lines at most."""

ROLES = frozenset({"a", "b", "c", "d", "board", "label", "mark", "dim", ""})
_CLOSE = 1e-9


def outcome_names(sample: Sample) -> Iterator[Trouble]:
    """The catalog, where the game has one, names every outcome reason that occurs in random games."""
    family = sample.game.family
    if not family.has("catalog"):
        return
    outcomes = [walk.last.outcome for walk in sample.walks]
    for reason in sorted({outcome.reason for outcome in outcomes if outcome} - {*family.catalog.outcome_reasons}):
        yield Trouble(f"the catalog has no words for the outcome reason {reason!r}")


def diagram(sample: Sample) -> Iterator[Trouble]:
    """A diagram fits the terminal, uses known roles, and shows every difference but whose turn it is."""
    yield from each(sample.positions, _diagram)
    by_diagram: dict[tuple[str, int], Position] = {}
    for position in sample.positions:
        other = by_diagram.setdefault((position.diagram, position.turn), position)
        if other != position:
            yield Trouble(f"drawn like {str(other)!r}", str(position))


@each_of(lambda sample: [position for position in sample.positions if position.turn == OVER])
def scores(position: Position) -> Iterator[Trouble]:
    """The sides share one point, and players of one side get the same (R9)."""
    game = position.game
    points = np.full(game.players, -1, np.int64)
    reason = int(score(game.kernels, position.state, points))
    if not 0 <= reason < len(game.outcome_reasons):
        yield Trouble(f"the reason number {reason} is none of {game.outcome_reasons}")
    yield from _shared(points.tolist(), game.sides, POINT)


def _shared(shares: Sequence[float], sides: tuple[int, ...], whole: int) -> Iterator[Trouble]:
    """All of a side have the same share, and the sides share the whole."""
    of_side = dict(zip(sides, shares, strict=True))
    if any(of_side[side] != share for side, share in zip(sides, shares, strict=True)):
        yield Trouble(f"unequal within a side: {shares}")
    # Not a number is refused, too.
    if not (min(shares) >= 0 and abs(sum(of_side.values()) - whole) < _CLOSE):
        yield Trouble(f"the sides do not share one point: {shares} of {whole}")


@each_of(lambda sample: [walk.last for walk in sample.walks if walk.last.turn == OVER])
def outcome_text(position: Position) -> Iterator[Trouble]:
    """Scores and reason can be read off the final text alone (R10)."""
    again = position.game.parse(str(position)).outcome
    if again != position.outcome:
        yield Trouble(f"the outcome {position.outcome!r} reads back as {again!r}")


@each_of(lambda sample: sample.positions)
def value(position: Position) -> Iterator[Trouble]:
    """The static value is an expectation of points: 0 to 1, the sides share one point; the state stays."""
    game, state = position.game, position.state
    values = np.full(game.players, np.nan)
    static_value(game.kernels, state, values)
    if state.tobytes() != position.state.tobytes():
        yield Trouble("the evaluation changed the state")
    yield from _shared(values.tolist(), game.sides, 1)


def _diagram(position: Position) -> Iterator[Trouble]:
    spans = position.spans
    if not 0 < len(spans) <= HIGH:
        yield Trouble(f"{len(spans)} lines, at most {HIGH} fit")
    for number, line in enumerate(spans, 1):
        text = "".join(piece for piece, _ in line)
        if len(text.rstrip()) > WIDE:
            yield Trouble(f"line {number} is {len(text.rstrip())} wide, {WIDE} fit")
        if not text.isprintable():
            yield Trouble(f"line {number} holds characters that cannot be printed: {text!r}")
        for piece, role in line:
            if role not in ROLES:
                yield Trouble(f"{role!r} is no role of a span")
            if role == "label" and not piece.strip():
                yield Trouble(f"an empty label in line {number}")
