"""The compiler binding: random numbers, the game as an argument, the compile cache."""

import os
import pickle
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

from charkoni import game
from charkoni.core import kernel
from charkoni.core.kernel import Kernels, KernelsType, below, bounds_checked, compiled, jit, next64, seeded

MASK = (1 << 64) - 1


def rotated(x, bits):
    return ((x << bits) | (x >> (64 - bits))) & MASK


def xoroshiro128plus(a, b, number):
    """The generator of Blackman and Vigna (2018, constants 24, 16, 37) on Python's own integers."""
    for _ in range(number):
        yield (a + b) & MASK
        b ^= a
        a = rotated(a, 24) ^ b ^ ((b << 16) & MASK)
        b = rotated(b, 37)


def splitmix64(x):
    while True:
        x = (x + 0x9E3779B97F4A7C15) & MASK
        z = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        yield z ^ (z >> 31)


@jit
def add_columns(game, s):
    return game.turn(s[0]) + game.WIDEST


def drawn(rng, number):
    return [int(next64(rng)) for _ in range(number)]


def run(code, **environment):
    """Run a program in a fresh process and return what it prints; its environment is ours with changes."""
    ours = {name: text for name, text in os.environ.items() if not name.startswith(("NUMBA_", "COV_", "COVERAGE_"))}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", textwrap.dedent(code)],
        env=ours | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


# --- random numbers


@pytest.mark.parametrize("state", [(1, 2), (MASK, MASK), (0x0123456789ABCDEF, 0xFEDCBA9876543211), (0, 1)])
def test_next64_gives_the_numbers_of_xoroshiro128plus(state):
    assert drawn(np.array(state, np.uint64), 200) == list(xoroshiro128plus(*state, 200))


def test_next64_begins_with_the_published_numbers_for_the_state_1_2():
    assert drawn(np.array([1, 2], np.uint64), 3) == [3, 412333834243, 2360170716294286339]


def test_seed_is_spread_by_splitmix64():
    spread = next(splitmix64(7))
    numbers = splitmix64((spread + 3) & MASK)
    assert seeded(7, 3).tolist() == [next(numbers), next(numbers) | 1]


@pytest.mark.parametrize("seed", [0, 1, -1, 2**64, 2**200])
def test_any_integer_is_a_seed_and_the_state_is_never_all_zero(seed):
    assert seeded(seed).dtype == np.uint64
    assert seeded(seed).tolist() == seeded(seed).tolist() != [0, 0]


def test_streams_and_seeds_differ():
    states = [tuple(seeded(seed, stream).tolist()) for seed in range(20) for stream in range(20)]
    assert len(set(states)) == 400


@pytest.mark.parametrize("n", [1, 2, 3, 6, 41, 1000, 2**31 - 1])
def test_below_is_the_high_half_times_n(n):
    rng, numbers = seeded(5), xoroshiro128plus(*seeded(5).tolist(), 300)
    assert [int(below(rng, n)) for _ in range(300)] == [((x >> 32) * n) >> 32 for x in numbers]


def test_below_reaches_every_number_about_equally_often():
    rng = seeded(11)
    counts = np.bincount([int(below(rng, 6)) for _ in range(3000)], minlength=6)
    assert counts.min() > 400 and len(counts) == 6


# --- the game as an argument


def test_kernels_resolve_names_of_rules_then_of_evaluate_then_the_defaults():
    kernels = game("mangala").kernels
    from charkoni.core.playout import no_throws
    from charkoni.games.mangala import evaluate, rules

    assert kernels.play is rules.play
    assert kernels.WIDEST == 6
    assert kernels.value is evaluate.value
    assert kernels.throws is no_throws


def test_kernels_know_no_other_names():
    with pytest.raises(AttributeError, match="has no kernel 'fly'"):
        game("mangala").kernels.fly  # noqa: B018
    assert not hasattr(game("mangala").kernels, "__array__")


def test_function_with_a_game_argument_resolves_it():
    assert add_columns(game("mangala").kernels, game("mangala").start().state) == 6


def test_kernels_and_their_type_come_back_from_a_pickle_as_the_same_objects():
    kernels = game("mangala").kernels
    assert pickle.loads(pickle.dumps(kernels)) is kernels
    assert pickle.loads(pickle.dumps(kernels._numba_type_)) is kernels._numba_type_


def test_type_of_a_game_that_is_not_here_can_still_be_read():
    absent = pickle.loads(pickle.dumps(KernelsType(Kernels("no.such.package"))))
    assert absent.kernels.package == "no.such.package"
    assert absent.name == "Kernels(no.such.package)"


