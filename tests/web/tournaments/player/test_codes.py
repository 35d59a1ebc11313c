"""Personal codes and cards: one device for an entry, released by an arbiter; the address of the hall."""

import re

from tests.web.conftest import LocalServer
from tests.web.tournaments.people import Arbiter, begin, main_text


def cards(arbiter: Arbiter) -> dict[int, str]:
    """Return the personal codes on the printed cards by entry."""
    text = arbiter.get("/desk/print/badges.txt").text
    return {ord(code[0]) - 64: code for code in re.findall(r"^[A-Z]-[A-Z2-9]{6}$", text, re.MULTILINE)}


def test_a_code_is_used_by_one_device_until_it_is_released(local_server: LocalServer) -> None:
    arbiter = begin(local_server, "Ada", "Boris")
    codes = cards(arbiter)
    assert len(set(codes.values())) == 2  # nobody has the code of another
    assert codes[1] in main_text(arbiter.get("/desk/entry/1"))
    arbiter.done("close-list", rounds="1")
    me = f"/t/{arbiter.id}/me"
    phone, other = local_server.visitor(), local_server.visitor()
    wrong = phone.post(f"{me}/code", page=me, code="1-AAAAAA")
    assert wrong.status_code == 409 and "no player here has this code" in main_text(wrong)
    link = phone.post(f"{me}/code", page=me, code=codes[1].lower()).headers["location"]
    assert phone.post(link, page=link).status_code == 303 and "Ada" in main_text(phone.get(me))
    refused = other.post(link, page=link)
    assert refused.status_code == 409 and "the code of Ada is in use on another device" in main_text(refused)
    assert phone.post(link, page=link).status_code == 303  # the same device again
    arbiter.done("release", entry=1)
    assert other.post(link, page=link).status_code == 303 and "Ada" not in main_text(phone.get(me))


def test_codes_hold_the_address_that_the_arbiter_chooses(local_server: LocalServer) -> None:
    arbiter = begin(local_server, "Ada", "Boris")
    refused = arbiter.do("address", address="http://127.0.0.1:8000")
    assert refused.status_code == 409 and "127.0.0.1 is this computer alone" in main_text(refused)
    arbiter.done("address", address="http://192.168.1.20:8000/")
    assert "http://192.168.1.20:8000/t/" in arbiter.get("/desk/print/badges.txt").text
    assert f"http://192.168.1.20:8000/t/{arbiter.id}" in arbiter.get("/print/poster.txt").text
