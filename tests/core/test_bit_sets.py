import numpy as np
import pytest

from charkoni.core.bit_sets import count_bits, lowest_bit, nth_bit


@pytest.mark.parametrize("members", [(0,), (63,), (0, 63), (3, 17, 40, 41), tuple(range(64))])
def test_a_word_holds_a_set_of_numbers(members):
    word = np.uint64(sum(1 << member for member in members))
    assert count_bits(word) == len(members)
    assert lowest_bit(word) == members[0]
    assert tuple(int(nth_bit(word, i)) for i in range(len(members))) == members


def test_zero_is_the_empty_set():
    assert count_bits(np.uint64(0)) == 0
