"""The terminal as a screen: a picture redrawn in place, or plain lines where cursor control is missing."""

import contextlib
import os
import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rich.console import Console, ConsoleDimensions
from rich.text import Text

from charkoni.cli.output import plain_console

try:
    import readline as _readline
except ImportError:  # Windows, some small systems
    editor: Any = None
else:
    editor = _readline

ROWS, COLUMNS = 24, 80
"""The smallest window in which pictures are redrawn in place."""

MARGIN = " "

_HOME, _CLEAR_LINE, _CLEAR_BELOW = "\x1b[H", "\x1b[K", "\x1b[J"


class Screen:
    """A terminal for a game: output in place or line by line, and input with a line editor where there is one."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or plain_console()
        self._is_open = False
        self._completions: Callable[[], Iterable[str]] = tuple
        self._has_editor = _line_editor()

    @property
    def is_redrawn(self) -> bool:
        """Whether pictures are redrawn in place: the terminal has cursor control and is large enough."""
        console = self.console
        if not (console.is_terminal and sys.stdin.isatty()) or console.is_dumb_terminal:
            return False
        with contextlib.suppress(OSError, ValueError):  # LINES and COLUMNS may be those of another window
            width, height = os.get_terminal_size(sys.stdout.fileno())
            if width and height:
                console.size = ConsoleDimensions(width, height)
        width, height = console.size
        return width >= COLUMNS and height >= ROWS

    @property
    def rows(self) -> int:
        """The number of lines for a picture, above the input line."""
        return self.console.size.height - 1 if self.is_redrawn else ROWS - 1

    def open(self) -> None:
        """Switch to the alternate screen; `close` restores the content of the window."""
        if self.is_redrawn and not self._is_open:
            self.console.set_alt_screen(True)
            self._is_open = True

    def close(self) -> None:
        """Leave the alternate screen."""
        if self._is_open:
            self._is_open = False
            with contextlib.suppress(OSError):
                self.console.set_alt_screen(False)

    def show(self, lines: Sequence[Text]) -> None:
        """Show a picture over the one before, or print its lines."""
        if self._is_open:
            sys.stdout.write(_HOME + self._ansi(*lines, end=f"{_CLEAR_LINE}\r\n") + _CLEAR_BELOW)
            sys.stdout.flush()
        else:
            self.print(lines)

    def print(self, lines: Iterable[Text | str]) -> None:
        """Print lines without breaking long ones."""
        for line in lines:
            self.console.print(line, soft_wrap=True)

    def _ansi(self, *lines: Text, end: str = "") -> str:
        """Return the lines with their escape sequences, each cut at the edge of the window and followed by `end`."""
        shown = []
        for line in lines:
            with self.console.capture() as capture:
                self.console.print(line, end="", no_wrap=True, overflow="crop", crop=True)
            shown.append(capture.get() + end)
        return "".join(shown)

    def ask(self, prompt: Text, completions: Callable[[], Iterable[str]] = tuple) -> str:
        """Return the line that a person types; raise EOFError at the end of the input."""
        self._completions = completions
        if self._has_editor:
            editor.set_completer(self._complete)
        shown = self._ansi(prompt)
        if self._has_editor:  # marked codes of colours are no characters for readline
            shown = re.sub("\x1b\\[[^m]*m", "\x01\\g<0>\x02", shown)
        try:
            return input(shown).strip()
        except UnicodeDecodeError:
            return "\N{REPLACEMENT CHARACTER}"
        except OSError as error:  # the terminal is gone
            raise EOFError from error

    def page(self, title: Text, lines: Sequence[Text], prompt: Text) -> None:
        """Show lines in place of the picture, a window at a time; Enter alone shows the next window."""
        if not self._is_open:
            self.print([title, *(Text(MARGIN) + line for line in lines), Text()])
            return
        height = self.rows - 2
        for first in range(0, max(len(lines), 1), height):
            self.show([title, Text(), *(Text(MARGIN) + line for line in lines[first : first + height])])
            if self.ask(prompt):
                return

    def _complete(self, text: str, number: int) -> str | None:
        matches = [word for word in self._completions() if word.startswith(text)]
        return matches[number] if number < len(matches) else None


def _line_editor() -> bool:
    """Configure readline for moves; return whether there is one and the input is a terminal."""
    if editor is None or not sys.stdin.isatty() or os.environ.get("TERM") == "dumb":
        return False
    editor.set_completer_delims(" ")
    editor.parse_and_bind("tab: complete")
    editor.parse_and_bind("set enable-bracketed-paste off")
    return True


def columns(items: Sequence[str], width: int) -> list[str]:
    """Return the lines of items in columns, which are read downwards."""
    if not items:
        return []
    widest = max(map(len, items)) + 2
    across = max(1, width // widest)
    down = -(-len(items) // across)
    return ["".join(item.ljust(widest) for item in items[row::down]).rstrip() for row in range(down)]


def wrapped(text: str, width: int) -> list[str]:
    """Return a text broken into lines of at most `width` characters."""
    return textwrap.wrap(text, width, break_on_hyphens=False)
