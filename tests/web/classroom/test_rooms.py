"""Rooms: what each has to do, what the teacher sees, tournaments, and any order of acts."""

import asyncio
import json
import re
import time
import tomllib
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.web.classroom.conftest import WAITING, School, goes_to, opened, rows, texts_of, visitor_of
from tests.web.conditions import wait_until
from tests.web.conftest import Socket, Visitor

import charkoni
from charkoni.analysis.puzzles import puzzle_set
from charkoni.classroom import lesson_plan
from charkoni.graphics.scene import BoardView
from charkoni.web.classroom.refused_moves import refused_move
from charkoni.web.classroom.rooms import Classrooms, OpenClassroom
from charkoni.web.classroom.tasks import PupilTask
from charkoni.web.live.analysis_jobs import key_of
from charkoni.web.pages.analyses.pages import record_of_game
from charkoni.web.people import personal_data
from charkoni.web.store import PupilRow
from charkoni.web.tournaments import permissions

pytestmark = pytest.mark.usefixtures("impatient")


# --- tasks ------------------------------------------------------------------------------------------------------------


def test_a_phone_goes_where_there_is_something_to_do_and_stays_there(school: School) -> None:
    ann, ben = school.seat("Ann", "Ben")
    school.done("pair", way="seat")
    game = f"/g/{school.game_of('Ann')}"
    assert school.game_of("Ben") == school.game_of("Ann")
    assert [goes_to(school, ann, path) for path in ("/class", game, "/rules/mangala", "/learn")] == [game, "", "", game]
    school.done("stop")
    assert school.live(game[3:]).paused
    assert goes_to(school, ann, game) == goes_to(school, ben, "/rules/mangala") == "/class"
    assert "Look at the teacher" in texts_of(ann.get("/class").text)
    assert re.search("<title>Look at the teacher. Ann", ann.get("/class").text), "which a screen reader says"
    school.done("start")
    assert not school.live(game[3:]).paused
    assert goes_to(school, ann, "/class") == game


