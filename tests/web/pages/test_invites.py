"""Invitations."""

from tests.web.conftest import LocalServer


def test_the_invitation_has_a_qr_code(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    g = visitor.new_game(opponent="friend")
    invite = local_server.run(local_server.hub.room, g).live.row.invite
    assert visitor.get(f"/i/{invite}.svg").text.startswith("<svg")
    assert invite in visitor.get(f"/i/{invite}").text
