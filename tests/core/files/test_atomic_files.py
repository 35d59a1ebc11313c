"""Files that are written whole or not at all."""

import errno
import os
from pathlib import Path

import pytest

from charkoni.core.files import atomic_files

pytestmark = pytest.mark.once


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("os.fsync", full)


def test_a_file_is_made_of_its_parts_and_replaced_through_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "file", tmp_path / "link"
    atomic_files.create(path, b"one", b"two")
    link.symlink_to(path)
    assert path.read_bytes() == b"onetwo"
    atomic_files.replace(link, b"three")
    assert link.is_symlink() and path.read_bytes() == b"three"
    with pytest.raises(FileExistsError):
        atomic_files.create(path, b"four")
    assert path.read_bytes() == b"three"


@pytest.mark.usefixtures("full_disk")
def test_a_full_disk_leaves_no_new_file_and_the_old_one_as_it_was(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.write_bytes(b"old")
    for write, path in ((atomic_files.replace, old), (atomic_files.replace, new), (atomic_files.create, new)):
        with pytest.raises(OSError, match="No space left") as error:
            write(path, b"content")
        assert error.value.filename == str(path)
    assert [path.name for path in tmp_path.iterdir()] == ["old"]
    assert old.read_bytes() == b"old"


def test_drafts_of_killed_programs_are_removed_when_nobody_can_be_writing_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running, gone = os.getppid(), 2**31 - 1
    drafts = {name: tmp_path / f".{name}.{who}.part" for name, who in (("old", gone), ("new", gone), ("busy", running))}
    for name, path in drafts.items():
        path.touch()
        os.utime(path, (0, 0) if name != "new" else None)
    (tmp_path / ".mine.part").touch()
    atomic_files.replace(tmp_path / "old", b"x")
    assert not drafts["old"].exists()
    drafts["old"].touch()
    os.utime(drafts["old"], (0, 0))
    assert atomic_files.remove_drafts(tmp_path) == 1
    assert {path.name for path in tmp_path.iterdir()} == {"old", ".mine.part", drafts["new"].name, drafts["busy"].name}
    assert atomic_files.remove_drafts(tmp_path / "missing") == 0
