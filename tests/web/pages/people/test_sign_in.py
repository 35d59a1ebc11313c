"""Becoming a member and signing in: by passkey, passphrase and another device, with everything that can go wrong."""

import asyncio
import json
import re
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select, update
from tests.web.conftest import LocalServer, Visitor, make_pair
from tests.web.people.authenticator import Authenticator
from tests.web.tournaments.people import begin

from charkoni.web.http.quotas import Quotas, User
from charkoni.web.http.sessions import new_id
from charkoni.web.people import passphrases
from charkoni.web.store.tables import credentials, tickets

WORDS = re.compile(r'class="words"[^>]*>([^<]+)<')


def asked(visitor: Visitor, place: str, **form: str) -> dict[str, Any]:
    answer = visitor.post(f"{place}options.json", **form)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def join(visitor: Visitor, name: str = "") -> tuple[str, Authenticator]:
    """Make a visitor a member by a passkey; return the name and the authenticator."""
    name, key = name or f"Ada {new_id(8)}", Authenticator()
    answer = visitor.post("/me/passkey.json", answer=key.create(asked(visitor, "/me/", name=name)))
    assert (answer.status_code, answer.headers["location"]) == (303, "/me"), answer.text
    return name, key


def sign_in(visitor: Visitor, key: Authenticator) -> Any:
    return visitor.post("/sign-in/passkey.json", answer=key.sign(asked(visitor, "/sign-in/")))


def with_passphrase(visitor: Visitor) -> tuple[str, str]:
    """Make a visitor a member by a passphrase; return the name and the words."""
    name = f"Zoë {new_id(8)}"
    found = WORDS.search(visitor.post("/me/passphrase", name=name).text)
    assert found
    return name, found[1]


def is_member(visitor: Visitor, name: str) -> bool:
    return f"<h1>{name}</h1>" in visitor.get("/me").text


def test_a_guest_becomes_a_member_under_the_same_id_and_signs_in_elsewhere(local_server: LocalServer) -> None:
    guest, phone = local_server.visitor(), local_server.visitor()
    g = guest.new_game(opponent="here")
    before = local_server.hub.access.person(guest.cookies["charkoni"])
    stolen = dict(guest.cookies)
    name, key = join(guest)
    after = local_server.hub.access.person(guest.cookies["charkoni"])
    assert (after.person, after.name, bool(after.session)) == (before.person, name, True)
    assert local_server.hub.access.person(stolen["charkoni"]) is None, "the cookie of before is void"
    assert sign_in(phone, key).headers["location"] == "/mine"
    assert g in phone.get("/mine").text and is_member(phone, name)
    seats = local_server.run(local_server.hub.store.seats_of, [g])[g]
    assert {seat.name for seat in (*seats, *local_server.hub.rooms[g].live.seats)} == {name}, "at once"
    guest.post("/me/name", name=f"{name} 2")
    assert {seat.name for seat in local_server.hub.rooms[g].live.seats} == {f"{name} 2"}


def test_an_answer_of_a_passkey_is_good_once_in_one_browser(local_server: LocalServer) -> None:
    owner, thief = local_server.visitor(), local_server.visitor()
    name, key = join(owner)
    phone = local_server.visitor()
    answer = key.sign(asked(phone, "/sign-in/"))
    asked(thief, "/sign-in/")
    assert thief.post("/sign-in/passkey.json", answer=answer).json()["code"] == "SIGN_IN", "of another browser"
    assert phone.post("/sign-in/passkey.json", answer=answer).status_code == 303
    phone.cookies.pop("charkoni")
    assert phone.post("/sign-in/passkey.json", answer=answer).json()["code"] == "SIGN_IN", "replayed"
    late = key.sign(asked(phone, "/sign-in/"))
    local_server.run(local_server.hub.store.execute, update(tickets).values(expires=0))
    assert phone.post("/sign-in/passkey.json", answer=late).json()["code"] == "SIGN_IN", "too late"
    assert not is_member(thief, name) and not is_member(phone, name)


