"""Journals: plain and packed files hold the same, a packed one is unpacked before it grows, damage is refused."""

import errno
import lzma
import os
import resource
import signal
import sys
from pathlib import Path

import pytest

from charkoni.core.files.journal import BadJournal, Journal, existing_path, lines_of, read_journal

pytestmark = pytest.mark.once

HEADER = {"charkoni-test": 1, "seed": 3}
NEEDED = {"game": int}


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    """Return a journal of two parts."""
    path = tmp_path / "work.jsonl"
    with Journal(path, HEADER, NEEDED) as journal:
        journal.add({"game": 0})
        journal.add({"game": 1})
    return path


def pack(path: Path) -> Path:
    """Replace a journal by its packed form, as `xz` does."""
    packed = path.with_name(f"{path.name}.xz")
    packed.write_bytes(lzma.compress(path.read_bytes()))
    path.unlink()
    return packed


def test_a_packed_journal_reads_like_the_plain_one(plain: Path) -> None:
    wanted = read_journal(plain, HEADER, NEEDED)
    packed = pack(plain)
    content = packed.read_bytes()
    assert read_journal(packed, HEADER, NEEDED) == wanted == (HEADER, [{"game": 0}, {"game": 1}])
    assert packed.read_bytes() == content
    assert existing_path(plain) == packed


@pytest.mark.parametrize("by_packed_name", [False, True])
def test_a_packed_journal_is_unpacked_before_it_grows(plain: Path, by_packed_name: bool) -> None:
    packed = pack(plain)
    with Journal(packed if by_packed_name else plain, HEADER, NEEDED) as journal:
        assert (journal.path, len(journal.rows)) == (plain, 2)
        journal.add({"game": 2})
    assert existing_path(plain) == plain
    assert not packed.exists()
    assert read_journal(plain, HEADER, NEEDED)[1][-1] == {"game": 2}


def test_reading_leaves_half_a_last_line(plain: Path) -> None:
    with plain.open("ab") as file:
        file.write(b'{"game":')
    size = plain.stat().st_size
    assert len(read_journal(plain, HEADER, NEEDED)[1]) == 2
    assert plain.stat().st_size == size


@pytest.mark.parametrize("spoil", [lambda content: content[:-20], lambda content: b"no xz at all"])
def test_a_damaged_packed_journal_is_refused_and_left_alone(plain: Path, spoil) -> None:  # type: ignore[no-untyped-def]
    packed = pack(plain)
    packed.write_bytes(spoil(packed.read_bytes()))
    content = packed.read_bytes()
    with pytest.raises(BadJournal, match="cannot be read"):
        list(lines_of(packed))
    with pytest.raises(BadJournal, match="cannot be read"):
        Journal(plain, HEADER, NEEDED)
    assert packed.read_bytes() == content
    assert not plain.exists()


def test_a_journal_of_other_work_is_refused(plain: Path) -> None:
    with pytest.raises(BadJournal, match="its seed is 3, not 4"):
        read_journal(pack(plain), HEADER | {"seed": 4}, NEEDED)


def test_a_missing_journal_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_journal(tmp_path / "none.jsonl", HEADER, NEEDED)
    assert existing_path(tmp_path / "none.jsonl") is None


def swapped(lines: list[bytes]) -> list[bytes]:
    return [lines[0], lines[2], lines[1]]


@pytest.mark.parametrize(
    ("spoil", "line"),
    [
        (lambda lines: [lines[0], lines[1].replace(b"0", b"7", 1), lines[2]], 2),
        (lambda lines: [lines[0], lines[2]], 2),
        (swapped, 2),
        (lambda lines: [lines[0].replace(b"3", b"3.0", 1), *lines[1:]], 1),
        (lambda lines: [lines[0], b'{"game":0}\n', lines[2]], 2),
        (lambda lines: [*lines, b'{"game":9,"check":1}\n'], 4),
    ],
)
def test_a_damaged_line_is_told_by_its_number(plain: Path, spoil, line: int) -> None:  # type: ignore[no-untyped-def]
    plain.write_bytes(b"".join(spoil(plain.read_bytes().splitlines(keepends=True))))
    with pytest.raises(BadJournal, match=f"line {line} (is damaged|has lost its checksum)"):
        read_journal(plain, HEADER, NEEDED)
    with pytest.raises(BadJournal, match=f"line {line} "):
        Journal(plain, HEADER, NEEDED)


def test_a_journal_without_checksums_goes_on_with_them(tmp_path: Path) -> None:
    path = tmp_path / "old.jsonl"
    path.write_text('{"charkoni-test":1,"seed":3}\n{"game":0}\n')
    with Journal(path, HEADER, NEEDED) as journal:
        journal.add({"game": 1})
    assert read_journal(path, HEADER, NEEDED)[1] == [{"game": 0}, {"game": 1}]
    path.write_text(path.read_text().replace('{"game":0}', '{"game":5}'))
    with pytest.raises(BadJournal, match="line 3 is damaged"):
        read_journal(path, HEADER, NEEDED)


def test_a_full_disk_leaves_no_half_line_and_no_empty_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path = tmp_path / "work.jsonl"
    with Journal(path, HEADER, NEEDED) as journal:
        content = path.read_bytes()
        with monkeypatch.context() as patch:
            patch.setattr("os.fsync", full)
            with pytest.raises(OSError, match="No space left") as error:
                journal.add({"game": 0})
        assert error.value.filename == str(path)
        assert path.read_bytes() == content
        journal.add({"game": 0})
    assert read_journal(path, HEADER, NEEDED)[1] == [{"game": 0}]
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        Journal(tmp_path / "new.jsonl", HEADER, NEEDED)
    assert not (tmp_path / "new.jsonl").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="limits of files are Linux's")
def test_a_line_that_did_not_fit_is_not_written_before_the_next(plain: Path) -> None:
    before, handler = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        with Journal(plain, HEADER, NEEDED) as journal:
            resource.setrlimit(resource.RLIMIT_FSIZE, (plain.stat().st_size + 10, before[1]))
            with pytest.raises(OSError, match="too large"):
                journal.add({"game": 2})
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
            journal.add({"game": 3})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert read_journal(plain, HEADER, NEEDED)[1] == [{"game": 0}, {"game": 1}, {"game": 3}]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
def test_a_device_without_an_end_is_read_to_a_limit() -> None:
    with pytest.raises(BadJournal, match="line 1 cannot be read"):
        read_journal(Path("/dev/zero"), HEADER, NEEDED)
    with pytest.raises(OSError, match="No space left") as full:
        Journal(Path("/dev/full"), HEADER, NEEDED)
    assert full.value.errno == errno.ENOSPC
