"""The result of a live game in words from the reader's view, and the counts that determine it."""

from collections.abc import Collection
from fractions import Fraction

from charkoni.core.errors import N_
from charkoni.core.registry import named
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.graphics.scene import counters
from charkoni.web.http.texts import words_in
from charkoni.web.live.game.live_game import LiveGame
from charkoni.web.store import GameRow

RESULTS = {"won": N_("Won"), "drawn": N_("Drawn"), "lost": N_("Lost")}
"""The outcomes of a game for a player, see `outcome_for`."""

ENDINGS = {
    "resign": (N_("You resigned"), N_("Your opponent resigned"), N_("{side} resigned")),
    "flag": (N_("Your time ran out"), N_("Your opponent's time ran out"), N_("{side} ran out of time")),
}
"""Why a game has ended off the board, by the kind of its last row: for the loser, his opponents, and anybody else."""


def headline(words: Words, live: LiveGame, seats: Collection[int]) -> str:
    """Return the winner for the holder of some seats, "You won"; by colours for watchers and players of all sides."""
    game, outcome = live.game, live.outcome
    assert outcome is not None
    best = max(outcome.scores)
    winners = [seat for seat in range(game.players) if outcome.scores[seat] == best]
    winning, own = {game.sides[seat] for seat in winners}, {game.sides[seat] for seat in seats}
    if len(winners) == game.players:
        return words._("A draw")
    # A player of several sides, alone at one device, has neither won nor lost.
    if len(own) == 1:
        if winning == own:
            return words._("You won")
        if not winning & own:
            return _lost(words, live, winners)
    if len(winning) == 1:
        if len(winners) == 1:
            return words._("{side} wins", side=names.side(game, winners[0]))
        return words._("Winners: {winners}", winners=", ".join(names.side_name(words, game, seat) for seat in winners))
    return words._("Shared: {winners}", winners=", ".join(names.side_name(words, game, seat) for seat in winners))


def _lost(words: Words, live: LiveGame, winners: Collection[int]) -> str:
    """Return the headline for a loser."""
    holders = [live.seats[seat] for seat in winners]
    if all(holder.kind == "computer" for holder in holders):
        return words._("The computer won")
    if len({holder.owner for holder in holders}) > 1:
        return words._("The other side won")
    return words._("{name} wins", name=holders[0].name) if holders[0].name else words._("Your opponent won")


def reason(words: Words, live: LiveGame, seats: Collection[int]) -> str:
    """Return why a game has ended, for the holder of some seats."""
    assert live.outcome is not None
    if live.last is None or live.last.kind not in ENDINGS:
        return names.reason_name(words, live.game, live.outcome.reason)
    mine, other, named = ENDINGS[live.last.kind]
    own, loser = {live.game.sides[seat] for seat in seats}, live.last.seat
    if len(own) == 1 and loser in seats:
        return words._(mine)
    if len(own) == 1 and live.game.players == 2:
        return words._(other)
    return words._(named, side=names.side(live.game, loser))


def final_counts(live: LiveGame) -> dict[int, int] | None:
    """Return the count of each side in a game in which everything has come into the counts; None of any other game.

    A count is the first counter of a side that is shown as part of a whole.
    """
    counts: dict[int, tuple[int, int]] = {}
    for counter in counters(live.position, words_in("en")):
        if counter.player is not None and counter.bar is not None:
            counts.setdefault(live.game.sides[counter.player], (int(counter.bar[0]), int(counter.bar[2])))
    wholes = {whole for _, whole in counts.values()}
    # Not everything is counted, or the counts are of different things: a pair of numbers would say something wrong.
    if set(counts) != {0, 1} or wholes != {sum(count for count, _ in counts.values())}:
        return None
    return {side: count for side, (count, _) in counts.items()}


def score(live: LiveGame) -> str:
    """Return the counts at the end, "28 : 20", the larger one first; "" where nothing is counted."""
    counts = final_counts(live) if live.game.family.catalog.final_count else None
    return " : ".join(map(str, sorted(counts.values(), reverse=True))) if counts else ""


def outcome_for(row: GameRow, mine: frozenset[int]) -> str:
    """Return the outcome of a game for the holder of some seats: a key of RESULTS, "" before its end.

    Also "" for a holder of seats of several sides, and of none.
    """
    sides = named(row.name).sides
    if row.state != "over" or not row.result or len({sides[seat] for seat in mine}) != 1:
        return ""
    best = winning_sides(row)
    if not best & {sides[seat] for seat in mine}:
        return "lost"
    return "won" if len(best) == 1 else "drawn"


def winning_sides(row: GameRow) -> set[int]:
    """Return the sides with the most points in a finished game."""
    points, sides = [Fraction(each) for each in row.result.split(":")], named(row.name).sides
    return {sides[seat] for seat, share in enumerate(points) if share == max(points)}
