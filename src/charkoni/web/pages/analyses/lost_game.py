"""What leads on after a lost game: once more with the guide, and the lesson of the mistake that cost most."""

from collections.abc import Collection, Iterator

from charkoni.analysis.report import Report
from charkoni.core.game import Position
from charkoni.core.teaching.courses import course_of, taught_options
from charkoni.core.teaching.guide import guide_of
from charkoni.core.translations import Words
from charkoni.web.live.game.live_game import LiveGame

LEAST = 0.10
"""The least points that a mistake with a lesson costs."""


def guided_again(live: LiveGame, seats: Collection[int]) -> dict[str, str] | None:
    """Return the form of the same game with the guide, as in `new_game.setup_of`, for the losing player.

    None for a game with other people, of an event, won or drawn, and of games without a guide.
    """
    has_computers = bool(seats) and not live.humans() - set(seats) and len(seats) < live.game.players
    if live.outcome is None or live.official or not has_computers or guide_of(live.game) is None:
        return None
    if live.outcome.scores[min(seats)] >= max(live.outcome.scores):
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
