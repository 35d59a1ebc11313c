"""Roles of the staff and their links, entries of players, and drafts, which are for arbiters."""

import asyncio
import re

from tests.web.conftest import LocalServer
from tests.web.tournaments.people import Arbiter, begin

from charkoni.web.tournaments import permissions
from charkoni.web.tournaments.printouts import FILES


def test_roles_reach_as_far_as_they_should(local_server: LocalServer, six: Arbiter) -> None:
    helper, arbiter = six.colleague("helper", "Hale"), six.colleague("arbiter", "Arman")
    six.publish_next()
    assert helper.do("check-in", entry=1, away=1).status_code == 303
    assert helper.do("result", round=1, board=1, result="1").status_code == 403
    assert arbiter.do("result", round=1, board=1, result="1").status_code == 303
    assert arbiter.do("unpublish", round=1, reason="no").status_code == 403
    assert arbiter.do("draft").status_code == 403
    assert [act.who for act in six.event.director.log[-2:]] == ["Hale", "Arman"]


def test_a_stranger_does_nothing(local_server: LocalServer, six: Arbiter) -> None:
    guest = Arbiter(local_server, local_server.visitor(), six.id)
    for path in ("/desk", "/desk/entries", "/desk/settings", "/desk/log", "/desk/staff", "/desk/hand"):
        assert guest.get(path).status_code == 403
    assert guest.do("draft").status_code == 403
    assert guest.get("/staff/chief/nokey").status_code == 403
    assert guest.visitor.post(f"/t/{six.id}/staff/chief/nokey", name="X").status_code == 403


def test_old_links_end(local_server: LocalServer, six: Arbiter) -> None:
    link = six.link("arbiter")
    assert local_server.visitor().get(link).status_code == 200
    six.done("renew-links")
    assert local_server.visitor().get(link).status_code == 403


def test_a_new_event_shows_its_chief_a_link_to_keep(local_server: LocalServer) -> None:
    arbiter = begin(local_server)
    found = re.search(rf"/t/{arbiter.id}/staff/chief/[\w-]+", arbiter.get().text)
    assert found
    again = Arbiter(local_server, local_server.visitor(), arbiter.id)
    assert again.visitor.post(found[0], page=found[0], name="Dana").status_code == 303
    assert again.get("/desk/settings").status_code == 200
    arbiter.enter("Ada")
    assert found[0] not in arbiter.get().text
    assert found[0] not in arbiter.colleague("arbiter", "Arman").get().text


def test_codes_of_cards_are_no_numbers_and_old_ones_still_open(local_server: LocalServer, six: Arbiter) -> None:
    access, event = local_server.hub.access, six.event
    codes = [permissions.personal_code(access, event, entry) for entry in range(1, 7)]
    assert [code[:2] for code in codes] == ["A-", "B-", "C-", "D-", "E-", "F-"]
    assert [permissions.entry_of_code(access, event, f" {code.lower()} ") for code in codes] == [1, 2, 3, 4, 5, 6]
    assert permissions.entry_of_code(access, event, f"2-{codes[1][2:]}") == 2
    assert permissions.entry_of_code(access, event, f"2-{codes[0][2:]}") == 0
    for wrong in ("", "-", "A", "A-", "Ä-X", f"AA-{codes[0][2:]}", f"0-{codes[0][2:]}"):
        assert permissions.entry_of_code(access, event, wrong) == 0


def test_a_chief_removes_a_member_of_the_staff_who_has_no_way_back(local_server: LocalServer, six: Arbiter) -> None:
    link, helper = six.link("arbiter"), six.colleague("arbiter", "Bad Apple")
    page = six.get("/desk/staff").text
    [token] = re.findall(r'name="member" value="(\w+)"', page)
    assert helper.do("dismiss", member=token).status_code == 403, "a chief alone removes"
    six.done("dismiss", member=token)
    assert helper.get("/desk").status_code == 403
    assert helper.visitor.get(link).status_code == 403, "an old link gives no role again"
    assert "Bad Apple" not in six.get("/desk/staff").text
    own = permissions.device_token(local_server.hub.access, six.event, permissions.staff(six.event)[0][0])
    assert six.do("dismiss", member=own).status_code == 409 and six.get("/desk/staff").status_code == 200


def test_public_files_have_no_day_of_birth_sex_or_contact(local_server: LocalServer) -> None:
    arbiter = begin(local_server, "Ada", "Boris", "Cem", "Dana")
    arbiter.done("correct", entry="1", name="Ada", birth="2015-03-04", sex="f", contact="+996 555 1")
    arbiter.done("close-list", rounds="1")
    arbiter.publish_next()
    public = Arbiter(local_server, local_server.visitor(), arbiter.id)
    for path in (*(f"/file/{name}" for name in FILES), "/log", "/entries", "/entry/1", "/print/names.pdf", "/"):
        text = public.get(path).text
        assert not re.search(r"2015.03.04|04.03.2015|996 555", text), path
    assert "2015" in public.get("/file/entries.csv").text and "001    1 f" not in public.get("/file/trf16").text
    assert "2015/03/04" in arbiter.get("/file/trf16").text, "arbiters report to a federation"


def test_a_draft_is_for_arbiters_only(local_server: LocalServer, six: Arbiter) -> None:
    six.draft()
    guest = Arbiter(local_server, local_server.visitor(), six.id)
    assert "Ada" in six.get().text
    assert guest.get("/round/1").status_code == 404
    assert "Round 1" not in guest.get("/log").text
    assert guest.get("/data/1.json").status_code == 404
    assert "is being prepared" in guest.get("").text
    six.done("publish")
    assert "Ada" in guest.get("/round/1").text


def test_devices_that_open_their_links_at_the_same_time_are_all_seated(local_server: LocalServer) -> None:
    arbiter = begin(local_server, *(f"Player {n}" for n in range(8)))

    event = arbiter.event

    async def all_at_once() -> None:
        await asyncio.gather(*(permissions.seat(event, f"guest{n}", n) for n in range(1, 9)))

    local_server.run(all_at_once)
    assert [permissions.entries_of(event, f"guest{n}") for n in range(1, 9)] == [[n] for n in range(1, 9)]
    local_server.run(permissions.seat, event, "guest1", 2)
    assert permissions.entries_of(event, "guest1") == [1, 2] and permissions.guest_of(event, 2) == "guest1"
