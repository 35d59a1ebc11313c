"""Boards: click scripts, events, labels and layout in random games of every variant."""

import random
from collections.abc import Iterator
from itertools import combinations, islice
from math import dist

import pytest
from tests.sampling import short_run

import charkoni
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.game import Position
from charkoni.core.translations import Words
from charkoni.graphics import click_trie, scene
from charkoni.graphics.scene import BoardView, TrackedPosition
from charkoni.web.engine.warm import playable

NAMES = (
    "mangala",
    "mangala:fortress",
    "focus",
    "focus:steps=upto",
    "focus:rescue",
    "banglagor",
    "banglagor:steps=upto",
    "mosty",
    "mosty:size=2",
    "mosty:size=10",
    "mosty:links=2",
    "gana",
    "gana:solo",
    "gana:shield",
    "barbakan",
    "barbakan:players=3",
    "barbakan:players=4",
    "barbakan:board=mini3",
    "barbakan:board=mini4",
    "chaupar",
    "chaupar:dice=1346",
    "chaupar:entry=outer",
)
IN_SHORT = (*playable(), "mangala:fortress", "mosty:links=2", "barbakan:players=4")
PLIES = 250


def games_of(name: str, seed: int, plies: int = PLIES) -> list[tuple[Position, str]]:
    """Return positions of random games, each with the move played there."""
    rng = random.Random(f"{name} {seed}")
    found: list[tuple[Position, str]] = []
    position = charkoni.game(name).start()
    while len(found) < plies:
        if position.turn == OVER:
            position = charkoni.game(name).start()
        move = rng.choice(position.moves)
        found.append((position, move))
        position = position.play(move)
    return found


@pytest.fixture(params=short_run(NAMES, IN_SHORT))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_pieces_keep_their_identity_from_move_to_move(name, trials):
    for seed in range(trials(3)):
        tracked = None
        for position, move in games_of(name, seed):
            if tracked is None or tracked.position != position:
                tracked = TrackedPosition(position)
            before = set(tracked.ids.values())
            events = tracked.play(move)
            assert set(tracked.ids) == {piece.slot for piece in BoardView(position.game).pieces(tracked.position)}
            named = {one for event in events for one in event.get("ids", [])}
            assert before ^ set(tracked.ids.values()) <= named


def test_a_board_tells_whether_it_ever_needs_a_row_of_chips(name):
    """A page reserves the row from the start, so that the board keeps its size."""
    positions = [position for position, _ in games_of(name, 9) if position.turn not in (CHANCE, OVER)]
    assert any(map(scene.needs_row, positions)) == scene.has_chips(charkoni.game(name))


def test_upright_boards_fit_a_phone(name):
    layout = BoardView(charkoni.game(name), 0, True).layout
    assert layout.height <= 2.6 * layout.width


PHONE_PX = (348.8, 516)
"""The room for a board at 360 x 740; a row of chips takes its own from the height.  With more than two players the
board is up to LEAST_OF_WIDTH times as high as the page is wide, and the page scrolls (`--least` in style.css)."""
ROW_PX, LEAST_OF_WIDTH = 50, 1.29
FAR_APART_PX = 32
DENSE = {"chaupar": 24}
"""Boards with denser places: where a finger may mean several, it is asked which (client/board/input.js)."""


@pytest.mark.parametrize("name", playable())
def test_on_a_phone_places_that_may_be_chosen_are_far_enough_apart(name):
    game = charkoni.game(name)
    layout = BoardView(game, 0, True).layout
    wide, high = PHONE_PX
    high = LEAST_OF_WIDTH * 360 if game.players > 2 else high - ROW_PX * scene.has_chips(game)
    scale = min(wide / layout.width, high / layout.height)
    choices = (
        [(layout.spots[zone].x, layout.spots[zone].y) for zone in tries if zone in layout.spots]
        for position, _ in games_of(name, 3)[::5]
        if position.turn not in (CHANCE, OVER)
        for tries in steps(scene.tap_trie(position))
    )
    found = [
        dist(*pair)
        for places in islice(filter(lambda places: len(places) > 1, choices), 12)
        for pair in combinations(places, 2)
    ]
    assert min(found) * scale >= DENSE.get(name, FAR_APART_PX)


def steps(trie: click_trie.Trie | str) -> Iterator[click_trie.Trie]:
    """Yield the choices of the first tap, and those of the second after some first ones."""
    assert isinstance(trie, dict)
    yield trie
    yield from (child for child in list(trie.values())[:3] if isinstance(child, dict))


def test_marks_belong_to_legal_moves(name):
    for position, _ in games_of(name, 10, 15):
        assert set(scene.marks(position)) <= set(position.moves)


def test_the_rest_of_a_game_of_mangala_is_described_in_one_sentence():
    at = charkoni.game("mangala").parse("0,0,0,0,0,1:20/3,2,1,0,0,0:21 a")
    told = scene.describe(at, "6", Words("en"))
    assert told.endswith("The last stone falls into the store. Red takes the last 6 stones.")
