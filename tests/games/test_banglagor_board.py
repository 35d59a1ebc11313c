"""The board of Banglagor: columns, trays, taps, events and words on positions made by hand."""

import random
from itertools import pairwise

import pytest

import charkoni
from charkoni.core.board_types import Event, Slot
from charkoni.core.constants import OVER
from charkoni.core.translations import LANGUAGES, Words
from charkoni.games.banglagor import board, taps
from charkoni.graphics import click_trie, scene
from charkoni.graphics.scene import BoardView, TrackedPosition

pytestmark = pytest.mark.once

ENGLISH = Words("en")
LAST_PLACING = "8/8/a7/bbbbaaaa/ccccccbb/8/8/CCCCCCBB/BBBBAAAA/AA6/8/8 b 000:100 0"
READY = "8/8/aa6/bbbbaaaa/ccccccbb/8/8/CCCCCCBB/BBBBAAAA/AA6/8/8 a 000:000 0"
DUEL = "8/8/8/6c1/8/8/4{green}3/8/8/3C4/8/B7 a 000:000 4"
LIFT = "5B2/8/8/4c3/7a/8/8/8/8/8/8/C7 a 000:000 6"
PASS = "2a5/8/8/8/8/8/8/8/8/8/a7/Cb6 a 000:000 4"
BOUND = "8/8/8/6c1/8/8/3b*4/3A4/8/8/8/B7 b 000:000 3"


def position(text, name="banglagor"):
    game = charkoni.game(name)
    return game.start() if text == "start" else game.parse(text)


def events_of(text, move, name="banglagor"):
    before = position(text, name)
    return board.events(before.state[0], move, before.play(move).state[0], before.game.flags)


def shown(text, seat=0):
    parsed = position(text)
    return {piece.slot: piece for piece in BoardView(parsed.game, seat).pieces(parsed)}


def scripts_of(text, name="banglagor"):
    found = {}
    for script, move in click_trie.leaves(scene.scripts(position(text, name))):
        found.setdefault(move, []).append(script)
    return found


def reason_code(text, prefix, zone, name="banglagor"):
    reason = scene.why_not(position(text, name), prefix, zone)
    return reason.code if reason else None


@pytest.mark.parametrize("portrait", [False, True])
def test_each_player_sees_the_own_land_below(portrait):
    game = charkoni.game("banglagor")
    blue, green = (BoardView(game, seat, portrait).layout for seat in range(2))
    assert blue.spots["a1"].y > blue.spots["a12"].y and blue.spots["a1"].x < blue.spots["h1"].x
    assert green.spots["a1"].y < green.spots["a12"].y and green.spots["a1"].x > green.spots["h1"].x
    assert blue.spots["hand-a-1"].y > blue.spots["hand-b-1"].y
    assert green.spots["hand-a-1"].y < green.spots["hand-b-1"].y


@pytest.mark.parametrize("portrait", [False, True])
def test_the_border_is_wider_than_other_gaps(portrait):
    spots = BoardView(charkoni.game("banglagor"), 0, portrait).layout.spots
    gaps = [spots[f"a{row}"].y - spots[f"a{row + 1}"].y for row in range(1, 12)]
    assert gaps[5] == board.CELL + board.FRONTIER
    assert set(gaps[:5] + gaps[6:]) == {board.CELL}


def test_cells_are_as_large_on_a_phone_as_a_finger():
    layout = BoardView(charkoni.game("banglagor"), 0, True).layout
    assert 360 / layout.width * board.CELL >= 43.5


def test_sides_differ_by_shape_and_bound_columns_are_other_symbols():
    pieces = shown("8/8/8/6c*1/8/8/4b3/8/8/3C4/8/B*7 a 000:000 4")
    cells = {slot.zone: (piece.symbol, piece.text) for slot, piece in pieces.items() if slot.zone in taps.INDEX}
    expected = {"g9": ("b3-bound", "3"), "e6": ("b2", "2"), "d3": ("a3", "3"), "a1": ("a2-bound", "2")}
    assert cells == expected
    symbols = BoardView(charkoni.game("banglagor")).layout.symbols
    assert {element.tag for element in symbols["a2"]} == {"rect"}
    assert {element.tag for element in symbols["b2"]} == {"circle"}


