"""Queries about positions."""

import pytest
from tests.web.conftest import LocalServer

from charkoni.web.engine.warm import playable


@pytest.mark.parametrize("name", playable())
def test_any_position_can_be_explored(local_server: LocalServer, name: str) -> None:
    visitor = local_server.visitor()
    found = visitor.get(f"/explore.json?game={name}").json()
    moves = found["throws"] or [_first_leaf(found["trie"])]
    after = visitor.get(f"/explore.json?game={name}&moves={moves[0]}".replace("+", "%2B")).json()
    assert after["last"]["m"] == moves[0]
    assert after["position"] != found["position"]
    assert visitor.get(f"/explore.json?game={name}&moves=nonsense").status_code == 409
    assert visitor.get(f"/picture/{name}.svg").text.startswith("<svg")


def _first_leaf(trie: dict[str, object]) -> str:
    below = next(iter(trie.values()))
    return below if isinstance(below, str) else _first_leaf(below)  # type: ignore[arg-type]
