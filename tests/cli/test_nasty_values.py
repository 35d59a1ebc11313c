"""Every command with values that nobody expects: one clear line, never a fault of the program, a trace or silence."""

import contextlib
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from tests.cli.conftest import Cli
from tests.fork_server import Program

from charkoni.cli import main
from charkoni.cli.exit_codes import BAD_USAGE, CHECK_FAILED, INTERNAL

VALUES = {
    "nothing": "",
    "a negative number": "-1",
    "a huge number": "9" * 30,
    "not a number": "nan",
    "a lone carriage return": "A\rB",
    "a long text": "a" * 5000,
    "no Unicode": "\udcff\udcfe",
    "a missing folder": "{missing}/x",
    "a folder": "{folder}",
    "a full disk": "/dev/full",
    "bytes": "{bytes}",
    "a depth that nobody waits for": "99",
    "a part of JSON": '{"a":[1',
}
LATE_S = 5
"""Seconds of processor time after which a command that has printed nothing is silent."""
WAITING_S = 60
"""Seconds after which a command is silent that does nothing at all."""
RUNNING_S = 8
"""Seconds after which a command is ended that has printed something, as a server."""
STEP_S = 0.25

Line = tuple[str, ...]


def commands() -> Iterator[tuple[Line, Any]]:
    """Yield the words and the object of each command."""
    return _below((), typer.main.get_command(main.app))


def _below(words: Line, command: Any) -> Iterator[tuple[Line, Any]]:
    command = command.load() if hasattr(command, "load") else command
    subcommands = getattr(command, "commands", None)
    if subcommands is None:
        yield words, command
    for name, each in (subcommands or {}).items():
        yield from _below((*words, name), each)


def usual(parameter: Any, folder: Path) -> str:
    """Return a value that a parameter may have."""
    metavar = (parameter.metavar or parameter.name).upper()
    if "GAME" in metavar:
        return "mosty:size=2"
    if "FILE" in metavar or "EVENT" in metavar:
        return str(folder / "bytes")
    return "1"


def lines(words: Line, command: Any, value: str, folder: Path) -> Iterator[Line]:
    """Yield command lines in which one parameter has a value, and the others are usual or left out."""
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    options = [each for each in command.params if each.param_type_name == "option" and each.name != "help"]
    needed = [usual(each, folder) for each in arguments if each.required]
    wanted = [text for each in options if each.required for text in (each.opts[0], usual(each, folder))]
    for place in range(len(arguments)):
        before = [usual(each, folder) for each in arguments[:place]]
        after = [usual(each, folder) for each in arguments[place + 1 :] if each.required]
        yield *words, *wanted, "--", *before, value, *after
    for option in options:
        if not getattr(option, "is_flag", False):
            yield *words, *wanted, f"{option.opts[0]}={value}", *needed


def filled(value: str, folder: Path) -> str:
    """Return a value with the paths of this run."""
    names = {"missing": folder / "missing", "folder": folder, "bytes": folder / "bytes"}
    for name, path in names.items():
        value = value.replace(f"{{{name}}}", str(path))
    return value


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a file of bytes."""
    (tmp_path / "bytes").write_bytes(bytes(range(256)) * 40)
    monkeypatch.chdir(tmp_path)
    for name in ("HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    return tmp_path


def test_no_command_fails_at_a_missing_file_or_game(cli: Cli, folder: Path) -> None:
    faults = {}
    for words, command in commands():
        for line in [*lines(words, command, filled(VALUES["a missing folder"], folder), folder)][:1]:
            if "--" not in line:  # its first option may have any value
                continue
            result = cli(*line)
            if result.code not in (BAD_USAGE, CHECK_FAILED) or result.err.count("\n") != 1:
                faults[line] = result
    assert faults == {}


@pytest.mark.long
@pytest.mark.parametrize("value", VALUES)
def test_no_command_fails_at_a_strange_value(folder: Path, value: str) -> None:
    environment = {**os.environ, "CHARKONI_LANG": "en", "CHARKONI_CACHE": str(folder / "cache"), "HOME": str(folder)}
    faults = {}
    for words, command in commands():
        for line in lines(words, command, filled(VALUES[value], folder), folder):
            fault = fault_of(line, environment, folder)
            if fault:
                faults[line] = fault
    assert faults == {}


def spent_s(process: int) -> float:
    """Return the processor time of a process: unlike wall time it does not depend on other load."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # it has ended
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def fault_of(line: Line, environment: dict[str, str], folder: Path) -> str:
    """Run a command in a process, ended after a while, and return what is wrong with its output."""
    with tempfile.TemporaryFile() as printed, tempfile.TemporaryDirectory(dir=folder) as place:
        variables, stream = {**environment, "NUMBA_DISABLE_JIT": "1"}, printed.fileno()
        program = Program(*line, cwd=Path(place), env=variables, stdout=stream, stderr=stream)
        code, begun = None, time.monotonic()
        while code is None and spent_s(program.pid) < LATE_S:
            if time.monotonic() - begun > (RUNNING_S if os.fstat(stream).st_size else WAITING_S):
                break
            with contextlib.suppress(subprocess.TimeoutExpired):
                code = program.wait(STEP_S)
        program.kill()
        program.wait()
        printed.seek(0)
        text = printed.read().decode(errors="replace")
    if "Traceback" in text or code == INTERNAL:
        return text[-400:]
    if code is None and not text:
        return "silence"
    return text[-400:] if code == BAD_USAGE and text.count("\n") > 1 else ""
