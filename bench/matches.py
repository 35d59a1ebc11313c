"""Tables of the stored matches:  python bench/matches.py [FILE ...] [--page docs/strength.md]

Reads match files, plain or packed (.xz), by default those in bench/results, and prints a summary: for each game, A's
share of the points against plain tree search at each time per move, and whether the test of the target is decided; of
several matches the one with the best judged openings, then the longest.  A table of all matches follows: the node
budget that judged the openings where it is not the usual one, points, Elo with its interval, pairs, lengths and ends of
the games.  The next table has, for games with dice, the score adjusted for luck, and the test of 0 against 50 Elo;
last, files of the same players combined.  Another one has games whose openings a solver knows: how many won openings A
won, and how many lost ones.  With --page the tables replace the text between the lines `<!-- ladder matches -->` and
`<!-- end matches -->` of a page.
"""

import argparse
import json
import re
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from charkoni import Record, solve
from charkoni.arena import Match, MatchScore, Sprt
from charkoni.arena.ladder import inserted
from charkoni.arena.openings import NODES
from charkoni.core.files.journal import lines_of

RESULTS = Path(__file__).with_name("results")
TEST = Sprt(200, 512)  # 512 Elo are 95 % of the points
TEST_WITH_DICE = Sprt(0, 50)  # 50 Elo are 57 % of the points
NOTHING = 0.0, 0, 0, ""
YARDSTICK = "mcts:"
TIMES = (("0.1 s or less", 0.1), ("0.5 s", 0.5), ("2 s", 2.0))
HEAD_OF_SUMMARY = "| game | player | " + " | ".join(name for name, _ in TIMES) + " |\n|---|---|" + "---|" * len(TIMES)
HEAD = """\
| game | A | B | games | judge | A's points | Elo, 95 % | pairs 0 ½ 1 1½ 2 | plies | ended by | date, machine |
|---|---|---|---|---|---|---|---|---|---|---|"""
HEAD_WITHOUT_LUCK = """\
| game | A | B | games | A's points | without luck | Elo, 95 % | 0 against 50 Elo |
|---|---|---|---|---|---|---|---|"""
HEAD_OF_SOLVED = """\
| game | A | B | won openings | A won | lost openings | A won |
|---|---|---|---|---|---|---|"""


KeptMatch = tuple[dict[str, Any], MatchScore]


def read(path: Path) -> KeptMatch:
    """Return the header of a match file and the score of its match."""
    header, *lines = [json.loads(line) for line in lines_of(path)]
    judge = header.get("judge", NODES)
    match = Match(header["game"], header["a"], header["b"], max(len(lines), 1), header["seed"], judge=judge)
    return header, MatchScore(match, lines)


def elo(number: float) -> str:
    """Return a lead in Elo as text."""
    return f"{number:+.0f}" if abs(number) < 1e6 else ("∞" if number > 0 else "-∞")


