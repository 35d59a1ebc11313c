"""Leagues through kills: members enter, leave, challenge and resign while weeks pass and servers die."""

import asyncio
import contextlib
import json
import random
import re
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2
import sqlalchemy as sa
from tests.chaos.crowd import AGAIN_S, NETWORK_ERRORS
from tests.chaos.experiments.consequences import REST_S, demand_same_ratings
from tests.chaos.experiments.kills import own_cluster
from tests.chaos.experiments.place import Place, is_over, pause, running
from tests.chaos.report import Row
from tests.chaos.supervised_server import Server
from websockets.asyncio.client import connect

from charkoni.tournament.director import Director
from charkoni.tournament.leagues import LEAST
from charkoni.tournament.model.errors import BadFile
from charkoni.tournament.model.league import DAYS, DIVISIONS, LADDER, League, league_of
from charkoni.tournament.model.times import time_of
from charkoni.web.store import Store
from charkoni.web.store.tables import games, persons, seats

NAMES = ("Ada", "Boris", "Cem", "Dmitri", "Ece", "Fyodor", "Gül", "Hakan", "Ida")
LEAGUES = tuple({"kind": kind, "game": "gana", "pace": DAYS} for kind in (LADDER, DIVISIONS))
THINKS_S = 0.4
JUMPS = (timedelta(0), timedelta(hours=20), timedelta(days=7), timedelta(days=9))
"""By how much the clock of all servers goes on before one is killed."""

LEADS_S = 12.0
"""How long a server has to write into a file before it is killed: leagues are led every ten seconds."""

GOES_ON = 3
"""How many acts of people after a kill show that they go on."""

Origins = Callable[[], str]


class Member:
    """A member with a browser, who repeats what is not answered, and remembers what was."""

    def __init__(self, name: str, origin: Origins, luck: random.Random) -> None:
        self.name, self.origin, self.luck = name, origin, luck
        self.cookies: dict[str, str] = {}
        self.person = ""
        self.entered: dict[str, bool] = {}
        """Whether he is in a league, by its kind."""
        self.challenged: list[tuple[str, int]] = []
        """The events and entries of his challenges that were acknowledged."""
        self.resigned: list[str] = []
        self.statuses: Counter[int] = Counter()

    async def ask(self, path: str, **form: str) -> httpx2.Response:
        """Return the answer to a form, or to a page without one; whatever fails is tried again."""
        while True:
            try:
                async with httpx2.AsyncClient(base_url=self.origin(), timeout=20) as web:
                    answer = await web.get("/about" if form else path, headers=self._headers())
                    self.cookies |= dict(answer.cookies)
                    if form:
                        found = re.search('name="csrf" content="([^"]+)"', answer.text)
                        data = form | {"csrf": found[1] if found else ""}
                        web.cookies.clear()
                        origin = str(web.base_url).rstrip("/")
                        answer = await web.post(path, data=data, headers=self._headers() | {"origin": origin})
                        self.cookies |= dict(answer.cookies)
                    self.statuses[answer.status_code] += 1
                    if answer.status_code < 500 and (answer.status_code != 403 or not form):
                        return answer
            except NETWORK_ERRORS:
                pass
            await asyncio.sleep(self.luck.uniform(*AGAIN_S))

    def _headers(self) -> dict[str, str]:
        return {"cookie": "; ".join(f"{key}={value}" for key, value in self.cookies.items())} if self.cookies else {}

    async def join(self) -> None:
        """Become a member."""
        while self.person == "":
            answer = await self.ask("/me/passphrase", name=self.name)
            self.person = "member" if answer.status_code == 200 else ""

    async def act(self, store: Store) -> bool:
        """Do something in a league; return whether it was acknowledged."""
        league, chance = self.luck.choice(LEAGUES), self.luck.random()
        if chance < 0.15 or league["kind"] not in self.entered:
            what = "leave" if self.entered.get(league["kind"]) else "enter"
            answer = await self.ask("/leagues", what=what, **league)
            if answer.status_code == 303:
                self.entered[league["kind"]] = what == "enter"
            return answer.status_code == 303
        return await (self._challenge() if chance < 0.6 else self._resign(store))

    async def _challenge(self) -> bool:
        page = (await self.ask("/leagues")).text
        within = re.findall(r'id="(league\d+)"|name="opponent" value="(\d+)"', page)
        opponents = [entry for _, entry in within if entry]
        if not opponents:
            return False
        entry = self.luck.choice(opponents)
        event = next(event for event, _ in within[within.index(("", entry)) :: -1] if event)
        answer = await self.ask("/leagues", what="challenge", opponent=entry, **LEAGUES[0])
        if answer.status_code == 303:
            self.challenged.append((event, int(entry)))
        return answer.status_code == 303

    async def _resign(self, store: Store) -> bool:
        """Resign a game that goes on; return whether that was acknowledged."""
        mine = sa.select(seats.c.game).where(seats.c.owner == self.person)
        query = sa.select(games.c.id).where(games.c.state == "open", games.c.id.in_(mine))
        found = await store.scalars(query)
        if not found:
            return False
        game = self.luck.choice(sorted(found))
        with contextlib.suppress(*NETWORK_ERRORS):
            origin = self.origin()
            address = origin.replace("http", "ws") + "/ws"
            async with connect(address, additional_headers=self._headers(), origin=origin, close_timeout=1) as wire:  # type: ignore[arg-type]
                seat = await store.scalar(
                    sa.select(seats.c.seat).where(seats.c.game == game, seats.c.owner == self.person)
                )
                for message in ({"type": "hello", "lang": "en"}, {"type": "resign", "n": 1, "seat": seat}):
                    await wire.send(json.dumps(message | {"g": game}))
                async with asyncio.timeout(10):
                    while (heard := json.loads(await wire.recv())).get("n") != 1:
                        pass
                self.resigned += [game] if heard["type"] == "ack" else []
                return bool(heard["type"] == "ack")
        return False


