"""Every kind of move of every game has all its faces: a code, a text, a phrase, taps; and none is written by hand."""

import pytest

import charkoni
from charkoni.check import toy
from charkoni.core.errors import BadMove
from charkoni.core.game import Game
from charkoni.core.moves.declaration import Kind, Moves

GAMES = [*map(charkoni.game, charkoni.games()), toy("dash"), toy("trio")]
DIALECTS = {
    "text": ("read_move", "write_move"),
    "board": ("scripts",),
    "encoding": ("taps", "zone", "places", "PENDING", "script", "narrow", "starts"),
}
"""What a module of a game folder would have if it wrote moves in a language of its own."""
FASTER = {
    "full_taps": {"chaupar", "focus"},  # depend on more than the code
    "decode": {"chaupar", "focus"},
    "only_move": {"banglagor", "focus", "gana"},  # the tap that is left out, without a list of moves
    "candidates": {"banglagor", "barbakan", "chaupar", "focus", "gana"},
    "action_mask": {"banglagor", "barbakan", "chaupar", "focus", "gana", "mangala", "mosty"},
    "observe_with_mask": {"mosty"},
}
"""The kernels of taps that a game has of its own, because a faster one was measured or the rule needs it."""


def moves_of(game: Game) -> Moves:
    return game.family.moves(game.flags)


def readable(moves: Moves, code: int) -> bool:
    """Return whether a code has a text that is read; some combinations of parts are no move of any position."""
    try:
        return moves.read(moves.write(code)) == code
    except BadMove:
        return False


def holes(game: Game, kind: Kind, first: int) -> list[str]:
    """Return the faces that a kind of move lacks.  first: the code of its first move."""
    moves = moves_of(game)
    codes = [code for code in range(first, first + kind.codes, max(1, kind.codes // 50)) if readable(moves, code)]
    zones = [set(moves.zones(seat)) for seat in range(game.players)]
    faces = {
        "text": codes != [],
        "phrase": all(moves.phrase(code)[0] for code in codes) or not game.family.has("catalog"),
        "taps": kind.sequence != () or kind.text.startswith("["),  # a throw is not tapped
        "numbers of taps": kind.ways is not None  # those are in the bijection of `tests/envs/test_encodings.py`
        or all(
            each in seen or not each
            for seat, seen in enumerate(zones)
            for code in codes
            for each in kind.zones(moves.split(code)[1], seat, kind.sequence)
        ),
    }
    return [face for face, is_there in faces.items() if not is_there]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_kind_of_move_has_all_faces(game):
    moves = moves_of(game)
    assert moves.codes == game.codes
    found = {kind.text: holes(game, kind, first) for kind, first in zip(moves.kinds, moves.firsts, strict=False)}
    assert not {text: faces for text, faces in found.items() if faces}


def test_a_kind_without_a_face_is_found():
    game = charkoni.game("mangala")
    moves = moves_of(game)
    bare = Moves(Kind("{hole}", moves.kinds[0].parts, taps=""), unreadable=moves.unreadable)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(game.family), "moves", lambda family, flags: bare)
        assert holes(game, bare.kinds[0], 0) == ["phrase", "taps"]


@pytest.mark.parametrize("name", charkoni.games())
def test_no_game_writes_its_moves_by_hand(name):
    family = charkoni.game(name).family
    assert not {
        (module, face) for module, faces in DIALECTS.items() for face in faces if hasattr(family.module(module), face)
    }
    assert {face for face, games in FASTER.items() if name in games} == {
        face for face in FASTER if hasattr(family.module("encoding"), face)
    }
