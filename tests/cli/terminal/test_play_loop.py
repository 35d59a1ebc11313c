"""Games played in a pseudo-terminal of 80 x 24, as people play them."""

import os
import random
import re
import signal
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest
from tests.cli.pseudo_terminal import CTRL_C, CTRL_D, ROWS, Terminal, saved

import charkoni
from charkoni.cli.terminal.board import board
from charkoni.core.translations import Words

pytestmark = [pytest.mark.terminal, pytest.mark.compiled_only]

Brain = Callable[[charkoni.Position, random.Random], str]


def at_random(position: charkoni.Position, rng: random.Random) -> str:
    return rng.choice(position.moves)


def fewest_towers(position: charkoni.Position, rng: random.Random) -> str:
    """Choose a move that leaves Green few towers, so that a game of Focus ends."""

    def towers(move: str) -> int:
        return len(re.findall(r"g(?=[,/ ])", str(position.play(move)).split()[0] + " "))

    return min(position.moves, key=lambda move: (towers(move), rng.random()))


def straight_in(position: charkoni.Position, rng: random.Random) -> str:
    """Choose a move towards the inner circle, so that a game of Barbakan ends."""

    def progress(move: str) -> int:
        start, _, end = move.partition("-")
        return "omb".find(end[:1]) - "omb".find(start[:1]) if end[:1] in "omb" else 0

    return max(position.moves, key=lambda move: (progress(move), rng.random()))


GAMES: dict[str, tuple[Brain, int]] = {
    "banglagor": (at_random, 0),
    "barbakan": (straight_in, 3),
    "chaupar": (at_random, 29),
    "focus": (fewest_towers, 5),
    "gana": (at_random, 9),
    "mangala": (at_random, 15),
    "mosty": (at_random, 0),
}


def seats(game: charkoni.Game) -> list[str]:
    return [f"{letter}=random" for letter in "bcd"[: game.players - 1]]


def each_game_in_each_language() -> Iterator[object]:
    """Yield every game and language; all but a short game in one language are marked long."""
    for pair in product(GAMES, ("ru", "en", "tr")):
        yield pytest.param(*pair, marks=() if pair == ("mosty", "ru") else pytest.mark.long)


@pytest.mark.parametrize(("name", "lang"), list(each_game_in_each_language()))
def test_a_whole_game(name: str, lang: str, tmp_path: Path) -> None:
    brain, seed = GAMES[name]
    rng, game, path = random.Random(seed), charkoni.game(name), tmp_path / "game.charkoni"
    options = ["--seed", seed, "--pace", 0, "--save", path, "--seat", "a=human", *seats(game)]
    terminal = Terminal("play", name, *options, state=tmp_path, lang=lang)
    terminal.prompt()
    words, position, goes_on = Words(lang), game.start(), True
    while goes_on:
        if position.turn >= 0:
            looks_whole(terminal, position, words)
        else:  # the first throw
            position = saved(path).position
        goes_on = terminal.move(brain(position, rng))
        position = saved(path).position
    assert terminal.end() == 0
    outcome = saved(path).outcome
    assert outcome is not None
    assert words._("The game is over.") in terminal.text
    assert words._("Score: {score}", score=outcome) in terminal.text
    assert str(path.name) in terminal.text.replace("\n", "")


def looks_whole(terminal: Terminal, position: charkoni.Position, words: Words) -> None:
    """Assert that header, board, turn and prompt are on the screen together."""
    lines = [line.strip() for line in terminal.screen.display]
    assert lines[0].startswith(words._(position.game.family.name.capitalize()))
    assert any(line.startswith(words._("Your move")) for line in lines), terminal.text
    drawn = [line.plain.strip() for line in board(words, position)]
    first = lines.index(drawn[0])
    assert lines[first : first + len(drawn)] == drawn, terminal.text
    assert terminal.screen.cursor.y <= ROWS - 1


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.charkoni"


@pytest.fixture
def mangala(tmp_path: Path, path: Path) -> Terminal:
    """A game of Mangala against random moves, one ply of a person played."""
    terminal = Terminal(
        "play", "mangala", "b=random", "--seed", 1, "--pace", 0, "--save", path, state=tmp_path, is_plain=True
    )
    terminal.prompt()
    assert terminal.move("4")
    return terminal


def test_an_illegal_move_names_its_clause_and_changes_nothing(tmp_path: Path, path: Path) -> None:
    path.write_text('[Game "mangala"]\n[Start "0,0,0,1,0,0:23/4,4,4,4,4,4:0 a"]\n[A "human"]\n[B "human"]\n')
    terminal = Terminal("play", "--load", path, state=tmp_path, is_plain=True)
    terminal.prompt()
    terminal.command("5", "5: hole 5 is empty (M2)")
    assert saved(path).moves == ()


def test_an_unreadable_move_is_explained(mangala: Terminal, path: Path) -> None:
    mangala.command("7", "7: a move is the number of a hole, 1 to 6 (T4)")
    assert saved(path).moves == ("4",)


