"""Elementary functions and records of decisions."""

import math
from statistics import NormalDist

import numpy as np
import pytest

from charkoni.search.decision.elementary_functions import exp, log, normal_quantile, ratio_in_kernel
from charkoni.search.decision.layout import Fields, progress_dtype, request_dtype

PLACES = [1e-12, 1e-5, 0.01, 0.0749, 0.075, 0.3, 0.5, 0.925, 0.9251, 0.999, 1 - 1e-9]


@pytest.mark.parametrize("x", [0.0, -1e-9, -0.3, -1.0, -10.5, -11.2, -100.0, -700.0])
def test_exp(x: float) -> None:
    assert exp(x) == pytest.approx(math.exp(x), rel=1e-15)
    assert exp(np.float64(x)) == exp(x)


def test_log_and_normal_quantile() -> None:
    assert [log(p) for p in PLACES] == pytest.approx([math.log(p) for p in PLACES], rel=1e-14)
    assert [normal_quantile(p) for p in PLACES] == pytest.approx([*map(NormalDist().inv_cdf, PLACES)], abs=1e-9)
    assert exp(-800.0) == 0.0


@pytest.mark.parametrize("p", PLACES)
def test_kernels_have_the_numbers_of_the_interpreter(p: float, monkeypatch: pytest.MonkeyPatch) -> None:
    interpreted = normal_quantile(p)
    monkeypatch.setattr("charkoni.search.decision.elementary_functions._ratio", ratio_in_kernel)
    assert normal_quantile(p) == interpreted


@pytest.mark.parametrize("dtype", [progress_dtype(20, 5), request_dtype(20, 4, 5)])
def test_fields_are_those_of_the_record(dtype: "np.dtype[np.void]") -> None:
    records = np.zeros(1, dtype)
    content = records.view(np.uint8)
    content[:] = np.arange(len(content)) % 251
    fields = Fields(records)
    for name in dtype.names or ():
        assert np.array_equal(getattr(fields, name), records[0][name]), name
    array = next(name for name in dtype.names or () if dtype[name].shape and dtype[name].base == np.int64)
    getattr(fields, array)[:] = 7
    assert (records[0][array] == 7).all()
