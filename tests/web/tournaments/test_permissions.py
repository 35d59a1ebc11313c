"""Roles of the staff and their links."""

from tests.web.conftest import House
from tests.web.tournaments.people import Arbiter


def test_roles_reach_as_far_as_they_should(house: House, six: Arbiter) -> None:
    helper, arbiter = six.colleague("helper", "Hale"), six.colleague("arbiter", "Arman")
    six.publish_next()
    assert helper.do("checkin", entry=1, here=0).status_code == 303
    assert helper.do("result", round=1, board=1, result="1").status_code == 403
    assert arbiter.do("result", round=1, board=1, result="1").status_code == 303
    assert arbiter.do("unpublish", round=1, reason="no").status_code == 403
    assert arbiter.do("draft").status_code == 403
    assert [act.who for act in six.event.director.log[-2:]] == ["Hale", "Arman"]


def test_a_stranger_does_nothing(house: House, six: Arbiter) -> None:
    guest = Arbiter(house, house.visitor(), six.id)
    for path in ("/desk", "/desk/entries", "/desk/settings", "/desk/log", "/desk/staff", "/desk/hand"):
        assert guest.get(path).status_code == 403
    assert guest.do("draft").status_code == 403
    assert guest.get("/staff/chief/nokey").status_code == 403
    assert guest.visitor.post(f"/t/{six.id}/staff/chief/nokey", name="X").status_code == 403


def test_old_links_end(house: House, six: Arbiter) -> None:
    link = six.link("arbiter")
    assert house.visitor().get(link).status_code == 200
    six.done("renew-links")
    assert house.visitor().get(link).status_code == 403
