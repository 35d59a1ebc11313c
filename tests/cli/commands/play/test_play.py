"""`charkoni play` without a terminal: lines in, lines out, for scripts and pipes."""

from pathlib import Path

from tests.cli.conftest import Cli

import charkoni
from charkoni.cli import records


def test_a_game_from_a_pipe_is_saved(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "game.charkoni"
    code, out, err = cli("play", "mangala", "b=random", "--seed", 1, "--save", path, typed="4\n1\n")
    assert (code, err) == (0, "")
    assert "Green: " in out
    assert f"The game is saved. Go on with: charkoni play --load {path}" in out
    assert records.load(path).moves[:2] == ("4", "1")
    assert records.load(path).tags == {"A": "human", "B": "random", "Seed": "1"}


def test_the_same_seed_gives_the_same_game(cli: Cli, tmp_path: Path) -> None:
    seats = ["a=random", "b=random", "c=random", "d=random"]
    for name in ("one", "two"):
        assert cli("play", "chaupar", "--seat", *seats, "--seed", 7, "--save", tmp_path / name).code == 0
    assert records.load(tmp_path / "one") == records.load(tmp_path / "two")
    assert records.load(tmp_path / "one").outcome is not None


def test_a_resumed_game_equals_an_uninterrupted_one(cli: Cli, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    cli("play", "gana", "b=random", "--seed", 9, "--save", whole, typed="e2n\nd2n\nc2n\n")
    cli("play", "gana", "b=random", "--seed", 9, "--save", parts, typed="e2n\n")
    cli("play", "--load", parts, typed="d2n\nc2n\n")
    assert records.load(whole) == records.load(parts)


def test_seats_after_the_option_and_before_any_game(cli: Cli) -> None:
    code, out, _ = cli("play", "--seat", "a=human", "b=random", "--seed", 1, typed="mangala\n1\n1\n1\n")
    assert code == 0
    assert "Which game?" in out


def test_without_input_no_file_is_left(cli: Cli, tmp_path: Path) -> None:
    code, out, err = cli("play", "focus")
    assert (code, err) == (0, "")
    assert "saved" not in out
    assert not list(tmp_path.rglob("*.charkoni"))


def test_a_finished_game_is_shown_and_left_alone(cli: Cli, tmp_path: Path) -> None:
    record = charkoni.Record(charkoni.game("mosty:size=2"))
    for move in ("a1", "b2", "a3"):
        record.play(move)
    path = tmp_path / "over.charkoni"
    path.write_text(str(record))
    before = path.read_bytes()
    code, out, _ = cli("play", "--load", path)
    assert code == 0
    assert "The game is over. Red wins: the shores are joined." in out
    assert path.read_bytes() == before


def test_a_record_kept_as_json_stays_json(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    cli("play", "mangala", "b=random", "--seed", 1, "--save", path, typed="4\n")
    cli("play", "--load", path, typed="1\n")
    assert charkoni.Record.from_json(path.read_text()).moves[:2] == ("4", "1")


def test_the_variant_may_stand_apart(cli: Cli) -> None:
    assert "Mosty: size 3, two bridges a turn" in cli("play", "mosty:size=3", "--variant", "links=2").out
    assert "Mangala: fortress" in cli("play", "mangala", "--variant", "fortress").out


def test_a_match_of_sets_is_one_file(cli: Cli, tmp_path: Path) -> None:
    path, parts = tmp_path / "match.charkoni", tmp_path / "parts.charkoni"
    played = cli("play", "mosty:size=3", "--sets", 3, "a=random", "b=random", "--seed", 4, "--save", path, "--pace", 0)
    assert played.code == 0 and "Set 3 of 3; the match: 2:1" in played.out
    checked = cli("record", "check", path).out.splitlines()
    assert [line.partition(": ")[0] for line in checked] == [f"{path}#{n}" for n in (1, 2, 3)]
    assert "Set: 2\nScore: 1:1" in cli("record", "show", f"{path}#2").out
    refused = cli("record", "show", path)
    assert refused.code == 2 and f"name one of them: {path}#1" in refused.err
    assert "the file contains games 1 to 3" in cli("record", "show", f"{path}#4").err
    parts.write_text(path.read_text().partition("[Result")[0] + '[Result "*"]\n')
    assert cli("play", "--load", parts, "--pace", 0).code == 0
    assert parts.read_text().count("[Game ") == 3
    for bad in (("mangala", "--sets", 4), ("barbakan:players=3", "--sets", 3), ("--load", path, "--sets", 3)):
        assert cli("play", *bad).code == 2
