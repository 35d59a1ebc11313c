"""The identity of pieces over time."""

import pytest

from charkoni.core.board_types import Event, Piece, PieceSlot
from charkoni.graphics.piece_identity import Mismatch, PieceIds


def pieces(*slots: PieceSlot) -> list[Piece]:
    return [Piece(slot, "stone", 0, 0) for slot in slots]


A, B, C = PieceSlot("a"), PieceSlot("b"), PieceSlot("c")


def test_a_piece_keeps_its_id_when_it_moves():
    tracker = PieceIds(pieces(A, B))
    moving = tracker.ids[A]
    assert tracker.apply([Event("move", ((A, C),))], pieces(B, C)) == [[moving]]
    assert tracker.ids[C] == moving and set(tracker.ids) == {B, C}


def test_two_pieces_may_change_places_in_one_event():
    tracker = PieceIds(pieces(A, B))
    was = dict(tracker.ids)
    tracker.apply([Event("move", ((A, B), (B, A)))], pieces(A, B))
    assert (tracker.ids[A], tracker.ids[B]) == (was[B], was[A])


def test_new_pieces_get_new_ids_and_removed_ones_are_gone():
    tracker = PieceIds(pieces(A))
    old = tracker.ids[A]
    events = [Event("capture", ((A, None),)), Event("place", ((None, A),))]
    assert tracker.apply(events, pieces(A)) == [[old], [tracker.ids[A]]]
    assert tracker.ids[A] != old


@pytest.mark.parametrize(
    ("events", "after"),
    [
        ([], pieces(A, B, C)),
        ([], pieces(A)),
        ([Event("move", ((C, A),))], pieces(A, B)),
        ([Event("move", ((A, B),))], pieces(B)),
        ([Event("place", ((None, A),))], pieces(A, B)),
    ],
)
def test_events_that_do_not_lead_to_the_pieces_are_a_fault(events, after):
    with pytest.raises(Mismatch):
        PieceIds(pieces(A, B)).apply(events, after)
