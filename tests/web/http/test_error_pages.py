"""Errors that are no faults of the program: visitors who leave, machines that lack something."""

import errno
import os
from typing import Any

import pytest
from tests.web.conftest import LocalServer


def test_a_visitor_who_leaves_within_a_form_is_no_fault(
    local_server: LocalServer, caplog: pytest.LogCaptureFixture
) -> None:
    sent: list[Any] = []
    scope = {
        "type": "http", "method": "POST", "path": "/new", "query_string": b"", "scheme": "http", "http_version": "1.1",
        "headers": [(b"host", b"testserver"), (b"origin", b"http://testserver"), (b"content-length", b"900"),
                    (b"content-type", b"application/x-www-form-urlencoded")],
        "client": ("127.0.0.1", 1), "server": ("testserver", 80),
    }  # fmt: skip
    parts = iter([{"type": "http.request", "body": b"game=", "more_body": True}, {"type": "http.disconnect"}])

    async def receive() -> Any:
        return next(parts)

    async def send(message: Any) -> None:
        sent.append(message)

    faults = local_server.client.get("/metrics").text
    local_server.run(local_server.client.app, scope, receive, send)
    assert sent[0]["status"] == 400
    assert [line for line in faults.splitlines() if "faults" in line] == [
        line for line in local_server.client.get("/metrics").text.splitlines() if "faults" in line
    ]
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize("is_page_readable", [True, False])
def test_a_machine_without_descriptors_is_said_without_a_trace(
    local_server: LocalServer,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    is_page_readable: bool,
) -> None:
    site, calls = local_server.client.app.state.site, []
    usual = site.page

    def page(*arguments: Any, **more: Any) -> Any:
        calls.append(arguments)
        if len(calls) == 1 or not is_page_readable:
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
        return usual(*arguments, **more)

    monkeypatch.setattr(site, "page", page)
    answer = local_server.client.get("/about")
    assert answer.status_code == 503
    assert ("That cannot be done now." in answer.text) == is_page_readable
    assert [record.levelname for record in caplog.records if "lacks" in record.getMessage()] == ["ERROR"]
    assert not [record for record in caplog.records if record.exc_info]


def test_a_script_that_sends_a_form_reads_why_it_is_refused(local_server: LocalServer) -> None:
    """As that of the teacher's page does; a browser gets a page."""
    client = local_server.client
    answer = client.post("/class/new", headers={"accept": "application/json", "origin": "http://testserver"})
    assert answer.status_code == 403 and answer.json()["code"] and answer.json()["text"]
    page = client.post("/class/new", headers={"accept": "text/html,application/json", "origin": "http://testserver"})
    assert page.status_code == 403 and "<html" in page.text
