"""Gana: a move as events and in words, the label of every zone."""

import pytest
from tests.games.gana.positions import BESIDE_FULL, PICTURE, at, with_d5

from charkoni.core.board_types import Event, PieceSlot
from charkoni.core.translations import LANGUAGES, Words
from charkoni.games.gana import board
from charkoni.graphics import scene
from charkoni.graphics.scene import BoardView, TrackedPosition

pytestmark = pytest.mark.once

ENGLISH = Words("en")


def events_of(text, move, name="gana"):
    before = at(text, name)
    return board.events(before.state[0], move, before.play(move).state[0], before.game.flags)


def test_a_lone_pawn_walks():
    happened = events_of("4,k,3/8/8/8/8/8/3,P,4/4,K,3 a 0", "d2n")
    assert happened == [Event("move", ((PieceSlot("d2", 0), PieceSlot("d3", 0)),), ("d2", "d3"), "d3")]


def test_a_group_is_sown_one_by_one_and_a_badge_appears():
    # b3e of the picture: c3, d3 (with a black pawn), e3 (one against one: captured).
    happened = events_of(PICTURE, "b3e")
    sown = (
        (PieceSlot("b3", 2), PieceSlot("c3", 0)),
        (PieceSlot("b3", 1), PieceSlot("d3", 0)),
        (PieceSlot("b3", 0), PieceSlot("e3", 0)),
    )
    assert happened[0] == Event("sow", sown, ("c3", "d3", "e3"), "b3")
    assert happened[1] == Event("capture", ((PieceSlot("e3", 4), None),), zone="e3", value="1")
    assert happened[2] == Event("score", ((None, PieceSlot("d3#")),), zone="e3")


def test_pieces_pile_up_before_a_full_square():
    happened = events_of(PICTURE.replace(" a ", " b "), "c7e")
    sown = tuple((PieceSlot("c7", 6 - i), PieceSlot("d7", 4 + i)) for i in range(3))
    assert happened[0] == Event("sow", sown, ("d7", "d7", "d7"), "c7")


def test_the_last_king_captures_all():
    happened = events_of(PICTURE, "c5n:2")
    assert happened[0].moved == ((PieceSlot("c5", 0), PieceSlot("c6", 0)), (PieceSlot("c5", 8), PieceSlot("c7", 8)))
    assert happened[1] == Event(
        "capture", tuple((PieceSlot("c7", 4 + i), None) for i in range(3)), zone="c7", value="3"
    )
    assert happened[2] == Event("score", ((PieceSlot("halo-a"), None),), zone="c7")


def test_the_king_goes_first_or_alone():
    assert events_of(PICTURE, "c5n:1")[0].moved == (
        (PieceSlot("c5", 8), PieceSlot("c6", 8)),
        (PieceSlot("c5", 0), PieceSlot("c7", 0)),
    )
    alone = events_of(PICTURE, "c5n:k")[0]
    assert alone == Event("move", ((PieceSlot("c5", 8), PieceSlot("c6", 8)),), ("c5", "c6"), "c6")


def test_the_king_comes_last_in_a_pile():
    happened = events_of("4,k,3/8/8/8/6,KPP,1/8/8/8 a 0", "g4e:1")
    assert [start.height for start, _ in happened[0].moved] == [1, 0, 8]


def test_the_king_is_taken_and_the_rest_of_the_group_stays():
    happened = events_of(PICTURE, "g5w")
    assert happened[0] == Event("move", ((PieceSlot("g5", 1), PieceSlot("f5", 0)),), ("g5", "f5"), "f5")
    assert happened[1] == Event("king", ((PieceSlot("f5", 9), None),), zone="f5")
    assert happened[2] == Event("score", ((PieceSlot("halo-a"), None), (PieceSlot("halo-b"), None)), zone="f5")
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
    tracked = TrackedPosition(at(text, name))
    tracked.play(move)
    assert set(tracked.ids) == {piece.slot for piece in BoardView(tracked.position.game).pieces(tracked.position)}


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
def test_a_move_is_described(text, move, sentence):
    assert scene.describe(at(text), move, ENGLISH) == sentence


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
