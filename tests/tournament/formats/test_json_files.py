"""JSON files: refused ones, and the public round and standings."""

import json

import pytest
from tests.tournament.conftest import Make, play_round

from charkoni.tournament.formats import json_files
from charkoni.tournament.model.errors import BadFile


@pytest.mark.parametrize(
    "text",
    ["{", "[]", "{}", '{"schema": "charkoni-tournament", "version": 2}', "[" * 100_000,
     '{"schema": "charkoni-tournament", "version": 1, "tournament": {"entries": [{"id": 2, "person": "p"}]}}',
     '{"schema": "charkoni-tournament", "version": 1, "tournament": {"phase": 3}}',
     '{"schema": "charkoni-tournament", "version": 1, "tournament": {"unknown": 3}}',
     '{"schema": "charkoni-tournament", "version": 1, "tournament": {"rounds": [{"number": 1, "state": "closed", '
     '"boards": [{"number": 1, "first": 1, "second": 2}]}]}}'],
)  # fmt: skip
def test_json_that_is_refused(text: str) -> None:
    with pytest.raises(BadFile):
        json_files.read(text)


def test_public_json(make: Make) -> None:
    director = make(4, rounds=2)
    play_round(director, "1")
    table = json_files.standings_json(director.state)
    assert [line["place"] for line in table["lines"]] == [1, 1, 3, 3]
    assert json.loads(json.dumps(json_files.round_json(director.state, 1)))["boards"][0]["result"] == "1:0"