@pytest.mark.parametrize("player", "ab")
@pytest.mark.parametrize("height", [1, 2, 3])
def test_a_standing_column_has_a_ring_for_each_unit_and_a_shadow_and_a_bound_one_a_chain(player, height):
    symbols = BoardView(charkoni.game("banglagor")).layout.symbols
    standing = [element.cls for element in symbols[f"{player}{height}"]]
    assert standing[0] == "shade" and len(standing) == 1 + height
    bound = [element.cls for element in symbols[f"{player}{height}-bound"]]
    assert "shade" not in bound and bound.count("bound") == 4


def test_hands_lie_in_trays_with_counts_and_the_border_is_hatched_while_placing():
    pieces = shown("8/8/8/8/8/8/8/8/3C4/8/8/8 b 665:666 0")
    assert Slot("border") in pieces
    badges = {slot.zone: piece.text for slot, piece in pieces.items() if slot.zone.endswith("#")}
    assert badges["hand-a-3#"] == "×5" and badges["hand-b-3#"] == "×6" and len(badges) == 6
    assert Slot("hand-a-3", 4) in pieces and Slot("hand-a-3", 5) not in pieces


def test_the_tray_of_a_player_shows_what_he_removed():
    pieces = shown("8/8/aa6/bbbbaaaa/cccccb2/8/8/CCCCCCBB/BBBBAAAA/AA6/8/8 a 000:000 0")
    trays = {slot: piece.symbol for slot, piece in pieces.items() if slot.zone.startswith("taken")}
    assert trays == {
        Slot("taken-a-2"): "b2",
        Slot("taken-a-2#"): "badge",
        Slot("taken-a-3"): "b3",
        Slot("taken-a-3#"): "badge",
    }


def test_an_army_larger_than_the_rules_give_lies_in_no_tray_before_it_has_shrunk():
    text = "8/8/8/8/8/aaaaaaa1/a7/8/8/8/C7/CC6 a 000:000 0"
    assert not any(slot.zone.startswith("taken-a-1") for slot in shown(text))
    assert events_of(text, "a2-a5xa6")[1:] == [Event("capture", ((Slot("a6"), None),), zone="a6")]


def test_placing_is_the_height_and_then_the_cell():
    found = scripts_of("start")
    assert found["3@d4"] == [("hand-a-3", "d4")] and len(found) == 120


@pytest.mark.parametrize(
    ("text", "move", "script"),
    [
        (DUEL.format(green="b"), "d3-e5xe6", ("d3", "e5")),
        (DUEL.format(green="b"), "d3-d4", ("d3", "d4")),
        ("8/8/8/6c1/8/8/3b4/3B4/8/8/8/B7 a 000:000 3", "d5-d5xd6", ("d5", "return")),
        ("8/8/8/6c1/8/8/3b4/2bB4/8/8/8/B7 a 000:000 3", "d5-d5xd6", ("d5", "return", "d6")),
        ("8/8/8/6c1/8/8/3b4/2bB4/8/8/8/B7 a 000:000 3", "d5-d5xc5", ("d5", "return", "c5")),
        ("8/8/8/3b4/8/3bB3/8/8/8/8/8/A7 a 000:000 3", "e7-d8xd9", ("e7", "d8", "d9")),
        (BOUND, "~d6", ("d6", "free")),
        (LIFT, "f12@e8", ("f12", "lift", "e8")),
        (PASS, "-", ("pass",)),
    ],
)
def test_scripts_of_stage_2(text, move, script):
    assert scripts_of(text)[move] == [script]


def test_upto_lets_columns_of_3_return():
    found = scripts_of("8/8/8/6c1/8/8/8/8/3C4/8/8/B7 a 000:000 4", "banglagor:steps=upto")
    assert found["d4-d4"] == [("d4", "return")]


def test_placing_moves_a_column_from_the_hand():
    assert events_of("start", "3@d4") == [Event("place", ((Slot("hand-a-3", 5), Slot("d4")),), zone="d4")]


def test_the_last_of_a_height_takes_its_count_along_and_the_last_of_all_the_border_sign():
    happened = events_of(LAST_PLACING, "1@b10")
    assert [event.kind for event in happened] == ["place", "score"]
    assert set(happened[1].moved) == {(Slot("border"), None), (Slot("hand-b-1#"), None)}


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
    assert happened[1].moved == ((Slot("e6"), Slot("taken-a-2", 5)),)


