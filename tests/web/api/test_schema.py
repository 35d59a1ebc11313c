"""The API against its OpenAPI description: random valid and invalid requests get the documented responses."""

from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from hypothesis import HealthCheck, given, settings
from tests.web.server_process import Live

from charkoni.web.app import create_app
from charkoni.web.config import Settings

FEW, MANY = 4, 300
STREAM = "/api/v1/games/{game_id}/events"
"""An endless stream, which is tested elsewhere."""

APP = create_app(Settings(database="sqlite:///unopened.db", origins=("http://testserver",), workers=0))
POSITIVE, NEGATIVE = "positive", "negative"
REQUESTS = [
    (path, method, mode)
    for path, item in APP.openapi()["paths"].items()
    for method, operation in item.items()
    for mode in (POSITIVE, NEGATIVE)
    if path != STREAM and (mode == POSITIVE or "parameters" in operation or "requestBody" in operation)
]


class Table:
    """A server with a game between two programs."""

    def __init__(self, live: Live) -> None:
        self.origin = live.origin
        with httpx2.Client(base_url=f"{live.origin}/api/v1", timeout=60) as web:
            tokens = [web.post("/tokens", json={"name": name}).json()["token"] for name in ("one", "two")]
            self.headers = {"authorization": f"Bearer {tokens[0]}"}
            self.game = web.post("/games", json={"game": "mangala"}, headers=self.headers).json()["id"]
            other = {"authorization": f"Bearer {tokens[1]}"}
            web.post(f"/games/{self.game}/join", json={}, headers=other).raise_for_status()


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    import schemathesis.specs.openapi.schemas  # noqa: F401  before other threads run: Python 3.11 parses in one only

    live = Live(tmp_path_factory.mktemp("schema"), "--workers", "0")
    yield Table(live)
    live.stop()


def check(table: Table, path: str, method: str, mode: str, examples: int) -> None:
    """Send requests, the valid ones to an existing game, and compare the responses with the description.

    Lists of games need no token; and no schema can describe which texts are games, positions and clocks.
    """
    import schemathesis  # here, for it takes seconds, and every process that collects tests imports this module
    from schemathesis.generation import GenerationMode
    from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

    undescribed = [ignored_auth, positive_data_acceptance]
    described = schemathesis.openapi.from_dict(APP.openapi())

    @given(case=described[path][method].as_strategy(generation_mode=GenerationMode(mode)))
    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    def answered(case: Any) -> None:
        if mode == POSITIVE and "game_id" in case.path_parameters:
            case.path_parameters["game_id"] = table.game
        answer = case.call(base_url=table.origin, headers=table.headers)
        case.validate_response(answer, excluded_checks=undescribed)

    answered()


@pytest.mark.parametrize(("path", "method", "mode"), REQUESTS[::3])
def test_requests_are_answered_as_the_description_says(table: Table, path: str, method: str, mode: str) -> None:
    check(table, path, method, mode, FEW)


@pytest.mark.long
@pytest.mark.parametrize(("path", "method", "mode"), REQUESTS)
def test_many_requests_are_answered_as_the_description_says(table: Table, path: str, method: str, mode: str) -> None:
    check(table, path, method, mode, MANY)
