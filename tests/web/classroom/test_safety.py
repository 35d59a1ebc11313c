"""What pupils cannot do, what the archive holds, and that nothing is left."""

import io
import json
import zipfile

import pytest
from tests.web.classroom.conftest import School, is_nobody, rows, texts_of
from tests.web.conftest import Socket

from charkoni.web.classroom import leaving
from charkoni.web.http.sessions import now_ms

pytestmark = pytest.mark.usefixtures("impatient")


def test_pupils_see_no_other_places_and_begin_nothing(school: School) -> None:
    ann, ben = school.seat("Ann", "Ben")
    school.done("computer", "Ann", strength="1")
    game = school.game_of("Ann")
    page = ann.get(f"/g/{game}").text
    assert 'class="places"' not in page and "/classroom/pupil.js" in page and 'data-act="say"' not in page
    assert 'class="places"' in school.teacher.get(f"/g/{game}").text
    assert ann.get("/").headers["location"] == "/class"
    key = school.hub.access.seat_key(game, 0)
    invite = school.live(game).row.invite
    for path in ("/new", f"/i/{invite}", f"/s/{key}", "/events/new", "/sign-in", "/class/new", school.path, "/study"):
        assert ben.post(path, game="mangala", act="end", name="X").status_code == 403, path
    assert school.server.run(school.hub.store.held, game, school.pupil("Ben").person) == frozenset()
    for path in (school.path, f"{school.path}/feed.json", f"{school.path}/screen", f"{school.path}/archive.zip"):
        assert [phone.get(path).status_code for phone in (ben, school.server.visitor())] == [403, 403], path


def test_pupils_do_not_talk_nor_claim_nor_play_again(school: School) -> None:
    ann, ben = school.seat("Ann", "Ben")
    school.done("pair", way="seat")
    game = school.game_of("Ann")
    first, second = (ann, ben) if school.live(game).seats[0].name == "Ann" else (ben, ann)
    with first.socket() as one, second.socket() as other:
        sockets = Socket(one), Socket(other)
        for socket in sockets:
            socket.hello(game)
        assert sockets[0].ask("chat", g=game, phrase="hello")["code"] == "NOT_NOW"
        assert sockets[1].ask("do", g=game, v=0, m="2")["code"] == "NOT_YOUR_TURN"
        assert [socket.ask("do", g=game, v=v, m="2")["type"] for v, socket in enumerate(sockets)] == ["ack", "ack"]
        sockets[0].send(type="leave", g=game)
        sockets[1].hear("table", v=2)
        school.server.time.pass_by(600_000)
        assert "claim" not in sockets[1].hello(game)["table"]["can"], "a telephone that sleeps loses nothing"
        assert sockets[1].ask("resign", g=game, seat=1)["type"] == "ack"
        table = sockets[0].hello(game)["table"]
        assert (table["can"], table["next"]) == ([], "/class")
    school.done("screen", screen="standings")
    winner = school.live(game).seats[0].name
    assert f"1. {winner} 1 / 1 2." in texts_of(school.teacher.get(f"{school.path}/screen").text)


def test_the_archive_holds_names_results_and_records(school: School) -> None:
    school.seat("Ann 3")
    school.server.visitor().post("/class", word=school.room.row.word, name="=Ben")
    school.done("admit", "=Ben")
    school.done("pair", way="seat")
    files = zipfile.ZipFile(io.BytesIO(school.teacher.get(f"{school.path}/archive.zip").content))
    assert files.namelist() == ["pupils.json", "pupils.csv", "games/001.txt"]
    assert files.read("pupils.csv").decode("utf-8-sig").splitlines()[1:] == ["Ann,3,0.0,0", "'=Ben,0,0.0,0"]
    russian = school.teacher.get(f"{school.path}/archive.zip?lang=ru").content
    assert "Ann;3;0,0;0" in zipfile.ZipFile(io.BytesIO(russian)).read("pupils.csv").decode()
    lines = json.loads(files.read("pupils.json"))
    assert [(line["name"], line["level"], line["games"]) for line in lines] == [("Ann", 3, 0), ("=Ben", 0, 0)]
    assert b"Ann" in files.read("games/001.txt")


def test_one_key_removes_everything(school: School) -> None:
    before = rows(school)
    _, ben, *_ = school.seat("Ann", "Ben", "Cem", "Zeki")
    school.done("computer", "Zeki", strength="1")
    school.done("dismiss", "Zeki")
    school.phone("Ann")  # a card that has moved
    school.server.visitor().post("/class", word=school.room.row.word, name="Dan")
    school.done("pair", way="lot")
    school.done("tournament", minutes="3", sets="")
    school.done("tournament", minutes="5", sets="")
    folder = school.tournaments.events.folder
    last = school.room.row.event
    assert len(school.tournaments.events.ids()) == 2
    school.server.run(school.tournaments.events.delete, last)  # a removal that was interrupted
    school.done("tournament", minutes="3", sets="")
    school.done("end")
    after = rows(school)
    assert {name: found for name, found in after.items() if found and found != before[name]} == {}
    assert after["classrooms"] == after["pupils"] == after["games"] == after["credentials"] == []
    assert [path.name for path in folder.iterdir() if path.is_file()] == []
    kept = [path.read_bytes() for path in folder.parent.rglob("*") if path.is_file()]
    assert kept and not [name for name in (b"Ben", b"Zeki", b"Dan") for content in kept if name in content]
    assert is_nobody(ben)
    assert school.teacher.get(school.path).status_code == 404


def test_a_room_that_is_forgotten_is_removed(school: School, monkeypatch: pytest.MonkeyPatch) -> None:
    school.seat("Ann")
    for days, is_left in ((59, True), (61, False)):
        monkeypatch.setattr(leaving, "now_ms", lambda days=days: now_ms() + days * 86_400_000)
        school.server.run(leaving.sweep, school.classrooms, school.tournaments)
        assert (bool(rows(school)["classrooms"]), bool(rows(school)["pupils"])) == (is_left, is_left)
