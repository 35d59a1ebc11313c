"""The arbiters' desk and the public pages, through forms, without script."""

import re

import pytest
from tests.web.conftest import House
from tests.web.tournaments.people import SIX, Arbiter, begin, told


def test_a_whole_event(house: House) -> None:
    arbiter = begin(house, *SIX, place="Issyk-Kul")
    arbiter.done("close-list", rounds="3")
    for number in (1, 2, 3):
        assert arbiter.publish_next() == number
        arbiter.play_round()
    arbiter.done("finish")
    assert arbiter.state.phase == "finished"
    guest = Arbiter(house, house.visitor(), arbiter.id)
    assert "Çağla" in guest.get("/standings").text
    assert "dice-4-2-6" in guest.get("").text
    assert guest.visitor.cookies == {}


def test_a_draft_is_for_arbiters_only(house: House, six: Arbiter) -> None:
    six.draft()
    guest = Arbiter(house, house.visitor(), six.id)
    assert "Ada" in six.get().text
    assert guest.get("/round/1").status_code == 404
    assert "Round 1" not in guest.get("/log").text
    assert guest.get("/data/1.json").status_code == 404
    assert "is being prepared" in guest.get("").text
    six.done("publish")
    assert "Ada" in guest.get("/round/1").text


def test_two_arbiters_and_two_results(house: House, six: Arbiter) -> None:
    other = six.colleague("arbiter", "Arman")
    six.publish_next()
    seen = six.state.version
    six.done("result", round=1, board=1, result="1", seen=seen)
    answer = other.do("result", round=1, board=1, result="0", seen=seen)
    assert answer.status_code == 409
    assert "somebody else was faster" in told(answer)
    assert "0:1" in told(answer) and "1:0" in told(answer)
    board = six.state.rounds[0].boards[0]
    assert board.seen is not None and board.seen.text == "1:0"
    other.done("result", round=1, board=2, result="=", seen=seen)


def test_a_double_click_acts_once(six: Arbiter) -> None:
    six.publish_next()
    before = six.state.version
    for _ in range(2):
        six.done("result", round=1, board=1, result="1", key="same-key")
    assert six.state.version == before + 1


def test_results_by_keyboard(six: Arbiter) -> None:
    six.publish_next()
    six.done("quick", lines="1 30 18; 2 =\n3 -")
    boards = six.state.rounds[0].boards
    assert [board.seen and board.seen.text for board in boards] == ["1:0", "½:½", "−:+"]
    assert boards[0].seen is not None and boards[0].seen.stones == (30, 18)
    assert any(board.mover == board.second for board in boards), "the view matters only where the second side begins"
    answer = six.do("quick", lines="1 16:31")
    assert answer.status_code == 409 and "48" in told(answer)
    assert six.do("quick", lines="first 1").status_code == 409


def test_pages_show_who_moves_first_on_the_left(house: House, six: Arbiter) -> None:
    six.publish_next()
    turned = next(board for board in six.state.rounds[0].boards if board.mover == board.second)
    six.done("result", round=1, board=turned.number, result="1")
    winner, loser = six.state.name(turned.second), six.state.name(turned.first)
    found = six.state.rounds[0].boards[turned.number - 1].result
    assert found is not None and (found.first, found.second) == ("0", "1")
    guest = Arbiter(house, house.visitor(), six.id)
    pages = [six.get(f"{desk}/round/1/board/{turned.number}") for desk in ("", "/desk")] + [guest.get("/round/1")]
    for page in map(told, pages):
        assert page.index(winner) < page.index("1:0") < page.index(loser)
    assert f"table {turned.number}: 1:0" in told(guest.get("/log"))


def test_a_correction_keeps_the_old_and_needs_no_new_pairing(six: Arbiter) -> None:
    six.publish_next()
    six.play_round("1")
    six.publish_next()
    before = six.state.rounds[1]
    six.done("result", round=1, board=1, result="0", reason="the slip was misread")
    assert six.state.rounds[1] == before
    page = six.get("/desk/round/1/board/1").text
    assert "the slip was misread" in page and "1:0" in page and "0:1" in page


