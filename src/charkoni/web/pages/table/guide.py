"""The guide of a game as JSON: aim, demonstration, legend, meaning of the counters, way to lessons and rules."""

import asyncio
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path

from fastapi import Depends
from starlette.responses import JSONResponse, Response

from charkoni.core.files.data_files import read_file
from charkoni.core.game import Game
from charkoni.core.registry import named
from charkoni.core.teaching.courses import courses_of, taught_options
from charkoni.core.teaching.guide import Demonstration, LegendEntry, guide_of
from charkoni.core.translations import Words
from charkoni.graphics import scene
from charkoni.graphics.move_highlights import zones_of_last
from charkoni.web.engine.warm import warm
from charkoni.web.http.errors import found
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.texts import words_in
from charkoni.web.live.board_view import Perspective, nodes_of, scene_url, view_of
from charkoni.web.live.queries import rule_url
from charkoni.web.live.room import Room
from charkoni.web.pages.board_pictures import game_of, perspective_of
from charkoni.web.pages.visits import Visit, VisitDep, limit_queries

_TEXTS = read_file(dict[str, dict[str, str]], Path(__file__).with_suffix(".toml"))
"""The marks of every board by their classes, the signs by the values of `scene.ICONS`, and the labels of the page."""
MET_COOKIE = "charkoni_met"

router = PageRouter()


@router.get("/guide/{name}.json", dependencies=[Depends(limit_queries)])
async def guide_document(visit: VisitDep, name: str) -> Response:
    """Return the guide of a game: see `guide_as_json`.

    Query: seat, portrait.  Refused: NO_GAME, NO_SUCH_PAGE (a game without a guide), TOO_FAST.
    """
    game = game_of(name)
    perspective = perspective_of(visit.request, game, visit.lang)
    found(guide_of(game))
    await warm(game)
    document = await asyncio.to_thread(guide_as_json, game, perspective)
    return JSONResponse(document, headers={"cache-control": "private, max-age=600"})


@lru_cache(maxsize=128)
def guide_as_json(game: Game, perspective: Perspective) -> dict[str, object]:
    """Return the guide of a game that has one, in the language of a perspective.

    aim (see `_sentence`); legend: sentences, each with symbol (a symbol of the scene) and sample (the text on it), or
    zone (where the ground shows it), or neither; marks, signs: {class or sign: text}; counters: sentences, each with
    label; lessons, rules (addresses, the first may be empty); demonstration (see `demonstration_frames`); labels (texts
    of the page).
    """
    guide, words = guide_of(game), words_in(perspective.lang)
    assert guide is not None
    kinds = {rule.kind for rule in guide.rules}
    signs = {scene.ICONS[kind] for kind in kinds & scene.ICONS.keys()}
    return {
        "aim": _sentence(game, guide.aim, guide.clause, words),
        "legend": [_legend_entry(game, entry, perspective) for entry in guide.legend],
        "marks": {name: words._(text) for name, text in _TEXTS["marks"].items()},
        "signs": {name: words._(text) for name, text in _TEXTS["signs"].items() if name in signs},
        "counters": [
            _sentence(game, meaning.text, meaning.clause, words) | {"label": words._(label)}
            for label, meaning in guide.counters.items()
        ],
        "lessons": _lessons_url(game),
        "rules": rule_url(game.name, ""),
        "demonstration": demonstration_frames(guide.demonstration, perspective),
        "labels": {name: words._(text) for name, text in _TEXTS["labels"].items()},
    }


def _lessons_url(game: Game) -> str:
    """Return the address of the lessons that tell as many flags of a variant as lessons do, "" where there are none."""
    if not courses_of(game.family):
        return ""
    options = taught_options(game.family, game.options)
    return f"/learn/{game.family.name}:{options}" if options else f"/learn/{game.family.name}"


def may_be_guided(room: Room, seats: frozenset[int]) -> bool:
    """Return whether a game may be guided for the holder of some seats: all others are computers, it is no event's."""
    live = room.live
    is_alone = live.state != "waiting" and not live.humans() - seats
    return bool(seats) and is_alone and not live.is_strict and len(seats) < live.game.players


