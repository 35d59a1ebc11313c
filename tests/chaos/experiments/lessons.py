"""A server is killed while a teacher presses a button: the act is done or not, and the same button does it again."""

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass

import httpx2
from sqlalchemy import Engine, select
from tests.chaos.experiments.kills import own_cluster
from tests.chaos.experiments.place import Place, is_over, running
from tests.chaos.report import Row
from tests.chaos.supervised_server import Server

from charkoni.web.classroom.tasks import PupilTask
from charkoni.web.store import ClassroomRow, PupilRow
from charkoni.web.store.classroom_tables import classrooms, pupils
from charkoni.web.store.database import Database, rows_in
from charkoni.web.store.tables import METADATA, log

NAMES = ("Ann", "Ben", "Cem", "Dan", "Eve", "Fay")


@dataclass(frozen=True)
class State:
    """What the database has of a room.  paused: the games of tasks that are paused."""

    room: ClassroomRow
    pupils: list[PupilRow]
    paused: set[str]

    @property
    def tasks(self) -> set[str]:
        """The tasks of the pupils."""
        return {pupil.task for pupil in self.pupils}

    @property
    def games(self) -> list[str]:
        """The games of the pupils, in their order, "" for none."""
        return [PupilTask.parse(pupil.task).game for pupil in self.pupils]

    @property
    def is_paired(self) -> bool:
        """Whether all play, two at each board."""
        return all(self.games) and all(self.games.count(game) == 2 for game in self.games)


def state_of(engine: Engine) -> State:
    """Read the only room of a database."""
    with engine.connect() as connection:
        [room] = rows_in(connection, select(classrooms), ClassroomRow)
        found = rows_in(connection, select(pupils).order_by(pupils.c.place), PupilRow)
        games = {PupilTask.parse(pupil.task).game for pupil in found} - {""}
        query = select(log.c.game, log.c.kind).where(log.c.kind.in_(("pause", "go-on")), log.c.game.in_(games))
        last = {game: kind for game, kind in connection.execute(query.order_by(log.c.game, log.c.seq))}
    return State(room, found, {game for game, kind in last.items() if kind == "pause"})


Act = tuple[dict[str, str], Callable[[State], bool]]
"""What is sent besides the value of the button, and whether that has been done."""

ACTS: dict[str, Act] = {
    "pair": ({"way": "seat"}, lambda state: state.is_paired),
    "lesson": ({"lesson": "mangala/1"}, lambda state: state.tasks == {"lesson mangala/1"}),
    "level": ({"level": "7"}, lambda state: {pupil.level for pupil in state.pupils} == {7}),
    "clear": ({}, lambda state: state.tasks == {""}),
    "stop": ({}, lambda state: bool(state.room.stopped) and state.paused == {*state.games} - {""}),
    "start": ({}, lambda state: not state.room.stopped and not state.paused),
    "ask": ({"source": "lesson mangala/1/1"}, lambda state: bool(state.room.question)),
    "end-question": ({}, lambda state: not state.room.question),
    "tournament": ({"minutes": "3"}, lambda state: state.tasks == {f"event {state.room.event}"}),
}


