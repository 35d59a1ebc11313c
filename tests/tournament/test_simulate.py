"""Random tournaments."""

import pytest

from charkoni.tournament import simulate
from charkoni.tournament.formats.trf import writer
from charkoni.tournament.model.settings import BadSetting
from charkoni.tournament.simulate import Frequencies


def test_the_same_seed_gives_the_same_file() -> None:
    frequencies = Frequencies(20, 5, 5, 3, 2, 10)
    first, second = (writer.write(simulate.tournament("seed", 13, 6, frequencies)) for _ in range(2))
    assert first == second != writer.write(simulate.tournament("other", 13, 6, frequencies))


@pytest.mark.parametrize("seed", ["", "\udcff", "two words"])
def test_a_seed_that_is_none_for_an_event_is_none_here(seed: str) -> None:
    with pytest.raises(BadSetting):
        simulate.start(seed, 8)
