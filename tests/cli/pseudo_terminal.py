"""The program in a pseudo-terminal, with a screen that interprets its escape sequences."""

import os
import pty
import re
import select
import termios
import time
import weakref
from collections.abc import Callable, Mapping
from pathlib import Path

import pyte
from tests.fork_server import Program

import charkoni

ROWS, COLUMNS = 24, 80
PATIENCE = 120.0
CTRL_C, CTRL_D = "\x03", "\x04"
DISTURBING = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES")
"""Environment variables that would change the output of the program."""

PROMPT = re.compile(r"  [^\W\d]+ >")
PLY = re.compile(r"(?:ply|ход|hamle) (\d+)")


class Terminal:
    """A running `charkoni` in a window of 80 x 24.

    is_plain: kernels run as plain Python; a program that plays a few moves starts sooner so.
    """

    def __init__(
        self,
        *arguments: object,
        state: Path,
        lang: str = "en",
        rows: int = ROWS,
        columns: int = COLUMNS,
        environment: Mapping[str, str] | None = None,
        is_plain: bool = False,
    ) -> None:
        self.screen = pyte.Screen(columns, rows)
        self.written = b""
        self._stream = pyte.ByteStream(self.screen)
        cleared = {name: value for name, value in os.environ.items() if name not in DISTURBING}
        settings = {
            "TERM": "xterm-256color",
            "CHARKONI_LANG": lang,
            "XDG_STATE_HOME": str(state),
            "LC_ALL": "C.UTF-8",
            "NUMBA_DISABLE_JIT": str(int(is_plain)),
        }
        self._master, slave = pty.openpty()
        self._close = weakref.finalize(self, os.close, self._master)
        termios.tcsetwinsize(slave, (rows, columns))
        streams = dict.fromkeys(("stdin", "stdout", "stderr"), slave)
        variables = {**cleared, **settings, **(environment or {})}
        self.process = Program(*arguments, env=variables, terminal=True, **streams)
        os.close(slave)

    def read(self, seconds: float = 0.05) -> bool:
        """Read the output so far; return False when the program has ended."""
        if not select.select([self._master], [], [], seconds)[0]:
            return True
        try:
            written = os.read(self._master, 65536)
        except OSError:  # what Linux says when nobody holds the other end
            written = b""
        self.written += written
        self._stream.feed(written)
        return written != b""

    def wait(self, condition: Callable[[], bool]) -> None:
        """Read until a condition holds."""
        deadline = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < deadline, f"in vain, the screen is\n{self.text}"
            assert self.read(), f"the program has ended, the screen is\n{self.text}"

    def wait_for(self, text: str) -> None:
        """Read until a text is on the screen."""
        self.wait(lambda: text in self.text)

    def prompt(self) -> None:
        """Read until the prompt for a move is shown."""
        self.wait(lambda: self.is_at_prompt)

    def end(self) -> int:
        """Read until the program ends; return its exit code, or minus the signal that ended it."""
        deadline = time.monotonic() + PATIENCE
        while self.read(0.2):
            assert time.monotonic() < deadline, f"it does not end, the screen is\n{self.text}"
        return self.process.wait(PATIENCE)

    def vanish(self) -> int:
        """Close the terminal; return the exit code of the program."""
        self._close()
        return self.process.wait(PATIENCE)

    def type(self, line: str) -> None:
        """Type a line."""
        self.press(line + "\r")

    def press(self, keys: str) -> None:
        """Send keys as they are."""
        os.write(self._master, keys.encode())

    def command(self, line: str, then: str) -> None:
        """Type a line and read until a text and the next prompt are shown."""
        self.type(line)
        self.wait(lambda: then in self.text and self.is_at_prompt)

    def move(self, move: str) -> bool:
        """Type a move; return whether another prompt is shown, False when the game is over."""
        before = self.ply
        self.type(move)
        while not (self.is_at_prompt and self.ply > before):
            if not self.read():
                return False
        return True

    @property
    def is_at_prompt(self) -> bool:
        """Whether the cursor is behind an empty prompt."""
        line = self.screen.display[self.screen.cursor.y].rstrip()
        return PROMPT.fullmatch(line) is not None and self.screen.cursor.x == len(line) + 1

    @property
    def ply(self) -> int:
        """The number of plies in the header."""
        found = PLY.search(self.screen.display[0])
        return int(found[1]) if found else -1

    @property
    def text(self) -> str:
        """The text on the screen."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    @property
    def colours(self) -> set[str]:
        """The colours on the screen."""
        cells = (self.screen.buffer[row][column] for row in range(ROWS) for column in range(COLUMNS))
        return {colour for cell in cells for colour in (cell.fg, cell.bg)}


def saved(path: Path) -> charkoni.Record:
    """Return the record in a file."""
    return charkoni.Record.parse(path.read_text(encoding="utf-8"))
