"""The command that opens a classroom."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.conftest import Cli


@pytest.mark.parametrize("address", ["http://192.168.1.20:8000/r/KATE", ""])
def test_the_command_serves_a_lesson_and_prints_the_way_in(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, address: str
) -> None:
    monkeypatch.setattr("charkoni.cli.commands.server.classroom.first_worker", lambda *_, **__: None)
    given = {}

    def serve(settings: object, report: Callable[[str, str], None], *more: object, **options: object) -> None:
        given.update(options, settings=settings, more=more)
        report("classroom", address)

    monkeypatch.setattr("charkoni.web.serve.serve", serve)
    out = cli("classroom", "--no-page", "--database", tmp_path / "lesson.db").out
    assert (given["is_lesson"], given["more"][0]) == (True, False)
    assert (given["settings"].host, given["settings"].people) == ("127.0.0.1", "off")
    assert "█" in out if address else "in no network" in out
    assert address in out and ("KATE" in out) == bool(address)
