"""The computers of a game in the terminal: quick ones move in the program, the others in a second process."""

import subprocess
import sys

import pytest

import charkoni
from charkoni.cli.terminal import computers
from charkoni.cli.terminal.computers import Computers, SeparateComputers
from charkoni.core.compiler import compiled, switch_off
from charkoni.core.workers import worker_process
from charkoni.players import BadPlayer
from charkoni.players.perfect import NotSolved
from charkoni.players.spec import is_timed, require_suited
from charkoni.search import BadEngine

START = """
import sys
from charkoni.cli.commands.play import play
from charkoni.cli.main import run
code = run(["play", "mangala", "b=level=2", "--seed", "1", "--pace", "0"])
assert "numba" not in sys.modules, "the program has imported the compiler"
sys.exit(code)
"""


class Pipe:
    """A pipe to a process that is prepared when it is `ready` and answers requests with their names."""

    def __init__(self, ready: bool) -> None:
        self.ready = ready
        self.sent: list[object] = []

    def send(self, request: object) -> None:
        self.sent.append(request)

    def poll(self, seconds: float) -> bool:
        return self.ready

    def recv(self) -> tuple[bool, object]:
        return True, self.sent.pop(0)

    def close(self) -> None:
        """Do nothing."""


def separate(monkeypatch: pytest.MonkeyPatch, ready: bool) -> tuple[SeparateComputers, list[Pipe]]:
    """Return computers whose second process is a `Pipe`, and the pipes."""
    pipes: list[Pipe] = []

    class Child:
        """A second process that does nothing."""

        start = kill = join = lambda self: None

    class Context:
        """What `multiprocessing.get_context` returns."""

        def Pipe(self) -> tuple[Pipe, Pipe]:
            pipes.append(Pipe(ready))
            return pipes[-1], Pipe(ready)

        def Process(self, **options: object) -> Child:
            return Child()

    monkeypatch.setattr(worker_process.multiprocessing, "get_context", lambda method: Context())
    return SeparateComputers(), pipes


def test_quick_players_need_no_second_process(monkeypatch: pytest.MonkeyPatch) -> None:
    here, pipes = separate(monkeypatch, ready=True)
    record = charkoni.Record(charkoni.game("mangala"))
    here.prepare(record.game, ["greedy", "level=2"])
    assert here.choose(record, "level=2", 1) == Computers().choose(record, "level=2", 1)
    assert (pipes, here.stood_in, here.is_preparing) == ([], False, False)


def test_while_a_player_with_a_time_is_compiled_another_stands_in(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting, pipes = separate(monkeypatch, ready=False)
    record = charkoni.Record(charkoni.game("mangala"))
    waiting.prepare(record.game, ["mcts:1s"])
    assert waiting.is_preparing
    assert waiting.choose(record, "mcts:1s", 1) == Computers().choose(record, computers.STAND_IN, 1)
    assert waiting.stood_in
    pipes[0].ready = True
    assert waiting.choose(record, "mcts:1s", 1) == ("choose", str(record), "mcts:1s", 1)
    assert not waiting.stood_in


def test_nobody_stands_in_for_a_player_whose_moves_depend_on_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting, _ = separate(monkeypatch, ready=False)
    record = charkoni.Record(charkoni.game("mangala"))
    waiting.prepare(record.game, ["mcts:100"])
    assert waiting.choose(record, "mcts:100", 1) == ("choose", str(record), "mcts:100", 1)
    assert not waiting.stood_in
    assert [spec for spec in ("mcts:1s", "best", "ab:2s", "mcts:100", "ab:depth=3", "perfect", "level=5")
            if is_timed(spec)] == ["mcts:1s", "best", "ab:2s"]  # fmt: skip


def test_a_process_that_ends_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    replaced, pipes = separate(monkeypatch, ready=True)
    record = charkoni.Record(charkoni.game("mangala"))
    replaced.prepare(record.game, ["mcts:100"])

    def gone() -> tuple[bool, object]:
        raise EOFError

    monkeypatch.setattr(pipes[0], "recv", gone)
    assert replaced.choose(record, "mcts:100", 1) == ("choose", str(record), "mcts:100", 1)
    assert len(pipes) == 2
    monkeypatch.setattr(Pipe, "recv", lambda self: gone())
    with pytest.raises(RuntimeError, match="ends at every request"):
        replaced.choose(record, "mcts:100", 1)


def test_a_second_process_chooses_what_this_one_would() -> None:
    record = charkoni.Record(charkoni.game("mosty:size=2"))
    second = SeparateComputers()
    try:
        second.prepare(record.game, ["mcts:50"])
        assert second.choose(record, "mcts:50", 7) == Computers().choose(record, "mcts:50", 7)
        with pytest.raises(NotSolved):
            second.choose(charkoni.Record(charkoni.game("gana")), "perfect", 1)
    finally:
        second.close()


def test_the_program_plays_without_the_compiler() -> None:
    command = [sys.executable, "-c", START]
    played = subprocess.run(command, input="1\nquit\n", capture_output=True, text=True, check=False)
    assert played.returncode == 0, played.stderr
    assert "Green: " in played.stdout


def test_a_process_with_compiled_kernels_keeps_them() -> None:
    if compiled():
        assert not switch_off()
        assert compiled()


@pytest.mark.parametrize(
    ("name", "spec", "error"),
    [
        ("mangala", "dice:1s", BadEngine),
        ("chaupar", "ab:1s", BadEngine),
        ("gana", "perfect", NotSolved),
        ("gana", "nobody", BadPlayer),
    ],
)
def test_players_that_do_not_suit_the_game_are_refused(name: str, spec: str, error: type[ValueError]) -> None:
    with pytest.raises(error):
        require_suited(charkoni.game(name), spec)
    require_suited(charkoni.game(name), "best:1s")
