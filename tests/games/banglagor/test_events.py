"""Banglagor: events, labels and sentences about moves."""

import random
from itertools import pairwise

import pytest
from tests.games.banglagor.positions import BOUND, DUEL, LAST_PLACING, LIFT, PASS, READY, events_of, position

import charkoni
from charkoni.core.board_types import Event, PieceSlot
from charkoni.core.constants import OVER
from charkoni.core.translations import LANGUAGES, Words
from charkoni.games.banglagor import taps
from charkoni.graphics import scene
from charkoni.graphics.scene import BoardView, TrackedPosition

pytestmark = pytest.mark.once

ENGLISH = Words("en")


def test_placing_moves_a_column_from_the_hand():
    assert events_of("start", "3@d4") == [Event("place", ((PieceSlot("hand-a-3", 5), PieceSlot("d4")),), zone="d4")]


def test_the_last_of_a_height_takes_its_count_along_and_the_last_of_all_the_border_sign():
    happened = events_of(LAST_PLACING, "1@b10")
    assert [event.kind for event in happened] == ["place", "score"]
    gone = (PieceSlot("border"), PieceSlot("hand-b-1#"))
    assert set(happened[1].moved) == {(slot, None) for slot in gone}


def test_a_walk_names_all_its_cells():
    walk = events_of(DUEL.format(green="b"), "d3-e5xe6")[0]
    assert walk.kind == "move" and walk.path[0] == "d3" and walk.path[-1] == "e5" and len(walk.path) == 4


def test_a_return_walks_out_and_back():
    walk = events_of("8/8/8/6c1/8/8/3b4/3B4/8/8/8/B7 a 000:000 3", "d5-d5xd6")[0]
    assert walk.path[0] == walk.path[2] == "d5" and walk.path[1] in {"c5", "e5", "d4"}


def test_fewer_steps_are_walked_directly():
    text = "8/8/8/6c1/8/8/4b3/8/3C4/8/8/B7 a 000:000 4"
    assert events_of(text, "d4-d5", "banglagor:steps=upto")[0].path == ("d4", "d5")


def test_a_removed_column_goes_to_the_tray_of_the_mover():
    happened = events_of(DUEL.format(green="b"), "d3-e5xe6")
    assert [event.kind for event in happened] == ["move", "capture"]
    assert happened[1].moved == ((PieceSlot("e6"), PieceSlot("taken-a-2", 5)),)


def test_the_first_removed_column_brings_a_count():
    # 36 against 35: the green column of 1 on a6 is removed by the blue one of 3 that walks from a3 to a5.
    text = "8/8/8/8/aaaaabbb/bbbccccc/a4c2/8/8/CCCCCCBB/BBBBAAAA/AA6 a 000:000 0"
    move = next(move for move in position(text).moves if move.endswith("xa6"))
    happened = events_of(text, move)
    assert happened[1].moved == ((PieceSlot("a6"), PieceSlot("taken-a-1", 0)),)
    assert happened[2] == Event("score", ((None, PieceSlot("taken-a-1#")),))


def test_an_equal_column_is_bound_and_a_bound_one_stays_as_it_is():
    bound = events_of(DUEL.format(green="c"), "d3-e5xe6")
    assert bound[1] == Event("bind", ((PieceSlot("e6"), PieceSlot("e6")),), zone="e6")
    stays = events_of("8/8/8/6c1/8/8/3Ac*3/8/8/4B3/8/B7 a 000:000 7", "e3-e5xe6")
    assert [event.kind for event in stays] == ["move"]


@pytest.mark.parametrize(
    ("text", "move", "kinds"),
    [
        (BOUND, "~d6", ["free"]),
        (LIFT, "f12@e8", ["lift"]),
        (PASS, "-", ["pass"]),
        ("8/8/4c3/7a/8/8/3A4/8/8/8/8/C7 a 000:000 19", "a1-a4", ["move", "end"]),
    ],
)
def test_kinds_of_events(text, move, kinds):
    assert [event.kind for event in events_of(text, move)] == kinds


