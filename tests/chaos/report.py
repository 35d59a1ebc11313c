"""The table of the chaos tests: a row for each experiment."""

from dataclasses import dataclass, field


@dataclass
class Row:
    """What an experiment has found.

    injected: faults.  survived: faults after which the program went on as it should.  acknowledged: moves, acts or
    files that the program promised to keep.  lost: what is missing of them, or was invented.  seen: what a user saw.
    faults: sentences on what went wrong; an experiment with any has failed.
    """

    name: str
    injected: int = 0
    survived: int = 0
    acknowledged: int = 0
    lost: int = 0
    seen: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def has_failed(self) -> bool:
        """Whether something was lost, a fault was not survived, nothing was tried, or a fault was noted."""
        return bool(self.lost or self.faults or self.survived < self.injected or not self.injected)


HEAD = ("experiment", "injected", "survived", "acknowledged", "lost", "what a user saw")


def cells(row: Row) -> tuple[str, ...]:
    """Return the texts of a row."""
    numbers = (row.injected, row.survived, row.acknowledged, row.lost)
    return row.name, *map(str, numbers), "; ".join(row.seen)


def table(rows: list[Row]) -> str:
    """Return the table in Markdown, with what went wrong below it."""
    lines = [HEAD, tuple("---:" if 0 < place < 5 else "---" for place in range(len(HEAD))), *map(cells, rows)]
    text = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    wrong = [f"- **{row.name}**: {fault}" for row in rows for fault in row.faults]
    return "\n".join([text, *([""] if wrong else []), *wrong])
