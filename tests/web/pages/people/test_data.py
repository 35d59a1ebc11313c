"""A guest's data: shown, exported, deleted with a question, and what is kept for how long."""

import io
import json
import zipfile

import pytest
from sqlalchemy import select
from starlette.websockets import WebSocketDisconnect
from tests.web.conftest import LocalServer, Pair, make_pair

from charkoni.core.translations import Words
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.players import Entry, Person
from charkoni.web.allowances import AGES
from charkoni.web.http.quotas import Quotas, User
from charkoni.web.pages.people.data import age_text, known_people, share_lines
from charkoni.web.store.tables import METADATA


def occurrences(server: LocalServer, text: str) -> list[str]:
    """Return the tables and columns of the database in which a text stands."""
    with server.hub.store.engine.begin() as connection:
        return [
            f"{table.name}.{column.name}"
            for table in METADATA.sorted_tables
            for column in table.c
            for value in connection.execute(select(column)).scalars()
            if text in str(value)
        ]


def guest_of(server: LocalServer, cookie: str) -> str:
    known = server.hub.access.person(cookie)
    assert known
    return str(known.person)


def test_everything_is_deleted_after_a_question_and_the_browser_is_forgotten(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    g = visitor.new_game(opponent="here", name="Zeynep-to-forget")
    guest = guest_of(local_server, visitor.cookies["charkoni"])
    assert occurrences(local_server, guest) and occurrences(local_server, "Zeynep-to-forget")
    asked = visitor.get("/me/delete")
    assert "Delete everything?" in asked.text and occurrences(local_server, guest)
    answer = visitor.post("/me/delete")
    assert (answer.status_code, 'charkoni=""' in answer.headers["set-cookie"]) == (303, True)
    assert occurrences(local_server, guest) == occurrences(local_server, "Zeynep-to-forget") == []
    assert visitor.get(f"/g/{g}").status_code == 404


def test_a_game_with_others_is_given_up_and_stays_theirs_without_the_name(local_server: LocalServer) -> None:
    pair = make_pair(local_server)
    pair.a.post("/settings", name="Ada-to-forget")
    for v, who in enumerate((pair.a, pair.b)):
        who.post(f"/g/{pair.g}/text", action="move", v=str(v), m="1")
    guest = guest_of(local_server, pair.a.cookies["charkoni"])
    assert "stay theirs" in pair.a.get(f"/me/delete?game={pair.g}").text
    pair.a.post("/me/delete", game=pair.g)
    page = pair.b.get(f"/g/{pair.g}/text?lang=en")
    assert page.status_code == 200 and "Ada-to-forget" not in page.text
    assert occurrences(local_server, guest) == []
    room = local_server.hub.rooms[pair.g]
    assert (room.live.state, room.live.row.reason) == ("over", "resignation")


def test_people_remembered_for_a_guest_are_exported_and_deleted(local_server: LocalServer) -> None:
    visitor, people = local_server.visitor(), known_people(local_server.hub)
    visitor.new_game(opponent="here")
    guest = guest_of(local_server, visitor.cookies["charkoni"])
    mine, shared = Person("Zeynep Kaya", birth="2011"), Person("Ada Lovelace")
    for owner, names in ((guest, (mine, shared)), ("another", (shared,))):
        state = Tournament(
            entries=tuple(Entry(id_, str(id_)) for id_ in range(1, len(names) + 1)),
            people={str(id_): person for id_, person in enumerate(names, 1)},
        )
        people.remember(state, owner)
    assert "2 people are remembered" in visitor.get("/me?lang=en").text
    with zipfile.ZipFile(io.BytesIO(visitor.get("/me.zip").content)) as archive:
        told = json.loads(archive.read("about.json"))["people"]
    assert [person["name"] for person in told] == ["Ada Lovelace", "Zeynep Kaya"]
    visitor.post("/me/delete")
    assert people.of(guest) == [] and people.find("Zeynep") == []
    assert [person.name for person in people.of("another")] == ["Ada Lovelace"]


def test_a_guest_ends_his_sessions_elsewhere(local_server: LocalServer) -> None:
    one, thief = local_server.visitor(), local_server.visitor()
    g = one.new_game(opponent="here")
    thief.cookies.update(one.cookies)
    with thief.socket() as wire:
        wire.send_json({"type": "ping", "t": 1})
        assert wire.receive_json()["type"] == "pong"
        assert one.post("/me/sessions").status_code == 303
        wire.send_json({"type": "ping", "t": 2})
        with pytest.raises(WebSocketDisconnect):
            wire.receive_json()
    assert g not in thief.get("/me").text
    assert g in one.get("/me").text
    assert thief.post("/settings", name="Thief").status_code == 303
    assert g in one.get("/me").text, "the new cookie goes on"


def test_after_everything_is_deleted_no_other_session_goes_on(local_server: LocalServer) -> None:
    one, thief = local_server.visitor(), local_server.visitor()
    one.new_game(opponent="here")
    thief.cookies.update(one.cookies)
    guest, *_ = local_server.hub.access.person(thief.cookies["charkoni"])
    one.post("/me/delete")
    assert local_server.hub.access.person(thief.cookies["charkoni"]) is None
    local_server.hub.access.ended.clear()
    local_server.run(local_server.hub.people.sessions.read_ends)
    assert local_server.hub.access.ended_at(guest), "another process learns it"


def test_the_page_says_what_is_left_before_it_gets_low(local_server: LocalServer) -> None:
    quotas, now = Quotas(clock=lambda: 0.0), User("192.0.2.9", "ann")
    quotas.charge(now, "game", 3)
    lines = {what: (left, more) for what, left, more in share_lines(Words("en"), quotas, now)}
    assert lines["New games; other new things count as several"] == ("17 of 20", "more in 30 seconds")
    assert lines["Thinking of the computer, in minutes"] == ("5 of 5", "")
    assert "How much you can do now" in local_server.visitor().get("/me?lang=en").text


@pytest.mark.parametrize(("old", "new"), [("", ""), (".zip", ".zip"), ("/delete?game=abc", "/delete?game=abc")])
def test_addresses_of_older_versions_redirect(local_server: LocalServer, old: str, new: str) -> None:
    answer = local_server.visitor().get(f"/my-data{old}")
    assert (answer.status_code, answer.headers["location"]) == (308, f"/me{new}")


@pytest.mark.parametrize(
    ("people", "said"), [("off", "does not remember people"), ("all", "all arbiters are shown them")]
)
def test_the_page_of_what_is_kept_tells_the_setting(
    local_server: LocalServer, monkeypatch: pytest.MonkeyPatch, people: str, said: str
) -> None:
    assert "only arbiters of your earlier events" in local_server.visitor().get("/kept?lang=en").text
    monkeypatch.setattr(local_server.hub, "settings", local_server.hub.settings.model_copy(update={"people": people}))
    assert said in local_server.visitor().get("/kept?lang=en").text


def test_nobody_deletes_the_games_of_others(pair: Pair) -> None:
    stranger = pair.local_server.visitor()
    stranger.new_game(opponent="here")
    assert stranger.get(f"/me/delete?game={pair.g}").status_code == 404
    assert stranger.post("/me/delete", game=pair.g).status_code == 404
    assert pair.a.get(f"/g/{pair.g}").status_code == 200


def test_the_export_has_all_games_and_no_secrets(local_server: LocalServer) -> None:
    pair = make_pair(local_server, game="chaupar")
    second = pair.a.new_game(opponent="here")
    pair.a.post(f"/g/{second}/text", action="move", v="0", m="1")
    with zipfile.ZipFile(io.BytesIO(pair.a.get("/me.zip").content)) as archive:
        names = archive.namelist()
        running, own = (json.loads(archive.read(f"games/{g}.json")) for g in (pair.g, second))
        whole = "".join(archive.read(name).decode() for name in names)
    assert set(names) == {"about.json", f"games/{pair.g}.json", f"games/{second}.json"}
    assert [row["text"] for row in own["log"] if row["kind"] == "move"] == ["1"]
    assert all(not row["text"] for row in running["log"] if row["kind"] in ("seed", "key", "reveal"))
    assert guest_of(local_server, pair.b.cookies["charkoni"]) not in whole
    assert pair.local_server.visitor().get("/me.zip").status_code == 404


def test_my_data_tells_what_there_is(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    assert "Nothing is known of you here" in visitor.get("/me").text
    g = visitor.new_game(opponent="here", name="Ada")
    page = visitor.get("/me").text
    assert "Your name here is Ada." in page and f"/me/delete?game={g}" in page


@pytest.mark.parametrize("lang", ["en", "ru", "tr"])
def test_the_page_of_ages_is_made_from_the_settings(local_server: LocalServer, lang: str) -> None:
    page = local_server.visitor().get(f"/kept?lang={lang}").text
    assert page.count("<tr><td>") == len(AGES) and "<td></td>" not in page
    assert all(age_text(Words(lang), days) in page for days in AGES.values())
    assert (age_text(Words("en"), 11), age_text(Words("en"), 0)) == ("11 days", "without end")


def test_whole_years_are_said_as_years() -> None:
    assert [age_text(Words("ru"), days) for days in (730, 365, 366)] == ["2 года", "1 год", "366 дней"]
