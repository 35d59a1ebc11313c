"""The program: version, help, language, exit codes."""

import os
import re
from collections.abc import Iterator
from typing import Any

import pytest
import typer
from tests.cli.conftest import Cli

from charkoni.cli import main


def test_version(cli: Cli) -> None:
    printed = cli("version").out
    program = r"charkoni 1\.[.\d]+(dev\d+)?( \([0-9a-f]{10}\))?"
    assert re.fullmatch(rf"{program}, Python 3\.[.\d]+\S*, Numba [.\d]+\S*\n", printed)
    assert cli("--version").out == printed


@pytest.mark.parametrize("lang", ["ru", "en", "tr"])
@pytest.mark.parametrize("command", [[], ["show"], ["play"], ["perft"], ["record"], ["record", "show"], ["check"]])
def test_help_is_for_people_in_their_language(cli: Cli, command: list[str], lang: str) -> None:
    code, out, err = cli(*command, "--help", lang=lang)
    assert (code, err) == (0, "")
    foreign = {"ru": "Параметры", "en": "Options", "tr": "Seçenekler"}
    assert foreign[lang] in out


def test_no_help_page_has_words_of_typer(cli: Cli) -> None:
    """The first word is translated, arguments have no types of Python, and the lines of commands are whole."""
    faults = {}
    for words in groups_and_commands((), typer.main.get_command(main.app)):
        code, out, err = cli(*words, "--help", lang="ru")
        cut = re.findall(r"^  [a-z-]+ .*\S\.\.\.$", out, re.M)
        if (code, err) != (0, "") or not out.startswith("Запуск: charkoni") or re.search(r"<[a-z]", out) or cut:
            faults[words] = out
    assert faults == {}


def groups_and_commands(words: tuple[str, ...], command: Any) -> Iterator[tuple[str, ...]]:
    yield words
    command = command.load() if hasattr(command, "load") else command
    for name, each in getattr(command, "commands", {}).items():
        yield from groups_and_commands((*words, name), each)


def test_the_language_may_stand_anywhere(cli: Cli) -> None:
    assert "Ход красных" in cli("show", "--lang", "ru", "focus").out
    assert "Ход красных" in cli("show", "focus", "--lang=ru").out


def test_a_fault_of_the_program_is_one_line_too(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr("charkoni.games", broken)
    code, out, err = cli("games")
    assert (code, out) == (70, "")
    assert err == ("charkoni: internal error: RuntimeError: boom; set CHARKONI_TRACEBACK=1 for the traceback\n")


def test_the_environment_is_left_as_it_was(cli: Cli) -> None:
    before = dict(os.environ)
    cli("games", lang="ru")
    assert dict(os.environ) == before


def test_main_exits_with_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["charkoni", "show", "zzz"])
    with pytest.raises(SystemExit) as end:
        main.main()
    assert end.value.code == 2


@pytest.mark.parametrize("command", [[], ["record"]])
def test_no_command_at_all_shows_the_help(cli: Cli, command: list[str]) -> None:
    code, out, err = cli(*command)
    assert (code, out) == (2, "")
    assert err.startswith("Usage: charkoni")
