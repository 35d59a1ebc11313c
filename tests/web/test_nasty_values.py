"""Every address with values that nobody expects: refused politely, never a fault of the server."""

import re

import pytest
from starlette.testclient import TestClient
from tests.sampling import few
from tests.web.conftest import LocalServer
from tests.web.tournaments.conftest import Arbiter, begin

VALUES = {
    "nothing": "",
    "a negative number": "-1",
    "a huge number": "9" * 30,
    "not a number": "nan",
    "a null byte": "\x00",
    "a lone carriage return": "A\rB",
    "a long text": "a" * 500,
    "the last minute": "9999-12-31 23:59",
    "a foreign letter": "ı🎲",
    "the folder above": "..",
}
IN_ADDRESS = {
    **VALUES,
    "nothing": "x",
    "the folder above": "%2e%2e",
    "a null byte": "%00",
    "a lone carriage return": "%0d",
}
QUERY = (
    "begin",
    "best",
    "game",
    "moves",
    "paper",
    "players",
    "ply",
    "position",
    "round",
    "rounds",
    "seat",
    "theme",
    "with",
)
PROMISED = ("entries.csv", "pairings.csv", "standings.csv", "cross.csv", "json")


@pytest.fixture
def event(local_server: LocalServer) -> Arbiter:
    local_server.client._transport.raise_server_exceptions = False  # a fault is an answer here
    return begin(local_server, "A", "B", "C")


@pytest.fixture
def client(local_server: LocalServer) -> TestClient:
    return local_server.client


@pytest.mark.parametrize("value", few(tuple(VALUES), ("a null byte", "a long text")))
def test_no_address_fails_at_a_strange_value(event: Arbiter, client: TestClient, value: str) -> None:
    answers = {}
    for path in sorted({route.path for route in client.app.routes if "GET" in (getattr(route, "methods", None) or ())}):
        one = re.sub(r"\{event\}", event.id, path)
        answers[path] = client.get(re.sub(r"\{[^}]+\}", IN_ADDRESS[value], one)).status_code
        usual = re.sub(r"\{[^}]+\}", "1", re.sub(r"\{(game|name)\}", "mangala", one))
        asked = client.get(usual, params=dict.fromkeys(QUERY, VALUES[value]))
        answers[f"{path}?"] = asked.status_code
    assert {path: status for path, status in answers.items() if status >= 500} == {}


def test_files_of_an_event_are_there_before_the_first_round(event: Arbiter, client: TestClient) -> None:
    answers = {file: client.get(f"/t/{event.id}/file/{file}").status_code for file in PROMISED}
    assert answers == dict.fromkeys(PROMISED, 200)


def test_a_day_at_the_end_of_time_is_refused(client: TestClient) -> None:
    answer = client.get("/events/plan", params={"begin": "9999-12-31 23:59", "players": "500"})
    assert answer.status_code == 200
    assert "up to the year 9000" in answer.text


def test_a_list_may_end_its_lines_by_carriage_returns(event: Arbiter) -> None:
    text = event.visitor.post(f"/t/{event.id}/desk/preview", list="name;rating\rMagnus;2000\rJudit;1900").text
    assert "Magnus" in text
    assert "Judit" in text
