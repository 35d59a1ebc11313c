"""Lists of entries and events from files, and finals."""

import re
from typing import Any

from tests.web.conftest import LocalServer
from tests.web.tournaments.people import Arbiter, begin, main_text, player


def test_a_list_is_previewed_before_the_import(local_server: LocalServer) -> None:
    arbiter = begin(local_server)
    text = "Имя;Рейтинг;Клуб\nИванов Иван;1500;Алматы\nGüneş İnci;1400;İzmir\n"
    assert "Güneş İnci" in main_text(arbiter.do("preview", list=text))
    assert not arbiter.state.entries
    for _ in range(2):
        arbiter.done("import", list=text, key="once")
    assert [arbiter.state.name(entry.id) for entry in arbiter.state.entries] == ["Иванов Иван", "Güneş İnci"]
    assert arbiter.do("preview", list="a;b\n1;2").status_code == 409


def test_a_preview_refuses_what_the_import_refuses(local_server: LocalServer) -> None:
    arbiter = begin(local_server, "Ada")
    for text, place in (
        ("club;born;name\nA;3020;Boris\n", "line 2, column 2"),
        ("club;name\nA;Boris\nB;Boris\n", "line 3, column 2"),
        ("name;rating\nada;1500\n", "line 2, column 1"),
        ("name;rating\nBoris;fast\n", "line 2, column 2"),
    ):
        for action in ("preview", "import"):
            answer = arbiter.do(action, list=text)
            assert answer.status_code == 409 and place in main_text(answer), (action, text)
    assert len(arbiter.state.entries) == 1


def test_a_list_completes_who_is_there(local_server: LocalServer) -> None:
    arbiter = begin(local_server)
    arbiter.done("import", list="name;birth;rating\nAda;2009;1500\n")
    text = "name;birth;rating;club\nAda;2009;1600;Alpha\nBoris;2010;;\n"
    shown = main_text(arbiter.do("preview", list=text))
    assert "is on the list already, as entry 1; adds Alpha; changes 1500 → 1600" in shown
    asked = arbiter.do("import", list=text)
    assert asked.status_code == 409 and "Ada: 1500 → 1600. Do you mean it?" in main_text(asked)
    assert len(arbiter.state.entries) == 1
    arbiter.done("import", list=text, sure="1")
    assert [(entry.rating, entry.club) for entry in arbiter.state.entries] == [(1600, "Alpha"), (0, "")]


def test_columns_of_a_list_are_named(local_server: LocalServer) -> None:
    arbiter = begin(local_server)
    text = "Кто;Откуда;Elo\nИванов Иван;Алматы;1500\nПетров Пётр;Ош;1400\n"
    first = arbiter.do("preview", list=text)
    assert first.status_code == 409 and "Откуда" in first.text and 'role="alert"' in first.text
    columns = {"column-name": "Кто", "column-club": "Откуда"}
    second = arbiter.do("preview", list=text, **columns)
    assert second.status_code == 200 and "Иванов Иван" in main_text(second) and "1500" in main_text(second)
    arbiter.done("import", list=text, **columns, **{"column-rating": "-"})
    assert [(arbiter.state.name(e.id), e.club, e.rating) for e in arbiter.state.entries] == [
        ("Иванов Иван", "Алматы", 0),
        ("Петров Пётр", "Ош", 0),
    ]


def test_what_a_list_loses_is_told_before_it_is_entered(local_server: LocalServer) -> None:
    arbiter = begin(local_server)
    arbiter.done("categories", **{"name-1": "U18", "from-1": "2009"})
    shown = main_text(arbiter.do("preview", list="name;hobby;categories\nAda;chess;VIP\n"))
    assert "Columns that are not read: hobby" in shown and "no category uses the mark VIP" in shown


