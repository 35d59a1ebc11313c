"""The program as a process: pipes that close, disks that are full, narrow encodings, Ctrl-C."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "charkoni.cli"]


def environment(tmp_path: Path, **more: str) -> dict[str, str]:
    return {**os.environ, "CHARKONI_LANG": "en", "XDG_STATE_HOME": str(tmp_path), **more}


def test_a_reader_that_goes_away_is_no_failure_worth_a_word(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "perft", "focus", "2", "--divide"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path, PYTHONUNBUFFERED="1"),
    ) as process:
        assert process.stdout and process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode != 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
@pytest.mark.parametrize("command", [["games"], ["show", "mangala"], ["version"], ["--help"]])
def test_a_full_disk_is_one_line(tmp_path: Path, command: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*COMMAND, *command], stdout=full, stderr=subprocess.PIPE, text=True, env=environment(tmp_path)
        )
    assert (done.returncode, done.stderr) == (2, "charkoni: the disk is full\n")


def test_an_encoding_without_our_letters_loses_letters_only(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "show", "focus", "--lang", "ru"],
        capture_output=True,
        env=environment(tmp_path, PYTHONIOENCODING="ascii"),
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"68 ?" in done.stdout


def test_ctrl_c_ends_a_long_count_at_once(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "perft", "mangala", "30", "--divide"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
    ) as process:
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(5)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) in (130, -signal.SIGINT)
        assert process.stderr and process.stderr.read() == b""


def test_a_closed_standard_input_is_an_end(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "play", "mangala", "b=random"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment(tmp_path),
    )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("closed", [0, 1, 2])
def test_a_closed_stream_is_no_traceback(tmp_path: Path, closed: int) -> None:
    command = f'exec "$@" {closed}>&-'
    done = subprocess.run(
        ["sh", "-c", command, "sh", *COMMAND, "show", "mangala"],
        capture_output=True,
        env=environment(tmp_path),
    )
    assert b"Traceback" not in done.stderr
