"""Checks of boards: drawing, taps, effects of moves, sentences."""

from collections.abc import Iterator, Sequence

from charkoni.check.report import Trouble
from charkoni.check.sample import Sample, each, each_of, few
from charkoni.core.board_types import TapSequence
from charkoni.core.errors import Reason
from charkoni.core.game import Game, Position
from charkoni.core.registry import family, games
from charkoni.core.translations import LANGUAGES, Words
from charkoni.graphics import click_trie, scene
from charkoni.graphics.piece_identity import PieceIds
from charkoni.graphics.scene import BoardView
from charkoni.graphics.themes import with_materials

_MOVES = 6
"""The most moves of one position whose events are replayed."""
_MOVES_TAPPED = 40


def board(sample: Sample) -> Iterator[Trouble]:
    """Every piece has a symbol, a unique slot and a place on the board; other games do not style its classes."""
    if has_board(sample.game):
        yield from each(sample.shown, _pieces)
        others = (family(name) for name in games() if name != sample.game.family.name)
        try:
            with_materials([*others, sample.game.family])
        except ValueError as error:
            yield Trouble(str(error))


def has_board(game: Game) -> bool:
    """Return whether a game has a board."""
    return game.family.has("board")


def spread(position: Position) -> Sequence[str]:
    """Return a few of the moves or throws, at equal distances in the list."""
    return few(position.moves, _MOVES)


def _on_board(sample: Sample) -> Sequence[Position]:
    """Return the positions looked at; none of a game without a board."""
    return sample.shown if has_board(sample.game) else ()


def _pieces(position: Position) -> Iterator[Trouble]:
    game = position.game
    slots = set()
    for seat in range(game.players):
        for is_upright in (False, True):
            layout = BoardView(game, seat, is_upright).layout
            placed = BoardView(game, seat, is_upright).pieces(position)
            slots.add(frozenset(piece.slot for piece in placed))
            if len({piece.slot for piece in placed}) < len(placed):
                yield Trouble("two pieces in one slot")
            for piece in placed:
                if piece.symbol not in layout.symbols:
                    yield Trouble(f"the layout has no symbol {piece.symbol!r}")
                if not (0 <= piece.x <= layout.width and 0 <= piece.y <= layout.height):
                    yield Trouble(f"{piece.slot} stands beside the board, at {piece.x:g}, {piece.y:g}")
    if len(slots) > 1:
        yield Trouble("the seats see different pieces")


@each_of(lambda sample: [position for position in _on_board(sample) if position.turn >= 0])
def page_taps(position: Position) -> Iterator[Trouble]:
    """Taps enter exactly the legal moves; each zone has a place or is a chip; a move begins where it is tapped."""
    trie = scene.tap_trie(position)
    entered = dict(click_trie.leaves(trie))
    if set(entered.values()) != set(position.moves):
        yield Trouble(f"no taps enter {sorted(set(position.moves) - set(entered.values()))}")
    layout, labels = BoardView(position.game).layout, scene.labels(position, Words("en"))
    for zone in sorted(click_trie.zones(trie) - labels.keys()):
        yield Trouble(f"the zone {zone!r} is tapped and has no label")
    by_move: dict[str, list[TapSequence]] = {}
    for taps, move in entered.items():
        by_move.setdefault(move, []).append(tuple(zone for zone in taps if zone in layout.spots))
    for move in few(list(by_move), _MOVES_TAPPED):
        yield from _origin(position, move, [taps for taps in by_move[move] if taps], click_trie.zones(trie))


def _origin(position: Position, move: str, sequences: Sequence[TapSequence], tappable: set[str]) -> Iterator[Trouble]:
    """What a move takes from a zone that is tapped lies where its taps begin; what it sets, where they end.

    sequences: the zones of the board that enter the move, in one or several ways; one may leave out where something
    comes from, as a hand, if another one begins there.
    """
    moved = [ends for event in scene.events(position, move) for ends in event.moved]
    left = {start.zone for start, _ in moved if start}
    reached = {end.zone for _, end in moved if end}
    placed = {end.zone for start, end in moved if end and not start}
    is_begun = any(taps[0] in left for taps in sequences)
    targets = reached if is_begun or not left & tappable else placed
    for taps in sequences if moved else ():
        if not (taps[0] in left or taps[-1] in targets):
            yield Trouble(f"tapped {taps}, and it takes from {sorted(left)} and sets on {sorted(reached)}", move=move)


@each_of(_on_board)
def events(position: Position) -> Iterator[Trouble]:
    """The events of a move or throw lead from the pieces before it to those after it."""
    view = BoardView(position.game)
    ids = PieceIds(view.pieces(position))
    for move in spread(position):
        try:
            ids.copy().apply(scene.events(position, move), view.pieces(position.play(move)))
        except ValueError as error:
            yield Trouble(str(error), move=move)


@each_of(_on_board)
def sentences(position: Position) -> Iterator[Trouble]:
    """Zones, taps, moves and counters are described in whole sentences, in every language."""
    prefixes = sorted({taps[:n] for taps, _ in click_trie.leaves(scene.tap_trie(position)) for n in range(len(taps))})
    for language in LANGUAGES:
        words = Words(language)
        said = {"a label": list(scene.labels(position, words).values())}
        said["a counter"] = [word for each in scene.counters(position, words) for word in (each.label, each.value)]
        said["a prompt"] = [scene.prompt(position, prefix, words) for prefix in few(prefixes, _MOVES_TAPPED)]
        described = {move: scene.describe(position, move, words) for move in spread(position)[:2]}
        for what, texts in (said | {"a description": list(described.values())}).items():
            for text in texts:
                if not text.strip() or "{" in text or "None" in text:
                    yield Trouble(f"{what} in {language} is {text!r}")
        for move, text in described.items():
            if not text.endswith((".", "!")):
                yield Trouble(f"no whole sentence in {language}: {text!r}", move=move)
    if position.turn >= 0:
        yield from _refusals(position)


def _refusals(position: Position) -> Iterator[Trouble]:
    """A tap without effect has a reason, or means nothing."""
    for counter in scene.counters(position, Words("en")):
        if counter.player is not None and not 0 <= counter.player < position.game.players:
            yield Trouble(f"a counter of player {counter.player}")
    taps = scene.tap_trie(position)
    for zone in scene.labels(position, Words("en")):
        reason = scene.why_not(position, (), zone) if zone not in taps else None
        if not (reason is None or isinstance(reason, Reason)):
            yield Trouble(f"the reason against a tap on {zone!r} is {reason!r}")
