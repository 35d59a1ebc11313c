"""A name that the owner of the server has withheld: it stands on no page, file, feed or answer any more."""

import html
import io
import re
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.routing import Match
from tests.web.conftest import LocalServer, Visitor, page_routes, serving
from tests.web.tournaments import people
from tests.web.tournaments.online_event import advance
from tests.web.tournaments.people import Arbiter

from charkoni.web.tournaments import members

BAD, GOOD = "Qwortz", "Nemo"
GENERAL = ("/client", "/rules", "/learn", "/puzzles", "/strength", "/study", "/about", "/api/v1/docs")
"""Pages without people; of print-outs the text is read, not the PDF."""

DISTINCT = ("name", "sheet", "what", "form", "game")


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    """A server on which no other test has left games and events."""
    yield from serving(tmp_path_factory.mktemp("names"))


def kind(server: LocalServer, address: str) -> tuple[str, ...]:
    """Return the kind of an address: its route, and what makes other files of it."""
    path, _, query = address.partition("?")
    scope = {"type": "http", "method": "GET", "path": path, "headers": []}
    for route in page_routes(server.client):
        match, found = route.matches(scope)
        if match == Match.FULL:
            return (
                route.path,
                *(str(found["path_params"].get(part, "")) for part in DISTINCT),
                re.sub("=[^&]*", "", query),
            )
    return (path,)


def text_of(answer: Any) -> str:
    """Return all that an answer says: its text, its headers, and the files of an archive."""
    said = f"{answer.headers}"
    if answer.content[:4] == b"PK\x03\x04":
        with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
            return said + "".join(
                f"{name} {archive.read(name).decode(errors='replace')}" for name in archive.namelist()
            )
    return said + html.unescape(answer.content.decode("utf-8", "replace"))


def walked(server: LocalServer, begins: list[tuple[Visitor, str]]) -> dict[tuple[int, str], str]:
    """Return all answers, of each kind once for each visitor, by the number of his first place and the address."""
    queue, seen, found = list(begins), set[tuple[object, ...]](), dict[tuple[int, str], str]()
    who = {id(visitor): number for number, (visitor, _) in reversed([*enumerate(begins)])}
    for visitor, path in queue:
        key = (id(visitor), *kind(server, path))
        if key in seen or path.startswith(GENERAL) or ".pdf" in path:
            continue
        seen.add(key)
        answer = visitor.get(path)
        assert answer.status_code < 500, path
        found[who[id(visitor)], path] = said = text_of(answer)
        queue += [(visitor, link) for link in re.findall(r"\b(?:href|src|action)=\"(/[^\"#]*)", said)]
        if "location" in answer.headers:
            queue.append((visitor, answer.headers["location"]))
    return found


def member(server: LocalServer, name: str) -> Visitor:
    visitor = server.visitor()
    assert visitor.post("/me/passphrase", page="/me", name=name).status_code == 200
    return visitor


def person(server: LocalServer, visitor: Visitor) -> str:
    return str(server.hub.access.person(visitor.cookies["charkoni"]).person)


def opened_cup(server: LocalServer, people_: dict[str, Visitor], helper: str) -> Arbiter:
    """Return an ordinary online tournament that the people have entered, a round of which is published."""
    arbiter = people.begin(server, "Cem", "Dora", "Eli", boards="online", name="Cup")
    for name, visitor in people_.items():
        assert visitor.post(f"/t/{arbiter.id}/me/enter", page=f"/t/{arbiter.id}", name=name).status_code == 303
    link = arbiter.link("helper")
    assert people_[helper].post(link, page=link, name=helper).status_code == 303
    arbiter.done("close-list", rounds="2")
    arbiter.publish_next()
    advance(arbiter)
    return arbiter


def begun_games(server: LocalServer, one: Visitor, other: Visitor, name: str) -> list[str]:
    """Return the tables of two people: of a finished game, an open one and a challenge."""
    over = one.new_game("mosty", flag_size="2", opponent="friend", name=name)
    room = server.run(server.hub.room, over)
    assert other.post(f"/i/{room.live.row.invite}").status_code == 303
    one.post(f"/g/{over}/text", action="move", v="0", m="c1")
    one.post(f"/g/{over}/text", action="resign", v="1")
    for a, b in ((one, "1"), (other, "0")):
        assert a.post(f"/g/{over}/people", who=b, kind="block").status_code == 303
    waiting = one.new_game("gana", opponent="friend", clock="3d", public="1", name=name)
    return [over, waiting, one.new_game("gana", opponent="friend", clock="3d", name=name)]


@pytest.mark.parametrize("is_member", [True, pytest.param(False, marks=pytest.mark.long)])
def test_a_withheld_name_stands_nowhere(own_server: LocalServer, is_member: bool) -> None:
    server, bad_name, good_name = own_server, f"Qwortz{'qx'[is_member]}", f"Nemo{'qx'[is_member]}"
    bad = member(server, bad_name) if is_member else server.visitor()
    ada = member(server, f"Ada{'qx'[is_member]}")
    tables = begun_games(server, bad, ada, bad_name)
    arbiter = opened_cup(server, {bad_name: bad, "Ada": ada}, bad_name)
    for league in ("ladder", "divisions") if is_member else ():
        assert bad.post("/leagues", what="enter", kind=league, pace="days", game="gana").status_code == 303
    places = ["/", "/lobby", "/watch", "/mine", "/leagues", "/games", "/ratings", "/me", "/explorer", "/tournaments"]
    places += ["/admin/people", "/mine/ratings", "/me/notices", f"/people/{good_name}", f"/t/{arbiter.id}/me"]
    places += [f"/g/{table}{part}" for table in tables for part in ("", "/record.json", "/people", "/text")]
    places += [f"/api/v1/games/{table}" for table in tables]
    places += [f"/t/{arbiter.id}/desk{part}" for part in ("", "/entry/4", "/protests", "/log", "/staff", "/archive")]
    begins = [(each, place) for each in (arbiter.visitor, bad, ada, server.visitor()) for place in places]
    before = {key[1] for key, said in walked(server, begins).items() if bad_name in said}
    assert len(before) > 40 and before >= {f"/t/{arbiter.id}/{part}" for part in ("log", "entries", "file/trf26")}
    who = person(server, bad)
    server.run(server.hub.people.moderate, who, "rename", good_name)
    server.run(server.hub.refresh, who)
    assert bad_name not in bad.get("/").text, "at once"
    for id_ in server.client.app.state.tournaments.begin().ids():  # type: ignore[attr-defined]
        event = server.run(server.client.app.state.tournaments.begin().peek, id_)  # type: ignore[attr-defined]
        if event:
            server.run(members.follow, server.hub, event)
    after = walked(server, begins)
    archive = (0, f"/t/{arbiter.id}/desk/archive")
    after[archive] = after[archive].replace(f'"who":"{bad_name}"', "")  # an author, in the hash chain of the log
    left = {key: said[max(0, said.index(bad_name) - 100) :][:160] for key, said in after.items() if bad_name in said}
    assert left == {}
    assert arbiter.state.name(4) == good_name
    assert good_name in ada.get("/me").text, "whom she blocks"
    assert "Ada" in arbiter.get("/desk/entries").text