@pytest.mark.parametrize("wrong", ["host", "origin", "key", "count", "id"])
def test_a_forged_answer_signs_nobody_in(local_server: LocalServer, wrong: str) -> None:
    name, key = join(local_server.visitor())
    assert sign_in(local_server.visitor(), key).status_code == 303
    if wrong == "count":
        key.count = 0  # a copy of the authenticator
    else:
        forged = {"host": "evil.example", "origin": "http://evil.example"}.get(wrong, getattr(Authenticator(), wrong))
        setattr(key, wrong, forged)
    thief = local_server.visitor()
    assert sign_in(thief, key).json()["code"] == "SIGN_IN"
    assert not is_member(thief, name)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_damaged_answer_is_refused(local_server: LocalServer, data: st.DataObject) -> None:
    owner, visitor = local_server.visitor(), local_server.visitor()
    new = Authenticator().create(asked(owner, "/me/", name=f"Eve {new_id(8)}"))
    content = json.loads(new)
    place = data.draw(st.sampled_from([content, content["response"]]))
    part = data.draw(st.sampled_from(sorted(place)))
    place[part] = data.draw(st.one_of(st.none(), st.integers(), st.text(max_size=40), st.binary(max_size=40).map(repr)))
    answer = owner.post("/me/passkey.json", answer=json.dumps(content))
    assert answer.status_code in (303, 409), answer.text
    for text in (data.draw(st.text(max_size=60)), json.dumps(content), "{}", "[" * 60, ""):
        assert visitor.post("/sign-in/passkey.json", answer=text).json()["code"] == "SIGN_IN"


def test_a_passphrase_is_accepted_however_it_is_written_and_stored_as_a_hash(local_server: LocalServer) -> None:
    owner = local_server.visitor()
    name, words = with_passphrase(owner)
    assert words not in owner.get("/me").text, "it is shown once"
    stored = local_server.run(local_server.hub.store.scalars, select(credentials.c.secret))
    assert not any(word in secret for secret in stored for word in words.split() if len(word) > 4)
    for text in (words, words.upper(), words.replace(" ", ""), f"  {words.replace(' ', ' - ')}."):
        assert local_server.visitor().post("/sign-in", name=name.upper(), passphrase=text).status_code == 303
    for who, text in ((name, ""), (name, words[:-1]), (name, " ".join(reversed(words.split()))), ("", words)):
        answer = local_server.visitor().post("/sign-in", name=who, passphrase=text)
        assert answer.status_code == 403 and "You could not be signed in" in answer.text


def test_an_answer_does_not_tell_whether_a_name_exists(local_server: LocalServer, monkeypatch: Any) -> None:
    name, _ = with_passphrase(local_server.visitor())
    verified: list[str] = []
    verify = passphrases._HASHER.verify
    monkeypatch.setattr(
        passphrases._HASHER, "verify", lambda text, stored: verified.append(stored) or verify(text, stored)
    )
    pages = []
    for who in (name, "Nobody of this name"):
        answer = local_server.visitor().post("/sign-in", name=who, passphrase="one two three four five six seven")
        assert f'value="{who}"' in answer.text, "what was typed stays"
        pages.append((answer.status_code, re.sub(r'"[\w.-]{60,}"', "", answer.text).replace(who, "")))
    assert pages[0] == pages[1]
    assert [each.count("$") for each in verified] == [5, 5], "both are hashed"


def test_guesses_are_limited_by_name_and_address(local_server: LocalServer, monkeypatch: Any) -> None:
    name, words = with_passphrase(local_server.visitor())
    quotas = Quotas()
    monkeypatch.setattr(local_server.client.app.state.site, "quotas", quotas)
    states = [local_server.visitor().post("/sign-in", name=name, passphrase="wrong").status_code for _ in range(45)]
    assert states[0] == 403 and states[-1] == 429
    assert local_server.visitor().post("/sign-in", name=name, passphrase=words).status_code == 429


