"""Declared moves: codes, texts, phrases and taps of small games that are made up."""

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from charkoni.core.errors import BadMove, Reason
from charkoni.core.moves import tap_kernels
from charkoni.core.moves.declaration import Kind, Moves, Part
from charkoni.core.moves.tap_tables import default_tables, tap_tables

UNREADABLE = Reason("BAD_MOVE", "", "no move")
CELL = Part(("a1", "a2", "b1"))
NEAR = Part(
    (("", "xa2"), ("", "xa1"), ("", "xa1")),
    zones=(("", "a2"), ("", "a1"), ("", "a1")),
    said=(("", "a2"), ("", "a1"), ("", "a1")),
    pattern="(?:x[ab][12])?",
    missing=lambda target, end: Reason("FAR", "", "{target} {end}", {"target": target, "end": end}),
    follows=True,
)
ATTACK = Moves(
    Kind(
        "{start}-{end}{target}",
        {"start": CELL, "end": CELL, "target": NEAR},
        taps="{start} {end} [{target}]",
        same="back",
        phrase="{start} to {end} hits {target}",
    ),
    Kind("~{end}", {"end": CELL}, only=[(2,), (0,)], taps="{end} free", absent=lambda end: Reason("FIXED", "", end)),
    Kind("{start}@{end}", {"start": CELL, "end": CELL}, taps="{start} lift {end}"),
    unreadable=UNREADABLE,
    taps=lambda seat: ("a1", "a2", "b1", "back", "free", "lift"),
)


def game_of(moves: Moves, legal: list[int]) -> SimpleNamespace:
    """Return the kernels of a game with these moves, in which some are legal, as plain Python."""

    def write_legal(s, out):
        out[: len(legal)] = legal
        return len(legal)

    own = {"TAP_TABLES": tap_tables([moves], 1), "turn": lambda s: 0, "legal": write_legal}
    return SimpleNamespace(**{name: getattr(tap_kernels, name) for name in dir(tap_kernels)} | own)


@st.composite
def declarations(draw: st.DrawFn) -> Moves:
    """Draw kinds with up to three parts; every kind and part has zones of its own."""
    kinds = []
    for number in range(draw(st.integers(1, 4))):
        sizes = draw(st.lists(st.integers(1, 7), min_size=1, max_size=3))
        parts = {}
        for place, size in enumerate(sizes):
            texts, zones = (
                [f"{sign}{value}" for value in range(size)] for sign in ("xyz"[place], f"{number}.{place}.")
            )
            parts[f"p{place}"] = Part(texts, zones)
        kinds.append(Kind(f"{number}:" + "".join(f"{{{name}}}" for name in parts), parts))
    return Moves(*kinds, unreadable=UNREADABLE)


@pytest.mark.plain_only
@given(declarations())
def test_codes_texts_and_taps_are_bijections(moves):
    codes = range(moves.codes)
    assert [moves.read(moves.write(code)) for code in codes] == [*codes]
    game, scratch = game_of(moves, []), np.zeros(1, np.int64)
    taps = [int(tap_kernels.tap_sequence(game, None, np.int64(code), scratch)) for code in codes]
    assert [tap_kernels.decode(game, None, np.int64(each), scratch) for each in taps] == [*codes]
    zones = ["", *moves.zones(0)]
    for code, each in zip(codes, taps, strict=True):
        tapped = tuple(zones[byte] for byte in each.to_bytes(8, "little") if byte)
        assert [tapped] == moves.tap_sequences(None, code, 0, {})


@pytest.mark.plain_only
@pytest.mark.parametrize(
    ("legal", "taps", "code"),
    [
        (["a1-a1"], ("a1", "back"), "a1-a1"),
        (["a1-a1", "a1-a1xa2"], ("a1", "back"), None),  # a third tap chooses
        (["a1-a1", "a1-a1xa2"], ("a1", "back", "a2"), "a1-a1xa2"),
        (["a2-b1xa1"], ("a2", "b1"), "a2-b1xa1"),
        (["a2-b1xa1"], ("a2",), None),
        (["~a1", "~b1"], ("a1", "free"), "~a1"),
        (["b1@a1"], ("b1", "lift"), None),
        (["b1@a1"], ("b1", "lift", "a1"), "b1@a1"),
    ],
)
def test_a_last_tap_is_left_out_where_it_chooses_nothing(legal, taps, code):
    game, scratch = game_of(ATTACK, [ATTACK.read(text) for text in legal]), np.zeros(9, np.int64)
    packed = np.int64(sum(ATTACK.zones(0).index(tap) + 1 << 8 * rank for rank, tap in enumerate(taps)))
    found = tap_kernels.decode(game, None, packed, scratch)
    assert (None if found < 0 else ATTACK.write(found)) == code
    if code:
        assert tap_kernels.tap_sequence(game, None, np.int64(ATTACK.read(code)), scratch) == packed
        shared = ATTACK.shared([ATTACK.read(text) for text in legal], 0)
        assert ATTACK.tap_sequences(None, ATTACK.read(code), 0, shared) == [taps]


def test_a_part_that_follows_is_read_beside_the_one_before_it():
    assert ATTACK.phrase(ATTACK.read("a2-a1xa2")) == (
        "{start} to {end} hits {target}",
        {"start": "a2", "end": "a1", "target": "a2"},
    )
    for text, code in (("a1-a1xb2", "FAR"), ("~a2", "FIXED"), ("a1-a3", "BAD_MOVE")):
        with pytest.raises(BadMove) as caught:
            ATTACK.read(text)
        assert caught.value.reason.code == code


def test_a_tap_without_effect_means_the_first_move_that_begins_so():
    for taps, text in (
        (("a2",), "a2-a1"),
        (("a2", "back"), "a2-a2"),
        (("a2", "b1", "a1"), "a2-b1xa1"),
        (("b1", "free"), "~b1"),
        (("free",), None),
    ):
        assert ATTACK.meant(None, taps[:-1], taps[-1], 0) == text


def test_a_game_that_declares_no_moves_has_tables_without_taps():
    undeclared = type("Undeclared", (), {"has_moves": False})()
    assert (default_tables(undeclared).most, default_tables(undeclared).firsts[0].tolist()) == (0, [0, 1])
