"""One file per event: the chain, copies, archives, and a process killed at any moment."""

import contextlib
import errno
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.tournament.conftest import Make, play_round

from charkoni.tournament.acts.reducer import fold
from charkoni.tournament.director import Director
from charkoni.tournament.model.errors import BadFile
from charkoni.tournament.model.players import Person
from charkoni.tournament.store import Anchor, Store, archive, restore

_WORKER = """
import sys
from pathlib import Path
from charkoni.tournament.director import Director
from charkoni.tournament.model.event import Person
with Director.open(Path(sys.argv[1])) as director:
    while True:
        for number in range(4):
            director.enter(Person(f"P {len(director.state.entries)}"), twin=True)
            print(len(director.log), flush=True)
        director.undo()
        print(len(director.log), flush=True)
"""


def test_no_acknowledged_act_is_lost_when_the_process_is_killed(make: Make) -> None:
    director = make(0, started=False)
    director.close()
    for acknowledged in (1, 8, 15):
        process = subprocess.Popen(
            [sys.executable, "-c", _WORKER, str(director.store.path)], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        acknowledgements = [process.stdout.readline() for _ in range(acknowledged)]
        os.kill(process.pid, signal.SIGKILL)
        acknowledgements += process.stdout.readlines()
        process.wait()
        process.stdout.close()
        with Store(director.store.path) as store:
            whole = [line for line in acknowledgements if line.endswith("\n")]
            assert store.verify() >= int(whole[-1])
            assert fold(store.log(), store.people()).entries


def test_a_failure_in_the_middle_of_a_publish_changes_nothing(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    director = make(4, rounds=3)
    director.draft()
    before = director.state

    def broken(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(director.store, "append", broken)
    with pytest.raises(OSError, match="No space"):
        director.publish()
    monkeypatch.undo()
    assert director.state == before
    director.publish()
    assert director.store.verify() == len(director.log)


def test_a_changed_line_of_the_log_is_noticed(make: Make) -> None:
    director = make(4)
    director.close()
    base = sqlite3.connect(director.store.path)
    base.execute("UPDATE acts SET data = replace(data, '1990', '2990') WHERE number = 3")
    base.commit()
    base.close()
    with Store(director.store.path) as store, pytest.raises(BadFile, match="act 3 has been changed"):
        store.verify()


def test_files_that_are_no_events(tmp_path: Path) -> None:
    text = tmp_path / "text.tournament"
    text.write_text("001 no database")
    with pytest.raises(BadFile, match="not a tournament file"):
        Store(text)
    empty = tmp_path / "other.db"
    sqlite3.connect(empty).execute("CREATE TABLE t (x)").connection.close()
    with pytest.raises(BadFile, match="not a tournament file"):
        Store(empty)
    with pytest.raises(FileNotFoundError):
        Store(tmp_path / "none")
    with pytest.raises(FileExistsError):
        Store(text, create=True)


def test_a_file_of_a_newer_charkoni(make: Make) -> None:
    director = make(2, started=False)
    director.close()
    base = sqlite3.connect(director.store.path)
    base.execute("PRAGMA user_version = 99")
    base.close()
    with pytest.raises(BadFile, match=r"newer Charkoni \(format 99\)"):
        Store(director.store.path)


def test_an_event_that_cannot_begin_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="System"):
        Director.create(tmp_path / "x.tournament", {"system": "dice"})
    assert list(tmp_path.iterdir()) == []


def test_copies_after_every_publish(make: Make, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    director = make(4, rounds=3)
    director.keep_copies_in(stick)
    director.draft()
    director.publish()
    with Director.open(stick / director.store.path.name) as copy:
        assert copy.state == director.state


def test_another_machine_goes_on_from_an_archive(make: Make, tmp_path: Path) -> None:
    director = make(6)
    play_round(director)
    text = archive(director.store)
    with Director(restore(text, tmp_path / "again.tournament")) as again:
        assert again.state == director.state
        assert archive(again.store) == text
        again.draft()


@pytest.mark.parametrize("change", ["cut", "edited", "dropped", "empty", "other"])
def test_broken_archives(make: Make, tmp_path: Path, change: str) -> None:
    director = make(3, started=False)
    text = archive(director.store)
    lines = text.splitlines()
    broken = {
        "cut": text[:-40],
        "edited": text.replace('"rating":2000', '"rating":2900'),
        "dropped": "\n".join(lines[:2] + lines[3:]),
        "empty": "",
        "other": '{"a": 1}\n',
    }[change]
    with pytest.raises(BadFile):
        restore(broken, tmp_path / "again.tournament")
    assert not (tmp_path / "again.tournament").exists()


def test_two_directors_write_in_turn(make: Make) -> None:
    director = make(0, started=False)
    with Director.open(director.store.path, who="second") as other:
        for number in range(6):
            (director if number % 2 else other).enter(Person(f"Name {number}"))
        director.refresh()
        other.refresh()
        assert director.state == other.state
    assert director.store.verify() == 7


def without_last_act(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM acts WHERE number = (SELECT max(number) FROM acts)")


def of_another_event(path: Path) -> None:
    with Director.create(path.with_name("other.tournament"), {"name": "Other"}) as other:
        for number in range(9):
            other.enter(Person(f"Name {number}"))
    path.with_name("other.tournament").replace(path)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (without_last_act, "acts are missing at the end: 4 were written (digest {digest}), but only 3 are there"),
        (of_another_event, "this is not the log that was written here: the digest of act 4 was {digest}, now it is "),
        (lambda path: path.write_bytes(bytes(path.stat().st_size)), "emptied or overwritten; acts in it before: 4"),
        (lambda path: path.write_bytes(b""), "emptied or overwritten; acts in it before: 4 (digest {digest})"),
    ],
)
def test_a_shortened_replaced_or_zeroed_file_is_told(make: Make, spoil: Callable[[Path], object], said: str) -> None:
    director = make(3, started=False)
    path, digest = director.store.path, director.store.last_hash()[:12]
    director.close()
    spoil(path)
    with pytest.raises(BadFile, match=re.escape(said.format(digest=digest))):
        Director.open(path)


def test_a_copy_of_a_file_needs_no_anchor_and_a_file_may_be_ahead_of_it(make: Make, tmp_path: Path) -> None:
    director = make(2, started=False)
    behind = Anchor.read(director.store.path)
    director.store.copy_to(tmp_path / "copy.tournament")
    with Director.open(tmp_path / "copy.tournament") as copy:
        assert copy.log == director.log
    director.enter(Person("Last"))
    assert behind is not None and Anchor.read(director.store.path) == Anchor(4, director.store.last_hash())
    behind.write(director.store.path)  # a crash between the act and its anchor
    with Director.open(director.store.path) as again:
        assert len(again.log) == 4


def test_a_full_disk_is_called_one_and_leaves_the_event_as_it_was(make: Make) -> None:
    director = make(2, started=False)
    connection = director.store._connection
    connection.execute(f"PRAGMA max_page_count = {connection.execute('PRAGMA page_count').fetchone()[0]}")
    with pytest.raises(OSError, match="No space left on device") as error, director.store.writing():
        director.store.keep_value("long", "x" * 1_000_000)
    assert error.value.errno == errno.ENOSPC and error.value.filename == str(director.store.path)
    assert len(director.log) == director.store.verify() == 3


@pytest.mark.parametrize("suffix", ["tournament", "jsonl"])
def test_files_of_format_1_stay_readable(tmp_path: Path, suffix: str) -> None:
    """Made when that format was current; never made anew."""
    source = Path(__file__).with_name("formats") / f"format-1.{suffix}"
    path = tmp_path / "old.tournament"
    if suffix == "jsonl":
        restore(source.read_text(encoding="utf-8"), path).close()
    else:
        path.write_bytes(source.read_bytes())
    with Director.open(path) as director:
        assert director.store.verify() == len(director.log) == 16
        assert [director.state.name(entry.id) for entry in director.state.entries][:2] == [
            "Абдылдаев Нурлан",
            "Çağlayan İbrahim",
        ]
        first, second = director.state.rounds
        assert [b.result.text for b in first.boards if b.result] == ["1:0", "½:½"]
        assert (first.state, second.state) == ("closed", "published") and not any(b.reports for b in second.boards)
        director.result(1, "1")


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE acts SET data = NULL WHERE number = 2", "UPDATE acts SET number = -1 WHERE number = 2",
        "UPDATE acts SET hash = CAST(x'ff3b' AS TEXT) WHERE number = 2", "UPDATE people SET data = x'00'",
        "UPDATE acts SET level = 'x' WHERE number = 2", "ALTER TABLE acts RENAME COLUMN key TO kex",
    ],
)  # fmt: skip
def test_a_damaged_file_is_refused_in_a_sentence(make: Make, damage: str) -> None:
    """What a damaged byte does to a file: values of wrong types, texts that are none, tables of other columns."""
    director = make(2, started=False)
    path = director.store.path
    director.close()
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        if "NULL" in damage:  # a table without the constraint, whose own damage is as likely
            connection.execute("CREATE TABLE other AS SELECT * FROM acts")
            connection.execute("DROP TABLE acts")
            connection.execute("ALTER TABLE other RENAME TO acts")
        connection.execute(damage)
    with pytest.raises(BadFile), Director.open(path) as opened:
        opened.store.verify()
