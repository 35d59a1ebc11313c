"""What the guide blames in games of beginners, beside deeper searches:  python bench/guide_blame.py [GAME] [GAMES]

Level 1 plays level 1 and level 3; every warning of the guide, and a dozen moves without one, are judged by searches of
40,000 nodes.  Prints after each game how many warned moves cost less than 0.05 of a point there, and how many
moves without a warning cost 0.1.
"""

import random
import sys

import charkoni
from charkoni.analysis.guided_game import GuidedGame
from charkoni.analysis.record_search import Row
from charkoni.core.constants import OVER
from charkoni.core.record import Record
from charkoni.core.teaching.guide import guide_of
from charkoni.core.translations import Words
from charkoni.players.spec import player
from charkoni.web.engine import tasks
from charkoni.web.pages.table.guided_game import DEEPER, NODES

SAMPLE, LONGEST = 12, 400


def rows(record: Record, ply: int, nodes: int) -> tuple[Row, Row, Row | None]:
    """Return the rows that the guide compares."""
    moves = [each.move for each in record.plies]
    before, after = (tasks.run("look", record.game, "", moves[:end], {"nodes": nodes}) for end in (ply, ply + 1))
    best = before["best"]
    other = [*moves[:ply], best] if best and best != moves[ply] else None
    return before, after, tasks.run("look", record.game, "", other, {"nodes": nodes}) if other else None


def cost(record: Record, ply: int) -> float:
    """Return the points that a move of the first player costs by deeper searches."""
    _, after, better = rows(record, ply, DEEPER)
    return max(better["values"][0] - after["values"][0], 0.0) if better else 0.0


def main() -> None:
    name, games = *sys.argv[1:3], *("barbakan", "20")[len(sys.argv) - 1 :]
    warned, silent = [], []
    for number in range(int(games)):
        record = Record(charkoni.game(name))
        players = player("level=1", seed=number), player("level=3" if number % 2 else "level=1", seed=1000 + number)
        while record.turn != OVER and len(record) < LONGEST:
            record.play(players[record.turn > 0].choose(record))
        guided, others = GuidedGame(guide_of(record.game), frozenset({0})), []
        guided.follow(record)
        for ply in range(len(record)):
            if record.positions[ply].turn == 0 and len(record.positions[ply].moves) > 1:
                found = rows(record, ply, NODES)
                if guided.needs_deeper_rows(record, ply, *found):
                    found = rows(record, ply, DEEPER)
                said = guided.judgement(Words("en"), record, ply, *found)
                if any(remark.kind == "warning" for remark in said):
                    warned.append(cost(record, ply))
                else:
                    others.append(ply)
        silent += [cost(record, ply) for ply in random.Random(number).sample(others, min(SAMPLE, len(others)))]
        wrong, missed = sum(each < 0.05 for each in warned), sum(each >= 0.1 for each in silent)
        print(f"{number}: {len(warned)} warnings, {wrong} of moves that cost less than 0.05; ", end="")
        print(f"of {len(silent)} moves without one {missed} cost 0.1", flush=True)


if __name__ == "__main__":
    main()