def test_the_browser_learns_the_encoding_of_a_list_from_its_beginning(local_server: LocalServer) -> None:
    ask = local_server.visitor().client.post
    found = ask("/events/encoding", content="ad soyad\nGüneş Işıl\n".encode("cp1254")).json()
    assert found["label"] == "windows-1254" and "Turkish" in found["text"] and "Güneş" in found["text"]
    assert [label for label, _ in found["others"]] == ["windows-1251", "windows-1254", "windows-1252", "windows-1250"]
    certain = ask("/events/encoding", content="ad soyad\tu\nGüneş\t1\n".encode("utf-16-le")).json()
    assert certain == {"label": "utf-16le", "text": "", "others": []}
    assert ask("/events/encoding", content=b" ").status_code == 409


def test_letters_that_are_lost_are_said_before_the_list_is_entered(local_server: LocalServer) -> None:
    shown = main_text(begin(local_server).do("preview", list="name\nG?ne? I?\n"))
    assert "letters were lost before this file was saved: G?ne?" in shown


def test_what_is_unusual_in_a_report_is_told_before_the_desk(local_server: LocalServer) -> None:
    rows = (
        "001    1      One                               2000                 3020        1.0    1     2 w 1\n"
        "001    2      Two                               1900                             0.0    2     1 b 0\n"
    )
    file = "012 Test\n142 1\n152 W\n" + rows
    answer = local_server.visitor().post("/events/take", file=file, arbiter="Ada")
    assert answer.status_code == 200 and "line 4: number 1: the birth 3020 cannot be read" in main_text(answer)


def test_a_list_with_a_mistake_is_not_entered_at_all(local_server: LocalServer) -> None:
    arbiter = begin(local_server, "Ada")
    answer = arbiter.do("import", list="name;rating\nBoris;1500\nAda;1400\n")
    assert answer.status_code == 409 and "line 3" in main_text(answer) and "is on the list already" in main_text(answer)
    assert len(arbiter.state.entries) == 1


def test_an_event_goes_on_from_a_file(local_server: LocalServer) -> None:
    arbiter = begin(local_server, "Ada", "Boris", "Ece", "Gül")
    arbiter.done("close-list", rounds="2")
    arbiter.publish_next()
    arbiter.play_round()
    files = {"archive": arbiter.get("/desk/archive").text}
    files |= {name: arbiter.get(f"/file/{name}").text for name in ("trf26", "json")}
    for name, text in files.items():
        visitor = local_server.visitor()
        answer = visitor.post("/events/take", file=text, arbiter="Dana")
        assert answer.status_code == 303, (name, main_text(answer))
        again = Arbiter(local_server, visitor, answer.headers["location"].split("/")[2])
        assert [again.state.name(e.id) for e in again.state.entries] == ["Ada", "Boris", "Ece", "Gül"]
        assert again.state.rounds[0].boards == arbiter.state.rounds[0].boards, name
        again.publish_next()
        assert re.search("Round 2 is being played", main_text(again.get())), name
    old = files["trf26"].replace("dutch-2026-02-01", "dutch-2017-01-01")
    answer = local_server.visitor().post("/events/take", file=old, arbiter="Dana")
    assert answer.status_code == 200 and "paired by the rules of dutch-2017-01-01; this program has" in main_text(
        answer
    )
    for bad in ("", "nonsense", "{}", files["archive"].replace("Ada", "Eve").replace('"1"', '"0"')):
        assert local_server.visitor().post("/events/take", file=bad, arbiter="Dana").status_code == 409, bad[:20]


def test_a_final_of_the_best_is_an_event_of_its_own(local_server: LocalServer) -> None:
    arbiter = begin(local_server, "Ada", "Boris", "Ece")
    guest = player(arbiter, 1)
    assert arbiter.do("final", top="2").status_code == 409
    arbiter.done("close-list", rounds="1")
    arbiter.publish_next()
    arbiter.play_round("1")
    arbiter.done("finish")
    answer: Any = arbiter.do("final", top="2")
    assert answer.status_code == 303, main_text(answer)
    final = Arbiter(local_server, arbiter.visitor, answer.headers["location"].split("/")[2])
    assert final.state.settings.system == "knockout" and final.state.settings.name == "Open: final"
    chosen = [final.state.name(entry.id) for entry in final.state.entries]
    assert len(chosen) == 2
    assert ("My page" in main_text(guest.get(f"/t/{final.id}/me"))) == ("Ada" in chosen)
