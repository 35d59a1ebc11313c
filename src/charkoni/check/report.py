"""What the checks find."""

from dataclasses import dataclass

SHOWN = 5
"""How many findings of one check a report prints."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What a check found: what differs, and at which position and move, if it is about one."""

    what: str
    position: str = ""
    move: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """Trouble with its place: the game's name and the name of the check."""

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
    """All that the checks of one game found: `ran` names them in order, `positions` is how many they looked at."""

    game: str
    ran: tuple[str, ...]
    findings: tuple[Finding, ...]
    positions: int

    @property
    def ok(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    def of(self, check: str) -> tuple[Finding, ...]:
        """Return what one check found."""
        return tuple(finding for finding in self.findings if finding.check == check)

    def __str__(self) -> str:
        """Return a summary, then the first few findings of each check, one a line."""
        lines = [f"{self.game}: {len(self.ran)} checks on {self.positions} positions, {len(self.findings)} findings"]
        for check in self.ran:
            found = self.of(check)
            lines += map(str, found[:SHOWN])
            if len(found) > SHOWN:
                lines.append(f"{self.game}, {check}: and {len(found) - SHOWN} more")
        return "\n".join(lines)
