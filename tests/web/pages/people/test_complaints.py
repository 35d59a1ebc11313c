"""Blocks and reports of visitors, and what the owner of the server does about them on his page and command line."""

import re
import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from tests.web.conftest import LocalServer, Pair, Socket, Visitor, make_pair
from tests.web.pages.people.test_data import occurrences
from tests.web.pages.people.test_sign_in import is_member, join, sign_in
from tests.web.pages.test_every_page import faults, texts

from charkoni.cli.main import run
from charkoni.web.http.sessions import new_id


def person(visitor: Visitor, local_server: LocalServer) -> str:
    return str(local_server.hub.access.person(visitor.cookies["charkoni"]).person)


def at_table(pair: Pair, **form: str) -> Any:
    """Let the first visitor of a pair complain of the other at their table."""
    return pair.a.post(f"/g/{pair.g}/people", **({"who": "1", "kind": "block"} | form))


def invited(local_server: LocalServer, host: Visitor) -> str:
    """Open a table, and return the path of its invitation."""
    room = local_server.run(local_server.hub.room, host.new_game(opponent="friend"))
    return f"/i/{room.live.row.invite}"


# --- of visitors ------------------------------------------------------------------------------------------------------


def test_a_blocked_person_gets_no_seat_at_the_tables_of_the_other(local_server: LocalServer) -> None:
    pair = make_pair(local_server)
    assert at_table(pair).status_code == 303
    assert "Unblock" in pair.a.get(f"/g/{pair.g}/people?lang=en").text
    path = invited(local_server, pair.a)
    refused = pair.b.post(path)
    assert refused.status_code == 409 and "has blocked you" in refused.text
    assert pair.a.post(invited(local_server, pair.b)).status_code == 303, "the other way is his own affair"
    assert local_server.visitor().post(path).status_code == 303
    assert at_table(pair, act="withdraw").status_code == 303
    assert pair.b.post(invited(local_server, pair.a)).status_code == 303


def test_a_block_is_withdrawn_on_the_own_page_by_its_owner_alone(local_server: LocalServer) -> None:
    pair = make_pair(local_server)
    at_table(pair)
    keys = re.findall(r'action="/me/blocks".*?value="(\w+)">', pair.a.get("/me").text)
    assert len(keys) == 1 and person(pair.b, local_server) not in pair.a.get("/me").text
    for visitor, key in ((pair.b, keys[0]), (pair.a, "x")):
        visitor.post("/me/blocks", id=key)
        assert pair.b.post(invited(local_server, pair.a)).status_code == 409
    pair.a.post("/me/blocks", id=keys[0])
    assert "/me/blocks" not in pair.a.get("/me").text
    assert pair.b.post(invited(local_server, pair.a)).status_code == 303


def test_a_blocked_person_says_nothing_that_the_other_hears(local_server: LocalServer) -> None:
    pair, watcher = make_pair(local_server), local_server.visitor()
    at_table(pair)
    with pair.a.socket() as a, pair.b.socket() as b, watcher.socket() as w:
        wires = [Socket(wire) for wire in (a, b, w)]
        for wire in wires:
            wire.hello(pair.g)
        assert wires[1].ask("chat", g=pair.g, phrase="hello")["type"] == "ack"
        for wire in wires[1:]:
            assert wire.hear("chat")["phrase"] == "hello"
        assert wires[0].ask("chat", g=pair.g, phrase="thanks")["type"] == "ack"
        assert wires[0].hear("chat")["phrase"] == "thanks", "what he says himself comes first"


def test_a_muted_person_says_nothing_and_reads_why(local_server: LocalServer) -> None:
    pair = make_pair(local_server)
    with pair.a.socket() as a:
        wire = Socket(a)
        wire.hello(pair.g)
        for act, answer in (("mute", "nack"), ("unmute", "ack")):
            local_server.run(local_server.hub.people.moderate, person(pair.a, local_server), act)
            said = wire.ask("chat", g=pair.g, phrase="hello")
            assert said["type"] == answer and said.get("code", "MUTED") == "MUTED"


def test_a_report_names_the_game_and_is_sent_once(local_server: LocalServer) -> None:
    pair = make_pair(local_server)
    for kind in ("abandons", "abandons", "computer"):
        assert at_table(pair, kind=kind).status_code == 303
    assert "Abandons games" in pair.a.get(f"/g/{pair.g}/people?lang=en").text.partition('role="status"')[2]
    reports = local_server.run(local_server.hub.people.complaints.reports, person(pair.b, local_server))
    assert {(row.kind, row.game, row.name) for row in reports} == {
        (kind, pair.g, "Ben") for kind in ("abandons", "computer")
    }
    assert {row.person for row in reports} == {person(pair.a, local_server)}


