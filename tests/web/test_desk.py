"""The arbiters' desk and the public pages, through forms, without script."""

import re
import subprocess
import sys
from collections.abc import Callable

import pytest
from tests.web.conftest import House
from tests.web.desk_people import Arbiter, begin, told

SIX = ("Ada", "Boris", "Çağla", "Dmitri", "Ece", "Fyodor")


@pytest.fixture
def six(house: House) -> Arbiter:
    arbiter = begin(house, *SIX)
    arbiter.done("close-list", rounds="3")
    return arbiter


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


def test_roles_reach_as_far_as_they_should(house: House, six: Arbiter) -> None:
    helper, arbiter = six.colleague("helper", "Hale"), six.colleague("arbiter", "Arman")
    six.publish_next()
    assert helper.do("checkin", entry=1, here=0).status_code == 303
    assert helper.do("result", round=1, board=1, result="1").status_code == 403
    assert arbiter.do("result", round=1, board=1, result="1").status_code == 303
    assert arbiter.do("unpublish", round=1, reason="no").status_code == 403
    assert arbiter.do("draft").status_code == 403
    assert [act.who for act in six.event.director.log[-2:]] == ["Hale", "Arman"]


def test_a_stranger_does_nothing(house: House, six: Arbiter) -> None:
    guest = Arbiter(house, house.visitor(), six.id)
    for path in ("/desk", "/desk/entries", "/desk/settings", "/desk/log", "/desk/staff", "/desk/hand"):
        assert guest.get(path).status_code == 403
    assert guest.do("draft").status_code == 403
    assert guest.get("/staff/chief/nokey").status_code == 403
    assert guest.visitor.post(f"/t/{six.id}/staff/chief/nokey", name="X").status_code == 403


def test_old_links_end(house: House, six: Arbiter) -> None:
    link = six.link("arbiter")
    assert house.visitor().get(link).status_code == 200
    six.done("renew-links")
    assert house.visitor().get(link).status_code == 403


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


def test_tables_by_hand_are_judged_first(six: Arbiter) -> None:
    six.publish_next()
    six.play_round("1")
    first = six.state.rounds[0].boards[0]
    a, b = six.state.entry(first.first).number, six.state.entry(first.second).number
    rest = [n for n in range(1, 7) if n not in (a, b)]
    tables = f"{a}-{b} {rest[0]}-{rest[1]} {rest[2]}-{rest[3]}"
    checked = told(six.do("check", tables=tables))
    assert "(P2)" in checked and "The engine would have:" in checked
    refused = six.do("hand", tables=tables, reason="wish of both")
    assert refused.status_code == 409 and "(P2)" in told(refused)
    assert six.do("hand", tables="1-99", reason="x").status_code == 409
    assert six.state.official
    six.done("hand", tables=tables, reason="wish of both", allow="P2 P4 P5 P6")
    assert six.state.rounds[1].by_hand and not six.state.official


def test_nobody_is_left_to_pair(house: House) -> None:
    arbiter = begin(house, "Ada", "Boris", "Ece")
    arbiter.done("close-list", rounds="2")
    for entry in (1, 2, 3):
        arbiter.done("withdraw", entry=entry)
    arbiter.draft()
    assert not arbiter.state.rounds
    assert arbiter.event.drafting is not None and arbiter.event.drafting.error is not None
    assert 'role="alert"' in arbiter.get().text


def test_all_have_met(house: House) -> None:
    arbiter = begin(house, "Ada", "Boris", "Ece", "Gül")
    arbiter.done("close-list", rounds="3")
    for _ in range(2):
        arbiter.publish_next()
        arbiter.play_round("1")
    for entry in arbiter.state.entries[1:]:
        if entry.id not in _unmet(arbiter, arbiter.state.entries[0].id):
            continue
        arbiter.done("withdraw", entry=entry.id)
    arbiter.draft()
    error = arbiter.event.drafting and arbiter.event.drafting.error
    assert error is not None or arbiter.state.rounds[-1].state == "draft"


def _unmet(arbiter: Arbiter, id_: int) -> set[int]:
    met = {id_}
    for round_ in arbiter.state.rounds:
        board = round_.board_of(id_)
        assert board is not None
        met |= {board.first, board.second}
    return {entry.id for entry in arbiter.state.entries} - met


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


def test_a_page_hears_of_news(house: House, six: Arbiter) -> None:
    six.publish_next()
    shown = six.get("/news?after=-1").json()["shown"]
    six.done("result", round=1, board=1, result="1")
    assert six.get(f"/news?after={shown}").json()["shown"] > shown


def test_the_command_line_may_work_on_the_same_file(six: Arbiter) -> None:
    from charkoni.tournament.director import Director

    with Director.open(six.event.path, who="terminal") as director:
        director.draft()
        director.publish()
    six.house.run(six.event.run, lambda director: director.refresh())
    assert "1:0" not in six.get("/round/1").text and "Ada" in six.get("/round/1").text
    assert "terminal" in six.get("/log").text


