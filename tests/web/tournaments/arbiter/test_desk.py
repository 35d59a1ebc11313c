"""The desk: the running round, and the history of a table."""

import re
from datetime import timedelta

from tests.web.tournaments.people import Arbiter


def test_a_correction_keeps_the_old_and_needs_no_new_pairing(six: Arbiter) -> None:
    six.publish_next()
    six.play_round("1")
    six.publish_next()
    before = six.state.rounds[1]
    six.done("result", round=1, board=1, result="0", reason="the slip was misread")
    assert six.state.rounds[1] == before
    page = six.get("/desk/round/1/board/1").text
    assert "the slip was misread" in page and "1:0" in page and "0:1" in page


def test_missing_results_come_first_and_turn_red_when_the_time_is_over(seven: Arbiter) -> None:
    seven.done("result", round="1", board="1", result="1")
    rows = re.findall(r'data-row="(\d)"', seven.get().text)
    assert rows == ["2", "3", "1", "4"]
    assert "desk-rows time-over" not in seven.get().text
    director = seven.event.director
    before = director.now
    director.now = lambda: before() + timedelta(minutes=31)
    page = seven.get().text
    director.now = before
    assert "desk-rows time-over" in page and "lose by forfeit" in page
