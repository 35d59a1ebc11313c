"""The board of Gana: what stands where on a shared square, taps with and without the king, what is told."""

import random

import pytest

import charkoni
from charkoni.core.board_types import Event, Slot
from charkoni.core.constants import OVER
from charkoni.core.translations import LANGUAGES, Words
from charkoni.games.gana import board
from charkoni.games.gana.rules import is_attacked
from charkoni.games.gana.taps import reach
from charkoni.graphics import click_trie, scene
from charkoni.graphics.scene import BoardView, TrackedPosition

pytestmark = pytest.mark.once

ENGLISH = Words("en")
PICTURE = "8/2,ppp,1,PPPP,2,pp/3,PPPp,4/2,KP,2,k,PP,1/8/1,PPP,1,p,p,3/8/8 a 0"
BESIDE_FULL = "4,k,3/8/8/3,pppp,4/8/3,KP,4/8/8 a 0"  # d5 is full of Black, KP stands on d3
CLOSED = "4,k,3/8/8/8/8/3,PPPP,4/3,KP,4/8 a 0"  # d3 is full of White, KP stands on d2


def at(text, name="gana"):
    return charkoni.game(name).parse(text)


def with_d5(contents):
    """Return a finished position with these pieces on d5, and the kings far away unless they are among them."""
    top, bottom = "8" if "k" in contents else "k,7", "8" if "K" in contents else "7,K"
    return at(f"{top}/8/8/3,{contents},4/8/8/8/{bottom} . 100")


def events_of(text, move, name="gana"):
    before = at(text, name)
    return board.events(before.state[0], move, before.play(move).state[0], before.game.flags)


def scripts_of(text, move, name="gana"):
    position = at(text, name)
    assert move in position.moves
    return set(board.scripts(position.state[0], move, position.game.flags))


def offsets(text, cell, seat=0):
    """Return the pieces on a square with their places from its middle."""
    position = at(text)
    view = BoardView(position.game, seat)
    spot = view.layout.spots[cell]
    return {
        piece.symbol: (piece.x - spot.x, piece.y - spot.y)
        for piece in view.pieces(position)
        if piece.slot.zone in (cell, f"{cell}#")
    }


# --- the picture ------------------------------------------------------------


def test_zones_are_the_squares():
    spots = BoardView(charkoni.game("gana")).layout.spots
    assert set(spots) == {f"{file}{row}" for file in "abcdefgh" for row in range(1, 9)}


def test_each_player_sees_his_first_row_at_the_bottom():
    white, black = (BoardView(charkoni.game("gana"), seat).layout.spots for seat in range(2))
    assert white["a1"].y > white["a8"].y and white["a1"].x < white["h1"].x
    assert black["a1"].y < black["a8"].y and black["a1"].x > black["h1"].x
    assert all((white[cell].x, white[cell].y) == (black[turned].x, black[turned].y) for cell, turned in [("b3", "g6")])


def test_a_piece_by_itself_is_large_and_in_the_middle():
    assert offsets("4,k,3/8/8/8/8/8/3,P,4/4,K,3 a 0", "d2") == {"pawn-a": (0, 0)}
    assert offsets("4,k,3/8/8/8/8/8/3,P,4/4,K,3 a 0", "e8") == {"king-b": (0, 0)}


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("contents", ["Pp", "PPp", "Ppp", "PPpp", "PPPp", "Pppp", "KPp", "Pkp", "Kppp", "PPPk"])
def test_on_a_mixed_square_own_pieces_stand_on_the_own_side(contents, seat):
    position = with_d5(contents)
    view = BoardView(position.game, seat)
    spot = view.layout.spots["d5"]
    heights = {"a": [], "b": []}
    for piece in view.pieces(position):
        if piece.slot.zone == "d5":
            heights[piece.symbol.split("-")[1]].append(piece.y - spot.y)
    own, other = (heights["a"], heights["b"]) if seat == 0 else (heights["b"], heights["a"])
    assert sum(own) / len(own) > 0 > sum(other) / len(other)
    assert sum(1 for y in own if y > 0) == min(len(own), 2)


