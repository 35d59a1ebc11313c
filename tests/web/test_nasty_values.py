"""Every address with values that nobody expects: refused politely, never a fault of the server."""

import ast
import inspect
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.sampling import short_run
from tests.web.conftest import LocalServer, page_routes
from tests.web.tournaments.conftest import Arbiter, begin

from charkoni.tournament.actions.registry import ACTIONS
from charkoni.web.tournaments.arbiter.actions import perform
from charkoni.web.tournaments.forms import Form

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
    "markup": "<script>alert(1)</script>{{7*7}}",
    "JSON": '{"a":[1',
    "a fraction": "1e308",
    "many lines": "a\n" * 3000,
    "a database": "'; DROP TABLE games; --",
}
IN_ADDRESS = {
    **VALUES,
    "nothing": "x",
    "the folder above": "%2e%2e",
    "a null byte": "%00",
    "a lone carriage return": "%0d",
    "many lines": "%0a" * 300,
    "JSON": "%7B%22a%22%3A%5B1",
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
LONGEST_IN_QUERY = 1000
"""So many characters that all parameters together fit into an address as clients make it."""

LATE_S = 5
"""Seconds of processor time after which an answer is late: unlike wall time it does not depend on other load."""
BUSY, PICTURE = 503, re.compile(r"\.(png|gif)$")
"""The status of a picture that a busy machine did not draw in time; no other page may answer so."""
PROMISED = ("entries.csv", "pairings.csv", "standings.csv", "cross.csv", "json")


@pytest.fixture
def event(local_server: LocalServer) -> Arbiter:
    local_server.client._transport.raise_server_exceptions = False  # a fault is an answer here
    return begin(local_server, "A", "B", "C")


@pytest.fixture
def client(local_server: LocalServer) -> TestClient:
    return local_server.client


def names_of(endpoint: Any) -> list[str]:
    """Return the names of all fields and parameters that the module of a handler reads."""
    module = inspect.getmodule(endpoint)
    names = {
        name
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, Form)
        for name in each.model_fields
    }
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        constants = []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("get", "getlist"):
            constants = node.args[:1]
        elif isinstance(node, ast.Subscript):
            constants = [node.slice]
        names |= {each.value for each in constants if isinstance(each, ast.Constant) and isinstance(each.value, str)}
    names |= set(inspect.signature(endpoint).parameters) - {"request", "site", "visitor", "hub", "events"}
    return sorted(name for name in names if name.isidentifier() and name != "csrf")


def filled(path: str, event: Arbiter, game: str) -> str:
    """Return a path with usual values in place of its parameters."""
    path = path.replace("{event}", event.id).replace("{game_id}", game).replace("{role}", "arbiter")
    return re.sub(r"\{[^}]+\}", "1", re.sub(r"\{(game|name)\}", "mangala", path))


def addresses(method: str, event: Arbiter, client: TestClient) -> Iterator[tuple[str, list[str]]]:
    """Yield the path of each page that takes a method, with the names that it may read; programs' API is elsewhere."""
    game = event.visitor.new_game()
    for route in page_routes(client):
        if method not in (getattr(route, "methods", None) or ()) or route.path.startswith("/api/"):
            continue
        if route.endpoint is perform:
            for name, action in ACTIONS.items():
                yield (
                    f"/t/{event.id}/desk/{name}",
                    sorted({field.name for field in action.fields()} | {"board", "sure"}),
                )
        else:
            yield filled(route.path, event, game), names_of(route.endpoint)


def fault_of(answer: Any, began: float, caplog: pytest.LogCaptureFixture) -> str:
    """Return what is wrong with an answer; the log is cleared."""
    traces = [record.getMessage() for record in caplog.records if record.exc_info]
    caplog.clear()
    late = time.process_time() - began
    is_late_picture = answer.status_code == BUSY and PICTURE.search(answer.request.url.path)
    if answer.status_code >= 500 and not is_late_picture:
        return f"status {answer.status_code}: {answer.text[:200]}"
    return f"a trace: {traces[0]}" if traces else f"late: {late:.0f} s" if late > LATE_S else ""


@pytest.mark.parametrize("value", short_run(tuple(VALUES), ("a lone carriage return",)))
def test_no_form_fails_at_a_strange_value(
    event: Arbiter, client: TestClient, caplog: pytest.LogCaptureFixture, value: str
) -> None:
    faults = {}
    for path, names in addresses("POST", event, client):
        began = time.process_time()
        fields = {"page": VALUES[value], **dict.fromkeys(names, VALUES[value])}
        answer = event.visitor.client.post(path, data=with_token(event, fields), headers=event.visitor._headers())
        faults[path] = fault_of(answer, began, caplog)
    assert {path: fault for path, fault in faults.items() if fault} == {}


@pytest.mark.long
@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_no_single_field_fails_at_a_strange_value(
    event: Arbiter, client: TestClient, caplog: pytest.LogCaptureFixture, method: str, value: str
) -> None:
    """One field is strange, the others are usual: a form with several bad fields is refused for the first one."""
    faults = {}
    for path, names in list(addresses(method, event, client)):
        for name in names:
            began = time.process_time()
            fields = dict.fromkeys(names, "1") | {name: VALUES[value]}
            headers = event.visitor._headers()
            if method == "GET":
                fields = {name: VALUES[value]}
                answer = client.get(path, params=fields, headers=headers, follow_redirects=False)
            else:
                data = with_token(event, fields)
                answer = client.post(path, data=data, headers=headers, follow_redirects=False)
            faults[path, name] = fault_of(answer, began, caplog)
    assert {place: fault for place, fault in faults.items() if fault} == {}


def with_token(event: Arbiter, fields: dict[str, str]) -> dict[str, str]:
    """Return the fields of a form with the token of its author."""
    token = event.visitor._token("")
    event.visitor.client.cookies.clear()
    return {**fields, "csrf": token}


@pytest.mark.parametrize("value", short_run(tuple(VALUES), ("a null byte",)))
def test_no_address_fails_at_a_strange_value(event: Arbiter, client: TestClient, value: str) -> None:
    answers = {}
    for path in sorted(
        {route.path for route in page_routes(client) if "GET" in (getattr(route, "methods", None) or ())}
    ):
        one = re.sub(r"\{event\}", event.id, path)
        answers[path] = client.get(re.sub(r"\{[^}]+\}", IN_ADDRESS[value], one)).status_code
        usual = re.sub(r"\{[^}]+\}", "1", re.sub(r"\{(game|name)\}", "mangala", one))
        asked = client.get(usual, params=dict.fromkeys(QUERY, VALUES[value][:LONGEST_IN_QUERY]))
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
