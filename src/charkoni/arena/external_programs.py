"""External programs as players: processes that are asked for moves, and lose when they fail.

    cmd:PROGRAM            speaks the line protocol (docs/program/players.md)
    engine:PROGRAM         answers queries of the engine protocol (docs/engine.md)
    python:MODULE:NAME     a class or function NAME of a Python module that makes a player, in a process of its own

PROGRAM is a command line, split as a shell does.  A budget per move may follow, as in "cmd:./mine --fast:500ms" or
"cmd:./mine:cpu=500ms" (processor time of the program and its children).  A program runs in a process group of its own,
which is killed when it takes too long or the game ends; the end of its standard error is kept for the reason of a loss.
Such names are for matches on one's own machine: the program is run.
"""

import contextlib
import json
import os
import queue
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from charkoni.core.errors import N_, Reason
from charkoni.core.game import Game
from charkoni.core.record import Record
from charkoni.players import BadPlayer, Decision
from charkoni.players.spec import limits_of
from charkoni.search import Limits

PROTOCOL = "charkoni 1"
START_SECONDS = 60.0
"""For the answer to the first line: a program may have to compile something."""
ENGINE_START_SECONDS = 600.0
GRACE_SECONDS = 0.25
"""By how much an answer may be late before the game is lost."""
WALL_GUARD = 20.0
"""A program measured by processor time may take so many times its budget by the clock, and START_SECONDS more."""
POLL_SECONDS = 0.02
LONGEST_LINE = 1 << 16
KEPT_ERRORS = 20
LONGEST_ERROR = 1000

CRASH, TIMEOUT, BAD_ANSWER = "crash", "time", "illegal"
"""Kinds of faults: the program ended, or did not start; gave no answer in time; gave one that is no legal move."""

_SPEC = re.compile(
    r"(?P<kind>cmd|engine|python):(?P<program>[^\n]{1,2000}?)"
    r"(?::(?P<budget>(?:cpu=)?[0-9.]+(?:s|ms)|(?:nodes|depth)=[0-9]+))?",
    re.ASCII,
)
_NO_PROGRAM = N_("a program is written as in {example}")
_NOT_FOUND = N_("there is no such program: {program}")
_TIME_ONLY = N_("the budget of such a program is a time, as in {example}")
_NO_CPU = N_("the processor time of programs is known on Linux only; give a time without cpu=")


class PlayerFault(Exception):
    """A failure by which a player loses.  kind: CRASH, TIMEOUT or BAD_ANSWER; the text describes it."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


class Program(NamedTuple):
    """A program and its limits per move.  kind: "cmd", "engine" or "python"."""

    kind: str
    words: tuple[str, ...]
    limits: Limits


def is_external(spec: str) -> bool:
    """Return whether the name of a player names a program of others."""
    return spec.startswith(("cmd:", "engine:", "python:"))


def program_of(spec: str) -> Program:
    """Return the program given by a player's name; raise BadPlayer."""
    match = _SPEC.fullmatch(spec)
    if not match:
        raise _no_program(spec)
    kind, text = match["kind"], match["program"]
    try:
        words = tuple(shlex.split(text))
    except ValueError:
        raise _no_program(spec) from None
    if not words:
        raise _no_program(spec)
    limits = limits_of(spec, kind, match["budget"]) if match["budget"] else Limits(seconds=1.0)
    if kind != "engine" and limits.seconds is None:
        raise BadPlayer(spec, Reason("BAD_BUDGET", "", _TIME_ONLY, {"example": f"{kind}:{text}:500ms"}))
    if limits.cpu and not Path("/proc/self/stat").exists():
        raise BadPlayer(spec, Reason("BAD_BUDGET", "", _NO_CPU))
    if kind != "python" and shutil.which(words[0]) is None:
        raise BadPlayer(spec, Reason("NOT_FOUND", "", _NOT_FOUND, {"program": words[0]}))
    if kind == "python":
        module, _, name = text.rpartition(":")
        if not module or not all(part.isidentifier() for part in (*module.split("."), *name.split("."))):
            raise _no_program(spec)
        words = (sys.executable, "-m", "charkoni.arena.player_process", module, name)
    return Program(kind, words, limits)


def _no_program(spec: str) -> BadPlayer:
    example = "cmd:./mine --fast:500ms, engine:charkoni engine:1s, python:my_module:MyPlayer"
    return BadPlayer(spec, Reason("NO_PROGRAM", "", _NO_PROGRAM, {"example": example}))


class ProcessPlayer:
    """A player in a process that ends with this object."""

    _process: "ProgramProcess | None" = None

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.close()
            self._process = None

    def __del__(self) -> None:
        self.close()


