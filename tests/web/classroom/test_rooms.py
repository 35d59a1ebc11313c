"""Rooms: who is let in, what each has to do, and that nothing is left."""

import asyncio
import io
import json
import re
import time
import tomllib
import zipfile
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select
from tests.web.classroom.conftest import School, opened, texts_of, visitor_of
from tests.web.conditions import wait_until
from tests.web.conftest import Socket, Visitor

import charkoni
from charkoni.analysis.puzzles import puzzle_set
from charkoni.classroom import lesson_plan
from charkoni.graphics.scene import BoardView
from charkoni.web.classroom import leaving, pupil_pages
from charkoni.web.classroom.refused_moves import refused_move
from charkoni.web.classroom.rooms import MOST_ASKING, Classrooms, OpenClassroom, card_key, listed_names
from charkoni.web.classroom.tasks import PupilTask
from charkoni.web.http.errors import Refused
from charkoni.web.http.sessions import now_ms
from charkoni.web.pages.study import PositionValues
from charkoni.web.people import personal_data
from charkoni.web.store import PupilRow
from charkoni.web.store.tables import METADATA

WAITING = ""


def goes_to(school: School, phone: Visitor, path: str) -> str:
    """Return where a phone that shows a page is sent at once; "" if it may stay."""
    why = re.search('data-why="(.*?)"', phone.get("/class").text) if path == "/class" else None
    return str(phone.get(f"/class/me.json?path={path}&why={why[1] if why else ''}").json()["to"])


def is_nobody(phone: Visitor) -> bool:
    """Return whether a phone is asked for the word at the entry, with a cookie that is void or that it loses there."""
    answer = phone.get("/class")
    if answer.status_code == 303:
        assert (answer.headers["location"], 'charkoni=""' in answer.headers["set-cookie"]) == ("/class", True)
        phone.cookies.pop("charkoni")
        answer = phone.get("/class")
    return "The word on the wall" in texts_of(answer.text)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("charkoni.web.classroom.pupil_pages.POLL_S", 0.05)


# --- coming in --------------------------------------------------------------------------------------------------------


def test_names_of_a_pasted_list() -> None:
    text = "Айгүл Осмонова\n\n  Ben  ; 3\nCem\t10\nDana, 11\nEce 0\n4\n"
    found = [("Айгүл Осмонова", 0), ("Ben", 3), ("Cem", 10), ("Dana", 0), ("Ece 0", 0)]
    assert listed_names(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1. Ayşe Yılmaz\n2) Mehmet 4\n• Can\n12\n-", [("Ayşe Yılmaz", 0), ("Mehmet", 4), ("Can", 0)]),
        ("№;Фамилия;Имя\n1;Иванов;Иван\n2;Петров;Пётр;10", [("Иванов Иван", 0), ("Петров Пётр", 10)]),
        ("ФИО\nИван Иванов", [("Иван Иванов", 0)]),
        ('"Иванов, Иван",5А', [("Иванов Иван", 0)]),
        ("7\tЛи Ан\t5А\t01.02.2014\tan@school.kz\t3", [("Ли Ан", 3)]),
        ("😀 Emo\nمحمد علي 3\nO'Neil Sean", [("😀 Emo", 0), ("محمد علي", 3), ("O'Neil Sean", 0)]),
        ("=HYPERLINK(1)\n@Ann", [("HYPERLINK(1)", 0), ("Ann", 0)]),
        ("Абдурахманова Айгерим Маратовна", [("Абдурахманова Айгерим", 0)]),
        ("Абдурахманова-Бекмухамбетова Айгерим 10", [("Абдурахманова-Б. Айгерим", 10)]),
        ("x" * 30, [("x" * 23 + ".", 0)]),
    ],
)
def test_names_of_lists_from_elsewhere(text: str, found: list[tuple[str, int]]) -> None:
    assert listed_names(text) == found


def test_a_list_that_is_pasted_again_adds_only_who_is_new(school: School) -> None:
    school.seat("Ann", "Ben")
    school.done("names", names="ann\nBen\nBen\nCem")
    assert [pupil.name for pupil in school.pupils()] == ["Ann", "Ben", "Ben", "Cem"]
    assert school.do("names", names="Ann\n" * 6000).status_code == 400
    assert school.do("names", names="\n".join(f"Pupil n{n}" for n in range(77))).status_code == 409
    assert len(school.pupils()) == 4


def test_one_phone_does_not_fill_the_room(school: School) -> None:
    phone, word = school.server.visitor(), school.room.row.word
    for _ in range(2):
        assert phone.post("/class", word=word, name="Ann").status_code == 303
    assert len(school.pupils()) == 1
    codes = [school.server.visitor().post("/class", word=word, name="Ben").status_code for _ in range(MOST_ASKING)]
    assert codes == [303] * (MOST_ASKING - 1) + [409]
    school.done("names", names="Cem")
    school.done("admit", "Ann")
    assert school.server.visitor().post("/class", word=word, name="Dan").status_code == 303