def test_undo_takes_back_ones_own_move_and_the_replies(mangala: Terminal, path: Path) -> None:
    before = saved(path)
    assert mangala.move("1")
    assert saved(path).moves[:2] == ("4", "1")
    mangala.command("undo", "Taken back: 1 ")
    assert saved(path) == before
    mangala.command("u", "Taken back: 4.")
    mangala.command("undo", "you have no move to take back")


def test_hint_shows_a_legal_move(mangala: Terminal, path: Path) -> None:
    mangala.command("hint", "Hint: ")
    found = re.search(r"Hint: (\d) \(sows from hole \1\)", mangala.text)
    assert found
    assert found[1] in saved(path).position.moves


def test_the_list_of_moves(mangala: Terminal) -> None:
    mangala.command("?", "6 legal moves")
    mangala.command("?3", "1 legal move")
    mangala.command("moves 9", "There is no legal move with 9.")


def test_commands_are_also_typed_in_russian(tmp_path: Path) -> None:
    terminal = Terminal("play", "mosty", "b=random", "--seed", 1, "--pace", 0, state=tmp_path, lang="ru", is_plain=True)
    terminal.prompt()
    terminal.move("c3")
    terminal.command("отмена", "Взято назад: c3")
    terminal.type("помощь")
    terminal.wait_for("по одному мосту")
    terminal.type("")
    terminal.wait_for("партию можно продолжить")
    terminal.type("")
    terminal.prompt()
    terminal.command("с3", "Ходы пишутся латинскими буквами")
    terminal.type("выход")
    assert terminal.end() == 0


def test_a_long_list_and_the_help_are_pages(tmp_path: Path) -> None:
    terminal = Terminal("play", "focus", "b=random", "--pace", 0, state=tmp_path, is_plain=True)
    terminal.prompt()
    terminal.type("?")
    terminal.wait_for("Enter continues>")
    assert "68 legal moves" in terminal.text
    terminal.type("")
    terminal.prompt()
    terminal.type("help")
    terminal.wait_for("null move")
    terminal.type("")
    terminal.wait_for("leave; the game can be continued")
    terminal.type("")
    terminal.prompt()


def test_resigning_asks_first(mangala: Terminal, path: Path) -> None:
    mangala.type("resign")
    mangala.wait_for("Do you really give up?")
    mangala.type("")
    mangala.prompt()
    assert saved(path).outcome is None
    mangala.type("resign")
    mangala.wait_for("Do you really give up?")
    mangala.type("y")
    assert mangala.end() == 0
    assert "Green wins: resignation." in mangala.text
    assert str(saved(path).outcome) == "0:1"


def test_two_people_agree_to_a_draw(tmp_path: Path, path: Path) -> None:
    terminal = Terminal("play", "mangala", "b=human", "--save", path, state=tmp_path, is_plain=True)
    terminal.prompt()
    terminal.move("1")
    terminal.wait(lambda: "  Green >" in terminal.text)
    terminal.type("draw")
    terminal.wait_for("Does the other side agree to a draw?")
    terminal.type("y")
    assert terminal.end() == 0
    assert "Draw: by agreement." in terminal.text


def test_save_writes_a_copy_and_never_over_another_file(mangala: Terminal, tmp_path: Path, path: Path) -> None:
    copy = tmp_path / "copy.json"
    mangala.command(f"save {copy}", "A copy is saved in")
    assert charkoni.Record.from_json(copy.read_text()).moves == saved(path).moves
    mangala.command(f"save {copy}", "choose another name")
    mangala.command("save /no/such/place", "there is no such file or folder")
    mangala.command("save", "The game is kept in")


def test_ctrl_d_quits_and_prints_how_to_resume(mangala: Terminal, path: Path) -> None:
    mangala.press(CTRL_D)
    assert mangala.end() == 0
    assert f"charkoni play --load {path}" in mangala.text.replace("\n", "")


def test_ctrl_c_leaves_the_game_saved(mangala: Terminal, path: Path) -> None:
    mangala.press(CTRL_C)
    assert mangala.end() == 130
    assert f"charkoni play --load {path}" in mangala.text.replace("\n", "")
    assert saved(path).moves[0] == "4"


def test_ctrl_c_while_the_computer_thinks(tmp_path: Path, path: Path) -> None:
    terminal = Terminal("play", "mangala", "b=mcts:30s", "--save", path, state=tmp_path)
    terminal.prompt()
    terminal.type("1")
    terminal.wait_for("The computer is thinking")
    terminal.press(CTRL_C)
    assert terminal.end() == 130
    assert saved(path).moves == ("1",)


@pytest.mark.parametrize("signum", [pytest.param(signal.SIGTERM, marks=pytest.mark.long), signal.SIGHUP])
def test_a_closed_terminal_leaves_the_game_saved(mangala: Terminal, path: Path, signum: int) -> None:
    os.kill(mangala.process.pid, signum)
    assert mangala.end() == 128 + signum
    assert saved(path).moves[0] == "4"


