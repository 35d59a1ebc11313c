"""The program as a process: closed pipes, full disks, narrow encodings, Ctrl-C."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.fork_server import Program

COMMAND = [sys.executable, "-m", "charkoni"]


def environment(tmp_path: Path, **more: str) -> dict[str, str]:
    return {**os.environ, "CHARKONI_LANG": "en", "XDG_STATE_HOME": str(tmp_path), **more}


def test_a_closed_pipe_causes_no_message(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*COMMAND, "show", "focus"], stdout=writing, stderr=subprocess.PIPE, env=environment(tmp_path)
    )
    os.close(writing)
    assert done.returncode != 0
    assert done.stderr == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
@pytest.mark.parametrize("command", [["games"], pytest.param(["version"], marks=pytest.mark.long)])
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
        [*COMMAND, "perft", "mangala", "11", "--divide"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path, PYTHONUNBUFFERED="1"),
    ) as process:
        assert process.stdout and process.stderr
        assert process.stdout.readline().startswith(b"1: ")
        process.send_signal(signal.SIGINT)
        assert process.wait(30) in (130, -signal.SIGINT)
        said = process.stderr.read().splitlines()  # on a slow machine, how long the next depth takes
        assert [line for line in said if not line.endswith(b"Ctrl-C stops it")] == []


def test_a_closed_standard_input_is_an_end(tmp_path: Path) -> None:
    with (tmp_path / "errors").open("w+") as errors:
        program = Program("play", "mangala", "b=random", env=environment(tmp_path), stderr=errors.fileno())
        assert (program.wait(60), errors.read()) == (0, "")


@pytest.mark.parametrize(
    "closed", [pytest.param(0, marks=pytest.mark.long), 1, pytest.param(2, marks=pytest.mark.long)]
)
def test_a_closed_stream_is_no_traceback(tmp_path: Path, closed: str) -> None:
    command = f'exec "$@" {closed}>&-'
    done = subprocess.run(
        ["sh", "-c", command, "sh", *COMMAND, "show", "mangala"],
        capture_output=True,
        env=environment(tmp_path),
    )
    assert b"Traceback" not in done.stderr
