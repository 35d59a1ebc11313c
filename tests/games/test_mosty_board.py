"""The board of Mosty: where bridges stand, what is told of them, what they are worth."""

import random

import pytest

import charkoni
from charkoni.core.board_types import Event, Slot
from charkoni.core.constants import OVER
from charkoni.core.translations import Words
from charkoni.games.mosty import board, chains
from charkoni.graphics import scene
from charkoni.graphics.scene import BoardView

pytestmark = pytest.mark.once

ENGLISH = Words("en")
EDGES = ("edge-a0", "edge-a1", "edge-b0", "edge-b1")


def events_of(name, text, move):
    before = charkoni.game(name).parse(text)
    return board.events(before.state[0], move, before.play(move).state[0], before.game.flags)


def needed(name, text):
    s = charkoni.game(name).parse(text).state[0]
    return chains.needed(s, 0), chains.needed(s, 1)


def test_zones_are_the_crossings_and_the_edges():
    spots = BoardView(charkoni.game("mosty:size=2")).layout.spots
    assert set(spots) == {"a1", "a3", "b2", "c1", "c3", *EDGES}


def test_red_sees_his_edges_at_the_bottom_and_the_top():
    spots = BoardView(charkoni.game("mosty"), 0).layout.spots
    assert spots["edge-a0"].y > spots["e5"].y > spots["edge-a1"].y
    assert spots["edge-b0"].x < spots["e5"].x < spots["edge-b1"].x
    assert spots["a1"].x < spots["c1"].x and spots["a1"].y > spots["a3"].y


def test_blue_sees_the_board_turned_by_a_quarter_turn():
    spots = BoardView(charkoni.game("mosty"), 1).layout.spots
    assert spots["edge-b0"].y > spots["e5"].y > spots["edge-b1"].y
    assert spots["edge-a1"].x < spots["e5"].x < spots["edge-a0"].x
    assert spots["a1"].y > spots["c1"].y and spots["a1"].x > spots["a3"].x


def test_zones_of_crossings_fill_the_board_between_the_dots():
    layout = BoardView(charkoni.game("mosty")).layout
    assert abs(layout.spots["a1"].x - layout.spots["b2"].x) == board.STEP
    points = dict(layout.spots["c3"].shape.attributes)["points"]
    xs = [float(point.split(",")[0]) for point in points.split()]
    assert max(xs) - min(xs) == 2 * board.STEP


@pytest.mark.parametrize(
    ("seat", "symbols"),
    [
        (0, {"a1": "bridge-a1", "b2": "bridge-a0", "c1": "bridge-b0", "c3": "bridge-b0"}),
        (1, {"a1": "bridge-a0", "b2": "bridge-a1", "c1": "bridge-b1", "c3": "bridge-b1"}),
    ],
)
def test_bridges_stand_upright_or_lie_by_side_crossing_and_seat(seat, symbols):
    # Red a1 upright (1,0)-(1,2) and b2 lying (1,2)-(3,2); Blue c1 and c3 lying.
    position = charkoni.game("mosty:size=2").parse("1b/r/rb a")
    shown = {piece.slot.zone: piece.symbol for piece in BoardView(position.game, seat).pieces(position)}
    chain = {"a1", "b2"}
    assert shown == {zone: symbol + ("-chain" if zone in chain else "") for zone, symbol in symbols.items()}


def test_the_winning_chain_is_marked():
    position = charkoni.game("mosty:size=2").parse("rb/1/rb .")
    shown = {piece.slot.zone: piece.symbol for piece in BoardView(position.game).pieces(position)}
    assert shown == {"a1": "bridge-a1-won", "a3": "bridge-a1-won", "c1": "bridge-b0", "c3": "bridge-b0"}


def test_single_bridges_are_no_chain():
    position = charkoni.game("mosty").parse("5/4/5/4/5/4/1r3/4/4b a")
    assert {piece.symbol for piece in BoardView(position.game).pieces(position)} == {"bridge-a1", "bridge-b0"}


def test_a_bridge_is_built():
    assert events_of("mosty", "5/4/5/4/5/4/5/4/5 a", "c3") == [Event("build", ((None, Slot("c3")),), zone="c3")]


def test_the_end_carries_the_winning_chain():
    happened = events_of("mosty:size=2", "1b/1/r1 a", "a3")
    assert [event.kind for event in happened] == ["build", "end"]
    assert happened[1].path == ("a1", "a3")


