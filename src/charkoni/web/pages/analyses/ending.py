"""The end of a game: its result in words, its analysis in place, and what comes next."""

import asyncio
from collections.abc import Collection, Iterator

from starlette.responses import JSONResponse, Response

from charkoni.analysis.chances import Shares, curve, deciding_ply, estimates
from charkoni.analysis.report import Report, report
from charkoni.core.board_types import Counter
from charkoni.core.errors import N_
from charkoni.core.game import Position
from charkoni.core.teaching.courses import course_of, taught_options
from charkoni.core.teaching.guide import guide_of
from charkoni.core.translations import Words
from charkoni.games import names, opponents
from charkoni.graphics.scene import counters
from charkoni.solve import has_solver
from charkoni.web.http.errors import Problem
from charkoni.web.http.quotas import RateLimited
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.site import FormDep
from charkoni.web.live import results
from charkoni.web.live.analysis_jobs import Run, key_of
from charkoni.web.live.game.live_game import LiveGame
from charkoni.web.live.match_sets import match_state
from charkoni.web.live.room import Room
from charkoni.web.live.table_state import seat_name
from charkoni.web.pages.analyses import local
from charkoni.web.pages.analyses.pages import AnalysesDep, graph, progress, record_of_game, shown_report
from charkoni.web.pages.ratings import change_line
from charkoni.web.pages.table.page import RoomDep
from charkoni.web.pages.table.sharing import record_of
from charkoni.web.pages.visits import Visit, VisitDep

_STOOD = {
    1: N_("On the board you stood better: {share}."),
    0: N_("On the board it was even: {share}."),
    -1: N_("On the board you stood worse: {share}."),
}
_NEARLY = 0.03
LEAST = 0.10
"""The least points that a mistake with a lesson costs."""

router = PageRouter()


@router.get("/g/{game_id}/ending.json")
async def ending(visit: VisitDep, room: RoomDep, analyses: AnalysesDep, part: str = "") -> Response:
    """Return the end of a game as JSON: see `_document`.

    part: "chances" leaves the card away, "moves" adds the moves with their verdicts; a number: what the visitor's
    device is asked from this ply on instead, see `local.questions`.  Refused: NOT_NOW while the game goes on.
    """
    if _is_over(room) and part.isascii() and part.isdigit() and len(part) < 6:
        record = await record_of_game(visit.hub, room.id)
        asked = await asyncio.to_thread(local.questions, visit.hub.browser_engines, record, int(part))
        return JSONResponse(asked, headers=_UNCACHED)
    run = await analyses.find(key_of(str(record_of(room.live)))) if _is_over(room) else None
    return JSONResponse(await _document(visit, room, run, part), headers=_UNCACHED)


@router.post("/g/{game_id}/ending.json")
async def begin_analysis(visit: VisitDep, form: FormDep, room: RoomDep, analyses: AnalysesDep) -> Response:
    """Begin or resume the analysis of a game that is over, and return its end as JSON: see `_document`.

    Form: watching (any value: a visitor without a seat, whose visit does not start an analysis); here (any value: the
    visitor's device searches if there is a module; then the answer has here, true); found (what it has found, JSON, see
    `local.Found`: then the answer shows that, with the moves).  Pupils of a classroom get the result without analysis.
    """
    run, problem = None, ""
    if _is_over(room) and len(room.live.record) > 0 and not visit.visitor.is_pupil:
        run = await analyses.find(key_of(str(record_of(room.live))))
        is_wanted = not form.get("watching") and (visit.hub.engine.is_on or bool(form.get("here")))
        if run is None and is_wanted:
            run = await analyses.add(await record_of_game(visit.hub, room.id))
        if run and form.get("found"):
            here = await asyncio.to_thread(local.local_run, run, str(form["found"]))
            if here.is_done:
                analyses.find_puzzle(run, here.rows, visit.user)
            return JSONResponse(await _document(visit, room, here, "moves"), headers=_UNCACHED)
        is_here = form.get("here") and visit.hub.browser_engines.address(room.live.game)
        if run and is_wanted and is_here and not (run.is_done or run.is_running):
            return JSONResponse(await _document(visit, room, run, "") | {"here": True}, headers=_UNCACHED)
        if run is not None and is_wanted and visit.hub.engine.is_on:
            try:
                analyses.start(run, visit.user)
            except RateLimited as spent:
                problem = spent.message(visit.words)
    return JSONResponse(await _document(visit, room, run, "", problem), headers=_UNCACHED)


