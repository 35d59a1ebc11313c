"""Scenes: all data that a renderer needs to show a board and to read input on it.

A scene is a **static** layer (cached by its hash), keyed **nodes** (pieces with persistent ids), labelled **zones**,
and a **trie** of tap sequences for the player to move.  A move adds typed **events** with node ids.
"""

import hashlib
import math
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from charkoni.core.board_types import (
    Counter,
    Element,
    Event,
    Layout,
    Number,
    Piece,
    PieceSlot,
    TapSequence,
    Theme,
    ZoneShape,
    group,
    path,
    text,
)
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.errors import BadMove, IllegalMove, Reason
from charkoni.core.game import Game, Position
from charkoni.core.game_types import State
from charkoni.core.translations import Words
from charkoni.graphics import click_trie
from charkoni.graphics.piece_identity import PieceIds
from charkoni.graphics.svg import document, number, render
from charkoni.graphics.themes import THEMES, theme_of

Node = tuple[str, str, str, str, str, str]
"""A piece as the browser receives it: id, symbol, x, y, classes, text.  Nodes are in paint order."""

ICONS = {
    "king": "capture",
    "capture": "capture",
    "overflow": "capture",
    "bind": "bind",
    "fortress": "fortress",
    "home": "home",
    "extra": "extra",
    "merge": "merge",
}
"""The icon on the target of a move, by the kind of event it causes; of several kinds the first one here."""

HEAD = 9
"""The length of an arrow's head, in the units of the board."""

_RANKS = {kind: rank for rank, kind in enumerate(ICONS)}


def position_svg(
    position: Position,
    *,
    seat: int = 0,
    portrait: bool = False,
    theme: str = "light",
    marks: Sequence[str] = (),
    arrows: Sequence[tuple[str, str]] = (),
) -> str:
    """Return the SVG document of a position: the renderer "svg" of the entry points; see `Position.svg`."""
    if theme not in THEMES or not 0 <= seat < position.game.players:
        raise ValueError(f"themes are {', '.join(THEMES)}, seats 0 to {position.game.players - 1}")
    view = BoardView(position.game, seat, portrait)
    unknown = {*marks, *(place for arrow in arrows for place in arrow)} - view.layout.spots.keys()
    if unknown:
        raise ValueError(f"{', '.join(sorted(unknown))}: no place on the board of {position.game.name}")
    return view.svg(position, theme, last=marks, arrows=arrows)


