"""The computers of a game in the terminal, in this process or in one of their own.

The program runs the rules as plain Python, so that the board appears at once without compilation.  Players that compute
little move in the same process, with the same moves as compiled.  The others move in a second process, which compiles
or loads their kernels while the user looks at the board.
"""

from collections.abc import Sequence
from multiprocessing.connection import Connection
from typing import Any

from charkoni.core.game import Game
from charkoni.core.record import Record
from charkoni.core.registry import named
from charkoni.core.workers import WorkerProcess, answer_requests
from charkoni.players import Computer, MctsPlayer, is_timed, player
from charkoni.search import Choice, Limits

HINT = Limits(seconds=1.5)
QUICK_PLAYERS = frozenset({"random", "greedy", "level=1", "level=2"})
"""Players that look at their own moves only: as plain Python they decide within a second, too."""
STAND_IN = "level=2"
"""The player that moves for one whose budget is a time while that one is being compiled."""
PATIENCE_S = 1.0
"""The time to wait for a move of such a player before the stand-in moves."""
DEATHS = 3
"""How often the second process may end during a request."""


class Computers:
    """Computer players in this process, by their specification and seed."""

    stood_in = False
    """Whether the stand-in made the last move."""

    def __init__(self) -> None:
        self._players: dict[tuple[str, int], Computer] = {}

    def prepare(self, game: Game, specs: Sequence[str]) -> None:
        """Compile the kernels of the players."""
        for spec in specs:
            player(spec).prepare(game)

    @property
    def is_preparing(self) -> bool:
        """Whether players are being compiled."""
        return False

    def choose(self, record: Record, spec: str, seed: int) -> str:
        """Return the move of a player."""
        key = (spec, seed)
        if key not in self._players:
            self._players[key] = player(*key)
        return self._players[key].choose(record)

    def advise(self, record: Record, seed: int) -> Choice:
        """Return what a search advises to a person: a move and its value for the player to move."""
        return MctsPlayer(HINT, seed).find(record).ranking[0]

    def close(self) -> None:
        """End what works for the players."""


class SeparateComputers(Computers):
    """Computer players of which those that compute much move in a second process, started when it is needed."""

    def __init__(self) -> None:
        super().__init__()
        self._worker: WorkerProcess | None = None
        self._prepared: tuple[object, ...] | None = None
        self._is_preparing = False

    def prepare(self, game: Game, specs: Sequence[str]) -> None:
        """Let the second process compile the kernels of the players that do not move in this one."""
        slow = [spec for spec in specs if spec not in QUICK_PLAYERS]
        if slow:
            self._prepared = ("prepare", game.name, slow)
            self._start()

    @property
    def is_preparing(self) -> bool:
        """Whether players are being compiled."""
        return not self._has_prepared(0)

    def choose(self, record: Record, spec: str, seed: int) -> str:
        """Return the move of a player, or of its stand-in: see `stood_in`."""
        self.stood_in = is_timed(spec) and not self._has_prepared(PATIENCE_S)
        if self.stood_in or spec in QUICK_PLAYERS:
            return super().choose(record, STAND_IN if self.stood_in else spec, seed)
        move: str = self._ask("choose", str(record), spec, seed)
        return move

    def advise(self, record: Record, seed: int) -> Choice:
        """Return what a search in the second process advises."""
        result: Choice = self._ask("advise", str(record), seed)
        return result

    def close(self) -> None:
        """End the second process."""
        if self._worker is not None:
            self._worker.stop()
        self._worker = None

    def _start(self) -> WorkerProcess:
        """Start the second process, in which players are prepared first."""
        worker = self._worker = WorkerProcess(_answer_requests)
        if self._prepared:
            worker.pipe.send(self._prepared)
        self._is_preparing = self._prepared is not None
        return worker

    def _has_prepared(self, seconds: float) -> bool:
        """Return whether the second process has prepared its players, or does so within some seconds."""
        if self._is_preparing and self._worker is not None and self._worker.pipe.poll(seconds):
            try:
                self._worker.receive()
            except (EOFError, OSError):
                self._start()
                return False
            self._is_preparing = False
        return not self._is_preparing

    def _ask(self, *request: object) -> Any:
        """Return the answer of the second process to a request; one that ends is replaced."""
        for _ in range(DEATHS):
            worker = self._worker or self._start()
            try:
                if self._is_preparing:
                    worker.receive()
                    self._is_preparing = False
                worker.pipe.send(request)
                return worker.receive()
            except (EOFError, OSError):
                self.close()
        raise RuntimeError("the process of the computers ends at every request; was the memory used up?")


def _answer_requests(pipe: Connection) -> None:
    """Answer requests: each the name of a method of `Computers` and its arguments, records as texts, games as names."""
    computers = Computers()

    def answer(request: tuple[Any, ...]) -> object:
        method, text, *rest = request
        subject: object = named(text) if method == "prepare" else Record.parse(text)
        return getattr(computers, method)(subject, *rest)

    answer_requests(pipe, answer)