_UNCACHED = {"cache-control": "no-store"}


def _is_over(room: Room) -> bool:
    return room.live.state == "over"


async def _document(visit: Visit, room: Room, run: Run | None, part: str, problem: str = "") -> dict[str, object]:
    """Return the end of a game.  problem: why its analysis was not begun.

    card: the result and what comes next, as HTML.  chances: graph, turning point and accuracy, as HTML.  running:
    whether more will come.  moves: see `shown_report`.
    """
    if not _is_over(room):
        raise Problem(409, "NOT_NOW")
    words = visit.words
    seats = await visit.seats_at(room)
    document: dict[str, object] = {"running": run is not None and (run.is_running or run.is_worked_on)}
    shown = await asyncio.to_thread(_chances, words, run, room.live, seats) if run else None
    page = visit.page("table/chances.html", chances=shown, key=run.key if run else "", problem=problem)
    document["chances"] = bytes(page.body).decode()
    if part != "chances":
        rated = await visit.hub.ratings.changes_of(room.id) if seats and room.live.row.rated else []
        own = next((change_line(change) for change in rated if change.seat in seats), None)
        context = (
            _card(words, room.live, seats)
            | {"rating": own}
            | {"is_on": visit.hub.engine.is_on, "has_analysis": run is not None}
        )
        context["keep"] = not visit.visitor.session and results.outcome_for(room.live.row, frozenset(seats)) == "won"
        document["card"] = bytes(visit.page("table/ending.html", 200, **context).body).decode()
    if part == "moves" and run:
        document["moves"] = (await asyncio.to_thread(shown_report, run, words))["moves"]
    return document


# --- the result -------------------------------------------------------------------------------------------------------


def _card(words: Words, live: LiveGame, seats: Collection[int]) -> dict[str, object]:
    """Return the content of the card.

    headline, score, reason: of the result.  opponents: names of the others.  moves: the number of moves, in words.
    again: the form of a game against the same computers one level up or down, see `next_level`.  guided: the same with
    the guide, see `guided_again`.  dice: the address of the page about the dice, or "".  match: the score of the match
    (Match), None for a single game.  match_at: the address of its record.  Besides rating: see `change_line`, or None.
    """
    assert live.outcome is not None
    others = [seat for seat in live.owners() if seat.seat not in seats] if seats else live.owners()
    holders = dict.fromkeys(seat_name(words, seat) for seat in others)
    return {
        "headline": results.headline(words, live, seats),
        "score": results.score(live),
        "reason": results.reason(words, live, seats),
        "opponents": list(holders),
        "counts": [] if results.score(live) else final_counts(words, live, seats),
        "moves": names.count_of_moves(words, live.record),
        "again": next_level(live, seats),
        "guided": guided_again(live, seats),
        "dice": f"/g/{live.row.id}/dice" if live.game.has_dice else "",
        "match": match_state(words, live) if live.match else None,
        "match_at": f"/g/{live.row.id}/match.txt",
    }


