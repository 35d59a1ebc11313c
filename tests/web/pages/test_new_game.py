"""New games: chosen on the home page, by a form, or from a position."""

import pytest
from tests.web.conftest import House


def test_two_clicks_from_home_to_the_first_move(house: House) -> None:
    visitor = house.visitor()
    home = visitor.get("/").text
    assert 'name="opponent" value="computer"' in home
    g = visitor.new_game()
    table = visitor.get(f"/g/{g}")
    assert table.status_code == 200
    assert "<svg" in table.text


@pytest.mark.parametrize(
    "form",
    [
        {"game": "chess"},
        {"game": "mangala", "opponent": "nobody"},
        {"game": "mangala", "level": "99"},
        {"game": "mangala", "seat": "7"},
        {"game": "mangala", "clock": "soon"},
        {"game": "mangala", "flag_fortress": "maybe"},
        {"game": "mangala", "start": "nonsense"},
    ],
)
def test_a_bad_request_is_refused(house: House, form: dict[str, str]) -> None:
    assert house.visitor().post("/new", **form).status_code == 400


def test_flags_and_levels_are_taken(house: House) -> None:
    visitor = house.visitor()
    g = visitor.new_game(flag_fortress="on", level="2", clock="5+3", seat="1")
    match = house.run(house.hub.room, g).live
    assert (match.game.name, match.seats[0].level, match.control.increment) == ("mangala:fortress", 2, 3000)
    assert match.is_human(1)


@pytest.mark.parametrize("name", ["a%00b", "%F0%9F%98%80", "x" * 200, "%22", "a%0Ab"])
def test_impossible_names_are_not_looked_up(house: House, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_up: list[str] = []
    monkeypatch.setattr(house.hub.store, "game", looked_up.append)
    for path in (f"/g/{name}", f"/g/{name}.txt", f"/g/{name}/text"):
        assert house.client.get(path).status_code == 404
    assert house.client.get(f"/live?ids={name}").json() == {}
    assert looked_up == []


def test_a_game_is_begun_from_a_position(house: House) -> None:
    visitor, position = house.visitor(), "4,4,4,1,5,5:1/4,4,4,4,4,4:0 a"
    page = visitor.get(f"/play?game=mangala&position={position}").text
    assert f'name="start" value="{position}"' in page
    g = visitor.new_game(start=position, opponent="here")
    assert str(house.run(house.hub.room, g).live.position) == position
    assert 'name="flag_fortress"' not in page
    assert 'name="flag_fortress"' in visitor.get("/play?game=mangala").text
    for bad in ("game=chess", "game=mangala&position=nonsense"):
        assert visitor.get(f"/play?{bad}").status_code in (400, 404)
