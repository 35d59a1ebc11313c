"""The life of data: what is too old is deleted, rooms leave the memory while clocks run, private games are unlisted."""

import asyncio
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update
from starlette.testclient import TestClient
from tests.web.conditions import until
from tests.web.conftest import LocalServer, Socket, Visitor, make_pair

from charkoni.web.allowances import AGES, with_ages
from charkoni.web.live.observers.clock_watch import Alarms
from charkoni.web.live.retention import DAY_MS, sweep
from charkoni.web.store import StoreError
from charkoni.web.store.removal import AGED
from charkoni.web.store.tables import Work, games, holders, log, seats
from charkoni.web.tournaments import event_quotas


def aged(server: LocalServer, g: str, days: float, **values: Any) -> None:
    """Make a game as old as some days, with values of its row."""
    changed = server.time.wall() - round(days * DAY_MS)
    with server.hub.store.engine.begin() as connection:
        connection.execute(update(games).where(games.c.id == g).values(changed=changed, **values))


def rows_of(server: LocalServer, g: str) -> int:
    """Return how many rows of all tables belong to a game."""
    with server.hub.store.engine.begin() as connection:
        counts = [
            len(list(connection.execute(select(table).where(column == g))))
            for table, column in ((games, games.c.id), *((each, each.c.game) for each in (seats, holders, log)))
        ]
    return sum(counts)


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("waiting", {"state": "waiting"}),
        ("unstarted", {"state": "open", "ply": 0}),
        ("unfinished", {"state": "open", "ply": 9}),
        ("called-off", {"state": "called-off"}),
        ("finished", {"state": "over"}),
    ],
)
def test_games_are_deleted_at_their_age_with_all_their_rows(
    local_server: LocalServer, kind: str, values: dict[str, Any]
) -> None:
    old, young, official = (local_server.visitor().new_game(opponent="here") for _ in range(3))
    aged(local_server, old, AGES[kind] + 0.1, **values)
    aged(local_server, young, AGES[kind] - 0.1, **values)
    aged(local_server, official, AGES[kind] + 0.1, previous="t/abc/me", **values)
    local_server.run(sweep, local_server.hub, 0.0)
    assert (rows_of(local_server, old), old in local_server.hub.rooms) == (0, False)
    assert rows_of(local_server, young)
    assert rows_of(local_server, official), "the games of a tournament are kept with it"
    assert set(AGED) < set(AGES)