def final_counts(words: Words, live: LiveGame, seats: Collection[int]) -> list[tuple[str, str]]:
    """Return the final counts: the label of each player's first count, and its values, "You 7/12" or "You – joined".

    Nothing where the first counts of the players have different labels.
    """
    first: dict[int, Counter] = {}
    for counter in counters(live.position, words):
        if counter.player is not None:
            first.setdefault(counter.player, counter)
    you = words._("You")
    named = [
        f"{you if {player} == set(seats) else names.side_name(words, live.game, player)}"
        f"{' ' if each.value[:1].isdigit() else ' – '}{each.value}"  # words don't agree with the name before them
        for player, each in sorted(first.items())
    ]
    labels = {counter.label for counter in first.values()}
    return [(label, ", ".join(named)) for label in labels] if len(labels) == 1 else []


def next_level(live: LiveGame, seats: Collection[int]) -> dict[str, object] | None:
    """Return the next game against the same computers: a level higher after a win, lower after a loss.

    level: its number.  fields: of the form of a new game, as in `new_game.setup_of`.  None after a draw, in a match
    that goes on, in a game of an event or with other people, and beyond the ends of the ladder.
    """
    computers = [seat for seat in live.seats if seat.kind == "computer"]
    own = {live.game.sides[seat] for seat in seats}
    if (
        live.official
        or live.outcome is None
        or live.next_match
        or not computers
        or len(own) != 1
        or live.humans() - set(seats)
    ):
        return None
    points, best = live.outcome.scores[min(seats)], max(live.outcome.scores)
    if len({live.outcome.scores[seat.seat] for seat in live.seats}) == 1:
        return None
    strongest = opponents.PERFECT if has_solver(live.game.family.name) else opponents.HIGHEST
    level = max(seat.level for seat in computers) + (1 if points == best else -1)
    if not 1 <= level <= strongest:
        return None
    entries = {
        f"seat{seat.seat}": f"{level},{seat.name or opponents.STYLES[0]}" if seat.kind == "computer" else "me"
        for seat in live.seats
    }
    fields = {"game": live.game.name, "clock": live.control.text, "start": live.row.start, **entries}
    if live.match:
        fields["sets"] = str(live.match.format.sets)
    return {"level": level, "fields": fields}


# --- the chances ------------------------------------------------------------------------------------------------------


def _chances(words: Words, run: Run, live: LiveGame, seats: Collection[int]) -> dict[str, object]:
    """Return the analysis so far.

    graph (arguments of the macro `chance_line`, or `chance_graph` of several lines), caption (whose chances a line
    shows, "" of several lines), turn (the ply that decided the game, counted from 1, or None), decided (the same in
    words), standing (see `_standing`), figures (name and accuracy of each player), progress (see `progress`), lesson
    (see `lesson_of`), has_puzzle.  Turn, standing and figures are those of the whole game only.
    """
    game, result = run.record.game, report(run.record, run.rows)
    own = {game.sides[seat] for seat in seats}
    player = min(seats) if len(own) == 1 else 0
    values = estimates(run.record, run.rows, run.outline)
    levels = curve(run.record, values)
    is_played = live.last is None or live.last.kind not in results.ENDINGS
    turn = deciding_ply(run.record, values) if result.is_complete and not _is_flagged(live) else None
    decided = ""
    if turn is not None:
        counts_turns = game.family.catalog.counts_turns
        text = N_("Turn {n} of {side} decided it: look") if counts_turns else N_("Move {n} of {side} decided it: look")
        side = names.side(game, run.record.player_of(turn))
        decided = words._(text, n=run.record.move_numbers[turn], side=side)
    if len(set(game.sides)) == 2:
        caption = words._("Your chances") if len(own) == 1 else words._("Chances of {side}", side=names.side(game, 0))
        shares = [row[player] for row in levels]
        drawn = {"shares": shares, "plies": len(run.record), "title": caption, "turn": turn}
    else:
        caption, drawn = "", graph(words, run.record, levels, words._("The graph of the chances"))
    figures = [
        (words._("You") if [seat] == list(seats) else names.side_name(words, game, seat), words.percent(accuracy / 100))
        for seat, accuracy in enumerate(result.accuracies)
        if accuracy is not None and live.owners()[seat].kind != "computer"
    ]
    return {
        "graph": drawn,
        "caption": caption,
        "turn": None if turn is None else turn + 1,
        "decided": decided,
        "standing": "" if is_played or not result.is_complete else _standing(words, live, levels[-1], own, player),
        "figures": figures if result.is_complete else [],
        "progress": progress(run, words),
        "lesson": lesson_of(words, result, seats) if result.is_complete and has_lost(live, seats) else None,
        "has_puzzle": run.puzzle is not None,
    }