def test_the_first_removed_column_brings_a_count():
    # 36 against 35: the green column of 1 on a6 is removed by the blue one of 3 that walks from a3 to a5.
    text = "8/8/8/8/aaaaabbb/bbbccccc/a4c2/8/8/CCCCCCBB/BBBBAAAA/AA6 a 000:000 0"
    move = next(move for move in position(text).moves if move.endswith("xa6"))
    happened = events_of(text, move)
    assert happened[1].moved == ((Slot("a6"), Slot("taken-a-1", 0)),)
    assert happened[2] == Event("score", ((None, Slot("taken-a-1#")),))


def test_an_equal_column_is_bound_and_a_bound_one_stays_as_it_is():
    bound = events_of(DUEL.format(green="c"), "d3-e5xe6")
    assert bound[1] == Event("bind", ((Slot("e6"), Slot("e6")),), zone="e6")
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
    table = TrackedPosition(charkoni.game(name).parse(READY))
    for _ in range(trials(150)):
        if table.position.turn == OVER:
            table = TrackedPosition(charkoni.game(name).parse(READY))
        before = table.position
        for event in table.play(rng.choice(before.moves)):
            if event["kind"] != "move":
                continue
            cells = [taps.INDEX[cell] for cell in event["path"]]
            assert all(end in taps.NEIGHBOURS[start] for start, end in pairwise(cells))
            assert all(taps.cell_is_free(before.state[0], cell) for cell in cells if cell != cells[0])


@pytest.mark.parametrize(
    ("text", "prefix", "sentence"),
    [
        ("start", (), "Choose a height from your hand."),
        ("start", ("hand-a-2",), "Place the column of height 2 on your own land, not on the border row."),
        (READY, (), "Choose a column of yours."),
        (READY, ("a5",), "Where to? The column makes exactly 3 steps."),
        (READY, ("a3",), "Where to? The column makes exactly 1 step."),
        (PASS, (), "No column can move: you have to pass."),
        (BOUND, ("d6",), "This column is bound. Freeing it is the whole turn."),
        (
            LIFT,
            ("f12",),
            "Where to? The column makes exactly 2 steps. Or lift it off the board and put it anywhere.",
        ),
        (LIFT, ("f12", "lift"), "Put the column on any free cell. There it does not attack."),
        (
            "8/8/8/6c1/8/8/3b4/2c*B4/2B5/8/8/B7 a 000:000 3",
            ("d5", "return"),
            "Which column do you attack? d6: 2 ≤ 2, it is bound. c5: 2+2 > 3, it is removed.",
        ),
        (
            "8/8/8/3b*4/8/3bB3/8/8/8/8/8/A7 a 000:000 3",
            ("e7", "d8"),
            "Which column do you attack? d9: 2 ≤ 2, it stays bound. d7: 2 ≤ 2, it is bound.",
        ),
    ],
)
def test_the_coach_says_what_comes_next(text, prefix, sentence):
    assert scene.prompt(position(text), prefix, ENGLISH) == sentence


def test_the_coach_knows_the_flag_and_a_full_land():
    free = position(READY, "banglagor:steps=upto")
    assert scene.prompt(free, ("a5",), ENGLISH) == "Where to? The column makes 1 to 3 steps."
    full = position("8/8/8/8/8/8/8/" + "/".join(["AAAAAAAA"] * 5) + " a 600:600 0")
    assert scene.prompt(full, (), ENGLISH) == "There is no cell to place on: you have to pass."


@pytest.mark.parametrize(
    ("text", "prefix", "zone", "code"),
    [
        ("start", (), "a1", "PLACE_FIRST"),
        ("start", (), "a6", "FRONTIER_FORBIDDEN"),
        ("start", (), "a9", "NOT_OWN_LAND"),
        ("start", (), "hand-b-1", "NOT_YOURS"),
        ("start", (), "pass", "MUST_MOVE"),
        ("start", (), "lift", None),
        ("start", ("hand-a-1",), "a7", "FRONTIER_FORBIDDEN"),
        ("start", ("hand-a-1",), "hand-a-2", None),
        (LAST_PLACING, (), "hand-b-3", "NOT_IN_HAND"),
        (LAST_PLACING, (), "a8", "OCCUPIED"),
        (READY, (), "a10", "NOT_YOURS"),
        (READY, (), "a1", "NOT_YOURS"),
        (READY, (), "hand-a-1", "ALL_PLACED"),
        (PASS, (), "a1", "BLOCKED_PATH"),
        (READY, ("a5",), "a7", "WRONG_LENGTH"),
        (READY, ("a5",), "a4", "OCCUPIED"),
        (READY, ("a5",), "free", "NOT_BOUND"),
        (READY, ("a5",), "lift", "NOT_ON_LAST_RANK"),
        (READY, ("a5",), "return", "WRONG_LENGTH"),
        (READY, ("a5",), "hand-a-1", None),
        (BOUND, ("d6",), "d7", "BOUND"),
        (LIFT, ("f12", "lift"), "e9", "OCCUPIED"),
        (LIFT, ("f12", "lift"), "free", None),
        ("8/8/8/3b4/8/3bB3/8/8/8/8/8/A7 a 000:000 3", ("e7", "d8"), "h1", "MUST_CHOOSE_VICTIM"),
        ("8/8/8/6c1/8/8/3b4/2bB4/8/8/8/B7 a 000:000 3", ("d5", "return"), "h1", "MUST_CHOOSE_VICTIM"),
    ],
)
def test_a_tap_without_effect_says_why(text, prefix, zone, code):
    assert reason_code(text, prefix, zone) == code


