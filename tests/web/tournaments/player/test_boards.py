"""The table of a player: reports of both sides, the slip, a phone that records the game."""

import re

from tests.web.conftest import LocalServer, Socket
from tests.web.tournaments.online_event import advance, game_of, play_out
from tests.web.tournaments.people import begin, main_text, report, seats, started


def test_two_equal_reports_agree(local_server: LocalServer) -> None:
    arbiter = started(local_server)
    first, second = seats(arbiter)
    assert report(arbiter, first, "first", own="1") == 303
    board = arbiter.state.rounds[0].boards[0]
    assert board.result is None and len(board.reports) == 1
    assert board.mover == board.second  # so the result reads 0:1 from who moves first
    assert "Yes, 0:1" in main_text(second.get(f"/t/{arbiter.id}/me"))
    assert report(arbiter, second, "second", same="0:1") == 303
    board = arbiter.state.rounds[0].boards[0]
    assert board.result is not None and (board.result.first, board.result.second) == ("1", "0")


def test_two_different_reports_are_shown_to_the_arbiter(local_server: LocalServer) -> None:
    arbiter = started(local_server)
    first, second = seats(arbiter)
    report(arbiter, first, "first", own="1")
    report(arbiter, second, "second", own="1")
    assert arbiter.state.rounds[0].boards[0].disputed
    assert "disputed: 1" in main_text(arbiter.get())
    page = main_text(arbiter.get("/desk/round/1/board/1"))
    assert "reported 1:0" in page and "reported 0:1" in page
    assert arbiter.do("close", round=1).status_code == 409
    assert "call the arbiter" in main_text(first.get(f"/t/{arbiter.id}/me"))
    arbiter.done("result", round=1, board=1, result="=")
    board = arbiter.state.rounds[0].boards[0]
    assert board.result is not None and board.result.text == "½:½" and len(board.reports) == 2


def test_nobody_reports_for_others(local_server: LocalServer) -> None:
    arbiter = started(local_server)
    first, _ = seats(arbiter)
    assert report(arbiter, first, "second", own="1") == 409
    assert report(arbiter, local_server.visitor(), "first", own="1") == 409
    link = f"/t/{arbiter.id}/me/1/nokey"
    assert local_server.visitor().get(link).status_code == 403


def test_the_slip_on_the_table_lets_both_report(local_server: LocalServer) -> None:
    arbiter = started(local_server)
    page = arbiter.get("/desk/print/slips").text.replace("&amp;", "&")
    codes = {int(m[1]): m for m in re.finditer(r"/round/1/board/1\?player=(\d)&key=([\w-]+)", page)}
    board = arbiter.state.rounds[0].boards[0]
    phones = local_server.visitor(), local_server.visitor()
    shown = main_text(phones[0].get(f"/t/{arbiter.id}{codes[board.first][0]}"))
    assert shown.count("reports") == 1  # a code lets one player report
    assert "reports" not in main_text(phones[0].get(f"/t/{arbiter.id}/round/1/board/1"))
    first, second = (
        {"first-stones": "30", "second-stones": "18", "player": str(id_), "slip": codes[id_][2]}
        for id_ in (board.first, board.second)
    )
    at = f"/t/{arbiter.id}/round/1/board/1/report"
    assert report(arbiter, phones[0], "second", **first) == 409
    assert report(arbiter, phones[0], "first", **first) == 303
    twice = phones[0].post(at, side="second", **second)
    assert twice.status_code == 409 and "one device counts once" in main_text(twice)
    other = phones[1].post(at, side="first", **{**first, "first-stones": "20", "second-stones": "28"})
    assert other.status_code == 409 and "has been used by another device" in main_text(other)
    assert report(arbiter, phones[1], "second", **second) == 303
    board = arbiter.state.rounds[0].boards[0]
    assert board.seen is not None and board.seen.stones == (30, 18)
    tokens = re.findall(r"by the slip, device (\w{6})", main_text(arbiter.get("/desk/log")))
    assert len(set(tokens)) == 2  # the log says which
    wrong = {**first, "slip": first["slip"][::-1]}
    assert report(arbiter, local_server.visitor(), "first", **wrong) == 409


