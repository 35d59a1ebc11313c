"""The API for programs."""

import json
from typing import Any

import pytest
from tests.web.conftest import LocalServer


class Program:
    """A program with a token."""

    def __init__(self, local_server: LocalServer, name: str = "bot") -> None:
        self.client = local_server.client
        self.client.cookies.clear()
        answer = self.client.post("/api/v1/tokens", json={"name": name})
        assert answer.status_code == 201, answer.text
        self.headers = {"authorization": f"Bearer {answer.json()['token']}"}

    def get(self, path: str) -> Any:
        return self.client.get(f"/api/v1{path}", headers=self.headers)

    def post(self, path: str, **body: Any) -> Any:
        return self.client.post(f"/api/v1{path}", headers=self.headers, json=body)


def test_two_programs_play_a_whole_game(local_server: LocalServer) -> None:
    a, b = Program(local_server, "one"), Program(local_server, "two")
    game = a.post("/games", game="mangala", watch=True).json()
    assert game["status"]["state"] == "waiting"
    assert game["invite"] and not b.get(f"/games/{game['id']}").json()["invite"], "it is for those who sit there"
    assert b.post(f"/games/{game['id']}/join").json()["mine"] == [1]
    assert b.post(f"/games/{game['id']}/join").status_code == 409
    for step in range(400):
        state = a.get(f"/games/{game['id']}").json()
        if state["status"]["state"] == "over":
            break
        mover = (a, b)[state["turn"]]
        move = state["moves"][step % len(state["moves"])]
        played = mover.post(f"/games/{game['id']}/moves", v=state["v"], move=move)
        assert played.status_code == 200, played.text
        again = mover.post(f"/games/{game['id']}/moves", v=state["v"], move=move)
        assert again.json()["v"] == played.json()["v"]
    assert len(state["status"]["scores"]) == 2
    assert state["id"] in [line["id"] for line in a.get("/games?state=over").json()]


