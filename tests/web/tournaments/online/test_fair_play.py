"""What arbiters are told of games beside their results: stores of recorded games, looks away, finals of the best."""

from typing import Any

from tests.web.conftest import House, Socket, Visitor
from tests.web.tournaments.online.test_rounds import game_of, look, match_of, mover, opened_event
from tests.web.tournaments.people import Arbiter, begin, told
from tests.web.tournaments.player.test_boards import player, report, seats, started


def play_out(arbiter: Arbiter, who: Visitor, people: tuple[Visitor, ...] = ()) -> tuple[int, int]:
    """Play the game of table 1 to its end on one device, or by turns; return the stores of who moves first."""
    with who.socket() as one, (people[0] if people else who).socket() as other:
        sockets = Socket(one), Socket(other)
        for socket in sockets:
            socket.hello(game_of(arbiter))
        while (match := match_of(arbiter)).state == "open":
            socket = sockets[match.turn]
            answer = socket.ask("do", g=game_of(arbiter), v=match.v, m=match.position.moves[-1])
            assert answer["type"] == "ack"
    first, second = match_of(arbiter).position.state[0]["store"].tolist()
    assert first + second == 48
    return int(first), int(second)


def test_a_recorded_game_fills_both_stores_in(house: House) -> None:
    arbiter = started(house)
    first, second = seats(arbiter)
    assert first.post(f"/t/{arbiter.id}/round/1/board/1/record").status_code == 303
    stores = play_out(arbiter, first)
    counts = f"{stores[0]}:{stores[1]}"
    assert f"Yes, {counts}" in told(first.get(f"/t/{arbiter.id}/me"))
    page = told(second.get(f"/t/{arbiter.id}/round/1/board/1"))
    assert f"is over: {counts}" in page and f"Yes, {counts}" in page
    assert report(arbiter, first, "first", same=counts) == 303
    assert report(arbiter, second, "second", same=counts) == 303
    board = arbiter.state.rounds[0].boards[0]
    assert board.seen is not None and board.seen.stones == stores


def test_a_game_on_the_server_brings_its_stores(house: House) -> None:
    arbiter, people = opened_event(house)
    first = mover(arbiter)
    stores = play_out(arbiter, people[first], (people[3 - first],))
    look(arbiter)
    board = arbiter.state.rounds[0].boards[0]
    assert board.seen is not None and board.seen.stones == stores and board.seen.source == "game"


def test_a_game_that_was_given_up_has_no_stores(house: House) -> None:
    arbiter = started(house)
    first, _ = seats(arbiter)
    first.post(f"/t/{arbiter.id}/round/1/board/1/record")
    with first.socket() as wire:
        socket = Socket(wire)
        socket.hello(game_of(arbiter))
        socket.ask("do", g=game_of(arbiter), v=0, m="4")
        socket.ask("resign", g=game_of(arbiter), seat=0)  # with 1:0 in the stores
    assert "Yes, 0:1" in told(first.get(f"/t/{arbiter.id}/me"))


def test_counts_that_only_one_side_reports_are_no_difference(house: House) -> None:
    arbiter = started(house)
    first, second = seats(arbiter)
    assert report(arbiter, first, "first", own="0") == 303  # who moves second
    assert report(arbiter, second, "second", **{"first-stones": "30", "second-stones": "18"}) == 303
    board = arbiter.state.rounds[0].boards[0]
    assert not board.disputed and board.seen is not None and board.seen.stones == (30, 18)
    assert report(arbiter, first, "first", **{"first-stones": "29", "second-stones": "19"}) == 303
    assert arbiter.state.rounds[0].boards[0].disputed


def away(arbiter: Arbiter, who: Visitor, seconds: int, game: str = "") -> int:
    answer = who.post(f"/t/{arbiter.id}/me/away", game=game or game_of(arbiter), seconds=str(seconds))
    return int(answer.status_code)


