"""The pages of pupils: the entry, a card, the one thing to do, and the position that all are asked."""

import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Annotated

from fastapi import Depends
from starlette.responses import JSONResponse, RedirectResponse, Response

from charkoni.core.registry import named
from charkoni.games import names
from charkoni.graphics import scene
from charkoni.web.classroom.lesson_games import place_in_event, tournament_of
from charkoni.web.classroom.questions import question_of
from charkoni.web.classroom.rooms import Classrooms, OpenClassroom
from charkoni.web.classroom.tasks import QUESTION, WAIT, PupilTask
from charkoni.web.http.errors import Problem
from charkoni.web.http.network_access import NetworkAccess, NetworkDep
from charkoni.web.http.origins import is_loopback
from charkoni.web.http.routing import PageRouter, service
from charkoni.web.http.sessions import COOKIE, clean_name, digest
from charkoni.web.http.site import FormDep
from charkoni.web.pages.puzzles import puzzle_page
from charkoni.web.pages.visits import Visit, VisitDep
from charkoni.web.people.credentials import CARD
from charkoni.web.store import PupilRow
from charkoni.web.tournaments.service import Tournaments

POLL_S = 20.0
"""How long the question of a phone waits for something to do elsewhere."""

EVENT_S = 2.0
"""How often a tournament is asked meanwhile, whose rounds begin by themselves."""

router = PageRouter()

ClassroomsDep = Annotated[Classrooms, Depends(service("classrooms"))]
TournamentsDep = Annotated[Tournaments, Depends(service("tournaments"))]


async def seated(visit: VisitDep, classrooms: ClassroomsDep, network: NetworkDep) -> tuple[OpenClassroom, PupilRow]:
    """Return the room of the visitor and his row; raise Problem 403 NOT_YOUR_SEAT for those who are no pupils."""
    note_reached(visit, classrooms, network)  # after a restart phones come here, not by the entry
    found = await classrooms.of_pupil(visit.person)
    if found is None:
        raise Problem(403, "NOT_YOUR_SEAT")
    return found


Seated = Annotated[tuple[OpenClassroom, PupilRow], Depends(seated)]


@router.get("/class")
@router.get("/r/{word}")
async def entry(
    visit: VisitDep, classrooms: ClassroomsDep, network: NetworkDep, tournaments: TournamentsDep, word: str = ""
) -> Response:
    """Lead pupils to what they have to do, or let them wait; to others return the entry, or the teacher's rooms.

    Context of a pupil: name, why (see `place_of`); of others: word (of the room) and name, as far as they are known,
    rooms (of the teacher, each with id, word, title of its game, number of its pupils, and the day of its last use),
    may_open (whether the visitor may open one), problem (a sentence).
    """
    if found := await classrooms.of_pupil(visit.person):
        to, why = await place_of(tournaments, *found)
        if to != WAIT:
            return RedirectResponse(to, 303)
        return visit.page("classroom/wait.html", name=found[1].name, why=why)
    if visit.visitor.is_pupil:  # the room is gone, and so is the pupil
        response = RedirectResponse(visit.request.url.path, 303)
        response.delete_cookie(COOKIE, path="/")
        return response
    note_reached(visit, classrooms, network)
    is_owner = network.is_owner(visit.request) and not word
    ids = [] if word else await classrooms.latest("" if is_owner else visit.person or "nobody")
    rooms = [
        (id_, room.row.word, names.family_name(visit.words, named(room.row.game).family.name), len(room.pupils), day)
        for id_ in ids
        if (room := await classrooms.find(id_))
        for day in [visit.words.long_date(date.fromtimestamp(room.row.used / 1000))]
    ]
    page = {"word": word[:4].upper(), "name": "", "rooms": rooms, "may_open": is_owner, "problem": ""}
    return visit.page("classroom/entry.html", **page)


