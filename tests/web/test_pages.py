"""Pages: they are there, in three languages, safe, and work without script."""

import pytest
from tests.web.conftest import House, Pair

from charkoni.web.engine.warm import playable

PAGES = [
    "/",
    "/mine",
    "/watch",
    "/learn",
    "/learn/mangala/2",
    "/rules",
    "/rules/mangala",
    "/play?game=mosty:size=3",
    "/settings",
    "/about",
    "/api/v1/docs",
]


@pytest.mark.parametrize("lang", ["ru", "en", "tr"])
@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_there(house: House, path: str, lang: str) -> None:
    answer = house.visitor().get(f"{path}{'&' if '?' in path else '?'}lang={lang}")
    assert answer.status_code == 200
    assert f'<html lang="{lang}"' in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert " style=" not in answer.text
    assert "onclick" not in answer.text


def test_looking_sets_no_cookie(house: House) -> None:
    visitor = house.visitor()
    for path in PAGES:
        visitor.get(path)
    assert visitor.cookies == {}


def test_what_is_not_there_is_said_politely(house: House) -> None:
    for path in (
        "/nothing",
        "/g/nosuchgame",
        "/i/nosuch",
        "/s/x",
        "/rules/chess",
        "/learn/chess",
        "/learn/mangala/6",
        "/learn/mangala/0",
        "/learn/mangala:fortress/1",
        "/card/chess.png",
        "/icon-7.png",
        "/client/x/..%2Fapp.py",
        "/scene/a/b/c/d",
    ):
        answer = house.visitor().get(path)
        assert answer.status_code == 404, path
    assert "There is no such game." in house.visitor().get("/g/nosuchgame").text


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
def test_a_bad_wish_is_refused(house: House, form: dict[str, str]) -> None:
    assert house.visitor().post("/new", **form).status_code == 400


def test_flags_and_levels_are_taken(house: House) -> None:
    visitor = house.visitor()
    g = visitor.new_game(flag_fortress="on", level="2", clock="5+3", seat="1")
    match = house.run(house.hub.room, g).live
    assert (match.game.name, match.seats[0].level, match.control.increment) == ("mangala:fortress", 2, 3000)
    assert match.is_human(1)


def test_settings_are_kept(house: House) -> None:
    visitor = house.visitor()
    visitor.new_game(name="Old")
    answer = visitor.post("/settings", lang="tr", theme="wood", name="New\u202e", back="/mine")
    assert answer.headers["location"] == "/mine"
    page = visitor.get("/mine").text
    assert '<html lang="tr"' in page
    assert 'data-theme="wood"' in page
    assert "New" in visitor.get("/settings").text
    for back in ("//evil.example", "https://evil.example", "/\\evil"):
        assert visitor.post("/settings", back=back).headers["location"] == "/"


def test_a_whole_game_without_script(house: House) -> None:
    visitor = house.visitor()
    g = visitor.new_game(opponent="here", text="1").removesuffix("/text")
    room = house.run(house.hub.room, g)
    page = f"/g/{g}/text"
    for step in range(400):
        match = room.live
        if match.state == "over":
            break
        move = match.position.moves[step % len(match.position.moves)]
        form = {"action": "move", "m": move} if step % 2 else {"action": "tap", "zone": "ab"[match.turn] + move}
        assert visitor.post(page, v=str(match.v), **form).status_code == 303
    assert match.state == "over"
    assert match.row.reason in visitor.get(page).text or "wins" in visitor.get(page).text


def test_a_refused_form_says_why(pair: Pair) -> None:
    page = f"/g/{pair.g}/text"
    for form, text in (
        ({"action": "move", "m": "9", "v": "0"}, "a move is"),
        ({"action": "tap", "zone": "b1", "v": "0"}, "opponent"),
        ({"action": "move", "m": "1", "v": "7"}, "gone on"),
        ({"action": "dance", "v": "0"}, "cannot be read"),
    ):
        answer = pair.a.post(page, **form)
        assert answer.status_code == 409
        assert text in answer.text
    assert "not your turn" in pair.b.post(page, action="move", m="1", v="0").text


@pytest.mark.parametrize(
    "ending", [".svg", ".svg?theme=dark&seat=1&ply=0", ".txt", ".json", "/replay.json", "/dice.json"]
)
def test_documents_of_a_game(pair: Pair, ending: str) -> None:
    pair.a.post(f"/g/{pair.g}/text", action="move", m="4", v="0")
    answer = pair.a.get(f"/g/{pair.g}{ending}")
    assert answer.status_code == 200
    if ending == "/replay.json":
        assert [ply["m"] for ply in answer.json()["plies"]] == ["4"]
    if ending == ".txt":
        assert 'A "Ada"' in answer.text or "Ada" in answer.text