def test_tasks_are_for_those_who_are_here(school: School) -> None:
    school.seat("Ann", "Ben")
    school.done("names", names="Cem")
    school.done("pair", "Ann", "Ben", "Cem", way="lot")
    assert school.pupil("Ann").task == school.pupil("Ben").task != "" and school.pupil("Cem").task == ""
    assert school.do("lesson", "Cem", lesson="mangala/1").status_code == 409


def test_who_has_no_card_asks_by_the_word_and_waits_for_the_nod(school: School) -> None:
    phone, word = school.server.visitor(), school.room.row.word
    cyrillic = word.lower().translate(str.maketrans("abcehkmpt", "авсенкмрт"))
    wrong = phone.post("/class", word="XXXX", name="Ann")
    assert wrong.status_code == 409 and "No room has this word" in wrong.text
    assert 'name="name" value="Ann"' in wrong.text, "what is right need not be typed again"
    nameless = phone.post("/class", word=word, name=" ")
    assert nameless.status_code == 409 and "No room has this word" not in nameless.text
    assert phone.post("/class", word=cyrillic, name="Ann").status_code == 303
    assert school.do("pair", way="lot").status_code == 409, "nobody is here"
    assert (school.pupil("Ann").state, school.pupil("Ann").task, school.sent_to(phone)) == ("asks", "", WAITING)
    assert (
        "The teacher will let you in" in texts_of(phone.get("/class").text) and goes_to(school, phone, "/class") == ""
    )
    assert "Ann asks to come in" in texts_of(school.teacher.get(school.path).text)
    school.done("admit", "Ann")
    assert phone.get("/class/me.json?path=/class&why=asks").json()["to"] == "/class", "the page says another thing now"
    school.done("computer", strength="1")
    assert school.sent_to(phone) == f"/g/{school.game_of('Ann')}"


def test_who_asks_under_a_listed_name_takes_that_place_unless_its_owner_is_there(school: School) -> None:
    school.done("names", names="Ben\nAnn 4\nCem")
    phone = school.server.visitor()
    phone.post("/class", word=school.room.row.word, name="ann")
    school.done("admit", "ann")
    assert [(pupil.name, pupil.place, pupil.level) for pupil in school.pupils()] == [
        ("Ben", 1, 0),
        ("ann", 2, 4),
        ("Cem", 3, 0),
    ]
    school.phone("Ben")
    school.server.visitor().post("/class", word=school.room.row.word, name="Ben")
    [asking] = [pupil for pupil in school.pupils() if pupil.state == "asks"]
    school.teacher.post(school.path, act="admit", who=str(asking.place))
    assert [pupil.name for pupil in school.pupils() if pupil.state == "here"].count("Ben") == 2


def test_a_card_on_another_phone_takes_its_pupil_along(school: School) -> None:
    [first] = school.seat("Ann")
    school.done("computer", strength="1")
    game = f"/g/{school.game_of('Ann')}"
    assert first.get(school.card("Ann")).status_code == 303  # the same phone again
    assert school.sent_to(first) == game
    second = school.phone("Ann")
    assert school.sent_to(second) == game
    assert first.get(f"/class/me.json?path={game}").status_code == 403
    assert "The word on the wall" in texts_of(first.get("/class").text)


def test_a_card_is_not_opened_in_the_browser_of_the_teacher_nor_a_wrong_one_anywhere(school: School) -> None:
    school.done("names", names="Ann")
    assert school.teacher.get(school.card("Ann")).status_code == 403
    assert school.teacher.get(school.path).status_code == 200
    assert school.server.visitor().get("/c/AAAAAAAAAAAAAAAAAAAA").status_code == 404


def test_two_of_one_name_on_the_list_come_by_their_cards(school: School) -> None:
    school.done("names", names="Ann 3\nAnn 5")
    cards = [f"/c/{card_key(school.hub, pupil.person)}" for pupil in school.pupils()]
    for card in cards:
        assert school.server.visitor().get(card).headers["location"] == "/class"
    assert [(pupil.level, pupil.state) for pupil in school.pupils()] == [(3, "here"), (5, "here")]


def test_a_refused_pupil_is_gone(school: School) -> None:
    phone = school.server.visitor()
    phone.post("/class", word=school.room.row.word, name="Eve")
    school.done("dismiss")
    assert len(school.pupils()) == 1, "nobody was ticked"
    school.done("dismiss", "Eve")
    assert school.pupils() == []
    assert is_nobody(phone)


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
    for step in ("0", "99", "x"):
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


# --- one position for all ---------------------------------------------------------------------------------------------


