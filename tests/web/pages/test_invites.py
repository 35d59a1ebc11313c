"""Invitations."""

from tests.web.conftest import House


def test_the_invitation_has_a_qr_code(house: House) -> None:
    visitor = house.visitor()
    g = visitor.new_game(opponent="friend")
    invite = house.run(house.hub.room, g).live.row.invite
    assert visitor.get(f"/i/{invite}.svg").text.startswith("<svg")
    assert invite in visitor.get(f"/i/{invite}").text