async def sqlite(place: Place) -> Row:
    """One server with a database in a file."""
    row = Row("leagues, server killed, SQLite")
    await _run(place, row, 1, f"sqlite:///{place.folder / 'server.db'}")
    return row


async def two_nodes(place: Place) -> Row:
    """Two servers with one database and one folder of events, of which either is killed: it may lead the leagues."""
    row = Row("leagues, one of two servers killed, PostgreSQL")
    async with own_cluster() as cluster:
        await _run(place, row, 2, cluster.url)
    return row


async def _run(place: Place, row: Row, count: int, url: str) -> None:
    """Kill servers while they write files of leagues, and compare these with what people were told."""
    skew, folder, store = place.folder / "skew", place.folder / "events", Store(url)
    skew.write_text("0")
    folder.mkdir()
    servers = [Server(place.folder / str(n), database=url, skew=skew, events=folder) for n in range(count)]

    def origin() -> str:
        there = [each for each in servers if each.process is not None and each.process.poll() is None]
        return place.luck.choice(there or servers).origin

    members = [Member(name, origin, random.Random(f"{name} {place.luck.random()}")) for name in NAMES]
    async with contextlib.AsyncExitStack() as stack:
        for server in servers:
            await stack.enter_async_context(running(server))
        await store.open()
        stack.push_async_callback(store.close)
        await asyncio.gather(*(member.join() for member in members))
        people = await store.pairs(sa.select(persons.c.name, persons.c.id))
        for member in members:
            member.person = people[member.name]
        acts, is_ended = [0], asyncio.Event()
        async with asyncio.TaskGroup() as group:
            for member in members:
                group.create_task(_live(member, store, acts, is_ended))
            end, passed = place.until(), timedelta(0)
            while not is_over(end):
                passed += place.luck.choice(JUMPS)
                (place.folder / "draft").write_text(str(passed.total_seconds()))
                (place.folder / "draft").replace(skew)
                await _written(folder)
                await pause(place, 0.0, 0.3)
                row.injected += 1
                victim, before = place.luck.choice(servers), acts[0]
                await asyncio.to_thread(victim.kill)
                await asyncio.to_thread(victim.start)
                row.survived += await _holds(lambda before=before: acts[0] >= before + GOES_ON)  # type: ignore[misc]
            is_ended.set()
        now = datetime.now(UTC) + passed
        await _holds(lambda: not faults(folder, members, now))
        row.acknowledged, wrong = acts[0], faults(folder, members, now) + await strange_games(folder, store)
        row.lost += len(wrong)
        row.faults += wrong[:5]
        played = await store.scalar(sa.select(sa.func.count()).where(games.c.state == "over"))
        row.seen.append(f"{passed.days} days, {len(list(folder.glob('*.event')))} files, {played} games over")
        for server in servers:
            row.faults += [f"a traceback in the log: {line}" for line in server.traces()[:3]]
        row.faults += [f"{member.name} was answered 500" for member in members if member.statuses[500]]
    await demand_same_ratings(row, url)


async def _live(member: Member, store: Store, acts: list[int], is_ended: asyncio.Event) -> None:
    """Act again and again, and end between two acts.  acts: how many acts of all were acknowledged."""
    while not is_ended.is_set():
        is_done = await member.act(store)
        acts[0] += is_done
        await asyncio.sleep(member.luck.expovariate(1 / THINKS_S))


async def _written(folder: Path) -> None:
    """Wait until a file of a league is written, a while at most."""

    def stamp() -> float:
        with contextlib.suppress(FileNotFoundError):  # a draft that is gone
            return max((each.stat().st_mtime for each in folder.iterdir()), default=0.0)
        return time.time()

    before = stamp()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(LEADS_S):
            while stamp() == before:
                await asyncio.sleep(0.005)


