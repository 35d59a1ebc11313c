"""Records in files: parsed with precise errors, written atomically, saved after each ply of a game."""

from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from platformdirs import user_state_path

from charkoni.cli.errors import bad_word
from charkoni.core.errors import N_, BadText
from charkoni.core.files.atomic_files import create, replace
from charkoni.core.files.user_folders import user_folder
from charkoni.core.game import Game
from charkoni.core.record import Record
from charkoni.core.record_files import is_json, parse, texts_of_records

SUFFIX = ".charkoni"
LARGEST = 16_000_000  # bytes

_NOT_UTF8 = N_("the file is not UTF-8 text: byte {place} does not fit")


def saves_folder() -> Path:
    """Return the folder in which games in progress are saved."""
    return user_folder(lambda: user_state_path("charkoni", appauthor=False)) / "games"


def read_bytes(file: BinaryIO, name: str) -> bytes:
    """Return the rest of an open file called `name`; raise OSError, or BadWord for more than `LARGEST` bytes."""
    content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise bad_word(name, N_("the file is larger than {megabytes} MB"), megabytes=LARGEST // 1_000_000)
    return content


def read_text(path: Path) -> str:
    """Return the text of a file; raise OSError or BadWord."""
    with path.open("rb") as file:
        return decoded(read_bytes(file, str(path)), str(path))


def decoded(content: bytes, name: str) -> str:
    """Return the text of a file's content, UTF-8; raise BadWord, which names the file."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise bad_word(name, _NOT_UTF8, place=error.start + 1) from None


def games_in(text: str) -> list[str]:
    """Return the records of a text, one or those of a match in order; each in text form begins with the tag Game."""
    return [text] if is_json(text) else [record for _, record in texts_of_records(text.splitlines(keepends=True))]


def load(path: Path) -> Record:
    """Return the last record of a file; raise OSError, BadWord or BadRecord."""
    return parse(games_in(read_text(path))[-1])


def file_text(record: Record, path: Path) -> str:
    """Return the record in the form of the file's suffix, JSON for `.json`, else text; it ends with a line feed."""
    text = record.json() if path.suffix == ".json" else str(record)
    return text if text.endswith("\n") else text + "\n"


def write(record: Record, path: Path, wants_json: bool | None = None) -> None:
    """Write a record into a new file, in the form of its suffix unless one is named; raise OSError or BadWord."""
    text = file_text(record, path) if wants_json is None else record.json() if wants_json else str(record)
    try:
        create(path, text.encode())
    except FileExistsError:
        raise bad_word(str(path), N_("the file exists already")) from None


class Autosave:
    """The file of a game in progress: after each ply it holds the whole record, after those of earlier sets."""

    def __init__(self, game: Game, path: Path | None = None, may_overwrite: bool = False, earlier: str = "") -> None:
        """Save to `path`, by default a new file among the saved games.  earlier: the text before the record."""
        self.earlier = earlier
        self.game = game
        self.path = path
        self.problem: OSError | None = None
        self._may_overwrite = may_overwrite

    @property
    def is_saved(self) -> bool:
        """Whether the file holds the last record that was saved."""
        return self._may_overwrite and self.problem is None

    def save(self, record: Record) -> None:
        """Write the record; an error is stored in `problem` and does not stop the game."""
        try:
            if self.path is None:
                self.path = self._new_path()
            text = self.earlier + file_text(record, self.path)
            (replace if self._may_overwrite else create)(self.path, text.encode())
            self._may_overwrite = True
            self.problem = None
        except OSError as problem:
            self.problem = problem

    def finish_set(self, record: Record) -> None:
        """Save the record of a set that is over; the next one follows it in the file."""
        self.save(record)
        self.earlier += f"{str(record).rstrip()}\n\n"

    def _new_path(self) -> Path:
        folder = saves_folder()
        folder.mkdir(parents=True, exist_ok=True)
        stem = f"{datetime.now():%Y-%m-%d-%H%M%S}-{self.game.family.name}"
        path, number = folder / f"{stem}{SUFFIX}", 2
        while path.exists():
            path, number = folder / f"{stem}-{number}{SUFFIX}", number + 1
        return path


def last_unfinished() -> tuple[Path, Record] | None:
    """Return file and record of the newest saved game that is not over, among the last five files."""
    try:
        paths = sorted(saves_folder().glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return None
    for path in paths[:5]:
        try:
            record = load(path)
        except (OSError, BadText):
            continue
        if record.outcome is None:
            return path, record
    return None
