"""`charkoni ladder`: all levels of a game measured against each other, and the table of their strength."""

import math
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from rich.console import Console
from rich.table import Table

from charkoni.arena import (
    Ladder,
    LadderEntry,
    Match,
    MatchFile,
    MatchScore,
    StopInterval,
    contestant,
    play,
    read_match,
    rungs,
)
from charkoni.arena.ladder import REACH, inserted, section
from charkoni.benchmarks.figures import machine
from charkoni.cli import inputs
from charkoni.cli.command_group import typer_app, words_of
from charkoni.cli.commands.arena.match import prepare, usual_path, whole_sets
from charkoni.cli.completion import complete_player
from charkoni.cli.exit_codes import INTERRUPTED
from charkoni.cli.json_output import print_json
from charkoni.cli.parameters import AsJson, GameName, Processes, Ray, Seed, command_of
from charkoni.cli.progress import progress_bar
from charkoni.core.errors import N_, BadText, Reason
from charkoni.core.files import atomic_files
from charkoni.core.files.journal import Row, existing_path
from charkoni.core.translations import Words
from charkoni.core.workers import Runner, runner_of
from charkoni.players.levels import HIGHEST

MOST_ELO = 2000

_TWO = N_("a ladder needs two different players or more")
_NO_RANGE = N_("a range is two leads in Elo, the smaller first, as in {example}")
_NO_PAGE = N_("the page cannot be changed: {problem}")


app = typer_app()


class BadLadder(BadText):
    """Options of a ladder that do not go together, or a page that has no place for its table."""


@dataclass(frozen=True, slots=True)
class LadderOptions:
    """The arguments and options of `charkoni ladder`."""

    game: GameName
    players: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PLAYER",
            help=N_("the players to measure, weakest first; default: random and all levels"),
            autocompletion=complete_player,
        ),
    ] = None
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, max=1_000_000, help=N_("games of each two that meet"))
    ] = 100
    reach: Annotated[
        int,
        typer.Option("--reach", metavar="N", min=1, max=10, help=N_("players at most N rungs apart play each other")),
    ] = REACH
    within: Annotated[
        str | None,
        typer.Option(
            "--within",
            metavar="LOW,HIGH",
            help=N_("end a match when it is clear whether its lead in Elo lies between the two"),
        ),
    ] = None
    processes: Processes = 1
    seed: Seed = 1
    folder: Annotated[Path | None, typer.Option("--out", metavar="FOLDER", help=N_("where the games are kept"))] = None
    page: Annotated[
        Path | None, typer.Option("--page", metavar="FILE", help=N_("a page whose table is brought up to date"))
    ] = None
    ray: Ray = None
    table: Annotated[
        bool, typer.Option("--table", help=N_("play no more games, print the table of those that are kept"))
    ] = False
    as_json: AsJson = False


def usual_players() -> tuple[str, ...]:
    """Return the default players of a ladder: random play and all levels."""
    return ("random", *(f"level={number}" for number in range(1, HIGHEST + 1)))


def ladder(context: typer.Context, options: LadderOptions) -> None:
    """Measure or resume a ladder, print its table, and write it to the page."""
    if not run_ladder(words_of(context), options):
        raise typer.Exit(INTERRUPTED)


app.command()(command_of(LadderOptions, ladder))


def run_ladder(words: Words, options: LadderOptions) -> bool:
    """Measure a ladder, print and write its table, and return whether all matches are over: Ctrl-C stops it before."""
    setup = ladder_of(options)
    page = inputs.text(options.page) if options.page else ""
    if options.table:
        matches, is_over = _kept(setup, options.folder), True
    else:
        matches, is_over = _measured(setup, options.folder, runner_of(options.processes, options.ray))
    scores, files = [match.score for match in matches], [match.first for match in matches]
    table = rungs(setup, scores) if any(one.lines for one in scores) else []
    if options.as_json:
        print_json(as_json(setup, table, matches))
    else:
        _print(words, table)
    if options.page and is_over:
        _write(options.page.expanduser(), page, setup.game, section(setup, table, files, command(options)))
    if not is_over:
        print(words._("Stopped; all finished games are saved, and the same command continues."), file=sys.stderr)
    return is_over


