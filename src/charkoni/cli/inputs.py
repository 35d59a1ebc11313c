"""Games, positions and records named on the command line."""

import difflib
import re
import sys
from pathlib import Path

import charkoni
from charkoni.cli import records
from charkoni.cli.errors import bad_word
from charkoni.core import record_files
from charkoni.core.errors import N_, BadGame, BadRecord, Reason, Translate, untranslated
from charkoni.core.game import Game, Position
from charkoni.core.record import Record

_SEVERAL = N_("the file contains {n} games; name one of them: {file}#1")
_DID_YOU_MEAN = N_("no such game; did you mean {guess}? There are {games}")


class BadFileRecord(BadRecord):
    """A record that cannot be read or does not replay, with the name of its file."""

    file: str = ""

    def message(self, translate: Translate = untranslated) -> str:
        """Return the message with the name of the file before it."""
        return f"{self.file}: {super().message(translate)}"


def game(name: str) -> Game:
    """Return a game by its name; raise BadGame with the most similar name as a suggestion."""
    try:
        return charkoni.game(name)
    except BadGame as error:
        head = name.partition(":")[0]
        guesses = difflib.get_close_matches(head.lower(), charkoni.games(), 1)
        if head in charkoni.games() or not guesses:
            raise
        names = {"guess": guesses[0], "games": ", ".join(charkoni.games())}
        raise BadGame(name, Reason("UNKNOWN_GAME", "", _DID_YOU_MEAN, names)) from error


def position(name: str, text: str | None) -> Position:
    """Return a position of a game, its start if there is no text; raise BadGame or BadPosition."""
    of_name = game(name)
    return of_name.start() if text is None else of_name.parse(text)


def text(path: Path) -> str:
    """Return the text of a file, or of standard input for "-"; raise OSError or BadWord."""
    return records.decoded(content(path), str(path))


def content(path: Path) -> bytes:
    """Return the content of a file, or of standard input for "-"; raise OSError or BadWord."""
    if str(path) == "-":
        return records.read_bytes(sys.stdin.buffer, str(path))
    with path.expanduser().open("rb") as file:
        return records.read_bytes(file, str(path))


def record(path: Path) -> Record:
    """Return the record of a file, of a match that of one set (`FILE#2`); raise OSError, BadWord or BadFileRecord."""
    return parsed(game_text(path), path)


def record_at(path: Path, at: int | None) -> tuple[Record, int]:
    """Return the record of a file and a number of its plies, by default all; raise as `record`, and BadWord."""
    found = record(path)
    if at is not None and at > len(found):
        raise bad_word(str(at), N_("the record has {plies} plies"), plies=len(found))
    return found, len(found) if at is None else at


def game_text(path: Path) -> str:
    """Return the text of the record of a file, of a match that of one set (`FILE#2`); raise OSError or BadWord."""
    found = re.fullmatch(r"(.+)#(\d{1,3})", str(path))
    if found is None or path.exists():
        games = games_of(path)
        if len(games) > 1:
            raise bad_word(str(path), _SEVERAL, n=len(games), file=path)
        return games[0]
    games, number = games_of(Path(found[1])), int(found[2])
    if not 1 <= number <= len(games):
        raise bad_word(str(path), N_("the file contains games 1 to {n}"), n=len(games))
    return games[number - 1]


def games_of(path: Path) -> list[str]:
    """Return the records in a file as texts: one, or those of the sets of a match; raise OSError or BadWord."""
    return records.games_in(text(path))


def parsed(content: str, path: Path) -> Record:
    """Return the record in the content of a file; raise BadFileRecord, which names the file."""
    try:
        return record_files.parse(content)
    except BadRecord as error:
        named = BadFileRecord(error.text, error.reason, error.where, error.line, error.column)
        named.file = str(path)
        raise named from None
