"""Bad input: one clear line on standard error, nothing on standard output, exit code 2, no traceback."""

from pathlib import Path

import pytest
from tests.cli.conftest import Cli

BAD = [
    ("show mangla", "charkoni: 'mangla': no such game; did you mean mangala? There are banglagor, "),
    ("show zzz", "charkoni: 'zzz': no such game; there are banglagor, barbakan, "),
    ("show mosty:size=11", "charkoni: 'mosty:size=11': the flag size cannot be '11'; its values: 5, 2, 3, "),
    ("show mangala:castle", "charkoni: 'mangala:castle': there is no flag castle; flags here: fortress"),
    (
        "show barbakan:board=mini3,players=4",
        "charkoni: 'barbakan:board=mini3,players=4': the board mini3 is for 2, 3",
    ),
    (
        "show mangala --from x",
        "charkoni: 'x': a position is six holes and a store per side and the mover, as in ",
    ),
    ("perft mangala", "charkoni: DEPTH is missing; see charkoni perft --help"),
    ("perft mangala x", "charkoni: DEPTH: a whole number is needed; see charkoni perft --help"),
    ("perft mangala -- -1", "charkoni: DEPTH: the number is too small; see charkoni perft --help"),
    (
        "perft mangala 2 3",
        "charkoni: '3': the command does not take so many words; see charkoni perft --help",
    ),
    ("pefrt mangala 2", "charkoni: 'pefrt': there is no such command; did you mean perft?; see charkoni --help"),
    (
        "show mangala --frm x",
        "charkoni: --frm: there is no such option; did you mean --from?; see charkoni show --help",
    ),
    ("show mangala --from", "charkoni: --from needs a value; see charkoni"),
    ("games --lang de", "charkoni: 'de': there is no such language; there are ru, en, tr"),
    (
        "games --lang kk",
        "charkoni: 'kk': the program speaks ru, en, tr; print-outs and pages of tournaments have it by --language",
    ),
    ("play mangala --seat z=human", "charkoni: 'z=human': there is no such seat in this game; seats: a, b"),
    ("play mangala --seat b=deep", "charkoni: 'deep': there is no such player; players are human, random, "),
    ("play mangala --seat b=mcts:0s", "charkoni: 'mcts:0s': a budget must be more than nothing"),
    ("play mangala --seat b", "charkoni: 'b': a seat is written letter=player, as in a=human or b=mcts:2s"),
    ("play mangala --seat dice=human", "charkoni: 'dice=human': this game has no dice"),
    ("play chaupar dice=me", "charkoni: 'me"),
    ("play mangala --seed x", "charkoni: --seed: a whole number is needed; see charkoni play --help"),
    ("play mangala --seed -1", "charkoni: --seed: the number is too small; see charkoni play --help"),
    (
        "play mangala --variant size=3",
        "charkoni: 'mangala:size=3': there is no flag size; flags here: fortress",
    ),
    ("play --variant fortress", "charkoni: 'fortress': a variant needs a game before it"),
    ("play mangala --load x", "charkoni: 'mangala': --load says which game it is; "),
    ("play --load /nonexistent", "charkoni: /nonexistent: there is no such file or folder"),
    ("play --load /", "charkoni: /: this is a folder, not a file"),
    ("play --load /dev/null", "charkoni: /dev/null: line 1, column 1: '': the tag Game is missing"),
    (
        "play mangala --save /dev/null",
        "charkoni: '/dev/null': the file exists already; continue it with --load, ",
    ),
    ("record show /nonexistent", "charkoni: /nonexistent: there is no such file or folder"),
    ("record show", "charkoni: FILE is missing; see charkoni record show --help"),
    ("check mangla", "charkoni: 'mangla': no such game; did you mean mangala?"),
    ("bench --game mangla", "charkoni: 'mangla': no such game; did you mean mangala?"),
]


@pytest.mark.parametrize(("line", "message"), BAD, ids=[line for line, _ in BAD])
def test_bad_input_gets_one_line(cli: Cli, line: str, message: str) -> None:
    code, out, err = cli(*line.split())
    assert (code, out) == (2, "")
    assert err.startswith(message.replace("'me", "'dice=me': the dice are thrown by: human, computer"))
    assert err.count("\n") == 1


def test_the_line_is_in_the_language_of_the_reader(cli: Cli) -> None:
    assert cli("show", "mangla", lang="ru").err.startswith("charkoni: 'mangla': такой игры нет; может быть, mangala? ")
    assert cli("perft", "mangala", "x", lang="ru").err.startswith("charkoni: DEPTH: нужно целое число; ")
    assert cli("play", "--load", "/", lang="tr").err == "charkoni: /: bu bir dosya değil, klasör\n"


def test_a_file_that_is_not_text(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "game.charkoni"
    path.write_bytes(b'[Game "mangala"]\n\n4 \xff')
    code, _, err = cli("play", "--load", path)
    assert code == 2
    assert err == f"charkoni: '{path}': the file is not UTF-8 text: byte 21 does not fit\n"


def test_a_file_without_end(cli: Cli) -> None:
    assert "the file is larger than 16 MB" in cli("record", "show", "/dev/zero").err


def test_a_broken_record_is_refused_with_file_line_and_column(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "game.charkoni"
    path.write_text('[Game "mangala"]\n\n4 7\n')
    code, _, err = cli("play", "--load", path)
    assert code == 2
    assert err.startswith(f"charkoni: {path}: line 3, column 3: '7' in '4,4,4,1,5,5:1/4,4,4,4,4,4:0 a': a move is ")
