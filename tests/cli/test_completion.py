"""What the shells complete, asked as they ask; and what a mistyped word is answered with."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence

import pytest

from charkoni.cli.commands import Commands
from charkoni.cli.main import run
from charkoni.cli.output import without_signed_zeros

PROGRAM = [sys.executable, "-c", "from charkoni.cli.main import main; main()"]


def completed(shell: str, **asked: str) -> list[str]:
    """Return what the program answers a shell."""
    environment = os.environ | {"_CHARKONI_COMPLETE": f"complete_{shell}", **asked}
    return subprocess.run(PROGRAM, env=environment, capture_output=True, text=True, check=True).stdout.split()


@pytest.mark.once
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["charkoni", "ru"], ["rules"]),
        (["charkoni", "tournament", "enter", ""], []),
        (["charkoni", "rules", "m"], ["mangala", "mosty"]),
        (["charkoni", "rules", "mosty", ":", "li"], ["links=2"]),
        (["charkoni", "rules", "mosty", ":", "size", "=", "1"], ["10"]),
        (["charkoni", "rules", "mangala", ":"], ["fortress", "rest=keep"]),
        (["charkoni", "play", "mosty", "a", "=", "hu"], ["human"]),
        (["charkoni", "play", "mosty", "a", "=", "level", "=", "1"], ["1", "10"]),
        (["charkoni", "match", "random", "mcts", ":", "5"], ["5s"]),
        (["charkoni", "match", "random", "greedy", "--game", "go"], []),
    ],
)
def test_bash_gets_what_follows_the_last_sign_at_which_it_cuts(words: Sequence[str], expected: list[str]) -> None:
    found = completed("bash", COMP_WORDS=" ".join(words), COMP_CWORD=str(len(words) - 1))
    assert set(expected) <= set(found)
    assert expected or not found


@pytest.mark.once
@pytest.mark.parametrize("shell", ["fish", "zsh"])
def test_other_shells_get_whole_words(shell: str) -> None:
    found = completed(shell, _TYPER_COMPLETE_ARGS="charkoni play mosty:li", _TYPER_COMPLETE_FISH_ACTION="get-args")
    assert "mosty:links=2" in " ".join(found).replace("\\", "")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (["plya"], "play"), (["tournament", "entr"], "enter"),
        (["show", "mangala", "--jsn"], "--json"), (["rules", "gna"], "gana"),
    ],
)  # fmt: skip
def test_a_mistyped_word_is_answered_with_near_ones(
    typed: list[str], meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["--lang", "en", *typed]) == 2
    assert f"did you mean {meant}" in capsys.readouterr().err


def test_help_wraps_every_line_and_names_every_command_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert run(["--lang", "en", "--help"]) == 0
    out = capsys.readouterr().out
    assert "..." not in out.removeprefix("Usage: charkoni [OPTIONS] COMMAND [ARGS]...")
    assert max(map(len, out.splitlines())) <= 60
    listed = [name for names in Commands.panels.values() for name in names]
    assert sorted(listed) == sorted(Commands.table)
    assert all(re.search(rf"^  {name} ", out, re.MULTILINE) for name in listed)


@pytest.mark.parametrize("words", [["games"], ["explore", "mosty:size=2"], ["tournament", "plan", "8"]])
def test_lists_are_json_of_one_type_a_field(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*words, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    for row in printed if isinstance(printed, list) else [printed]:
        assert {type(value) for value in row.values()} <= {str, list, dict, int}


def test_no_zero_has_a_sign() -> None:
    assert json.dumps(without_signed_zeros({"a": [-0.0, (-0.0, 1)], "b": -0.5})) == '{"a": [0.0, [0.0, 1]], "b": -0.5}'
