"""Online matches of several games, the arbiter's hand on running games, late boards, appeals."""

import pytest
from tests.web.conftest import House, Socket, Visitor
from tests.web.tournaments.online.test_rounds import game_of, look, match_of, mover, opened_event
from tests.web.tournaments.people import Arbiter, begin, told
from tests.web.tournaments.player.test_boards import player, report, seats, started

from charkoni.web.live.game.live_game import LiveGame
from charkoni.web.tournaments.online import bans


def resign(people: dict[int, Visitor], entry: int, game: str, seat: int) -> None:
    with people[entry].socket() as wire:
        socket = Socket(wire)
        socket.hello(game)
        socket.ask("resign", g=game, seat=seat)


def match_at(arbiter: Arbiter, game: str) -> LiveGame:
    room = arbiter.house.run(arbiter.house.hub.room, game)
    found: LiveGame = room.live
    return found


def games(arbiter: Arbiter) -> list[str]:
    return list(arbiter.event.mapping("games").values())


def test_a_match_of_two_games_is_begun_by_each(house: House) -> None:
    arbiter, people = opened_event(house, games="2")
    first = mover(arbiter)
    other = 3 - first
    assert match_at(arbiter, games(arbiter)[0]).seats[0].name == arbiter.state.name(first)
    resign(people, first, games(arbiter)[0], 0)
    look(arbiter)
    look(arbiter)
    assert arbiter.state.rounds[0].boards[0].is_open and len(games(arbiter)) == 2
    assert match_at(arbiter, games(arbiter)[1]).seats[0].name == arbiter.state.name(other)
    assert f"/g/{games(arbiter)[1]}" in people[first].get(f"/t/{arbiter.id}/me").text
    resign(people, other, games(arbiter)[1], 0)
    look(arbiter)
    result = arbiter.state.rounds[0].boards[0].result
    assert result is not None and result.games == (2, 2) and (result.first, result.second) == ("=", "=")
    look(arbiter)
    assert len(games(arbiter)) == 2


def test_a_third_game_is_played_only_when_two_decide_nothing(house: House) -> None:
    arbiter, people = opened_event(house, games="best-of-3")
    first = mover(arbiter)
    for place, loser in enumerate((first, 3 - first)):
        resign(people, loser, games(arbiter)[place], 0)
        look(arbiter)
    assert len(games(arbiter)) == 3
    third = match_at(arbiter, games(arbiter)[2])
    loser = 1 if third.seats[0].name == arbiter.state.name(1) else 2
    resign(people, loser, games(arbiter)[2], 0)
    look(arbiter)
    board = arbiter.state.rounds[0].boards[0]
    assert board.result is not None and board.result.games == ((2, 4) if board.first == loser else (4, 2))
    two, folk = opened_event(house, games="best-of-3")
    loser = mover(two)
    resign(folk, loser, games(two)[0], 0)
    look(two)
    resign(folk, loser, games(two)[1], 1)
    look(two)
    assert len(games(two)) == 2 and two.state.rounds[0].boards[0].result is not None


def test_who_does_not_come_to_a_match_forfeits_it_whole(house: House) -> None:
    arbiter, _ = opened_event(house, games="2")
    house.pass_by(901_000, game_of(arbiter))
    look(arbiter)
    board = arbiter.state.rounds[0].boards[0]
    assert board.result is not None and {board.result.first, board.result.second} == {"+", "-"}
    assert len(games(arbiter)) == 1


def test_a_drawn_knockout_is_played_on(house: House) -> None:
    arbiter = begin(house, "Ada", "Boris", boards="online", system="knockout", games="2")
    people = {entry: player(arbiter, entry) for entry in (1, 2)}
    arbiter.done("close-list")
    arbiter.publish_next()
    look(arbiter)
    first = mover(arbiter)
    for place, loser in enumerate((first, 3 - first)):
        resign(people, loser, games(arbiter)[place], 0)
        look(arbiter)
    assert len(games(arbiter)) == 3 and arbiter.state.rounds[0].boards[0].is_open


def test_the_arbiter_sets_a_clock_and_a_game_back(house: House) -> None:
    arbiter, people = opened_event(house)
    first = mover(arbiter)
    game = game_of(arbiter)
    with people[first].socket() as wire:
        socket = Socket(wire)
        socket.hello(game)
        assert socket.ask("do", g=game, v=0, m="1")["type"] == "ack"
    arbiter.done("clock", round=1, board=1, what="set-second", minutes="3", reason="the clock was wrong")
    assert match_of(arbiter).clocks.seats_left(house.time.now()) == [900_000, 180_000]
    assert arbiter.do("clock", round=1, board=1, what="restore", ply="5", reason="x").status_code == 409
    arbiter.done("clock", round=1, board=1, what="restore", ply="0", reason="a wrong pit was tapped")
    assert len(match_of(arbiter).record) == 0 and match_of(arbiter).decider == 0
    page = told(people[3 - first].get(f"/t/{arbiter.id}/round/1/board/1"))
    assert "back to ply 0 – a wrong pit was tapped" in page and "3 min on the clock of" in page
    assert arbiter.do("clock", round=1, board=1, what="nonsense", reason="x").status_code == 409
    assert arbiter.do("clock", round=1, board=2, what="pause", reason="x").status_code == 409


