"""Tables of the tests lie in a folder of their own, never in the user's."""

import pytest

from charkoni.solve import barbakan, chaupar


@pytest.fixture(autouse=True)
def own_tables(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.getbasetemp() / "data"))
    for solver in (barbakan, chaupar):
        solver._shelf.cache_clear()
    yield
    for solver in (barbakan, chaupar):
        solver._shelf.cache_clear()