@pytest.mark.parametrize("name", ["banglagor", "banglagor:steps=upto"])
def test_events_lead_to_the_pieces_after_and_walks_are_legal_in_random_games(name, trials):
    rng = random.Random(7)
    tracked = TrackedPosition(charkoni.game(name).parse(READY))
    for _ in range(trials(150)):
        if tracked.position.turn == OVER:
            tracked = TrackedPosition(charkoni.game(name).parse(READY))
        before = tracked.position
        for event in tracked.play(rng.choice(before.moves)):
            if event["kind"] != "move":
                continue
            cells = [taps.INDEX[cell] for cell in event["path"]]
            assert all(end in taps.NEIGHBOURS[start] for start, end in pairwise(cells))
            assert all(taps.cell_is_free(before.state[0], cell) for cell in cells if cell != cells[0])


@pytest.mark.parametrize(
    ("text", "move", "sentence"),
    [
        ("start", "3@d4", "Blue places a column of height 3 on d4."),
        (LAST_PLACING, "1@b10", "Green places a column of height 1 on b10. All columns are placed: now they move."),
        (
            DUEL.format(green="b"),
            "d3-e5xe6",
            "Blue moves a column of height 3 from d3 to e5. The column on e6 is removed: 3 > 2.",
        ),
        (
            DUEL.format(green="c"),
            "d3-e5xe6",
            "Blue moves a column of height 3 from d3 to e5. The column on e6 is bound: 3 ≤ 3.",
        ),
        (
            "8/8/8/6c1/8/8/3Ac*3/8/8/4B3/8/B7 a 000:000 7",
            "e3-e5xe6",
            "Blue moves a column of height 2 from e3 to e5. The column on e6 stays bound: 2+1 ≤ 3.",
        ),
        (
            "8/8/8/6c1/8/8/3b4/3B4/8/8/8/B7 a 000:000 3",
            "d5-d5xd6",
            "Blue moves the column of height 2 from d5 out and back. The column on d6 is bound: 2 ≤ 2.",
        ),
        (BOUND, "~d6", "Green frees the column on d6."),
        (LIFT, "f12@e8", "Blue lifts the column from f12 and puts it on e8."),
        (PASS, "-", "Blue has no move and passes."),
        (
            "8/8/4c3/7a/8/8/3A4/8/8/8/8/C7 a 000:000 19",
            "a1-a4",
            "Blue moves a column of height 3 from a1 to a4. "
            "Ten moves of each side without an invasion: the game is drawn.",
        ),
        (
            "8/cccccb2/8/8/3b4/8/3C4/8/8/CC6/CCCCCCCC/C7 a 000:000 2",
            "d6-d7xd8",
            "Blue moves a column of height 3 from d6 to d7. The column on d8 is removed: 3 > 2. "
            "Green has a height of 17 against 36, less than half.",
        ),
    ],
)
def test_moves_are_told(text, move, sentence):
    assert scene.describe(position(text), move, ENGLISH) == sentence


def test_labels_say_what_stands_where():
    labels = scene.labels(position("8/8/8/6c*1/8/8/4b3/8/8/3C4/8/B*7 a 000:000 4"), ENGLISH)
    assert labels["g9"] == "g9: green column of height 3, bound"
    assert labels["e6"] == "e6: green column of height 2"
    assert labels["d3"] == "d3: blue column of height 3"
    assert labels["a1"] == "a1: blue column of height 2, bound"
    assert labels["a2"] == "a2: empty"
    assert labels["hand-a-1"] == "removed by Blue: 6 columns of height 1"
    placing = scene.labels(position(LAST_PLACING), ENGLISH)
    assert placing["hand-b-1"] == "in Green's hand: 1 column of height 1"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", ["start", READY, BOUND, LIFT])
def test_labels_cover_all_zones_in_all_languages(language, text):
    labels = scene.labels(position(text), Words(language))
    assert set(BoardView(charkoni.game("banglagor")).layout.spots) <= set(labels)
    assert {"return", "free", "lift", "pass"} <= set(labels)