def test_a_phone_that_waits_hears_of_the_end_of_the_lesson(school: School, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("charkoni.web.classroom.pupil_pages.POLL_S", 30.0)
    [phone] = school.seat("Ann")
    school.done("computer", strength="1")
    game = f"/g/{school.game_of('Ann')}"
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(phone.client.get, f"/class/me.json?path={game}", headers=phone._headers())
        while not school.room.seen:
            time.sleep(0.01)
        school.done("end")
        assert answer.result(20).json()["to"] == "/class"


def test_a_server_that_ends_sends_no_phone_away(school: School, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would find no page there; its script asks again until the server is back."""
    monkeypatch.setattr("charkoni.web.classroom.pupil_pages.POLL_S", 30.0)
    [phone] = school.seat("Ann")
    school.done("computer", strength="1")
    with ThreadPoolExecutor(1) as pool:
        path = f"/class/me.json?path=/g/{school.game_of('Ann')}"
        answer = pool.submit(phone.client.get, path, headers=phone._headers())
        while not school.room.seen:
            time.sleep(0.01)
        assert school.server.client.portal
        school.server.client.portal.call(school.classrooms.answer_waiting)
        assert answer.result(20).json()["to"] == ""


def test_who_gets_a_new_task_leaves_the_game_and_the_other_is_free(school: School) -> None:
    school.seat("Ann", "Ben", "Cem", "Dan")
    school.done("pair", way="seat")
    game, other = school.game_of("Ann"), school.game_of("Cem")
    school.done("lesson", "Ann", lesson="mangala/2")
    assert [school.pupil(name).task for name in ("Ann", "Ben", "Cem")] == ["lesson mangala/2", "", f"game {other}"]
    assert (school.live(game).paused, school.live(other).paused) == (True, False)
    school.done("clear")
    assert {pupil.task for pupil in school.pupils()} == {""}


def test_progress_in_lessons_and_puzzles_is_that_of_the_present_task(school: School) -> None:
    [phone] = school.seat("Ann")
    school.done("puzzles", first="3", last="4")
    for key, right in (("mangala/1", "1"), ("mangala/4", "1"), ("mangala/3", ""), ("mangala/3", "1")):
        phone.post("/class/progress", key=key, n="1", right=right)
    assert (school.pupil("Ann").done, school.pupil("Ann").wrong, school.sent_to(phone)) == (1, 1, "/puzzles/mangala/4")
    phone.post("/class/progress", key="mangala/4", right="1")
    assert school.sent_to(phone) == WAITING
    assert goes_to(school, phone, "/puzzles/mangala/4") == "", "the solution may be looked at"
    school.done("lesson", lesson="mangala/2")
    for n in ("1", "99", "x"):
        phone.post("/class/progress", key="mangala/2", n=n, right="1")
    assert (school.pupil("Ann").done, school.sent_to(phone)) == (PupilTask("lesson", "mangala/2").steps, WAITING)


def test_a_lesson_that_was_interrupted_goes_on_at_its_step_also_on_another_phone(school: School) -> None:
    [phone] = school.seat("Ann")
    school.done("lesson", lesson="mangala/2")
    assert school.sent_to(phone) == "/learn/mangala/2"
    phone.post("/class/progress", key="mangala/2", n="1", right="1")
    school.done("stop")
    assert school.sent_to(phone) == WAITING
    school.done("start")
    for is_another in (False, True):
        phone = school.phone("Ann") if is_another else phone
        there = school.sent_to(phone)
        assert there == "/learn/mangala/2?step=2"
        page = phone.get(f"{there}&lang=en").text
        assert "Step 2 of" in page and '"at": 2' in page
        assert goes_to(school, phone, "/learn/mangala/2") == ""
    for step in ("0", str(PupilTask("lesson", "mangala/2").steps + 1), "x"):
        assert '"at": 1' in phone.get(f"/learn/mangala/2?step={step}").text


def test_a_pupil_who_changes_the_language_is_led_to_his_task(school: School) -> None:
    [phone] = school.seat("Ann")
    school.done("guided", strength="1")
    there = school.sent_to(phone)
    assert there.endswith("?guided=1")
    assert '<input type="hidden" name="back" value="/class">' in phone.get("/rules/mangala").text


def test_the_level_of_a_pupil_is_that_of_his_computer_unless_one_is_chosen(school: School) -> None:
    school.seat("Ann 7", "Ben")
    levels = []
    for strength in ("0", "3"):
        school.done("computer", strength=strength)
        levels.append([school.live(school.game_of(name)).seats[1].level for name in ("Ann", "Ben")])
    assert levels == [[7, 2], [3, 3]]


def test_a_guided_game_and_a_game_from_a_position(school: School) -> None:
    [phone] = school.seat("Ann")
    school.done("guided", strength="1")
    assert school.sent_to(phone) == f"/g/{school.game_of('Ann')}?guided=1"
    position = str(school.live(school.game_of("Ann")).position.play("4"))
    school.done("position", game="mangala", start=position)
    assert "Games begin from this position." in texts_of(school.teacher.get(f"{school.path}?lang=en").text)
    school.done("computer", strength="1")
    assert str(school.live(school.game_of("Ann")).record.start) == position
    school.done("usual")
    school.done("computer", strength="1")
    assert str(school.live(school.game_of("Ann")).record.start) != position
    school.done("position", game="mangala", start=position)
    school.done("game", game="gana")
    assert (school.room.row.game, school.room.row.start) == ("gana", ""), "a position is one of its game"


def test_a_position_of_another_game_is_set_up_for_all_and_asked(school: School) -> None:
    ann, ben = school.seat("Ann", "Ben")
    position = next(puzzle.position for puzzle in puzzle_set("gana"))
    assert school.do("ask", source="position").status_code == 400, "none is set up"
    school.done("position", game="gana", start=str(position))
    assert (school.room.row.game, school.room.row.start) == ("gana", str(position))
    school.done("pair", way="seat")
    assert str(school.live(school.game_of("Ann")).record.start) == str(position)
    school.done("ask", source="position")
    assert goes_to(school, ann, "/class") == "/class/question"
    assert ann.post("/class/question.json", m=position.moves[0]).json()["right"]
    assert "Answers: 1 of 2" in texts_of(school.teacher.get(f"{school.path}/screen").text)
    # Another position is another question: the pupils go on.
    school.done("usual")
    assert (school.room.row.question, school.room.row.screen) == ("", "")
    thrown = str(charkoni.game("chaupar").start())
    school.done("position", game="chaupar", start=thrown)
    assert school.do("ask", source="position").status_code == 400, "a throw is nobody's move"
    assert goes_to(school, ben, "/class/question") == f"/g/{school.game_of('Ben')}"


@pytest.mark.parametrize(
    ("act", "form"),
    [
        ("pair", {"way": "size"}),
        ("lesson", {"lesson": "mangala/0"}),
        ("puzzles", {"first": "3", "last": "2"}),
        ("puzzles", {"first": "1", "last": "9999"}),
        ("tournament", {"minutes": "3", "sets": "4"}),
        ("computer", {"strength": "11"}),
        ("ask", {"source": "lesson mangala/99/1"}),
        ("ask", {"source": "game nonsense"}),
        ("screen", {"screen": "board nonsense"}),
        ("fly", {}),
    ],
)
def test_what_cannot_be_done_is_refused(school: School, act: str, form: dict[str, str]) -> None:
    school.seat("Ann", "Ben")
    assert school.do(act, **form).status_code == 400
    assert {pupil.task for pupil in school.pupils()} == {""}


def test_a_position_that_cannot_be_read_is_refused_with_the_reason(school: School) -> None:
    refused = school.do("position", game="mangala", start="nonsense")
    assert refused.status_code == 409 and "six holes and a store per side" in texts_of(refused.text)
    assert school.do("position", game="chess", start="").status_code == 404
    assert school.room.row.start == ""


def test_a_variant_stays_the_game_of_the_room_when_a_position_is_set_up(school: School) -> None:
    school.done("position", game="mangala:fortress", start="")
    page = school.teacher.get(school.path).text
    assert re.findall('<option value="([^"]+)" selected', page) == ["mangala:fortress"]


# --- the page of the teacher ------------------------------------------------------------------------------------------


def test_the_feed_sends_changes_only(school: School) -> None:
    ann, ben = school.seat("Ann", "Ben")
    school.done("pair", way="seat")
    game, feed = school.game_of("Ann"), f"{school.path}/feed.json"
    first = school.teacher.get(feed).json()
    assert first["boards"][game]["scene"].startswith("/scene/mangala/")
    again = school.teacher.get(f"{feed}?since={first['stamp']}").json()
    assert (again["boards"], again["values"]) == ({}, {})
    for phone in (ann, ben):
        goes_to(school, phone, f"/g/{game}")
    mover = ann if school.live(game).seats[0].name == "Ann" else ben
    with mover.socket() as wire:
        socket = Socket(wire)
        socket.hello(game)
        assert socket.ask("do", g=game, v=0, m="2")["type"] == "ack"
    then = school.teacher.get(f"{feed}?since={first['stamp']}").json()
    assert "scene" not in then["boards"][game] and 0 < len(then["boards"][game]["set"]) < 12
    assert sorted(state for state, _ in (then["values"]["p1"], then["values"]["p2"])) == ["turn", "waits"]
    assert school.teacher.get(f"{feed}?since=7").json()["boards"][game]["scene"], "an unknown one gets everything"


def test_who_is_stuck_and_what_was_refused(school: School) -> None:
    ann, ben, cem = school.seat("Ann", "Ben", "Cem")
    school.done("computer", strength="1")
    game = school.game_of("Ann")
    for phone in (ann, ben, cem):
        goes_to(school, phone, "/class")
    with ann.socket() as wire:
        socket = Socket(wire)
        socket.hello(game)
        for _ in range(3):
            socket.send(type="why", g=game, v=0, prefix=[], zone="b1")
            rule = socket.hear("why")["rule"]
    ben.get(f"/ask.json?game=mangala&position={school.live(game).position}&zone=b1")
    school.server.time.pass_by(130_000)

    def told() -> dict[str, Any]:
        return dict(school.teacher.get(f"{school.path}/feed.json").json()["values"])

    wait_until(lambda: told()["refused"] and told()["refused"][0][1].startswith("2 "))
    values = told()
    assert values["refused"] == [[f"mangala/{rule}", f"2 pupils were refused by {rule} (Mangala)"]]
    assert [values[f"p{place}"][0] for place in (1, 2, 3)] == ["stuck"] * 3
    school.done("screen", screen=f"rule mangala/{rule}")
    assert "Mangala:" in texts_of(school.teacher.get(f"{school.path}/screen").text)
    school.server.time.wall_ms = school.live(game).last_at + 1000
    values = school.teacher.get(f"{school.path}/feed.json").json()["values"]
    assert values["p1"] == ["stuck", f"refused by {rule}, 3 times"]
    assert values["p3"] == ["turn", "to move"]


def test_a_room_follows_its_teacher(school: School) -> None:
    school.seat("Ann")
    guest = visitor_of(school.server, school.teacher)
    school.server.run(personal_data.move, school.hub.store, guest, "member1234567890abcd")
    school.server.run(school.hub.people.on_moved, guest, "member1234567890abcd")
    assert school.room.row.teacher == "member1234567890abcd"
    school.server.run(personal_data.erase, school.hub.store, "member1234567890abcd")
    school.server.run(school.hub.people.on_moved, "member1234567890abcd", "")
    assert rows(school)["pupils"] == [] and school.server.run(school.classrooms.find, school.id) is None


def test_a_restart_loses_nothing(school: School, reopen: Callable[[School], School]) -> None:
    ann, ben = school.seat("Ann", "Ben")
    school.done("pair", way="seat")
    school.done("ask", source="lesson mangala/1/1")
    ann.post("/class/question.json", m="1")
    before, row = school.room.pupils, school.room.row
    again = reopen(school)
    for phone in (ann, ben):
        phone.client = again.server.client
    assert (again.room.pupils, again.room.row) == (before, row)
    assert again.room.page_version > 0
    again.done("end-question")
    assert again.sent_to(ann) == again.sent_to(ben) == f"/g/{again.game_of('Ann')}"


# --- a tournament -----------------------------------------------------------------------------------------------------


def test_a_tournament_begins_by_one_button_and_leads_to_its_boards(
    school: School, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("charkoni.web.tournaments.online.rounds._rested", lambda event: True)
    names = ("Ann", "Ben", "Cem", "Dan")
    phones = school.seat(*names)
    school.done("tournament", minutes="3", sets="")
    event = school.server.run(school.tournaments.events.get, school.room.row.event)
    assert (len(event.state.entries), event.state.settings.boards, event.state.settings.clock) == (4, "online", 3)
    assert school.sent_to(phones[0]) == WAITING, "one thing to do, and no lobby"
    assert "It begins in a moment." in texts_of(phones[0].get("/class?lang=en").text)
    assert school.teacher.get(f"/t/{event.id}/desk").status_code == 200
    for phone in phones:
        assert goes_to(school, phone, "/class") == "", "which tells that the pupil is there"
    for _ in range(60):
        school.server.run(school.tournaments.online.advance, event)
        if all(school.sent_to(phone).startswith("/g/") for phone in phones):
            break
    places = Counter(school.sent_to(phone) for phone in phones)
    assert sorted(places.values()) == [2, 2]
    boards = school.teacher.get(f"{school.path}/feed.json").json()["boards"]
    assert {f"/g/{game}" for game in boards} == set(places)
    page = school.teacher.get(school.path).text
    for game in boards:
        pair = [name for name, phone in zip(names, phones, strict=True) if school.sent_to(phone) == f"/g/{game}"]
        [mini] = re.findall(rf'data-board="{game}".*?</article>', page, re.DOTALL)
        assert all(f">{name}</b>" in mini for name in pair) and mini.count('data-state="turn"') == 1
        school.done("screen", screen=f"board {game}")
        assert f"<h1>{' – '.join(pair)}</h1>" in school.teacher.get(f"{school.path}/screen").text
    stranger = school.server.visitor()
    for path in ("", "/entries", "/entry/1", "/standings", "/screen"):
        assert stranger.get(f"/t/{event.id}{path}").status_code == 404, path
        assert phones[0].get(f"/t/{event.id}{path}").status_code == 200, path
    assert not [path for path in ("/events", "/lobby", "/watch", "/") if "Class tournament" in stranger.get(path).text]
    own = school.sent_to(phones[0])
    assert [goes_to(school, phones[0], path) for path in (f"/t/{event.id}/me", "/rules/mangala", own)] == [own, own, ""]


def test_who_has_the_bye_reads_that_and_who_is_ready_waits(school: School, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("charkoni.web.tournaments.online.rounds._rested", lambda event: True)
    phones = school.seat("Ann", "Ben", "Cem")
    school.done("tournament", minutes="3", sets="")
    event = school.server.run(school.tournaments.events.get, school.room.row.event)
    for phone in phones:
        goes_to(school, phone, "/class")

    def at_boards() -> list[Visitor]:
        school.server.run(school.tournaments.online.advance, event)
        return [phone for phone in phones if school.sent_to(phone).startswith("/g/")]

    wait_until(lambda: len(at_boards()) == 2)
    [free] = [phone for phone in phones if phone not in at_boards()]
    assert "You have the bye in this round." in texts_of(free.get("/class?lang=en").text)
    assert free.get("/class/me.json?path=/class&why=done").json()["to"] == "/class", "the page says another thing now"
    player = at_boards()[0]
    game = school.sent_to(player).removeprefix("/g/")
    for seat in school.live(game).seats:
        with next(each for each in phones if visitor_of(school.server, each) == seat.owner).socket() as wire:
            socket = Socket(wire)
            socket.hello(game)
            socket.ask("do", g=game, v=seat.seat, m="1")
            if seat.seat:
                socket.ask("resign", g=game, seat=seat.seat)
    assert "Wait for what comes next" in texts_of(player.get("/class?lang=en").text)


def test_a_pupil_reads_how_his_game_ended_and_goes_on_and_begins_nothing_himself(school: School) -> None:
    [ann] = school.seat("Ann")
    school.done("computer", strength="1")
    game = school.game_of("Ann")
    page = ann.get(f"/g/{game}").text
    assert 'id="meeting"' in page and 'action="/new"' not in page and "?back=" not in page, "what she may not do"
    with ann.socket() as wire:
        socket = Socket(wire)
        socket.hello(game)
        socket.ask("do", g=game, v=0, m="1")
        wait_until(lambda: len(school.live(game).record) > 1)
        socket.ask("resign", g=game, seat=0)
    assert goes_to(school, ann, f"/g/{game}") == "", "the last position may be looked at"
    ended = ann.post(f"/g/{game}/ending.json", here="1").json()
    assert "You resigned" in ended["card"] and 'href="/class"' in ended["card"]
    assert not re.search('action="/new"|href="/me"|data-act="(share|ending-analysis)"|ending-again', ended["card"])
    analyses = school.server.client.app.state.analyses  # type: ignore[attr-defined]
    record = school.server.run(record_of_game, school.hub, game)
    assert school.server.run(analyses.find, key_of(str(record))) is None, "no analysis is begun"
    assert "Well done!" in texts_of(ann.get("/class?lang=en").text)


def test_who_comes_late_enters_the_tournament_and_who_is_taken_out_plays_no_next_round(
    school: School, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("charkoni.web.tournaments.online.rounds._rested", lambda event: True)
    ann, *_ = school.seat("Ann", "Ben", "Cem")
    school.done("tournament", minutes="3", sets="")
    event = school.server.run(school.tournaments.events.get, school.room.row.event)
    goes_to(school, ann, f"/t/{event.id}/me")
    school.server.run(school.tournaments.online.advance, event)
    school.seat("Dan 4")
    school.done("tournament", "Dan", minutes="3", sets="")
    assert school.room.row.event == event.id and school.pupil("Dan").task == f"event {event.id}"
    assert [event.state.name(entry.id) for entry in event.state.entries] == ["Ann", "Ben", "Cem", "Dan"]
    [dan] = permissions.entries_of(event, school.pupil("Dan").person)
    assert (event.state.name(dan), event.state.entries[-1].rating) == ("Dan", 400)
    school.done("lesson", "Ann", lesson="mangala/1")
    school.done("tournament", "Ann", "Cem", minutes="3", sets="")
    assert school.pupil("Ann").task == f"event {event.id}" and len(event.state.entries) == 4, "back at the tournament"
    school.done("dismiss", "Ben")
    assert {event.state.name(entry.id): entry.left > 0 for entry in event.state.entries} == {
        "Ann": False, "Ben": True, "Cem": False, "Dan": False
    }  # fmt: skip
    school.done("tournament", minutes="3", sets="")
    assert school.room.row.event != event.id, "nobody is ticked: another one for all"


# --- any lesson -------------------------------------------------------------------------------------------------------


ACTS = st.lists(
    st.tuples(
        st.sampled_from(["pair", "computer", "guided", "lesson", "stop", "start", "clear", "ask", "end-question"]),
        st.sampled_from(["lot", "strength", "seat"]),
        st.sets(st.integers(0, 4)),
    ),
    max_size=8,
)


@settings(max_examples=8, deadline=None)
@given(acts=ACTS)
def test_nobody_sits_twice_and_everybody_chosen_has_something_to_do(acts: list[tuple[str, str, set[int]]]) -> None:
    import tempfile

    names = ("Ann", "Ben 3", "Cem 9", "Dan", "Eve 3")
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder)) as server:
        school = School(server)
        school.seat(*names)
        everybody = [pupil.name for pupil in school.pupils()]
        for act, way, who in acts:
            chosen = [everybody[n] for n in sorted(who)]
            school.done(act, *chosen, way=way, strength="0", lesson="mangala/1", source="lesson mangala/1/1")
            tasks = {pupil.person: PupilTask.parse(pupil.task).game for pupil in school.pupils()}
            for game in filter(None, set(tasks.values())):
                owners = Counter(seat.owner for seat in school.live(game).seats if seat.kind == "human")
                assert max(owners.values()) == 1 and all(tasks[person] == game for person in owners)
            if act in ("pair", "computer", "guided"):
                playing = [pupil for pupil in school.pupils() if pupil.name in (chosen or everybody)]
                assert all(tasks[pupil.person] for pupil in playing)
                alone = [
                    pupil
                    for pupil in playing
                    if "computer" in {seat.kind for seat in school.live(tasks[pupil.person]).seats}
                ]
                assert len(alone) == (len(playing) % 2 if act == "pair" else len(playing))
        school.done("end")
        assert rows(school)["games"] == rows(school)["pupils"] == []


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["try", "refusal", "task", "level", "ask", "admit", "drop", "read"]),
        st.integers(0, 2),
        st.integers(0, 9),
    ),
    min_size=2,
    max_size=9,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_what_happens_at_the_same_time_is_in_the_database_as_in_the_memory(school: School, steps: list[Any]) -> None:
    """Pupils try and are refused while the teacher changes their rows; a restart finds what everybody has seen."""
    classrooms, known = school.classrooms, school.pupils()
    school.server.run(school.room.drop, known)
    rows = school.server.run(school.room.add, [("Ann", 1), ("Ben", 2), ("Cem", 3)], "asks")

    async def step(room: OpenClassroom, act: str, who: PupilRow, number: int) -> None:
        if act == "try":
            await room.note(who.person, lambda row: {"done": row.done + 1})
        elif act == "refusal":
            await classrooms._count_refusal(who.person, f"mangala/M{number}")
        elif act in ("task", "level"):
            await room.change_pupils([who], **{act: f"lesson mangala/{number}" if act == "task" else number})
        elif act == "ask":
            await room.ask_all(f"lesson mangala/1/{number}")
        elif act == "read":
            classrooms._changed(room.row.id)
            await classrooms.find(room.row.id)
        else:
            await (room.admit if act == "admit" else room.drop)([who])

    async def work() -> None:
        room = await classrooms.find(school.id)
        assert room
        await asyncio.gather(*(step(room, act, rows[who], number) for act, who, number in steps))
        seen = dict(room.pupils)
        room.is_stale = True
        await room.refresh()
        assert room.pupils == seen
        for n, row in enumerate(rows):
            mine = [act for act, who, _ in steps if who == n]
            if row.person in seen:
                assert "drop" not in mine
                assert seen[row.person].done == mine.count("try")
                assert sum(json.loads(seen[row.person].refused).values()) == mine.count("refusal")
                assert (seen[row.person].state == "here") == ("admit" in mine)
            else:
                assert "drop" in mine

    school.server.run(work)


def test_the_rules_that_beginners_miss_are_shown_on_a_position_in_which_they_refuse_a_move() -> None:
    """Of what thousand games of level 1 meet only B13 has no tap of its own: a column is freed by its button."""
    refused = tomllib.loads(Path(str(lesson_plan.__file__)).with_name("refusals.toml").read_text("utf-8"))["games"]
    for name, clauses in refused.items():
        for clause in clauses.keys() - {"B13"}:
            move = refused_move(name, clause)
            assert move, (name, clause)
            spots = BoardView(move.position.game).layout.spots
            ends = {(spot.x, spot.y) for spot in spots.values()}
            assert move.reason.clause == clause
            assert move.line[:2] in ends and move.line[2:] in ends
    diagonal, lane = refused_move("gana", "G4"), refused_move("gana", "G6")
    assert diagonal and diagonal.reason.code == "NO_DIAGONAL"
    x, y, x2, y2 = diagonal.line
    assert abs(x2 - x) == abs(y2 - y) == 64, "the shortest one, to the next square"
    assert lane and str(lane.position) == "4,k,3/8/8/8/5,PPP,2/8/8/4,K,3 a 0", "the example of this clause"
    assert refused_move("gana", "G99") is None


def test_who_comes_while_a_room_is_read_after_a_restart_waits_for_it(school: School) -> None:
    """Twenty-four telephones come back at once, and the teacher's page."""
    school.done("names", names="Ann")
    room = school.room

    async def found() -> list[tuple[str, str, int]]:
        classrooms = Classrooms(school.hub)

        async def one() -> tuple[str, str, int]:
            each = await classrooms.find(room.row.id)
            assert each
            return each.row.game, each.row.teacher, len(each.pupils)

        return await asyncio.gather(*(one() for _ in range(3)))

    assert school.server.run(found) == 3 * [(room.row.game, room.row.teacher, 1)]
