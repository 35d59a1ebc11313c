"""The pages of a teacher: the room with all boards, the address for the wall, cards, the hall screen, the archive."""

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Annotated

from fastapi import Depends
from starlette.responses import JSONResponse, RedirectResponse, Response

from charkoni.analysis.position_values import best_moves, verdict
from charkoni.analysis.puzzles import count
from charkoni.core.game import Game, Position
from charkoni.core.registry import named
from charkoni.core.teaching.courses import courses_of
from charkoni.core.teaching.guide import guide_of
from charkoni.core.translations import EVENT_LANGUAGES, Words
from charkoni.games import names, opponents
from charkoni.web.classroom import actions, feed, leaving, network_check, questions
from charkoni.web.classroom.lesson_games import shown_games, tournament_of
from charkoni.web.classroom.pairs import played_in, standings
from charkoni.web.classroom.pupil_pages import ClassroomsDep, TournamentsDep
from charkoni.web.classroom.refused_moves import refused_move
from charkoni.web.classroom.rooms import OpenClassroom, card_key
from charkoni.web.engine.warm import playable, warm
from charkoni.web.http.errors import Problem, Refused
from charkoni.web.http.network_access import NetworkAccess, NetworkDep
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.site import FormDep, safe
from charkoni.web.live.board_view import view_of
from charkoni.web.live.room import Room
from charkoni.web.pages.board_pictures import picture_url
from charkoni.web.pages.invites import qr_code
from charkoni.web.pages.people.moderation import OwnerVisit
from charkoni.web.pages.rulebook.markdown import Prose, RulePage, rule_page
from charkoni.web.pages.study import PositionValues, ValuesDep
from charkoni.web.pages.visits import Visit, VisitDep
from charkoni.web.store import PupilRow

router = PageRouter()


async def taught_room(visit: VisitDep, room: str, classrooms: ClassroomsDep, network: NetworkDep) -> OpenClassroom:
    """Return a room for its teacher, and for the owner of the server; raise Problem 404, or 403 NOT_OWNER."""
    found = await classrooms.find(room)
    if found is None:
        raise Problem(404, "NO_SUCH_PAGE")
    is_teacher = visit.person != "" and visit.person == found.row.teacher
    if not is_teacher and (visit.visitor.is_pupil or not network.is_owner(visit.request)):
        raise Problem(403, "NOT_OWNER")
    return found


Taught = Annotated[OpenClassroom, Depends(taught_room)]


@router.get("/class/check")
async def check() -> Response:
    """Answer the check whether this server is reached, see `network_check`."""
    return Response(status_code=204)


@router.post("/class/new")
async def open_room(visit: OwnerVisit, form: FormDep, classrooms: ClassroomsDep) -> Response:
    """Open a room whose teacher is the visitor, the owner of the server, and redirect to it.  Form: no fields."""
    return visit.redirect(f"/class/{await classrooms.create(visit.become_person().person)}")


@router.get("/class/{room}")
async def teacher_page(
    visit: VisitDep, room: Taught, classrooms: ClassroomsDep, tournaments: TournamentsDep, network: NetworkDep
) -> Response:
    """Return the page of the teacher.

    Context: room, version, address (for the wall), reach (see `network_check.Reach`), start_picture (address of the
    room's position), asking (PupilRow), boards (width and height by the ids of the games that are shown), groups (see
    `groups`), doing (see `feed.status_values`), games, levels, lessons (values and titles), puzzles (how many), sources
    (see `questions.sources`), guided (whether the game has a guide), event (the id of the running tournament, or ""),
    card_languages (codes and names).
    """
    if not room.row.teacher:  # of `charkoni classroom`
        await room.change(teacher=visit.become_person().person)
    version = room.page_version  # what changes while this page waits, it asks for
    words, game = visit.words, named(room.row.game)
    name, boards = game.family.name, await shown_games(tournaments, room)
    event = await tournament_of(tournaments, room)
    page = visit.page(
        "classroom/room.html",
        room=room.row,
        version=version,
        address=address_of(visit, network, room),
        reach=await network_check.check(classrooms, network),
        start_picture=picture_url(room.row.game, room.row.start),
        asking=[pupil for pupil in room.pupils.values() if pupil.state == "asks"],
        boards={id_: size_of(live.live.game) for id_, live in boards.items()},
        groups=groups(room, boards),
        doing=feed.status_values(room, boards, words, visit.hub.time.wall()),
        games={each: names.family_name(words, each) for each in playable()} | {game.name: names.game_name(words, game)},
        levels=opponents.options(words),
        lessons=lessons_of(words, name),
        puzzles=count(name),
        sources=questions.sources(words, name),
        guided=guide_of(game) is not None,
        event=event.id if event else "",
        card_languages=EVENT_LANGUAGES.items(),
    )
    return visit.site.with_person(page, visit.visitor, visit.request)


