"""What leaves a table: links to a ply, pictures, a board for other pages; and what the opponent could take."""

import io
import random
import re
from fractions import Fraction
from html import unescape

import pytest
from PIL import Image
from tests.web.conftest import House, Socket, Visitor

import charkoni
from charkoni.core.translations import LANGUAGES, Words
from charkoni.web.live.threats import Danger, danger, told


@pytest.fixture(scope="module")
def played(house: House) -> tuple[Visitor, str]:
    """A person and his game against himself, three plies long."""
    visitor = house.visitor()
    g = visitor.new_game("mangala", opponent="here")
    with visitor.socket() as wire:
        socket = Socket(wire)
        socket.hello(g)
        for v, move in enumerate(("1", "2", "3")):
            assert socket.ask("do", g=g, v=v, m=move)["type"] == "ack"
    return visitor, g


def test_the_links_of_a_ply_lead_to_that_ply(played):
    visitor, g = played
    page = unescape(visitor.get(f"/g/{g}/share?ply=1").text)
    assert f'value="http://testserver/g/{g}?ply=1"' in page
    assert f'src="http://testserver/g/{g}/embed?ply=1"' in page
    assert str(charkoni.game("mangala").start().play("1")) in page
    assert "Position after move 1 of 3" in page


@pytest.mark.parametrize("ply", ["", "99", "-1", "x", "9999999"])
def test_without_a_ply_the_present_is_shared(played, ply):
    visitor, g = played
    page = visitor.get(f"/g/{g}/share?ply={ply}").text
    assert f'value="http://testserver/g/{g}"' in page


def test_the_record_is_saved_as_text_and_json(played):
    visitor, g = played
    page = visitor.get(f"/g/{g}/share").text
    for ending in ("txt", "json"):
        assert f'href="/g/{g}.{ending}"' in page
        assert "attachment" in visitor.get(f"/g/{g}.{ending}").headers["content-disposition"]


def test_a_ply_is_painted_as_png(played):
    visitor, g = played
    answer = visitor.get(f"/g/{g}.png?ply=2&width=300")
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    assert Image.open(io.BytesIO(answer.content)).size[0] == 300


def test_a_game_is_painted_as_a_film(played):
    visitor, g = played
    answer = visitor.get(f"/g/{g}.gif")
    assert answer.headers["content-type"] == "image/gif"
    assert Image.open(io.BytesIO(answer.content)).n_frames == 4


def test_pictures_have_limits(played):
    visitor, g = played
    assert Image.open(io.BytesIO(visitor.get(f"/g/{g}.png?width=99999").content)).size[0] == 2400
    assert visitor.get(f"/g/{g}.png?seat=7").status_code == 400
    assert visitor.get("/g/nosuchgame.gif").status_code == 404


def test_only_the_board_alone_may_stand_in_other_pages(played):
    visitor, g = played
    embedded, table = visitor.get(f"/g/{g}/embed"), visitor.get(f"/g/{g}")
    assert "frame-ancestors *" in embedded.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in table.headers["content-security-policy"]
    assert "script-src 'self'" in embedded.headers["content-security-policy"]
    assert "<form" not in embedded.text and "csrf" not in embedded.text


def test_an_embedded_board_lives_unless_it_is_of_a_ply(played):
    visitor, g = played
    assert 'data-refresh="/g/' in visitor.get(f"/g/{g}/embed").text
    assert "data-refresh" not in visitor.get(f"/g/{g}/embed?ply=1").text
    part = visitor.get(f"/g/{g}/embed?part=board").text
    assert part.startswith("<a ") and "<html" not in part


def test_previews_of_links_name_a_picture_by_its_whole_address(played):
    visitor, g = played
    found = re.search('property="og:image" content="([^"]+)"', visitor.get(f"/g/{g}").text)
    assert found and found[1] == f"http://testserver/g/{g}.png"


# --- danger ---------------------------------------------------------------------------------------------------------


def at(text, name):
    return charkoni.game(name).parse(text)


def test_danger_names_what_could_be_captured():
    position = at("0,1,0,0,0,1:21/1,1,0,1,1,2:19 b", "mangala")
    assert danger(position, "2") == Danger(("b4",), Fraction(1))


def test_an_extra_turn_leaves_nothing_to_fear():
    position = charkoni.game("mangala").start()
    assert position.play("4").turn == position.turn
    assert danger(position, "4") is None


def test_the_end_of_a_game_holds_no_danger():
    position = at("4,k,3/3,P,K,3/8/8/8/8/8/8 a 0", "gana")
    assert position.play("e7n:k").outcome and danger(position, "e7n:k") is None


def test_a_danger_that_depends_on_a_throw_says_how_likely_it_is():
    position = at("13,24x3/c2,5,19/c2,9,25/1,10,21x2 b b 6", "chaupar")
    found = danger(position, "c:6")
    assert found is not None and found.zones and 0 < found.chance < 1
    assert f"{round(100 * found.chance)}%" in told(found, Words("en"))


def test_danger_agrees_with_what_the_stores_gain():
    """A capture brings two stones or more; sowing brings one to the own store each time it comes by."""
    luck, position, seen = random.Random(4), charkoni.game("mangala").start(), set()
    for _ in range(120):
        move = luck.choice(position.moves)
        after = position.play(move)
        found = danger(position, move)
        if found is not None:
            replies = [after.play(reply) for reply in after.moves]
            gains = [int(r.state[0].store[after.turn]) - int(after.state[0].store[after.turn]) for r in replies]
            is_plain = all(r.outcome is None for r in replies) and max(map(max, after.state[0].holes.tolist())) < 13
            if is_plain:
                assert bool(found.zones) == (max(gains) > 1)
                seen.add(bool(found.zones))
        position = after if after.outcome is None else charkoni.game("mangala").start()
    assert seen == {False, True}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_dangers_are_told_in_every_language(lang):
    for found in (Danger((), Fraction(1)), Danger(("b4",), Fraction(1)), Danger(("p4",), Fraction(1, 3))):
        said = told(found, Words(lang))
        assert "{" not in said and all(zone in said for zone in found.zones)


def test_the_table_asks_for_danger_by_move(played):
    visitor, g = played
    answer = visitor.get(f"/g/{g}/danger.json?m=4")
    assert answer.status_code == 200 and set(answer.json()) == {"zones", "say"}
    assert visitor.get(f"/g/{g}/danger.json?m=nonsense").status_code == 409
