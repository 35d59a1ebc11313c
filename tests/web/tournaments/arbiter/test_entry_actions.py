"""Actions on entries: refused entries, late ones, withdrawal, expulsion."""

from typing import Any

import pytest
from tests.web.conftest import LocalServer
from tests.web.tournaments.people import Arbiter, begin, main_text

from charkoni.tournament.known_people import KnownPerson
from charkoni.tournament.rating_list_index import RatingList
from charkoni.web.tournaments.player import my_page


def test_bad_entries_are_refused(local_server: LocalServer) -> None:
    arbiter = begin(local_server, "Ada")
    for fields in (
        {"name": " "}, {"name": "x" * 200}, {"name": "ab\u202ecd"}, {"name": "B", "birth": "3020"},
        {"name": "B", "rating": "-5"}, {"name": "ADA"},
    ):  # fmt: skip
        assert arbiter.do("enter", **fields).status_code == 409, fields
    arbiter.done("enter", name="ada", twin="1")
    assert len(arbiter.state.entries) == 2


@pytest.mark.parametrize(("boards", "code"), [("online", "H"), ("tables", "Z")])
def test_a_late_entry_online_gets_half_a_point_for_round_1(local_server: LocalServer, boards: str, code: str) -> None:
    arbiter = begin(local_server, "Ada", "Boris", "Ece", "Gül", boards=boards)
    arbiter.done("set", **{"late_half-asked": "1", "late_half": "1"})
    arbiter.done("close-list", rounds="3")
    arbiter.publish_next()
    arbiter.done("enter", name="Late")
    state = arbiter.state
    assert dict(state.rounds[0].away).get(5, "Z") == code


def test_a_withdrawal_in_the_middle_of_a_round(six: Arbiter) -> None:
    six.publish_next()
    answer = six.do("withdraw", entry=1)
    assert answer.status_code == 303 or "sits at table" in main_text(answer)
    six.play_round()
    six.publish_next()
    assert six.state.rounds[1].board_of(1) is None or answer.status_code == 409


def test_an_expulsion_may_annul_wins(seven: Arbiter) -> None:
    board = seven.state.rounds[0].boards[0]
    seven.done("result", round="1", board="1", result="1")
    winner = board.seats[0]
    seven.done("expel", entry=str(winner), reason="cheating", annul="1")
    found = seven.state.rounds[0].boards[0].seen
    assert found is not None and found.text == "−:+"


def test_people_of_an_earlier_event_are_proposed_to_its_arbiter_alone(local_server: LocalServer) -> None:
    one = begin(local_server, "Ada Lovelace", "Boris")
    one.done("correct", entry="1", name="Ada Lovelace", birth="1999-05-31", club="Osh", rating="1900")
    assert one.get("/desk/people?name=lovel").json() == []  # the list is not closed
    one.done("close-list", rounds="1")
    (found,) = one.get("/desk/people?name=ada+lovel").json()
    assert (found["name"], found["birth"], found["club"], found["rating"]) == ("Ada Lovelace", 1999, "Osh", 1900)
    assert "data-people" in one.get("/desk/entries").text
    other = begin(local_server, "Carl")
    assert other.visitor is not one.visitor
    assert other.get("/desk/people?name=lovel").json() == []  # the arbiter of another event
    stranger = Arbiter(local_server, local_server.visitor(), one.id)
    assert stranger.get("/desk/people?name=lovel").status_code == 403
    one.done("forget", entry="1")
    assert one.get("/desk/people?name=lovel").json() == []
    one.done("finish", early="1", reason="rain")
    assert one.get("/desk/people?name=lovel").json() == []
    assert [person["name"] for person in one.get("/desk/people?name=boris").json()] == ["Boris"]
    one.done("erase", entry="2")
    assert one.get("/desk/people?name=boris").json() == []


def test_a_stranger_cannot_make_the_server_forget_the_people_of_another_arbiter(local_server: LocalServer) -> None:
    one, stranger = (begin(local_server, "Hedy Lamarr", "Boris") for _ in range(2))
    one.done("close-list", rounds="1")
    stranger.done("forget", entry="1")
    stranger.done("erase", entry="1")
    assert [person["name"] for person in one.get("/desk/people?name=lamarr").json()] == ["Hedy Lamarr"]


def test_players_enter_themselves_only_where_they_may_and_a_device_is_bound(
    local_server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    arbiter, rude = begin(local_server, "Ada"), local_server.visitor()
    page = f"/t/{arbiter.id}/me"
    monkeypatch.setattr(my_page, "MOST_PER_DEVICE", 3)
    answers = [rude.post(f"{page}/enter", name=f"Rude{number} Word{number}").status_code for number in range(4)]
    assert answers == [303, 303, 303, 409]
    arbiter.done("self-entry", off="1")
    other = local_server.visitor()
    assert other.post(f"{page}/enter", name="Boris").status_code == 409
    assert f'href="{page}"' not in other.get(f"/t/{arbiter.id}").text
    arbiter.done("clear-device", entry="2")
    assert "Rude" not in other.get(f"/t/{arbiter.id}/entries").text
    assert [bool(entry.left) for entry in arbiter.state.entries] == [False, True, True, True]
    assert "Ada" in other.get(f"/t/{arbiter.id}/entries").text
    arbiter.done("self-entry", off="0")
    assert other.post(f"{page}/enter", name="Boris").status_code == 303


def test_the_memory_of_people_can_be_switched_off(local_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    one = begin(local_server, "Grace Hopper", "Boris")
    events: Any = local_server.client.app.state.tournaments.events  # type: ignore[attr-defined]
    with monkeypatch.context() as patch:
        patch.setattr(events, "known_people", None)
        one.done("close-list", rounds="1")
        assert one.get("/desk/people?name=hopper").json() == []
    assert one.get("/desk/people?name=hopper").json() == []


def test_the_rating_list_of_the_server_is_searched_by_name_and_id(local_server: LocalServer) -> None:
    one = begin(local_server, "Carl")
    assert "searched in the rating list" not in one.get("/desk/entries").text
    anna = KnownPerson("Petrova, Anna", "", 2001, "f", "", "KGZ", "WGM", "34100018", {"": ("2026-11-01", 2210)})
    listed = RatingList(one.event.path.parent)
    listed.replace([anna], "2026-11-01")
    for text in ("anna+petr", "34100018"):
        (found,) = one.get(f"/desk/people?name={text}").json()
        assert (found["name"], found["rating"], found["federation_id"]) == ("Petrova, Anna", 2210, "34100018")
        assert found["listed"] == "2026-11-01"
    assert "rating list of November 1, 2026" in one.get("/desk/entries").text
    fields = {
        name: str(found[name]) for name in ("name", "birth", "sex", "country", "title", "rating", "federation_id")
    }
    one.done("enter", **fields)
    assert one.state.entries[1].rated == "2026-11-01" and one.state.entries[1].title == "WGM"
    assert "rating list of November 1, 2026" in one.get("/desk/entry/2").text
    assert "list of November 1, 2026: 1 of 2" in one.get("/entries").text
    listed.path.unlink()


def test_a_country_is_picked_or_written_and_kept_as_its_code(six: Arbiter) -> None:
    page = six.get("/desk/entries?lang=ru").text
    assert 'list="countries"' in page and '<option value="KGZ">Киргизия</option>' in page
    six.done("correct", entry=1, country="Кыргызстан")
    assert six.state.entry(1).country == "KGZ"
    refused = six.do("correct", entry=1, country="Kyrgistan")
    assert refused.status_code == 409 and "Kyrgyzstan (KGZ)?" in main_text(refused)