def test_a_new_passphrase_replaces_the_old_and_the_last_way_in_stays(local_server: LocalServer) -> None:
    owner = local_server.visitor()
    name, words = with_passphrase(owner)
    found = WORDS.search(owner.post("/me/passphrase").text)
    assert found
    assert local_server.visitor().post("/sign-in", name=name, passphrase=words).status_code == 403
    assert local_server.visitor().post("/sign-in", name=name, passphrase=found[1]).status_code == 303
    last = re.findall(r'action="/me/credentials".*?value="(\w+)">', owner.get("/me").text)
    assert len(last) == 1
    assert "This is your only way" in owner.post("/me/credentials", id=last[0]).text
    answer = owner.post("/me/passkey.json", answer=Authenticator().create(asked(owner, "/me/")))
    assert answer.status_code == 303
    assert owner.post("/me/credentials", id=last[0]).status_code == 303
    assert local_server.visitor().post("/sign-in", name=name, passphrase=found[1]).status_code == 403


def test_names_that_are_taken_or_deceive_are_refused(local_server: LocalServer) -> None:
    name, _ = join(local_server.visitor())
    other = local_server.visitor()
    typed = name.replace("A", "А", 1).replace(" ", "")[:1] + name[1:].upper()
    taken = other.post("/me/passphrase", name=typed)
    assert taken.status_code == 409 and f'value="{typed}"' in taken.text, "what was typed stays"
    assert other.post("/me/options.json", name=name.upper()).json()["code"] == "NAME_TAKEN"
    assert other.post("/me/options.json", name="\u202e").json()["code"] == "BAD_NAME"
    markup = f"<b>{new_id(6)}</b>"
    page = other.post("/me/passphrase", name=markup).text
    assert markup not in page and "&lt;b&gt;" in page


def test_a_member_is_renamed_in_all_browsers_at_once(local_server: LocalServer) -> None:
    desk, phone = local_server.visitor(), local_server.visitor()
    _, key = join(desk)
    sign_in(phone, key)
    other = f"Ada B {new_id(6)}"
    assert desk.post("/me/name", name=other).status_code == 303
    local_server.run(local_server.hub.people.sessions.read_ends)
    assert is_member(phone, other) and is_member(desk, other)
    desk.post("/new", game="mangala", opponent="here", name="Somebody else")
    assert is_member(desk, other), "members have their name"
    assert local_server.visitor().post("/me/name", name="Eve").status_code == 404


def test_sessions_are_listed_and_ended_one_by_one_or_all(local_server: LocalServer) -> None:
    desk, phone = local_server.visitor(), local_server.visitor()
    name, key = join(desk)
    sign_in(phone, key)
    ids = re.findall(r'action="/me/sessions".*?name="id" value="(\w+)">', desk.get("/me").text)
    own = local_server.hub.access.person(phone.cookies["charkoni"]).session
    assert len(ids) == 2 and own in ids
    local_server.visitor().post("/me/sessions", id=own)
    assert is_member(phone, name), "nobody ends the sessions of others"
    assert desk.post("/me/sessions", id=own).status_code == 303
    assert not is_member(phone, name) and is_member(desk, name)
    sign_in(phone, key)
    answer = desk.post("/me/sessions")
    assert 'charkoni=""' in answer.headers["set-cookie"] and answer.headers["clear-site-data"] == '"storage"'
    assert not is_member(phone, name) and not is_member(desk, name)


# --- by another device ------------------------------------------------------------------------------------------------


def step(visitor: Visitor, path: str) -> str:
    page = visitor.get(path)
    found = re.search(r'data-step="(\w+)"', page.text)
    return found[1] if found else f"{page.status_code} {page.headers.get('location', '')}"


def number(visitor: Visitor, path: str) -> str:
    found = re.search(r'class="number">(\d+)<', visitor.get(path).text)
    assert found
    return found[1]


def test_a_device_is_let_in_by_the_code_that_the_first_one_shows(local_server: LocalServer) -> None:
    desk, phone, thief = local_server.visitor(), local_server.visitor(), local_server.visitor()
    name, _ = join(desk)
    path = desk.post("/sign-in/device").headers["location"]
    assert (step(desk, path), step(phone, path)) == ("show", "ask")
    assert desk.get(f"{path}/qr.svg").headers["content-type"] == "image/svg+xml"
    assert phone.post(path, act="ask").headers["location"] == path
    assert thief.post(path, act="ask").status_code == 409, "somebody else was first"
    assert phone.post(path, act="allow").status_code == 409, "nobody lets himself in"
    assert (step(desk, path), step(phone, path), step(thief, path)) == ("allow", "wait", "404 ")
    assert number(desk, path) == number(phone, path)
    assert desk.post(path, act="allow").headers["location"] == "/me"
    assert step(thief, path) == "404 " and not is_member(thief, name)
    assert step(phone, path) == "303 /mine" and is_member(phone, name)
    assert step(phone, path).startswith("404"), "once"


