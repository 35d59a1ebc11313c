"""A study of three games, on the public API alone: python examples/study.py [FILE]

Reads a file of records, walks their variations, asks a player of level 6 and an analysis what they would have played,
writes the annotated games and a picture of the costliest move.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import charkoni
from charkoni.analysis import analyse, annotated
from charkoni.players import player
from charkoni.search import Limits

GAMES = """\
[Game "mosty:size=3"]
[A "Anna"]
[B "Berik"]

c1! c5 (a3 {nearer} e5) e5 d4 b4?

[Game "mangala"]
[A "Anna"]
[B "Ceren"]

4+6 3 {a quiet start} (4 5) 2

[Game "focus"]

b3-b4:1 (b3-c3:1 b6-b5:1) b6-b5:1 {both wait} b4-a5:2
"""


def read(source: Path | None) -> Iterator[charkoni.Record]:
    """Yield the records that can be read; report the others."""
    errors: list[charkoni.BadRecord] = []
    yield from charkoni.read_records(source or GAMES.splitlines(), errors)
    for error in errors:
        print(error, file=sys.stderr)


def main(source: Path | None, folder: Path) -> None:
    """Print each game with its variations, and write `study.txt` and a picture for each into a folder."""
    studied = []
    for number, record in enumerate(read(source), 1):
        print(f"{number}. {record.game.name}, {len(record)} plies")
        for depth, position, ply in record.walk():
            print("   " * (depth + 1) + f"{ply.move}{ply.mark} {ply.comment} ({len(position.moves)} legal moves)")
        print(f"   level 6 goes on with {player('level=6').choose(record)}")
        report = analyse(record, Limits(nodes=500))
        studied.append(annotated(report))
        worst = max(report.verdicts, key=lambda verdict: verdict.loss)
        print(f"   costliest: {worst.move}, {worst.loss:.0%} of a point; better {' '.join(worst.line)}")
        board = record.positions[worst.ply]
        places = re.findall(r"[a-h][1-8]", worst.move)
        arrows = [(places[0], places[1])] if len(places) > 1 else []
        (folder / f"game-{number}.svg").write_text(board.svg(theme="dark", arrows=arrows), encoding="utf-8")
    (folder / "study.txt").write_text("\n".join(map(str, studied)), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None, Path.cwd())