def desk_board(arbiter: Arbiter) -> str:
    return told(arbiter.get("/desk/round/1/board/1"))


def test_looks_away_on_the_own_move_are_a_hint_for_arbiters(house: House) -> None:
    arbiter, people = opened_event(house)
    first = mover(arbiter)
    page = people[first].get(f"/g/{game_of(arbiter)}").text
    assert f'data-away="/t/{arbiter.id}/me/away"' in page and "table/focus_loss.js" in page
    assert "table/focus_loss.js" not in house.visitor().get(f"/g/{game_of(arbiter)}").text
    house.pass_by(60_000, game_of(arbiter))
    assert away(arbiter, people[first], 20) == 204
    assert away(arbiter, people[3 - first], 30) == 204  # not on the move
    assert away(arbiter, people[first], 4) == 204  # too short
    assert away(arbiter, house.visitor(), 40) == 204  # nobody of this game
    assert away(arbiter, people[first], 40, "nosuchgame") == 404
    name, other = arbiter.state.name(first), arbiter.state.name(3 - first)
    assert f"{name} looked away from the game once while on the move: 20 s in all" in desk_board(arbiter)
    assert f"{other} looked" not in desk_board(arbiter)
    assert away(arbiter, people[first], 30) == 204
    assert f"{name} looked away from the game 2 times while on the move: 50 s in all, 30 s" in desk_board(arbiter)
    assert "looked away" not in told(people[3 - first].get(f"/t/{arbiter.id}/round/1/board/1"))


def test_only_the_own_turn_counts_of_a_look_away(house: House) -> None:
    arbiter, people = opened_event(house)
    first = mover(arbiter)
    house.pass_by(60_000, game_of(arbiter))
    with people[first].socket() as wire:
        socket = Socket(wire)
        socket.hello(game_of(arbiter))
        socket.ask("do", g=game_of(arbiter), v=0, m="1")
    house.pass_by(10_000, game_of(arbiter))
    assert away(arbiter, people[3 - first], 60) == 204
    assert "looked away from the game once while on the move: 10 s in all" in desk_board(arbiter)


def test_a_phone_that_takes_a_game_down_may_be_put_away(house: House) -> None:
    arbiter = started(house)
    first, _ = seats(arbiter)
    first.post(f"/t/{arbiter.id}/round/1/board/1/record")
    house.pass_by(60_000, game_of(arbiter))
    assert away(arbiter, first, 40) == 204
    assert "looked away" not in desk_board(arbiter)


def test_players_are_told_that_looks_away_are_recorded(house: House) -> None:
    arbiter = begin(house, "Ada", "Boris", boards="online")
    assert "it proves nothing" in told(house.visitor().get(f"/t/{arbiter.id}/regulations"))
    assert "arbiters see it" in told(house.visitor().get(f"/t/{arbiter.id}/me"))
    tables = begin(house, "Ada", "Boris")
    assert "it proves nothing" not in told(house.visitor().get(f"/t/{tables.id}/regulations"))


def test_a_final_of_the_best_is_an_event_of_its_own(house: House) -> None:
    arbiter = begin(house, "Ada", "Boris", "Ece")
    guest = player(arbiter, 1)
    assert arbiter.do("final", top="2").status_code == 409
    arbiter.done("close-list", rounds="1")
    arbiter.publish_next()
    arbiter.play_round("1")
    arbiter.done("finish")
    answer: Any = arbiter.do("final", top="2")
    assert answer.status_code == 303, told(answer)
    final = Arbiter(house, arbiter.visitor, answer.headers["location"].split("/")[2])
    assert final.state.settings.system == "knockout" and final.state.settings.name == "Open: final"
    chosen = [final.state.name(entry.id) for entry in final.state.entries]
    assert len(chosen) == 2
    assert ("My page" in told(guest.get(f"/t/{final.id}/me"))) == ("Ada" in chosen)