@dataclass(frozen=True)
class BoardView:
    """A board seen from a seat, in portrait or landscape orientation."""

    game: Game
    seat: int = 0
    portrait: bool = False

    @cached_property
    def layout(self) -> Layout:
        """The layout of the board module: sizes, ground, symbols and spots."""
        return _layout(self.game, self.seat, self.portrait)

    def pieces(self, position: Position) -> list[Piece]:
        """Return the pieces of a position in paint order."""
        return self._pieces(position.state[0])

    def _pieces(self, state: State) -> list[Piece]:
        placed = self.game.family.board.pieces(state, self.game.flags, self.layout)
        return sorted(placed, key=lambda piece: piece.z)

    def static(self, prefix: str, theme: Theme | None = None) -> str:
        """Return symbols and ground as SVG; the ids of symbols start with the prefix."""
        return f"<defs>{self.paint_servers(prefix, theme)}{self.defs(prefix, theme)}</defs>{self.ground(theme, prefix)}"

    def paint_servers(self, prefix: str = "", theme: Theme | None = None) -> str:
        """Return the gradients and patterns; their ids start with the prefix."""
        return "".join(
            render(replace(element, attributes=(("id", prefix + name), *element.attributes)), theme, prefix)
            for name, element in self.layout.paint_servers.items()
        )

    def defs(self, prefix: str, theme: Theme | None = None) -> str:
        """Return the symbols as groups with ids."""
        return "".join(
            f'<g id="{prefix}{name}">{"".join(render(element, theme, prefix) for element in elements)}</g>'
            for name, elements in self.layout.symbols.items()
        )

    def ground(self, theme: Theme | None = None, prefix: str = "") -> str:
        """Return the ground as SVG; the ids it refers to start with the prefix."""
        return "".join(render(element, theme, prefix) for element in self.layout.ground)

    @cached_property
    def hash(self) -> str:
        """A hash of the static layer, its cache key: of all that is drawn, and of the places of the zones."""
        layout = self.layout
        content = self.static(""), layout.flat_symbols, layout.spots, layout.selection_ring, layout.last_marks
        return hashlib.sha256(repr(content).encode()).hexdigest()[:12]

    def nodes(self, pieces: Sequence[Piece], ids: Mapping[PieceSlot, str], lang: str = "en") -> list[Node]:
        """Return the pieces as nodes, in paint order.  lang: the language of captions."""
        alternatives = self.layout.alternatives
        return [
            (
                ids[piece.slot],
                _symbol(piece.symbol, ids[piece.slot], alternatives),
                number(piece.x),
                number(piece.y),
                piece.cls,
                Words(lang)._(piece.text) if piece.text and "caption" in piece.cls else piece.text,
            )
            for piece in pieces
        ]

    def svg(
        self,
        position: Position,
        theme: str | None = "light",
        prefix: str = "c-",
        title: str = "",
        last: Sequence[str] = (),
        arrows: Sequence[tuple[str, str]] = (),
    ) -> str:
        """Return the SVG document of a position, styled by a theme; None leaves classes for a style sheet.

        last: the zones of the last move, to be marked.  arrows: each from one zone to another.
        """
        return self._svg(position.state[0], title or f"{self.game.name}: {position}", theme, prefix, last, arrows)

    def svg_of_text(
        self, text: str, theme: str | None = "light", prefix: str = "c-", title: str = "", lang: str = "en"
    ) -> str:
        """Return the SVG document of a position text that is known to be valid, without compiling the rules.

        lang: the language of captions.
        """
        states = self.game.blank()
        self.game.family.text.read_state(text, states[0], self.game.flags)
        return self._svg(states[0], title or f"{self.game.name}: {text}", theme, prefix, (), (), lang)

    def _svg(
        self,
        state: State,
        title: str,
        theme: str | None,
        prefix: str,
        last: Sequence[str],
        arrows: Sequence[tuple[str, str]],
        lang: str = "en",
    ) -> str:
        paint = theme_of(self.game.family, theme) if theme else None
        pieces = self._pieces(state)
        nodes = self.nodes(pieces, {piece.slot: str(place) for place, piece in enumerate(pieces)}, lang)
        layout = self.layout
        size = layout.text_size
        under = "".join(render(self._last_mark(zone, pieces), paint) for zone in last)
        body = self.static(prefix, paint) + under + "".join(node_svg(node, prefix, size, paint) for node in nodes)
        body += "".join(render(_arrow(layout.spots[start], layout.spots[end]), paint) for start, end in arrows)
        return document(layout.width, layout.height, body, title)

    def _last_mark(self, zone: str, pieces: Sequence[Piece]) -> Element:
        """Return the mark of a zone of the last move: of the piece in its middle, else the shape of the zone."""
        spot, marks = self.layout.spots[zone], self.layout.last_marks
        for piece in pieces:
            if piece.symbol in marks and (piece.x, piece.y) == (spot.x, spot.y):
                return group([marks[piece.symbol]], transform=f"translate({number(spot.x)} {number(spot.y)})")
        return replace(spot.shape, cls="last")


def _arrow(start: ZoneShape, end: ZoneShape) -> Element:
    """Return an arrow between the centres of two zones: a shaft and a head of two strokes."""
    x, y = end.x - start.x, end.y - start.y
    length = math.hypot(x, y) or 1
    x, y = x / length, y / length
    head = [(end.x + HEAD * (side * y - x), end.y - HEAD * (side * x + y)) for side in (-0.6, 0.6)]
    (left, up), (right, down) = head
    tip = f"{number(end.x)} {number(end.y)}"
    shaft = f"M{number(start.x)} {number(start.y)}L{tip}"
    return path(f"{shaft}M{number(left)} {number(up)}L{tip}L{number(right)} {number(down)}", "mark")


def _symbol(symbol: str, name: str, alternatives: Mapping[str, tuple[str, ...]]) -> str:
    """Return the symbol of the node `name`: of several alternatives always the same one."""
    choice = alternatives.get(symbol)
    return choice[int(name.lstrip("p")) % len(choice)] if choice else symbol


def node_svg(node: Node, prefix: str, size: Number, theme: Theme | None = None) -> str:
    """Return a node as SVG: an outer group at its place, an inner one that is animated, the symbol, the text.

    The client's renderer creates the same elements.
    """
    name, symbol, x, y, cls, words = node
    ids = f' data-id="{name}" class="{f"node {cls}".strip()}"' if theme is None else ""
    inner = ' class="fx"' if theme is None else ""
    ink = next((word for word in cls.split() if word.startswith("ink-")), "count")
    shown = render(text(0, 0, words, ink, size), theme) if words else ""
    return f'<g{ids} transform="translate({x} {y})"><g{inner}><use href="#{prefix}{symbol}"/>{shown}</g></g>'


@lru_cache(maxsize=512)
def _layout(game: Game, seat: int, portrait: bool) -> Layout:
    return game.family.board.layout(game.flags, seat, portrait)