def test_pieces_on_a_square_never_overlap():
    for contents in ("PP", "PPP", "PPPP", "pp", "ppp", "pppp", "Pp", "PPp", "Ppp", "PPpp", "PPPp", "Pppp"):
        position = with_d5(contents)
        for seat in range(2):
            found = [p for p in BoardView(position.game, seat).pieces(position) if p.slot.zone == "d5"]
            places = [(piece.x, piece.y) for piece in found]
            assert len(places) == len(contents)
            for i, one in enumerate(places):
                for other in places[:i]:
                    assert (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 > (2 * board.SMALL) ** 2


def test_a_badge_tells_the_numbers_on_mixed_squares_only():
    position = at(PICTURE)
    shown = {piece.slot: piece.text for piece in BoardView(position.game).pieces(position) if piece.symbol == "badge"}
    assert shown == {Slot("d6#"): "3|1"}


def test_a_king_who_can_be_taken_has_a_halo():
    # f5 is attacked by the group on g5, c5 by the group of three on c7 (its second pawn stops there).
    position = at(PICTURE)
    shown = {piece.slot: (piece.symbol, piece.x, piece.y) for piece in BoardView(position.game).pieces(position)}
    kings = {slot: value[1:] for slot, value in shown.items() if value[0].startswith("king")}
    assert shown[Slot("halo-a")] == ("halo-small", *kings[Slot("c5", 8)])
    assert shown[Slot("halo-b")] == ("halo", *kings[Slot("f5", 9)])
    assert not {
        slot for slot in BoardView(position.game).pieces(position.play("g5w")) if slot.slot.zone.startswith("halo")
    }


def test_halos_agree_with_the_rules():
    rng = random.Random(5)
    position = charkoni.game("gana").start()
    for _ in range(150):
        if position.turn == OVER:
            position = charkoni.game("gana").start()
        s = position.state[0]
        shown = {piece.slot.zone for piece in BoardView(position.game).pieces(position)}
        for side, zone in enumerate(("halo-a", "halo-b")):
            attacked = position.turn != OVER and bool(is_attacked(s, side, int(s.king[side])))
            assert (zone in shown) == attacked
        position = position.play(rng.choice(position.moves))


# --- taps ------------------------------------------------------------


def test_a_lone_pawn_takes_two_taps():
    assert scripts_of("4,k,3/8/8/8/8/8/3,P,4/4,K,3 a 0", "d2n") == {("d2", "n"), ("d2", "d3")}


def test_a_group_goes_to_any_square_of_its_lane():
    assert scripts_of(PICTURE, "b3e") == {("b3", "e"), ("b3", "c3"), ("b3", "d3"), ("b3", "e3")}


def test_a_lane_ends_before_a_full_square_and_at_the_edge():
    assert scripts_of(PICTURE.replace(" a ", " b "), "c7e") == {("c7", "e"), ("c7", "d7")}
    assert scripts_of(PICTURE, "b3w") == {("b3", "w"), ("b3", "a3")}


def test_a_king_without_pawns_takes_two_taps():
    assert scripts_of("4,k,3/8/8/8/8/8/8/4,K,2,P a 0", "e1n:k") == {("e1", "n"), ("e1", "e2")}


def test_a_king_without_pawns_enters_a_full_square():
    text = "4,k,3/8/8/8/3,pppp,4/3,K,4/8/8 a 0"
    assert scripts_of(text, "d3n:k") == {("d3", "n"), ("d3", "d4")}


def test_a_king_with_pawns_takes_a_third_tap():
    assert scripts_of(PICTURE, "c5n:k") == {("c5", zone, "alone") for zone in ("n", "c6", "c7")}
    assert scripts_of(PICTURE, "c5n:2") == {("c5", zone, "k-2") for zone in ("n", "c6", "c7")} | {("c5", "n", "c7")}
    assert scripts_of(PICTURE, "c5n:1") == {("c5", zone, "k-1") for zone in ("n", "c6", "c7")} | {("c5", "n", "c6")}


def test_the_ray_of_the_king_goes_on_to_the_full_square_that_he_may_enter():
    assert scripts_of(BESIDE_FULL, "d3n:2") == {("d3", zone, "k-2") for zone in ("n", "d4", "d5")} | {("d3", "n", "d5")}
    assert reach(at(BESIDE_FULL).state[0], 4 * (2 * 8 + 3)) == 2


def test_a_full_square_right_beside_leaves_the_king_alone():
    text = "4,k,3/8/8/8/3,pppp,4/3,KPP,4/8/8 a 0"
    assert scripts_of(text, "d3n:k") == {("d3", "n", "alone"), ("d3", "d4", "alone")}
    assert not {move for move in at(text).moves if move.startswith("d3n:") and move != "d3n:k"}


def test_no_square_beyond_the_enemy_king_is_tapped():
    text = "8/8/8/3,k,4/3,KP,4/8/8/8 a 0"
    assert scripts_of(text, "d4n:1") == {("d4", "n", "k-1"), ("d4", "d5", "k-1"), ("d4", "n", "d5")}


def test_behind_every_way_to_tap_a_direction_lie_the_same_moves():
    rng = random.Random(6)
    position = charkoni.game("gana").start()
    for _ in range(60):
        if position.turn == OVER:
            position = charkoni.game("gana").start()
        behind: dict[tuple[str, str], set[str]] = {}
        for script, move in click_trie.leaves(scene.scripts(position)):
            behind.setdefault(script[:2], set()).add(move)
        for (start, zone), moves in behind.items():
            (towards,) = {move[2] for move in moves}
            assert zone == towards or behind[start, towards] == moves
        position = position.play(rng.choice(position.moves))


@pytest.mark.parametrize(
    ("text", "prefix", "zone", "code"),
    [
        (PICTURE, (), "a1", "NO_OWN_PIECE"),
        (PICTURE, (), "d3", "NO_OWN_PIECE"),
        ("P,3,k,3/8/8/8/8/8/8/4,K,3 a 0", ("a8",), "n", "EDGE"),
        (PICTURE, ("b3",), "c4", "NO_DIAGONAL"),
        (PICTURE, ("b3",), "f3", "TOO_FAR"),
        (PICTURE, ("b3",), "b7", "TOO_FAR"),
        (PICTURE, ("c5", "n"), "c8", "TOO_FAR"),
        (PICTURE, ("c5", "c6"), "c8", "TOO_FAR"),
        (PICTURE, ("c5", "n"), "k-3", "TOO_FEW_PIECES"),
        (CLOSED, ("d2",), "n", "SQUARE_FULL"),
        (CLOSED, ("d2",), "d3", "SQUARE_FULL"),
        ("4,k,3/8/8/8/3,pppp,4/3,KPP,4/8/8 a 0", ("d3", "n"), "d4", "SQUARE_FULL"),
        ("4,k,3/8/8/8/6,PPPP,p/8/8/4,K,3 a 0", ("g4",), "e", "PILE_OVER_FOUR"),
        ("4,k,3/8/8/8/6,PPPP,p/8/8/4,K,3 a 0", ("g4",), "h4", "PILE_OVER_FOUR"),
        ("4,k,3/8/8/8/6,KPPP,pp/8/8/8 a 0", ("g4", "e"), "k-4", "SHORT_LANE"),
    ],
)
def test_a_tap_without_effect_says_why(text, prefix, zone, code):
    reason = scene.why_not(at(text), prefix, zone)
    assert reason and reason.code == code


def test_a_square_whose_pieces_cannot_go_says_why():
    # The pawn on a1 is shut in by full squares; the king on h8 by his own pawns.
    text = "7,K/8/8/8/4,k,3/8/PPPP,7/P,PPPP,6 a 0"
    reason = scene.why_not(at(text), (), "a1")
    assert reason and reason.code == "SQUARE_FULL"
    text = "4,k,1,PPPP,K/7,PPPP/8/8/8/8/8/8 a 0"
    reason = scene.why_not(at(text), (), "h8")
    assert reason and reason.code == "SQUARE_FULL"


@pytest.mark.parametrize(
    ("prefix", "zone"),
    [
        ((), "n"),
        (("b3",), "b3"),
        (("b3",), "alone"),
        (("c5", "n"), "n"),
        (("c5", "n"), "d5"),
        (("c5", "c6"), "d5"),
        (("c5", "c6"), "c7"),
    ],
)
def test_some_taps_mean_nothing(prefix, zone):
    assert scene.why_not(at(PICTURE), prefix, zone) is None


@pytest.mark.parametrize(
    ("prefix", "sentence"),
    [
        ((), "Choose a square with pieces of yours."),
        (("b3",), "Which way do the 3 pieces spread? The first goes one square, the last 3."),
        (("c5",), "Which way? The king may go alone, or all 2 pieces spread."),
        (("c5", "n"), "Does the king go alone? If all go: how far does he go?"),
    ],
)
def test_the_coach_explains_the_next_tap(prefix, sentence):
    assert scene.prompt(at(PICTURE), prefix, ENGLISH) == sentence


def test_the_coach_of_a_lone_piece():
    position = charkoni.game("gana").start()
    assert scene.prompt(position, ("e2",), ENGLISH) == "Which way? It goes one square."
    assert scene.prompt(position, ("e1",), ENGLISH) == "Which way? It goes one square."


# --- events ------------------------------------------------------------


def test_a_lone_pawn_walks():
    happened = events_of("4,k,3/8/8/8/8/8/3,P,4/4,K,3 a 0", "d2n")
    assert happened == [Event("move", ((Slot("d2", 0), Slot("d3", 0)),), ("d2", "d3"), "d3")]


def test_a_group_is_sown_one_by_one_and_a_badge_appears():
    # b3e of the picture: c3, d3 (with a black pawn), e3 (one against one: captured).
    happened = events_of(PICTURE, "b3e")
    sown = ((Slot("b3", 2), Slot("c3", 0)), (Slot("b3", 1), Slot("d3", 0)), (Slot("b3", 0), Slot("e3", 0)))
    assert happened[0] == Event("sow", sown, ("c3", "d3", "e3"), "b3")
    assert happened[1] == Event("capture", ((Slot("e3", 4), None),), zone="e3", value="1")
    assert happened[2] == Event("score", ((None, Slot("d3#")),), zone="e3")


def test_pieces_pile_up_before_a_full_square():
    happened = events_of(PICTURE.replace(" a ", " b "), "c7e")
    sown = tuple((Slot("c7", 6 - i), Slot("d7", 4 + i)) for i in range(3))
    assert happened[0] == Event("sow", sown, ("d7", "d7", "d7"), "c7")


def test_the_last_king_captures_all():
    happened = events_of(PICTURE, "c5n:2")
    assert happened[0].moved == ((Slot("c5", 0), Slot("c6", 0)), (Slot("c5", 8), Slot("c7", 8)))
    assert happened[1] == Event("capture", tuple((Slot("c7", 4 + i), None) for i in range(3)), zone="c7", value="3")
    assert happened[2] == Event("score", ((Slot("halo-a"), None),), zone="c7")


def test_the_king_goes_first_or_alone():
    assert events_of(PICTURE, "c5n:1")[0].moved == ((Slot("c5", 8), Slot("c6", 8)), (Slot("c5", 0), Slot("c7", 0)))
    alone = events_of(PICTURE, "c5n:k")[0]
    assert alone == Event("move", ((Slot("c5", 8), Slot("c6", 8)),), ("c5", "c6"), "c6")


def test_the_king_comes_last_in_a_pile():
    happened = events_of("4,k,3/8/8/8/6,KPP,1/8/8/8 a 0", "g4e:1")
    assert [start.level for start, _ in happened[0].moved] == [1, 0, 8]


def test_the_king_is_taken_and_the_rest_of_the_group_stays():
    happened = events_of(PICTURE, "g5w")
    assert happened[0] == Event("move", ((Slot("g5", 1), Slot("f5", 0)),), ("g5", "f5"), "f5")
    assert happened[1] == Event("king", ((Slot("f5", 9), None),), zone="f5")
    assert happened[2] == Event("score", ((Slot("halo-a"), None), (Slot("halo-b"), None)), zone="f5")
    assert happened[3] == Event("end")


@pytest.mark.parametrize(
    ("name", "text", "move"),
    [
        ("gana", BESIDE_FULL, "d3n:2"),
        ("gana", "8/8/8/3,kppp,4/3,P,4/8/8/4,K,3 a 0", "d4n"),
        ("gana", "4,k,3/8/8/8/8/8/1,KPP,p,1,p,3/8 a 0", "b2e:1"),
        ("gana", "8/8/8/3,k,4/3,KPP,4/8/8/8 a 0", "d4n:1"),
        ("gana", "8/8/3,kp,4/3,p,4/3,KPP,4/8/8/8 a 0", "d4n:1"),
        ("gana", "8/8/8/3,kppp,4/2,PP,K,4/8/8/8 a 0", "d4n:k"),
        ("gana:solo", "4,k,3/8/8/3,p,4/3,P,4/8/8/4,K,3 a 0", "d4n"),
        ("gana:shield", "8/8/8/3,kppp,4/3,KP,4/8/8/8 a 0", "d4n:k"),
    ],
)
def test_pieces_keep_who_they_are(name, text, move):
    table = TrackedPosition(at(text, name))
    table.play(move)
    assert set(table.ids) == {piece.slot for piece in BoardView(table.position.game).pieces(table.position)}


# --- words ------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "move", "sentence"),
    [
        (
            PICTURE,
            "b3e",
            "White spreads 3 pieces from b3 to e3. 1 pawn on e3 is captured. The black king is in danger!",
        ),
        (PICTURE, "c5n:k", "The white king goes from c5 to c6. The black king is in danger!"),
        (
            PICTURE,
            "c5n:2",
            "White spreads 2 pieces from c5 to c7. The king stops on c7. 3 pawns on c7 are captured. "
            "The black king is in danger!",
        ),
        ("8/8/8/3,k,4/3,KP,4/8/8/8 a 0", "d4n:1", "The white king goes from d4 to d5. The black king is taken!"),
        ("4,k,3/8/8/8/6,PP,1/8/8/4,K,3 a 0", "g4e", "White moves all 2 pieces from g4 to h4."),
        (PICTURE, "g5w", "White moves a pawn from g5 to f5. The black king is taken!"),
        (
            PICTURE.replace(" a ", " b "),
            "c7e",
            "Black moves all 3 pieces from c7 to d7.",
        ),
        (PICTURE.replace(" a ", " b "), "d3e", "Black moves a pawn from d3 to e3. The white king is in danger!"),
        (
            PICTURE.replace(" a ", " b "),
            "f5e:k",
            "The black king goes from f5 to g5. 2 pawns on g5 are captured. The white king is in danger!",
        ),
        (PICTURE.replace(" a ", " b "), "c7s", "Black spreads 2 pieces from c7 to c5. The white king is taken!"),
        ("4,k,3/8/8/8/5,PPP,2/8/8/4,K,3 a 0", "f4e", "White spreads 3 pieces from f4 to h4. 2 of them stay on h4."),
        (
            "4,k,3/8/8/p,7/3,PP,4/8/8/4,K,3 a 99",
            "d4n",
            "White spreads 2 pieces from d4 to d6. Fifty moves without a capture: a draw.",
        ),
        (
            "k,1,P,5/8/P,7/8/8/8/8/4,K,2,P a 0",
            "h1n",
            "White moves a pawn from h1 to h2. Stalemate: a draw.",
        ),
        (
            "k,7/8/8/8/8/8/4,p,3/4,K,3 a 0",
            "e1n:k",
            "The white king goes from e1 to e2. 1 pawn on e2 is captured. Only the kings are left: a draw.",
        ),
    ],
)
def test_a_move_is_told(text, move, sentence):
    assert scene.tell(at(text), move, ENGLISH) == sentence


