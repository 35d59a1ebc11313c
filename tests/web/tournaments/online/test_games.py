"""Games of tables on the server: matches of several games, their results, tables that are renumbered."""

import re

from tests.web.conftest import LocalServer, Socket
from tests.web.tournaments.online_event import (
    advance,
    game_of,
    games_of,
    live_game,
    mover,
    opened_event,
    play_and_resign,
    play_out,
    resign,
)
from tests.web.tournaments.people import begin, player

from charkoni.core.registry import named
from charkoni.core.translations import Words
from charkoni.tournament.pairing.openings import sentence


def test_a_match_of_two_games_is_begun_by_each(local_server: LocalServer) -> None:
    arbiter, people = opened_event(local_server, games="2")
    first = mover(arbiter)
    other = 3 - first
    assert live_game(arbiter, games_of(arbiter)[0]).seats[0].name == arbiter.state.name(first)
    resign(people, first, games_of(arbiter)[0], 0)
    advance(arbiter)
    advance(arbiter)
    assert arbiter.state.rounds[0].boards[0].is_open and len(games_of(arbiter)) == 2
    assert live_game(arbiter, games_of(arbiter)[1]).seats[0].name == arbiter.state.name(other)
    assert f"/g/{games_of(arbiter)[1]}" in people[first].get(f"/t/{arbiter.id}/me").text
    resign(people, other, games_of(arbiter)[1], 0)
    advance(arbiter)
    result = arbiter.state.rounds[0].boards[0].result
    assert result is not None and result.games == (2, 2) and (result.first, result.second) == ("=", "=")
    advance(arbiter)
    assert len(games_of(arbiter)) == 2


def test_a_third_game_is_played_only_when_two_decide_nothing(local_server: LocalServer) -> None:
    arbiter, people = opened_event(local_server, games="best-of-3")
    first = mover(arbiter)
    for place, loser in enumerate((first, 3 - first)):
        resign(people, loser, games_of(arbiter)[place], 0)
        advance(arbiter)
    assert len(games_of(arbiter)) == 3
    third = live_game(arbiter, games_of(arbiter)[2])
    loser = 1 if third.seats[0].name == arbiter.state.name(1) else 2
    resign(people, loser, games_of(arbiter)[2], 0)
    advance(arbiter)
    board = arbiter.state.rounds[0].boards[0]
    assert board.result is not None and board.result.games == ((2, 4) if board.first == loser else (4, 2))
    two, folk = opened_event(local_server, games="best-of-3")
    loser = mover(two)
    resign(folk, loser, games_of(two)[0], 0)
    advance(two)
    resign(folk, loser, games_of(two)[1], 1)
    advance(two)
    assert len(games_of(two)) == 2 and two.state.rounds[0].boards[0].result is not None


def test_the_sets_of_a_match_open_one_after_the_other(local_server: LocalServer) -> None:
    arbiter, people = opened_event(local_server, games="sets-of-3")
    first = mover(arbiter)
    for place in range(2):
        began = live_game(arbiter, games_of(arbiter)[place]).seats[0].name
        assert began == arbiter.state.name((first, 3 - first)[place])
        resign(people, first, games_of(arbiter)[place], place)
        advance(arbiter)
        advance(arbiter)
    board = arbiter.state.rounds[0].boards[0]
    assert board.result is not None and board.result.games == ((0, 4) if board.first == first else (4, 0))
    assert len(games_of(arbiter)) == 2


def test_an_absent_player_forfeits_the_whole_match(local_server: LocalServer) -> None:
    arbiter, _ = opened_event(local_server, games="2")
    local_server.pass_by(901_000, game_of(arbiter))
    advance(arbiter)
    board = arbiter.state.rounds[0].boards[0]
    assert board.result is not None and {board.result.first, board.result.second} == {"+", "-"}
    assert len(games_of(arbiter)) == 1


def test_a_drawn_knockout_is_played_on(local_server: LocalServer) -> None:
    arbiter = begin(local_server, "Ada", "Boris", boards="online", system="knockout", games="2")
    people = {entry: player(arbiter, entry) for entry in (1, 2)}
    arbiter.done("close-list")
    arbiter.publish_next()
    advance(arbiter)
    first = mover(arbiter)
    for place, loser in enumerate((first, 3 - first)):
        resign(people, loser, games_of(arbiter)[place], 0)
        advance(arbiter)
    assert len(games_of(arbiter)) == 3 and arbiter.state.rounds[0].boards[0].is_open


