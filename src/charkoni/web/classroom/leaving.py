"""The end of a lesson: the archive that a teacher takes along, and the removal of everything."""

import asyncio
import io
import json
import logging
import zipfile

from sqlalchemy import delete

from charkoni.core.translations import Words
from charkoni.web.classroom.pairs import played_in
from charkoni.web.classroom.rooms import Classrooms, OpenClassroom
from charkoni.web.http.sessions import ended_name, now_ms
from charkoni.web.live.hub import Hub
from charkoni.web.pages.people.data import delete_all
from charkoni.web.pages.table.sharing import record_of
from charkoni.web.store import StoreError
from charkoni.web.store.tables import session_ends
from charkoni.web.tournaments.service import Tournaments

EVERY_S = 3600.0

FORGOTTEN_MS = 60 * 24 * 3_600_000
"""After how long without use a room is removed: a class that meets once a week has holidays."""

logger = logging.getLogger(__name__)


async def archive(room: OpenClassroom, words: Words) -> bytes:
    """Return the lesson as a ZIP archive: pupils.json (name, level, points, games, refused), and games as records.

    pupils.csv: names, levels, points and games, as spreadsheets in the language of `words` read them.
    """
    from charkoni.tournament.formats.csv_files import csv_text  # with the tournaments, which a start does not need

    games = await room.played()
    played = played_in(games)
    lines = [
        {
            "name": pupil.name,
            "level": pupil.level,
            "points": played.points[pupil.person] / 2,
            "games": played.finished[pupil.person],
            "refused": json.loads(pupil.refused),
        }
        for pupil in room.here
    ]
    told = (words._("Name"), words._("Level"), words._("Points"), words._("Games"))
    cells = [(each["name"], each["level"], words.decimal(str(each["points"])), each["games"]) for each in lines]
    # As spreadsheets expect it; without the mark at the beginning they take the file for another coding.
    separator = ";" if words.decimal(".") == "," else ","
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as files:
        files.writestr("pupils.json", json.dumps(lines, ensure_ascii=False, indent=1))
        files.writestr("pupils.csv", "\ufeff" + csv_text([told, *cells], separator))
        for number, (row, _) in enumerate(reversed(games), 1):
            if live := await room.hub.load(row.id):
                text = await asyncio.to_thread(lambda found: str(record_of(found)), live)
                files.writestr(f"games/{number:03}.txt", text)
    return packed.getvalue()


async def sweep_regularly(classrooms: Classrooms, tournaments: Tournaments) -> None:
    """Remove the rooms that nobody has used for long, once an hour, in one process of a server."""
    while True:
        await asyncio.sleep(EVERY_S)
        try:
            await sweep(classrooms, tournaments)
        except StoreError as error:
            logger.warning("old classrooms could not be deleted: %s", error)


async def sweep(classrooms: Classrooms, tournaments: Tournaments) -> None:
    """Remove the rooms that nobody has used for long; raise StoreError."""
    for id_ in await classrooms.latest(before=now_ms() - FORGOTTEN_MS):
        room = await classrooms.find(id_)
        if room and room.hub.cluster.is_leader:
            await remove(tournaments, room)


async def remove(tournaments: Tournaments, room: OpenClassroom) -> None:
    """Delete a room with its pupils, their cards and games, and its tournaments.  Raises StoreError."""
    hub, ids = room.hub, [row.id for row, _ in await room.played()]
    for game in ids:
        hub.forget(game)
    await hub.store.removal.delete_games(ids)
    for event in await tournaments_of(tournaments, room):
        await tournaments.begin().delete(event)
        await hub.store.removal.delete_works("event", [event])
    for person in list(room.pupils):  # somebody may come in meanwhile
        await remove_pupil(hub, person)
    await room.delete()
    await hub.store.forget_deleted()


async def remove_pupil(hub: Hub, person: str) -> None:
    """Delete all that is stored of a pupil but the place in the room.  Raises StoreError."""
    await delete_all(hub, person)
    # Not even the note that outlives the data of others: this cookie means nobody any more.
    await hub.store.execute(delete(session_ends).where(session_ends.c.name == ended_name(person)))


async def tournaments_of(tournaments: Tournaments, room: OpenClassroom) -> list[str]:
    """Return the ids of the room's tournaments: the last one, those before it, in which its pupils play, and lost ones.

    Lost are those of the teacher whose file is gone, as when a removal was interrupted.
    """
    made = await room.hub.store.removal.works_of("event", person=room.row.teacher)
    if not made:
        return [room.row.event] if room.row.event else []
    from charkoni.web.tournaments import permissions  # a start needs no tournaments

    lost = set(made) - set(tournaments.begin().ids())
    events = await tournaments.begin().readable(made)
    earlier = {event.id for event in events if any(permissions.entries_of(event, person) for person in room.pupils)}
    return list(lost | earlier | {room.row.event} - {""})
