"""Pairing systems: their numbers of rounds."""

import pytest

from charkoni.tournament.model.errors import BadSetting
from charkoni.tournament.pairing.systems import named


def test_rounds_that_cannot_be() -> None:
    assert named("round-robin").rounds(7) == 7
    assert named("double-round-robin").rounds(4) == 6
    assert named("knockout").rounds(9) == 4
    for system, count, wanted in (("swiss", 8, 8), ("swiss", 1, 0), ("knockout", 65, 0)):
        with pytest.raises(BadSetting):
            named(system).rounds(count, wanted)
