"""The board of a live game as subscribers see it: nodes, labels, click trie, previews, and the delta of a ply.

One `BoardPresenter` serves a game.  Nodes are computed once per position and perspective, texts once per position
and language, everything else once per position.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from charkoni.analysis.goal_changes import changed_goals
from charkoni.core.board_types import PieceSlot
from charkoni.core.game import Game, Position
from charkoni.core.translations import Words
from charkoni.graphics import click_trie
from charkoni.graphics import scene as scenes
from charkoni.graphics.move_highlights import zones_of_last
from charkoni.graphics.piece_identity import Mismatch
from charkoni.graphics.svg import render
from charkoni.web.http.texts import words_in
from charkoni.web.live.game.live_game import LiveGame
from charkoni.web.live.messages.replies import Counter, LastPly, Node, Preview, Scene

MOST_MARKED = 64
"""Of positions with more moves the icons are sent only on request."""

MOST_PEEKED = 12
"""The most moves whose previews are sent with the board."""

logger = logging.getLogger(__name__)

T = TypeVar("T")


class Perspective(NamedTuple):
    """The perspective of a subscriber: language, seat at the bottom, portrait (upright) or landscape (lying)."""

    lang: str = "en"
    bottom: int = 0
    portrait: bool = False


@lru_cache(maxsize=512)
def view_of(game: Game, seat: int, portrait: bool) -> scenes.BoardView:
    """Return a board as seen from a seat, with its layout and hash, computed once."""
    return scenes.BoardView(game, seat, portrait)


def scene_url(view: scenes.BoardView) -> str:
    """Return the address of a board's static layer."""
    way = "upright" if view.portrait else "lying"
    return f"/scene/{view.game.name}/{view.seat}/{way}/{view.hash}.json"


def scene_document(view: scenes.BoardView) -> Scene:
    """Return the static layer of a board."""
    layout = view.layout
    return {
        "hash": view.hash,
        "game": view.game.name,
        "seat": view.seat,
        "portrait": view.portrait,
        "width": layout.width,
        "height": layout.height,
        "textSize": layout.text_size,
        "symbols": {name: "".join(render(part) for part in parts) for name, parts in layout.symbols.items()},
        "flatSymbols": {name: "".join(render(part) for part in parts) for name, parts in layout.flat_symbols.items()},
        "paintServers": view.paint_servers(),
        "sound": view.game.family.materials.sound,
        "ground": view.ground(),
        "spots": {zone: (spot.x, spot.y, render(spot.shape)) for zone, spot in layout.spots.items()},
        "foot": render(layout.selection_ring) if layout.selection_ring else "",
        "lastMarks": {name: render(mark) for name, mark in layout.last_marks.items()},
        "arrows": dict(layout.arrows),
        "stacks": dict(layout.stacks),
    }


def nodes_of(position: Position, ids: Mapping[PieceSlot, str], perspective: Perspective) -> list[Node]:
    """Return the pieces of a position as nodes, in paint order; ids: the id of the piece in each slot."""
    view = view_of(position.game, perspective.bottom, perspective.portrait)
    return view.nodes(view.pieces(position), ids, perspective.lang)


def difference(before: Sequence[Node], after: Sequence[Node]) -> dict[str, Any]:
    """Return the delta between two lists of nodes: `set`, `del` and, if needed, `order`, as in the message `Ply`."""
    old = {node[0]: node for node in before}
    new = {node[0]: node for node in after}
    changed = [node for node in after if old.get(node[0]) != node]
    delta: dict[str, object] = {"set": changed, "del": [name for name in old if name not in new]}
    # The order in which a client would have them after `set` and `del`: it is sent only where it is another one.
    expected = [name for name in old if name in new] + [name for name in new if name not in old]
    if expected != list(new):
        delta["order"] = list(new)
    return delta


def counters(position: Position, words: Words) -> list[Counter]:
    """Return the labelled numbers beside the board."""
    labelled: list[Counter] = []
    for each in scenes.counters(position, words):
        labelled.append({"seat": each.player, "label": each.label, "value": each.value})
        if each.bar:
            labelled[-1]["bar"] = each.bar
    return labelled


