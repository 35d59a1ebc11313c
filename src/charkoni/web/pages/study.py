"""Study: any position, any move, and what is known of it: proved where a solver knows, else what a search says."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from charkoni.analysis.features_text import counted
from charkoni.core.errors import BadText, IllegalMove
from charkoni.core.game import Game
from charkoni.core.position import Position
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.graphics import scene as drawn
from charkoni.web.engine.opponents import ADVICE_NODES
from charkoni.web.engine.pool import EngineError
from charkoni.web.engine.warm import warm
from charkoni.web.http.errors import Problem, Refused
from charkoni.web.http.site import Site, safe
from charkoni.web.live.board_view import turn_sentence
from charkoni.web.pages.board_pictures import for_any_screen, game_of
from charkoni.web.pages.documents import LONGEST_PATH
from charkoni.web.pages.home import Route
from charkoni.web.pages.new_game import choices, picture_of

PREFIX = "u1-"
"""The prefix of the ids of the board on the page."""

MOST_KNOWN = 500
NEARLY = 1e-9


# --- in words ---------------------------------------------------------------------------------------------------------


def verdict(position: Position, found: Mapping[str, Any], words: Words) -> str:
    """Return what is known of a position, in a sentence."""
    game = position.game
    if position.outcome:
        return names.result(words, game, position.outcome)
    proved = found["proved"]
    if proved is None:
        if not found["values"]:
            return words._("Nothing is known of this position.")
        player = position.turn if position.turn >= 0 else 0
        who, share = names.side_name(words, game, player), words.percent(found["values"][player])
        return words._("Estimate of a search: {who} can expect {share} of the point.", who=who, share=share)
    points = proved["points"]
    best = max(points)
    winners = [player for player, each in enumerate(points) if each == best]
    if len({game.sides[player] for player in winners}) > 1:
        said = words._("Proved: with best play it is a draw.")
    elif best < 1 - NEARLY:
        who = names.side_name(words, game, winners[0])
        said = words._("Proved: {who} gets {share} of the point on average.", who=who, share=words.percent(best, 2))
    else:
        said = words._("Proved: {result} with best play.", result=words._(names.side(game, winners[0]).wins))
    return " ".join(part for part in (said, _lead(words, game, proved), _distance(words, proved)) if part)


def _lead(words: Words, game: Game, proved: Mapping[str, Any]) -> str:
    if proved["lead"] is None:
        return ""
    who = names.side_name(words, game, 0)
    return words._("In the end {who} is ahead by {lead}.", who=who, lead=f"{proved['lead']:+}")


def _distance(words: Words, proved: Mapping[str, Any]) -> str:
    if not proved["plies"]:
        return ""
    return words.ngettext("It lasts {n} move more.", "It lasts {n} moves more.", proved["plies"])


def worth(position: Position, told: Mapping[str, Any], words: Words) -> tuple[str, str, float]:
    """Return what a move is worth to who makes it: in words, a class (win, draw, loss, open), and from 0 to 1."""
    proved, player = told["proved"], position.turn
    if proved is None:
        share = told.get("value")
        if share is None:
            return words._("not known"), "open", 0.0
        return words._("about {share}", share=words.percent(share)), "open", share
    share = proved["points"][player]
    plies = proved["plies"]
    if share > 1 - NEARLY:
        said = words.ngettext("wins in {n} move", "wins in {n} moves", plies) if plies else words._("wins")
        kind = "win"
    elif share < NEARLY:
        said = words.ngettext("loses in {n} move", "loses in {n} moves", plies) if plies else words._("loses")
        kind = "loss"
    elif abs(share - 1 / len(set(position.game.sides))) < NEARLY:
        said, kind = words._("draw"), "draw"
    else:
        said, kind = words._("exactly {share}", share=words.percent(share, 2)), "open"
    if proved["lead"] is not None:
        lead = proved["lead"] if player == 0 else -proved["lead"]
        said = f"{said} ({lead:+})"
    return said, kind, share


def told(position: Position, found: Mapping[str, Any], words: Words) -> dict[str, Any]:
    """Return what is known, ready to be shown.

    said (a sentence), proved, moves (move, say, worth, kind, share, best, proved, line), overlays (label, zones,
    strokes), counts (see features_text.counted).
    """
    moves = []
    for move, value in found["moves"].items():
        said, kind, share = worth(position, value, words)
        row = {"move": move, "worth": said, "kind": kind, "share": round(share, 4), "best": move in found["best"]}
        moves.append(row | {"proved": value["proved"] is not None, "line": value.get("line", [move])})
    order = {move: place for place, move in enumerate(found["best"])}
    moves.sort(key=lambda row: (not row["best"], order.get(row["move"], 0), -row["share"], row["move"]))
    labels = [words._(label) for label in (each["label"] for each in found["overlays"])]
    return {
        "position": str(position),
        "said": verdict(position, found, words),
        "proved": found["proved"] is not None,
        "moves": moves,
        "overlays": [each | {"label": label} for each, label in zip(found["overlays"], labels, strict=True)],
        "counts": counted(words, position.game, found["features"]),
    }


# --- pages ------------------------------------------------------------------------------------------------------------


class Known:
    """What the computer's processes have said of positions, the latest ones."""

    def __init__(self, site: Site) -> None:
        self._hub = site.hub
        self._found: OrderedDict[tuple[str, str], asyncio.Task[Any]] = OrderedDict()

    async def about(self, position: Position, who: str) -> Mapping[str, Any]:
        """Return what `tasks` says of a position; raise Refused."""
        if not self._hub.engine.is_on:
            raise Refused("NO_COMPUTER")
        key = (position.game.name, str(position))
        task = self._found.pop(key, None)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            work = self._hub.engine.find(who, *key, (), "study", nodes=ADVICE_NODES)
            task = asyncio.get_running_loop().create_task(work)
        self._found[key] = task
        while len(self._found) > MOST_KNOWN:
            self._found.popitem(last=False)
        try:
            found: Mapping[str, Any] = await asyncio.shield(task)
        except EngineError:
            raise Refused("ENGINE") from None
        return found


