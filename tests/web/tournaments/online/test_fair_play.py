"""Indications for the arbiters: absences from the window of the game on the own move."""

from tests.web.conftest import LocalServer, Socket, Visitor
from tests.web.tournaments.online_event import game_of, mover, opened_event
from tests.web.tournaments.people import Arbiter, begin, main_text, seats, started


def away(arbiter: Arbiter, who: Visitor, seconds: int, game: str = "") -> int:
    answer = who.post(f"/t/{arbiter.id}/me/away", game=game or game_of(arbiter), seconds=str(seconds))
    return int(answer.status_code)


def desk_board(arbiter: Arbiter) -> str:
    return main_text(arbiter.get("/desk/round/1/board/1"))


def test_absences_on_the_own_move_are_shown_to_arbiters(local_server: LocalServer) -> None:
    arbiter, people = opened_event(local_server)
    first = mover(arbiter)
    page = people[first].get(f"/g/{game_of(arbiter)}").text
    assert f'data-away="/t/{arbiter.id}/me/away"' in page and "table/focus_loss" in page
    assert "table/focus_loss" not in local_server.visitor().get(f"/g/{game_of(arbiter)}").text
    local_server.pass_by(60_000, game_of(arbiter))
    assert away(arbiter, people[first], 20) == 204
    assert away(arbiter, people[3 - first], 30) == 204  # not on the move
    assert away(arbiter, people[first], 4) == 204  # too short
    assert away(arbiter, local_server.visitor(), 40) == 204  # nobody of this game
    assert away(arbiter, people[first], 40, "nosuchgame") == 404
    name, other = arbiter.state.name(first), arbiter.state.name(3 - first)
    assert f"{name} looked away from the game once while on the move: 20 s in all" in desk_board(arbiter)
    assert f"{other} looked" not in desk_board(arbiter)
    assert away(arbiter, people[first], 30) == 204
    assert f"{name} looked away from the game 2 times while on the move: 50 s in all, 30 s" in desk_board(arbiter)
    assert "looked away" not in main_text(people[3 - first].get(f"/t/{arbiter.id}/round/1/board/1"))


def test_only_the_own_turn_counts_of_an_absence(local_server: LocalServer) -> None:
    arbiter, people = opened_event(local_server)
    first = mover(arbiter)
    local_server.pass_by(60_000, game_of(arbiter))
    with people[first].socket() as wire:
        socket = Socket(wire)
        socket.hello(game_of(arbiter))
        socket.ask("do", g=game_of(arbiter), v=0, m="1")
    local_server.pass_by(10_000, game_of(arbiter))
    assert away(arbiter, people[3 - first], 60) == 204
    assert "looked away from the game once while on the move: 10 s in all" in desk_board(arbiter)


def test_a_recording_phone_may_be_put_away(local_server: LocalServer) -> None:
    arbiter = started(local_server)
    first, _ = seats(arbiter)
    first.post(f"/t/{arbiter.id}/round/1/board/1/record")
    local_server.pass_by(60_000, game_of(arbiter))
    assert away(arbiter, first, 40) == 204
    assert "looked away" not in desk_board(arbiter)


def test_players_are_informed_that_absences_are_recorded(local_server: LocalServer) -> None:
    arbiter = begin(local_server, "Ada", "Boris", boards="online")
    assert "it proves nothing" in main_text(local_server.visitor().get(f"/t/{arbiter.id}/regulations"))
    assert "arbiters see this" in main_text(local_server.visitor().get(f"/t/{arbiter.id}/me"))
    tables = begin(local_server, "Ada", "Boris")
    assert "it proves nothing" not in main_text(local_server.visitor().get(f"/t/{tables.id}/regulations"))