@router.post("/class")
async def ask_in(visit: VisitDep, form: FormDep, classrooms: ClassroomsDep) -> Response:
    """Ask the teacher of a room to be let in, and redirect to the page of waiting.  Form: word, name.

    A word of no room gets the entry again.  Refused: RateLimited, NOT_NOW (the room is full).
    """
    if await classrooms.of_pupil(visit.person):  # a form that is sent twice
        return RedirectResponse(WAIT, 303)
    visit.site.quotas.spend(visit.user, "entry")
    word, name = str(form.get("word", ""))[:4], clean_name(str(form.get("name", "")))
    room = await classrooms.by_word(word)
    if room is None or not name:
        text = "" if room else visit.words._("No room has this word.")
        page = {"word": word, "name": name, "rooms": [], "may_open": False, "problem": text}
        return visit.page("classroom/entry.html", 409, **page)
    [pupil] = await room.add([(name, 0)], "asks", visit.user.address)
    return become(visit, pupil)


def become(visit: Visit, pupil: PupilRow) -> Response:
    """Redirect the browser of a pupil, with his cookie."""
    visit.visitor = replace(visit.visitor, person=pupil.person, name=pupil.name, session="")
    return visit.redirect(WAIT)


@router.get("/c/{key}")
async def card(visit: VisitDep, key: str, classrooms: ClassroomsDep, network: NetworkDep) -> Response:
    """Let the browser that opens a card play as its pupil; the phone before it is shown the entry.

    Refused: NO_SUCH_PAGE for an unknown card, and NOT_YOUR_SEAT in the browser of the teacher.
    """
    people = visit.hub.people
    credential = await people.credentials.find(digest(key))
    found = await classrooms.of_pupil(credential.person) if credential and credential.kind == CARD else None
    if credential is None or found is None:
        raise Problem(404, "NO_SUCH_PAGE")
    room, pupil = found
    note_reached(visit, classrooms, network)
    if visit.person and visit.person == room.row.teacher:
        raise Problem(403, "NOT_YOUR_SEAT")
    async with room.acts:  # of two phones that open a card at once the second takes the pupil along
        if visit.person != pupil.person:
            credential = await people.credentials.find(credential.id) or credential
            if credential.used:
                await people.sessions.end(pupil.person)
            await people.credentials.note_use(credential)
        if pupil.state != "here":
            await room.admit([pupil])
        return become(visit, pupil)


def note_reached(visit: Visit, classrooms: Classrooms, network: NetworkAccess) -> None:
    """Note that another device has reached this server."""
    sender = visit.user.address
    if not is_loopback(sender) and f"//{sender}:" not in network.origin:
        classrooms.reached = time.monotonic()


async def place_of(tournaments: Tournaments, room: OpenClassroom, pupil: PupilRow) -> tuple[str, str]:
    """Return the address of what a pupil has to do now, and why he waits.

    The address is WAIT while there is nothing to do; why: asks, stopped, question, bye, done or free, of other
    addresses what it would be there.
    """
    if pupil.state != "here":
        return WAIT, "asks"
    if room.row.stopped:
        return WAIT, "stopped"
    if room.row.question:
        return WAIT if pupil.answer else QUESTION, "question"
    task = PupilTask.parse(pupil.task)
    if task.kind == "event":
        event = await tournament_of(tournaments, room)
        return await place_in_event(room.hub, event, pupil.person) if event else (WAIT, "done")
    game = await room.hub.room(task.game) if task.game else None
    is_over = task.game and (game is None or game.live.state not in ("waiting", "open"))
    return WAIT if is_over else task.address(pupil.done), "done" if pupil.task else "free"


def is_in_place(room: OpenClassroom, pupil: PupilRow, path: str, why: str, place: tuple[str, str]) -> bool:
    """Return whether a phone may stay at a path.

    why: the reason that it shows at WAIT, or the key of the question that it shows.  place: see `place_of`.
    """
    to, reason = place
    if path == to.partition("?")[0]:
        if path == WAIT:
            return why == reason
        return path != QUESTION or why in ("", room.question_key)
    if path == WAIT or pupil.state != "here" or room.row.stopped:
        return False
    if room.row.question:
        return path == QUESTION
    task = PupilTask.parse(pupil.task)
    is_called = task.kind == "event" and to.startswith("/g/")  # a round has begun: to the board, from everywhere
    return not is_called and (path.startswith("/rules/") or task.holds(path))