async def _holds(is_true: Callable[[], bool]) -> bool:
    """Wait until something is true, a while at most; return whether it is."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(REST_S):
            while not is_true():
                await asyncio.sleep(0.5)
            return True
    return False


# --- what is left -----------------------------------------------------------------------------------------------------


def faults(folder: Path, members: list[Member], now: datetime) -> list[str]:
    """Return a sentence for each thing in the files of leagues that is not as it was promised."""
    found: list[str] = []
    seasons: Counter[str] = Counter()
    for path in sorted(folder.glob("*.event")):
        try:
            director = Director.open(path)
        except BadFile as error:
            found.append(f"{path.name}: {error}")
            continue
        with director:
            league, state = league_of(director.store.value("league")), director.state
            assert league is not None
            players = {
                person: ids for person, ids in json.loads(director.store.value("players") or "{}").items() if ids
            }
            of_person = [entry for ids in players.values() for entry in ids]
            if len(of_person) != len(set(of_person)) or any(len(ids) > 1 for ids in players.values()):
                found.append(f"{path.name}: somebody has two entries, or an entry two people: {players}")
            if path.stem[-1].isalpha():
                found += _wrong_list(path.name, director, league, players, members, now)
            else:
                seasons[f"{league.kind} {state.settings.name}"] += 1
                found += _wrong_season(path.stem, director, league, players, members, now)
    return found + [f"{name} is there {count} times" for name, count in seasons.items() if count > 1]


def _wrong_list(
    name: str, director: Director, league: League, players: dict[str, list[int]], members: list[Member], now: datetime
) -> list[str]:
    """Return what is wrong with a list: who takes part, and the last season."""
    found, state = [], director.state
    for member in members:
        is_in = any(not state.entry(entry).left for entry in players.get(member.person, []))
        if is_in != member.entered.get(league.kind, False):
            found.append(f"{name}: {member.name} {'takes part' if is_in else 'does not take part'}")
    staying = sum(not entry.left for entry in state.entries)
    season, divisions = json.loads(director.store.value("season") or '["", []]')
    if staying >= LEAST and league.may_begin(now) and season != league.season(now):
        found.append(f"{name}: the season {league.season(now)} has not begun, only {season}")
    missing = [
        id_
        for id_, _ in divisions
        if season == league.season(now) and not (director.store.path.parent / f"{id_}.event").exists()
    ]
    entries = [entry for _, members_ in divisions for entry in members_]
    return (
        found
        + [f"{name}: {id_} is missing" for id_ in missing]
        + [f"{name}: twice"] * (len(entries) != len(set(entries)))
    )


def _wrong_season(
    id_: str, director: Director, league: League, players: dict[str, list[int]], members: list[Member], now: datetime
) -> list[str]:
    """Return what is wrong with a season: its rounds and results, and challenges that were acknowledged."""
    found, state = [], director.state
    known = json.loads(director.store.value("games") or "{}")
    if len(set(known.values())) != len(known):
        found.append(f"{id_}: a game is at two tables")
    for round_ in state.rounds:
        begins = round_.clock and league.deadline(time_of(round_.clock.began))
        for board in round_.boards:
            if begins and begins + timedelta(minutes=1) < now and board.is_pending:
                found.append(f"{id_}: round {round_.number}, table {board.number} has no result")
            if round_.clock and not board.is_pending and f"{round_.number}:{board.number}" not in known:
                found.append(f"{id_}: round {round_.number}, table {board.number} had no game")
    made = Counter((act.data["entry"], act.data["opponent"]) for act in director.log if act.kind == "challenge")
    for member in members:
        for event, opponent in member.challenged if member.person in players else ():
            if event == id_ and not made[players[member.person][0], opponent]:
                found.append(f"{id_}: the challenge of {member.name} to {opponent} is lost")
    results = {
        known.get(f"{round_.number}:{board.number}"): board for round_ in state.rounds for board in round_.boards
    }
    for member in members:
        for game in member.resigned:
            board = results.get(game)
            if board is not None and board.mark_of(players[member.person][0]) not in ("0", "L", "-"):
                found.append(f"{id_}: {member.name} has resigned {game}, which counts {board.result}")
    return found


async def strange_games(folder: Path, store: Store) -> list[str]:
    """Return a sentence for each game of a league that no table has, and for each game that is missing."""
    noted: dict[str, str] = {}
    for path in folder.glob("*.event"):
        with Director.open(path) as director:
            noted |= {game: path.stem for game in json.loads(director.store.value("games") or "{}").values()}
    there: dict[str, Any] = await store.pairs(sa.select(games.c.id, games.c.previous))
    return [f"the game {game} of {noted[game]} is missing" for game in noted.keys() - there.keys()] + [
        f"the game {game} is at no table" for game in there.keys() - noted.keys()
    ]