def test_counts_that_only_one_side_reports_are_no_difference(local_server: LocalServer) -> None:
    arbiter = started(local_server)
    first, second = seats(arbiter)
    assert report(arbiter, first, "first", own="0") == 303  # who moves second
    assert report(arbiter, second, "second", **{"first-stones": "30", "second-stones": "18"}) == 303
    board = arbiter.state.rounds[0].boards[0]
    assert not board.disputed and board.seen is not None and board.seen.stones == (30, 18)
    assert report(arbiter, first, "first", **{"first-stones": "29", "second-stones": "19"}) == 303
    assert arbiter.state.rounds[0].boards[0].disputed


def test_a_phone_records_the_game(local_server: LocalServer) -> None:
    arbiter = started(local_server)
    first, second = seats(arbiter)
    answer = first.post(f"/t/{arbiter.id}/round/1/board/1/record")
    assert answer.status_code == 303, main_text(answer)
    game = answer.headers["location"].removeprefix("/g/")
    with first.socket() as wire:
        from tests.web.conftest import Socket

        socket = Socket(wire)
        view = socket.hello(game)
        assert view["table"]["clocks"]["left"] == [900_000, 900_000]
        assert socket.ask("do", g=game, v=0, m="4")["type"] == "ack"
    assert local_server.visitor().post(f"/t/{arbiter.id}/round/1/board/1/record").status_code == 409
    assert report(arbiter, first, "first", own="1") == 303
    assert report(arbiter, second, "second", own="0") == 303


def test_a_recorded_game_fills_the_result_in(local_server: LocalServer) -> None:
    arbiter = started(local_server)
    first, second = seats(arbiter)
    game = first.post(f"/t/{arbiter.id}/round/1/board/1/record").headers["location"].removeprefix("/g/")
    with first.socket() as wire:
        socket = Socket(wire)
        socket.hello(game)
        socket.ask("do", g=game, v=0, m="1")
        socket.ask("resign", g=game, seat=0)
    advance(arbiter)
    assert arbiter.state.rounds[0].boards[0].is_open  # both confirm it
    page = first.get(f"/t/{arbiter.id}/round/1/board/1")
    assert "The game recorded here is over: 0 : 1" in main_text(page)
    assert 'name="same" value="0" class="good"' in page.text
    assert report(arbiter, first, "first", result="0") == 303
    assert report(arbiter, second, "second", result="0") == 303
    found = arbiter.state.rounds[0].boards[0].seen
    assert found is not None and found.text == "0:1"


def test_a_recorded_game_fills_both_stores_in(local_server: LocalServer) -> None:
    arbiter = started(local_server)
    first, second = seats(arbiter)
    assert first.post(f"/t/{arbiter.id}/round/1/board/1/record").status_code == 303
    stores = play_out(arbiter, first)
    counts = f"{stores[0]}:{stores[1]}"
    assert f"Yes, {counts}" in main_text(first.get(f"/t/{arbiter.id}/me"))
    page = main_text(second.get(f"/t/{arbiter.id}/round/1/board/1"))
    assert f"is over: {counts}" in page and f"Yes, {counts}" in page
    assert report(arbiter, first, "first", same=counts) == 303
    assert report(arbiter, second, "second", same=counts) == 303
    board = arbiter.state.rounds[0].boards[0]
    assert board.seen is not None and board.seen.stones == stores


def test_a_game_that_was_given_up_has_no_stores(local_server: LocalServer) -> None:
    arbiter = started(local_server)
    first, _ = seats(arbiter)
    first.post(f"/t/{arbiter.id}/round/1/board/1/record")
    with first.socket() as wire:
        socket = Socket(wire)
        socket.hello(game_of(arbiter))
        socket.ask("do", g=game_of(arbiter), v=0, m="4")
        socket.ask("resign", g=game_of(arbiter), seat=0)  # with 1:0 in the stores
    assert "Yes, 0:1" in main_text(first.get(f"/t/{arbiter.id}/me"))


def test_the_clock_of_a_table_is_there(local_server: LocalServer) -> None:
    arbiter = started(local_server)
    page = local_server.visitor().get(f"/t/{arbiter.id}/round/1/board/1/clock").text
    assert 'data-minutes="15"' in page and "Ada" in page and "Boris" in page


def test_before_the_first_round_there_is_no_table(local_server: LocalServer) -> None:
    arbiter = begin(local_server, "Ada", "Boris")
    for page in ("", "/clock"):
        assert arbiter.get(f"/round/1/board/1{page}").status_code == 404
