"""`charkoni ladder`: measure all levels of a game, and write the table that people see."""

import json
import math
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from charkoni.arena import Ladder, Match, MatchFile, MatchScore, Rung, StopInterval, play, read_match, rungs, workers
from charkoni.arena.ladder import REACH, inserted, section
from charkoni.benchmarks.figures import machine
from charkoni.cli import finding, storage
from charkoni.cli.matching import prepare, usual_path, whole_sets
from charkoni.cli.progress import progress_bar
from charkoni.cli.words import Words
from charkoni.core.errors import BadText, Reason, mark
from charkoni.core.journal import Row, kept_path
from charkoni.players import player
from charkoni.players.levels import HIGHEST

INTERRUPTED = 130
MOST_ELO = 2000

_TWO = mark("a ladder needs two different players or more")
_NO_RANGE = mark("a range is two leads in Elo, the smaller first, as in {example}")
_NO_PAGE = mark("the page cannot be changed: {problem}")


class BadLadder(BadText):
    """A ladder that cannot be measured as asked."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What the command line asks for."""

    game: str
    players: tuple[str, ...] = ()
    games: int = 100
    processes: int = 1
    seed: int = 1
    folder: Path | None = None
    page: Path | None = None
    ray: str | None = None
    as_json: bool = False
    reach: int = REACH
    within: str | None = None
    table: bool = False


def usual_players() -> tuple[str, ...]:
    """Return whom a ladder measures when nobody is named: random play and all levels."""
    return ("random", *(f"level={number}" for number in range(1, HIGHEST + 1)))


def ladder(words: Words, wish: Wish) -> int:
    """Measure a ladder, or go on with it; print the table, write it to the page, and return the exit code."""
    game = finding.game(wish.game)
    players = wish.players or usual_players()
    if len(set(players)) < max(len(players), 2):
        raise BadLadder(" ".join(players), Reason("TWO_PLAYERS", "", _TWO))
    for spec in players:
        player(spec)
    page = wish.page.expanduser().read_text(encoding="utf-8") if wish.page else ""
    asked = Ladder(game.name, players, whole_sets(game, wish.games), wish.seed, wish.reach, within_of(wish.within))
    runner = workers.play_here if wish.processes == 1 else workers.ProcessRunner(wish.processes)
    if wish.ray is not None:
        runner = workers.RayRunner(wish.ray, wish.processes)
    matches, stopped = (
        (_kept(asked, wish.folder), False) if wish.table else _measured(words, asked, wish.folder, runner)
    )
    match_scores, files = [match.match_score for match in matches], [match.first for match in matches]
    found = rungs(asked, match_scores) if any(one.lines for one in match_scores) else []
    if wish.as_json:
        print(json.dumps(as_json(asked, found, matches)))
    else:
        _print(words, found)
    if wish.page and not stopped:
        _write(wish.page.expanduser(), page, asked.game, section(asked, found, files, command(wish)))
    if stopped:
        print(words._("Stopped; all finished games are kept, and the same command goes on."), file=sys.stderr)
    return INTERRUPTED if stopped else 0


def within_of(text: str | None) -> StopInterval | None:
    """Return what ends a match, from two leads in Elo, the smaller first; raise BadLadder."""
    if text is None:
        return None
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        low = high = math.nan
    if not -MOST_ELO <= low < high <= MOST_ELO:
        raise BadLadder(text, Reason("NO_RANGE", "", _NO_RANGE, {"example": "--within 120,250"}))
    return StopInterval(low, high)


class KeptMatch(NamedTuple):
    """How a match stands, and the first line of its file."""

    match_score: MatchScore
    first: Row


def _kept(asked: Ladder, folder: Path | None) -> list[KeptMatch]:
    """Return the matches as they are kept, and play nothing; those without a file are left out."""
    found = []
    for match in asked.matches():
        path = kept_path(path_of(match, folder))
        if path is not None:
            first, rows = read_match(path, match.header())
            found.append(KeptMatch(MatchScore(match, rows), first))
    return found


def _measured(words: Words, asked: Ladder, folder: Path | None, runner: workers.Runner) -> tuple[list[KeptMatch], bool]:
    """Play what is not played yet; return the matches, and whether Ctrl-C came first."""
    found: list[KeptMatch] = []
    matches = list(asked.matches())
    with progress_bar() as bar:
        task = bar.add_task(asked.game, total=len(matches))
        for match in matches:
            bar.update(task, description=f"{match.a} : {match.b}")
            with MatchFile(path_of(match, folder), match.header(), machine()) as match_file:
                prepare(match)
                last: list[MatchScore] = []
                try:
                    found.append(KeptMatch(play(match, runner, match_file, last.append), match_file.first))
                except KeyboardInterrupt:
                    return [*found, *(KeptMatch(match_score, match_file.first) for match_score in last[-1:])], True
            bar.advance(task)
    return found, False


def path_of(match: Match, folder: Path | None) -> Path:
    """Return the file of a match of the ladder."""
    if folder is None:
        return usual_path(match)
    name = f"{match.game}-{match.a}-{match.b}-{match.seed}"
    return folder.expanduser() / f"{''.join(sign if sign.isalnum() else '-' for sign in name)}.jsonl"


def command(wish: Wish) -> str:
    """Return the command that measures the same ladder."""
    words = ["charkoni ladder", wish.game, *wish.players, f"--games {wish.games}"]
    if wish.seed != 1:
        words.append(f"--seed {wish.seed}")
    if wish.reach != REACH:
        words.append(f"--reach {wish.reach}")
    if wish.within is not None:
        words.append(f"--within {wish.within}")
    return " ".join(words)


def as_json(asked: Ladder, found: list[Rung], matches: list[KeptMatch]) -> dict[str, Any]:
    """Return the ladder as JSON, its matches included, each with what its file tells of where and when it was begun."""
    return {
        "game": asked.game,
        "games": asked.games,
        "seed": asked.seed,
        "players": [
            {
                "player": rung.player,
                "elo": round(rung.rating.elo, 1),
                "low": round(rung.rating.low, 1),
                "high": round(rung.rating.high, 1),
                "games": rung.games,
            }
            for rung in found
        ],
        "matches": [
            match_score.summary()
            | {"machine": {name: told for name, told in first.items() if name not in match_score.match.header()}}
            for match_score, first in matches
        ],
    }


def _print(words: Words, found: list[Rung]) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(words._("player"))
    for title in ("Elo", "95 %", words._("games"), words._("above the one below")):
        table.add_column(title, justify="right", no_wrap=True)
    for rung in found:
        rating, step = rung.rating, rung.step
        between = f"{rating.low:.0f}..{rating.high:.0f}"
        above = "" if step is None else f"{step.elo:+.0f} ({step.low:+.0f}..{step.high:+.0f})"
        table.add_row(rung.player, f"{rating.elo:.0f}", between, str(rung.games), above)
    Console(highlight=False, markup=False).print(table)


def _write(path: Path, page: str, game: str, content: str) -> None:
    """Put a game's table into the page."""
    try:
        text = inserted(page, game, content)
    except ValueError as error:
        raise BadLadder(str(path), Reason("NO_PAGE", "", _NO_PAGE, {"problem": error})) from None
    storage.replace(path, text)
