"""Coming into a room: pasted lists, the word on the wall, cards, and the nod of the teacher."""

import pytest
from tests.web.classroom.conftest import WAITING, School, goes_to, is_nobody, texts_of

from charkoni.web.classroom.rooms import MOST_ASKING, card_key, listed_names

pytestmark = pytest.mark.usefixtures("impatient")


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