def test_all_answer_a_position_and_the_right_move_is_shown_with_its_reason(school: School) -> None:
    ann, ben, _ = school.seat("Ann", "Ben", "Cem")
    school.done("pair", way="seat")
    game = school.sent_to(ann)
    school.done("ask", source="lesson mangala/1/1")
    assert [goes_to(school, ann, path) for path in (game, "/class/question")] == ["/class/question", ""]
    assert 'data-turn="' not in ann.get("/class/question").text and "Play hole 1" in ann.get("/class/question").text
    assert ann.post("/class/question.json", m="9").status_code == 409
    answers = [
        phone.post("/class/question.json", m=move).json() for phone, move in ((ann, "1"), (ben, "4"), (ben, "3"))
    ]
    assert all(answer["right"] for answer in answers), "nobody is told before the others have answered"
    screen = school.teacher.get(f"{school.path}/screen").text
    assert "Answers: 2 of 3" in texts_of(screen) and 'class="answer' in screen and "stones reached" not in screen
    assert 'li class="right"' not in screen
    school.done("tell")
    screen = school.teacher.get(f"{school.path}/screen").text
    assert 'li class="right"' in screen and "One stone stayed in hole 1" in texts_of(screen)
    assert ann.post("/class/question.json", m="2").status_code == 409, "it is told already"
    school.done("end-question")
    assert school.sent_to(ann) == game


def test_an_answer_to_a_question_that_has_ended_is_refused(school: School, monkeypatch: pytest.MonkeyPatch) -> None:
    """The teacher asks another one while the first is being read."""
    [phone] = school.seat("Ann")
    school.done("ask", source="lesson mangala/1/1")
    read, room = pupil_pages.question_of, school.room

    def before(act: Callable[[], Awaitable[None]]) -> Any:
        async def slow(*arguments: Any) -> Any:
            asked = await read(*arguments)
            await act()
            return asked

        return slow

    for act in (partial(room.ask_all, "lesson mangala/2/1"), partial(room.change, screen="answer")):
        with monkeypatch.context() as patch:
            patch.setattr(pupil_pages, "question_of", before(act))
            assert phone.post("/class/question.json", m="1").json()["code"] == "NOT_NOW"
        assert school.pupil("Ann").answer == ""


def test_the_computer_says_the_right_move_in_a_position_of_a_board(
    school: School, monkeypatch: pytest.MonkeyPatch
) -> None:
    [phone] = school.seat("Ann")
    school.done("computer", strength="1")
    school.done("ask", source=f"game {school.game_of('Ann')}")
    phone.post("/class/question.json", m="2")
    found: list[object] = []

    async def find(*_: object) -> object:
        if not found:
            raise Refused("NO_COMPUTER")
        return found[0]

    monkeypatch.setattr(PositionValues, "find", find)
    school.done("tell")
    screen = school.teacher.get(f"{school.path}/screen").text
    assert "What would you play?" in texts_of(screen)
    assert 'li class="right"' not in screen, "the computer is off"
    found.append({"best": ["3"], "proved": None, "values": [0.75, 0.25]})
    screen = school.teacher.get(f"{school.path}/screen").text
    assert screen.count('li class="right"') == 1
    assert "chances are 75%" in texts_of(screen)
    school.done("end-question")
    school.done("ask", source=f"game {school.game_of('Ann')}")
    assert "chances are" not in texts_of(school.teacher.get(f"{school.path}/screen").text), "it is not told yet"


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


# --- safety -----------------------------------------------------------------------------------------------------------


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


def rows(school: School) -> dict[str, list[object]]:
    """Return all rows of the database by table, but those of the server itself."""

    async def read() -> dict[str, list[object]]:
        found = {}
        for table in METADATA.sorted_tables:
            if table.name != "house":
                found[table.name] = [tuple(row.values()) for row in await school.hub.store.rows(select(table), dict)]
        return found

    return dict(school.server.run(read))


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
    stranger = school.server.visitor()
    for path in ("", "/entries", "/entry/1", "/standings", "/screen", "/live"):
        assert stranger.get(f"/t/{event.id}{path}").status_code == 404, path
        assert phones[0].get(f"/t/{event.id}{path}").status_code == 200, path
    assert not [path for path in ("/events", "/lobby", "/watch", "/") if "Class tournament" in stranger.get(path).text]
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
    assert not ended["running"] and "here" not in ended, "no analysis is begun"
    assert "Well done!" in texts_of(ann.get("/class?lang=en").text)


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


@pytest.mark.parametrize(
    ("rule", "has_table", "following"), [("mosty/S2", True, "no pass"), ("mangala/M2", False, "Two stones")]
)
def test_a_rule_on_the_screen_has_the_table_that_it_announces_and_no_more(
    school: School, rule: str, has_table: bool, following: str
) -> None:
    school.done("screen", screen=f"rule {rule}")
    screen = school.teacher.get(f"{school.path}/screen?lang=en").text
    assert ("<table>" in screen) == has_table
    assert following not in texts_of(screen)
    assert 'class="answer refused-move"' in screen


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
    first = refused_move("gana", "G4")
    assert first and first.reason.code == "NO_DIAGONAL", "the shortest one, a diagonal step"
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
