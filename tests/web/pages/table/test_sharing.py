"""Sharing of a table: links to a ply, pictures, an embedded board; and the threats of the opponent."""

import io
import re
from html import unescape

import pytest
from PIL import Image
from tests.web.conftest import LocalServer, Socket, Visitor

import charkoni


@pytest.fixture(scope="module")
def played(local_server: LocalServer) -> tuple[Visitor, str]:
    """A person and his game against himself, three plies long."""
    visitor = local_server.visitor()
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
    assert "Position after turn 1 of Red" in page and "This link opens on this computer" not in page


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


def test_a_ply_is_rendered_as_a_png(played):
    visitor, g = played
    answer = visitor.get(f"/g/{g}.png?ply=2&width=300")
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    assert Image.open(io.BytesIO(answer.content)).size[0] == 300


def test_a_game_is_rendered_as_a_gif(played):
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


def test_threats_are_requested_by_move(played):
    visitor, g = played
    answer = visitor.get(f"/g/{g}/danger.json?m=4")
    assert answer.status_code == 200 and set(answer.json()) == {"zones", "say"}
    assert visitor.get(f"/g/{g}/danger.json?m=nonsense").status_code == 409
