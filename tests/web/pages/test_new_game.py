"""New games: chosen on the home page, by a form, or from a position."""

import re
from urllib.parse import unquote

import pytest
from tests.web.conftest import LocalServer


def test_two_clicks_from_home_to_the_first_move(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    home = visitor.get("/").text
    assert 'name="opponent" value="computer"' in home
    g = visitor.new_game()
    table = visitor.get(f"/g/{g}")
    assert table.status_code == 200
    assert "<svg" in table.text


def test_the_sheet_of_a_card_is_the_form_of_its_page(local_server: LocalServer) -> None:
    sheet = local_server.visitor().get("/play?game=barbakan&part=form&public=1").text
    assert sheet.lstrip().startswith("<header")
    assert [f'name="flag_players" value="{n}"' in sheet for n in (2, 3, 4)] == [True] * 3
    assert 'name="public" value="1" checked' in sheet


def test_four_people_play_a_game_of_two_teams(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    for partner, kinds in (("", ["human", "open"] * 2), ("1", ["human", "open", "open", "open"])):
        g = visitor.new_game("chaupar", opponent="friend", partner=partner)
        assert [seat.kind for seat in local_server.run(local_server.hub.room, g).live.seats] == kinds


@pytest.mark.parametrize(
    "form",
    [
        {"game": "chess"},
        {"game": "mangala", "opponent": "nobody"},
        {"game": "mangala", "level": "99"},
        {"game": "mangala", "seat": "7"},
        {"game": "mangala", "clock": "soon"},
        {"game": "mangala", "clock": "own"},
        {"game": "mangala", "clock": "own-days"},
        {"game": "mangala", "clock": "own-days", "days": "15"},
        {"game": "mangala", "clock": "own-days", "days": "0.5"},
        {"game": "mangala", "clock": "own", "minutes": "inf", "increment": "3"},
        {"game": "mangala", "clock": "own", "minutes": "5", "increment": "nan"},
        {"game": "mangala", "flag_fortress": "maybe"},
        {"game": "mangala", "start": "nonsense"},
    ],
)
def test_a_bad_request_is_refused(local_server: LocalServer, form: dict[str, str]) -> None:
    assert local_server.visitor().post("/new", **form).status_code == 400


def test_flags_and_levels_are_taken(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    g = visitor.new_game(flag_fortress="on", level="2", clock="5+3", seat="1")
    match = local_server.run(local_server.hub.room, g).live
    assert (match.game.name, match.seats[0].level, match.control.increment) == ("mangala:fortress", 2, 3000)
    assert match.is_human(1)


@pytest.mark.parametrize(("increment", "written"), [("7", "12.5+7"), ("0", "12.5")])
def test_a_clock_may_be_of_ones_own(local_server: LocalServer, increment: str, written: str) -> None:
    g = local_server.visitor().new_game(clock="own", minutes="12.5", increment=increment)
    assert local_server.run(local_server.hub.room, g).live.control.text == written


def test_days_for_each_move_may_be_of_ones_own(local_server: LocalServer) -> None:
    g = local_server.visitor().new_game(opponent="friend", clock="own-days", days="5", minutes="20", increment="10")
    assert local_server.run(local_server.hub.room, g).live.control.text == "5d"


def test_people_side_by_side_give_their_names(local_server: LocalServer) -> None:
    g = local_server.visitor().new_game(opponent="here", name="Host", name0=" Ada ", name1="")
    seats = local_server.run(local_server.hub.room, g).live.seats
    assert [seat.name for seat in seats] == ["Ada", "Host"]


def test_each_of_three_people_side_by_side_has_a_field_for_a_name(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    page = visitor.get("/play?game=barbakan").text
    assert re.findall(r'class="(from-\d)">.*?name="(name\d)"', page) == [("from-3", "name2"), ("from-4", "name3")]
    people = {"name0": "Ada", "name1": "Ben", "name2": "Cem"}
    g = visitor.new_game("barbakan", opponent="here", flag_players="3", **people)
    assert [seat.name for seat in local_server.run(local_server.hub.room, g).live.seats] == list(people.values())


@pytest.mark.parametrize("name", ["a%00b", "%F0%9F%98%80", "x" * 200, "%22", "a%0Ab"])
def test_impossible_names_are_not_looked_up(
    local_server: LocalServer, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_up: list[str] = []
    monkeypatch.setattr(local_server.hub.store, "game", looked_up.append)
    for path in (f"/g/{name}", f"/g/{name}.txt", f"/g/{name}/text"):
        assert local_server.client.get(path).status_code == 404
    assert local_server.client.get(f"/live?ids={name}").json() == {}
    assert unquote(name) not in looked_up  # the games of other tests may be: their computers and clocks go on


def test_a_game_is_begun_from_a_position(local_server: LocalServer) -> None:
    visitor, position = local_server.visitor(), "4,4,4,1,5,5:1/4,4,4,4,4,4:0 a"
    page = visitor.get(f"/play?game=mangala&position={position}").text
    assert f'name="start" value="{position}"' in page
    g = visitor.new_game(start=position, opponent="here")
    assert str(local_server.run(local_server.hub.room, g).live.position) == position
    assert 'name="flag_fortress"' not in page
    assert 'name="flag_fortress"' in visitor.get("/play?game=mangala").text
    for bad in ("game=chess", "game=mangala&position=nonsense"):
        assert visitor.get(f"/play?{bad}").status_code in (400, 404)