def test_a_device_is_let_in_by_the_code_that_it_shows(local_server: LocalServer) -> None:
    desk, phone = local_server.visitor(), local_server.visitor()
    name, _ = join(desk)
    path = phone.post("/sign-in/device").headers["location"]
    assert (step(phone, path), step(desk, path)) == ("show", "allow")
    assert desk.post(path, act="allow").status_code == 303
    assert step(phone, path) == "303 /mine" and is_member(phone, name)


def test_a_device_that_is_refused_or_late_stays_out(local_server: LocalServer) -> None:
    desk, phone = local_server.visitor(), local_server.visitor()
    name, _ = join(desk)
    path = phone.post("/sign-in/device").headers["location"]
    assert desk.post(path, act="refuse").headers["location"] == "/me"
    assert step(phone, path).startswith("404")
    late = phone.post("/sign-in/device").headers["location"]
    local_server.run(local_server.hub.store.execute, update(tickets).values(expires=0))
    assert desk.post(late, act="allow").status_code == 404 and step(phone, late).startswith("404")
    assert not is_member(phone, name)


# --- games of before --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("yes", ["1", ""])
def test_games_of_before_come_along_when_the_visitor_says_so(local_server: LocalServer, yes: str) -> None:
    _, key = join(local_server.visitor())
    pair = make_pair(local_server)
    with pair.a.socket() as wire:
        wire.send_json({"type": "ping", "t": 1})
        assert wire.receive_json()["type"] == "pong"
        question = sign_in(pair.a, key).headers["location"]
        assert "1 game was played here" in pair.a.get(f"{question}?lang=en").text
        assert pair.b.get(question).status_code == 404 and pair.b.post(question, yes="1").status_code == 404
        assert pair.a.post(question, **({"yes": yes} if yes else {})).headers["location"] == "/mine"
    assert (pair.g in pair.a.get("/mine").text) == bool(yes)
    played = pair.a.post(f"/g/{pair.g}/text", action="move", v="0", m="1")
    room = local_server.hub.rooms[pair.g]
    assert (played.status_code, len(room.live.record)) == ((303, 1) if yes else (played.status_code, 0))
    assert pair.a.post(question, yes="1").status_code == 404, "once"
    assert pair.b.get(f"/g/{pair.g}").status_code == 200


def test_roles_and_entries_in_tournaments_come_along_and_go_with_the_person(local_server: LocalServer) -> None:
    arbiter = begin(local_server, "Ada", "Boris")
    event, visitor = arbiter.id, arbiter.visitor
    _, key = join(local_server.visitor())
    before = local_server.hub.access.person(visitor.cookies["charkoni"]).person
    visitor.post(sign_in(visitor, key).headers["location"], yes="1")
    assert visitor.get(f"/t/{event}/desk").status_code == 200
    events = local_server.client.app.state.tournaments.events
    assert before not in str(local_server.run(events.get, event).mapping("staff"))
    member = local_server.hub.access.person(visitor.cookies["charkoni"]).person
    visitor.post("/me/delete")
    assert member not in str(local_server.run(events.get, event).mapping("staff"))


def test_forms_of_other_sites_are_refused(local_server: LocalServer) -> None:
    owner = local_server.visitor()
    join(owner)
    paths = ["/sign-in", "/sign-in/device", "/sign-in/passkey.json", "/me/name", "/me/sessions", "/me/passphrase"]
    for path in (*paths, "/me/credentials", "/me/kept.json", "/me/delete"):
        assert local_server.client.post(path, data={}, headers=owner._headers()).status_code == 403


