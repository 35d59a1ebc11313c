"""The compile cache: a damaged file counts as missing; an account without a home folder has no cache."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from platformdirs import user_cache_path

from charkoni.core.files.user_folders import NOWHERE, user_folder

pytestmark = pytest.mark.once

FACTOR = 3


def tripled(x):
    """Return three times a number: a kernel of this test."""
    return FACTOR * x


Damage = Callable[[bytes], bytes]


@st.composite
def damages(draw: st.DrawFn) -> Damage:
    """Draw a cut at a place, or a changed byte: what a power cut or a bad disk leaves."""
    place, change = draw(st.integers(0, 2**16)), draw(st.integers(1, 255))
    if draw(st.booleans()):
        return lambda content: content[: place % len(content)]

    def flipped(content: bytes) -> bytes:
        at = place % len(content)
        return content[:at] + bytes([content[at] ^ change]) + content[at + 1 :]

    return flipped


@pytest.mark.compiled_only
@given(damage=damages(), which=st.sampled_from(["nbi", "nbc"]))
def test_a_damaged_file_counts_as_missing(tmp_path_factory: pytest.TempPathFactory, damage: Damage, which: str) -> None:
    from charkoni.core.machine_code.cache import _CheckedFiles

    folder = tmp_path_factory.mktemp("cache")
    files = _CheckedFiles(str(folder), "kernel-1.py3", "")
    key, data = ("int64", "x86"), ("name", b"machine code" * 9)
    files.save(key, data)
    assert files.load(key) == data
    (path,) = folder.glob(f"*.{which}")
    path.write_bytes(damage(path.read_bytes()))
    assert files.load(key) is None
    files.save(key, data)
    assert files.load(key) == data


@pytest.mark.compiled_only
@pytest.mark.parametrize("damage", [lambda content: b"", lambda content: content[:-1], lambda content: b"\0" + content])
def test_a_kernel_is_compiled_anew_where_its_file_is_damaged(tmp_path: Path, damage: Damage) -> None:
    from charkoni.core.machine_code.cache import compiled_kernel

    def misses() -> int:
        kernel: Any = compiled_kernel(tripled, tmp_path, counted=False)
        assert kernel(14) == 42
        return sum(kernel.stats.cache_misses.values())

    assert [misses(), misses()] == [1, 0]
    files = [*tmp_path.glob("*.nbi"), *tmp_path.glob("*.nbc")]
    assert len(files) == 2
    for path in files:
        path.write_bytes(damage(path.read_bytes()))
        assert [misses(), misses()] == [1, 0], path.suffix


@pytest.mark.compiled_only
def test_a_full_disk_costs_the_cache_and_not_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from charkoni.core.machine_code import cache

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(cache._CheckedFiles, "_save", full)
    assert cache.compiled_kernel(tripled, tmp_path, counted=False)(2) == 6
    assert not list(tmp_path.glob("*.nb?"))


@pytest.mark.compiled_only
@pytest.mark.long
def test_a_command_works_with_a_damaged_cache(tmp_path: Path) -> None:
    """The input `damaged_cache.sh` of issue 36: an empty index ended every later command."""
    command = [sys.executable, "-m", "charkoni", "perft", "mosty", "2"]
    environment = {**os.environ, "CHARKONI_CACHE": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}
    for pattern in ("*.nbi", "*.nbc", "*.nb?"):
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout.split()[-1]) == (0, "1640"), done.stderr
        for path in tmp_path.rglob(pattern):
            os.truncate(path, 0)


@pytest.mark.parametrize("home", [None, "", "here"])
def test_an_account_without_a_home_folder_has_no_folders(monkeypatch: pytest.MonkeyPatch, home: str | None) -> None:
    pwd = pytest.importorskip("pwd")
    monkeypatch.setattr(pwd, "getpwuid", lambda uid: {}[uid])
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("HOME", raising=False)
    if home is not None:
        monkeypatch.setenv("HOME", home)
    assert user_folder(lambda: user_cache_path("charkoni")) == NOWHERE
    with pytest.raises(OSError):
        NOWHERE.mkdir(parents=True)


UNKNOWN_USER = """
import pwd, sys
pwd.getpwuid = lambda uid: {}[uid]
from charkoni.cli.main import run
sys.exit(run(["show", "mosty", "--lang", "en"]))
"""


@pytest.mark.compiled_only
def test_an_unknown_user_without_home_runs_without_a_cache_and_is_told(tmp_path: Path) -> None:
    """The input `no_home.sh` of issue 36."""
    pytest.importorskip("pwd")
    kept = ("PATH", "PYTHONPATH", "VIRTUAL_ENV", "LD_LIBRARY_PATH")
    environment = {name: os.environ[name] for name in kept if name in os.environ}
    command = [sys.executable, "-c", UNKNOWN_USER]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "a1" in done.stdout
    assert "Compiled games cannot be kept in" in done.stderr and "CHARKONI_CACHE" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir())
