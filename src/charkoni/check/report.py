"""The report of a conformance run: findings by check."""

from dataclasses import dataclass

SHOWN = 5
"""How many findings of one check a report prints."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """A fault found by a check: the description, and the position and move, if any."""

    what: str
    position: str = ""
    move: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault with the name of the game and the check."""

    game: str
    check: str
    trouble: Trouble

    def __str__(self) -> str:
        """Return one line, `game, check: what, at 'position', move 'move'`."""
        position = f", at {self.trouble.position!r}" if self.trouble.position else ""
        move = f", move {self.trouble.move!r}" if self.trouble.move else ""
        return f"{self.game}, {self.check}: {self.trouble.what}{position}{move}"


@dataclass(frozen=True, slots=True)
class Report:
    """The findings of one game.  ran: the names of the checks in order.  positions: the number of sampled positions."""

    game: str
    ran: tuple[str, ...]
    findings: tuple[Finding, ...]
    positions: int

    @property
    def ok(self) -> bool:
        """Whether there are no findings."""
        return not self.findings

    def of(self, check: str) -> tuple[Finding, ...]:
        """Return the findings of one check."""
        return tuple(finding for finding in self.findings if finding.check == check)

    def __str__(self) -> str:
        """Return a summary, then the first few findings of each check, one a line."""
        lines = [f"{self.game}: {len(self.ran)} checks on {self.positions} positions, {len(self.findings)} findings"]
        for check in self.ran:
            findings = self.of(check)
            lines += map(str, findings[:SHOWN])
            if len(findings) > SHOWN:
                lines.append(f"{self.game}, {check}: and {len(findings) - SHOWN} more")
        return "\n".join(lines)
