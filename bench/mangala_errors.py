"""Errors of players of Mangala against proofs:  python bench/mangala_errors.py [--players level=10,best:cpu=150ms]

Each player plays games against itself from random openings of four plies.  Of every position with at most --stones on
the board the result of every move is proved, above the largest tablebase of --folder; an error is a move whose proved
result is worse than that of another.  Games are kept in --out, as they are finished, and the same command goes on.
Printed is the table of docs/research/mangala.md, from which the site makes its plot.
"""

import argparse
import json
from pathlib import Path

from charkoni import OVER, Record, game
from charkoni.arena.openings import openings
from charkoni.core.game import Position
from charkoni.players import player
from charkoni.solve.mangala.search import Prover
from charkoni.solve.mangala.tablebase import board_of, open_endgames, tablebase_paths
from charkoni.solve.tablebase_files import tablebase_folder

GAME = "mangala"
BIN = 5
"""Plies in a row of the table."""


def errors_of(prover: Prover, position: Position, move: str) -> int:
    """Return by how much a move worsens the result of the mover: 0, 1 (half a point) or 2."""
    sign = 1 if position.turn == 0 else -1
    signs = {each: sign * prover.sign(position.play(each)) for each in position.moves}
    return max(signs.values()) - signs[move]


def play(prover: Prover, spec: str, opening: tuple[str, ...], seed: int, stones: int) -> list[list[int]]:
    """Play a game of a player against itself; return ply, stones and worsening of each proved choice."""
    record, rows = Record(game(GAME)), []
    for move in opening:
        record.play(move)
    one = player(spec, seed)
    while record.turn != OVER:
        position = record.position
        move = one.choose(record)
        on_board = int(board_of(position)[2])
        if len(position.moves) > 1 and on_board <= stones:
            rows.append([len(record), on_board, errors_of(prover, position, move)])
        record.play(move)
    return rows


def report(lines: list[dict[str, object]], players: list[str]) -> None:
    """Print the table."""
    print("| plies | " + " | ".join(f"{spec}: choices | errors, % " for spec in players) + "|")
    print("|---" * (1 + 2 * len(players)) + "|")
    rows = {spec: [row for line in lines if line["player"] == spec for row in line["rows"]] for spec in players}  # type: ignore[attr-defined]
    last = max(row[0] for each in rows.values() for row in each)
    for first in range(0, last + 1, BIN):
        cells = []
        for spec in players:
            inside = [row for row in rows[spec] if first <= row[0] < first + BIN]
            wrong = sum(row[2] > 0 for row in inside)
            cells += [str(len(inside)), f"{100 * wrong / len(inside):.1f}" if inside else ""]
        if any(cells):
            print(f"| {first} to {first + BIN - 1} | " + " | ".join(cells) + " |")
    for spec in players:
        games = sum(line["player"] == spec for line in lines)
        wrong = sum(row[2] > 0 for row in rows[spec])
        print(f"{spec}: {games} games, {wrong} errors in {len(rows[spec])} proved choices")


def main() -> None:
    """Play, prove and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", default="level=10,best:cpu=150ms")
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--stones", type=int, default=30)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--memory", type=int, default=512, help="MB of the transposition table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("results") / "mangala-errors.jsonl")
    args = parser.parse_args()
    players = args.players.split(",")
    lines = [json.loads(each) for each in args.out.read_text().splitlines()] if args.out.exists() else []
    done = {(line["player"], line["game"]) for line in lines}
    wanted = [(spec, number) for number in range(args.games) for spec in players if (spec, number) not in done]
    if wanted:
        folder = args.folder or tablebase_folder()
        held = tablebase_paths(folder)
        prover = Prover(open_endgames(max(held), "take", folder), args.memory << 20)
        begins = [opening for opening, _ in zip(openings(game(GAME), args.seed), range(args.games), strict=False)]
        with args.out.open("a") as file:
            for spec, number in wanted:
                rows = play(prover, spec, begins[number], number, args.stones)
                line = {"player": spec, "game": number, "stones": args.stones, "rows": rows}
                lines.append(line)
                file.write(json.dumps(line) + "\n")
                file.flush()
                print(f"{spec}, game {number}: {len(rows)} choices, {prover.nodes} nodes in all", flush=True)
    report(lines, players)


if __name__ == "__main__":
    main()
