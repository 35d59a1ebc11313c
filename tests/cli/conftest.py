"""The program as a function of its arguments: exit code, standard output, standard error."""

import io
import logging
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from charkoni.cli import main


class Result(NamedTuple):
    """The result of a run of the program."""

    code: int
    out: str
    err: str


Cli = Callable[..., Result]


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Cli:
    """Run the program in this process, in English, with a state folder of its own; `typed` is standard input."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "FORCE_COLOR", "CHARKONI_TRACEBACK"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("CHARKONI_LANG", "en")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr("charkoni.cli.progress.FIRST_S", 3600.0)  # however slow the machine is

    def run(*arguments: object, typed: str = "", lang: str | None = None) -> Result:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), "utf-8"))
        words = [str(argument) for argument in arguments]
        handlers = logging.root.handlers[:]
        code = main.run(["--lang", lang, *words] if lang else words)
        logging.root.handlers[:] = handlers  # that of a server writes to the stream of this test
        captured = capsys.readouterr()
        return Result(code, captured.out, captured.err)

    return run