def address_of(visit: Visit, network: NetworkAccess, room: OpenClassroom) -> str:
    """Return the address for the wall."""
    return f"{network.origin_for_others(visit.request)}/r/{room.row.word}"


def size_of(game: Game) -> tuple[float, float]:
    """Return width and height of a board, as the screens of the teacher show it, in its units."""
    layout = view_of(game, 0, False).layout
    return layout.width, layout.height


def groups(room: OpenClassroom, games: Mapping[str, Room]) -> list[tuple[str, list[PupilRow]]]:
    """Return the pupils by the game that they play, those of boards first; "" for none."""
    by_game: dict[str, list[PupilRow]] = {game: [] for game in games}
    for pupil in room.pupils.values():
        if pupil.state != "asks":
            by_game.setdefault(feed.game_of(pupil, games), []).append(pupil)
    return list(by_game.items())


def lessons_of(words: Words, name: str) -> list[tuple[str, str]]:
    """Return the lessons of a game and its variants, as values of tasks and titles."""
    return [
        (f"{name}:{options}/{n}" if options else f"{name}/{n}", f"{n}. {words._(lesson.title)}")
        for options, course in courses_of(named(name).family).items()
        for n, lesson in enumerate(course.lessons, 1)
    ]


@router.get("/class/{room}/feed.json")
async def changes(visit: VisitDep, room: Taught, tournaments: TournamentsDep, since: int = 0) -> Response:
    """Return what has changed on the screens of the teacher, see `feed.changes`."""
    boards = await shown_games(tournaments, room)
    values = feed.status_values(room, boards, visit.words, visit.hub.time.wall())
    sent = feed.changes(room, since, boards, visit.lang, values)
    return JSONResponse(sent, headers={"cache-control": "no-store"})


@router.post("/class/{room}")
async def act(visit: VisitDep, form: FormDep, room: Taught, tournaments: TournamentsDep) -> Response:
    """Do what the teacher wants, and redirect to the page.

    Form: act (a key of `actions.ACTIONS`), who, perhaps repeated (numbers of pupils, with commas between them; none for
    all who are here), and the fields of the action.  Refused: BAD_MESSAGE, and what the action refuses.
    """
    listed = ",".join(map(str, form.getlist("who"))).split(",")
    places = {int(each) for each in listed if each.isascii() and each.isdigit() and len(each) < 4}
    action = actions.ACTIONS.get(str(form.get("act", "")))
    if action is None:
        raise Problem(400, "BAD_MESSAGE")
    async with room.acts:
        chosen = [pupil for pupil in room.pupils.values() if pupil.place in places] if places else room.here
        await action(actions.TeacherRequest(visit, tournaments, room, form, chosen, bool(places)))
    return RedirectResponse(f"/class/{room.row.id}" if room.is_open else "/class", 303)


@router.get("/class/{room}/qr.svg")
async def wall_code(visit: VisitDep, room: Taught, network: NetworkDep) -> Response:
    """Return the QR code of the room's entry as SVG."""
    return qr_code(address_of(visit, network, room), "no-store")


@router.get("/class/{room}/cards.pdf")
async def cards(visit: VisitDep, room: Taught, network: NetworkDep, language: str = "") -> Response:
    """Return the cards of all pupils as PDF.  language: one of EVENT_LANGUAGES, by default that of the page."""
    from charkoni.classroom.cards import pupil_cards  # needs the tournament part, which a start does not
    from charkoni.tournament.printouts.pdf import pdf

    words = Words(language if language in EVENT_LANGUAGES else visit.lang)
    origin = network.origin_for_others(visit.request)
    pupils = [(each.name, f"{origin}/c/{card_key(room.hub, each.person)}") for each in room.pupils.values()]
    content = await asyncio.to_thread(lambda: pdf(pupil_cards(words, room.row.word, pupils)))
    return Response(content, media_type="application/pdf", headers={"cache-control": "no-store"})