# --- modes and cache


def test_mode_is_what_the_environment_says(mode):
    assert compiled() == (mode not in ("plain",) and os.environ.get("NUMBA_DISABLE_JIT", "0") == "0")
    assert bounds_checked() == (mode == "bounds")


PLAY = """
    import charkoni
    from charkoni.core import kernel
    position = charkoni.game("mangala").start().play("4")
    print(position, kernel.CACHED)
"""
PLAYED = "4,4,4,1,5,5:1/4,4,4,4,4,4:0 a"


def test_cache_lies_in_the_chosen_folder_named_after_the_sources(tmp_path):
    assert run(PLAY, CHARKONI_CACHE=str(tmp_path), NUMBA_DISABLE_JIT="0") == f"{PLAYED} True"
    folders = list(tmp_path.iterdir())
    assert [folder.name for folder in folders] == [kernel._fingerprint()] or bounds_checked()
    assert list(folders[0].rglob("*.nbi"))


def test_plain_python_writes_no_cache(tmp_path):
    assert run(PLAY, CHARKONI_CACHE=str(tmp_path / "cache"), NUMBA_DISABLE_JIT="1") == f"{PLAYED} False"
    assert not (tmp_path / "cache").exists()


@pytest.mark.parametrize("variable", ["CHARKONI_CACHE", "XDG_CACHE_HOME"])
def test_where_no_cache_can_be_written_the_game_is_played_uncached(tmp_path, variable):
    obstacle = tmp_path / "a file"
    obstacle.write_text("no folder")
    others = {"HOME": str(obstacle), "CHARKONI_CACHE": ""} if variable == "XDG_CACHE_HOME" else {}
    assert run(PLAY, NUMBA_DISABLE_JIT="0", **(others | {variable: str(obstacle)})) == f"{PLAYED} False"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_read_only_cache_folder_is_not_used(tmp_path):
    tmp_path.chmod(0o500)
    assert run(PLAY, CHARKONI_CACHE=str(tmp_path), NUMBA_DISABLE_JIT="0") == f"{PLAYED} False"


def test_folder_of_somebody_else_is_not_used(tmp_path, monkeypatch):
    if not hasattr(os, "getuid"):
        pytest.skip("no owners here")
    monkeypatch.setattr(os, "getuid", lambda: tmp_path.stat().st_uid + 1)
    assert not kernel._own_folder(tmp_path)


def test_own_folder_is_made_for_the_owner_alone(tmp_path):
    assert kernel._own_folder(tmp_path / "deep" / "folder")
    assert (tmp_path / "deep" / "folder").stat().st_mode & 0o077 == 0 or os.name == "nt"


def test_fingerprint_changes_with_the_sources(tmp_path, monkeypatch):
    (tmp_path / "rules.py").write_text("one = 1\n")
    monkeypatch.setattr(kernel, "PACKAGE", tmp_path)
    first = kernel._fingerprint()
    assert kernel._fingerprint() == first
    (tmp_path / "rules.py").write_text("one = 2\n")
    assert kernel._fingerprint() != first


def test_old_caches_are_forgotten_but_for_the_newest_few(tmp_path):
    for age in range(8):
        folder = tmp_path / f"cache{age}"
        folder.mkdir()
        os.utime(folder, (1000 - age, 1000 - age))
    (tmp_path / "a file").write_text("stays")
    kernel._forget_old_caches(tmp_path, tmp_path / "cache7")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a file", "cache0", "cache1", "cache2", "cache7"]


def test_forgetting_where_nothing_is_does_nothing(tmp_path):
    kernel._forget_old_caches(tmp_path / "nowhere", tmp_path / "nowhere" / "x")


FOREIGN = """
    import sys
    sys.path.insert(0, {folder!r})
    from charkoni.core.game import variant
    print(variant("lonely", "").start().play("1"))
"""


@pytest.mark.compiled_only
def test_cache_of_a_game_that_is_gone_does_not_spoil_the_others(tmp_path):
    package = tmp_path / "games" / "lonely"
    package.mkdir(parents=True)
    trio = Path(kernel.PACKAGE) / "check" / "toys" / "trio"
    for source in trio.glob("*.py"):
        (package / source.name).write_text(source.read_text().replace("charkoni.check.toys.trio", "lonely"))
    cache = {"CHARKONI_CACHE": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "0"}
    assert run(FOREIGN.format(folder=str(package.parent)), **cache) == "a...... b"
    assert run(PLAY, **cache) == f"{PLAYED} True"
    assert run(PLAY, **cache) == f"{PLAYED} True"
