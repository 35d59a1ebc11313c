"""The pages about dice: how they are bound, the throws of a game and of this server, and a verifier in the browser."""

from collections import Counter
from collections.abc import Mapping
from statistics import NormalDist
from typing import NamedTuple

from starlette.responses import Response

from charkoni.core.constants import CHANCE
from charkoni.core.registry import named
from charkoni.games import fair_dice, names
from charkoni.web.engine.warm import playable, warm
from charkoni.web.http.errors import found
from charkoni.web.http.routing import PageRouter
from charkoni.web.live import table_state
from charkoni.web.live.game.live_game import LiveGame
from charkoni.web.pages.table.page import RoomDep
from charkoni.web.pages.visits import VisitDep

MOST_GAMES = 300
"""The number of finished games, the latest, whose throws are counted for the whole server."""

FEWEST = 100
"""The minimum number of throws for stating their deviation."""

router = PageRouter()


class Face(NamedTuple):
    """A possible throw: text, probability, and how often it came, in all and by the seat that threw."""

    text: str
    chance: float
    came: int
    by_seat: list[int]


@router.get("/g/{game_id}/dice")
async def dice_of_game(visit: VisitDep, room: RoomDep) -> Response:
    """Return the page about the dice of a game.

    Context: title, url, game (its id), state (message part `Dice`), is_over, seats (side, name, part: seed, word,
    missing or ""), faces (see `faces_of`), thrown (number of throws), luck (see `deviation`).  Refused: NO_SUCH_PAGE
    for a game without dice.
    """
    live, words = room.live, visit.words
    found(live.game.has_dice)
    kinds = {fair_dice.WORD: "word", fair_dice.ABSENT: ""}
    seats = [
        (
            names.side_name(words, live.game, seat.seat),
            table_state.seat_name(words, seat),
            kinds.get(live.dice.commitments[seat.seat], "seed") if seat.seat in live.dice.commitments else "missing",
        )
        for seat in live.owners()
    ]
    faces = faces_of(live)
    return visit.page(
        "pages/dice.html",
        title=names.game_name(words, live.game),
        url=f"/g/{live.row.id}",
        game=live.row.id,
        state=table_state.dice_state(live),
        is_over=live.state in ("over", "called-off"),
        seats=seats,
        faces=faces,
        thrown=sum(face.came for face in faces),
        luck=deviation(faces),
    )


@router.get("/dice")
async def about_dice(visit: VisitDep) -> Response:
    """Return the page about all dice, with the throws of the latest finished games and the verifier.

    Context: games (title, number of games, faces, thrown, luck as in `dice_of_game`), for each game with dice of which
    one is finished.
    """
    games = []
    for name in filter(lambda name: named(name).has_dice, playable()):
        await warm(named(name))
        count, texts = await visit.hub.store.throws(name, MOST_GAMES)
        faces = _faces(fair_dice.faces(named(name).start()), texts)
        if count:
            games.append(
                {
                    "title": names.game_name(visit.words, named(name)),
                    "games": count,
                    "faces": faces,
                    "thrown": sum(texts.values()),
                    "luck": deviation(faces),
                }
            )
    return visit.page("pages/dice_all.html", games=games)


def faces_of(live: LiveGame) -> list[Face]:
    """Return the possible throws of a game with the counts of those that were made."""
    by_text: dict[str, Counter[int]] = {}
    for position, ply in zip(live.record.positions, live.record.plies, strict=False):
        if position.turn == CHANCE:
            by_text.setdefault(ply.move, Counter())[fair_dice.thrower(position)] += 1
    possible = live.dice.faces or next(
        (fair_dice.faces(position) for position in live.record.positions if position.turn == CHANCE), ""
    )
    totals = {text: counts.total() for text, counts in by_text.items()}
    return _faces(
        possible, totals, {text: [by_text[text][seat] for seat in range(live.game.players)] for text in by_text}
    )


def _faces(possible: str, counts: Mapping[str, int], by_seat: Mapping[str, list[int]] | None = None) -> list[Face]:
    pairs = [(text, int(weight)) for text, _, weight in (face.rpartition("*") for face in possible.split())]
    whole = sum(weight for _, weight in pairs)
    return [Face(text, weight / whole, counts.get(text, 0), (by_seat or {}).get(text, [])) for text, weight in pairs]


def deviation(faces: list[Face]) -> float | None:
    """Return the probability that fair dice deviate at least this much from the expected counts; None for too few
    throws.

    Pearson's chi-squared test, its distribution approximated after Wilson and Hilferty.
    """
    total, free = sum(face.came for face in faces), len(faces) - 1
    if total < FEWEST or free < 1:
        return None
    chi2 = sum((face.came - total * face.chance) ** 2 / (total * face.chance) for face in faces)
    spread = 2 / (9 * free)
    return 1 - NormalDist().cdf(((chi2 / free) ** (1 / 3) - (1 - spread)) / spread**0.5)