class TrackedPosition:
    """A position whose pieces have ids that persist from move to move.

    It is the same for all viewers of a game; a BoardView draws it from a seat.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self._ids = PieceIds(BoardView(position.game).pieces(position))

    @property
    def ids(self) -> Mapping[PieceSlot, str]:
        """The id of the piece in every slot."""
        return self._ids.ids

    def copy(self) -> "TrackedPosition":
        """Return an independent copy, to try moves."""
        twin = copy(self)
        twin._ids = self._ids.copy()
        return twin

    def play(self, move: str) -> list[dict[str, object]]:
        """Play a move or throw and return its events with the ids they concern; raise BadMove or IllegalMove."""
        before, after = self.position, self.position.play(move)
        events = before.game.family.board.events(before.state[0], move, after.state[0], before.game.flags)
        moved = self._ids.apply(events, BoardView(after.game).pieces(after))
        self.position = after
        return [_event(event, ids) for event, ids in zip(events, moved, strict=True)]


def labels(position: Position, words: Words) -> dict[str, str]:
    """Return a phrase for every zone."""
    return position.game.family.board.labels(position.state[0], position.game.flags, words)


def tap_trie(position: Position) -> click_trie.Trie:
    """Return the trie of the legal moves; empty at a throw or when the game is over."""
    if position.turn in (CHANCE, OVER):
        return {}
    return click_trie.build(tap_sequences(position))


def tap_sequences(position: Position) -> dict[str, list[TapSequence]]:
    """Return all ways to tap each legal move, the first one first.  All ways of a position are prefix-free."""
    game, state = position.game, position.state[0]
    written = getattr(game.family.board, "scripts", None)  # of games that do not declare their moves
    if written:
        return {move: list(written(state, move, game.flags)) for move in position.moves}
    moves, seat = game.family.moves(game.flags), position.turn
    shared = moves.shared(position.codes, seat)
    codes = zip(position.moves, position.codes, strict=True)
    return {move: moves.tap_sequences(state, code, seat, shared) for move, code in codes}


def has_chips(game: Game) -> bool:
    """Return whether chips need a row below the board in some position of a game."""
    return game.has_dice or _layout(game, 0, False).has_chips


def needs_row(position: Position) -> bool:
    """Return whether chips need a row below the board, now or after the throw that is due.

    A page reserves the space in advance; chips that belong to a piece and arrows are shown on the board.
    """
    layout = _layout(position.game, 0, False)
    on_board = layout.spots.keys() | layout.arrows.keys()
    return position.turn == CHANCE or click_trie.needs_row(tap_trie(position), lambda zone: zone not in on_board)


def marks(position: Position, moves: Sequence[str] | None = None) -> dict[str, str]:
    """Return the icons of all moves, or of the given ones, that cause an event with an icon."""
    if position.turn in (CHANCE, OVER):
        return {}
    icons = {}
    for move in position.moves if moves is None else moves:
        kinds = {event.kind for event in events(position, move)}
        if kinds & ICONS.keys():
            icons[move] = ICONS[min(kinds & ICONS.keys(), key=_RANKS.__getitem__)]
    return icons


def events(position: Position, move: str) -> list[Event]:
    """Return the events of a legal move or throw."""
    game, after = position.game, position.play(move)
    return game.family.board.events(position.state[0], move, after.state[0], game.flags)


def prompt(position: Position, prefix: TapSequence, words: Words) -> str:
    """Return the prompt for the next tap.  prefix: the zones tapped so far."""
    return position.game.family.board.prompt(position.state[0], prefix, position.game.flags, words)


def describe(before: Position, move: str, words: Words) -> str:
    """Return sentences that describe a move and its effects."""
    after = before.play(move)
    return before.game.family.board.describe(before.state[0], move, after.state[0], before.game.flags, words)


def counters(position: Position, words: Words) -> list[Counter]:
    """Return the numbers beside the board."""
    return position.game.family.board.counters(position.state[0], position.game.flags, words)


def why_not(position: Position, prefix: TapSequence, zone: str) -> Reason | None:
    """Return why the move that a tap means is illegal, or None when it means no move."""
    game, state = position.game, position.state[0]
    attempt = getattr(game.family.board, "attempt", None)
    if attempt:
        meant = attempt(state, prefix, zone, game.flags)
    else:
        meant = game.family.moves(game.flags).meant(state, prefix, zone, position.turn)
    if meant is None or isinstance(meant, Reason):
        return meant
    try:
        position.play(meant)
    except (BadMove, IllegalMove) as error:
        return error.reason
    return None


def _event(event: Event, ids: list[str]) -> dict[str, object]:
    """Return an event as a message part: `kind` and, unless empty, `ids`, `to`, `path`, `zone` and `value`.

    ids: the nodes it moves.  to: the zone where each goes, "" off the board.
    """
    data: dict[str, object] = {"kind": event.kind}
    if ids:
        data["ids"] = ids
        data["to"] = [end.zone if end else "" for _, end in event.moved]
    rest = {"path": list(event.path), "zone": event.zone, "value": event.value}
    return data | {name: value for name, value in rest.items() if value}