def test_a_member_is_reported_from_his_page_with_a_game_of_both(local_server: LocalServer) -> None:
    pair = make_pair(local_server)
    name, _ = join(pair.b)
    for v, who in enumerate((pair.a, pair.b)):
        who.post(f"/g/{pair.g}/text", action="move", v=str(v), m="1")
    pair.b.post(f"/g/{pair.g}/text", action="resign")
    page, path = f"/people/{name.replace(' ', '%20')}", f"/people/{name}/complaints"
    assert (
        f'href="{page}/complaints"' in pair.a.get(f"/people/{name}").text and f'href="{page}"' in pair.a.get(path).text
    )
    assert pair.a.post(path, kind="name", who="").status_code == 303
    stranger = local_server.visitor()
    assert stranger.post(path, kind="name", who="").status_code == 303
    reports = local_server.run(local_server.hub.people.complaints.reports, person(pair.b, local_server))
    assert sorted(row.game for row in reports) == ["", pair.g], "who has not played him names no game"


def test_what_cannot_be_complained_of_is_refused(local_server: LocalServer) -> None:
    pair = make_pair(local_server)
    for form in ({"who": "0"}, {"who": "7"}, {"who": ""}, {"kind": "closed"}, {"kind": ""}):
        assert at_table(pair, **form).status_code == 400
    alone = local_server.visitor()
    g, (name, _) = alone.new_game(opponent="here"), join(alone)
    for path in (f"/g/{g}/people", f"/people/{name}/complaints", "/people/Nobody/complaints", "/g/zzzz/people"):
        assert alone.get(path).status_code == 404
    headers = {**pair.a._headers(), "origin": "http://evil.example"}
    for path in (f"/g/{pair.g}/people", "/me/blocks", "/admin/people"):
        assert local_server.client.post(path, data={}, headers=headers).status_code == 403


