"""Players of an event: entering, reports of both sides, the slip on the table, a phone as recorder."""

import asyncio
import re

from tests.web.conftest import House, Visitor
from tests.web.tournaments.people import Arbiter, begin, told

from charkoni.web.tournaments import permissions


def player(arbiter: Arbiter, entry: int) -> Visitor:
    """Return somebody who has opened the link of an entry."""
    found = re.search(rf"/t/{arbiter.id}/me/{entry}/[\w-]+", arbiter.get(f"/desk/entry/{entry}").text)
    assert found
    visitor = arbiter.house.visitor()
    assert visitor.post(found[0], page=found[0]).status_code == 303
    return visitor


def started(house: House, **settings: str) -> Arbiter:
    arbiter = begin(house, "Ada", "Boris", **settings)
    arbiter.done("close-list", rounds="1")
    arbiter.publish_next()
    return arbiter


def seats(arbiter: Arbiter) -> tuple[Visitor, Visitor]:
    board = arbiter.state.rounds[0].boards[0]
    return player(arbiter, board.first), player(arbiter, board.second)


def report(arbiter: Arbiter, who: Visitor, side: str, **form: str) -> int:
    return int(who.post(f"/t/{arbiter.id}/round/1/board/1/report", side=side, **form).status_code)


def test_two_equal_reports_agree(house: House) -> None:
    arbiter = started(house)
    first, second = seats(arbiter)
    assert report(arbiter, first, "first", own="1") == 303
    board = arbiter.state.rounds[0].boards[0]
    assert board.result is None and len(board.reports) == 1
    assert board.mover == board.second  # so the result reads 0:1 from who moves first
    assert "Yes, 0:1" in told(second.get(f"/t/{arbiter.id}/me"))
    assert report(arbiter, second, "second", same="0:1") == 303
    board = arbiter.state.rounds[0].boards[0]
    assert board.result is not None and (board.result.first, board.result.second) == ("1", "0")


def test_two_different_reports_are_shown_to_the_arbiter(house: House) -> None:
    arbiter = started(house)
    first, second = seats(arbiter)
    report(arbiter, first, "first", own="1")
    report(arbiter, second, "second", own="1")
    assert arbiter.state.rounds[0].boards[0].disputed
    assert "disputed: 1" in told(arbiter.get())
    page = told(arbiter.get("/desk/round/1/board/1"))
    assert "reported 1:0" in page and "reported 0:1" in page
    assert arbiter.do("close", round=1).status_code == 409
    assert "call the arbiter" in told(first.get(f"/t/{arbiter.id}/me"))
    arbiter.done("result", round=1, board=1, result="=")
    board = arbiter.state.rounds[0].boards[0]
    assert board.result is not None and board.result.text == "½:½" and len(board.reports) == 2


def test_nobody_reports_for_others(house: House) -> None:
    arbiter = started(house)
    first, _ = seats(arbiter)
    assert report(arbiter, first, "second", own="1") == 409
    assert report(arbiter, house.visitor(), "first", own="1") == 409
    link = f"/t/{arbiter.id}/me/1/nokey"
    assert house.visitor().get(link).status_code == 403


def test_the_slip_on_the_table_lets_both_report(house: House) -> None:
    arbiter = started(house)
    found = re.search(r"/round/1/board/1\?key=([\w-]+)", arbiter.get("/desk/print/slips").text)
    assert found
    guest = house.visitor()
    assert "reports" in told(guest.get(f"/t/{arbiter.id}{found[0]}"))
    assert "reports" not in told(guest.get(f"/t/{arbiter.id}/round/1/board/1"))
    counts = {"first-stones": "30", "second-stones": "18", "slip": found[1]}
    for side in ("first", "second"):
        assert report(arbiter, guest, side, **counts) == 303
    board = arbiter.state.rounds[0].boards[0]
    assert board.seen is not None and board.seen.stones == (30, 18)
    wrong = {**counts, "slip": found[1][::-1]}
    assert report(arbiter, house.visitor(), "first", **wrong) == 409


def test_a_player_enters_and_checks_in_alone(house: House) -> None:
    arbiter = begin(house, "Ada")
    guest = house.visitor()
    answer = guest.post(f"/t/{arbiter.id}/me/enter", page=f"/t/{arbiter.id}/me", name="Günay İnce", rating="1200")
    assert answer.status_code == 303, told(answer)
    assert arbiter.state.name(2) == "Günay İnce"
    assert guest.post(f"/t/{arbiter.id}/me/here", entry="2", here="0").status_code == 303
    assert not arbiter.state.entry(2).here
    assert guest.post(f"/t/{arbiter.id}/me/here", entry="1", here="0").status_code == 403
    arbiter.done("close-list", rounds="1")
    late = house.visitor().post(f"/t/{arbiter.id}/me/enter", name="Late")
    assert late.status_code == 409


def test_a_phone_records_the_game(house: House) -> None:
    arbiter = started(house)
    first, second = seats(arbiter)
    answer = first.post(f"/t/{arbiter.id}/round/1/board/1/record")
    assert answer.status_code == 303, told(answer)
    game = answer.headers["location"].removeprefix("/g/")
    with first.socket() as wire:
        from tests.web.conftest import Socket

        socket = Socket(wire)
        view = socket.hello(game)
        assert view["table"]["clocks"]["left"] == [900_000, 900_000]
        assert socket.ask("do", g=game, v=0, m="4")["type"] == "ack"
    assert house.visitor().post(f"/t/{arbiter.id}/round/1/board/1/record").status_code == 409
    assert report(arbiter, first, "first", own="1") == 303
    assert report(arbiter, second, "second", own="0") == 303


def test_the_clock_of_a_table_is_there(house: House) -> None:
    arbiter = started(house)
    page = house.visitor().get(f"/t/{arbiter.id}/round/1/board/1/clock").text
    assert 'data-minutes="15"' in page and "Ada" in page and "Boris" in page


def test_one_report_counts_after_five_minutes_where_that_is_allowed(house: House) -> None:
    from datetime import timedelta

    arbiter = started(house)
    arbiter.done("set", **{"lone_reports-asked": "1", "lone_reports": "1"})
    first, _ = seats(arbiter)
    report(arbiter, first, "first", own="1")
    online = house.client.app.state.tournaments.online  # type: ignore[attr-defined]
    house.run(online.advance, arbiter.event)
    assert arbiter.state.rounds[0].boards[0].is_open
    director = arbiter.event.director
    before = director.now
    director.now = lambda: before() + timedelta(seconds=301)
    house.run(online.advance, arbiter.event)
    director.now = before
    assert not arbiter.state.rounds[0].boards[0].is_open


def test_devices_that_open_their_links_at_the_same_time_are_all_seated(house: House) -> None:
    arbiter = begin(house, *(f"Player {n}" for n in range(8)))

    event = arbiter.event

    async def all_at_once() -> None:
        await asyncio.gather(*(permissions.seat(event, f"guest{n}", n) for n in range(1, 9)))

    house.run(all_at_once)
    assert [permissions.entries_of(event, f"guest{n}") for n in range(1, 9)] == [[n] for n in range(1, 9)]
    house.run(permissions.seat, event, "guest1", 2)
    assert permissions.entries_of(event, "guest1") == [1, 2] and permissions.guest_of(event, 2) == "guest1"


def test_before_the_first_round_there_is_no_table(house: House) -> None:
    arbiter = begin(house, "Ada", "Boris")
    for page in ("", "/clock"):
        assert arbiter.get(f"/round/1/board/1{page}").status_code == 404