def routes(site: Site) -> list[Route]:
    """Return the addresses of study."""
    known = Known(site)

    async def overview(request: Request) -> Response:
        """What can be studied.  Context: games (see wishes.choices)."""
        return site.page(request, "study/overview.html", games=choices(site.visitor(request).words))

    async def reached(request: Request, game: Game) -> tuple[Position, list[str], Position]:
        """Return the position that an address begins with, the moves from there, and where they lead; raise Refused."""
        query = request.query_params
        moves = [move for move in query.get("moves", "").split(" ") if move]
        if len(moves) > LONGEST_PATH:
            raise Problem(400, "TOO_LONG")
        await warm(game)
        try:
            start = game.parse(query["position"].strip()) if query.get("position", "").strip() else game.start()
            at = start
            for move in moves:
                at = at.play(move)
        except (BadText, IllegalMove) as error:
            raise Refused(error.reason.code, error.reason) from None
        return start, moves, at

    async def shown(request: Request) -> Response:
        """Study.

        Context: title, name, board, row (whether chips will need one), start, at (texts), walked, turn, error,
        moves (move, say), values (see told, or None), picture, here, seats, data.
        """
        game, words = game_of(request.path_params["game"]), site.visitor(request).words
        error, moves = "", list[str]()
        try:
            start, moves, at = await reached(request, game)
        except Refused as refused:
            error = refused.say(words)
            start = at = game.start()
        values = None
        if request.query_params.get("values") and not error:
            values = await values_of(request, at)
        title = names.game_name(words, game)
        here = f"/study/{game.name}"
        return site.page(
            request,
            "study/study.html",
            400 if error else 200,
            title=title,
            name=game.family.name,
            error=error,
            asked=request.query_params.get("position", ""),
            start=str(start),
            at=str(at),
            turn=turn_sentence(game, words, at.turn) if at.turn >= 0 else "",
            moves=[(move, drawn.tell(at, move, words)) for move in at.moves[:400]],
            walked=moves,
            values=values,
            picture=picture_of(game.name, str(at)),
            here=here,
            seats=game.players,
            board=safe(for_any_screen(game, 0, PREFIX, lambda view, own: view.svg_of_text(str(at), None, own, title))),
            row=drawn.needs_row(at),
            data={"game": game.name, "start": str(start), "moves": moves},
            is_on=site.hub.engine.is_on,
        )

    async def values_of(request: Request, position: Position) -> dict[str, Any]:
        if not site.looks.take(request.client.host if request.client else ""):
            raise Problem(429, "TOO_FAST")
        who = f"study {request.client.host if request.client else ''}"
        found = await known.about(position, who)
        return await asyncio.to_thread(told, position, found, site.visitor(request).words)

    async def values(request: Request) -> Response:
        """What is known of a position, as JSON: see `told`."""
        game, words = game_of(request.query_params.get("game", "")), site.visitor(request).words
        try:
            _, _, at = await reached(request, game)
            found = await values_of(request, at)
        except Refused as refused:
            return JSONResponse({"code": refused.code, "text": refused.say(words)}, 409)
        headers = {"cache-control": "private, max-age=600", "vary": "cookie, accept-language"}
        return JSONResponse(found, headers=headers)

    return [
        ("/study", overview, "GET"),
        ("/study.json", values, "GET"),
        ("/study/{game}", shown, "GET"),
    ]