def test_undo_and_withdrawing_a_round(six: Arbiter) -> None:
    six.publish_next()
    six.done("result", round=1, board=1, result="1")
    assert six.do("unpublish", round=1, reason="wrong list").status_code == 409
    six.done("undo")
    assert six.do("unpublish", round=1).status_code == 409
    six.done("unpublish", round=1, reason="wrong list")
    assert six.state.rounds[0].state == "draft"
    six.done("undo")
    assert six.state.rounds[0].state == "published"


def test_what_others_rest_on_cannot_be_undone(six: Arbiter) -> None:
    six.publish_next()
    number = next(act.number for act in six.event.director.log if act.kind == "publish")
    six.done("result", round=1, board=1, result="1")
    answer = six.do("undo", act=number)
    assert answer.status_code == 409 and "cannot be undone" in told(answer)


def test_a_withdrawal_in_the_middle_of_a_round(six: Arbiter) -> None:
    six.publish_next()
    answer = six.do("withdraw", entry=1)
    assert answer.status_code == 303 or "sits at table" in told(answer)
    six.play_round()
    six.publish_next()
    assert six.state.rounds[1].board_of(1) is None or answer.status_code == 409


@pytest.mark.parametrize(
    "name", ["<svg onload=alert(1)>", "Жүсіпбекова Айгүл", "İlkay Iğdır", 'O\'Brien & "Sons"', "Ы" * 120]
)
def test_names_stay_text(house: House, name: str) -> None:
    arbiter = begin(house, name, "Boris")
    arbiter.done("close-list", rounds="1")
    arbiter.publish_next()
    for path in ("", "/entries", "/round/1", "/standings", "/cross", "/entry/1", "/log", "/desk", "/desk/entries",
                 "/screen", "/desk/entry/1", "/desk/round/1/board/1", "/round/1?by=name"):  # fmt: skip
        page = arbiter.get(path).text
        assert "<svg onload" not in page, path
    assert name in re.sub("&#34;", '"', arbiter.get("/entries").text.replace("&#39;", "'").replace("&lt;", "<")
                          .replace("&gt;", ">").replace("&amp;", "&"))  # fmt: skip


def test_bad_entries_are_told(house: House) -> None:
    arbiter = begin(house, "Ada")
    for fields in (
        {"name": " "}, {"name": "x" * 200}, {"name": "ab\u202ecd"}, {"name": "B", "birth": "3020"},
        {"name": "B", "rating": "-5"}, {"name": "ADA"},
    ):  # fmt: skip
        assert arbiter.do("enter", **fields).status_code == 409, fields
    arbiter.done("enter", name="ada", twin="1")
    assert len(arbiter.state.entries) == 2


def test_a_list_is_looked_at_before_it_is_taken(house: House) -> None:
    arbiter = begin(house)
    text = "Имя;Рейтинг;Клуб\nИванов Иван;1500;Алматы\nGüneş İnci;1400;İzmir\n"
    assert "Güneş İnci" in told(arbiter.do("preview", list=text))
    assert not arbiter.state.entries
    for _ in range(2):
        arbiter.done("import", list=text, key="once")
    assert [arbiter.state.name(entry.id) for entry in arbiter.state.entries] == ["Иванов Иван", "Güneş İnci"]
    assert arbiter.do("preview", list="a;b\n1;2").status_code == 409


def test_settings_of_a_running_event_need_a_reason(six: Arbiter) -> None:
    six.publish_next()
    assert six.do("set", rounds="4").status_code == 409
    six.done("set", rounds="4", reason="time is left")
    assert six.state.settings.rounds == 4
    assert six.do("set", system="round-robin").status_code == 409
    assert six.do("set", tiebreaks="BH, NONSENSE", reason="x").status_code == 409