def test_a_game_on_the_server_brings_its_stores(local_server: LocalServer) -> None:
    arbiter, people = opened_event(local_server)
    first = mover(arbiter)
    stores = play_out(arbiter, people[first], (people[3 - first],))
    advance(arbiter)
    board = arbiter.state.rounds[0].boards[0]
    assert board.seen is not None and board.seen.stones == stores and board.seen.source == "game"


def test_resigning_at_once_is_no_calling_off(local_server: LocalServer) -> None:
    arbiter, people = opened_event(local_server)
    with people[mover(arbiter)].socket() as wire:
        socket = Socket(wire)
        socket.hello(game_of(arbiter))
        socket.ask("resign", g=game_of(arbiter), seat=0)
    assert live_game(arbiter).state == "over"


def test_official_games_survive_in_their_rows(local_server: LocalServer) -> None:
    arbiter, _ = opened_event(local_server)
    live = live_game(arbiter)
    again = local_server.run(local_server.hub.load, game_of(arbiter))
    assert again.official == live.official and live.official is not None


def test_hybrid_events_play_online_where_both_can(local_server: LocalServer) -> None:
    arbiter = begin(local_server, "Ada", "Boris", "Ece", "Gül", boards="hybrid")
    arbiter.done("close-list", rounds="1")
    arbiter.publish_next()
    board = arbiter.state.rounds[0].boards[1]
    for entry in (board.first, board.second):
        player(arbiter, entry)
    advance(arbiter)
    assert set(arbiter.event.mapping("games")) == {"1:2"}


def test_tables_are_exchanged_and_games_stay_with_their_players(local_server: LocalServer) -> None:
    arbiter = begin(local_server, "Ada", "Boris", "Ece", "Gül", boards="online")
    people = {entry: player(arbiter, entry) for entry in (1, 2, 3, 4)}
    arbiter.done("close-list", rounds="1")
    arbiter.publish_next()
    advance(arbiter)
    games = arbiter.event.mapping("games")
    first = arbiter.state.rounds[0].boards[0]
    arbiter.done("swap-tables", **{"board": "1", "with": "2", "reason": "light"})
    boards = arbiter.state.rounds[0].boards
    assert (boards[1].first, boards[1].second, boards[1].mover) == (first.first, first.second, first.mover)
    assert arbiter.event.mapping("games") == {"1:1": games["1:2"], "1:2": games["1:1"]}
    assert f"/g/{games['1:1']}" in people[first.first].get(f"/t/{arbiter.id}/me").text


def test_online_games_begin_after_the_opening_of_the_round(local_server: LocalServer) -> None:
    arbiter = begin(local_server, "Ada", "Boris", boards="online")
    assert 'name="openings"' in arbiter.get("/desk/settings").text
    arbiter.done("set", game="gana", openings="book")
    people = {entry: player(arbiter, entry) for entry in (1, 2)}
    arbiter.done("close-list", rounds="1")
    arbiter.publish_next()
    advance(arbiter)
    said = sentence(Words("en"), arbiter.state.settings, 1)
    position = named("gana").start()
    for move in said.rpartition(": ")[2].split():
        position = position.play(move)
    assert str(live_game(arbiter).record.position) == str(position)
    assert said in people[1].get(f"/t/{arbiter.id}/me").text
    assert said in people[2].get(f"/t/{arbiter.id}/round/1").text


def test_the_page_of_a_player_names_the_tournaments_of_his_games(local_server: LocalServer) -> None:
    arbiter, people = opened_event(local_server)
    play_and_resign(arbiter, people)
    name = arbiter.state.settings.name
    link = f'href="/t/{arbiter.id}/entry/1">{re.escape(name)}<'
    assert re.search(link, people[1].get("/mine/ratings").text), "the rounds of the entry"
    assert f"/t/{arbiter.id}" not in local_server.visitor().get("/mine/ratings").text
