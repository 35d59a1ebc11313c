"""Actions at the desk: forms sent twice, undoing, finishing."""

from tests.web.conftest import LocalServer
from tests.web.tournaments.people import Arbiter, begin, main_text


def test_a_double_click_acts_once(six: Arbiter) -> None:
    six.publish_next()
    before = six.state.version
    for _ in range(2):
        six.done("result", round=1, board=1, result="1", key="same-key")
    assert six.state.version == before + 1


def test_undo_and_withdrawing_a_round(six: Arbiter) -> None:
    six.publish_next()
    six.done("result", round=1, board=1, result="1")
    assert six.do("unpublish", round=1, reason="wrong list").status_code == 409
    six.done("undo")
    assert six.do("unpublish", round=1).status_code == 409
    six.done("unpublish", round=1, reason="wrong list")
    assert six.state.rounds[0].state == "draft"
    six.done("undo")
    assert six.state.rounds[0].state == "published"


def test_an_act_on_which_others_depend_is_not_undone(six: Arbiter) -> None:
    six.publish_next()
    number = next(act.number for act in six.event.director.log if act.kind == "publish")
    six.done("result", round=1, board=1, result="1")
    answer = six.do("undo", act=number)
    assert answer.status_code == 409 and "cannot be undone" in main_text(answer)


def test_a_finished_event_is_put_away(local_server: LocalServer) -> None:
    arbiter = begin(local_server, "Ada", "Boris")
    arbiter.done("close-list", rounds="1")
    arbiter.publish_next()
    arbiter.play_round()
    arbiter.done("finish")
    arbiter.done("finish", archive="1")
    assert arbiter.state.phase == "archived"
