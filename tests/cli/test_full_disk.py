"""A full disk, for every command that writes a file: it is called one in one line, and no file is left."""

import contextlib
import resource
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.chaos.experiments.resources import SmallDisk, small_disk
from tests.cli.conftest import Cli
from tests.sampling import short_run

from charkoni.cli.exit_codes import BAD_USAGE

pytestmark = pytest.mark.once

LINES = {
    "a record": ("record", "convert", "{game}", "--to", "json", "-o", "{new}"),
    "a picture": ("show", "mosty:size=2", "--svg", "{new}"),
    "an event": ("tournament", "new", "{new}", "name=Open"),
    "an archive": ("tournament", "export", "{event}", "archive", "-o", "{new}"),
    "a table": ("tournament", "export", "{event}", "entries", "-o", "{new}"),
    "a report": ("tournament", "simulate", "--players", "6", "--rounds", "1", "-o", "{new}"),
    "an act": ("tournament", "enter", "{event}", "Somebody Else"),
    "a match": ("match", "--game", "mosty:size=2", "random", "random", "--games", "2", "--out", "{new}"),
}


WITHOUT_MOUNT = ("a record", "a picture", "a report", "a match")
"""What the limit of a file's size makes full, too; SQLite takes that for a broken disk."""


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    with small_disk(tmp_path, megabytes=1) as disk:
        yield disk


@pytest.fixture
def files(cli: Cli, disk: SmallDisk) -> dict[str, Path]:
    """A record, an event, and the path of a file that is not there yet."""
    game, event, new = disk.folder / "game.charkoni", disk.folder / "cup", disk.folder / "new"
    game.write_text('[Game "mangala"]\n\n1 1\n')
    assert cli("tournament", "new", event, "name=Open").code == 0
    assert cli("tournament", "enter", event, "Somebody").code == 0
    new.mkdir()
    return {"game": game, "event": event, "new": new / "file"}


@contextlib.contextmanager
def filled(disk: SmallDisk) -> Iterator[None]:
    """Leave no room; without a file system of our own no file of this process can grow."""
    if disk.is_mounted:
        disk.fill()
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


@pytest.mark.skipif(sys.platform != "linux", reason="file systems and limits are Linux's")
@pytest.mark.parametrize("name", short_run(tuple(LINES), ("an act", "a match")))
def test_a_full_disk_is_called_one_and_leaves_no_file(
    cli: Cli, disk: SmallDisk, files: dict[str, Path], name: str
) -> None:
    if not disk.is_mounted and name not in WITHOUT_MOUNT:
        pytest.skip("needs a file system of its own, which root may mount")
    event = files["event"].read_bytes()
    with filled(disk):
        result = cli(*(word.format_map(files) for word in LINES[name]))
    assert (result.code, result.err.rstrip().count("\n")) == (BAD_USAGE, 0), result
    assert "the disk is full" in result.err
    assert list(files["new"].parent.iterdir()) == []
    assert files["event"].read_bytes() == event
