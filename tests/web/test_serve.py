"""The log of a server process."""

import json
import logging

from charkoni.web.serve import JsonLines


def test_logs_are_json() -> None:
    record = logging.LogRecord("x", logging.INFO, "f", 1, "wrote %s", ("a\nb",), None)
    assert json.loads(JsonLines().format(record))["message"] == "wrote a\nb"
