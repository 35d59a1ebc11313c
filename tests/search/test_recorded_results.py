"""The results of Monte Carlo tree search, PUCT and rollouts, as they have been: they are yardsticks of matches."""

import hashlib

import pytest
from tests.search.modules import records

from charkoni import game
from charkoni.search import Limits
from charkoni.search.browser_modules import MODULE_ENGINES

DIGESTS = {
    ("mangala", "mcts"): "457b6805ecbbb7b2",
    ("chaupar", "mcts"): "02b915bf981f7371",
    ("mosty", "mcts"): "28e979833d1edce2",
    ("mangala", "puct"): "e5760cd42a53d143",
    ("chaupar", "puct"): "7aed445b7f61e68a",
    ("mosty", "puct"): "c66f0ee9322266be",
    ("chaupar", "rollout"): "56090d58d41d1c15",
}
"""Of the moves, values, efforts and lines of 22 or 24 searches, made before the drivers were kernels (27 November
2026)."""


@pytest.mark.compiled_only
@pytest.mark.parametrize(("name", "search"), DIGESTS)
def test_results_are_those_of_earlier_versions(name: str, search: str) -> None:
    engine, digest = MODULE_ENGINES[search](game(name)), hashlib.sha256()
    for record in records(name, 12):
        for limits in (Limits(nodes=150), Limits(nodes=2000, lines=0)):
            found = engine.search(record.position, limits, record.positions[:-1], seed=3)
            ranking = [(one.move, one.value.hex(), one.effort, one.line, one.exact) for one in found.ranking]
            values = [value.hex() for value in found.values]
            digest.update(repr((found.move, ranking, values, found.nodes, found.depth, found.exact)).encode())
    assert digest.hexdigest()[:16] == DIGESTS[name, search]