@router.get("/class/me.json")
async def where_to(
    classrooms: ClassroomsDep, tournaments: TournamentsDep, at: Seated, path: str = "", why: str = ""
) -> Response:
    """Return as JSON where the phone of a pupil has to go, as soon as that is elsewhere; `to` is "" if it may stay.

    path: of the page that it shows; why: what it shows there, see `is_in_place`.  Refused: NOT_YOUR_SEAT, also where
    the pupil has moved to another phone.
    """
    room, person = at[0], at[1].person
    until, to, stays = time.monotonic() + POLL_S, WAIT, False
    while True:
        version = room.page_version
        await room.refresh()
        pupil = room.pupils.get(person) if room.is_open else None
        if pupil is None:
            to, stays = WAIT, False
            break
        classrooms.note_seen(room, person)
        place = await place_of(tournaments, room, pupil)
        to, stays, left = place[0], is_in_place(room, pupil, path, why, place), until - time.monotonic()
        if not stays or left <= 0 or classrooms.is_ending:
            break
        await room.changed(version, min(left, EVENT_S) if PupilTask.parse(pupil.task).kind == "event" else left)
    return JSONResponse({"to": "" if stays else to}, headers={"cache-control": "no-store"})


@router.post("/class/progress")
async def progress(form: FormDep, at: Seated) -> Response:
    """Note a try of a pupil in a lesson or puzzle.

    Form: key (of the lesson or puzzle, as its page has it), n (the step of a lesson), right (any value if it was).
    What is not his present task is left out.
    """

    def tried(pupil: PupilRow) -> Mapping[str, object]:
        task, n = PupilTask.parse(pupil.task), str(form.get("n", ""))
        if pupil.done >= task.steps or form.get("key") != task.key_of(pupil.done):
            return {}
        if not form.get("right"):
            return {"wrong": pupil.wrong + 1}
        step = pupil.done + 1 if task.kind == "puzzles" or not n.isdigit() else min(int(n[:4]), task.steps)
        return {"done": max(pupil.done, step)}

    await at[0].note(at[1].person, tried)
    return Response(status_code=204)


@router.get("/class/question")
async def question(visit: VisitDep, at: Seated) -> Response:
    """Return the position that all are asked as a page, see `puzzles.puzzle_page`; redirect while there is none."""
    asked = await question_of(visit.hub, at[0].question, visit.words)
    if asked is None:
        return RedirectResponse(WAIT, 303)
    data = {"key": "question", "address": QUESTION, "posts": True, "of": at[0].question_key}
    return puzzle_page(visit, asked.position, asked.ask, data)


@router.post("/class/question.json")
async def answer(visit: VisitDep, form: FormDep, at: Seated) -> Response:
    """Store the move by which a pupil answers, and return it as a verdict, see `puzzles.verdict`.

    Form: m (a legal move), of (the key of the question on the page, by default of the present one).  Refused:
    BAD_MESSAGE; NOT_NOW where nothing is asked, or something else, or the answer is shown already.
    """
    (room, pupil), move, present = at, str(form.get("m", "")), at[0].question_key
    key = str(form.get("of", present))
    asked = await question_of(visit.hub, room.question, visit.words)
    if asked and key == present and move not in asked.position.moves:
        raise Problem(409, "BAD_MESSAGE")

    def answered(_: PupilRow) -> Mapping[str, object]:
        return {"answer": move} if room.question_key == key and room.row.screen != "answer" else {}

    if asked is None or not await room.note(pupil.person, answered):
        raise Problem(409, "NOT_NOW")
    said = visit.words._("Your answer: {move}", move=scene.describe(asked.position, move, visit.words))
    return JSONResponse({"right": True, "say": said, "line": [move]})
