"""Makes or checks the books of balanced openings:  python bench/openings.py [GAME ...] [--count N] [--check]

Mangala: every line of the published book of proofs in which nobody errs, and the starts with one stone moved that are
proved drawn.  Mosty, where nothing is balanced: lines in which the first player keeps his win by theory, and the other
leaves him few moves that win.  The other games: random moves, two decisions of each side, after each of which a
full-width search values the position within EVEN of an equal share.  Written to `openings.jsonl` of the game's folder;
a line is on disk before the next is looked for, and the same command goes on.  --check values all again.
"""

import argparse
import json
import time
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

from charkoni import game, games
from charkoni.arena.openings import PLIES_PER_SIDE, thrown
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.game import Game, Position
from charkoni.core.random_numbers import below, seeded
from charkoni.core.record import Record
from charkoni.players.levels import HIGHEST, parameters
from charkoni.players.opening_book import FILE, Opening
from charkoni.search import Limits, Searcher, full_width
from charkoni.solve import explore
from charkoni.solve.mangala.book import PUBLISHED, Book

STARTS = PUBLISHED.with_suffix(".starts")
"""The starts whose sign is proved (docs/solving.md): `4,4,4,3,4,4:0/4,4,4,4,4,5:0 a  a = 0` a line."""

EVEN = 0.06
SEED = 24
DEEPER = 5
"""How many times as many positions as the highest level the judge looks at, if nothing else is said."""

ATTEMPTS = 4000
NARROW_PLIES = 6
NARROWEST = 4
"""The second player draws one of so many replies."""

Line = dict[str, Any]


def path_of(chosen: Game) -> Path:
    """Return the path of a game's book."""
    return Path(str(resources.files(chosen.family.package).joinpath(FILE)))


def line(chosen: Game, record: Record, value: float, nodes: int) -> Line:
    """Return the line of an opening."""
    start = "" if record.start == chosen.start() else str(record.start)
    return {"game": chosen.name, "start": start, "moves": list(record.moves), "value": value, "nodes": nodes}


def signs_of_starts() -> dict[str, int]:
    """Return the signs of a's leads by the text of the start, from lines as `charkoni solve starts` prints them."""
    pairs = (line.split("  a ") for line in STARTS.read_text(encoding="ascii").splitlines() if "  a " in line)
    return {start: "<=>".index(sign[0]) - 1 for start, sign in pairs}


def drawn_lines(chosen: Game) -> Iterator[Line]:
    """Yield the drawn lines of Mangala's book of proofs, one for each position, and the drawn starts."""
    book, seen = Book(PUBLISHED, chosen), set[str]()

    def after(record: Record) -> Iterator[Record]:
        for move, lead in (book.leads(record.position) or {}).items():
            if lead == 0:
                longer = Opening("", (*record.moves, move), 0.5, 0).record(chosen)
                yield longer
                yield from after(longer)

    for record in after(Record(chosen)):
        if str(record.position) not in seen:
            seen.add(str(record.position))
            yield line(chosen, record, 0.5, 0)
    for start, sign in signs_of_starts().items():
        if sign == 0:
            yield line(chosen, Record(chosen, chosen.parse(start)), 0.5, 0)


def narrow_wins(chosen: Game, count: int) -> Iterator[Line]:
    """Yield lines of Mosty in which the first player keeps his win, and the other leaves him few moves that win."""
    seen, number = set[str](), 0
    while len(seen) < count:
        number += 1
        rng, record = seeded(SEED, number), Record(chosen)
        record.play(record.position.moves[below(rng, len(record.position.moves))])
        while len(record) < NARROW_PLIES:
            replies = {move: len(winning_moves(record.position.play(move))) for move in record.position.moves}
            narrowest = sorted(replies, key=replies.__getitem__)[:NARROWEST]
            record.play(narrowest[below(rng, len(narrowest))])
            if len(record) < NARROW_PLIES:
                wins = winning_moves(record.position)
                record.play(wins[below(rng, len(wins))])
        if str(record.position) not in seen:
            seen.add(str(record.position))
            yield line(chosen, record, 1.0, 0)


def winning_moves(position: Position) -> list[str]:
    """Return the moves that win for the first player by theory; he is to move."""
    return [move for move, value in explore(position).items() if value and value.points[0] == 1]


def even_lines(chosen: Game, nodes: int, known: list[Line], count: int) -> Iterator[Line]:
    """Yield random lines of a game that a search finds even after every move; positions are searched once."""
    searcher, values = Searcher(chosen, full_width(chosen)), dict[tuple[str, ...], float]()
    taken = {str(Opening("", tuple(each["moves"]), 0.0, nodes).record(chosen).position) for each in known}
    share = 1 / len(set(chosen.sides))

    def value_of(record: Record) -> float:
        if record.moves not in values:
            result = searcher.search(record.position, Limits(nodes=nodes), record.positions[:-1])
            values[record.moves] = float(result.values[0])
        return values[record.moves]

    for number in range(1, ATTEMPTS):
        if len(taken) >= count:
            return
        rng, record = seeded(SEED, number), Record(chosen)
        decisions = PLIES_PER_SIDE * len(set(chosen.sides))
        while decisions and record.turn != OVER:
            if record.turn == CHANCE:
                record.play(thrown(record.position, SEED, below(rng, 1 << 30)))
                continue
            record.play(record.position.moves[below(rng, len(record.position.moves))])
            decisions -= 1
            if record.turn == OVER or abs(value_of(record) - share) > EVEN:
                break
        else:
            if record.turn != OVER and str(record.position) not in taken:
                taken.add(str(record.position))
                yield line(chosen, record, round(value_of(record), 3), nodes)


def check(chosen: Game, known: list[Line]) -> int:
    """Value the searched openings of a book again, with as many nodes; return how many values differ."""
    searcher, wrong = Searcher(chosen, full_width(chosen)), 0
    for each in known:
        if each["nodes"]:
            record = Record(chosen)
            for move in each["moves"]:
                record.play(move)
            result = searcher.search(record.position, Limits(nodes=each["nodes"]), record.positions[:-1])
            wrong += abs(float(result.values[0]) - each["value"]) > 0.001
    return wrong


def main() -> None:
    """Make or check the books."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=games())
    parser.add_argument("--count", type=int, default=12)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    for name in args.games:
        chosen, begin = game(name), time.process_time()
        path = path_of(chosen)
        lines = [json.loads(each) for each in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
        known = [each for each in lines if each["game"] == chosen.name]
        if args.check:
            print(f"{name}: {len(known)} openings, {check(chosen, known)} differ")
            continue
        nodes = args.nodes or DEEPER * parameters(chosen, HIGHEST).nodes
        if chosen.family.name == "mangala" and not chosen.options:
            found = (each for each in drawn_lines(chosen) if each not in known)
        elif chosen.family.name == "mosty":
            found = (each for each in narrow_wins(chosen, args.count) if each not in known)
        else:
            found = even_lines(chosen, nodes, known, args.count)
        with path.open("a", encoding="utf-8") as file:
            for each in found:
                file.write(json.dumps(each) + "\n")
                file.flush()
                print(name, " ".join(each["moves"]), each["value"], f"{time.process_time() - begin:.1f} s", flush=True)


if __name__ == "__main__":
    main()