def test_the_winning_chain_is_walked_from_edge_to_edge_without_its_branches():
    # Blue: a1 (0,1)-(2,1), b2 (2,1)-(2,3), c3 (2,3)-(4,3); the branch a3 (0,3)-(2,3) gives a shorter chain.
    assert events_of("mosty:size=2", "2/b/br b", "c3")[-1].path == ("a1", "b2", "c3")
    assert events_of("mosty:size=2", "b1/b/br b", "c3")[-1].path == ("a3", "c3")


def test_there_is_no_winning_chain_before_the_end():
    position = charkoni.game("mosty:size=2").parse("1b/1/r1 a")
    assert chains.winning_chain(position.state[0], 0) == []


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("2/1/2 a", (2, 2)),
        ("2/1/r1 b", (1, 2)),
        ("1b/1/r1 a", (1, 1)),
        ("rb/1/r1 .", (0, None)),
        ("2/b/r1 a", (1, 2)),
        ("b1/r/r1 b", (1, 1)),
    ],
)
def test_bridges_needed_are_the_shortest_way_round_the_bridges_of_the_other_side(text, count):
    assert needed("mosty:size=2", text) == count


def test_bridges_needed_agree_with_the_rules_in_random_games():
    rng = random.Random(4)
    for size in (2, 3, 5):
        position = charkoni.game(f"mosty:size={size}").start()
        while position.turn != OVER:
            one, other = (chains.needed(position.state[0], side) for side in range(2))
            wins = [move for move in position.moves if position.play(move).turn == OVER]
            assert (one if position.turn == 0 else other) > 0
            assert bool(wins) == ((one if position.turn == 0 else other) == 1)
            position = position.play(rng.choice(position.moves))
        winner = position.outcome.scores.index(max(position.outcome.scores))
        assert chains.needed(position.state[0], winner) == 0
        assert chains.needed(position.state[0], 1 - winner) is None


def test_counters_show_the_bridges_needed_and_with_two_links_those_left():
    position = charkoni.game("mosty:links=2").parse("5/4/5/4/2r2/4/5/4/5 b 2")
    shown = [(counter.player, counter.value) for counter in scene.counters(position, ENGLISH)]
    assert shown == [(0, "4"), (1, "5"), (None, "2")]
    over = charkoni.game("mosty:size=2").parse("rb/1/r1 .")
    assert [counter.value for counter in scene.counters(over, ENGLISH)] == ["0", "–"]


@pytest.mark.parametrize(
    ("zone", "code"), [("c3", "TAKEN"), ("e5", "CROSSES_BRIDGE"), ("edge-a0", "OUTSIDE"), ("edge-b1", "OUTSIDE")]
)
def test_a_tap_without_effect_says_why(zone, code):
    position = charkoni.game("mosty").parse("5/4/5/4/2b2/4/1r3/4/5 a")
    reason = scene.why_not(position, (), zone)
    assert reason and reason.code == code


def test_a_move_is_told():
    position = charkoni.game("mosty").start()
    assert scene.tell(position, "c3", ENGLISH) == "a builds a bridge on c3."
    position = charkoni.game("mosty:size=2").parse("1b/1/r1 a")
    assert scene.tell(position, "a3", ENGLISH) == "a builds a bridge on a3. A chain of 2 bridges joins both edges!"
    position = charkoni.game("mosty:links=2").parse("5/4/5/4/2r2/4/5/4/5 b 2")
    assert scene.tell(position, "d6", ENGLISH) == "b builds a bridge on d6. 1 more bridge in this turn."


def test_the_coach_says_how_many_bridges_are_left_in_the_turn():
    one, two = charkoni.game("mosty").start(), charkoni.game("mosty:links=2").parse("5/4/5/4/2r2/4/5/4/5 b 2")
    assert scene.prompt(one, (), ENGLISH) == "Choose a crossing for your bridge."
    assert scene.prompt(two, (), ENGLISH) == "Choose a crossing: 2 bridges in this turn."


def test_every_zone_has_a_label():
    position = charkoni.game("mosty:size=2").parse("1b/1/r1 a")
    assert scene.labels(position, ENGLISH) == {
        "a1": "a1: bridge of Red",
        "c1": "c1: free crossing",
        "b2": "b2: free crossing",
        "a3": "a3: free crossing",
        "c3": "c3: bridge of Blue",
        "edge-a0": "edge of Red beside row 1",
        "edge-a1": "edge of Red beside row 3",
        "edge-b0": "edge of Blue beside column a",
        "edge-b1": "edge of Blue beside column c",
    }
