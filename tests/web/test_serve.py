"""The log of a server process."""

import json
import logging
import os
from pathlib import Path

import pytest

from charkoni.web.serve import InUse, JsonLines, claimed


def test_logs_are_json() -> None:
    record = logging.LogRecord("x", logging.INFO, "f", 1, "wrote %s", ("a\nb",), None)
    assert json.loads(JsonLines().format(record))["message"] == "wrote a\nb"


@pytest.mark.parametrize("link", [os.symlink, os.link], ids=["symbolic", "hard"])
def test_a_second_server_is_refused_through_links(tmp_path: Path, link: object) -> None:
    database, other = tmp_path / "web.db", tmp_path / "other.db"
    database.touch()
    assert callable(link)
    link(database, other)
    with claimed(f"sqlite:///{database}"), pytest.raises(InUse), claimed(f"sqlite:///{other}"):
        pass
    with claimed(f"sqlite:///{other}"):
        pass