class Lesson:
    """The teacher and the telephones of a lesson."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.teacher = httpx2.AsyncClient(base_url=server.origin, timeout=60)
        self.phones = [httpx2.AsyncClient(base_url=server.origin, timeout=60) for _ in NAMES]
        self.path = ""

    async def post(self, web: httpx2.AsyncClient, path: str, form: dict[str, str]) -> httpx2.Response:
        """Send a form with the token of the page "about"."""
        token = re.findall('name="csrf" content="([^"]+)"', (await web.get("/about")).text)[0]
        return await web.post(path, data={"csrf": token, **form}, headers={"origin": self.server.origin})

    async def begin(self) -> None:
        """Open a room, and let the pupils in."""
        self.path = (await self.post(self.teacher, "/class/new", {})).headers["location"]
        word = re.findall(r'<span lang="en">([A-Z]{4})</span>', (await self.teacher.get(self.path)).text)[0]
        for name, phone in zip(NAMES, self.phones, strict=True):
            await self.post(phone, "/class", {"word": word, "name": name})
        await self.post(self.teacher, self.path, {"act": "admit", "who": "1,2,3,4,5,6"})

    async def press(self, form: dict[str, str]) -> bool:
        """Press a button, and return whether it was answered."""
        try:
            return (await self.post(self.teacher, self.path, form)).status_code == 303
        except httpx2.HTTPError:
            return False

    async def places(self) -> list[int]:
        """Return the status of the page to which each telephone is led."""
        pages = [await phone.get("/class", follow_redirects=True) for phone in self.phones]
        return [page.status_code for page in pages]


async def sqlite(place: Place) -> Row:
    """One server with a database in a file."""
    row = Row("server killed while a teacher acts, SQLite")
    server = Server(place.folder)
    await _kill_within_acts(place, row, server, f"sqlite:///{place.folder / 'server.db'}")
    return row


async def postgresql(place: Place) -> Row:
    """One server with PostgreSQL."""
    row = Row("server killed while a teacher acts, PostgreSQL")
    async with own_cluster() as cluster:
        await _kill_within_acts(place, row, Server(place.folder, database=cluster.url), cluster.url)
    return row


async def _kill_within_acts(place: Place, row: Row, server: Server, database: str) -> None:
    """Kill a server within one act after the other; at the end within the removal of everything."""
    async with running(server):
        lesson = Lesson(server)
        await lesson.begin()
        engine = Database(database).engine
        end, loop = place.until(), asyncio.get_running_loop()
        took = dict.fromkeys(ACTS, 0.03)
        while not is_over(end):
            name = place.luck.choice([*ACTS])
            form, is_done = {"act": name} | ACTS[name][0], ACTS[name][1]
            row.injected += 1
            pressed = asyncio.create_task(lesson.press(form))
            await asyncio.sleep(place.luck.uniform(0, 1.5 * took[name]))
            await server.restart()
            state = await asyncio.to_thread(state_of, engine)
            if await pressed:
                row.acknowledged += 1
                row.lost += not is_done(state)
                if not is_done(state):
                    print("LOST", name, state)
            row.faults += [f"{name}: {each}" for each in _contradictions(state)]
            if (places := await lesson.places()) != [200] * len(NAMES):
                row.faults.append(f"{name}: telephones are led to pages that answer {places}")
            began = loop.time()
            is_again = await lesson.press(form)
            took[name] = loop.time() - began
            row.survived += is_again and is_done(await asyncio.to_thread(state_of, engine))
            if not (is_again and is_done(await asyncio.to_thread(state_of, engine))):
                print("AGAIN", name, is_again, await asyncio.to_thread(state_of, engine))
        row.injected += 1
        removed = asyncio.create_task(lesson.press({"act": "end"}))
        await asyncio.sleep(place.luck.uniform(0, 0.1))
        await server.restart()
        await removed
        row.survived += await lesson.press({"act": "end"}) or (await lesson.teacher.get(lesson.path)).status_code == 404
        row.faults += await asyncio.to_thread(_left, engine, place)
        row.faults += [f"a traceback in the log: {line}" for line in server.traces()[:3]]
        engine.dispose()


def _contradictions(state: State) -> list[str]:
    """Return what no moment of a room may show."""
    found = [f"{len(state.pupils)} pupils"] if len(state.pupils) != len(NAMES) else []
    alone = [game for game in state.games if game and state.games.count(game) != 2]
    return found + [f"one pupil alone has the game {game}" for game in alone]


def _left(engine: Engine, place: Place) -> list[str]:
    """Return what is left of a lesson that was removed."""
    names = ("classrooms", "pupils", "games", "seats", "log", "credentials", "works")
    with engine.connect() as connection:
        found = [
            f"rows of {name} are left" for name in names if connection.execute(select(METADATA.tables[name])).first()
        ]
    return found + [f"{path.name} is left" for path in place.folder.rglob("*.event")]
