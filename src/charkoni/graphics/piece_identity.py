"""The identity of pieces over time: ids that events carry from slot to slot.

A position holds counts, not pieces.  Ids let the browser animate each piece from its slot before a move to the one
after it.
"""

from collections.abc import Iterable, Sequence
from sys import intern

from charkoni.core.board_types import Event, Piece, PieceSlot


class Mismatch(ValueError):
    """The events of a move do not lead from the pieces before to those after: a fault of a board module."""


class PieceIds:
    """The ids of the pieces on a board, by slot."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self._next = 0
        self.ids: dict[PieceSlot, str] = {}
        for piece in pieces:
            self.ids[piece.slot] = self._new()

    def _new(self) -> str:
        self._next += 1
        return intern(f"p{self._next}")  # one string for all games of a process

    def copy(self) -> "PieceIds":
        """Return an independent copy."""
        twin = PieceIds(())
        twin._next, twin.ids = self._next, dict(self.ids)
        return twin

    def apply(self, events: Sequence[Event], after: Iterable[Piece]) -> list[list[str]]:
        """Carry the ids along the events and return the ids that each event moves; raise Mismatch."""
        moved = [self._carry(event) for event in events]
        wanted = {piece.slot for piece in after}
        if set(self.ids) != wanted:
            extra, missing = set(self.ids) - wanted, wanted - set(self.ids)
            raise Mismatch(f"left over: {sorted(extra)}; without a piece: {sorted(missing)}")
        return moved

    def _carry(self, event: Event) -> list[str]:
        """Return the ids that an event moves; all are removed before any is set, since pieces may exchange slots."""
        lifted = []
        for start, _ in event.moved:
            if start is not None and start not in self.ids:
                raise Mismatch(f"{event.kind}: no piece on {start}")
            lifted.append(self._new() if start is None else self.ids.pop(start))
        for id_, (_, end) in zip(lifted, event.moved, strict=True):
            if end is not None:
                if end in self.ids:
                    raise Mismatch(f"{event.kind}: {end} is taken")
                self.ids[end] = id_
        return lifted
