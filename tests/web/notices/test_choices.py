"""The page of choices, and feeds."""

import re
from xml.etree import ElementTree

from sqlalchemy import select, update
from tests.web.conftest import LocalServer, Visitor, make_pair

from charkoni.web.store.tables import notices

ATOM = "{http://www.w3.org/2005/Atom}"


def feed_of(visitor: Visitor) -> str:
    """Make a feed, and return its path."""
    assert visitor.post("/me/notices/channels", "/me/notices", kind="feed").status_code == 303
    found = re.findall(r"http://testserver(/feeds/\w+/\w+\.atom)", visitor.get("/me/notices").text)
    assert found
    return str(found[-1])


def channel_of(visitor: Visitor) -> str:
    found = re.search(r'name="id" value="(\w+)"', visitor.get("/me/notices").text)
    assert found
    return found[1]


def titles(visitor: Visitor, path: str) -> list[str]:
    answer = visitor.get(path)
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("application/atom+xml")
    root = ElementTree.fromstring(answer.text)
    assert root.find(f"{ATOM}id") is not None and root.find(f"{ATOM}updated") is not None
    return [str(each.text) for each in root.iterfind(f"{ATOM}entry/{ATOM}title")]


def test_a_feed_shows_what_waits_until_it_is_removed(local_server: LocalServer) -> None:
    pair = make_pair(local_server, game="mangala", clock="3d")
    path, stranger = feed_of(pair.a), local_server.visitor()
    both = {"Your game with Ben begins", "It is your move against Ben"}
    assert set(titles(stranger, path)) == both, "readers of feeds have no cookie"
    assert titles(stranger, feed_of(pair.b)) == []
    id_ = channel_of(pair.a)
    pair.a.post("/me/notices", "/me/notices", act="choose", id=id_, kinds="short")
    assert titles(stranger, path) == [], "not this kind"
    pair.b.post("/me/notices", "/me/notices", act="remove", id=id_)
    assert stranger.get(path).status_code == 200, "nobody removes those of others"
    assert stranger.get(path.replace(".atom", "x.atom")).status_code == 404
    pair.a.post("/me/notices", "/me/notices", act="remove", id=id_)
    assert stranger.get(path).status_code == 404


def test_a_game_goes_from_the_feed_with_its_move(local_server: LocalServer) -> None:
    pair = make_pair(local_server, game="mangala", clock="3d")
    paths = [feed_of(each) for each in (pair.a, pair.b)]
    moved = pair.a.post(f"/g/{pair.g}/text", f"/g/{pair.g}/text", action="move", v="0", m="1")
    assert moved.status_code == 303
    assert [titles(pair.a, path) for path in paths] == [[], ["It is your move against Ada"]]


def test_new_quiet_hours_count_at_once(local_server: LocalServer) -> None:
    pair = make_pair(local_server, game="mangala", clock="3d")
    store, now = local_server.hub.store, local_server.time.wall_ms
    of_game = notices.c.about == pair.g
    local_server.run(store.execute, update(notices).where(of_game).values(due=now + 10**7))
    pair.a.post("/me/notices", "/me/notices", act="quiet", start="22:00", end="22:00", zone="Asia/Kolkata")
    assert set(local_server.run(store.scalars, select(notices.c.due).where(of_game))) == {now}


def test_webhooks_and_quiet_hours_are_kept(local_server: LocalServer) -> None:
    ann = local_server.visitor()
    assert ann.post("/me/notices", "/me/notices", act="remove", id="x").status_code == 404, "nobody yet"
    for address in ("ftp://example.org", "nonsense", ""):
        refused = ann.post("/me/notices/channels", "/me/notices", kind="webhook", address=address)
        assert refused.status_code == 409 and "no address of the web" in refused.text
    assert ann.post("/me/notices/channels", "/me/notices", kind="x").status_code == 409
    added = ann.post("/me/notices/channels", "/me/notices", kind="webhook", address="https://example.org/<b>")
    assert added.status_code == 303
    ann.post("/me/notices", "/me/notices", act="quiet", start="22:30", end="07:00", zone="Europe/Istanbul")
    page = ann.get("/me/notices").text
    assert 'value="22:30"' in page and "Europe/Istanbul" in page and "https://example.org/&lt;b&gt;" in page
    assert "example.org" not in local_server.visitor().get("/me/notices").text