def test_all_clocks_are_stopped_at_once(house: House) -> None:
    arbiter, _ = opened_event(house)
    assert arbiter.do("clocks", what="pause").status_code == 409
    arbiter.done("clocks", what="pause", reason="fire alarm")
    assert match_of(arbiter).paused
    arbiter.done("clocks", what="go-on", reason="false alarm")
    assert not match_of(arbiter).paused


def test_a_new_device_takes_the_place_of_the_old_one(house: House) -> None:
    arbiter, people = opened_event(house)
    first, game = mover(arbiter), game_of(arbiter)
    refused = arbiter.do("clock", round=1, board=1, what="device-first", reason="battery")
    assert refused.status_code == 409 and "no other device" in told(refused)
    fresh = player(arbiter, first)
    arbiter.done("clock", round=1, board=1, what="device-first", reason="battery")
    with people[first].socket() as wire:
        socket = Socket(wire)
        socket.hello(game)
        assert socket.ask("do", g=game, v=0, m="4")["type"] == "nack"
    with fresh.socket() as wire:
        socket = Socket(wire)
        socket.hello(game)
        assert socket.ask("do", g=game, v=0, m="4")["type"] == "ack"


def test_the_public_sees_boards_late(house: House) -> None:
    arbiter, people = opened_event(house)
    arbiter.done("set", delay="60")
    first, game = mover(arbiter), game_of(arbiter)
    with people[first].socket() as wire:
        socket = Socket(wire)
        socket.hello(game)
        assert socket.ask("do", g=game, v=0, m="1")["type"] == "ack"
    guest = Arbiter(house, house.visitor(), arbiter.id)
    before = guest.get("/live/1.svg").content
    assert "v=" + game[:4] + "0" in guest.get("/live").text and "60 seconds late" in guest.get("/live").text
    for path in ("/live", "/round/1", "/round/1/board/1", ""):
        assert game not in guest.get(path).text, path
    assert game in arbiter.get("/live").text
    house.time.pass_by(61_000)
    assert "v=" + game[:4] + "1" in guest.get("/live").text
    assert guest.get("/live/1.svg").content != before
    arbiter.done("set", delay="0")
    assert game in guest.get("/live").text
    assert "15:00" in told(guest.get("/live"))
    assert guest.get("/live/9.svg").status_code == 404


def test_who_is_kept_out_may_be_heard(house: House) -> None:
    arbiter, people = opened_event(house)
    house.pass_by(901_000, game_of(arbiter))
    look(arbiter)
    gone = mover(arbiter)
    page = f"/t/{arbiter.id}/me"
    assert people[3 - gone].post(f"{page}/appeal", text="x").status_code == 409
    assert people[gone].post(f"{page}/appeal", text="the power was cut").status_code == 303
    assert "asked to be heard" in told(people[gone].get(page))
    assert "the power was cut" in told(arbiter.get())
    call = next(iter(arbiter.event.mapping("calls")))
    arbiter.done("answer", call=call, what="lift")
    guest = arbiter.event.mapping("players")
    ids = [each for each, entries in guest.items() if gone in entries]
    assert house.run(bans.current, house.hub.store, ids[0], house.time.wall()) is None
    other = begin(house, "Zoe", boards="online")
    assert people[gone].post(f"/t/{other.id}/me/enter", name="Back again").status_code == 303


def test_a_recorded_game_fills_the_result_in(house: House) -> None:
    arbiter = started(house)
    first, second = seats(arbiter)
    game = first.post(f"/t/{arbiter.id}/round/1/board/1/record").headers["location"].removeprefix("/g/")
    with first.socket() as wire:
        socket = Socket(wire)
        socket.hello(game)
        socket.ask("do", g=game, v=0, m="1")
        socket.ask("resign", g=game, seat=0)
    look(arbiter)
    assert arbiter.state.rounds[0].boards[0].is_open  # both confirm it
    page = first.get(f"/t/{arbiter.id}/round/1/board/1")
    assert "The game recorded here is over: 0 : 1" in told(page)
    assert 'name="same" value="0" class="good"' in page.text
    assert report(arbiter, first, "first", result="0") == 303
    assert report(arbiter, second, "second", result="0") == 303
    found = arbiter.state.rounds[0].boards[0].seen
    assert found is not None and found.text == "0:1"


@pytest.mark.parametrize(("boards", "code"), [("online", "H"), ("tables", "Z")])
def test_who_enters_late_online_gets_half_a_point_for_round_1(house: House, boards: str, code: str) -> None:
    arbiter = begin(house, "Ada", "Boris", "Ece", "Gül", boards=boards)
    arbiter.done("set", **{"late_half-asked": "1", "late_half": "1"})
    arbiter.done("close-list", rounds="3")
    arbiter.publish_next()
    arbiter.done("enter", name="Late")
    state = arbiter.state
    assert dict(state.rounds[0].away).get(5, "Z") == code
