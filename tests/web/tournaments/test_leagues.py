"""Leagues: the page, and the seasons that the server leads without an arbiter."""

import contextlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from tests.web.conftest import LocalServer, ManualClock
from tests.web.tournaments.league_club import DAY, HOUR, NAMES, Club, opened_at
from tests.web.tournaments.people import main_text

from charkoni.tournament.leagues import LEAST
from charkoni.tournament.pairing.ladder import order_of
from charkoni.tournament.store import Store
from charkoni.web.http.errors import Refused
from charkoni.web.tournaments.online.games import seats_of_game
from charkoni.web.tournaments.online.leagues import staying


def test_members_enter_and_leave_on_one_page(opened: Callable[..., LocalServer]) -> None:
    club = Club(opened_at(opened), "divisions", "days")
    guest = club.server.visitor()
    assert "Leagues are for members" in main_text(guest.get("/leagues"))
    assert guest.post("/leagues", what="enter", **club.form).status_code == 403
    guest.new_game(opponent="here")  # now he is somebody, but no member
    assert guest.post("/leagues", what="enter", **club.form).status_code == 403
    club.join(*NAMES[:3])
    assert club.members["Ada"].post("/leagues", **{**club.form, "game": "chess"}).status_code == 400
    page = main_text(club.members["Ada"].get("/leagues"))
    assert "Gana · Monthly league · games over days Leave 3 entries · Rated · starts with four players" in page
    club.do("Ada", "leave")
    club.do("Ada", "leave")
    club.join("Dmitri")
    club.lead()
    assert club.events == [] and "Enter 3 entries" in main_text(club.members["Ada"].get("/leagues"))
    club.do("Ada", "enter")
    club.do("Ada", "enter")
    club.lead()
    [event] = club.events
    assert sorted(club.names(event)) == sorted(NAMES[:4]) and len(club.games(event)) == 6
    page = main_text(club.members["Ada"].get("/leagues"))
    assert "until April 1, 00:00" in page and "Standings 1–4 Ada 0.0" in page
    assert "league" not in club.members["Ada"].get("/events").text.partition("<main")[2].replace("/leagues", "")


def test_games_over_days_are_rated_and_end_with_the_month(opened: Callable[..., LocalServer]) -> None:
    club = Club(opened_at(opened), "divisions", "days")
    club.join(*NAMES[:4])
    club.lead()
    club.lead()
    [event] = club.events
    assert len(club.games(event)) == 6
    live = [club.server.run(club.server.hub.room, game).live for game in club.games(event).values()]
    assert all(each.row.rated and each.control.text == "1d" and each.official for each in live)
    club.resign(event, "1:1", event.state.rounds[0].boards[0].first)
    club.lead()
    [first, other] = event.state.rounds[0].boards
    assert first.result and (first.result.text, first.result.source) == ("0:1", "game") and other.is_pending
    club.until(datetime(2027, 3, 31, 23, 59, 50, tzinfo=UTC))
    assert event.state.phase == "playing" and other.is_pending
    club.until(datetime(2027, 4, 1, tzinfo=UTC))
    assert event.state.phase == "finished"
    result = event.state.rounds[0].boards[1].result
    assert result is not None and (result.text, result.reason) in (("−:+", "time"), ("+:−", "time"))
    [new] = club.events
    assert new is not event and new.state.settings.name == "Gana 2027-04"
    assert all(club.server.run(club.server.hub.ratings.changes_of, game) for game in club.games(event).values())


def test_a_month_that_is_played_out_early_is_the_only_one(opened: Callable[..., LocalServer]) -> None:
    club = Club(opened_at(opened), "divisions", "days")
    club.join(*NAMES[:4])
    [event] = club.events
    for key in club.games(event):
        number, table = map(int, key.split(":"))
        club.resign(event, key, event.state.rounds[number - 1].boards[table - 1].first)
    for _ in "12":
        club.lead(DAY)
    assert event.state.phase == "finished" and club.events == [event]
    assert "Standings 1 " in main_text(club.members["Ada"].get("/leagues"))
    club.join("Ece")  # from the next month on
    club.until(datetime(2027, 4, 1, tzinfo=UTC))
    [new] = club.events
    assert new is not event and club.names(event) == club.names(new)[:4] and len(new.state.entries) == 5


