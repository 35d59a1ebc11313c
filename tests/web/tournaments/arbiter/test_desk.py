"""The desk: the running round, and the history of a table."""

import re
from datetime import timedelta

from tests.web.tournaments.people import Arbiter, main_text


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


def test_the_desk_says_whose_number_is_another_one_now(six: Arbiter) -> None:
    arbiter = six
    arbiter.publish_next()
    assert "New pairing numbers" not in main_text(arbiter.get())
    arbiter.play_round()
    arbiter.done("enter", name="Aizada", rating="1965")
    arbiter.draft()
    page = main_text(arbiter.get())
    assert "printed again: 5 Aizada, 6 Ece, 7 Fyodor Badges" in page
    arbiter.done("publish")
    assert "printed again" in main_text(arbiter.get())
    arbiter.play_round()
    assert "printed again" not in main_text(arbiter.get())
