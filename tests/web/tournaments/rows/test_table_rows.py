"""Tables as rows: the first mover on the left."""

from tests.web.conftest import LocalServer
from tests.web.tournaments.people import Arbiter, main_text


def test_pages_show_the_first_mover_on_the_left(local_server: LocalServer, six: Arbiter) -> None:
    six.publish_next()
    turned = next(board for board in six.state.rounds[0].boards if board.mover == board.second)
    six.done("result", round=1, board=turned.number, result="1")
    winner, loser = six.state.name(turned.second), six.state.name(turned.first)
    found = six.state.rounds[0].boards[turned.number - 1].result
    assert found is not None and (found.first, found.second) == ("0", "1")
    guest = Arbiter(local_server, local_server.visitor(), six.id)
    pages = [six.get(f"{desk}/round/1/board/{turned.number}") for desk in ("", "/desk")] + [guest.get("/round/1")]
    for page in map(main_text, pages):
        assert page.index(winner) < page.index(" 1:0 ") < page.index(loser)
    assert f"table {turned.number}: 1:0" in main_text(guest.get("/log"))
