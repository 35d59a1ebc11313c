"""Rule examples: the code blocks of a rule page, executed.

The lines of blocks are described in `core.teaching.rule_text`.  The result of an example is a position text, followed
by `; over: reason, scores` when the game is over by the board, or `illegal: why`.  The result of the move `*` is the
list of all legal moves.  A line of leaf counts is `game | position, or start | counts for depth 1, 2, 3`.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from charkoni.check.perft import leaves
from charkoni.core.errors import BadMove, BadPosition, IllegalMove
from charkoni.core.game import Game, Position
from charkoni.core.registry import named
from charkoni.core.teaching.rule_text import example_lines


@dataclass(frozen=True, slots=True)
class Example:
    """One line of a block.  line: its number in the page, from 1.  wanted: the result as the page states it.

    remark: the comment of the line, without the clause it names.
    """

    line: int
    game: Game
    position: str
    move: str
    wanted: str
    remark: str = ""
    clause: str = ""

    def run(self) -> str:
        """Return the actual result in the notation of the page; an illegal move gives `illegal: why`."""
        try:
            before = self.game.parse(self.position)
        except BadPosition as error:
            return f"malformed: {error.reason.message()}"
        if self.move == "*":
            return " ".join(before.moves)
        try:
            return result(before.play(self.move))
        except (BadMove, IllegalMove) as error:
            return f"illegal: {error.reason.message()}"

    def agrees(self) -> bool:
        """Return whether the page is right; the words after `illegal:` are for people and not compared."""
        actual = self.run()
        if self.wanted.startswith("illegal:"):
            return actual.startswith("illegal:")
        return actual == self.wanted


@dataclass(frozen=True, slots=True)
class LeafCounts:
    """One line of a block of leaf counts: `counts` for depth 1, 2, ..."""

    line: int
    game: Game
    position: str
    counts: tuple[int, ...]

    @property
    def root(self) -> Position:
        """The position counted from."""
        return self.game.start() if self.position == "start" else self.game.parse(self.position)

    def run(self) -> tuple[int, ...]:
        """Return the actual counts."""
        return tuple(leaves(self.root, depth) for depth in range(1, len(self.counts) + 1))

    def agrees(self) -> bool:
        """Return whether the page is right."""
        return self.run() == self.counts


def result(position: Position) -> str:
    """Return a position, and its outcome if it is over, in the notation of the examples."""
    outcome = position.outcome
    end = f"; over: {outcome.reason}, {outcome}" if outcome else ""
    return f"{position}{end}"


def examples(page: str) -> Iterator[Example | LeafCounts]:
    """Yield all examples and leaf counts of a rule page (Markdown)."""
    for line in example_lines(page):
        if line.game:
            shown = (line.position, line.move, line.wanted, line.remark, line.clause)
            yield Example(line.number, named(line.game), *shown)
        else:
            yield LeafCounts(line.number, named(line.position), line.move, tuple(map(int, line.wanted.split(", "))))
