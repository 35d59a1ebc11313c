"""Refusals: unusual acts that have to be confirmed, conflicting acts."""

import re

from tests.web.conftest import LocalServer
from tests.web.tournaments.people import Arbiter, main_text


def test_unusual_acts_have_to_be_confirmed(seven: Arbiter) -> None:
    version = seven.state.version
    once = seven.do("unpublish", round="1", reason="wrong list")
    assert once.status_code == 409 and "do you mean it?" in main_text(once) and seven.state.version == version
    assert re.search(r'name="sure" value="1"', once.text) and 'value="wrong list"' in once.text
    twice = seven.do("unpublish", round="1", reason="wrong list", sure="1")
    assert twice.status_code == 409 and "do you really mean it?" in main_text(twice)
    assert seven.do("unpublish", round="1", reason="wrong list", sure="2").status_code == 303
    seven.done("publish")
    assert seven.do("result", round="1", board="1", result="0:0").status_code == 409
    assert seven.do("result", round="1", board="1", result="0:0", sure="1").status_code == 303
    assert seven.do("result", round="1", board="2", result="1").status_code == 303


def test_two_arbiters_and_two_results(local_server: LocalServer, six: Arbiter) -> None:
    other = six.colleague("arbiter", "Arman")
    six.publish_next()
    seen = six.state.version
    six.done("result", round=1, board=1, result="1", seen=seen)
    answer = other.do("result", round=1, board=1, result="0", seen=seen)
    assert answer.status_code == 409
    assert "another entry came first" in main_text(answer)
    assert "0:1" in main_text(answer) and "1:0" in main_text(answer)
    board = six.state.rounds[0].boards[0]
    assert board.seen is not None and board.seen.text == "1:0"
    other.done("result", round=1, board=2, result="=", seen=seen)
