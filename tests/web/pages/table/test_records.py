"""The files of a game: record, dice, pictures."""

import pytest
from tests.web.conftest import Pair


@pytest.mark.parametrize(
    "ending", [".svg", ".svg?theme=dark&seat=1&ply=0", ".txt", ".json", "/replay.json", "/dice.json"]
)
def test_documents_of_a_game(pair: Pair, ending: str) -> None:
    pair.a.post(f"/g/{pair.g}/text", action="move", m="4", v="0")
    answer = pair.a.get(f"/g/{pair.g}{ending}")
    assert answer.status_code == 200
    if ending == "/replay.json":
        assert [ply["m"] for ply in answer.json()["plies"]] == ["4"]
    if ending == ".txt":
        assert 'A "Ada"' in answer.text or "Ada" in answer.text