class BoardPresenter:
    """The board of a live game, with caches of this position and of the one before (for deltas)."""

    def __init__(self, live: LiveGame) -> None:
        self.live = live
        self.events: list[dict[str, object]] = []
        self._clear()
        self._last_cache: dict[object, Any] = {}
        self._tracked = scenes.TrackedPosition(live.record.start)
        for move in live.record.moves:
            self._follow(move)

    def _clear(self) -> None:
        self._cache: dict[object, Any] = {}
        self._icons: dict[str, str] = {}
        self._marked = 0

    def _follow(self, move: str) -> list[dict[str, object]]:
        """Play a move with the ids of the pieces, and return its events; none, and new ids, if they do not add up."""
        before = self._tracked.position
        try:
            return self._tracked.play(move)
        except Mismatch:
            logger.exception("a board does not follow its game: %s", before.game.name)
            # New ids: pieces jump instead of moving, and the game goes on.
            self._tracked = scenes.TrackedPosition(before.play(move))
            self._clear()  # no delta leads from the old ids: everybody gets a new view
            return []

    def advance(self, move: str) -> None:
        """Advance by a ply that the live game has not applied yet."""
        # Before the live game is advanced: the ids of pieces follow from the position before and the move.
        self.events = self._follow(move)
        # The position before is kept for one ply, as deltas lead from it.
        self._last_cache = self._cache
        self._clear()

    def drop_caches(self) -> None:
        """Free the memory of the caches: there are no subscribers."""
        self._last_cache = {}
        self._clear()

    def _cached(self, key: object, make: Callable[[], T]) -> T:
        if key not in self._cache:
            self._cache[key] = make()
        value: T = self._cache[key]
        return value

    # --- per position -------------------------------------------------------------------------------------------------

    def nodes(self, perspective: Perspective) -> list[Node]:
        """Return all pieces."""
        return self._cached(
            ("nodes", perspective), lambda: nodes_of(self.live.position, self._tracked.ids, perspective)
        )

    def delta(self, perspective: Perspective) -> dict[str, object] | None:
        """Return `set`, `del`, `order`, `zones` and `events` of the message `Ply`; None before the first view."""
        before = self._last_cache.get(("nodes", perspective))
        labels = self._last_cache.get(("zones", perspective.lang))
        # Nobody with this perspective has a board to change.
        if before is None or labels is None:
            return None
        now = self.zones(perspective.lang)
        zones: dict[str, str | None] = {zone: text for zone, text in now.items() if labels.get(zone) != text}
        # A label that is gone, as of a piece in hand.
        zones.update({zone: None for zone in labels if zone not in now})
        return difference(before, self.nodes(perspective)) | {"zones": zones, "events": self.events}

    def zones(self, lang: str) -> dict[str, str]:
        """Return a label for every zone."""
        return self._cached(("zones", lang), lambda: scenes.labels(self.live.position, words_in(lang)))

    def hud(self, lang: str) -> list[Counter]:
        """Return the counters."""
        return self._cached(("hud", lang), lambda: counters(self.live.position, words_in(lang)))

    def trie(self) -> click_trie.Trie:
        """Return the click trie of the seat that decides."""
        return self._cached("trie", lambda: scenes.tap_trie(self.live.position))

    def marks(self) -> dict[str, str]:
        """Return the icons of all moves."""
        while not self.mark_some(MOST_MARKED):
            pass
        return self._icons

    def mark_some(self, count: int) -> bool:
        """Compute the icons of some more moves; return whether all are computed."""
        moves = self.live.position.moves
        self._icons |= scenes.marks(self.live.position, moves[self._marked : self._marked + count])
        self._marked = min(self._marked + count, len(moves))
        return self._marked == len(moves)

    @property
    def has_marks(self) -> bool:
        """Whether the icons are computed, or not sent at all: there is no move, or more than `MOST_MARKED`."""
        position = self.live.position
        return position.turn < 0 or not self._marked < len(position.moves) <= MOST_MARKED

    def peeks(self, lang: str) -> dict[str, Preview]:
        """Return previews of all moves."""
        position, icons, words = self.live.position, self.marks(), words_in(lang)

        def preview(move: str) -> Preview:
            said: Preview = {"say": scenes.describe(position, move, words)}
            return said | {"icon": icons[move]} if move in icons else said

        return self._cached(("peeks", lang), lambda: {move: preview(move) for move in position.moves})

    def last(self, lang: str) -> LastPly | None:
        """Return the last ply with its sentence, or None before the first."""
        return self._cached(("last", lang), lambda: self._last(lang))

    def _last(self, lang: str) -> LastPly | None:
        record = self.live.record
        if not record.plies:
            return None
        before, move = record.positions[-2], record.plies[-1].move
        zones = self._cached("last zones", lambda: zones_of_last(before, move, record.position))
        words = words_in(lang)
        say = " ".join([scenes.describe(before, move, words), *changed_goals(before, record.position, words)])
        return {"m": move, "seat": self.live.origins[-1].seat, "zones": zones, "say": say}

    def for_decider(self, lang: str) -> dict[str, object]:
        """Return the parts of `Board` for the seat that decides: `trie`, `marks` and `peeks`."""
        position = self.live.position
        parts: dict[str, object] = {"trie": self.trie()}
        if len(position.moves) <= MOST_PEEKED or self._marked == len(position.moves) <= MOST_MARKED:
            parts["marks"] = self.marks()
        if len(position.moves) <= MOST_PEEKED:
            parts["peeks"] = self.peeks(lang)
        return parts

    def ghosts(self, move: str, perspective: Perspective) -> tuple[list[Node], list[str]]:
        """Return the nodes that a move would change, and the ids of nodes that it would remove."""
        # The ids must not be used up by a preview.
        tracked = self._tracked.copy()
        tracked.play(move)
        changes = difference(self.nodes(perspective), nodes_of(tracked.position, tracked.ids, perspective))
        return changes["set"], changes["del"]