def test_guesses_are_limited_by_name_and_by_address_alone(
    local_server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = local_server.client.app.state.site  # type: ignore[attr-defined]

    async def is_right(text: str, stored: str) -> bool:
        return False

    monkeypatch.setattr(passphrases, "is_right", is_right)
    visitor = local_server.visitor()
    for limit, user_of, name_of in (
        (40, lambda n: User(f"203.0.{n}.1", f"~{n}"), lambda n: "Ann"),
        (120, lambda n: User("203.0.113.1", f"~{n}"), lambda n: f"Ann {n}"),
    ):
        monkeypatch.setattr(site, "quotas", Quotas())
        tried = 0
        while tried <= limit:
            monkeypatch.setattr(site, "user", lambda _request, n=tried, user_of=user_of: user_of(n))
            if visitor.post("/sign-in", name=name_of(tried), passphrase="x").status_code == 429:
                break
            tried += 1
        assert limit // 2 <= tried <= limit


def test_a_sign_in_ends_the_session_of_before_in_this_browser(local_server: LocalServer) -> None:
    ann, bob, desk = (local_server.visitor() for _ in range(3))
    _, of_ann = join(ann)
    name, of_bob = join(bob)
    sign_in(desk, of_ann)
    before = desk.cookies["charkoni"]
    local_server.run(asyncio.sleep, 0.002)
    sign_in(desk, of_bob)
    assert is_member(desk, name)
    assert local_server.hub.access.person(before) is None and len(_sessions(local_server, ann)) == 1
    again = desk.cookies["charkoni"]
    sign_in(desk, of_bob)
    assert local_server.hub.access.person(again) is None and len(_sessions(local_server, bob)) == 2


def _sessions(local_server: LocalServer, visitor: Visitor) -> list[str]:
    person = local_server.hub.access.person(visitor.cookies["charkoni"]).person
    return [row.id for row in local_server.run(local_server.hub.people.sessions.of, person)]


# --- names of members and guests --------------------------------------------------------------------------------------


def test_a_guest_has_no_name_of_a_member_nor_one_that_looks_like_it(local_server: LocalServer) -> None:
    name, _ = join(local_server.visitor())
    host = local_server.visitor()
    invite = local_server.run(local_server.hub.room, host.new_game(opponent="friend")).live.row.invite
    for text in (name, name.upper(), f" {name.replace('A', 'А')}. "):
        guest = local_server.visitor()
        for path, form in (
            ("/new", {"game": "mangala", "name": text}),
            ("/new", {"game": "mangala", "opponent": "here", "name1": text}),
            (f"/i/{invite}", {"name": text}),
            ("/settings", {"name": text}),
        ):
            answer = guest.post(path, **form)
            assert answer.status_code == 409 and "belongs to somebody else" in answer.text, path
        token = local_server.client.post("/api/v1/tokens", json={"name": text})
        assert (token.status_code, token.json()["code"]) == (409, "NAME_TAKEN")
    other = local_server.visitor()
    join(other)
    assert other.post("/me/tokens", name=name).status_code == 409, "nor has a program of another member"
    assert host.post("/settings", name=f"{name} B").status_code == 303


def test_a_name_of_a_guest_that_becomes_a_members_is_dropped(local_server: LocalServer) -> None:
    guest, name = local_server.visitor(), f"Ada {new_id(8)}"
    guest.new_game(name=name)
    join(local_server.visitor(), name)
    room = local_server.run(local_server.hub.room, guest.new_game())
    assert room.live.seats[0].name == "" and name not in guest.get("/settings").text
    owner = local_server.visitor()
    own, _ = join(owner)
    room = local_server.run(local_server.hub.room, owner.new_game())
    assert room.live.seats[0].name == own, "a member has his own"


def test_names_with_markup_are_texts_on_every_page_and_have_a_page(local_server: LocalServer) -> None:
    member, guest = local_server.visitor(), local_server.visitor()
    name = f"<i>{new_id(6)}</i>"
    found = WORDS.search(member.post("/me/passphrase", name=name).text)
    assert found
    g = member.new_game("mosty", opponent="friend", public="1")
    room = local_server.run(local_server.hub.room, g)
    guest.post(f"/i/{room.live.row.invite}")
    page = f"/people/{quote(name, safe='')}"
    places = (page, f"{page}/games", f"{page}/complaints", f"/g/{g}/people", f"/g/{g}/text", "/watch")
    for path in places:
        answer = guest.get(path)
        assert answer.status_code == 200 and name not in answer.text, path
        assert name.replace("<", "&lt;").replace(">", "&gt;") in answer.text, path
