"""Members at events: tournaments at tables on the page of a member, by the entries that he has claimed or entered."""

import re

from tests.web.conftest import LocalServer, Visitor
from tests.web.tournaments import people
from tests.web.tournaments.people import Arbiter

from charkoni.web.tournaments import members


def join(local_server: LocalServer, name: str) -> Visitor:
    visitor = local_server.visitor()
    assert visitor.post("/me/passphrase", page="/me", name=name).status_code == 200
    return visitor


def claim(arbiter: Arbiter, visitor: Visitor, entry: int) -> None:
    """Let a visitor open the link of an entry, as by the code on his card."""
    found = re.search(rf"/t/{arbiter.id}/me/{entry}/[\w-]+", arbiter.get(f"/desk/entry/{entry}").text)
    assert found and visitor.post(found[0], page=found[0]).status_code == 303


def shown(visitor: Visitor, path: str = "/mine/ratings") -> list[str]:
    """Return the addresses of the tournaments on a page of a member."""
    return re.findall(r'href="(/t/[^"]+)"', visitor.get(path).text.partition("<main")[2])


def follow(arbiter: Arbiter) -> None:
    arbiter.local_server.run(members.follow, arbiter.local_server.hub, arbiter.event)


def test_a_tournament_at_tables_is_on_the_page_of_who_claimed_the_entry(local_server: LocalServer) -> None:
    dragon, boris, ece = (join(local_server, name) for name in ("Dragon of Osh", "Bolot", "Esen"))
    arbiter = people.begin(local_server, "Ada", "Bolot", "Cem", "Esen", name="Club cup")
    claim(arbiter, dragon, 1)
    claim(arbiter, boris, 2)
    follow(arbiter)
    assert shown(dragon) == [], "nothing was played yet"
    arbiter.done("close-list", rounds="1")
    arbiter.publish_next()
    entry = f"/t/{arbiter.id}/entry/"
    assert shown(dragon) == [f"{entry}1"] and "Club cup" in dragon.get("/mine/ratings").text
    assert "Round" in dragon.get(f"{entry}1").text
    assert shown(boris) == shown(ece, "/people/Bolot") == [f"{entry}2"], "he played under his name"
    assert shown(ece, "/people/Dragon%20of%20Osh") == [], "that Ada is Dragon of Osh, only he may know"
    assert shown(ece) == shown(dragon, "/people/Esen") == [], "Esen has claimed nothing: a name is no person"


def test_who_plays_for_several_sees_each(local_server: LocalServer) -> None:
    ada = join(local_server, "Saule")
    arbiter = people.begin(local_server, "Saule", "Boris", "Cem", name="Club cup")
    claim(arbiter, ada, 1)
    claim(arbiter, ada, 3)
    follow(arbiter)
    follow(arbiter)
    person = local_server.run(local_server.hub.people.persons.named, "Saule")
    assert local_server.run(local_server.hub.store.value, members.EVENTS + person) == arbiter.id
    arbiter.done("close-list", rounds="1")
    arbiter.publish_next()
    page = ada.get("/mine/ratings").text
    assert shown(ada) == [f"/t/{arbiter.id}/entry/{entry}" for entry in (1, 3)]
    assert "Club cup – Saule" in page and "Club cup – Cem" in page
    assert shown(local_server.visitor(), "/people/Saule") == [f"/t/{arbiter.id}/entry/1"]


def test_an_entry_of_a_guest_comes_along_when_he_turns_out_to_be_a_member(local_server: LocalServer) -> None:
    ada, arbiter = join(local_server, "Timur"), people.begin(local_server, "Boris", "Cem")
    people.player(arbiter, 1)
    (guest,) = arbiter.event.mapping("players")
    person = local_server.run(local_server.hub.people.persons.named, "Timur")
    arbiter.done("close-list", rounds="1")
    arbiter.publish_next()
    assert shown(ada) == []
    local_server.run(local_server.hub.people.on_moved, guest, person)
    assert shown(ada) == [f"/t/{arbiter.id}/entry/1"]
