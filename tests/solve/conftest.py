"""A folder of tablebases for the tests, apart from the user's."""

import pytest

from charkoni.solve.registry import solver_of


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.getbasetemp() / "data"))
    forget_tablebases()
    yield
    forget_tablebases()


def forget_tablebases():
    for name in ("barbakan", "chaupar"):
        vars(solver_of(name)).pop("tablebases", None)
