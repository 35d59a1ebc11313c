"""The rules of a game in one minute: a few sentences of its rule page, each with its clause and an executed example."""

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache

from charkoni.core.catalog import Provenance
from charkoni.core.game import Game
from charkoni.core.registry import named
from charkoni.core.teaching.rule_text import ExampleLine, MinuteItem, RuleText, rule_text

BOARDS = frozenset({"size", "board", "players"})
"""Flags that change the board, not the rules: their variants may borrow examples."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A rule in a sentence or two, in the language of the page.

    clause: of the rule page.  variant: the game with the flags it needs.  game: the name of the variant in which its
    example is played.  position, move, result: the example in the notation of the page; the result of a refused move
    begins with "illegal".  refused: a move forbidden there by the clause, "" for none.  is_exception: newcomers may
    read it later.  verdict: its relation to the source, None if the page does not give it.
    """

    text: str
    clause: str
    variant: str
    game: str
    position: str
    move: str
    result: str
    refused: str
    is_exception: bool
    verdict: Provenance | None


@lru_cache(maxsize=256)
def summary_of(game: Game, language: str = "en") -> tuple[Statement, ...]:
    """Return the statements about a game with its flags, in the order of reading; none if its page has none.

    An item of the page that its flags change replaces those of the clauses that it names, and states the last of them.
    """
    page = rule_text(game.family, language)
    seen = Counter[str]()
    statements = []
    for item in _items(page, game):
        clause = item.clauses[-1]
        examples = _examples(page, game, clause)
        line = examples[min(seen[clause], len(examples) - 1)]
        refused = [
            each.move for each in examples if each.position == line.position and each.wanted.startswith("illegal")
        ]
        shown = (line.game, line.position, line.move, line.wanted, "".join(refused[:1]))
        statements.append(Statement(item.text, clause, item.variant, *shown, item.is_exception, item.verdict))
        seen[clause] += 1
    return tuple(statements)


def _items(page: RuleText, game: Game) -> list[MinuteItem]:
    """Return the items for a game with its flags; one that replaces none follows the one before it on the page."""
    items: list[MinuteItem] = []
    place = 0
    for item in page.minute:
        if not _fits(item.variant, game):
            continue
        is_changed = item.variant != game.family.name
        others = [at for at, other in enumerate(items) if is_changed and other.variant != item.variant]
        replaced = [at for at in others if items[at].clauses[-1] in item.clauses]
        if replaced:
            place = replaced[0]
            item = replace(item, is_exception=items[place].is_exception)
            items = [other for at, other in enumerate(items) if at not in replaced]
        items.insert(place, item)
        place += 1
    return items


def _examples(page: RuleText, game: Game, clause: str) -> list[ExampleLine]:
    """Return the examples of a clause from the nearest variant that has some, accepted moves before refused ones."""
    lines = [line for line in page.examples if line.clause == clause and line.move != "*"]
    fitting = [line for line in lines if _fits(line.game, game) and not BOARDS & _changed(line.game)]
    if not fitting:
        return []
    nearest = max(reversed(fitting), key=lambda line: len(_changed(line.game))).game
    return sorted(
        (line for line in fitting if line.game == nearest), key=lambda line: line.wanted.startswith("illegal")
    )


def _fits(variant: str, game: Game) -> bool:
    """Return whether a game has all flags that the variant changes, which then has the same rules as far as it goes."""
    flags = named(variant).flags
    return all(game.flags[flag] == flags[flag] for flag in _changed(variant))


def _changed(variant: str) -> frozenset[str]:
    """Return the flags of a variant that differ from their defaults."""
    game = named(variant)
    return frozenset(flag.name for flag in game.family.flags if game.flags[flag.name] != flag.default)
