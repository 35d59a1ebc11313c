"""The pairing engine: inputs without a legal pairing."""

from dataclasses import replace

import pytest
from tests.tournament.conftest import Make, as_before, golden_input, play_round

from charkoni.tournament.acts.entries import CheckIn
from charkoni.tournament.acts.event import Finish
from charkoni.tournament.model.errors import (
    NoPairing,
)
from charkoni.tournament.pairing.dutch import pair
from charkoni.tournament.pairing.input_from_event import input_before


def test_no_legal_pairing_names_the_group_and_the_event_can_end(make: Make) -> None:
    director = make(4, rounds=3)
    for _ in range(3):
        play_round(director, "1")
    pairing_input = input_before(director.state, 4)
    from charkoni.tournament.pairing.dutch import pair

    with pytest.raises(NoPairing) as error:
        pair(replace(pairing_input, rounds=4))
    assert error.value.group == (1, 2, 3, 4)
    director.do(Finish())


def test_fewer_than_two_present(make: Make) -> None:
    director = make(3, rounds=2)
    for entry in (1, 2):
        director.do(CheckIn(entry=entry, here=False))
    with pytest.raises(NoPairing, match="fewer than two"):
        director.draft()


def test_the_order_of_forbidden_pairs_and_players_changes_no_pairing() -> None:
    pairing_input = as_before(golden_input("small_00005.trf"), 5)
    turned = replace(pairing_input, forbidden=tuple(reversed(pairing_input.forbidden)))
    assert pair(pairing_input).boards == pair(turned).boards