class ExternalPlayer(ProcessPlayer):
    """An external program as a player."""

    def __init__(self, spec: str, seed: int = 0) -> None:
        """Take the player's name and a seed, which the program finds in its environment as CHARKONI_SEED."""
        self.program = program_of(spec)
        self.seed = seed
        self.fault: PlayerFault | None = None
        self._asked = 0

    def prepare(self, game: Game) -> None:
        """Start the program and wait until it is ready.  A program that fails to start loses on its first move."""
        try:
            self._start(game)
        except PlayerFault as fault:
            self.fault = fault

    def choose(self, record: Record) -> str:
        """Return the program's move; raise PlayerFault."""
        return self.find(record).move

    def find(self, record: Record) -> Decision:
        """Return the program's move, with value and nodes where it reports them; raise PlayerFault."""
        if self.fault:
            raise self.fault
        process = self._process or self._start(record.game)
        try:
            return self._engine_move(process, record) if self.program.kind == "engine" else self._move(process, record)
        except PlayerFault as fault:
            self.fault = fault
            self.close()
            raise

    def _start(self, game: Game) -> "ProgramProcess":
        self.close()
        self.fault = None
        process = self._process = ProgramProcess(self.program.words, {"CHARKONI_SEED": str(self.seed)})
        if self.program.kind == "engine":  # a first search, so that no clock runs while the game is compiled
            process.send(json.dumps({"id": "start", "game": game.name, "limits": {"nodes": 1}}))
            _json(process, "start", Limits(seconds=ENGINE_START_SECONDS))
        else:
            process.send(f"{PROTOCOL} {game.name}")
            answer = _answer_line(process, Limits(seconds=START_SECONDS))
            if answer.split(" ", 1)[0] != "ready":
                raise process.fault(BAD_ANSWER, f"its first line is no 'ready': {answer[:200]!r}")
        return process

    def _move(self, process: "ProgramProcess", record: Record) -> Decision:
        """Ask for a move by the line protocol."""
        limits = self.program.limits
        assert limits.seconds is not None
        process.send(f"start {record.start}")
        process.send(" ".join(["moves", *record.moves]))
        process.send(f"position {record.position}")
        process.send(" ".join(["legal", *record.position.moves]))
        process.send(f"go {max(round(1000 * limits.seconds), 1)}")
        words = _answer_line(process, limits).split()
        details = dict(zip(words[2::2], words[3::2], strict=False))
        if len(words) < 2 or words[0] != "move":
            raise process.fault(BAD_ANSWER, f"this is no move: {' '.join(words)[:200]!r}")
        try:
            value = float(details["value"]) if "value" in details else None
            nodes = int(details["nodes"]) if "nodes" in details else None
        except ValueError:
            raise process.fault(BAD_ANSWER, f"value or nodes is no number: {' '.join(words)[:200]!r}") from None
        return Decision(words[1], value, process.seconds, nodes, process.processor_seconds)

    def _engine_move(self, process: "ProgramProcess", record: Record) -> Decision:
        """Ask for a move by the engine protocol."""
        self._asked += 1
        limits, name = self.program.limits, str(self._asked)
        wanted = {"seconds": limits.seconds, "nodes": limits.nodes, "depth": limits.depth}
        query: dict[str, object] = {"id": name, "game": record.game.name, "moves": list(record.moves)}
        if record.start != record.game.start():
            query["position"] = str(record.start)
        query["limits"] = {key: value for key, value in wanted.items() if value is not None}
        process.send(json.dumps(query))
        answer = _json(process, name, limits)
        try:
            value = float(answer["values"][record.turn]) if "values" in answer else None
            nodes = int(answer["nodes"]) if "nodes" in answer else None
        except (TypeError, ValueError, LookupError):
            raise process.fault(BAD_ANSWER, f"values or nodes are none: {str(answer)[:200]}") from None
        return Decision(str(answer["best"]), value, process.seconds, nodes, process.processor_seconds)


def _answer_line(process: "ProgramProcess", limits: Limits) -> str:
    """Return the next line that is not a remark (`info ...`); raise PlayerFault."""
    process.begin()
    while True:
        line = process.line(limits)
        if line.strip() and not line.startswith("info"):
            return line


def _json(process: "ProgramProcess", name: str, limits: Limits) -> Mapping[str, Any]:
    """Return the answer to the query of an id; raise PlayerFault."""
    process.begin()
    while True:
        line = process.line(limits)
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise process.fault(BAD_ANSWER, f"this is no JSON: {line[:200]!r}") from None
        if not isinstance(answer, dict) or "error" in answer or (answer.get("id") == name and "best" not in answer):
            raise process.fault(BAD_ANSWER, f"this is no answer with a move: {line[:200]!r}")
        if answer.get("id") == name:
            return answer


