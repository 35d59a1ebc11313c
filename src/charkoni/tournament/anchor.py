"""The anchor of an event's log: the number of acts in its file, and the hash of the last one.

A hash chain detects a changed act, but neither a missing end nor a replaced chain.  The anchor is the file NAME-anchor
in the same folder as the event's, written after every act; a file that is older than its anchor, or has another chain,
is refused.  A file without an anchor, such as one received by mail, is not compared.

Shape: one line, the number of acts and the hash, `12 9f86d0...`.
"""

from dataclasses import dataclass
from pathlib import Path

from charkoni.core.files import atomic_files


@dataclass(frozen=True, slots=True)
class Anchor:
    """The number of acts, and the hash of the last one."""

    acts: int
    digest: str


def path_of(event: Path) -> Path:
    """Return the path of the anchor of an event's file."""
    return event.with_name(f"{event.name}-anchor")


def read(event: Path) -> Anchor | None:
    """Return the anchor of an event's file; None without one that can be read."""
    try:
        acts, digest = path_of(event).read_text("ascii").split()
        return Anchor(int(acts), digest)
    except (OSError, ValueError):
        return None


def write(event: Path, anchor: Anchor) -> None:
    """Write the anchor of an event's file; raise OSError."""
    atomic_files.replace(path_of(event), f"{anchor.acts} {anchor.digest}\n".encode("ascii"))
