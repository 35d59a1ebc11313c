"""Tablebase files: reading, damage, drafts, and the loss of at most one section by a kill."""

import dataclasses
import errno
import os
import signal
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest

from charkoni.core.errors import Refusal
from charkoni.solve import tablebase_files
from charkoni.solve.tablebase_files import (
    HEADER,
    BadTablebase,
    Draft,
    NoRoom,
    TablebaseTitle,
    in_memory,
    open_tablebase,
    write_tablebase,
)

TITLE = TablebaseTitle("game", "rules", "cells", 3)
ENDS = [10, 300, 5000]
CELLS = np.random.default_rng(1).integers(0, 256, ENDS[-1]).astype(np.uint8)


def written(folder: Path) -> Path:
    tablebase = in_memory(folder / "a.table", TITLE, ENDS, CELLS)
    write_tablebase(tablebase)
    return tablebase.path


def damaged(path: Path, place: int, bit: int = 0) -> None:
    content = bytearray(path.read_bytes())
    content[place] ^= 1 << bit
    path.write_bytes(content)


def reason(path: Path, title: TablebaseTitle | None = TITLE) -> str:
    with pytest.raises(BadTablebase) as caught:
        open_tablebase(path, title).check_all()
    assert str(path) in str(caught.value)
    return caught.value.reason.code


def test_an_undamaged_table_returns_its_cells(tmp_path: Path) -> None:
    tablebase = open_tablebase(written(tmp_path), TITLE)
    assert tablebase.title == TITLE
    assert [len(tablebase.section(i)) for i in range(3)] == [10, 290, 4700]
    assert np.array_equal(np.concatenate([tablebase.section(i) for i in range(3)]), CELLS)
    assert tablebase.sums == [zlib.crc32(CELLS[:end].tobytes()) for end in ENDS]


def test_a_large_table_is_mapped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tablebase_files, "_IN_MEMORY", 100)
    tablebase = open_tablebase(written(tmp_path), TITLE)
    assert isinstance(tablebase.cells, np.memmap)
    assert np.array_equal(tablebase.section(2), CELLS[300:])


@pytest.mark.parametrize("place", [HEADER, HEADER + 9, HEADER + 10, HEADER + 299, HEADER + 4999])
@pytest.mark.parametrize("bit", [0, 7])
def test_every_flipped_bit_of_a_cell_is_found(tmp_path: Path, place: int, bit: int) -> None:
    path = written(tmp_path)
    damaged(path, place, bit)
    assert reason(path) == "DAMAGED"


def test_sections_beside_a_damaged_one_are_still_good(tmp_path: Path) -> None:
    path = written(tmp_path)
    damaged(path, HEADER + 100)
    tablebase = open_tablebase(path, TITLE)
    assert np.array_equal(tablebase.section(0), CELLS[:10])
    assert np.array_equal(tablebase.section(2), CELLS[300:])
    with pytest.raises(BadTablebase, match="section 1 of the tablebase is damaged"):
        tablebase.section(1)


@pytest.mark.parametrize(("place", "code"), [(0, "NO_TABLE"), (15, "NO_TABLE"), (16, "OTHER_VERSION")])
def test_damage_before_the_text_of_the_header(tmp_path: Path, place: int, code: str) -> None:
    path = written(tmp_path)
    damaged(path, place)
    assert reason(path) == code


