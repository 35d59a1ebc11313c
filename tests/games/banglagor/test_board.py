"""The board of Banglagor: layout, columns, trays, counters."""

import pytest
from tests.games.banglagor.positions import LAST_PLACING, READY, events_of, position

import charkoni
from charkoni.core.board_types import Event, PieceSlot
from charkoni.core.translations import Words
from charkoni.games.banglagor import taps
from charkoni.games.banglagor.geometry import CELL, LYING, UPRIGHT
from charkoni.graphics import scene
from charkoni.graphics.scene import BoardView

pytestmark = pytest.mark.once

ENGLISH = Words("en")


def shown(text, seat=0):
    parsed = position(text)
    return {piece.slot: piece for piece in BoardView(parsed.game, seat).pieces(parsed)}


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
    plan = UPRIGHT if portrait else LYING
    assert gaps[5] == plan.tall + plan.river
    assert set(gaps[:5] + gaps[6:]) == {plan.tall}


def test_the_upright_board_has_the_width_of_a_phone_even_above_a_row_of_chips():
    layout = BoardView(charkoni.game("banglagor"), 0, True).layout
    wide, high = 348.8, 466  # px that a table at 360 x 740 has for a board above a row of chips
    scale = wide / layout.width
    assert scale * layout.height <= high
    assert scale * CELL >= 41 and scale * UPRIGHT.tall >= 32


def test_sides_differ_by_shape_and_bound_columns_are_other_symbols():
    pieces = shown("8/8/8/6c*1/8/8/4b3/8/8/3C4/8/B*7 a 000:000 4")
    cells = {slot.zone: piece.symbol for slot, piece in pieces.items() if slot.zone in taps.INDEX}
    assert cells == {"g9": "b3-bound", "e6": "b2", "d3": "a3", "a1": "a2-bound"}
    symbols = BoardView(charkoni.game("banglagor")).layout.symbols
    assert "ellipse" not in {element.tag for element in symbols["a2"][1:]}
    assert symbols["b2"][-2].tag == "ellipse"


@pytest.mark.parametrize("player", "ab")
@pytest.mark.parametrize("height", [1, 2, 3])
def test_a_column_has_a_ring_for_each_unit_and_its_number_and_a_bound_one_a_bare_top_and_a_chain(player, height):
    symbols = BoardView(charkoni.game("banglagor")).layout.symbols
    side = "url(#blue-side)" if player == "a" else "url(#green-side)"
    for ending in ("", "-bound"):
        symbol = symbols[f"{player}{height}{ending}"]
        paints = [dict(element.attributes).get("fill") for element in symbol]
        assert paints.count(side) == height
        assert [element.text for element in symbol if element.tag == "text"] == [str(height)]
        assert ("url(#shadow)" in paints, "url(#raw)" in paints) == ((False, True) if ending else (True, False))
        assert any(element.cls == "chain" for element in symbol) == bool(ending)


def test_nearer_columns_hide_those_behind_them():
    text = "8/2c5/2c5/8/8/8/8/8/8/3C4/3C4/8 a 000:000 4"
    for seat in range(2):
        cells = [piece for slot, piece in shown(text, seat).items() if slot.zone in taps.INDEX]
        assert [piece.y for piece in sorted(cells, key=lambda piece: piece.z)] == sorted(piece.y for piece in cells)


def test_hands_lie_in_trays_with_counts_and_the_border_is_flooded_while_placing():
    pieces = shown("8/8/8/8/8/8/8/8/3C4/8/8/8 b 665:666 0")
    assert PieceSlot("border") in pieces
    badges = {slot.zone: piece.text for slot, piece in pieces.items() if slot.zone.endswith("#")}
    assert badges["hand-a-3#"] == "×5" and badges["hand-b-3#"] == "×6" and len(badges) == 6
    assert PieceSlot("hand-a-3", 4) in pieces and PieceSlot("hand-a-3", 5) not in pieces


REMOVED = "8/8/aa6/bbbbaaaa/cccccb2/8/8/CCCCCCBB/BBBBAAAA/AA6/8/8 a 000:000 0"


@pytest.mark.parametrize(
    ("text", "symbol", "caption", "upright"),
    [
        ("8/8/8/8/8/8/8/8/3C4/8/8/8 b 665:666 0", "rack", "in hand", ("", "")),
        (LAST_PLACING, "rack", "in hand", ("in hand", "")),
        (READY, "trophies-{player}", "captured", ("captured", "captured")),
        (REMOVED, "trophies-{player}", "captured", ("", "captured")),
    ],
)
def test_the_rack_of_a_hand_becomes_a_tray_of_trophies_with_a_caption(text, symbol, caption, upright):
    """Upright, where columns leave no room, an empty rack has the caption."""
    for player, on_phone in zip("ab", upright, strict=True):
        lying = shown(text)[PieceSlot(f"rack-{player}")]
        assert (lying.symbol, lying.text) == (symbol.format(player=player), caption)
        pieces = {
            piece.slot: piece for piece in BoardView(charkoni.game("banglagor"), portrait=True).pieces(position(text))
        }
        assert pieces[PieceSlot(f"rack-{player}")].text == on_phone


def test_the_caption_of_a_rack_speaks_the_language_of_its_viewer():
    view = BoardView(charkoni.game("banglagor"))
    pieces = view.pieces(position(READY))
    ids = {piece.slot: str(number) for number, piece in enumerate(pieces)}
    captions = {
        lang: {node[5] for node in view.nodes(pieces, ids, lang) if "caption" in node[4]} for lang in ("en", "ru", "tr")
    }
    assert captions == {"en": {"captured"}, "ru": {"снято"}, "tr": {"alınan"}}


@pytest.mark.parametrize(("seat", "portrait"), [(0, False), (0, True), (1, False), (1, True)])
def test_of_a_height_three_columns_are_seen_and_the_number_covers_none(seat, portrait):
    view = BoardView(charkoni.game("banglagor"), seat, portrait)
    pieces = view.pieces(charkoni.game("banglagor").start())
    for zone in (f"hand-{player}-{height}" for player in "ab" for height in range(1, 4)):
        places = sorted(piece.x for piece in pieces if piece.slot.zone == zone)
        assert len(places) == 6 and sorted(set(places)) == [places[0], places[0] + 14, places[0] + 28]
        assert sum(piece.symbol != "hidden" for piece in pieces if piece.slot.zone == zone) == 3
        (badge,) = (piece for piece in pieces if piece.slot.zone == f"{zone}#")
        assert badge.x - 14 > max(places) + 16 and badge.x + 14 <= view.layout.width
        assert abs(badge.y - view.layout.spots[zone].y) < 8


def test_the_tray_of_a_player_shows_what_he_removed():
    pieces = shown(REMOVED)
    trays = {slot: piece.symbol for slot, piece in pieces.items() if slot.zone.startswith("taken")}
    assert trays == {
        PieceSlot("taken-a-2"): "b2",
        PieceSlot("taken-a-2#"): "badge",
        PieceSlot("taken-a-3"): "b3",
        PieceSlot("taken-a-3#"): "badge",
    }


def test_an_army_larger_than_the_rules_give_lies_in_no_tray_before_it_has_shrunk():
    text = "8/8/8/8/8/aaaaaaa1/a7/8/8/8/C7/CC6 a 000:000 0"
    assert not any(slot.zone.startswith("taken-a-1") for slot in shown(text))
    assert events_of(text, "a2-a5xa6")[1:] == [Event("capture", ((PieceSlot("a6"), None),), zone="a6")]


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
