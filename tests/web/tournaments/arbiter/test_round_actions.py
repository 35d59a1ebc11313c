"""What arbiters do in a running round: late pairs, other tables, unusual acts confirmed, messages, hours."""

import re
import time
from datetime import timedelta

import pytest
from tests.web.conftest import House
from tests.web.tournaments.people import Arbiter, begin, told
from tests.web.tournaments.player.test_boards import player

SEVEN = ("Ada", "Boris", "Çağla", "Dmitri", "Ece", "Fyodor", "Gül")


@pytest.fixture
def seven(house: House) -> Arbiter:
    arbiter = begin(house, *SEVEN)
    arbiter.done("close-list", rounds="3")
    arbiter.publish_next()
    return arbiter


def shows(who: Arbiter, path: str, text: str) -> bool:
    """Tell whether a page shows something soon: a busy server shows for a while what was before."""
    until = time.monotonic() + 30
    while text not in who.get(path).text and time.monotonic() < until:
        time.sleep(0.1)
    return text in who.get(path).text


def holder(arbiter: Arbiter) -> int:
    return next(board.first for board in arbiter.state.rounds[-1].boards if board.is_bye)


def test_who_comes_late_is_paired_with_who_has_the_bye(seven: Arbiter) -> None:
    seven.done("enter", name="Late Larissa")
    late, free = len(seven.state.entries), holder(seven)
    before = seven.state.rounds[0].boards
    assert "Late Larissa" in told(seven.get())
    seven.done("late-pair", **{"entry": str(late), "with": str(free), "reason": "the bus was late"})
    boards = seven.state.rounds[0].boards
    assert boards[:3] == before[:3]
    assert {boards[3].first, boards[3].second} == {late, free} and boards[3].mover in (late, free)
    assert seven.state.rounds[0].away == ()
    answer = seven.do("late-pair", **{"entry": str(late), "with": "1", "reason": "again", "sure": "2"})
    assert answer.status_code == 409 and "has a table already" in told(answer)


def test_two_late_ones_are_paired_with_each_other(seven: Arbiter) -> None:
    for name in ("Late Larissa", "Late Leyla", "Late Lev"):
        seven.done("enter", name=name)
    free = holder(seven)
    seven.done("late-pair", **{"entry": "8", "with": "9", "reason": "both on one bus"})
    boards = seven.state.rounds[0].boards
    assert {boards[-1].first, boards[-1].second} == {8, 9} and holder(seven) == free
    assert [id_ for id_, _ in seven.state.rounds[0].away] == [10]


def test_nobody_loses_a_table_by_an_edit_without_a_word(seven: Arbiter) -> None:
    numbers = {entry.id: entry.number for entry in seven.state.entries}
    boards = seven.state.rounds[0].boards
    text = "\n".join(f"{numbers[b.first]}-{numbers[b.second]}" for b in boards[1:3]) + f"\n{numbers[boards[3].first]}"
    answer = seven.do("hand", tables=text, reason="x", sure="2")
    assert answer.status_code == 409 and "is present and has no table" in told(answer)


def test_tables_are_exchanged_and_games_stay_with_their_players(house: House) -> None:
    arbiter = begin(house, "Ada", "Boris", "Ece", "Gül", boards="online")
    people = {entry: player(arbiter, entry) for entry in (1, 2, 3, 4)}
    arbiter.done("close-list", rounds="1")
    arbiter.publish_next()
    online = house.client.app.state.tournaments.online  # type: ignore[attr-defined]
    house.run(online.advance, arbiter.event)
    games = arbiter.event.mapping("games")
    first = arbiter.state.rounds[0].boards[0]
    arbiter.done("swap-tables", **{"board": "1", "with": "2", "reason": "light"})
    boards = arbiter.state.rounds[0].boards
    assert (boards[1].first, boards[1].second, boards[1].mover) == (first.first, first.second, first.mover)
    assert arbiter.event.mapping("games") == {"1:1": games["1:2"], "1:2": games["1:1"]}
    assert f"/g/{games['1:1']}" in people[first.first].get(f"/t/{arbiter.id}/me").text