def guide_context(visit: Visit, room: Room, seats: frozenset[int]) -> dict[str, object]:
    """Return what the guide says on the page of a table, for the holder of some seats.

    aim (see `_sentence`, None of a game without a guide); meanings: of the counters, by the labels shown after a
    question mark: "?store"; opening: the text of the empty list of moves, None after the first ply (aim; hint: the
    first advice, "" for a watcher and where none fits); guided (whether a guide is wanted and possible), guidable
    (whether it is possible); meeting: the card that presents a game before its first move, None if the visitor's device
    has met the game: the aim, learn (address of the first lesson, may be empty), family (the game's own name).
    A device remembers in the cookie `MET_COOKIE` the games it has met, with points between them.
    """
    live, words, request = room.live, visit.words, visit.request
    guide, family, wanted = guide_of(live.game), live.game.family, "guided" in request.query_params
    if guide is None:
        return dict.fromkeys(("aim", "opening", "guided", "guidable", "meeting")) | {"meanings": {}}
    state, aim = live.position.state[0], _sentence(live.game, guide.aim, guide.clause, words)
    fitting = (words._(each.text) for each in guide.advice if each.when is None or each.when(state))
    has_met = family.name in request.cookies.get(MET_COOKIE, "").split(".")
    is_at_start = live.state in ("waiting", "open") and all(origin.seat not in seats for origin in live.origins)
    meets = bool(seats) and is_at_start and not (wanted or has_met or live.official)
    is_guidable = may_be_guided(room, seats)
    begins = not visit.visitor.is_pupil  # pupils begin no games and lessons themselves
    return {
        "aim": aim,
        "meanings": {
            f"?{words._(label)}": f"{words._(meaning.text)} ({meaning.clause})"
            for label, meaning in guide.counters.items()
        },
        "opening": None if len(live.record) else {"aim": aim["text"], "hint": next(fitting, "") if seats else ""},
        "guided": is_guidable and wanted,
        "guidable": is_guidable and begins,
        "meeting": aim | {"learn": _lessons_url(live.game) if begins else "", "family": family.name} if meets else None,
    }


def demonstration_frames(demonstration: Demonstration, perspective: Perspective) -> dict[str, object]:
    """Return a demonstration as a board that moves.

    scene (address); frames: of the start and after each move, each with nodes, and after a move with events, zones (to
    be marked) and say (the move in words).
    """
    game = named(demonstration.name)
    start = game.parse(demonstration.position) if demonstration.position else game.start()
    tracked, words = scene.TrackedPosition(start), words_in(perspective.lang)
    shown = perspective._replace(bottom=0)
    frames: list[dict[str, object]] = [{"nodes": nodes_of(start, tracked.ids, shown)}]
    for move in demonstration.moves:
        before = tracked.position
        events = tracked.play(move)
        frames.append(
            {
                "nodes": nodes_of(tracked.position, tracked.ids, shown),
                "events": events,
                "zones": zones_of_last(before, move, tracked.position),
                "say": scene.describe(before, move, words),
            }
        )
    return {"scene": scene_url(view_of(game, 0, shown.portrait)), "frames": frames}


def _sentence(game: Game, text: str, clause: str, words: Words) -> dict[str, str]:
    """Return a sentence with the clause it comes from: text, rule and url."""
    return {"text": words._(text), "rule": clause, "url": rule_url(game.name, clause)}


def _legend_entry(game: Game, entry: LegendEntry, perspective: Perspective) -> dict[str, str]:
    symbols = view_of(game, perspective.bottom, perspective.portrait).layout.symbols
    symbol = next((name for pattern in entry.symbols for name in symbols if fnmatchcase(name, pattern)), "")
    said = _sentence(game, entry.text, entry.clause, words_in(perspective.lang))
    return said | {"symbol": symbol, "sample": entry.sample, "zone": entry.zone}