def together(found: list[KeptMatch]) -> list[KeptMatch]:
    """Return matches of the same two players, played from several seeds, as one match each."""
    groups: dict[tuple[str, str, str, int], list[KeptMatch]] = {}
    for header, match_score in found:
        who = header["game"], header["a"], header["b"], match_score.match.judge
        groups.setdefault(who, []).append((header, match_score))
    joined = []
    for (name, a, b, judge), group in groups.items():
        if len(group) > 1:
            lines = [(match_score.games_per_set, line) for _, match_score in group for line in match_score.lines]
            renumbered = [line | {"game": i, "set": i // each} for i, (each, line) in enumerate(lines)]
            match = Match(name, a, b, len(lines), 0, judge=judge)
            joined.append((group[0][0], MatchScore(match, renumbered)))
    return joined


def budget_s(spec: str) -> float:
    """Return the seconds per move, of a clock or of a processor, that end a player's name; 0 when there are none."""
    found = re.search(r"([0-9.]+)(m?)s$", spec)
    return float(found[1]) / (1000 if found[2] else 1) if found else 0.0


def order(match: KeptMatch) -> tuple[str, str, str, float]:
    """Return the sort key of a match: game, players, time per move."""
    header, _ = match
    return header["game"], header["a"].split(":")[0], header["b"].split(":")[0], budget_s(header["b"])


def summary(found: list[KeptMatch]) -> list[str]:
    """Return a row for each game and player that met plain tree search: of each time the best judged, longest match."""
    cells: dict[tuple[str, str], dict[float, tuple[float, int, int, str]]] = {}
    for header, match_score in found:
        seconds, games = budget_s(header["b"]), len(match_score.lines)
        column = next((longest for _, longest in TIMES if seconds <= longest), None)
        if not header["b"].startswith(YARDSTICK) or column is None:
            continue
        own = cells.setdefault((header["game"], header["a"].split(":")[0]), {})
        told = seconds, match_score.match.judge, games, outcome(header, match_score)
        own[column] = max(own.get(column, NOTHING), told)
    return [
        " | ".join([f"| {game}", f"`{player}`", *(own.get(longest, NOTHING)[-1] for _, longest in TIMES)]) + " |"
        for (game, player), own in cells.items()
    ]


def outcome(header: dict[str, Any], match_score: MatchScore) -> str:
    """Return the verdict of a match: by its openings where a solver has values of them, else by the test."""
    games = len(match_score.lines)
    if header["a"].startswith("perfect"):
        (won, of_won), (turned, of_lost) = solved_openings(match_score)
        return f"{won} of {of_won} kept, {turned} of {of_lost} turned"
    test = TEST_WITH_DICE if match_score.has_luck else TEST
    verdict = {1: f", decided for {test.high:g}", -1: f", decided for {test.low:g}", 0: ""}[
        test.verdict(match_score.sets)
    ]
    return f"{100 * match_score.sets.mean:.1f} % of {games}{verdict}"


def row(header: dict[str, Any], match_score: MatchScore) -> str:
    """Return a match as a row of the table."""
    games, found = len(match_score.lines), match_score.plain_estimate
    plies = sum(line["plies"] for line in match_score.lines) / games
    ends = ", ".join(f"{reason} {times}" for reason, times in match_score.reasons().items())
    share = 100 * float(match_score.points / Fraction(games))
    pairs = " ".join(map(str, match_score.tally.pairs)) if match_score.games_per_set == 2 else ""
    cells = (
        header["game"],
        f"`{header['a']}`",
        f"`{header['b']}`",
        games,
        f"{judge:,}".replace(",", " ") if (judge := match_score.match.judge) != NODES else "",
        f"{float(match_score.points):g} ({share:.1f} %)",
        f"{elo(found.elo)} ({elo(found.low)} to {elo(found.high)})",
        pairs,
        f"{plies:.0f}",
        ends,
        f"{str(header.get('date', ''))[:10]}, {header.get('processor', '')}",
    )
    return "| " + " | ".join(map(str, cells)) + " |"


def row_without_luck(header: dict[str, Any], match_score: MatchScore) -> str:
    """Return the row of a match with dice in the table of luck-adjusted scores, or nothing."""
    if not match_score.has_luck:
        return ""
    games, found, sets = len(match_score.lines), match_score.estimate, match_score.sets
    verdict = {1: "decided for 50", -1: "decided for 0", 0: "not decided"}[TEST_WITH_DICE.verdict(sets)]
    cells = (
        header["game"],
        f"`{header['a']}`",
        f"`{header['b']}`",
        games,
        f"{100 * float(match_score.points / Fraction(games)):.1f} %",
        f"{100 * sets.mean:.1f} %",
        f"{elo(found.elo)} ({elo(found.low)} to {elo(found.high)})",
        f"{verdict} ({TEST_WITH_DICE.ratio(sets):+.2f})",
    )
    return "| " + " | ".join(map(str, cells)) + " |"


@cache
def solved_openings(match_score: MatchScore) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return how many of the openings proved won for A were won by A, and of how many; the same of lost ones."""
    counts: Counter[tuple[bool, bool]] = Counter()
    for line in match_score.lines:
        position = Record.parse(line["record"]).positions[line["opening"]]
        proved, seat = solve.probe(position), line["seats"].index("A")
        if proved is not None and proved.points[seat] in (0, 1):
            counts[proved.points[seat] == 1, line["points"] == "1"] += 1
    won, lost = ((counts[is_won, True], counts[is_won, True] + counts[is_won, False]) for is_won in (True, False))
    return won, lost


def row_of_solved(header: dict[str, Any], match_score: MatchScore) -> str:
    """Return the row of a match with proved openings in the last table, or nothing."""
    (won, of_won), (turned, of_lost) = solved_openings(match_score)
    if not of_won + of_lost:
        return ""
    cells = header["game"], f"`{header['a']}`", f"`{header['b']}`", of_won, won, of_lost, turned
    return "| " + " | ".join(map(str, cells)) + " |"


def main() -> None:
    """Print the table, or write it into a page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, default=sorted(RESULTS.glob("*.jsonl.xz")))
    parser.add_argument("--page", type=Path)
    args = parser.parse_args()
    found = [read(path) for path in args.files]
    found = sorted((one for one in found if one[1].lines), key=order)
    table = "\n".join([HEAD_OF_SUMMARY, *summary([*found, *together(found)])])
    table += "\n\n" + "\n".join([HEAD, *(row(*one) for one in found)])
    if dice := [told for told in (row_without_luck(*one) for one in [*found, *together(found)]) if told]:
        table += "\n\n" + "\n".join([HEAD_WITHOUT_LUCK, *dice])
    if solved := [told for told in (row_of_solved(*one) for one in found) if told]:
        table += "\n\n" + "\n".join([HEAD_OF_SOLVED, *solved])
    if args.page is None:
        print(table)
    else:
        page = args.page.read_text(encoding="utf-8")
        args.page.write_text(inserted(page, "matches", f"`python bench/matches.py`\n\n{table}"), encoding="utf-8")


if __name__ == "__main__":
    main()
