"""`charkoni ladder`: all levels of a game measured against each other, and the table of their strength."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, NamedTuple

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
from charkoni.cli.commands.arena.match import leads, prepare, usual_path, whole_sets
from charkoni.cli.completion import complete_player
from charkoni.cli.errors import bad_word
from charkoni.cli.output import GAMES_KEPT, print_json, print_table, stopped
from charkoni.cli.parameters import AsJson, GameName, Processes, Ray, Seed, argument, flag, option
from charkoni.cli.progress import progress_bar
from charkoni.core.errors import N_
from charkoni.core.files import atomic_files
from charkoni.core.files.journal import Row, existing_path
from charkoni.core.translations import Words
from charkoni.core.workers import Runner, runner_of
from charkoni.games.opponents import HIGHEST, player_of

_NO_RANGE = N_("a range is two leads in Elo, the smaller first, as in {example}")


@dataclass(frozen=True, slots=True)
class LadderOptions:
    """The arguments and options of `charkoni ladder`."""

    game: GameName
    players: Annotated[
        list[str] | None,
        argument(
            "PLAYER",
            N_("the players to measure, weakest first; default: random and all levels"),
            completion=complete_player,
        ),
    ] = None
    games: Annotated[int, option("N", N_("games of each two that meet"), min=1, max=1_000_000)] = 100
    reach: Annotated[int, option("N", N_("players at most N rungs apart play each other"), min=1, max=10)] = REACH
    within: Annotated[
        str | None, option("LOW,HIGH", N_("end a match when it is clear whether its lead in Elo lies between the two"))
    ] = None
    processes: Processes = 1
    seed: Seed = 1
    folder: Annotated[Path | None, option("FOLDER", N_("where the games are kept"), "--out")] = None
    page: Annotated[Path | None, option("FILE", N_("a page whose table is brought up to date"))] = None
    ray: Ray = None
    table: Annotated[bool, flag("--table", N_("play no more games, print the table of those that are kept"))] = False
    as_json: AsJson = False


def ladder(words: Words, options: LadderOptions) -> None:
    """Measure or resume a ladder, print its table, and write it to the page; Ctrl-C stops it before."""
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
        raise stopped(words, GAMES_KEPT)


def ladder_of(options: LadderOptions) -> Ladder:
    """Return the ladder of the options; raise BadText."""
    game = inputs.game(options.game)
    players = tuple(options.players or ("random", *map(player_of, range(1, HIGHEST + 1))))
    if len(set(players)) < max(len(players), 2):
        raise bad_word(" ".join(players), N_("a ladder needs two different players or more"))
    for spec in players:
        contestant(spec)
    within = StopInterval(*leads(options.within, _NO_RANGE, "--within 120,250")) if options.within is not None else None
    return Ladder(game.name, players, whole_sets(game, options.games), options.seed, options.reach, within)


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
    given = {"seed": options.seed, "reach": options.reach, "within": options.within}
    usual = {"seed": 1, "reach": REACH, "within": None}
    return " ".join([*words, *(f"--{name} {value}" for name, value in given.items() if value != usual[name])])


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


def _print(words: Words, table: list[LadderEntry]) -> None:
    rows = []
    for rung in table:
        rating, step = rung.rating, rung.step
        between = f"{rating.low:.0f}..{rating.high:.0f}"
        above = "" if step is None else f"{step.elo:+.0f} ({step.low:+.0f}..{step.high:+.0f})"
        rows.append((rung.player, f"{rating.elo:.0f}", between, str(rung.games), above))
    print_table([words._("player"), "Elo", "95 %", words._("games"), words._("above the one below")], rows)


def _write(path: Path, page: str, game: str, content: str) -> None:
    """Replace a game's table in the page."""
    try:
        text = inserted(page, game, content)
    except ValueError as error:
        raise bad_word(str(path), N_("the page cannot be changed: {problem}"), problem=error) from None
    atomic_files.replace(path, text.encode())