def ladder_of(options: LadderOptions) -> Ladder:
    """Return the ladder of the options; raise BadText."""
    game = inputs.game(options.game)
    players = tuple(options.players or usual_players())
    if len(set(players)) < max(len(players), 2):
        raise BadLadder(" ".join(players), Reason("TWO_PLAYERS", "", _TWO))
    for spec in players:
        contestant(spec)
    games, within = whole_sets(game, options.games), within_of(options.within)
    return Ladder(game.name, players, games, options.seed, options.reach, within)


def within_of(text: str | None) -> StopInterval | None:
    """Return the range of Elo that ends a match early, from two leads, the smaller first; raise BadLadder."""
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
    """The score of a match, and the first line of its file."""

    score: MatchScore
    first: Row


def _kept(setup: Ladder, folder: Path | None) -> list[KeptMatch]:
    """Return the matches that have files; nothing is played."""
    matches = []
    for match in setup.matches():
        path = existing_path(path_of(match, folder))
        if path is not None:
            first, rows = read_match(path, match.header())
            matches.append(KeptMatch(MatchScore(match, rows), first))
    return matches


def _measured(setup: Ladder, folder: Path | None, runner: Runner) -> tuple[list[KeptMatch], bool]:
    """Play the games that are missing; return the matches, and whether all are over: Ctrl-C stops it before."""
    played: list[KeptMatch] = []
    matches = list(setup.matches())
    with progress_bar() as bar:
        task = bar.add_task(setup.game, total=len(matches))
        for match in matches:
            bar.update(task, description=f"{match.a} : {match.b}")
            with MatchFile(path_of(match, folder), match.header(), machine()) as match_file:
                prepare(match)
                last: list[MatchScore] = []
                try:
                    played.append(KeptMatch(play(match, runner, match_file, last.append), match_file.first))
                except KeyboardInterrupt:
                    return [*played, *(KeptMatch(score, match_file.first) for score in last[-1:])], False
            bar.advance(task)
    return played, True


def path_of(match: Match, folder: Path | None) -> Path:
    """Return the file of a match of the ladder."""
    if folder is None:
        return usual_path(match)
    name = f"{match.game}-{match.a}-{match.b}-{match.seed}"
    return folder.expanduser() / f"{''.join(sign if sign.isalnum() else '-' for sign in name)}.jsonl"


def command(options: LadderOptions) -> str:
    """Return the command line that measures the same ladder."""
    words = ["charkoni ladder", options.game, *(options.players or ()), f"--games {options.games}"]
    if options.seed != 1:
        words.append(f"--seed {options.seed}")
    if options.reach != REACH:
        words.append(f"--reach {options.reach}")
    if options.within is not None:
        words.append(f"--within {options.within}")
    return " ".join(words)


def as_json(setup: Ladder, table: list[LadderEntry], matches: list[KeptMatch]) -> dict[str, object]:
    """Return the ladder as JSON with its matches, each with the machine and the time of its file's first line."""
    return {
        "game": setup.game,
        "games": setup.games,
        "seed": setup.seed,
        "players": [
            {
                "player": rung.player,
                "elo": round(rung.rating.elo, 1),
                "low": round(rung.rating.low, 1),
                "high": round(rung.rating.high, 1),
                "games": rung.games,
            }
            for rung in table
        ],
        "matches": [
            score.summary()
            | {"machine": {name: value for name, value in first.items() if name not in score.match.header()}}
            for score, first in matches
        ],
    }


def _print(words: Words, ladder_table: list[LadderEntry]) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(words._("player"))
    for title in ("Elo", "95 %", words._("games"), words._("above the one below")):
        table.add_column(title, justify="right", no_wrap=True)
    for rung in ladder_table:
        rating, step = rung.rating, rung.step
        between = f"{rating.low:.0f}..{rating.high:.0f}"
        above = "" if step is None else f"{step.elo:+.0f} ({step.low:+.0f}..{step.high:+.0f})"
        table.add_row(rung.player, f"{rating.elo:.0f}", between, str(rung.games), above)
    Console(highlight=False, markup=False).print(table)


def _write(path: Path, page: str, game: str, content: str) -> None:
    """Replace a game's table in the page."""
    try:
        text = inserted(page, game, content)
    except ValueError as error:
        raise BadLadder(str(path), Reason("NO_PAGE", "", _NO_PAGE, {"problem": error})) from None
    atomic_files.replace(path, text.encode())
