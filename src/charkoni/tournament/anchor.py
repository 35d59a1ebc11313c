"""The anchor of an event's log: how many acts its file held when they were last seen, and the hash of the last one.

A chain of hashes shows a change of an act, but not that its end is missing, nor that another chain stands in its place.
The anchor lies beside the file, as NAME-anchor, and is written after every act; a file that is older than its anchor,
or of another chain, is refused.  A file without an anchor, as one that came by post, has none to disagree with.

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
