"""`charkoni verify`: tablebases and opening books."""

import zlib
from pathlib import Path

import pytest
from tests.cli.conftest import Cli

from charkoni.solve.mangala.book import book_path
from charkoni.solve.tablebase_files import HEADER

pytestmark = [pytest.mark.compiled_only, pytest.mark.usefixtures("folder")]


def test_verify_prints_what_it_checked(cli: Cli, folder: Path) -> None:
    code, out, err = cli("verify", "--folder", folder, "--all")
    assert (code, err) == (0, "")
    assert f"{folder / 'mangala-take-06.table'}: whole, CRC-32 3b4714c2; " in out
    assert cli("verify", "--folder", folder, "--tablebase", 6, "--sample", 100).code == 0


def test_verify_refuses_a_damaged_table(cli: Cli, folder: Path) -> None:
    path = folder / "mangala-take-06.table"
    content = bytearray(path.read_bytes())
    content[HEADER + 18_000] ^= 16
    path.write_bytes(content)
    code, out, err = cli("verify", "--folder", folder)
    assert (code, out) == (2, "")
    assert "mangala-take-06.table': section 6 of the tablebase is damaged" in err


def test_verify_needs_a_table(cli: Cli, tmp_path: Path) -> None:
    code, _, err = cli("verify", "--folder", tmp_path / "none")
    assert code == 2
    assert "there is no such tablebase in this folder" in err


def test_verify_compares_a_book_with_tables_and_itself(cli: Cli, folder: Path) -> None:
    cli("solve", "book", "mangala", 3, "--each", 1, "--folder", folder, "--memory", 1, "--threads", 1)
    code, out, err = cli("verify", "--folder", folder, "--tablebase", "book")
    assert (code, err) == (0, "")
    compared = int(out.split("; ")[1].split()[0])
    lines = book_path(folder).read_text().splitlines()
    assert 20 < compared < 6 * len(lines)
    body = lines[1].rsplit(" | ", 1)[0].replace("4=+0", "4=+2")
    lines[1] = f"{body} | {zlib.crc32(body.encode()):08x}"
    book_path(folder).write_text("\n".join([*lines, ""]))
    code, out, err = cli("verify", "--folder", folder, "--tablebase", "book")
    assert code == 2
    assert "after 4 a leads by +0" in err
