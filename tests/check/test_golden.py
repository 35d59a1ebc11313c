"""Golden playthroughs: none is missing, each is as it must be, and the tool that writes them works."""

import hashlib

import pytest

from charkoni import OVER, games
from charkoni.check import all_games, any_game, golden, toy, variants
from charkoni.check.golden import FOLDER, LARGEST, compare, files, main, moves_of, render, write

NAMES = [*variants(), "dash", "trio"]
TRIO = """\
# A golden playthrough; rewrite it by: python -m charkoni.check.golden --write trio
game trio
....... a
moves (7): 1 2 3 4 5 6 7
     . . . . . . .
     1 2 3 4 5 6 7

> 4
...a... b
moves (6): 1 2 3 5 6 7
     . . . a . . .
     1 2 3 4 5 6 7

> 1
b..a... c
moves (5): 2 3 5 6 7
     b . . a . . .
     1 2 3 4 5 6 7

> 2
bc.a... a
moves (4): 3 5 6 7
     b c . a . . .
     1 2 3 4 5 6 7

> 3
bcaa... .
over: pair, 1:0:0
     b c a a . . .
     1 2 3 4 5 6 7
"""
MOVES = ("4", "1", "2", "3")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(golden, "FOLDER", tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", NAMES)
def test_every_game_and_variant_has_a_playthrough(name):
    assert files(any_game(name)), f"python -m charkoni.check.golden --write {name}"


@pytest.mark.parametrize("name", [*games(), "dash", "trio"])
def test_every_game_has_a_playthrough_to_its_end(name):
    """That they replay exactly is a check of the kit."""
    texts = [path.read_text("utf-8") for path in FOLDER.glob(f"{name}*.txt")]
    assert any("\nover: " in text for text in texts)


def test_every_file_belongs_to_a_game():
    assert set(FOLDER.iterdir()) == {path for game in all_games() for path in files(game)}


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_files_stay_small(path):
    assert path.stat().st_size < LARGEST


def test_playthrough_is_written_for_people():
    assert render(toy("trio").start(), MOVES) == TRIO


def test_long_lists_are_written_as_first_last_and_digest():
    moves = any_game("mosty").start().moves
    digest = hashlib.sha256(" ".join(moves).encode()).hexdigest()[:12]
    text = render(any_game("mosty").start(), ())
    assert text.splitlines()[3] == f"moves (41): {moves[0]} ... {moves[-1]} sha256 {digest}"


def test_playthrough_knows_its_start_and_moves():
    assert moves_of(TRIO) == ("....... a", MOVES)


def test_comparison_tells_the_differing_lines():
    assert compare(TRIO, toy("trio")) == ""
    difference = compare(TRIO.replace("moves (6): 1 2 3", "moves (6): 2 1 3"), toy("trio"))
    assert "-moves (6): 2 1 3 5 6 7" in difference and "+moves (6): 1 2 3 5 6 7" in difference


@pytest.mark.parametrize("name", ["dash", "trio"])
def test_greedy_game_is_the_same_every_time_and_ends(name):
    (positions, moves), again = golden.play(any_game(name)), golden.play(any_game(name))
    assert (positions, moves) == again
    assert positions[-1].turn == OVER and len(positions) == len(moves) + 1


def test_missing_file_is_written_once(folder):
    assert write(toy("trio")) == [folder / "trio.txt"]
    assert write(toy("trio")) == []
    assert compare((folder / "trio.txt").read_text("utf-8"), toy("trio")) == ""


def test_rewriting_keeps_the_moves(folder):
    (folder / "trio.txt").write_text(TRIO.replace(" . . . a . . .", " . . . A . . ."), "utf-8")
    assert write(toy("trio")) == [folder / "trio.txt"]
    assert (folder / "trio.txt").read_text("utf-8") == TRIO


def test_moves_that_are_not_legal_any_more_are_played_anew(folder):
    (folder / "trio.txt").write_text(TRIO.replace("> 1", "> 4"), "utf-8")
    write(toy("trio"))
    assert compare((folder / "trio.txt").read_text("utf-8"), toy("trio")) == ""


def test_long_game_is_kept_as_its_opening_and_its_ending(folder, monkeypatch):
    monkeypatch.setattr(golden, "STEPS", 4)
    assert write(toy("dash")) == [folder / "dash_opening.txt", folder / "dash_ending.txt"]
    opening, ending = (path.read_text("utf-8") for path in files(toy("dash")))
    assert len(moves_of(opening)[1]) == len(moves_of(ending)[1]) == 4
    assert "over: home" in ending and "over: home" not in opening


def test_names_of_files_are_plain(folder):
    assert [path.name for path in golden._names(any_game("mosty:links=2,size=3"))] == [
        "mosty.links-2.size-3.txt",
        "mosty.links-2.size-3_opening.txt",
        "mosty.links-2.size-3_ending.txt",
    ]


def test_program_tells_what_is_missing_or_differs(folder, capsys):
    assert main(["trio"]) == 1
    assert capsys.readouterr().out == "trio: no file\n"
    assert main(["--write", "trio"]) == 0
    assert capsys.readouterr().out == "wrote trio.txt\n"
    assert main(["trio"]) == 0
    assert capsys.readouterr().out == ""
    (folder / "trio.txt").write_text(TRIO.replace("(6)", "(5)"), "utf-8")
    assert main(["trio"]) == 1
    assert capsys.readouterr().out.startswith("trio.txt: --- golden\n")