class ProgramProcess:
    """A running program, its lines and its clock.

    seconds, processor_seconds: of the last answer; processor_seconds is None where it is not known.
    """

    def __init__(self, words: tuple[str, ...], variables: Mapping[str, str]) -> None:
        """Start a command with these variables added to the environment; raise PlayerFault."""
        self.seconds = 0.0
        self.processor_seconds: float | None = None
        self._lines: queue.Queue[str | None] = queue.Queue(1000)
        self._errors: deque[str] = deque(maxlen=KEPT_ERRORS)
        self._began, self._began_cpu = time.perf_counter(), 0.0
        try:
            self._child = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={**os.environ, **variables},
                start_new_session=True,
            )
        except OSError as error:
            raise PlayerFault(CRASH, f"{words[0]} cannot be started: {error.strerror}") from None
        self._readers = [threading.Thread(target=read, daemon=True) for read in (self._read, self._read_errors)]
        for reader in self._readers:
            reader.start()

    def send(self, line: str) -> None:
        """Send a line; a program that reads no more shows when its answer is awaited."""
        assert self._child.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            self._child.stdin.write(line.encode() + b"\n")
            self._child.stdin.flush()

    def begin(self) -> None:
        """Start the clock of an answer."""
        self._began, self._began_cpu = time.perf_counter(), _processor_seconds(self._child.pid) or 0.0

    def line(self, limits: Limits | None) -> str:
        """Return the next line; raise PlayerFault when the program ends or a limit of time is over."""
        while True:
            try:
                line = self._lines.get(timeout=POLL_SECONDS)
            except queue.Empty:
                line = ""
            self.seconds = time.perf_counter() - self._began
            # All processes are looked through: while one waits, only where their time is the limit.
            used = _processor_seconds(self._child.pid) if line or (limits and limits.cpu) else None
            self.processor_seconds = None if used is None else max(used - self._began_cpu, 0.0)
            if line is None:
                raise self.fault(CRASH, f"it ended with {self._status()}")
            if limits and limits.seconds is not None:
                self._require_time(limits, limits.seconds)
            if line:
                return line

    def _require_time(self, limits: Limits, seconds: float) -> None:
        if limits.cpu and self.seconds > START_SECONDS + WALL_GUARD * seconds:
            raise self.fault(TIMEOUT, f"no answer after {self.seconds:.1f} s by the clock")
        used = self.processor_seconds or 0.0 if limits.cpu else self.seconds
        if used > seconds + GRACE_SECONDS:
            raise self.fault(TIMEOUT, f"no answer in time: {used:.2f} s of {seconds:g} s")

    def fault(self, kind: str, text: str) -> PlayerFault:
        """Return the fault with the last lines of standard error; the program is killed."""
        self.close()
        errors = "\n".join(self._errors)[-LONGEST_ERROR:].strip()
        return PlayerFault(kind, f"{text}; standard error: {errors}" if errors else text)

    def close(self) -> None:
        """Kill the program and its children."""
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._child.pid, signal.SIGKILL)
            else:
                self._child.kill()
        self._child.wait()
        for reader in self._readers:
            reader.join(1.0)
        for stream in (self._child.stdin, self._child.stdout, self._child.stderr):
            with contextlib.suppress(OSError, ValueError):
                assert stream is not None
                stream.close()

    def _status(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self._child.wait(1.0)
            return f"signal {-code}" if code < 0 else f"exit status {code}"
        return "its output closed"

    def _read(self) -> None:
        """Put the lines of standard output into the queue, None at its end."""
        assert self._child.stdout is not None
        with contextlib.suppress(OSError, ValueError):
            while line := self._child.stdout.readline(LONGEST_LINE):
                with contextlib.suppress(queue.Full):
                    self._lines.put(line.decode("utf-8", "replace").strip("\r\n") or " ", timeout=60.0)
        self._lines.put(None)

    def _read_errors(self) -> None:
        assert self._child.stderr is not None
        with contextlib.suppress(OSError, ValueError):
            while line := self._child.stderr.readline(LONGEST_LINE):
                self._errors.append(line.decode("utf-8", "replace").rstrip())


def _processor_seconds(group: int) -> float | None:
    """Return the processor time of all processes of a group, None where there is no /proc."""
    if not hasattr(os, "sysconf"):
        return None
    ticks, found = 0, False
    try:
        ids = [name for name in os.listdir("/proc") if name.isdecimal()]
        for name in ids:
            with contextlib.suppress(OSError):
                fields = Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()
                if int(fields[2]) == group:
                    ticks += sum(map(int, fields[11:15]))
                    found = True
    except OSError:
        return None
    return ticks / os.sysconf("SC_CLK_TCK") if found else None