@pytest.mark.parametrize(
    ("text", "move", "sentence"),
    [
        ("start", "3@d4", "a places a column of height 3 on d4."),
        (LAST_PLACING, "1@b10", "b places a column of height 1 on b10. All columns are placed: now they move."),
        (
            DUEL.format(green="b"),
            "d3-e5xe6",
            "a moves a column of height 3 from d3 to e5. The column on e6 is removed: 3 > 2.",
        ),
        (
            DUEL.format(green="c"),
            "d3-e5xe6",
            "a moves a column of height 3 from d3 to e5. The column on e6 is bound: 3 ≤ 3.",
        ),
        (
            "8/8/8/6c1/8/8/3Ac*3/8/8/4B3/8/B7 a 000:000 7",
            "e3-e5xe6",
            "a moves a column of height 2 from e3 to e5. The column on e6 stays bound: 2+1 ≤ 3.",
        ),
        (
            "8/8/8/6c1/8/8/3b4/3B4/8/8/8/B7 a 000:000 3",
            "d5-d5xd6",
            "a moves the column of height 2 from d5 out and back. The column on d6 is bound: 2 ≤ 2.",
        ),
        (BOUND, "~d6", "b frees the column on d6."),
        (LIFT, "f12@e8", "a lifts the column from f12 and puts it on e8."),
        (PASS, "-", "a has no move and passes."),
        (
            "8/8/4c3/7a/8/8/3A4/8/8/8/8/C7 a 000:000 19",
            "a1-a4",
            "a moves a column of height 3 from a1 to a4. "
            "Ten moves of each side without an invasion: the game is drawn.",
        ),
        (
            "8/cccccb2/8/8/3b4/8/3C4/8/8/CC6/CCCCCCCC/C7 a 000:000 2",
            "d6-d7xd8",
            "a moves a column of height 3 from d6 to d7. The column on d8 is removed: 3 > 2. "
            "b has a height of 17 against 36, less than half.",
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
    assert labels["hand-a-1"] == "removed by a: 6 columns of height 1"
    placing = scene.labels(position(LAST_PLACING), ENGLISH)
    assert placing["hand-b-1"] == "in hand of b: 1 column of height 1"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", ["start", READY, BOUND, LIFT])
def test_labels_cover_all_zones_in_all_languages(language, text):
    labels = scene.labels(position(text), Words(language))
    assert set(BoardView(charkoni.game("banglagor")).layout.spots) <= set(labels)
    assert {"return", "free", "lift", "pass"} <= set(labels)


def test_counters_show_heights_with_the_half_line_bound_columns_and_the_draw():
    text = "8/8/8/6c*1/8/8/4b3/8/8/3C4/8/B*7 a 000:000 4"
    counters = [tuple(counter) for counter in scene.counters(position(text), ENGLISH)]
    assert counters == [
        (0, "total height", "5", (5, 3, 36)),
        (0, "lost below", "3", None),
        (0, "bound", "1", None),
        (1, "total height", "5", (5, 3, 36)),
        (1, "lost below", "3", None),
        (1, "bound", "1", None),
        (None, "plies without invasion", "4/20", None),
    ]
    placing = [tuple(counter) for counter in scene.counters(position(LAST_PLACING), ENGLISH)]
    assert placing == [
        (0, "total height", "36", None),
        (0, "columns in hand", "0", None),
        (1, "total height", "35", None),
        (1, "columns in hand", "1", None),
    ]
