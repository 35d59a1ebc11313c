"""Words of all tournament commands that are refused change nothing."""

from pathlib import Path

import pytest
from tests.cli.conftest import Cli

from charkoni.tournament.acts.log import LogEntry
from charkoni.tournament.store import Store


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("new", "e", "name=x"), "it exists already"),
        (("new", "x", "names=x"), "there is no such name"),
        (("new", "x", "rounds=many"), "a whole number is needed"),
        (("new", "x", "points=1,2"), "points are written"),
        (("new", "x", "name"), "NAME=VALUE"),
        (("new", "x", "game=nothing"), "nothing"),
        (("show", "none"), "there is no such file"),
        (("enter", "e", "name 1"), "the list already"),
        (("enter", "e", "N", "rating=-5"), "a whole number is needed"),
        (("enter", "e", "N", "shoe=43"), "there is no such name"),
        (("result", "e", "1"), "go together"),
        (("result", "e", "x", "1"), "a table is a number"),
        (("result", "e", "1", "31:16"), "48 stones"),
        (("result", "e", "7", "1"), "has no table 7"),
        (("withdraw", "e", "Nobody"), "no entry with this number or name"),
        (("withdraw", "e", "Name"), "several fit: #1 Name 1"),
        (("withdraw", "e", "#9"), "no entry"),
        (("pair", "e"), "round 1 is not closed yet"),
        (("edit", "e", "1-9", "--reason", "x"), "there is no number 9"),
        (("edit", "e", "a-b", "--reason", "x"), "tables are written"),
        (("edit", "e", "1-2", "--reason", "x"), "number 3 is present and has no table (P1)"),
        (("unpublish", "e"), "needs a reason"),
        (("undo", "e", "2"), "cannot be undone"),
        (("export", "e", "doc"), "there is no such form"),
        (("print", "e", "cross", "-o", "x.doc"), "print-outs are"),
        (("print", "e", "menu", "-o", "x.txt"), "there is no print-out"),
        (("why", "e"), "give --table"),
        (("why", "e", "--table", "1", "--round", "9"), "there is no round 9"),
        (("import", "e", "none.csv"), "there is no such file"),
        (("show", "e", "cross", "--json"), "as JSON there are"),
        (("plan", "10", "--begin", "late"), "a time is written"),
        (("plan", "10", "--system", "chess"), "there are swiss"),
        (("set", "e", "zone=Bishkek"), "a zone is written"),
        (("lot", "e"), "give --side"),
        (("finish", "e"), "round 1 is not closed yet"),
    ],
)
def test_words_that_are_refused_change_nothing(
    begun: Cli, tmp_path: Path, words: tuple[str, ...], problem: str
) -> None:
    before = log_of(tmp_path / "e")
    result = begun(*words)
    assert result.code == 2 and result.out == "" and result.err.startswith("charkoni: ") and problem in result.err
    assert log_of(tmp_path / "e") == before


def log_of(path: Path) -> list[LogEntry]:
    with Store(path) as store:
        return store.log()