def test_many_divisions_are_links(opened: Callable[..., LocalServer], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("charkoni.web.tournaments.leagues.MOST_SHOWN", 0)
    monkeypatch.setattr("charkoni.tournament.leagues.MOST", 4)
    club = Club(opened_at(opened), "divisions", "days")
    club.join(*NAMES[:3])
    club.server.time.pass_by(20 * DAY)  # too late for this month
    club.join(*NAMES[3:8])
    assert club.events == [] and "starts next month" in main_text(club.members["Ada"].get("/leagues"))
    club.until(datetime(2027, 4, 1, tzinfo=UTC))
    first, second = club.events
    page = club.members["Ada"].get("/leagues")
    shown, link = ("Division 1", "Division 2") if "Ada" in club.names(first) else ("Division 2", "Division 1")
    assert f"{shown} 1–4 " in main_text(page) and f">{link}</a></nav>" in page.text
    assert first.state.settings.name == "Gana 2027-04 / 1" and second.state.settings.name == "Gana 2027-04 / 2"


def test_mangala_over_days_is_not_rated(opened: Callable[..., LocalServer]) -> None:
    club = Club(opened_at(opened), "divisions", "days", "mangala")
    club.join(*NAMES[:4])
    club.lead()
    club.lead()
    [event] = club.events
    game = next(iter(club.games(event).values()))
    assert not club.server.run(club.server.hub.room, game).live.row.rated
    assert "· not rated ·" in main_text(club.members["Ada"].get("/leagues"))


def test_a_ladder_is_climbed_by_challenges(opened: Callable[..., LocalServer]) -> None:
    club = Club(opened_at(opened), "ladder", "days")
    club.join(*NAMES[:4])
    club.lead()
    [event] = club.events
    club.join("Ece")  # at once, at the bottom
    assert [event.state.name(entry) for entry in order_of(event.state)] == list(NAMES[:5])
    page = club.members["Dmitri"].get("/leagues").text
    assert page.count('value="challenge"') == 3
    assert club.members["Ada"].get("/leagues").text.count('value="challenge"') == 0
    refused = club.post("Dmitri", "challenge", opponent=club.entry("Ece", event))
    assert refused.status_code == 409 and "up to 3 places above" in main_text(refused)
    club.do("Dmitri", "challenge", opponent=club.entry("Boris", event))
    page = main_text(club.members["Dmitri"].get("/leagues"))
    assert "Boris – Dmitri" in page and "Dmitri – Boris" in page and "next games: March 8, 00:00" in page
    assert club.members["Dmitri"].get("/leagues").text.count('value="challenge"') == 0
    assert club.members["Ece"].get("/leagues").text.count('value="challenge"') == 1
    club.until(datetime(2027, 3, 8, tzinfo=UTC))
    club.lead()
    club.resign(event, "1:1", club.entry("Boris", event))
    club.lead(HOUR)
    assert club.names(event) == ["Ada", "Dmitri", "Boris", "Cem", "Ece"]
    club.do("Cem", "leave")
    assert (
        club.names(event)[-1] == "Cem"
        and "Cem" not in main_text(club.members["Ada"].get("/leagues")).split("Enter a league")[0]
    )
    club.do("Cem", "enter")
    assert club.names(event) == ["Ada", "Dmitri", "Boris", "Cem", "Ece"]
    club.until(datetime(2027, 12, 30, tzinfo=UTC))
    club.do("Ece", "challenge", opponent=club.entry("Dmitri", event))
    club.do("Boris", "challenge", opponent=club.entry("Ada", event))
    club.do("Ada", "leave")
    club.until(datetime(2028, 1, 3, 0, 1, tzinfo=UTC))  # the server is never on the second
    [new] = club.events
    assert event.state.phase == "finished" and new.state.settings.name == "Gana 2028"
    assert club.names(new) == ["Dmitri", "Boris", "Cem", "Ece"]
    club.lead()
    [board] = new.state.rounds[0].boards  # the challenge of the old year's last week, in the first week of the new one
    assert (new.state.name(board.first), new.state.name(board.second)) == ("Dmitri", "Ece") and club.games(new)


def test_a_season_that_waited_for_entrants_begins_its_rounds_with_a_week(opened: Callable[..., LocalServer]) -> None:
    """The challenges of the year before, too: not in the middle of the week in which the fourth has entered."""
    club = Club(opened_at(opened, datetime(2027, 12, 28, 9, tzinfo=UTC)), "ladder", "days")
    club.join(*NAMES[:4])
    club.lead()
    [old] = club.events
    club.do("Dmitri", "challenge", opponent=club.entry("Cem", old))
    club.do("Ada", "leave")
    club.until(datetime(2028, 1, 3, tzinfo=UTC))
    assert club.events == [old] and old.state.phase == "finished" and not old.state.rounds, "three are too few"
    club.until(datetime(2028, 1, 5, 12, tzinfo=UTC))
    club.join("Ece")
    club.lead()
    [new] = club.events
    assert new is not old and club.names(new) == ["Boris", "Cem", "Dmitri", "Ece"]
    club.lead(3 * DAY)
    assert not new.state.rounds
    club.until(datetime(2028, 1, 10, tzinfo=UTC))
    [board] = new.state.rounds[0].boards
    assert {new.state.name(board.first), new.state.name(board.second)} == {"Cem", "Dmitri"}


@pytest.mark.parametrize("slow", [0, pytest.param(1, marks=pytest.mark.long)])
def test_at_the_deadline_the_one_who_used_more_time_loses(opened: Callable[..., LocalServer], slow: int) -> None:
    club = Club(opened_at(opened), "ladder", "days")
    club.join(*NAMES[:4])
    club.lead()
    [event] = club.events
    club.do("Boris", "challenge", opponent=club.entry("Ada", event))
    club.until(datetime(2027, 3, 8, tzinfo=UTC))
    club.lead()
    [board], game = event.state.rounds[0].boards, club.games(event)["1:1"]
    while club.server.time.wall_ms < datetime(2027, 3, 14, 16, tzinfo=UTC).timestamp() * 1000:
        live = club.server.run(club.server.hub.room, game).live
        club.server.time.pass_by(HOUR * (12 if live.turn == slow else 6))
        club.write(game, "row_for_move", live.turn, live.position.moves[0])
        club.lead()
    club.until(datetime(2027, 3, 14, 23, 59, 50, tzinfo=UTC))
    assert board.is_pending and event.state.rounds[0].boards[0].is_open
    club.until(datetime(2027, 3, 15, tzinfo=UTC))
    result = event.state.rounds[0].boards[0].result
    assert result is not None
    loser = seats_of_game(event.state, 1, board, 1)[slow]
    assert result.text == ("0:1" if loser == board.first else "1:0")


def test_rounds_at_a_weekly_hour_follow_each_other(opened: Callable[..., LocalServer]) -> None:
    club = Club(opened_at(opened), "divisions", "hour")
    club.join(*NAMES[:4])
    club.lead()
    [event] = club.events
    zone = event.state.settings.zone
    begins = [datetime.fromisoformat(f"{time}{zone}") for time in event.state.settings.times]
    club.until(begins[0] - timedelta(seconds=1))
    assert event.state.rounds == ()
    for number, begin in enumerate(begins, 1):
        club.until(begin)
        for _ in range(4):
            club.lead()
        assert len(event.state.rounds) == number and event.state.rounds[-1].clock is not None
        for key in [key for key in club.games(event) if key.startswith(f"{number}:")]:
            room = club.server.run(club.server.hub.room, club.games(event)[key])
            assert room.live.control.text == "15" and room.live.row.rated
            club.resign(event, key, event.state.rounds[-1].boards[int(key[2:]) - 1].second)
        club.lead()
        club.lead()
    club.lead(70_000)
    assert event.state.phase == "finished"
    assert all(board.result and board.result.text == "1:0" for round_ in event.state.rounds for board in round_.boards)


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long), pytest.param(3, marks=pytest.mark.long)])
@pytest.mark.parametrize(("kind", "pace"), [("divisions", "days"), ("ladder", "hour")])
def test_seasons_with_entering_leaving_and_kills(
    opened: Callable[..., LocalServer], monkeypatch: pytest.MonkeyPatch, kind: str, pace: str, seed: int
) -> None:
    """Some months; whatever is written may be the last thing that a killed server has written."""
    chance, server = Random(seed), opened_at(opened)
    club = Club(server, kind, pace)
    club.join(*NAMES[:9])
    here, waiting = set(NAMES[:9]), list(NAMES[9:])
    seen = set[str]()
    for _ in range(12):
        if waiting and chance.random() < 0.3:
            name = waiting.pop()
            club.join(name)
            here.add(name)
        name = chance.choice(sorted(club.members))
        if chance.random() < 0.5:
            what = "leave" if name in here and len(here) > LEAST else "enter"
            club.do(name, what)
            here = here - {name} if what == "leave" else here | {name}
        for event in club.events:
            for entry in chance.sample(event.state.entries, 2) if kind == "ladder" else ():
                if event.state.name(entry.id) in here:
                    club.post(
                        event.state.name(entry.id), "challenge", opponent=chance.randint(1, len(event.state.entries))
                    )
            open_games = [
                (f"{round_.number}:{board.number}", board)
                for round_ in event.state.rounds for board in round_.boards
                if board.is_pending and f"{round_.number}:{board.number}" in club.games(event)
            ]  # fmt: skip
            for key, board in chance.sample(open_games, len(open_games) // 2) if pace == "days" else ():
                with contextlib.suppress(Refused):  # the time was over
                    club.resign(event, key, chance.choice((board.first, board.second)))
        server.time.pass_by(7 * DAY - HOUR * chance.randint(0, 3))
        kill_after(monkeypatch, chance.randint(1, 6))
        server.run(club.leagues.lead)
        monkeypatch.undo()
        server = opened(ManualClock(server.time.ms, server.time.wall_ms))  # the killed one does nothing more
        club = club.at(server)
        for _ in "123":
            club.lead()
        seen |= {event.state.settings.name for event in club.events}
        for event in club.events:
            assert all(board.is_pending or board.result for round_ in event.state.rounds for board in round_.boards)
        members = [event.state.name(entry.id) for event in club.events for entry in event.state.entries]
        assert len(members) == len(set(members)), "nobody is in two divisions"
        assert {club.roll.state.name(entry) for entry in staying(club.roll)} == here
        assert len(club.roll.state.entries) == len(club.members)
    names = sorted(name.partition(" / ")[0] for name in seen)
    assert len(set(names)) == (1 if kind == "ladder" else 3)


def kill_after(monkeypatch: pytest.MonkeyPatch, writes: int) -> None:
    """Let the server fail after so many writes into files of events."""
    left = [writes]

    def counted(work: Callable[..., Any]) -> Callable[..., Any]:
        def write(*args: Any, **more: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                raise RuntimeError("killed")
            return work(*args, **more)

        return write

    for name in ("append", "keep_value"):
        monkeypatch.setattr(
            f"charkoni.tournament.store.Store.{name}",
            counted(getattr(Store, name)),
        )


def test_a_server_without_leagues_has_no_page(opened: Callable[..., LocalServer]) -> None:
    server = opened_at(opened)
    club = Club(server, "divisions", "days")
    club.join(*NAMES[:4])
    [event] = club.events
    assert "/leagues" in server.visitor().get("/events").text
    object.__setattr__(server.hub.settings, "leagues", "off")
    club.until(datetime(2027, 4, 2, tzinfo=UTC))
    assert club.events == [event] and event.state.phase == "playing"
    assert server.visitor().get("/leagues").status_code == 404 == club.post("Ada", "leave").status_code
    assert "/leagues" not in server.visitor().get("/events").text


def test_no_game_waits_for_an_arbiter_after_an_outage(opened: Callable[..., LocalServer]) -> None:
    club = Club(opened_at(opened), "divisions", "hour")
    club.join(*NAMES[:4])
    [event] = club.events
    club.until(datetime.fromisoformat(f"{event.state.settings.times[0]}{event.state.settings.zone}"))
    for _ in "123":
        club.lead()
    game = club.games(event)["1:1"]
    club.server.pass_by(60_000, game)
    club.server.run(club.server.hub._write_alive)
    club = club.at(opened(ManualClock(club.server.time.ms, club.server.time.wall_ms + HOUR)))
    club.server.run(club.server.hub.room, game)
    for _ in "12":
        club.lead()
    live = club.server.run(club.server.hub.room, game).live
    assert live.state == "open" and not live.paused
    assert live.last.kind == "clock" and live.clocks.seats_left(club.server.time.now()) == [890_000, 910_000]


def test_a_person_who_is_gone_holds_up_nobody(opened: Callable[..., LocalServer]) -> None:
    club = Club(opened_at(opened), "ladder", "days")
    club.join(*NAMES[:5])
    [event] = club.events
    club.do("Cem", "challenge", opponent=club.entry("Ada", event))
    ada = club.server.run(club.server.hub.people.persons.named, "Ada")
    club.server.run(club.tournaments.hand_over, ada, "")
    club.until(datetime(2027, 3, 8, tzinfo=UTC))
    club.lead(9 * HOUR)
    assert event.state.rounds[0].boards[0].is_open
    club.lead(2 * HOUR)
    result = event.state.rounds[0].boards[0].result
    assert result is not None and result.text == "−:+"
    assert "4 entries" in main_text(club.members["Cem"].get("/leagues"))


def test_tables_that_no_game_can_begin_at_are_forfeited_in_a_month_too(opened: Callable[..., LocalServer]) -> None:
    club = Club(opened_at(opened), "divisions", "days")
    club.join(*NAMES[:4])
    [event] = club.events
    club.server.run(club.tournaments.hand_over, club.server.run(club.server.hub.people.persons.named, "Ada"), "")
    club.server.run(event.set_value, "games", "{}")  # as if the server had been killed before their games began
    club.lead(9 * HOUR)
    assert all(board.is_pending for round_ in event.state.rounds for board in round_.boards)
    club.lead(2 * HOUR)
    lost = [board for round_ in event.state.rounds for board in round_.boards if not board.is_pending]
    assert len(lost) == 3 and all(board.mark_of(1) == "-" for board in lost)
