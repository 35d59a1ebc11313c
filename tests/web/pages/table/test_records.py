"""The files of a game: record, dice, pictures."""

from dataclasses import replace

import pytest
from tests.web.conftest import LocalServer, Pair, make_pair

from charkoni import Record


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


@pytest.mark.parametrize("name", ["Şükrü Ёлкин", 'Ada "the rook" Ш', "back\\slash"])
def test_downloads_keep_names_and_the_live_game_its_record(local_server: LocalServer, name: str) -> None:
    pair = make_pair(local_server)
    live = local_server.run(local_server.hub.room, pair.g).live
    live.seats = [replace(seat, name=name) if seat.seat == 0 else seat for seat in live.seats]
    before = str(live.record)
    for ending, read in ((".txt", Record.parse), (".json", Record.from_json)):
        answer = pair.a.get(f"/g/{pair.g}{ending}")
        assert read(answer.text).tags == {"A": name, "B": "Ben"}
        assert name in answer.text or "\\" in answer.text
        assert answer.headers["content-disposition"].isascii()
    assert str(live.record) == before