@router.get("/class/{room}/archive.zip")
async def archive(visit: VisitDep, room: Taught) -> Response:
    """Return the lesson as an archive, see `leaving.archive`."""
    headers = {"content-disposition": 'attachment; filename="charkoni-lesson.zip"', "cache-control": "no-store"}
    return Response(await leaving.archive(room, visit.words), media_type="application/zip", headers=headers)


@router.get("/class/{room}/screen")
async def screen(
    visit: VisitDep, room: Taught, classrooms: ClassroomsDep, network: NetworkDep, values: ValuesDep
) -> Response:
    """Return the hall screen.

    Context: room, version, address, reach (see `network_check.Reach`; of the way in), mode (the first word of
    `ClassroomRow.screen`, "" for the way in), and what that shows: title; of a board game (its id); of standings lines
    (see `pairs.standings`); of a rule its rule (HTML), and of a move that it refuses refused (a sentence), line (see
    `RefusedMove`), board and size; for question and answer see `_asked`.
    """
    version = room.page_version  # what changes while this page waits, it asks for
    mode, _, what = room.row.screen.partition(" ")
    shown: dict[str, object] = {"mode": mode}
    if mode == "board":
        boards = {what: live} if (live := await visit.hub.room(what)) else {}
        people = [pupil.name for pupil in room.pupils.values() if feed.game_of(pupil, boards) == what]
        shown |= {"game": what, "title": " – ".join(people)}
    elif mode == "standings":
        shown["lines"] = standings(room.here, played_in(await room.played()))
    elif mode in ("question", "answer"):
        shown |= await _asked(visit, room, values if mode == "answer" else None)
    elif mode == "rule":
        game, _, clause = what.partition("/")
        page = rule_page(game, visit.lang)
        shown["title"] = f"{names.family_name(visit.words, game)}: {clause}"
        shown["rule"] = safe(paragraph_of(page, clause) if page else "")
        await warm(named(game))
        if refused := await asyncio.to_thread(refused_move, game, clause):
            text = refused.reason.message(visit.words._)
            shown |= {"refused": text, "line": refused.line, **_board(visit, refused.position, text)}
    address, is_here = address_of(visit, network, room), network.note_for(visit.request)
    # On another computer the address of the page is one in the network.
    is_checked = is_here and not shown["mode"] and not room.row.stopped
    reach = await network_check.check(classrooms, network) if is_checked else network_check.Reach("reached", [])
    shown |= {"room": room.row, "version": version, "address": address, "reach": reach}
    return visit.page("classroom/screen.html", **shown)


def paragraph_of(page: RulePage, clause: str) -> str:
    """Return the paragraph of a clause as HTML, with the list or table that it announces; "" where there is none."""
    text = ""
    for part in page.parts:
        if text and not (text.endswith(":</p>") and isinstance(part, Prose)):
            break
        if isinstance(part, Prose) and (text or clause in part.clauses):
            text += part.html.rstrip()
    return text


async def _asked(visit: Visit, room: OpenClassroom, values: PositionValues | None) -> dict[str, object]:
    """Return what the hall screen shows of the question, "" as mode where there is none.

    values: once the right answer is told; of a position from a game they say which it is.

    asked (a Question), turn (a sentence), board (SVG), size (width and height of it), answers (see
    `questions.answered`), count (of answers, and of pupils), told (whether the right one is shown).
    """
    asked = await questions.question_of(visit.hub, room.question, visit.words)
    if asked is None:
        return {"mode": ""}
    position, is_told = asked.position, values is not None
    if values and not asked.moves:
        with contextlib.suppress(Refused):  # the computer is off or busy: the answers stay without a verdict
            found = await values.find(position, visit.user, visit.request)
            asked = asked._replace(moves=best_moves(found), reason=verdict(position, found, visit.words))
    return {
        "asked": asked,
        "turn": names.turn(visit.words, position.game, position.turn),
        **_board(visit, position, asked.ask),
        "answers": questions.answered(asked, room.here, visit.words, is_told),
        "count": (sum(bool(pupil.answer) for pupil in room.here), len(room.here)),
        "told": is_told,
    }


def _board(visit: Visit, position: Position, title: str) -> dict[str, object]:
    """Return a position as the hall screen shows it: board (SVG), and size (width and height, in its units)."""
    view = view_of(position.game, position.turn, False)
    svg = view.svg_of_text(str(position), None, "h1-", title, visit.lang)
    return {"board": safe(svg), "size": size_of(position.game)}
