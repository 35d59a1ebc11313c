"""A game of its own package: written, installed, checked, played and paired, and nothing of this package is touched."""

import hashlib
import os
import re
import sys
from pathlib import Path

import pytest
from tests.check.own_environment import SOURCES, Environment
from tests.cli.pseudo_terminal import Terminal
from tests.fork_server import output
from tests.web.server_process import Live, Person, moves_of

from charkoni.check.scaffold import BadScaffold, write_game

pytestmark = pytest.mark.once

NAME = "pounce"
PLAYERS = ("Ada", "Bela", "Chen", "Dina")
CONFORMS = f"{NAME}: 38 checks on [0-9]+ positions, 0 findings\n"


def digest(folder: Path) -> str:
    """Return a hash of all files below a folder, but for what Python compiles."""
    total = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            total.update(f"{path.relative_to(folder)}\0".encode() + path.read_bytes())
    return total.hexdigest()


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> tuple[Environment, Path]:
    """An environment and a folder with a new game that is installed there."""
    folder = tmp_path_factory.mktemp("own")
    environment = Environment(folder / "environment")
    written = environment.output(f"charkoni new-game {NAME} --to {NAME}", folder).splitlines()
    assert {Path(path).name for path in written} >= {"pyproject.toml", "README.md", "rules.py", "text.py", "board.py"}
    environment.output(f"pip install -e {NAME}", folder)
    return environment, folder


@pytest.mark.long
@pytest.mark.compiled_only
def test_a_new_game_conforms_where_kernels_are_compiled(workshop):
    environment, folder = workshop
    assert re.fullmatch(CONFORMS, environment.output(f"charkoni check {NAME}", folder).splitlines(keepends=True)[-1])


@pytest.mark.compiled_only
def test_a_new_game_is_found_and_conforms(workshop):
    """A small twin of the next test; kernels run as plain Python in both."""
    environment, folder = workshop
    before = digest(SOURCES / "charkoni")
    printed = environment.output(f"charkoni check {NAME}", folder, NUMBA_DISABLE_JIT="1")
    assert re.fullmatch(CONFORMS, printed.splitlines(keepends=True)[-1])
    assert digest(SOURCES / "charkoni") == before


@pytest.mark.long
@pytest.mark.compiled_only
def test_a_new_game_is_a_game_like_others_and_touches_nothing(workshop, monkeypatch, tmp_path):
    """It is checked, played in the terminal and on the page, and paired."""
    environment, folder = workshop
    before = digest(SOURCES / "charkoni")
    assert NAME in environment.output("charkoni games", folder).split()
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert " passed" in environment.output(f"python -m pytest -q -p no:cacheprovider {NAME}/tests", folder)
    for name, value in environment.variables({}).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "executable", str(environment.python))
    assert re.fullmatch(CONFORMS, output("check", NAME, cwd=folder, env=os.environ).splitlines(keepends=True)[-1])
    plays_in_the_terminal(tmp_path)
    plays_on_the_page(tmp_path)
    pairs_a_tournament(tmp_path)
    assert digest(SOURCES / "charkoni") == before


def plays_in_the_terminal(folder: Path) -> None:
    """Play a game against a computer of level 3 in a terminal, a person's moves typed, to its end."""
    terminal = Terminal("play", NAME, "b=level=3", "--seed", 1, "--pace", 0, state=folder, is_plain=True)
    terminal.prompt()
    while terminal.move(capture_of_a(terminal.text)):
        pass
    assert terminal.end() == 0
    assert "nobody can capture any more" in terminal.text


def capture_of_a(screen: str) -> str:
    """Return the first legal move of a in the row on the screen."""
    found = re.search("(?:[.ab] +){11}[.ab]", screen)
    assert found, screen
    row = found[0].replace(" ", "")
    starts = [
        (at, way) for at in range(12) for way in (-1, 1) if row[at] == "a" and row[at + way : at + way + 1] == "b"
    ]
    at, way = starts[0]
    return f"{at + 1}-{at + 1 + way}"


def plays_on_the_page(folder: Path) -> None:
    """Play a game against a computer of level 2 on a server, over a socket, to its end."""
    server = Live(folder, "--workers", "1")
    try:
        person = Person(server)
        g = person.new_game(NAME, opponent="computer", level="2", clock="none")
        view = person.open(g)
        assert person.web.get(f"/g/{g}").status_code == 200
        while view["table"]["status"]["state"] != "over":
            if "trie" in view:
                assert person.ask("do", g=g, v=view["v"], m=moves_of(view)[0])["type"] == "ack"
            view = person.hello(g)
        assert NAME in person.web.get(f"/g/{g}.txt").text
        person.leave()
    finally:
        server.stop()


def pairs_a_tournament(folder: Path) -> None:
    """Run the first round of a tournament of the game."""
    commands = [("new", "cup", f"game={NAME}", "rounds=2"), *(("enter", "cup", player) for player in PLAYERS)]
    for command in (*commands, ("start", "cup"), ("pair", "cup", "--publish")):
        printed = output("tournament", *command, cwd=folder, env=os.environ)
    assert all(player in printed for player in PLAYERS)


def test_a_folder_that_exists_is_refused_in_one_line(workshop):
    environment, folder = workshop
    refused = environment.run(f"charkoni new-game another --to {NAME}", folder)
    assert (refused.returncode, refused.stdout.count("\n")) == (2, 1)
    assert "there is a file or folder of this name already" in refused.stdout


@pytest.mark.parametrize("name", ["", "2go", "Go", "my-game", "my_game", "class", "игра", "../go", "mangala", "trio"])
def test_a_name_that_is_no_identifier_or_taken_is_refused(name, tmp_path):
    with pytest.raises(BadScaffold):
        write_game(name, tmp_path / "new")
    assert list(tmp_path.iterdir()) == []


def test_no_placeholder_is_left(tmp_path):
    for path in write_game(NAME, tmp_path / "new"):
        assert not re.search("@[A-Z]+@", path.read_text("utf-8")), path
