"""Journals: plain and packed files hold the same, a packed one is unpacked before it grows, damage is refused."""

import lzma
from pathlib import Path

import pytest

from charkoni.core.journal import BadJournal, Journal, existing_path, lines_of, read_journal

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