def test_unusual_acts_are_done_only_when_they_are_meant(seven: Arbiter) -> None:
    version = seven.state.version
    once = seven.do("unpublish", round="1", reason="wrong list")
    assert once.status_code == 409 and "do you mean it?" in told(once) and seven.state.version == version
    assert re.search(r'name="sure" value="1"', once.text) and 'value="wrong list"' in once.text
    twice = seven.do("unpublish", round="1", reason="wrong list", sure="1")
    assert twice.status_code == 409 and "do you really mean it?" in told(twice)
    assert seven.do("unpublish", round="1", reason="wrong list", sure="2").status_code == 303
    seven.done("publish")
    assert seven.do("result", round="1", board="1", result="0:0").status_code == 409
    assert seven.do("result", round="1", board="1", result="0:0", sure="1").status_code == 303
    assert seven.do("result", round="1", board="2", result="1").status_code == 303


def test_missing_results_come_first_and_turn_red_when_the_time_is_over(seven: Arbiter) -> None:
    seven.done("result", round="1", board="1", result="1")
    rows = re.findall(r'data-row="(\d)"', seven.get().text)
    assert rows == ["2", "3", "1", "4"]
    assert "desk-rows time-over" not in seven.get().text
    director = seven.event.director
    before = director.now
    director.now = lambda: before() + timedelta(minutes=31)
    page = seven.get().text
    director.now = before
    assert "desk-rows time-over" in page and "loses by forfeit" in page


def test_a_player_calls_an_arbiter(house: House, seven: Arbiter) -> None:
    board = seven.state.rounds[0].boards[0]
    who = player(seven, board.first)
    page = f"/t/{seven.id}/me"
    for text in ("the count is disputed", "come please"):
        assert who.post(f"{page}/call", entry=str(board.first), text=text).status_code == 303
    assert who.post(f"{page}/call", entry=str(board.second), text="x").status_code == 403
    assert "An arbiter is called" in told(who.get(page))
    told_ = told(seven.get())
    assert "Table 1:" in told_ and "come please" in told_ and "disputed" not in told_
    call = re.search(r'name="call" value="([^"]+)"', seven.get().text)
    assert call
    helper = seven.colleague("helper", "Hale")
    assert helper.do("answer", call=call[1]).status_code == 403
    seven.done("answer", call=call[1])
    assert "come please" not in told(seven.get())
    assert seven.do("answer", call=call[1]).status_code == 409


def test_a_corrected_result_is_told_to_its_players(house: House, seven: Arbiter) -> None:
    board = seven.state.rounds[0].boards[0]
    who, other = player(seven, board.first), player(seven, seven.state.rounds[0].boards[1].first)
    seven.done("result", round="1", board="1", result="1")
    assert "changed a result" not in told(who.get(f"/t/{seven.id}/me"))
    seven.done("result", round="1", board="1", result="0", reason="the slip was misread")
    page = told(who.get(f"/t/{seven.id}/me"))
    assert "changed a result of yours: round 1, table 1: 0:1" in page and "misread" in page
    assert "changed a result" not in told(other.get(f"/t/{seven.id}/me"))


def test_expulsion_may_annul_what_was_won(seven: Arbiter) -> None:
    board = seven.state.rounds[0].boards[0]
    seven.done("result", round="1", board="1", result="1")
    winner = board.seats[0]
    seven.done("expel", entry=str(winner), reason="cheating", annul="1")
    found = seven.state.rounds[0].boards[0].seen
    assert found is not None and found.text == "−:+"


def test_a_caster_sets_the_screens_and_nothing_else(house: House, seven: Arbiter) -> None:
    caster = seven.colleague("caster", "Kasia")
    assert caster.get().headers["location"].endswith("/desk/caster")
    caster.done("caster", title="Финал дня", tables="3, 1")
    assert caster.do("checkin", entry="1", here="0").status_code == 403
    assert caster.get("/desk/entries").status_code == 403
    guest = Arbiter(house, house.visitor(), seven.id)
    assert "Финал дня" in guest.get("/screen").text
    assert seven.event.mapping("cast")["tables"] == [3, 1]
    seven.done("result", round="1", board="2", result="1")
    assert shows(guest, "/screen", 'class="screen-last"')
    assert guest.do("caster", title="mine").status_code == 403


def test_a_finished_event_is_put_away(house: House) -> None:
    arbiter = begin(house, "Ada", "Boris")
    arbiter.done("close-list", rounds="1")
    arbiter.publish_next()
    arbiter.play_round()
    arbiter.done("finish")
    arbiter.done("finish", archive="1")
    assert arbiter.state.phase == "archived"
