"""Sentences about counters beside the board whose goal a move has changed."""

from charkoni.core.game import Position
from charkoni.core.teaching.guide import guide_of
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.graphics import scene


def changed_goals(before: Position, after: Position, words: Words) -> list[str]:
    """Return sentences about counters whose goal a move has changed, where the guide of the game has one for them."""
    guide = guide_of(after.game)
    changes = {words._(label): each.change for label, each in guide.counters.items() if each.change} if guide else {}
    if not changes:
        return []
    goals = {(each.player, each.label): each.bar[1] for each in scene.counters(before, words) if each.bar}
    sentences = []
    for each in scene.counters(after, words):
        goal = goals.get((each.player, each.label))
        if each.bar and each.player is not None and each.label in changes and goal not in (None, each.bar[1]):
            player = names.side_name(words, after.game, each.player)
            change = changes[each.label]
            sentences.append(words._(change, player=player, before=goal, goal=each.bar[1]))
    return sentences