def test_a_vanished_terminal_ends_the_program(mangala: Terminal, path: Path) -> None:
    assert mangala.vanish() == 128 + signal.SIGHUP
    assert saved(path).moves[0] == "4"


def test_kill_leaves_a_file_with_which_the_game_goes_on(mangala: Terminal, tmp_path: Path, path: Path) -> None:
    assert mangala.move("1")
    before = saved(path)
    os.kill(mangala.process.pid, signal.SIGKILL)
    assert mangala.end() == -signal.SIGKILL
    assert saved(path) == before
    terminal = Terminal("play", "--load", path, "--pace", 0, state=tmp_path, is_plain=True)
    terminal.prompt()
    assert terminal.ply == len(before)
    assert terminal.move(before.position.moves[0])
    assert saved(path).moves[: len(before)] == before.moves


def test_without_colour_everything_is_there(tmp_path: Path) -> None:
    terminal = Terminal(
        "play", "gana", "b=random", "--pace", 0, state=tmp_path, environment={"NO_COLOR": "1"}, is_plain=True
    )
    terminal.prompt()
    assert terminal.colours == {"default"}
    assert charkoni.game("gana").start().diagram.splitlines()[1].strip() in terminal.text


def test_with_colour_sides_differ(tmp_path: Path) -> None:
    terminal = Terminal("play", "focus", "b=random", "--pace", 0, state=tmp_path, is_plain=True)
    terminal.prompt()
    assert len(terminal.colours) > 3


def test_a_dumb_terminal_gets_lines(tmp_path: Path) -> None:
    terminal = Terminal(
        "play", "mangala", "b=random", "--seed", 1, state=tmp_path, environment={"TERM": "dumb"}, is_plain=True
    )
    terminal.prompt()
    terminal.type("1")
    terminal.wait_for("sows from hole")
    terminal.prompt()
    assert b"\x1b" not in terminal.written


def test_a_small_window_gets_lines(tmp_path: Path) -> None:
    stale = {"LINES": "50", "COLUMNS": "200"}  # of the window in which the shell was started
    terminal = Terminal(
        "play", "mangala", "b=random", "--seed", 1, state=tmp_path, rows=15, environment=stale, is_plain=True
    )
    terminal.wait_for("legal moves")
    assert b"\x1b[H" not in terminal.written


def test_a_read_only_home_folder_is_one_warning(tmp_path: Path) -> None:
    wall = tmp_path / "wall"
    wall.write_text("")  # a file where the folder should be
    terminal = Terminal("play", "mangala", "b=random", "--seed", 1, "--pace", 0, state=wall, is_plain=True)
    terminal.prompt()
    terminal.move("1")
    assert "The game cannot be saved as it goes" in terminal.text
    terminal.press(CTRL_D)
    assert terminal.end() == 0
    assert "The game could not be saved; this is its record:" in terminal.text
    assert '[Game "mangala"]' in terminal.text


def test_the_menu_needs_a_few_keys(tmp_path: Path) -> None:
    terminal = Terminal("play", "--pace", 0, state=tmp_path)
    terminal.wait_for("Which game?")
    terminal.type("ru")
    terminal.wait_for("Во что сыграем?")
    terminal.type("6")
    terminal.wait_for("Какой вариант?")
    terminal.type("2")
    terminal.wait_for("Против кого?")
    terminal.type("3")
    terminal.wait_for("Кем играете?")
    terminal.type("")
    terminal.prompt()
    assert "Мангала: крепость" in terminal.text
    terminal.move("1")
    terminal.type("выход")
    assert terminal.end() == 0

    terminal = Terminal("play", "--pace", 0, state=tmp_path, lang="ru")
    terminal.wait_for("Продолжить")
    terminal.type("")
    terminal.prompt()
    assert terminal.ply >= 2


def test_chaupar_goes_step_by_step_and_never_back_across_a_throw(tmp_path: Path, path: Path) -> None:
    seats = ["a=human", "b=random", "c=random", "d=random", "dice=human"]
    terminal = Terminal("play", "chaupar", *seats, "--save", path, "--pace", 0, state=tmp_path)
    terminal.wait_for("throw>")
    terminal.type("2 5 1")
    terminal.prompt()
    terminal.command("c:5", "ply 2")
    terminal.command("undo", "Taken back: c:5.")
    terminal.command("undo", "a throw cannot be taken back")
    assert saved(path).moves == ("[125]",)


def test_one_possible_move_is_played_by_enter(tmp_path: Path, path: Path) -> None:
    path.write_text(
        '[Game "chaupar"]\n[Start "c4/c4/c4/c4 a a 1"]\n[A "human"]\n[B "human"]\n[C "human"]\n[D "human"]\n'
    )
    terminal = Terminal("play", "--load", path, "dice=human", state=tmp_path, is_plain=True)
    terminal.wait_for("only c:1 is possible: Enter plays it")
    terminal.type("")
    terminal.wait_for("throw>")
    assert saved(path).moves == ("c:1",)