def has_lost(live: LiveGame, seats: Collection[int]) -> bool:
    """Return whether the holder of some seats has lost a game."""
    return live.outcome is not None and bool(seats) and live.outcome.scores[min(seats)] < max(live.outcome.scores)


def _is_flagged(live: LiveGame) -> bool:
    """Return whether the game was lost on time: no move on the board decided it."""
    return live.last is not None and live.last.kind == "flag"


def _standing(words: Words, live: LiveGame, shares: Shares, own: Collection[int], player: int) -> str:
    """Return the state of the board in a game that ended otherwise, "" if a resignation already shows it.

    shares: the chances of all players.  own: the sides of the reader.  player: the player whose chances are described.
    """
    assert live.outcome is not None
    even, share = 1 / len(set(live.game.sides)), shares[player]
    lost_by_resigning = live.outcome.scores[player] == min(live.outcome.scores)
    if not _is_flagged(live) and (share < even) == lost_by_resigning:
        return ""
    told = {"share": words.percent(share)}
    if len(own) == 1:
        compared = 0 if abs(share - even) < _NEARLY else 1 if share > even else -1
        return words._(_STOOD[compared], **told)
    return words._("On the board the chances of {side} were {share}.", side=names.side(live.game, player), **told)


def guided_again(live: LiveGame, seats: Collection[int]) -> dict[str, str] | None:
    """Return the form of the same game with the guide, as in `new_game.setup_of`, for the losing player.

    None for a game with other people, of an event, won or drawn, and of games without a guide.
    """
    has_computers = bool(seats) and not live.humans() - set(seats) and len(seats) < live.game.players
    if live.official or not has_computers or not has_lost(live, seats) or guide_of(live.game) is None:
        return None
    return {"game": live.game.name, "opponent": "computer", "level": "1", "guided": "1"}


def lesson_of(words: Words, result: Report, seats: Collection[int]) -> dict[str, str] | None:
    """Return the lesson on what the costliest mistake of some players missed: title and url; None without one."""
    game = result.record.game
    course = course_of(game.family, taught_options(game.family, game.options))
    mistakes = [each for each in result.verdicts if each.player in seats and each.loss >= LEAST]
    if course is None or not mistakes:
        return None
    worst = max(mistakes, key=lambda verdict: verdict.loss)
    for clause in _missed(result, worst.ply, worst.best, worst.answer[:1]):
        for number, lesson in enumerate(course.lessons, 1):
            if clause in lesson.clauses:
                options = taught_options(game.family, game.options)
                name = f"{game.family.name}:{options}" if options else game.family.name
                return {"title": words._(lesson.title), "url": f"/learn/{name}/{number}"}
    return None


def _missed(result: Report, ply: int, best: str | None, answer: tuple[str, ...]) -> Iterator[str]:
    """Yield the clauses of what only the better move does, then of what only the answer to the played one does."""
    record = result.record
    guide, played = guide_of(record.game), _occurred(record.positions[ply], record.moves[ply])
    moves = [(record.positions[ply], move) for move in (best,) if move]
    moves += [(record.positions[ply + 1], move) for move in answer]
    for before, move in moves:
        kinds = _occurred(before, move) - played
        yield from (rule.clause for rule in (guide.rules if guide else ()) if rule.kind in kinds)


def _occurred(before: Position, move: str) -> set[str]:
    """Return the kinds of the events of a move."""
    game, after = before.game, before.play(move)
    return {event.kind for event in game.family.board.events(before.state[0], move, after.state[0], game.flags)}