def test_counters_tell_pieces_danger_and_the_draw_counter():
    found = [tuple(counter) for counter in scene.counters(at(PICTURE.replace("a 0", "a 7")), ENGLISH)]
    assert found == [
        (0, "pieces", "14", None),
        (0, "king", "in danger", None),
        (1, "pieces", "9", None),
        (1, "king", "in danger", None),
        (None, "no capture", "7/100", None),
    ]
    over = scene.counters(at(PICTURE).play("g5w"), ENGLISH)
    assert [counter.value for counter in over if counter.label == "king"] == ["not in danger", "taken"]


@pytest.mark.parametrize(
    ("contents", "label"),
    [
        ("P", "d5: one white pawn"),
        ("PPP", "d5: 3 white pawns"),
        ("p", "d5: one black pawn"),
        ("pppp", "d5: 4 black pawns"),
        ("K", "d5: the white king"),
        ("k", "d5: the black king"),
        ("KP", "d5: the white king and one pawn"),
        ("KPPP", "d5: the white king and 3 pawns"),
        ("kp", "d5: the black king and one pawn"),
        ("kppp", "d5: the black king and 3 pawns"),
        ("PPp", "d5: White 2, Black 1"),
        ("KPp", "d5: White 2 with the king, Black 1"),
        ("Pkpp", "d5: White 1, Black 3 with the king"),
        ("Kk", "d5: White 1 with the king, Black 1 with the king"),
    ],
)
def test_labels_tell_what_stands_on_a_square(contents, label):
    found = scene.labels(with_d5(contents), ENGLISH)
    assert found["d5"] == label and found["d4"] == "d4: empty"


def test_every_chip_has_a_label_in_all_languages():
    for language in LANGUAGES:
        labels = scene.labels(at(PICTURE), Words(language))
        assert {"n", "e", "s", "w", "alone", "k-1", "k-2", "k-3", "k-4"} <= set(labels)
        assert all(labels.values())


@pytest.mark.parametrize("seat", [0, 1])
def test_directions_point_to_where_the_pieces_go(seat):
    layout = BoardView(charkoni.game("gana"), seat).layout
    here = layout.spots["d4"]
    for chip, cell in zip("nesw", ("d5", "e4", "d3", "c4"), strict=True):
        x, y = layout.arrows[chip]
        spot = layout.spots[cell]
        assert (spot.x - here.x, spot.y - here.y) == (x * board.CELL, y * board.CELL)
