"""A folder of tablebases of Mangala for the tests of `charkoni solve`, `verify` and `explore`."""

from pathlib import Path

import pytest

from charkoni.solve.mangala import tablebase
from charkoni.solve.mangala.open_tablebases import OpenTablebases
from charkoni.solve.mangala.solver import SOLVER


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a tablebase of 6 stones, which the solver uses."""
    place = tmp_path / "tables"
    tablebase.made_endgames(6, folder=place)
    monkeypatch.setattr(SOLVER, "tablebases", {"take": OpenTablebases(place)})
    return place
