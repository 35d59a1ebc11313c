"""Fuzz the readers of positions, moves, records and names by coverage.

    pip install atheris
    NUMBA_DISABLE_JIT=1 python fuzz/readers.py [-max_total_time=300] [FOLDER ...]

The first byte of an input chooses the reader, the second the game, the rest is the text (UTF-8).  Without a folder of
inputs the texts of the golden playthroughs are the first ones, in a temporary folder.  An input that makes a reader
fail in its duty is written as crash-*; `python fuzz/readers.py --keep crash-...` turns it into a file of tests/corpus,
which the tests replay for ever after.
"""

import hashlib
import json
import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["charkoni.core", "charkoni.games", "charkoni.check"]):
    from charkoni.check import all_games, golden
    from charkoni.check.readers import READERS
    from charkoni.core.record import Record

    GAMES = all_games()
    for game in GAMES:
        print(game, game.start(), game.family.reasons, file=sys.stderr)  # imports what is imported late

CORPUS = Path(__file__).resolve().parents[1] / "tests" / "corpus"
KINDS = tuple(READERS)


def split(data: bytes) -> tuple[str, int, str]:
    """Return the kind of text, the number of the game and the text of an input."""
    kind, number = KINDS[data[0] % len(KINDS)], data[1] % len(GAMES)
    return kind, number, data[2:].decode("utf-8", "replace")


def one_input(data: bytes) -> None:
    """Give one input to its reader."""
    if len(data) >= 2:
        kind, number, text = split(data)
        READERS[kind](GAMES[number], text)


def plant(folder: Path) -> None:
    """Write the first inputs: a few texts of each game and kind."""
    for number, game in enumerate(GAMES):
        for path in golden.files(game):
            start, moves = golden.moves_of(path.read_text("utf-8"))
            record = Record(game, game.parse(start), {"Event": "a \\ cup"})
            texts = [("position", start), ("name", game.name)]
            for place, move in enumerate(moves[:30]):
                record.play(move, "well {played}" if place == 3 else "", 61_000 if place == 2 else None)
                texts += [("move", move), ("position", str(record.position))]
                if place in (0, 9):
                    texts += [("record", str(record)), ("record", record.json())]
            for kind, text in texts:
                data = bytes([KINDS.index(kind), number]) + text.encode()
                (folder / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)


def keep(path: Path) -> None:
    """Turn an input into a file of the corpus: the kind of text, the game, and the text as a JSON string."""
    kind, number, text = split(path.read_bytes())
    name = f"{kind}-{hashlib.sha256(path.read_bytes()).hexdigest()[:8]}.txt"
    (CORPUS / name).write_text(f"{kind}\n{GAMES[number].name}\n{json.dumps(text)}\n", "utf-8")
    print(f"kept {name}: {text!r}")


def main() -> None:
    """Run as a program."""
    if sys.argv[1:2] == ["--keep"]:
        for name in sys.argv[2:]:
            keep(Path(name))
        return
    if all(argument.startswith("-") for argument in sys.argv[1:]):
        folder = Path(tempfile.mkdtemp(prefix="charkoni-fuzz-"))
        plant(folder)
        sys.argv.append(str(folder))
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