def test_a_game_that_somebody_has_open_and_one_of_days_stay(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    shown, slow = visitor.new_game(opponent="here"), visitor.new_game(opponent="friend", clock="14d")
    aged(local_server, slow, 500, state="open", ply=3)
    with visitor.socket() as wire:
        Socket(wire).hello(shown)
        aged(local_server, shown, 500)
        local_server.run(sweep, local_server.hub, 0.0)
        assert rows_of(local_server, shown) and rows_of(local_server, slow)


def test_old_analyses_and_their_makers_are_forgotten(local_server: LocalServer) -> None:
    store, now = local_server.hub.store, local_server.time.wall()

    async def kept() -> tuple[dict[int, str], list[str]]:
        for key, days in (("oldanalysis", 91), ("young", 89)):
            await store.results.keep(key, [(-1, "text"), (0, "{}")], now - days * DAY_MS)
            await store.removal.note_work(Work("analysis", key, "maker", "192.0.2.1", now - days * DAY_MS))
        await sweep(local_server.hub, 0)
        return await store.results.parts("oldanalysis"), await store.removal.works_of("analysis", person="maker")

    assert local_server.run(kept) == ({}, ["young"])


def test_old_events_are_deleted_empty_ones_first(local_server: LocalServer) -> None:
    events = local_server.client.app.state.tournaments.events
    arbiter = local_server.visitor()
    ids = [
        arbiter.post("/events/new", game="mangala", arbiter="Ada", name=name).headers["location"].split("/")[2]
        for name in ("old", "new")
    ]
    assert local_server.run(_made_by, local_server, arbiter) == 2
    path = Path(events.folder) / f"{ids[0]}.event"
    now = path.stat().st_mtime
    local_server.run(_released, events, ids[0])
    os.utime(path, (now - 91 * 86_400, now - 91 * 86_400))

    async def swept() -> Any:
        return await event_quotas.sweep(local_server.hub, events, now, 0)

    assert local_server.run(swept) == [ids[0]]
    assert not list(Path(events.folder).glob(f"{ids[0]}*event")) and ids[1] in events.ids()
    assert local_server.run(_made_by, local_server, arbiter) == 1


async def _released(events: Any, id_: str) -> None:
    await (await events.get(id_)).release()


async def _made_by(server: LocalServer, visitor: Any) -> int:
    guest, *_ = server.hub.access.person(visitor.cookies["charkoni"])
    return len(await server.hub.store.removal.works_of("event", person=guest))


@pytest.mark.parametrize(("name", "by"), [("GUEST_EVENTS", "person"), ("ADDRESS_EVENTS", "address")])
def test_events_of_a_guest_and_of_an_address_are_limited(
    local_server: LocalServer, monkeypatch: pytest.MonkeyPatch, name: str, by: str
) -> None:
    arbiter = local_server.visitor()
    arbiter.post("/events/new", game="mangala", arbiter="Ada", name="one")
    known = len(local_server.run(_works, local_server, by, arbiter))
    monkeypatch.setattr(event_quotas, name, known)
    before = len(local_server.client.app.state.tournaments.events.ids())
    answer = arbiter.post("/events/new", game="mangala", arbiter="Ada", name="two")
    assert (answer.status_code, f"There are {known} tournaments" in answer.text) == (409, True)
    assert len(local_server.client.app.state.tournaments.events.ids()) == before


def test_the_last_tournaments_of_a_server_are_for_those_who_have_none(
    local_server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twelve addresses could stop all tournaments."""
    many, fresh = local_server.visitor(), Visitor(TestClient(local_server.client.app, client=("192.0.2.55", 5)))
    many.post("/events/new", game="mangala", arbiter="Ada", name="one")
    monkeypatch.setattr(event_quotas, "ALL_EVENTS", len(local_server.client.app.state.tournaments.events.ids()) + 1)
    assert many.post("/events/new", game="mangala", arbiter="Ada", name="two").status_code == 409
    assert fresh.post("/events/new", game="mangala", arbiter="Bek", name="three").status_code == 303


async def _works(server: LocalServer, by: str, visitor: Any) -> list[str]:
    guest, *_ = server.hub.access.person(visitor.cookies["charkoni"])
    return await server.hub.store.removal.works_of("event", **{by: guest if by == "person" else "testclient"})


def test_nobody_holds_more_unfinished_games_than_allowed(
    local_server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("charkoni.web.live.hub.UNFINISHED_GAMES", 2)
    visitor = local_server.visitor()
    for _ in range(2):
        visitor.new_game(opponent="here")
    answer = visitor.post("/new", game="mangala", opponent="here")
    assert (answer.status_code, "You have 2 unfinished games" in answer.text) == (409, True)


def test_entries_of_the_table_of_ages_can_be_set() -> None:
    assert with_ages("finished=7 event=0") == {**AGES, "finished": 7, "event": 0}
    for wrong in ("finished", "finished=-1", "finish=3", "finished=x"):
        with pytest.raises(ValueError):
            with_ages(wrong)


def test_the_ages_in_the_docs_are_those_of_the_program() -> None:
    text = (Path(__file__).parents[3] / "docs" / "serving.md").read_text("utf-8")
    told = dict(re.findall(r"^\| ([a-z-]+) \| (\d+) \| ", text, re.MULTILINE))
    assert {kind: int(days) for kind, days in told.items()} == AGES


# --- rooms ------------------------------------------------------------------------------------------------------------


def test_a_room_leaves_the_memory_while_a_clock_runs_and_comes_back_by_its_deadline(
    opened: Callable[..., LocalServer],
) -> None:
    local_server = opened()  # one without clocks of other tests
    pair, hub = make_pair(local_server, clock="5"), local_server.hub
    for v, who in enumerate((pair.a, pair.b)):
        assert who.post(f"/g/{pair.g}/text", action="move", v=str(v), m="1").status_code == 303
    local_server.time.pass_by(200_000)
    local_server.run(_evict, local_server)
    assert (pair.g in hub.rooms, len(hub.alarms)) == (False, 1)
    assert "1:" in pair.b.get(f"/g/{pair.g}/text?lang=en").text, "whoever comes finds the clock running"
    assert len(hub.alarms) == 0
    local_server.time.pass_by(130_000 - 30_000)  # half a minute before the end
    local_server.run(_sleep_until_due, local_server, pair.g)
    assert hub.rooms[pair.g].live.row.reason == "time"


async def _evict(local_server: LocalServer) -> None:
    local_server.hub.evict()


async def _sleep_until_due(server: LocalServer, g: str) -> None:
    """Put a room out of memory shortly before its deadline, and wait until it is back and the game is over."""
    hub = server.hub
    due = hub.rooms[g].next_deadline()
    assert due
    hub.rooms[g].last_used = -(10**9)
    hub.evict()
    assert g not in hub.rooms
    server.time.pass_by(due - server.time.now() + 5)
    hub.alarms.set(g, 0)
    await until(lambda: g in hub.rooms and hub.rooms[g].live.state == "over")


def test_an_alarm_rings_again_until_the_store_returns_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("charkoni.web.live.observers.clock_watch.RETRY_S", 0.0)

    async def rung() -> int:
        calls = 0

        async def load(game: str) -> None:
            nonlocal calls
            calls += 1
            if calls < 3:
                raise StoreError("it is away")

        alarms = Alarms(load)
        alarms.set("g", 0)
        alarms.set("h", 3600)
        await until(lambda: calls == 3 and len(alarms) == 1)
        await alarms.close()
        return len(alarms)

    assert asyncio.run(rung()) == 0


# --- lists ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", ["waiting", "open", "over"])
def test_private_games_are_listed_nowhere(local_server: LocalServer, state: str) -> None:
    stranger = local_server.visitor()
    private = local_server.visitor().new_game(opponent="friend") if state == "waiting" else make_pair(local_server).g
    public = make_pair(local_server, watch="1")
    public.b.post(f"/g/{public.g}/watch", watch="1")
    if state == "over":
        for g in (private, public.g):
            aged(local_server, g, 0, state="over")
    pages = [stranger.get(path).text for path in ("/", "/watch", "/mine", f"/api/v1/games?state={state}", "/me")]
    assert not any(private in page for page in pages)
    assert state == "waiting" or public.g in pages[3], "those that all agree to show are"


def test_one_refusal_takes_a_game_off_all_lists(local_server: LocalServer) -> None:
    pair = make_pair(local_server, watch="1")
    assert pair.g in pair.a.get("/api/v1/games").text
    pair.b.post(f"/g/{pair.g}/watch", watch="0")
    assert pair.g not in pair.a.get("/api/v1/games").text
