"""`charkoni puzzles`."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Cli

import charkoni
from charkoni.analysis import puzzle_search as finder

QUICK = ("--nodes", 200)
PUZZLE = {
    "charkoni-puzzle": 1,
    "game": "mosty:size=2",
    "position": "b1/1/r1 a",
    "theme": "win",
    "line": ["c3"],
    "value": 1.0,
    "second": 0.0,
    "nodes": 9,
    "exact": True,
    "source": "made for this test",
}


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A record of mosty:size=2 whose third ply is the only move that wins (all games of this size were counted)."""
    path = tmp_path / "game.charkoni"
    path.write_text('[Game "mosty:size=2"]\n\na1 a3 c3\n')
    return path


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "puzzles.jsonl"
    path.write_text(json.dumps(PUZZLE) + "\n")
    return path


def test_puzzles_of_a_record_can_be_solved(cli: Cli, game: Path, tmp_path: Path) -> None:
    code, out, err = cli("puzzles", game, *QUICK)
    assert code == 0
    found = [json.loads(line) for line in out.splitlines()]
    assert err == f"{len(found)} puzzle{'s' if len(found) != 1 else ''} found\n"
    assert any(puzzle["line"][0] == "c3" and puzzle["theme"] == "win" for puzzle in found)
    path = tmp_path / "puzzles"
    path.write_text(out)
    output = cli("puzzles", "--solve", path, typed="".join(puzzle["line"][0] + "\n" for puzzle in found)).out
    assert output.count("Right.") == len(found)
    assert output.endswith(f"{len(found)} puzzle{'s' if len(found) != 1 else ''} solved at once\n")


def test_with_best_only_the_clearest_are_printed(cli: Cli, tmp_path: Path) -> None:
    """All six are equally clear; no game has more than two."""
    game, kept = tmp_path / "game", tmp_path / "kept.jsonl"
    game.write_text('[Game "mosty:size=3"]\n\nb4 c5 a1 e5 c1 e3 a3 d4 e1 d2 a5\n')
    for words, count in ((("--best", 1), 1), (("--best", 9, "--out", kept), 2), (("--best", 9, "--out", kept), 2)):
        found = cli("puzzles", game, *QUICK, *words)
        assert len(found.out.splitlines()) == count
        assert found.err == "6 puzzles found\n"


def test_a_puzzle_with_dice_is_labelled(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    dice = {"game": "chaupar", "position": "h4/c4/l7,h3/c4 c c 1", "theme": "mean"}
    position = charkoni.game("chaupar").parse(str(dice["position"]))
    right, wrong = position.moves[0], position.moves[1]
    path.write_text(json.dumps(PUZZLE | dice | {"line": [right]}) + "\n")
    out = cli("puzzles", "--solve", path, typed=f"{wrong}\n{right}\n").out
    assert "One move is clearly best, on average over all future throws. Which?" in out
    assert "No, another move brings more on average. Try again." in out


def test_puzzles_of_a_match(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    cli("match", "mcts:20", "random", "--game", "mosty:size=3", "--games", 2, "--out", path)
    code, out, err = cli("puzzles", path, *QUICK)
    assert code == 0
    assert err.endswith(" found\n")
    assert all(json.loads(line)["source"].startswith("match.jsonl:") for line in out.splitlines())


def test_what_is_done_is_saved(cli: Cli, game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "kept.jsonl"
    first = cli("puzzles", game, *QUICK, "--out", out)
    assert (first.code, first.out) == (0, "")
    rows = out.read_text()

    def never(*_: object) -> None:
        raise AssertionError("searched again")

    monkeypatch.setattr(finder, "puzzle", never)
    assert cli("puzzles", game, *QUICK, "--out", out).err == first.err
    assert out.read_text() == rows
    assert "Right." in cli("puzzles", "--solve", out, typed="c3\n").out


def test_ctrl_c_prints_how_to_resume(cli: Cli, game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(finder, "puzzle", interrupted)
    code, _, err = cli("puzzles", game, "--out", tmp_path / "kept.jsonl")
    assert code == 130
    assert err == "0 puzzles found\nStopped; the progress is saved, and the same command continues.\n"


def test_the_trainer(cli: Cli, book: Path) -> None:
    typed = "?\n?\n?\nz9\na1\nc1\nc3\n"
    code, out, _ = cli("puzzles", "--solve", book, typed=typed)
    assert code == 0
    assert "Puzzle 1 of 1. One move wins. Which?" in out
    assert "Look at " in out
    assert "It starts with c" in out
    assert "z9: " in out
    assert "a1: " in out
    assert "No, that gives it away. Try again." in out
    assert "Right.\n" in out
    assert out.endswith("0 puzzles solved at once\n")


def test_the_trainer_shows_the_solution_and_can_be_quit(cli: Cli, book: Path) -> None:
    assert "The move was c3 (a bridge on c3); c3\n" in cli("puzzles", "--solve", book, typed="\n").out
    code, out, _ = cli("puzzles", "--solve", book, typed="")
    assert code == 0
    assert out.endswith("0 puzzles solved at once\n")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "there is no puzzle in this file"),
        ("hello", "line 1 was not written by this command"),
        ("[]", "line 1 was not written by this command"),
        ("{}", "this is no puzzle: its kind is missing"),
        (json.dumps(PUZZLE | {"position": "x"}), "this is no puzzle: "),
        (json.dumps(PUZZLE | {"line": ["a1"]}), "this is no puzzle: "),
        ('{"puzzle":7}', "line 1 was not written by this command"),
    ],
)
def test_a_file_without_puzzles(cli: Cli, book: Path, content: str, message: str) -> None:
    book.write_text(content)
    code, out, err = cli("puzzles", "--solve", book)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{}\n", "the file was not written by this command: line 1 cannot be read"),
        ('{"charkoni-match":1}\n{"record":"x"}\n', "line 1, column 1"),
        ('{"charkoni-match":1}\n{}\n', "the file was not written by this command: line 2 cannot be read"),
    ],
)
def test_a_match_that_is_none(cli: Cli, tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text(content)
    code, out, err = cli("puzzles", path)
    assert (code, out) == (2, "")
    assert message in err


def test_bad_budgets(cli: Cli, game: Path) -> None:
    assert cli("puzzles", game, "--nodes", 0).err.startswith("charkoni: --nodes: the number is too small")
    assert cli("puzzles", "/nonexistent").err == "charkoni: /nonexistent: there is no such file or folder\n"
