"""What learning programs see and do, for every game and variant: taps and codes, observations, symmetries."""

import numpy as np
import pytest
from tests.envs.positions import VARIANTS, every, observed, positions
from tests.envs.rearranged import exchanged, rearranged

import charkoni
from charkoni.core.game import Position

GAMES = charkoni.games()
pytestmark = pytest.mark.plain_only


def unpacked(script: int) -> tuple[int, ...]:
    """Return the taps of a script."""
    taps = []
    while script:
        taps.append(script % 256 - 1)
        script //= 256
    return tuple(taps)


def packed(taps: tuple[int, ...]) -> int:
    """Return taps as a script."""
    return sum(tap + 1 << 8 * rank for rank, tap in enumerate(taps))


def assert_bijection(position):
    """Every legal move has a script of the page, which no other begins with, and which is decoded to its code."""
    game, encoding, state = position.game, position.game.family.encoding, position.state[0]
    scripts = {int(encoding.script(state, np.int64(code))): code for code in position.codes}
    assert len(scripts) == len(position.codes)
    beginnings = set()
    for script, code in scripts.items():
        taps = unpacked(script)
        assert len(taps) <= encoding.PENDING + 1 and max(taps) < encoding.taps(game.flags)
        assert encoding.decode(state, np.int64(script)) == code
        names = tuple(encoding.zone(tap, position.turn, game.flags) for tap in taps)
        assert names in game.family.board.scripts(state, game.move(code), game.flags)
        beginnings.update(packed(taps[:rank]) for rank in range(1, len(taps)))
    assert not beginnings & set(scripts)
    for beginning in beginnings:
        assert encoding.decode(state, np.int64(beginning)) == -1
    assert_narrowed(position, scripts)
    masks = np.zeros((1, encoding.taps(game.flags)), np.bool_)
    firsts = {unpacked(script)[0] for script in scripts}
    kernels, codes = game.family.encoding_kernels, np.zeros(game.widest, np.int64)
    assert encoding.starts(kernels, state, masks, 0, codes) == len(firsts)
    assert set(np.flatnonzero(masks[0]).tolist()) == firsts


def assert_narrowed(position, scripts):
    """`narrow` lists the moves that begin with a tap which enters none, and no illegal ones."""
    encoding, out = position.game.family.encoding, np.zeros(position.game.widest, np.int64)
    for tap in {unpacked(script)[0] for script in scripts if script >= 256}:
        n = int(encoding.narrow(position.state[0], tap, out))
        wanted = {code for script, code in scripts.items() if unpacked(script)[0] == tap}
        listed = out[:n].tolist()
        assert len(set(listed)) == n
        assert wanted <= set(listed) <= set(position.codes)


@pytest.mark.parametrize("name", GAMES)
def test_taps_and_codes_are_a_bijection(name):
    for position in positions(name)[::3]:
        assert_bijection(position)


@pytest.mark.long
@pytest.mark.parametrize("name", VARIANTS)
def test_taps_and_codes_are_a_bijection_in_all_variants(name):
    for position in positions(name, games=12, seed=5):
        assert_bijection(position)


@pytest.mark.parametrize("name", VARIANTS)
def test_zones_are_those_of_the_page_and_differ(name):
    game = charkoni.game(name)
    encoding = game.family.encoding
    for seat in range(game.players):
        zones = [encoding.zone(tap, seat, game.flags) for tap in range(encoding.taps(game.flags))]
        assert len(set(zones)) == len(zones)


@pytest.mark.parametrize("name", VARIANTS)
def test_features_and_places_fit_the_shape(name):
    game = charkoni.game(name)
    encoding, shape = game.family.encoding, game.family.encoding.shape(game.flags)
    assert sum(number for _, number in encoding.features(game.flags)) == shape[0]
    places = encoding.places(game.flags)
    if len(shape) == 1:
        assert places == []
    else:
        assert len(places) == encoding.taps(game.flags)
        on_board = [place for place in places if place >= 0]
        assert len(set(on_board)) == len(on_board)
        assert max(on_board) < shape[1] * shape[2]


def assert_complete(states):
    """No observation belongs to two positions with the same player to move, for any viewer."""
    seen = {}
    for position in states:
        for viewer in range(position.game.players):
            key = (position.turn, viewer, observed(position, viewer).tobytes())
            assert seen.setdefault(key, str(position)) == str(position)
            assert 99 not in observed(position, viewer)


@pytest.mark.parametrize("name", GAMES)
def test_observations_are_complete(name):
    assert_complete(every(name)[::12])


@pytest.mark.long
@pytest.mark.parametrize("name", VARIANTS)
def test_observations_are_complete_in_all_variants(name):
    assert_complete(position for seed in range(20) for position in every(name, seed=seed))


def test_a_face_handed_over_in_chaupar_is_seen():
    start = charkoni.game("chaupar").start()
    state = start.state.copy()
    state[0].handed = 3
    handed = Position.of_state(start.game, state[0])
    assert np.flatnonzero(observed(handed, 0) != observed(start, 0)).tolist() == [586]


def scripts_of(position):
    """Return the scripts of all legal moves, as taps."""
    encoding = position.game.family.encoding
    return {unpacked(int(encoding.script(position.state[0], np.int64(code)))) for code in position.codes}


def assert_seen_alike(position):
    """Seen by the other side, the position with the sides exchanged looks the same, and so do its moves."""
    other = exchanged(position)
    players = position.game.players
    assert str(other) != str(position)
    for viewer in range(players):
        assert (observed(position, viewer) == observed(other, (viewer + 1) % players)).all()
    assert scripts_of(position) == scripts_of(other)


@pytest.mark.parametrize("name", GAMES)
def test_both_sides_see_the_same(name):
    for position in positions(name)[1::4]:
        assert_seen_alike(position)


@pytest.mark.long
@pytest.mark.parametrize("name", VARIANTS)
def test_all_sides_see_the_same_in_all_variants(name):
    for position in positions(name, games=8, seed=3):
        assert_seen_alike(position)


def assert_symmetric(position, symmetry):
    """A position mapped by a symmetry has the planes and the taps that the symmetry says."""
    places, taps = symmetry
    other = rearranged(position, taps)
    planes = observed(position, 0).reshape(position.game.family.encoding.shape(position.game.flags)[0], -1)
    mapped = np.zeros_like(planes)
    mapped[:, places] = planes
    assert (mapped.ravel() == observed(other, 0)).all()
    assert {tuple(int(taps[tap]) for tap in script) for script in scripts_of(position)} == scripts_of(other)


def first_to_move(name, games, seed):
    """Return positions with the first player to move; the null move of Focus has no symmetric script."""
    found = [position for position in positions(name, games, seed) if position.turn == 0]
    return [position for position in found if name.partition(":")[0] != "focus" or "-" not in position.moves]


@pytest.mark.parametrize("name", GAMES)
def test_symmetries_map_positions_to_positions(name):
    game = charkoni.game(name)
    symmetries = game.family.encoding.symmetries(game.flags)
    for position in first_to_move(name, 1, 1)[:2]:
        for symmetry in symmetries[:3]:
            assert_symmetric(position, symmetry)


@pytest.mark.long
@pytest.mark.parametrize("name", VARIANTS)
def test_symmetries_map_positions_in_all_variants(name):
    game = charkoni.game(name)
    for symmetry in game.family.encoding.symmetries(game.flags):
        assert sorted(symmetry[1].tolist()) == list(range(game.family.encoding.taps(game.flags)))
        for position in first_to_move(name, 4, 6):
            assert_symmetric(position, symmetry)