def test_what_a_program_may_not_do(local_server: LocalServer) -> None:
    a, b = Program(local_server), Program(local_server)
    game = a.post("/games", game="mangala").json()
    path = f"/games/{game['id']}"
    assert a.post(f"{path}/moves", v=0, move="4").json()["code"] == "NOT_STARTED"
    b.post(f"{path}/join", seat=1)
    for answer, status, code in (
        (b.post(f"{path}/moves", v=0, move="4"), 409, "NOT_YOUR_TURN"),
        (Program(local_server).post(f"{path}/moves", v=0, move="4"), 409, "NOT_YOUR_SEAT"),
        (a.post(f"{path}/moves", v=3, move="4"), 409, "STALE"),
        (a.post(f"{path}/throw", v=0), 409, "NOT_YOUR_TURN"),
        (a.post(f"{path}/resign", seat=1), 409, "NOT_YOUR_SEAT"),
        (a.post("/games", game="chess"), 400, "UNKNOWN_GAME"),
        (a.post("/games", game="mangala", clock="nan"), 400, "BAD_CLOCK"),
        (a.post("/games", game="mangala", seats=["me"]), 400, "BAD_SEATS"),
        (a.post("/games", game="mangala", start="x"), 400, "BAD_TEXT"),
        (a.get("/games/nosuchgame1"), 404, "NO_GAME"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    refused = a.post(f"{path}/moves", v=0, move="7").json()
    assert refused["text"].startswith("a move is")
    assert a.get("/games/x").status_code == 422
    assert a.post(f"{path}/moves", v=0, move="4", more=1).status_code == 422


def test_without_a_token_every_request_is_refused(local_server: LocalServer) -> None:
    local_server.client.cookies.clear()
    for headers in ({}, {"authorization": "Bearer wrong"}, {"authorization": "Basic eDp5"}):
        answer = local_server.client.post("/api/v1/games", json={"game": "mangala"}, headers=headers)
        assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")


def test_cookies_count_for_nothing_in_the_api(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    g = visitor.new_game(opponent="here")
    assert visitor.get(f"/api/v1/games/{g}").status_code == 401


def test_offers_by_program(local_server: LocalServer) -> None:
    a, b = Program(local_server), Program(local_server)
    game = a.post("/games", game="mangala").json()
    path = f"/games/{game['id']}"
    b.post(f"{path}/join")
    a.post(f"{path}/moves", v=0, move="1")
    b.post(f"{path}/moves", v=1, move="1")
    assert a.post(f"{path}/offers", kind="draw").json()["offers"][0]["waiting"] == [1]
    assert b.post(f"{path}/answers", kind="draw", yes=True).json()["status"]["reason"] == "agreement"
    a.post(f"{path}/offers", kind="rematch")
    following = b.post(f"{path}/offers", kind="rematch").json()["next"]
    assert b.get(f"/games/{following}").json()["mine"] == [0]


def test_the_description_is_complete(local_server: LocalServer) -> None:
    found = local_server.client.get("/api/v1/openapi.json").json()
    assert {"/api/v1/games", "/api/v1/games/{game_id}/moves", "/api/v1/tokens"} <= set(found["paths"])
    assert all(path.startswith("/api/v1/") for path in found["paths"])
    assert '"422"' in json.dumps(found)


def _schema_examples(schema: dict[str, Any], root: dict[str, Any]) -> list[Any]:
    """Return values that fit a schema, and many that do not."""
    if "$ref" in schema:
        return _schema_examples(root["components"]["schemas"][schema["$ref"].rsplit("/", 1)[-1]], root)
    wild: list[Any] = [None, -1, 2**70, 1.5, "", "x" * 500, "\u202e\u0000", [], {}, True]
    if schema.get("type") == "object":
        parts = schema.get("properties", {})
        full = {name: _schema_examples(part, root)[0] for name, part in parts.items()}
        one_wrong = [{**full, name: value} for name in parts for value in wild]
        return [full, {}, *one_wrong, *wild]
    fitting: dict[str, Any] = {"string": "mangala", "integer": 0, "boolean": True, "array": []}
    choices = schema.get("enum") or ([schema["const"]] if "const" in schema else None)
    return [choices[0] if choices else fitting.get(schema.get("type", "")), *wild]


def test_no_input_makes_the_server_fail(local_server: LocalServer) -> None:
    program = Program(local_server)
    root = local_server.client.get("/api/v1/openapi.json").json()
    game = program.post("/games", game="mangala", seats=["me", "me"]).json()["id"]
    headers = program.headers | {"content-type": "application/json"}
    assert local_server.client.post("/api/v1/tokens", content=b'{"name": "x"}').status_code == 422
    for path, item in root["paths"].items():
        for operation in (item[method] for method in item if "requestBody" in item[method]):
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            for body in _schema_examples(schema, root):
                answer = local_server.client.post(
                    path.replace("{game_id}", game), headers=headers, content=json.dumps(body)
                )
                assert answer.status_code in (200, 201, 400, 404, 409, 422), (path, body, answer.text)


def test_a_stream_sends_all_events(local_server: LocalServer) -> None:
    from charkoni.web.api.rest import Stream, _events

    program = Program(local_server)
    game = program.post("/games", game="mangala", seats=["me", "me"]).json()["id"]

    async def first_two() -> list[str]:
        room = await local_server.hub.room(game)
        assert room is not None
        stream = _events(room, Stream("", frozenset((0,))))
        found = [await anext(stream), await anext(stream)]
        await stream.aclose()
        return found

    view, table = local_server.run(first_two)
    assert json.loads(view.removeprefix("data: "))["type"] == "view"
    assert json.loads(table.removeprefix("data: "))["type"] == "table"


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_other_methods_are_refused(local_server: LocalServer, method: str) -> None:
    assert local_server.client.request(method, "/api/v1/games").status_code == 405
