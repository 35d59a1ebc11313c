"""`play` where no terminal is: lines in, lines out, so that scripts and pipes can play too."""

from pathlib import Path

from tests.cli.conftest import Cli

import charkoni
from charkoni.cli import storage
from charkoni.cli.choose import variants
from charkoni.cli.guide import command_of
from charkoni.cli.moves import in_words, matches
from charkoni.core.translations import Words


def test_a_game_from_a_pipe_is_kept(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "game.charkoni"
    code, out, err = cli("play", "mangala", "b=random", "--seed", 1, "--save", path, typed="4\n1\n")
    assert (code, err) == (0, "")
    assert "Player b: " in out
    assert f"The game is saved. Go on with: charkoni play --load {path}" in out
    assert storage.load(path).moves[:2] == ("4", "1")
    assert storage.load(path).tags == {"A": "human", "B": "random", "Seed": "1"}


def test_the_same_seed_gives_the_same_game(cli: Cli, tmp_path: Path) -> None:
    seats = ["a=random", "b=random", "c=random", "d=random"]
    for name in ("one", "two"):
        assert cli("play", "chaupar", "--seat", *seats, "--seed", 7, "--save", tmp_path / name).code == 0
    assert storage.load(tmp_path / "one") == storage.load(tmp_path / "two")
    assert storage.load(tmp_path / "one").outcome is not None


def test_going_on_leads_to_the_same_game_as_going_through(cli: Cli, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    cli("play", "gana", "b=random", "--seed", 9, "--save", whole, typed="e2n\nd2n\nc2n\n")
    cli("play", "gana", "b=random", "--seed", 9, "--save", parts, typed="e2n\n")
    cli("play", "--load", parts, typed="d2n\nc2n\n")
    assert storage.load(whole) == storage.load(parts)


def test_seats_after_the_option_and_before_any_game(cli: Cli) -> None:
    code, out, _ = cli("play", "--seat", "a=human", "b=random", "--seed", 1, typed="mangala\n1\n1\n1\n")
    assert code == 0
    assert "Which game?" in out


def test_nothing_typed_leaves_nothing_behind(cli: Cli, tmp_path: Path) -> None:
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
    assert "The game is over. Red wins: the borders are joined." in out
    assert path.read_bytes() == before


def test_a_record_kept_as_json_stays_json(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    cli("play", "mangala", "b=random", "--seed", 1, "--save", path, typed="4\n")
    cli("play", "--load", path, typed="1\n")
    assert charkoni.Record.from_json(path.read_text()).moves[:2] == ("4", "1")


def test_the_variant_may_stand_apart(cli: Cli) -> None:
    assert "Mosty: size 3, two links a turn" in cli("play", "mosty:size=3", "--variant", "links=2").out
    assert "Mangala: fortress" in cli("play", "mangala", "--variant", "fortress").out


def test_the_chooser_offers_all_variants_that_exist() -> None:
    assert [game.name for game in variants("gana")] == [
        "gana",
        "gana:shield",
        "gana:solo",
        "gana:shield,solo",
    ]
    assert len(variants("barbakan")) == 7
    assert len(variants("mosty")) == 10


def test_the_chooser_explains_what_is_not_there(cli: Cli) -> None:
    out = cli("play", typed="9\nmosty\nsize=99\nsize=7,links=2\n1\nz\nb\n").out
    assert "9 is not among them." in out
    assert "the flag size cannot be '99'" in out
    assert "z is not among them." in out
    assert "Mosty: size 7, two links a turn" in out


def test_quitting_the_chooser_is_no_failure(cli: Cli) -> None:
    assert cli("play", typed="quit\n").code == 0
    assert cli("play").code == 0


def test_moves_in_words() -> None:
    said = [
        ("focus", "d4-e5:2", "the top 2 of d4 go to e5"),
        ("focus", "-", "the null move: nothing changes"),
        ("banglagor", "3@d4", "a column of height 3 is placed on d4"),
        ("banglagor", "d5-d5xd6", "d5 goes out and back and attacks d6"),
        ("banglagor", "-", "passes"),
        ("gana", "c5n:2", "the group of c5 goes north, the king 2 away"),
        ("gana", "e1n:k", "the king alone goes from e1 north"),
        ("chaupar", "[125]", "the sticks show 1 2 5"),
        ("chaupar", "6+:5^", "the piece on 6+ turns in with 5"),
        ("chaupar", "-5", "the 5 stays unused"),
        ("barbakan", "@o5", "places on o5"),
        ("mosty", "a11", "a bridge on a11"),
        ("mangala", "4", "sows from hole 4"),
    ]
    for game, move, sentence in said:
        assert in_words(Words("en"), charkoni.game(game), move) == sentence


def test_every_move_of_every_game_has_words() -> None:
    for name in charkoni.games():
        game = charkoni.game(name)
        for code in range(0, game.codes, max(1, game.codes // 500)):
            try:
                move = game.move(code)
                game.code(move)
            except (ValueError, IndexError, KeyError):
                continue  # a hole in the code space
            assert in_words(Words("en"), game, move) != move


def test_moves_of_a_cell_are_found_by_the_cell() -> None:
    assert matches("d4-e5:2", "d4")
    assert matches("d4-e5:2", "e5")
    assert not matches("d10-d11", "d1")
    assert matches("e2n:1", "e2")
    assert matches("c:5", "c")


def test_commands_in_both_languages() -> None:
    russian = Words("ru")
    assert command_of(russian, "Отмена") == ("undo", "")
    assert command_of(russian, "undo") == ("undo", "")
    assert command_of(russian, "сохранить моя партия") == ("save", "моя партия")
    assert command_of(russian, "?e2") == ("?", "e2")
    assert command_of(russian, "e2") is None
