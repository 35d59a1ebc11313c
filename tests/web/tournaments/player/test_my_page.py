"""The page of a player: entering, check-in, corrected results, appeals."""

from tests.web.conftest import LocalServer
from tests.web.tournaments.online_event import advance, game_of, mover, opened_event
from tests.web.tournaments.people import Arbiter, begin, main_text, player

from charkoni.web.tournaments.online import bans


def test_a_player_enters_and_checks_in_alone(local_server: LocalServer) -> None:
    arbiter = begin(local_server, "Ada")
    guest = local_server.visitor()
    answer = guest.post(f"/t/{arbiter.id}/me/enter", page=f"/t/{arbiter.id}/me", name="Günay İnce", rating="1200")
    assert answer.status_code == 303, main_text(answer)
    assert arbiter.state.name(2) == "Günay İnce"
    assert guest.post(f"/t/{arbiter.id}/me/here", entry="2", here="0").status_code == 303
    assert not arbiter.state.entry(2).here
    assert guest.post(f"/t/{arbiter.id}/me/here", entry="1", here="0").status_code == 403
    arbiter.done("close-list", rounds="1")
    late = local_server.visitor().post(f"/t/{arbiter.id}/me/enter", name="Late")
    assert late.status_code == 409


def test_a_corrected_result_is_shown_to_its_players(local_server: LocalServer, seven: Arbiter) -> None:
    board = seven.state.rounds[0].boards[0]
    who, other = player(seven, board.first), player(seven, seven.state.rounds[0].boards[1].first)
    seven.done("result", round="1", board="1", result="1")
    assert "changed a result" not in main_text(who.get(f"/t/{seven.id}/me"))
    seven.done("result", round="1", board="1", result="0", reason="the slip was misread")
    page = main_text(who.get(f"/t/{seven.id}/me"))
    assert "changed a result of yours: round 1, table 1: 0:1" in page and "misread" in page
    assert "changed a result" not in main_text(other.get(f"/t/{seven.id}/me"))


def test_a_banned_player_may_appeal(local_server: LocalServer) -> None:
    arbiter, people = opened_event(local_server)
    local_server.pass_by(901_000, game_of(arbiter))
    advance(arbiter)
    gone = mover(arbiter)
    page = f"/t/{arbiter.id}/me"
    assert people[3 - gone].post(f"{page}/appeal", text="x").status_code == 409
    assert people[gone].post(f"{page}/appeal", text="the power was cut").status_code == 303
    assert "asked to be heard" in main_text(people[gone].get(page))
    assert "the power was cut" in main_text(arbiter.get())
    call = next(iter(arbiter.event.mapping("calls")))
    arbiter.done("answer", call=call, what="lift")
    guest = arbiter.event.mapping("players")
    ids = [each for each, entries in guest.items() if gone in entries]
    assert local_server.run(bans.current, local_server.hub.store, ids[0], local_server.time.wall()) is None
    other = begin(local_server, "Zoe", boards="online")
    assert people[gone].post(f"/t/{other.id}/me/enter", name="Back again").status_code == 303
