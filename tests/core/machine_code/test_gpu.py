"""Records as a GPU wants them."""

import numpy as np
import pytest

import charkoni

pytest.importorskip("numba", reason="a GPU's kernels are compiled by Numba")

from charkoni.core.machine_code.gpu import aligned


@pytest.mark.parametrize("name", charkoni.games())
def test_every_field_of_every_record_is_at_a_multiple_of_its_size(name):
    position = charkoni.game(name).start()
    for _ in range(3):
        position = position.play(position.moves[-1])
    records = np.repeat(position.state, 3)
    copies = aligned(records)
    begin = copies.ctypes.data - copies.ctypes.data % 8
    for field in copies.dtype.names:
        part = copies[field]
        assert (part.ctypes.data - begin) % part.dtype.itemsize == 0
        assert all(stride % part.dtype.itemsize == 0 for stride in part.strides), field
    assert copies.astype(records.dtype).tobytes() == records.tobytes()