def test_damage_in_the_text_of_the_header(tmp_path: Path) -> None:
    path = written(tmp_path)
    length = int.from_bytes(path.read_bytes()[20:24], "little")
    for place in (20, 23, 24, 27, 28, 28 + length // 2, 28 + length - 1):
        written(tmp_path)
        damaged(path, place)
        assert reason(path) == "DAMAGED_HEADER", place


@pytest.mark.parametrize("length", [0, 5, 20, HEADER - 1, HEADER, HEADER + 4999, HEADER + 5001])
def test_a_file_of_another_length(tmp_path: Path, length: int) -> None:
    path = written(tmp_path)
    path.write_bytes(path.read_bytes().ljust(length, b"\0")[:length])
    assert reason(path) in ("NO_TABLE", "DAMAGED_HEADER", "LENGTH")


def test_a_table_of_other_rules(tmp_path: Path) -> None:
    path = written(tmp_path)
    assert reason(path, dataclasses.replace(TITLE, rules="others")) == "OTHER_TITLE"
    open_tablebase(path).check_all()


def test_a_text_file_is_no_table(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("hello\n")
    assert reason(path) == "NO_TABLE"


def draft(folder: Path) -> Draft:
    return Draft(folder / "b.table", TITLE, ENDS)


def test_a_draft_goes_on_where_it_ended(tmp_path: Path) -> None:
    with draft(tmp_path) as first:
        first.cells[:10] = CELLS[:10]
        first.finish(0)
        first.cells[10:100] = 77  # half a section, then the end
    with draft(tmp_path) as second:
        assert second.sections == 1
        second.cells[10:] = CELLS[10:]
        second.finish(1)
        second.finish(2)
        tablebase = second.complete()
    assert np.array_equal(tablebase.section(2), CELLS[300:])
    assert [path.name for path in tmp_path.iterdir()] == ["b.table"]


def test_a_finished_section_that_changed_is_built_again(tmp_path: Path) -> None:
    with draft(tmp_path) as first:
        first.finish(0)
        first.finish(1)
    damaged(tmp_path / "b.table.part", HEADER + 20)
    with draft(tmp_path) as second:
        assert second.sections == 1


@pytest.mark.parametrize("content", ["", "{", "[]", '{"version": 0}', "\x00"])
def test_a_broken_journal_means_a_new_beginning(tmp_path: Path, content: str) -> None:
    with draft(tmp_path) as first:
        first.finish(0)
    (tmp_path / "b.table.journal").write_text(content)
    with draft(tmp_path) as second:
        assert second.sections == 0


def test_a_draft_of_something_else_is_not_gone_on_with(tmp_path: Path) -> None:
    with draft(tmp_path) as first:
        first.finish(0)
    with Draft(tmp_path / "b.table", dataclasses.replace(TITLE, rules="others"), ENDS) as second:
        assert second.sections == 0


def test_two_programs_do_not_make_one_table(tmp_path: Path) -> None:
    with draft(tmp_path), pytest.raises(BadTablebase, match="another program"):
        draft(tmp_path)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_kill_leaves_the_finished_sections(tmp_path: Path) -> None:
    script = f"""
import os, signal
from pathlib import Path
from charkoni.solve.tablebase_files import Draft, TablebaseTitle
draft = Draft(Path({str(tmp_path)!r}) / "b.table", TablebaseTitle("game", "rules", "cells", 3), {ENDS})
draft.cells[:10] = 5
draft.finish(0)
draft.cells[10:300] = 6
os.kill(os.getpid(), signal.SIGKILL)
"""
    done = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    with draft(tmp_path) as second:
        assert second.sections == 1
        assert second.cells[:10].tolist() == [5] * 10


def test_too_little_disk_is_said_before(tmp_path: Path) -> None:
    with pytest.raises(NoRoom, match=r"MB of disk are needed"):
        Draft(tmp_path / "b.table", TITLE, [1 << 60])


def test_a_disk_that_fills_up_ends_in_an_error_that_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "posix_fallocate", full, raising=False)
    with pytest.raises(OSError, match="No space left") as caught:
        draft(tmp_path)
    assert caught.value.filename == str(tmp_path / "b.table.part")
    monkeypatch.undo()
    with draft(tmp_path) as again:
        assert again.sections == 0


def test_without_fallocate_the_file_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "posix_fallocate", raising=False)
    with draft(tmp_path) as first:
        assert (tmp_path / "b.table.part").stat().st_size == HEADER + ENDS[-1]
        first.finish(0)
    with draft(tmp_path) as second:
        assert second.sections == 1


def test_a_write_that_fails_keeps_the_old_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path)

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        written(tmp_path)
    monkeypatch.undo()
    open_tablebase(path, TITLE).check_all()
    assert list(tmp_path.iterdir()) == [path]


def test_too_little_memory_is_said() -> None:
    with pytest.raises(NoRoom, match=r"'work': 2 MB of memory are needed, 1 are free"):
        tablebase_files.require_memory("work", 2_000_000, 1_000_000)
    tablebase_files.require_memory("work", 1000, 1000)
    assert issubclass(NoRoom, Refusal)


def test_free_memory_is_known_or_not(monkeypatch: pytest.MonkeyPatch) -> None:
    free = tablebase_files.free_memory()
    assert free is None or free > 1_000_000
    monkeypatch.setattr(tablebase_files, "free_memory", lambda: None)
    tablebase_files.require_memory("work", 1 << 60)
