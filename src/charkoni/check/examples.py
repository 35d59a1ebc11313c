"""Rule examples: the code blocks of a rule page, executed.

A block begins with a line `game NAME`; its other lines are `position | move | result`, with an optional remark
after `#`, which may begin with the clause that the line shows (`# M7: five stones are odd`).  The result is a
position text, followed by `; over: reason, scores` when the game is over by the board, or `illegal: why`.  The result
of the move `*` is the list of all legal moves.  A block that begins with `leaves` has lines
`game | position, or start | counts for depth 1, 2, 3`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from charkoni.check.perft import leaves
from charkoni.core.errors import BadMove, BadPosition, IllegalMove
from charkoni.core.game import Game, Position
from charkoni.core.registry import named as game

_CLAUSE = re.compile(r"[A-Z]{1,2}[0-9]{1,2}")
_BLOCK = re.compile(r"^```[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)


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
    for block in _BLOCK.finditer(page):
        first = page.count("\n", 0, block.start(1)) + 1
        lines = block[1].splitlines()
        if lines and (lines[0].startswith("game ") or lines[0] == "leaves"):
            yield from _lines(lines, first)


def _lines(lines: list[str], first: int) -> Iterator[Example | LeafCounts]:
    current: Game | None = None
    for number, line in enumerate(lines, first):
        if line == "leaves":
            current = None
        elif line.startswith("game "):
            current = game(line.removeprefix("game ").strip())
        elif line.strip():
            content, _, remark = line.partition("#")
            left, middle, right = (part.strip() for part in content.split(" | "))
            if current is None:
                yield LeafCounts(number, game(left), middle, tuple(map(int, right.split(", "))))
            else:
                clause, _, words = remark.strip().partition(": ")
                named = (words, clause) if _CLAUSE.fullmatch(clause) else (remark.strip(), "")
                yield Example(number, current, left, middle, right, *named)