def test_the_invitation_has_a_qr_code(house: House) -> None:
    visitor = house.visitor()
    g = visitor.new_game(opponent="friend")
    invite = house.run(house.hub.room, g).live.row.invite
    assert visitor.get(f"/i/{invite}.svg").text.startswith("<svg")
    assert invite in visitor.get(f"/i/{invite}").text


@pytest.mark.parametrize("name", playable())
def test_any_position_can_be_explored(house: House, name: str) -> None:
    visitor = house.visitor()
    found = visitor.get(f"/explore.json?game={name}").json()
    moves = found["throws"] or [_first_leaf(found["trie"])]
    after = visitor.get(f"/explore.json?game={name}&moves={moves[0]}".replace("+", "%2B")).json()
    assert after["last"]["m"] == moves[0]
    assert after["position"] != found["position"]
    assert visitor.get(f"/explore.json?game={name}&moves=nonsense").status_code == 409
    assert visitor.get(f"/picture/{name}.svg").text.startswith("<svg")


def _first_leaf(trie: dict[str, object]) -> str:
    below = next(iter(trie.values()))
    return below if isinstance(below, str) else _first_leaf(below)  # type: ignore[arg-type]


def test_health_and_metrics(pair: Pair) -> None:
    assert pair.a.get("/health").json()["status"] == "well"
    pair.a.post(f"/g/{pair.g}/text", action="move", m="4", v="0")
    text = pair.a.get("/metrics").text
    assert 'charkoni_rows_total{kind="move"}' in text
    assert "charkoni_rooms " in text


def test_a_large_form_is_refused(house: House) -> None:
    assert house.client.post("/new", content=b"x" * 70_000).status_code == 413


def test_a_large_form_without_a_length_is_refused(house: House) -> None:
    pieces = (b"x" * 7_000 for _ in range(10))
    headers = {"content-type": "application/x-www-form-urlencoded"}
    assert house.client.post("/new", content=pieces, headers=headers).status_code == 413
    assert house.client.get("/about").status_code == 200


@pytest.mark.parametrize("name", ["a%00b", "%F0%9F%98%80", "x" * 200, "%22", "a%0Ab"])
def test_names_that_no_game_can_have_are_not_looked_for(
    house: House, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(house.hub.store, "game", asked.append)
    for path in (f"/g/{name}", f"/g/{name}.txt", f"/g/{name}/text"):
        assert house.client.get(path).status_code == 404
    assert house.client.get(f"/live?ids={name}").json() == {}
    assert asked == []


def test_home_has_no_game_before_it_is_made_and_shows_it_then(house: House) -> None:
    visitor = house.visitor()
    assert "data-live" not in visitor.get("/mine").text
    g = visitor.new_game(opponent="here")
    assert f'data-live="{g}"' in visitor.get("/mine").text
    assert f'data-live="{g}"' in visitor.get("/").text


def test_lists_are_kept_up_to_date(pair: Pair) -> None:
    before = pair.b.get(f"/live?ids={pair.g},nosuchgame").json()
    assert list(before) == [pair.g]
    pair.a.post(f"/g/{pair.g}/text", action="move", m="4", v="0")
    after = pair.b.get(f"/live?ids={pair.g}&lang=ru").json()[pair.g]
    assert (before[pair.g]["picture"], after["picture"]) == (f"/g/{pair.g}.svg?v=0", f"/g/{pair.g}.svg?v=1")
    assert (before[pair.g]["status"], after["status"], after["state"]) == ("Move 1", "Ход 2", "open")


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


def test_links_have_previews_and_the_page_can_be_installed(house: House) -> None:
    visitor = house.visitor()
    home = visitor.get("/").text
    for wanted in (
        '<meta property="og:image" content="http://testserver/card.png">',
        '<link rel="canonical" href="http://testserver/">',
        '<link rel="manifest" href="/manifest.webmanifest">',
        '<meta name="description" content="Seven board games',
    ):
        assert wanted in home
    manifest = visitor.get("/manifest.webmanifest").json()
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    for address in (manifest["icons"][0]["src"], "/card/mangala.png"):
        answer = visitor.get(address)
        assert (answer.headers["content-type"], answer.content[:4]) == ("image/png", b"\x89PNG")
    assert visitor.get("/card/mangala.svg?theme=dark").text.startswith("<svg")
    assert visitor.get("/favicon.ico").headers["location"].endswith("/icon.svg")