def test_what_is_not_there_is_said_politely(house: House, six: Arbiter) -> None:
    for path in (
        "/t/nothing",
        "/t/..%2F..%2Fx",
        f"/t/{six.id}/round/9",
        f"/t/{six.id}/entry/99",
        f"/t/{six.id}/entry/x",
    ):
        assert house.visitor().get(path).status_code == 404, path
    assert six.get("/desk/round/7/board/1").status_code == 404
    assert six.do("nonsense").status_code == 409
    assert six.do("result", round="x", board=1, result="1").status_code == 409


@pytest.mark.parametrize("lang", ["ru", "en", "tr"])
def test_pages_are_there_in_three_languages(six: Arbiter, lang: str) -> None:
    six.publish_next()
    six.play_round()
    for path in ("", "/entries", "/round/1", "/round/1?by=name", "/standings", "/cross", "/entry/2", "/regulations",
                 "/log", "/screen", "/desk", "/desk/entries", "/desk/entry/1", "/desk/hand", "/desk/settings",
                 "/desk/log", "/desk/papers", "/desk/staff", "/desk/round/1/board/1"):  # fmt: skip
        sign = "&" if "?" in path else "?"
        answer = six.get(f"{path}{sign}lang={lang}")
        assert answer.status_code == 200, path
        assert f'<html lang="{lang}"' in answer.text
        assert " style=" not in answer.text and "onclick" not in answer.text, path


def test_why_a_table_and_why_not_another(six: Arbiter) -> None:
    six.publish_next()
    six.play_round("1")
    six.publish_next()
    guest = Arbiter(six.house, six.house.visitor(), six.id)
    page = told(guest.get("/why?round=2&table=1"))
    assert "Both belong to the group of" in page and "article E." in page
    first = six.state.rounds[0].boards[0]
    a, b = six.state.entry(first.first).number, six.state.entry(first.second).number
    assert "have played each other already" in told(guest.get(f"/why?round=2&a={a}&b={b}"))
    assert guest.get("/why?round=2&a=1&b=1").status_code == 409
    assert guest.get("/why?round=3").status_code == 200


def test_why_a_tiebreak(six: Arbiter) -> None:
    for _ in range(3):
        six.publish_next()
        six.play_round()
    for name in ("BH-C1", "BH", "SB", "DE", "WIN"):
        page = told(six.get(f"/entry/1/why/{name}?after=3"))
        assert "after round 3 of 3" in page
    assert "struck: the lowest" in told(six.get("/entry/1/why/BH-C1?after=3"))
    assert six.get("/entry/1/why/KS").status_code == 409


def test_paper_and_files(six: Arbiter) -> None:
    six.publish_next()
    guest = Arbiter(six.house, six.house.visitor(), six.id)
    answer = guest.get("/print/pairings")
    assert "Çağla" in answer.text and "unsafe" not in answer.headers["content-security-policy"]
    assert guest.get("/print/pairings.pdf").content.startswith(b"%PDF")
    assert "Çağla" in guest.get("/print/pairings.txt").text
    assert guest.get("/print/slips").status_code == 404
    assert guest.get("/desk/print/slips").status_code == 403
    slips = six.get("/desk/print/slips").text
    assert re.search(rf"/t/{six.id}/round/1/board/1\?key=[\w-]+", slips)
    for name in ("trf26", "trf16", "json", "entries.csv", "standings.csv", "cross.csv"):
        found = guest.get(f"/file/{name}")
        assert found.status_code == 200 and "dice-4-2-6" not in found.text, name
    assert guest.get("/desk/archive").status_code == 403
    assert '"dice-4-2-6"' in six.get("/desk/archive").text
    assert guest.get("/data/standings.json").json()["tiebreaks"]
    assert "<svg" in guest.get("/qr").text


KILLED = """
import os, signal, sys
from pathlib import Path
from charkoni.tournament.director import Director
from charkoni.tournament.store import Store
append = Store.append
def killed(self, act, people):
    append(self, act, people)
    os.kill(os.getpid(), signal.SIGKILL)
Store.append = killed
Director.open(Path(sys.argv[1])).publish()
"""


def test_a_process_killed_in_the_middle_of_a_publish_loses_nothing(opened: Callable[..., House]) -> None:
    house = opened()
    arbiter = begin(house, *SIX)
    arbiter.done("close-list", rounds="3")
    arbiter.draft()
    before, file = arbiter.state, arbiter.event.path
    killed = subprocess.run([sys.executable, "-c", KILLED, str(file)], check=False)
    assert killed.returncode == -9
    arbiter = arbiter.at(opened())
    assert arbiter.state == before and arbiter.state.rounds[0].state == "draft"
    assert arbiter.event.director.store.verify() == before.version
    arbiter.done("publish")
    assert arbiter.state.rounds[0].boards == before.rounds[0].boards


def test_an_event_is_there_after_a_restart(opened: Callable[..., House]) -> None:
    arbiter = begin(opened(), *SIX)
    arbiter.done("close-list", rounds="3")
    arbiter.publish_next()
    arbiter.done("result", round=1, board=1, result="1")
    again = arbiter.at(opened())
    assert again.state.rounds[0].boards == arbiter.state.rounds[0].boards
    again.done("result", round=1, board=2, result="0")
    arbiter.house.run(arbiter.event.run, lambda director: director.refresh())
    assert arbiter.state.rounds[0].boards == again.state.rounds[0].boards