def test_a_flood_of_reports_is_refused(local_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    from charkoni.web.http.quotas import Quotas

    pair = make_pair(local_server)
    monkeypatch.setattr(local_server.client.app.state.site, "quotas", Quotas())  # type: ignore[attr-defined]
    states = [at_table(pair).status_code for _ in range(25)]
    assert (states[0], states[-1]) == (303, 429)


# --- of the owner -----------------------------------------------------------------------------------------------------


@pytest.fixture
def owner(local_server: LocalServer, capsys: pytest.CaptureFixture[str]) -> Iterator[Visitor]:
    """The owner of the server in a browser that has opened the address which the command line prints."""
    visitor = local_server.visitor()
    assert admin(local_server, capsys, "--page")
    path = admin(local_server, capsys, "--page").strip().removeprefix("http://testserver")
    assert visitor.get(path).status_code == 200
    assert visitor.post(path).headers["location"] == "/admin/people"
    yield visitor


def admin(local_server: LocalServer, capsys: pytest.CaptureFixture[str], *options: str) -> str:
    database = ["--database", local_server.settings.database.removeprefix("sqlite:///")]
    capsys.readouterr()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CHARKONI_ORIGINS", "http://testserver")
        assert run(["admin", "people", *options, *database]) == 0
    return capsys.readouterr().out


def test_an_address_of_the_owner_is_good_once_and_in_time(
    local_server: LocalServer, capsys: pytest.CaptureFixture[str]
) -> None:
    visitor, thief = local_server.visitor(), local_server.visitor()
    path = admin(local_server, capsys, "--page").strip().removeprefix("http://testserver")
    assert visitor.get("/admin/people").status_code == 403
    for _ in range(2):
        assert visitor.get(path).status_code == 200, "a look at it uses nothing up"
    assert visitor.post(path).status_code == 303 and visitor.get("/admin/people").status_code == 200
    assert (thief.get(path).status_code, thief.post(path).status_code) == (404, 404)
    thief.cookies["charkoni_owner"] = path.rpartition("/")[2]
    for request in (thief.get("/admin/people"), thief.get("/admin/people/x.zip"), thief.post("/admin/people")):
        assert request.status_code == 403 and "for the owner" in request.text


def test_the_owner_reads_reports_renames_mutes_and_closes(local_server: LocalServer, owner: Visitor) -> None:
    pair = make_pair(local_server)
    name, _ = join(pair.b, f"Bad {new_id(8)}")
    bad, other = person(pair.b, local_server), f"Good {new_id(8)}"
    at_table(pair, kind="name")
    assert f"/admin/people?who={bad}" in owner.get("/admin/people").text
    page = owner.get(f"/admin/people?who={name}&lang=en").text
    assert f'href="/g/{pair.g}"' in page and "Offensive or false name" in page and "<code>credentials</code> 1" in page
    assert owner.post("/admin/people", who=bad, act="rename", name=other).headers["location"].endswith(bad)
    assert local_server.hub.rooms[pair.g].live.seats[1].name == other, "the board shows it at once"
    local_server.run(local_server.hub.people.sessions.read_ends)
    assert is_member(pair.b, other)
    assert pair.b.post("/me/name", name=name).status_code == 409, "the name of before is nobody's"
    owner.post("/admin/people", who=bad, act="mute")
    assert "Unmute" in owner.get(f"/admin/people?who={bad}&lang=en").text
    owner.post("/admin/people", who=bad, act="close")
    assert bad not in owner.get("/admin/people").text


def test_the_owner_removes_exports_and_deletes(local_server: LocalServer, owner: Visitor) -> None:
    pair = make_pair(local_server)
    name, key = join(pair.b, f"Bad {new_id(8)}")
    bad = person(pair.b, local_server)
    at_table(pair)
    for v, who in enumerate((pair.a, pair.b)):
        who.post(f"/g/{pair.g}/text", action="move", v=str(v), m="1")
    owner.post("/admin/people", who=bad, act="remove")
    assert not is_member(pair.b, name)
    assert sign_in(local_server.visitor(), key).json()["code"] == "SIGN_IN"
    assert local_server.visitor().post("/me/options.json", name=name).json()["code"] == "NAME_TAKEN"
    assert name in pair.a.get(f"/g/{pair.g}/text").text
    with zipfile.ZipFile(BytesIO(owner.get(f"/admin/people/{bad}.zip").content)) as archive:
        assert f"games/{pair.g}.json" in archive.namelist()
    with zipfile.ZipFile(BytesIO(owner.post("/admin/people", who=bad, act="delete").content)) as archive:
        assert f"games/{pair.g}.json" in archive.namelist(), "what is deleted is exported by the same act"
    assert occurrences(local_server, bad) == occurrences(local_server, name) == []
    assert "Former member" in pair.a.get(f"/g/{pair.g}/text?lang=en").text


@pytest.mark.parametrize("who", ["", "~", "../x", "a" * 33])
def test_nobody_is_deleted_without_an_id(local_server: LocalServer, owner: Visitor, who: str) -> None:
    for act in ("delete", "remove"):
        assert owner.post("/admin/people", who=who, act=act).status_code == 400
    assert local_server.run(local_server.hub.store.value, "secret")


def test_the_command_line_does_the_same(local_server: LocalServer, capsys: pytest.CaptureFixture[str]) -> None:
    pair = make_pair(local_server)
    name, _ = join(pair.b, f"Bad {new_id(8)}")
    bad, other = person(pair.b, local_server), f"Good {new_id(8)}"
    at_table(pair, kind="computer")
    listed = admin(local_server, capsys)
    assert f"{name}  {bad}" in listed and f"Computer help  {pair.g}" in listed
    shown = admin(local_server, capsys, name, "--rename", other, "--mute")
    assert f"{other}  {bad}  muted" in shown and "seats 1" in shown
    assert "muted" not in admin(local_server, capsys, other, "--unmute", "--close")
    assert bad not in admin(local_server, capsys)
    admin(local_server, capsys, bad, "--remove")
    local_server.run(local_server.hub.people.sessions.read_ends)
    assert not is_member(pair.b, other)


@pytest.mark.parametrize("lang", ["ru", "tr"])
def test_the_pages_are_in_their_language(local_server: LocalServer, owner: Visitor, lang: str) -> None:
    pair = make_pair(local_server)
    at_table(pair, kind="name")
    at_table(pair)
    bad = person(pair.b, local_server)
    paths = ((owner, "/admin/people?"), (owner, f"/admin/people?who={bad}&"), (pair.a, f"/g/{pair.g}/people?"))
    for visitor, path in paths:
        page = visitor.get(f"{path}lang={lang}").text
        assert {fault for text in texts(page) for fault in faults(text, lang)} - {"Ada", "Ben"} == set()
