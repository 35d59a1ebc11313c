"""The present name of a member in the leagues and tournaments that he entered."""

from collections.abc import Callable
from datetime import UTC, datetime

from tests.web.conftest import LocalServer, ManualClock
from tests.web.tournaments import people
from tests.web.tournaments.league_club import DAY, NAMES, Club, opened_at

from charkoni.web.tournaments import members


def rename(club: Club, before: str, name: str) -> None:
    assert club.members[before].post("/me/name", page="/me", name=name).status_code == 303
    club.members[name] = club.members.pop(before)
    compare_names(club)


def compare_names(club: Club) -> None:
    assert club.leagues
    club.server.run(club.tournaments.online._names.look)


def test_a_member_has_one_name_in_all_seasons_and_his_results(opened: Callable[..., LocalServer]) -> None:
    club = Club(opened_at(opened), "divisions", "days")
    club.join(*NAMES[:4])
    [old] = club.events
    boris = club.entry("Boris", old)
    for key in club.games(old):
        number, place = map(int, key.split(":"))
        board = old.state.rounds[number - 1].boards[place - 1]
        club.resign(old, key, board.second if board.first == boris else board.first)
    club.lead(DAY)
    assert old.state.phase == "finished" and club.names(old)[0] == "Boris"
    club.until(datetime(2027, 4, 1, tzinfo=UTC))
    [new] = club.events
    before = old.state.rounds
    rename(club, "Boris", "Bora")
    for event in (club.roll, old, new):
        names = [event.state.name(entry.id) for entry in event.state.entries]
        assert sorted(names) == ["Ada", "Bora", "Cem", "Dmitri"] and club.entry("Bora", event) == club.entry(
            "Boris", event
        )
    assert old.state.rounds == before and club.names(old)[0] == "Bora" and boris == club.entry("Bora", old)
    versions = [event.state.version for event in (old, new)]
    compare_names(club)
    assert [event.state.version for event in (old, new)] == versions, "once"
    person = club.server.run(club.server.hub.people.persons.named, "Bora")
    club.server.run(club.server.hub.people.moderate, person, "rename", "Player")  # by the owner of the server
    compare_names(club)
    assert club.names(old)[0] == "Player" and "Player" in club.names(new)
    club = club.at(opened(ManualClock(club.server.time.ms, club.server.time.wall_ms)))
    club.server.run(club.server.hub.people.persons.rename, person, "Boris B")  # by a program, while no server runs
    assert "Boris B" in [name for event in club.events for name in (compare_names(club), club.names(event))[1]]


def test_at_a_tournament_an_entry_under_an_own_name_follows(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    assert visitor.post("/me/passphrase", page="/me", name="Zoya").status_code == 200
    events = [people.begin(local_server, boards=boards) for boards in ("online", "tables")]
    for arbiter in events:
        for name in ("Zoya", "Zoya's brother"):
            form = {"name": name, "page": f"/t/{arbiter.id}"}
            assert visitor.post(f"/t/{arbiter.id}/me/enter", **form).status_code == 303
    assert visitor.post("/me/name", page="/me", name="Zoya Z").status_code == 303
    for arbiter in events:
        local_server.run(members.follow, local_server.hub, arbiter.event)
    online, tables = ([each.state.name(entry.id) for entry in each.state.entries] for each in events)
    assert online == ["Zoya Z", "Zoya's brother"] and tables == ["Zoya", "Zoya's brother"], "that list is the arbiter's"
